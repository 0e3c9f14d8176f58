"""llama.cpp: tokens known by their text, and the ids in the GGUF's metadata.

Version b10488 (the one that Ollama 0.33 runs), read; see `llama_cpp_ends` for the set and
`llama_cpp_converter` for what converting a folder writes. A GGUF file in the folder counts before
the folder's own files. Without an eos in the metadata the default of the tokenizer's kind ends
generation too: id 11 for a byte-level BPE, often the comma.
"""

from dataclasses import dataclass

from endstop.checkpoints.checkpoint import Checkpoint
from endstop.doctor.runtimes.llama_cpp_converter import conversion_refusal, special_ids
from endstop.doctor.runtimes.llama_cpp_ends import (
    END_TEXTS,
    FILL_TEXTS,
    Source,
    Vocabulary,
    end_ids,
)
from endstop.doctor.runtimes.runtime import EffectiveStopSet, Runtime, RuntimeName
from endstop.doctor.runtimes.wording import refuses, stops, tokenizer_is_untold, untold
from endstop.translation import _

_SHOWN = 4  # tokens named in a sentence


@dataclass(frozen=True, slots=True)
class _Converted:
    """The GGUF file that converting the folder would make, as far as ends go."""

    checkpoint: Checkpoint
    special: dict[str, int]
    model: str
    ids: dict[str, int]

    @property
    def texts(self) -> range:
        """As many as there are tokens."""
        return range(self.checkpoint.vocabulary_size)

    def special_id(self, name: str) -> int | None:
        """The id that the converter writes to a slot."""
        return self.special.get(name)

    def text(self, token_id: int | None) -> str | None:
        """A token's text."""
        return None if token_id is None else self.checkpoint.token_text(token_id)


def gguf_stop_set(checkpoint: Checkpoint) -> EffectiveStopSet:
    """The set of a GGUF file, or of the one that converting the folder would make."""
    file = checkpoint.gguf
    if file is not None:
        if file.error:
            return refuses(_("{file}: {reason}.").format(file=file.path.name, reason=file.error))
        return _explained(file, end_ids(file), "")
    refusal = conversion_refusal(checkpoint)
    if refusal:
        return refuses(refusal)
    if checkpoint.tokenizer is None:
        return untold(tokenizer_is_untold())
    converted = _convert(checkpoint)
    return _explained(converted, end_ids(converted), _("Once converted to GGUF:"))


def _convert(checkpoint: Checkpoint) -> _Converted:
    looked_for = [*END_TEXTS, *(text for texts in FILL_TEXTS.values() for text in texts)]
    ids = {text: checkpoint.token_id(text) for text in looked_for}
    known = {text: token_id for text, token_id in ids.items() if token_id is not None}
    # With tokenizer.model the converter writes a SentencePiece vocabulary, else byte-level BPE.
    model = "llama" if (checkpoint.folder / "tokenizer.model").is_file() else "gpt2"
    return _Converted(checkpoint, special_ids(checkpoint), model, known)


def _explained(
    vocabulary: Vocabulary, ends: dict[int, Source], introduction: str
) -> EffectiveStopSet:
    """The set with a sentence for each reason."""
    sentences = {
        Source.TEXT: _("llama.cpp knows by text: {tokens}."),
        Source.METADATA: _("The metadata names: {tokens}."),
        Source.DEFAULT: _("Its default without an eos in the metadata: {tokens}."),
        Source.FILL: _("For fill-in-the-middle: {tokens}."),
    }
    said = [introduction]
    for source, sentence in sentences.items():
        ids = sorted(token_id for token_id, found in ends.items() if found is source)
        if ids:
            tokens = ", ".join(f"{vocabulary.text(i)} ({i})" for i in ids[:_SHOWN])
            more = _(" and {count} more").format(count=len(ids) - _SHOWN)
            said.append(sentence.format(tokens=tokens + (more if len(ids) > _SHOWN else "")))
    if not ends:
        said.append(_("No token ends generation."))
    return stops(ends, *said)


RUNTIME = Runtime(RuntimeName.LLAMA_CPP, "b10488", gguf_stop_set)
