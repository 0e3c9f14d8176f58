"""The tokenizer has no token of the name that eos_token gives.

What: tokenizer_config.json names an eos_token whose text is not in tokenizer.json.

Why it hurts: transformers adds the text as a new token beyond the vocabulary, which the model has
no row for; others resolve it to the unknown token. Whoever trusts the tokenizer's eos_token (vLLM,
mlx-lm) stops at something that is never said, or at every unknown character.

Example: `"eos_token": "<|im_end|>"` copied into a model of another family.

Remedy: name a token that exists: the turn end if the tokenizer has it, else the first listed end.

If the template's turn end is missing from the vocabulary as well, EOS012 says it.
"""

from collections.abc import Iterator

from endstop.checkpoints.chat_template import token_content
from endstop.checkpoints.listed_ends import TOKENIZER_CONFIG, tokenizer_end
from endstop.doctor.checks.check import Check
from endstop.doctor.checks.stop_lists.end_list_fix import wanted_list
from endstop.doctor.facts.phrases import shortened
from endstop.doctor.facts.subject import Subject
from endstop.doctor.finding import Evidence, Finding, Fix, JsonEdit, Severity
from endstop.translation import _


def run(subject: Subject) -> Iterator[Finding]:
    """One finding for the model; nothing where the tokenizer cannot be read."""
    checkpoint = subject.checkpoint
    named = tokenizer_end(checkpoint)
    text = token_content(named.value)
    if checkpoint.tokenizer is None or named.value is None or named.ids or _added_later(subject):
        return
    better = next(filter(None, map(checkpoint.token_text, wanted_list(subject))), None)
    message = _("eos_token is {text}, and the tokenizer has no such token.").format(
        text=shortened(text or named.value)
    )
    yield Finding(
        "EOS009",
        Severity.ERROR,
        _("eos_token names a token that does not exist"),
        message,
        TOKENIZER_CONFIG,
        (Evidence(named.key, named.value, better),),
        _fix(better),
    )


def _added_later(subject: Subject) -> bool:
    """Whether another file adds the token to those of tokenizer.json."""
    checkpoint = subject.checkpoint
    text = token_content(checkpoint.tokenizer_config.get("eos_token"))
    decoder = checkpoint.tokenizer_config.get("added_tokens_decoder")
    entries = decoder.values() if isinstance(decoder, dict) else ()
    added = checkpoint.json_file("added_tokens.json").content
    return text in added or text in map(token_content, entries)


def _fix(better: str | None) -> Fix:
    if better is None:
        return Fix(_("Name a token of the vocabulary that ends turns"), automatic=False)
    title = _("Set eos_token to {text}").format(text=better)
    edits = (JsonEdit(TOKENIZER_CONFIG, ("eos_token",), better),)
    return Fix(title, automatic=False, edits=edits)


CHECK = Check("EOS009", "unknown-eos-token", run, covered_by=("EOS012",))
