"""The head is tied to the embedding by config.json, and saved apart with other values.

What: `tie_word_embeddings` is true and lm_head.weight is saved all the same, with other values.

Why it hurts: runtimes disagree. transformers 5.24 loads the saved head and does not tie; older
ones, mlx-lm and llama.cpp's converter drop it and score with the embedding. If fine-tuning taught
the turn end to the head alone, the model stops in the one and runs on in the others.

Example: a LoRA of a tied Llama 3.2 with `modules_to_save: ["embed_tokens", "lm_head"]`, merged.

Remedy: say that they are not tied, or train the embedding alone and save no head.
"""

from collections.abc import Iterator

from endstop.checkpoints.checkpoint import Checkpoint
from endstop.checkpoints.weight_rows import WeightRows
from endstop.checkpoints.weight_rows_location import tied
from endstop.doctor.checks.check import Check
from endstop.doctor.facts.row_statistics import spread
from endstop.doctor.facts.subject import Subject
from endstop.doctor.finding import Evidence, Finding, Fix, JsonEdit, Severity
from endstop.translation import _

_CONFIG, _KEY = "config.json", "tie_word_embeddings"


def run(subject: Subject) -> Iterator[Finding]:
    """A finding where the saved head differs from the embedding."""
    checkpoint = subject.checkpoint
    head, embedding = checkpoint.matrices.head, checkpoint.matrices.embedding
    if not tied(checkpoint.json_file(_CONFIG).content) or head is None or embedding is None:
        return
    if (head.width, head.bits) != (embedding.width, embedding.bits):
        return  # stored in different ways, so bytes tell nothing
    different = _different(head, embedding, subject.end_ids)
    if not different:
        return
    path = _path(checkpoint)
    yield Finding(
        "EOS032",
        Severity.WARNING,
        _("The head is tied and saved apart"),
        _(
            "{key} is true, yet {head} is saved and differs from {embedding}, in row {row} for "
            "one. transformers 5 scores with the saved head, mlx-lm with the embedding: the model "
            "may stop in the one and not in the other."
        ).format(key=_KEY, head=head.name, embedding=embedding.name, row=different[0]),
        _CONFIG,
        (Evidence(".".join(path), found=True, wanted=False),),
        Fix(
            _("Set {key} to false, so that the saved head counts").format(key=_KEY),
            automatic=False,
            edits=(JsonEdit(_CONFIG, path, value=False),),
        ),
    )


def _different(head: WeightRows, embedding: WeightRows, ends: frozenset[int]) -> list[int]:
    """The first rows that are not the same in both: those of the ends before a sample."""
    sample = [*sorted(ends), *spread(range(min(head.count, embedding.count)))]
    one, other = head.bytes_of(sample), embedding.bytes_of(sample)
    return [token_id for token_id, row in one.items() if other.get(token_id) != row]


def _path(checkpoint: Checkpoint) -> tuple[str, ...]:
    """Where the setting stands; the text part's comes first."""
    nested = checkpoint.text_config is not checkpoint.json_file(_CONFIG).content
    return ("text_config", _KEY) if nested and _KEY in checkpoint.text_config else (_KEY,)


CHECK = Check("EOS032", "tied-head-saved-apart", run)
