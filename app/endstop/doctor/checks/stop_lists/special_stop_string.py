"""A special token stands among the stop strings, and its id is not listed.

What: stop_strings of generation_config.json holds the text of a special token, as a stand-in
for its id.

Why it hurts: most servers drop special tokens before they compare texts, so the string never comes
up; others encode it with a beginning-of-text token in front and wait for two tokens. transformers
refuses stop_strings unless generate() is given the tokenizer.

Example: `"stop_strings": ["<|eot_id|>"]` while eos_token_id is 128001; encoded it is [128000,
128009].

Remedy: list the id in eos_token_id.

Stop strings that come with a request or a server's settings do not show in files.
"""

from collections.abc import Iterator

from endstop.checkpoints.listed_ends import GENERATION_CONFIG
from endstop.doctor.checks.check import Check
from endstop.doctor.checks.stop_lists.end_list_fix import list_fix, wanted_list
from endstop.doctor.facts.phrases import token
from endstop.doctor.facts.premature_ends import listed_ids
from endstop.doctor.facts.subject import Subject
from endstop.doctor.finding import Evidence, Finding, Severity
from endstop.translation import _


def run(subject: Subject) -> Iterator[Finding]:
    """A finding for each such string."""
    checkpoint = subject.checkpoint
    value = checkpoint.generation_config.get("stop_strings")
    texts = value if isinstance(value, list) else [value]
    listed = listed_ids(subject)
    for text in texts:
        if not isinstance(text, str):
            continue
        token_id = checkpoint.added_tokens.get(text)
        if token_id is None or token_id in listed:
            continue
        message = _(
            "stop_strings has {token}, a special token: most servers drop it before they compare "
            "texts."
        ).format(token=token(subject, token_id))
        if len(encoded := _encoded(subject, text)) > 1:
            rest = _("With special tokens it is encoded as {ids}.").format(ids=encoded)
            message = f"{message} {rest}"
        yield Finding(
            "EOS062",
            Severity.WARNING,
            _("A special token is a stop string"),
            message,
            GENERATION_CONFIG,
            (Evidence("eos_token_id", listed, wanted_list(subject, also=[token_id])),),
            list_fix(subject, automatic=False, also=[token_id]),
        )


def _encoded(subject: Subject, text: str) -> list[int]:
    """The ids of the text as a server gets them that encodes it like a prompt."""
    tokenizer = subject.checkpoint.tokenizer
    return tokenizer.encode(text, add_special_tokens=True).ids if tokenizer else []


CHECK = Check("EOS062", "special-stop-string", run)
