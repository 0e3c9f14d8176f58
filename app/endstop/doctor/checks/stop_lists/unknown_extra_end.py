"""A setting names a further end that the vocabulary lacks.

What: the tokenizer's settings name another end than eos_token (eot_token, eom_token,
extra_eos_tokens and the like), or generation_config.json does, and there is no such token.

Why it hurts: code that looks it up gets the unknown token's id and stops at every unknown
character, or takes the text for a stop string and cuts an answer that merely mentions it.

Example: `<end_of_turn>` for a model whose turns end with `<turn|>`.

Remedy: name the token that the vocabulary has, or remove the setting.

Ends that a runtime has built in for a family, or is told on its command line, do not show in
files.
"""

import re
from collections.abc import Iterator
from typing import Any

from endstop.checkpoints.chat_template import token_content
from endstop.checkpoints.listed_ends import GENERATION_CONFIG, TOKENIZER_CONFIG
from endstop.doctor.checks.check import Check
from endstop.doctor.facts.phrases import shortened
from endstop.doctor.facts.subject import Subject
from endstop.doctor.finding import Evidence, Finding, Fix, JsonEdit, Severity
from endstop.translation import _

_key = re.compile(r"(eot|eom|eou|end_of_turn|end_of_message|(extra|additional)_eos|stop)_tokens?")


def run(subject: Subject) -> Iterator[Finding]:
    """A finding for each setting."""
    checkpoint = subject.checkpoint
    if checkpoint.tokenizer is None:
        return
    for file, path, value in _settings(subject):
        texts = [token_content(one) for one in (value if isinstance(value, list) else [value])]
        known = [text for text in texts if text and checkpoint.token_id(text) is not None]
        unknown = [text for text in texts if text and text not in known]
        if not unknown:
            continue
        key = ".".join(path)
        message = _("{key} names {texts}, and the tokenizer has no such token.").format(
            key=key, texts=shortened(", ".join(unknown))
        )
        ends = [marker.text for marker in subject.turn_end.markers if marker.id is not None]
        wanted: Any = known if isinstance(value, list) else next(iter(ends), None)
        title = _("Set {key} to {value}").format(key=key, value=shortened(wanted))
        yield Finding(
            "EOS063",
            Severity.WARNING,
            _("A further end is no token"),
            message,
            file,
            (Evidence(key, value, wanted),),
            Fix(title, automatic=False, edits=(JsonEdit(file, path, wanted),)),
        )


def _settings(subject: Subject) -> Iterator[tuple[str, tuple[str, ...], Any]]:
    """The settings that name further ends: file, path and value."""
    tokenizer = subject.checkpoint.tokenizer_config
    places: tuple[tuple[str, tuple[str, ...], Any], ...] = (
        (TOKENIZER_CONFIG, (), tokenizer),
        (TOKENIZER_CONFIG, ("extra_special_tokens",), tokenizer.get("extra_special_tokens")),
        (GENERATION_CONFIG, (), subject.checkpoint.generation_config),
    )
    for file, path, settings in places:
        for key, value in settings.items() if isinstance(settings, dict) else ():
            if _key.fullmatch(key):
                yield file, (*path, key), value


CHECK = Check("EOS063", "unknown-extra-end", run)
