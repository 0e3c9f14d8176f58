"""A file that runtimes read for ends and tokens cannot be read.

What: a JSON file of the folder is cut short, no JSON object, not plain UTF-8, too large or nested
too deeply; or the tokenizer library refuses tokenizer.json; or a weight file is missing, cut
short or broken.

Why it hurts: runtimes take it in different ways. transformers treats a broken
generation_config.json as missing and falls back to config.json; others fail to load, or go on
without the tokenizer's end. And what the file would have said cannot be judged here either.

Example: a download that ended in the middle of generation_config.json.

Remedy: get the file again. An error for the files that nothing works without (config.json and the
tokenizer's), else a warning.
"""

from collections.abc import Iterator

from endstop.checkpoints.listed_ends import CONFIG, GENERATION_CONFIG, TOKENIZER_CONFIG
from endstop.doctor.checks.check import Check
from endstop.doctor.facts.phrases import shortened
from endstop.doctor.facts.subject import Subject
from endstop.doctor.finding import Evidence, Finding, Fix, Severity
from endstop.doctor.runtimes.eos_setting import FileState, file_state
from endstop.translation import _

_TOKENIZER = "tokenizer.json"
_NEEDED = (CONFIG, TOKENIZER_CONFIG, _TOKENIZER)
_READ = (
    GENERATION_CONFIG,
    CONFIG,
    TOKENIZER_CONFIG,
    "special_tokens_map.json",
    "added_tokens.json",
    "chat_template.json",
)


def run(subject: Subject) -> Iterator[Finding]:
    """A finding for each file."""
    checkpoint = subject.checkpoint
    reasons = {name: _reason(subject, name) for name in _READ}
    reasons[_TOKENIZER] = checkpoint.tokenizer_error
    reasons |= {problem.file: problem.reason for problem in checkpoint.weights.problems}
    if checkpoint.gguf is not None:
        reasons[checkpoint.gguf.path.name] = checkpoint.gguf.error
    for name, reason in reasons.items():
        if reason is None:
            continue
        message = _("{file} cannot be read: {reason}.").format(file=name, reason=shortened(reason))
        yield Finding(
            "EOS024",
            Severity.ERROR if name in _NEEDED else Severity.WARNING,
            _("A file cannot be read"),
            message,
            name,
            (Evidence(name, shortened(reason)),),
            Fix(_("Get {file} again from where the model came").format(file=name), automatic=False),
        )


def _reason(subject: Subject, name: str) -> str | None:
    """Why runtimes cannot read a JSON file; a byte order mark stops them too."""
    error = subject.checkpoint.json_file(name).error
    state = file_state(subject.checkpoint, name)
    if error is None and state not in (FileState.READ, FileState.MISSING):
        return _("it begins with a byte order mark")
    return error


CHECK = Check("EOS024", "unreadable-file", run)
