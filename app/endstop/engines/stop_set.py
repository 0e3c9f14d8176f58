"""The stop set of a checkpoint: every id that its files or its chat template end a turn with.

Union of generation_config.json, config.json, its text_config, the tokenizer's eos and the turn
end that the chat template renders, each id with its sources, less the tokens that the template
itself uses inside an assistant turn. The files stay as they are.
"""

from endstop.checkpoints.checkpoint import Checkpoint
from endstop.checkpoints.listed_ends import (
    GENERATION_CONFIG,
    ListedEnds,
    id_lists,
    tokenizer_end,
)
from endstop.checkpoints.turn_end import find_turn_end
from endstop.engines.stop import StopSet, StopToken

TEMPLATE = "chat template"


def build_stop_set(checkpoint: Checkpoint) -> StopSet:
    """The stop set of a checkpoint; ids that its tokenizer does not know are left out."""
    turn_end = find_turn_end(checkpoint)
    listed = [(_source(place), place.ids) for place in id_lists(checkpoint)]
    tokenizer = tokenizer_end(checkpoint)
    named = [*listed, (_source(tokenizer), tokenizer.ids)]
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


def _source(listed: ListedEnds) -> str:
    """The place as a person knows it: `config.json: text_config`."""
    return ": ".join((listed.file, *listed.path[:-1]))
