"""The GGUF file's eos is not among the ends of the folder that it lies in.

What: the folder holds the original model and a GGUF file, and their ends differ.

Why it hurts: what was tried with the one does not hold for the other: it may stop in transformers
and run on in llama.cpp, or the other way round.

Example: generation_config.json was mended after the conversion.

Remedy: convert again.
"""

from collections.abc import Iterator

from endstop.checkpoints.gguf_file import special_id_key
from endstop.checkpoints.listed_ends import id_lists, tokenizer_end
from endstop.doctor.checks.check import Check
from endstop.doctor.checks.gguf.end_fix import gguf_ends
from endstop.doctor.facts.row_phrases import row_tokens
from endstop.doctor.facts.subject import Subject
from endstop.doctor.finding import Evidence, Finding, Fix, Severity
from endstop.translation import _


def run(subject: Subject) -> Iterator[Finding]:
    """A finding where the texts differ."""
    checkpoint, seen = subject.checkpoint, gguf_ends(subject)
    eos = seen.gguf.special_id("eos") if seen else None
    if seen is None or eos is None or checkpoint.tokenizer is None:
        return
    places = (*id_lists(checkpoint), tokenizer_end(checkpoint))
    listed = sorted({token_id for place in places for token_id in place.ids})
    if not listed or seen.gguf.text(eos) in {checkpoint.token_text(i) for i in listed}:
        return
    yield Finding(
        "EOS057",
        Severity.INFO,
        _("eos of {file} differs from the folder's").format(file=seen.file),
        _("{file} ends with {eos}; the files beside it name {listed}.").format(
            file=seen.file, eos=seen.name(eos), listed=row_tokens(subject, listed)
        ),
        seen.file,
        (Evidence(special_id_key("eos"), eos, listed),),
        Fix(_("Convert the GGUF file again from these files"), automatic=False),
    )


CHECK = Check("EOS057", "gguf-eos-differs", run)
