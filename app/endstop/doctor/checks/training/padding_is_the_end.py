"""The padding token is the end.

What: pad_token is the turn end or the tokenizer's eos_token.

Why it hurts: while generating it does not, and makers publish models so. In training, collators
replace the label of every padding token with -100, the real end of each answer among them, so the
model never learns to say it: its loss is fine and its answers have no end.

Example: `"pad_token": "<|eot_id|>", "eos_token": "<|eot_id|>"` in a fine-tune.

Remedy: another pad token for training (a reserved token), then train again.

A warning if the folder shows signs of a fine-tune (an adapter, a trainer's state), else a remark.
In a fine-tune whose padding is only another of the listed ends it is a remark too.
"""

from collections.abc import Iterator

from endstop.checkpoints.chat_template import token_content
from endstop.checkpoints.listed_ends import (
    TOKENIZER_CONFIG,
    id_lists,
    tokenizer_end,
)
from endstop.doctor.checks.check import Check
from endstop.doctor.facts.fine_tune import fine_tune_sign
from endstop.doctor.facts.phrases import token
from endstop.doctor.facts.subject import Subject
from endstop.doctor.finding import Evidence, Finding, Fix, JsonEdit, Severity
from endstop.translation import _

_OTHERS = (
    *("<pad>", "<|pad|>", "[PAD]", "<|finetune_right_pad_id|>", "<|reserved_special_token_0|>"),
    *("<unk>", "<|extra_0|>", "<|fim_pad|>"),
)


def run(subject: Subject) -> Iterator[Finding]:
    """One finding for the model."""
    pad = _pad_id(subject)
    if pad is None:
        return
    ends = subject.turn_end.ids | set(tokenizer_end(subject.checkpoint).ids)
    listed = {token_id for place in id_lists(subject.checkpoint) for token_id in place.ids}
    sign = fine_tune_sign(subject.checkpoint)
    if pad not in ends and not (sign and pad in listed):
        return
    message = _("{token} is both padding and an end; training masks padding.").format(
        token=token(subject, pad)
    )
    if sign:
        rest = _("{sign} shows a fine-tune: it may never have learnt to end.").format(sign=sign)
        message = f"{message} {rest}"
    other = next((t for t in _OTHERS if subject.checkpoint.token_id(t) not in {None, pad}), None)
    yield Finding(
        "EOS040",
        Severity.WARNING if sign and pad in ends else Severity.INFO,
        _("The padding token is the end"),
        message,
        TOKENIZER_CONFIG,
        (Evidence("pad_token", subject.checkpoint.token_text(pad), other),),
        _fix(other),
    )


def _pad_id(subject: Subject) -> int | None:
    """The tokenizer's pad_token, else the pad_token_id of the files."""
    checkpoint = subject.checkpoint
    text = token_content(checkpoint.tokenizer_config.get("pad_token"))
    if text:
        return checkpoint.token_id(text)
    for settings in (checkpoint.generation_config, checkpoint.json_file("config.json").content):
        if type(value := settings.get("pad_token_id")) is int:
            return value
    return None


def _fix(other: str | None) -> Fix:
    title = _("For training, set pad_token to a token that is no end")
    if other is None:
        return Fix(title, automatic=False)
    title = _("For training, set pad_token to {text}").format(text=other)
    edits = (JsonEdit(TOKENIZER_CONFIG, ("pad_token",), other),)
    return Fix(title, automatic=False, edits=edits)


CHECK = Check("EOS040", "padding-is-the-end", run)
