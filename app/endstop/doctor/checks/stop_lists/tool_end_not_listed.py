"""The token that ends a tool call, or a completion in the middle, is not listed.

What: the template closes a turn that calls a tool with another token than an answer, or
names such a token (`<|eom_id|>`, `<|call|>`, `<|observation|>`, `<|tool_response>`), and no list
of ends has it. Or a base model for code fills in the middle and its file separator is not listed.

Why it hurts: the model says its call and waits for the result; nobody stops it, so it invents the
result and goes on. A completion in the middle runs into the next file.

Example: Llama 3.1 ends a call of a built-in tool with `<|eom_id|>` (128008); eos_token_id has
128001 and 128009.

Remedy: list the token too, if the model is to call tools. A warning: without tools nothing is
lost. For completion in the middle a remark, since most runtimes take such ends with each request.
"""

from collections.abc import Iterator

from endstop.checkpoints.listed_ends import GENERATION_CONFIG, id_lists, tokenizer_end
from endstop.doctor.checks.check import Check
from endstop.doctor.checks.stop_lists.end_list_fix import list_fix, wanted_list
from endstop.doctor.facts.phrases import names
from endstop.doctor.facts.subject import Subject
from endstop.doctor.finding import Evidence, Finding, Severity
from endstop.translation import _

_TOOL_ENDS = ("<|eom_id|>", "<|call|>", "<|observation|>", "<|tool_response>")
_MIDDLES = ("<fim_middle>", "<|fim_middle|>", "<fim-middle>")
_FILE_ENDS = ("<file_sep>", "<|file_sep|>", "<|file_separator|>")


def run(subject: Subject) -> Iterator[Finding]:
    """One finding for calls, one for completion."""
    places = (*id_lists(subject.checkpoint), tokenizer_end(subject.checkpoint))
    listed = {token_id for place in places for token_id in place.ids}
    if missing := _tool_ends(subject, listed):
        message = _(
            "{template} ends tool calls with {tokens}, which no file lists: the model goes on to "
            "invent the result."
        ).format(template=subject.turn_end.file, tokens=names(subject, missing))
        title = _("The end of tool calls is not listed")
        yield _finding(subject, Severity.WARNING, title, message, missing)
    if missing := _file_ends(subject, listed):
        message = _(
            "The vocabulary fills in the middle, and {tokens}, which ends such completions, is "
            "not listed."
        ).format(tokens=names(subject, missing))
        title = _("The end of completions is not listed")
        yield _finding(subject, Severity.INFO, title, message, missing)


def _tool_ends(subject: Subject, listed: set[int]) -> list[int]:
    """The ends of calls of which none, or not that by name, is listed."""
    turn_end = subject.turn_end
    shown = [marker.id for marker in turn_end.tool_markers if marker.id is not None]
    missing = [] if listed & set(shown) or turn_end.ids & set(shown) else shown
    text = "".join(template.text for template in subject.checkpoint.templates)
    for name in _TOOL_ENDS:
        token_id = subject.checkpoint.token_id(name) if name in text else None
        if token_id is not None and token_id not in listed | turn_end.ids | turn_end.used_inside:
            missing.append(token_id)
    return list(dict.fromkeys(missing))


def _file_ends(subject: Subject, listed: set[int]) -> list[int]:
    """The file separator of a model that completes code and has no chat template."""
    checkpoint = subject.checkpoint
    if checkpoint.templates or not any(checkpoint.token_id(text) for text in _MIDDLES):
        return []
    ids = [checkpoint.token_id(text) for text in _FILE_ENDS]
    return [i for i in ids if i is not None and i not in listed]


def _finding(
    subject: Subject, severity: Severity, title: str, message: str, missing: list[int]
) -> Finding:
    found = subject.checkpoint.generation_config.get("eos_token_id")
    evidence = Evidence("eos_token_id", found, wanted_list(subject, also=missing))
    fix = list_fix(subject, automatic=False, also=missing)
    return Finding("EOS016", severity, title, message, GENERATION_CONFIG, (evidence,), fix)


CHECK = Check("EOS016", "tool-end-not-listed", run)
