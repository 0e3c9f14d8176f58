"""The folder brings code that loaders run.

What: a setting names Python code of the folder's own, or of another folder or repository: auto_map
in the settings of the model, the tokenizer or a processor, model_file or custom_pipelines in
config.json; or the folder holds custom_generate/generate.py.

Why it hurts: mlx-vlm runs model_file at once and trusts the tokenizer's auto_map by default;
transformers, mlx-lm and servers run the code when told to trust the folder. It runs with all the
rights of the user, before the first token. Endstop runs none of it and does not load such a folder.
Many such keys are left over from the time before the libraries knew the architecture themselves.

Example: `"auto_map": {"AutoTokenizer": ["tokenization_x.XTokenizer", null]}`.

Remedy: remove the key; where the libraries know the architecture, the model runs as before. Else
read the code first.

A Python file that nothing names is not run, and is no finding.
"""

from collections.abc import Iterator
from itertools import islice

from endstop.checkpoints.folder_code import FolderCode, find_folder_code
from endstop.doctor.checks.check import Check
from endstop.doctor.facts.phrases import shortened
from endstop.doctor.facts.subject import Subject
from endstop.doctor.finding import Evidence, Finding, Fix, Severity
from endstop.translation import _

_MOST = 12  # classes and files that a finding lists of one key


def run(subject: Subject) -> Iterator[Finding]:
    """A finding for each key that names code."""
    for code in find_folder_code(subject.checkpoint):
        yield Finding(
            "EOS026",
            Severity.ERROR,
            _("The folder brings code that loaders run"),
            _message(code),
            code.file,
            tuple(Evidence(key, text) for key, text in islice(code.references, _MOST)),
            Fix(_advice(code), automatic=False),
        )


def _message(code: FolderCode) -> str:
    if not code.path:
        return _("{file} replaces the way the model generates.").format(file=code.file)
    named = ", ".join(shortened(text) for _key, text in islice(code.references, _MOST))
    return _("{key} in {file} names code: {named}.").format(
        key=code.key, file=code.file, named=named
    )


def _advice(code: FolderCode) -> str:
    if not code.path:
        return _("Remove {file}").format(file=code.file)
    return _("Remove {key} from {file}").format(key=code.key, file=code.file)


CHECK = Check("EOS026", "brings-code", run)
