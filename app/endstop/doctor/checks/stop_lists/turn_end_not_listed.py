"""The token that ends a turn is not in the stop list.

What: the chat template closes each assistant turn with a token, and the list of ends that
runtimes trust first (generation_config.json, else config.json, else the tokenizer) lacks it.

Why it hurts: the model ends its answer properly and nobody listens. Runtimes that trust that list
alone go on to the token limit: the model opens turns of its own, repeats itself, or pads. Others
also read the tokenizer's eos_token or know the token by name, and stop; so the same folder works
in one program and never ends in the next. The finding names both, from each runtime's own rules.

Example: the template ends turns with `<|im_end|>` (248046) and generation_config.json says
`"eos_token_id": 248044`, which is `<|endoftext|>`.

Remedy: `"eos_token_id": [248046, 248044]`, the turn end first, for readers of one id take the
first. The old ids stay: they do no harm.

This finding says and mends what EOS002, EOS005, EOS007, EOS014, EOS015 and others would say of
the same lists, so a diagnosis leaves those out. A base model that only ships a chat template is
EOS023.
"""

from collections.abc import Iterator

from endstop.checkpoints.turn_end import Closing
from endstop.doctor.checks.check import Check
from endstop.doctor.checks.stop_lists.end_list_fix import list_fix, wanted_list
from endstop.doctor.facts.base_model import is_untaught_base
from endstop.doctor.facts.subject import Subject
from endstop.doctor.facts.unlisted_turn_end import (
    consequence,
    unlisted_turn_end,
    wanted_evidence,
)
from endstop.doctor.finding import Finding, Severity
from endstop.translation import _


def run(subject: Subject) -> Iterator[Finding]:
    """One finding for the model, whatever the number of runtimes."""
    if subject.turn_end.closing not in (Closing.CLOSED, Closing.LAZY):
        return
    unlisted = unlisted_turn_end(subject)
    if unlisted is None or is_untaught_base(subject):
        return
    yield Finding(
        "EOS001",
        Severity.ERROR,
        _("The turn end is not in the stop list"),
        consequence(subject, unlisted),
        unlisted.listed.file,
        (wanted_evidence(unlisted, wanted_list(subject)),),
        list_fix(subject, automatic=True),
    )


CHECK = Check("EOS001", "turn-end-not-listed", run)
