"""The token that ends a turn is not flagged as special.

What: tokenizer.json has the turn end among its added tokens with `"special": false`.

Why it hurts: decoding that skips special tokens keeps it, so `<|im_end|>` shows up as text in
answers, in histories and in training data made from them. A conversion to GGUF gives it the type
of user text instead of control, and llama.cpp warns about it or prints it.

Example: `{"id": 151645, "content": "<|im_end|>", "special": false}`.

Remedy: `"special": true`, in tokenizer_config.json's copy as well.
"""

from collections.abc import Iterator

from endstop.checkpoints.listed_ends import TOKENIZER_CONFIG
from endstop.checkpoints.turn_end import Marker
from endstop.doctor.checks.check import Check
from endstop.doctor.facts.phrases import markers
from endstop.doctor.facts.subject import Subject
from endstop.doctor.finding import Evidence, Finding, Fix, JsonEdit, Severity
from endstop.translation import _

_TOKENIZER = "tokenizer.json"


def run(subject: Subject) -> Iterator[Finding]:
    """One finding for the model."""
    tokenizer = subject.checkpoint.tokenizer
    if tokenizer is None:
        return
    added = tokenizer.get_added_tokens_decoder()
    plain = [m for m in subject.turn_end.markers if m.id in added and not added[m.id].special]
    edits = tuple(_edits(subject, plain)) if plain else ()
    if not edits:
        return
    message = _(
        "{markers} ends turns and is not flagged as special: it shows up as text in answers."
    ).format(markers=markers(plain))
    evidence = Evidence(".".join(edits[0].path), found=False, wanted=True)
    yield Finding(
        "EOS013",
        Severity.WARNING,
        _("The turn end is not a special token"),
        message,
        _TOKENIZER,
        (evidence,),
        Fix(_("Flag {markers} as special").format(markers=markers(plain)), True, edits),
    )


def _edits(subject: Subject, plain: list[Marker]) -> Iterator[JsonEdit]:
    """Where the flag stands: in tokenizer.json, and in tokenizer_config.json if there too."""
    wanted = {marker.id for marker in plain}
    entries = subject.checkpoint.json_file(_TOKENIZER).content.get("added_tokens")
    for number, entry in enumerate(entries if isinstance(entries, list) else ()):
        if isinstance(entry, dict) and entry.get("id") in wanted:
            yield JsonEdit(_TOKENIZER, ("added_tokens", str(number), "special"), True)
    decoder = subject.checkpoint.tokenizer_config.get("added_tokens_decoder")
    for key in map(str, sorted(i for i in wanted if i is not None)):
        entry = decoder.get(key) if isinstance(decoder, dict) else None
        if isinstance(entry, dict) and entry.get("special") is False:
            yield JsonEdit(TOKENIZER_CONFIG, ("added_tokens_decoder", key, "special"), True)


CHECK = Check("EOS013", "turn-end-not-special", run)
