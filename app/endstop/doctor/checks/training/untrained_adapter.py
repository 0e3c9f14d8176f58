"""A LoRA adapter on a base whose turn end was never trained, with the output head left frozen.

What: the adapter's base has an untrained output row for the turn end (EOS030), and the adapter
trains neither the head nor that row.

Why it hurts: LoRA moves attention and feed-forward weights. The score of the turn end is its own
row times the hidden state; as long as that row is empty or shared, no training data teaches the
model to stop. The loss falls, the answers are right, and they never end.

Example: a LoRA of all linear layers ("all-linear" leaves the head out) on a Qwen2.5 base model.

Remedy: train again with the line that the finding names. `modules_to_save` trains the matrices
whole; `trainable_token_indices` (peft 0.15) trains single rows and is far smaller, and follows the
tie of a tied model. The finished adapter cannot be mended: the rows are not in it.
"""

import json
import os
from collections.abc import Iterator

from endstop.checkpoints.adapter import CONFIG, EMBEDDINGS, HEADS, Adapter
from endstop.checkpoints.checkpoint import Checkpoint
from endstop.checkpoints.weight_rows import WeightRows
from endstop.doctor.checks.check import Check
from endstop.doctor.facts.row_phrases import layer_name, row_evidence, row_tokens
from endstop.doctor.facts.special_rows import SpecialRow, SpecialRows, read_special_rows
from endstop.doctor.facts.subject import Subject
from endstop.doctor.finding import Finding, Fix, Severity
from endstop.translation import _, ngettext

_MLX_KEYS = ("self_attn.q_proj", "self_attn.v_proj")  # named keys replace mlx-lm's own choice


def run(subject: Subject) -> Iterator[Finding]:
    """A finding for each adapter that leaves an untrained turn end as it is."""
    for adapter in subject.checkpoint.adapters:
        base = _base(subject, adapter)
        speaker = subject if subject.turn_end.ids else base
        seen = _rows(base, speaker)
        if seen is None:
            continue
        dead = seen.never_said(speaker.turn_end.ids or speaker.end_ids)
        frozen = [row for row in dead if not _trained(adapter, base.checkpoint, row.id)]
        if frozen:
            yield _finding(subject, adapter, base, seen, frozen)


def _base(subject: Subject, adapter: Adapter) -> Subject:
    """The model that the adapter belongs to; its tokens are those of the adapter's folder."""
    own = subject.checkpoint
    if adapter.folder != own.folder or own.matrices.output is not None or adapter.base is None:
        return subject
    return Subject(Checkpoint(adapter.base), subject.runtimes)


def _rows(base: Subject, speaker: Subject) -> SpecialRows | None:
    """The base's rows of the tokens that end the speaker's turns."""
    if speaker is base:
        return base.special_rows
    return read_special_rows(base.checkpoint.matrices.output, speaker.checkpoint, speaker.end_ids)


def _tied(base: Checkpoint) -> bool:
    head, output = base.matrices.head, base.matrices.output
    return output is not None and (head is None or head.name != output.name)


def _trained(adapter: Adapter, base: Checkpoint, token_id: int) -> bool:
    """Whether training the adapter can move the output row of a token."""
    layers = (*HEADS, *EMBEDDINGS) if _tied(base) else HEADS
    rows = (ids for layer, ids in adapter.trained_tokens.items() if layer in layers)
    return adapter.full or adapter.trains(layers) or any(token_id in ids for ids in rows)


def _finding(
    subject: Subject, adapter: Adapter, base: Subject, seen: SpecialRows, frozen: list[SpecialRow]
) -> Finding:
    ids = [row.id for row in frozen]
    names = row_tokens(subject if subject.checkpoint.token_text(ids[0]) else base, ids)
    line = _line(adapter, base.checkpoint, seen, ids)
    message = ngettext(
        "The base model's output row {rows} was never trained, and this adapter leaves {layer} "
        "frozen: no training data can teach the model to say {tokens}. Train again with {line} in "
        "the LoRA settings.",
        "The base model's output rows {rows} were never trained, and this adapter leaves {layer} "
        "frozen: no training data can teach the model to say {tokens}. Train again with {line} in "
        "the LoRA settings.",
        len(ids),
    ).format(rows=", ".join(map(str, ids)), layer=layer_name(seen), tokens=names, line=line)
    return Finding(
        "EOS031",
        Severity.ERROR,
        _("The adapter cannot learn {tokens}").format(tokens=names),
        message,
        _file(subject, adapter),
        tuple(row_evidence(seen, row) for row in frozen),
        Fix(_("Train again with {line}").format(line=line), automatic=False),
    )


def _line(adapter: Adapter, base: Checkpoint, seen: SpecialRows, ids: list[int]) -> str:
    """The setting to add, as it stands in the file."""
    if adapter.mlx:
        keys = [*(adapter.targets or _MLX_KEYS), seen.matrix.name.removesuffix(".weight")]
        return f'"keys": {json.dumps(keys)}'
    if _tied(base):
        return f'"trainable_token_indices": {json.dumps(ids)}'
    layers = [*adapter.saved, layer_name(seen), *_short(base.matrices.embedding)]
    return f'"modules_to_save": {json.dumps(list(dict.fromkeys(layers)))}'


def _short(matrix: WeightRows | None) -> list[str]:
    return [] if matrix is None else [matrix.name.removesuffix(".weight").rpartition(".")[2]]


def _file(subject: Subject, adapter: Adapter) -> str:
    """adapter_config.json as seen from the examined folder."""
    return os.path.relpath(adapter.folder / CONFIG, subject.checkpoint.folder)


CHECK = Check("EOS031", "frozen-turn-end-adapter", run, beyond_stop_lists=True)
