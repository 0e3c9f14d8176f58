"""Which tokens end generation in llama.cpp: its set of end-of-generation (EOG) ids.

Source: ggml-org/llama.cpp, `src/llama-vocab.cpp`, `llama_vocab::impl::load` (vocabulary of commit
00ad355): tokens known by their text, those that the metadata names as eos, eot and eom, and the
pad, repository and separator tokens of fill-in-the-middle. An id outside the vocabulary is ignored
and the default of the tokenizer's kind kept. The list of texts grows by version.
"""

from collections.abc import Mapping, Sized
from enum import StrEnum
from typing import Protocol

END_TEXTS = frozenset(
    {
        *("<|eot_id|>", "<|im_end|>", "<|end|>", "<|return|>", "<|call|>", "<|flush|>"),
        *("<|calls|>", "<end_of_turn>", "<|endoftext|>", "</s>", "<|eom_id|>", "<EOT>"),
        *("_<EOT>", "[EOT]", "[EOS]", "<|end_of_text|>", "<end_of_utterance>", "<eos>"),
        *("<turn|>", "<|tool_response>", "<｜end▁of▁sentence｜>", "[e~["),
    }
)
FILL_TEXTS = {
    "fim_pad": ("<|fim_pad|>", "<fim-pad>", "<fim_pad>", "<PAD>", "[PAD]"),
    "fim_rep": ("<|fim_repo|>", "<|repo_name|>", "<fim-repo>", "<REPO>", "<reponame>"),
    "fim_sep": ("<|file_sep|>",),
}
_DEFAULT_EOS = {"gpt2": 11, "llama": 2, "t5": 1}


class Vocabulary(Protocol):
    """What a GGUF file says about its tokens; a `GgufFile` is one."""

    @property
    def model(self) -> str:
        """The kind of tokenizer."""

    @property
    def texts(self) -> Sized:
        """As many texts as there are tokens."""

    @property
    def ids(self) -> Mapping[str, int]:
        """The tokens that may end generation, and perhaps others: text to id."""

    def special_id(self, name: str) -> int | None:
        """The id that the metadata gives a slot."""

    def text(self, token_id: int | None) -> str | None:
        """A token's text."""


class Source(StrEnum):
    """Why a token ends generation."""

    TEXT = "text"
    METADATA = "metadata"
    DEFAULT = "default"
    FILL = "fill-in-the-middle"


def end_ids(gguf: Vocabulary) -> dict[int, Source]:
    """The ids that end generation when llama.cpp runs the file."""
    found = {token_id: Source.TEXT for text, token_id in _known(gguf.ids).items()}
    for slot, texts in FILL_TEXTS.items():
        named = _named(gguf, slot)
        by_text = (gguf.ids[text] for text in texts if text in gguf.ids)
        fill = next(by_text, None) if named is None else named
        if fill is not None:
            found.setdefault(fill, Source.FILL)
    for slot in ("eos", "eot", "eom"):
        token_id = _named(gguf, slot)
        if token_id is not None:
            found.setdefault(token_id, Source.METADATA)
    default = _DEFAULT_EOS.get(gguf.model)
    if _named(gguf, "eos") is None and default is not None and default < len(gguf.texts):
        found.setdefault(default, Source.DEFAULT)
    return _without_exceptions(found, gguf)


def _known(ids: Mapping[str, int]) -> dict[str, int]:
    return {text: ids[text] for text in END_TEXTS if text in ids}


def _named(gguf: Vocabulary, slot: str) -> int | None:
    """The id that the metadata gives, None if there is none in the vocabulary."""
    token_id = gguf.special_id(slot)
    return token_id if token_id is not None and 0 <= token_id < len(gguf.texts) else None


def _without_exceptions(found: dict[int, Source], gguf: Vocabulary) -> dict[int, Source]:
    """Less `<|end|>` of gpt-oss and Solar, and `</s>` of Gemma 4, which stand within a turn."""
    texts = {token_id: gguf.text(token_id) for token_id in found}
    present = frozenset(texts.values())
    removed = set()
    if present & {"<|call|>", "<|calls|>"} and present & {"<|return|>", "<|flush|>"}:
        removed.add("<|end|>")
    if "<|tool_response>" in present:
        removed.add("</s>")
    return {i: source for i, source in found.items() if texts[i] not in removed}
