"""Several runtimes refuse these files instead of running them.

What: a setting is of a kind that a runtime's loader does not take: a token that is neither a text
nor an object, a configuration value of the wrong type.

Why it hurts: the model does not load there, or fails at the first token, with an error that names
neither the file nor the setting.

Example: `"pad_token": 5` in tokenizer_config.json, which must be a token's text.

Remedy: what the finding names, in the file that it names.

A warning, for other runtimes may run the model. What one runtime alone does not take (a tokenizer
that is no tokenizer.json) is its limit and no finding. Where the cause is a finding of its own
(EOS006, EOS009, EOS024) that covers this.
"""

from collections.abc import Iterator

from endstop.doctor.checks.check import Check
from endstop.doctor.facts.generating import generates
from endstop.doctor.facts.phrases import runtimes
from endstop.doctor.facts.subject import Subject
from endstop.doctor.finding import Evidence, Finding, Severity
from endstop.translation import _


def run(subject: Subject) -> Iterator[Finding]:
    """One finding for a model that several runtimes refuse, with the first one's reason."""
    refusing = {name: one.why for name, one in subject.stop_sets.items() if one.refuses}
    if len(refusing) < 2 or not generates(subject.checkpoint):
        return
    names, why = runtimes(refusing), next(iter(refusing.values()))
    message = _("{runtimes} will not load this model. {why}").format(runtimes=names, why=why)
    title = _("Some runtimes refuse these files")
    evidence = tuple(Evidence(name.value, reason) for name, reason in refusing.items())
    yield Finding("EOS025", Severity.WARNING, title, message, "", evidence)


CHECK = Check("EOS025", "runtime-refuses", run, covered_by=("EOS006", "EOS009", "EOS024"))
