"""The stop set of a checkpoint: every id that its files or its chat template end a turn with.

Union of generation_config.json, config.json, its text_config, the tokenizer's eos and the turn
end that the chat template renders, each id with its sources, less the tokens that the template
itself uses inside an assistant turn. The files stay as they are.
"""

from typing import Any

from endstop.checkpoints.chat_template import token_content
from endstop.checkpoints.checkpoint import Checkpoint
from endstop.checkpoints.turn_end import find_turn_end
from endstop.engines.stop import StopSet, StopToken

GENERATION_CONFIG = "generation_config.json"
CONFIG = "config.json"
TEXT_CONFIG = "config.json: text_config"
TOKENIZER = "tokenizer_config.json"
TEMPLATE = "chat template"


def build_stop_set(checkpoint: Checkpoint) -> StopSet:
    """The stop set of a checkpoint; ids that its tokenizer does not know are left out."""
    turn_end = find_turn_end(checkpoint)
    listed = _listed(checkpoint)
    named = [*listed, (TOKENIZER, _tokenizer_eos(checkpoint))]
    named.append((TEMPLATE, tuple(m.id for m in turn_end.markers if m.id is not None)))
    sources: dict[int, list[str]] = {}
    for source, ids in named:
        for token_id in ids:
            sources.setdefault(token_id, []).append(source)
    tokens = tuple(
        StopToken(token_id, text, tuple(found))
        for token_id, found in sources.items()
        if token_id not in turn_end.used_inside
        and (text := checkpoint.token_text(token_id)) is not None
    )
    source, published = next(((s, ids) for s, ids in listed if ids), (GENERATION_CONFIG, ()))
    return StopSet(tokens, frozenset(published), source)


def _listed(checkpoint: Checkpoint) -> list[tuple[str, tuple[int, ...]]]:
    """The stop lists of the files, the one that runtimes trust first."""
    files = [(GENERATION_CONFIG, checkpoint.generation_config), (CONFIG, checkpoint.config)]
    if checkpoint.text_config is not checkpoint.config:
        files.append((TEXT_CONFIG, checkpoint.text_config))
    return [(source, _ids(settings.get("eos_token_id"))) for source, settings in files]


def _ids(value: Any) -> tuple[int, ...]:
    """An eos_token_id setting as ids: an int, a list of ints, or nothing usable."""
    values = value if isinstance(value, list) else [value]
    return tuple(v for v in values if isinstance(v, int) and not isinstance(v, bool) and v >= 0)


def _tokenizer_eos(checkpoint: Checkpoint) -> tuple[int, ...]:
    """The id of the eos_token that tokenizer_config.json names."""
    token_id = checkpoint.token_id(token_content(checkpoint.tokenizer_config.get("eos_token")))
    return () if token_id is None else (token_id,)
