"""What the checks of GGUF files share: the turn end in the file's own ids, and edits of it."""

from dataclasses import dataclass
from functools import cached_property

from endstop.checkpoints.gguf_file import GgufFile, special_id_key
from endstop.doctor.facts.subject import Subject
from endstop.doctor.finding import GgufEdit
from endstop.doctor.runtimes.llama_cpp_ends import Source, end_ids


@dataclass(frozen=True)
class GgufEnds:
    """A readable GGUF file and the markers of the turn end, looked up in its vocabulary."""

    gguf: GgufFile
    markers: tuple[str, ...]

    @cached_property
    def turn_end(self) -> dict[str, int]:
        """The markers that the file knows: text to id."""
        return {text: self.gguf.ids[text] for text in self.markers if text in self.gguf.ids}

    @cached_property
    def ends(self) -> dict[int, Source]:
        """What ends generation in llama.cpp."""
        return end_ids(self.gguf)

    @property
    def file(self) -> str:
        """The file's name."""
        return self.gguf.path.name

    def name(self, token_id: int) -> str:
        """A token with its id: `<|im_end|> (258)`."""
        text = self.gguf.text(token_id)
        return str(token_id) if text is None else f"{text} ({token_id})"

    def setting(self, slot: str, token_id: int) -> tuple[GgufEdit, ...]:
        """The edit that gives a slot another id; none where the file lacks the key.

        None either where the slot's present id would then end generation no more.
        """
        present = self.gguf.special_id(slot)
        if present is None or self.ends.get(present) is Source.METADATA:
            return ()
        return (GgufEdit(self.file, special_id_key(slot), token_id),)


def gguf_ends(subject: Subject) -> GgufEnds | None:
    """The checkpoint's GGUF file; None if there is none, or it is broken or holds no tokens."""
    gguf = subject.checkpoint.gguf
    if gguf is None or gguf.error or not gguf.texts:
        return None
    return GgufEnds(gguf, tuple(marker.text for marker in subject.turn_end.markers))
