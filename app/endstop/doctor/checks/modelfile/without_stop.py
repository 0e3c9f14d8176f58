"""A Modelfile that leaves Ollama without a template, or without a stop for the turn end.

What: FROM names a local file, and there is no TEMPLATE, or the turn end is neither an end that the
engine below knows nor a `PARAMETER stop`.

Why it hurts: without TEMPLATE Ollama looks whether the model's own chat template is close to one of
those it ships; if none is, the prompt is sent bare and the model talks on as a base model does.
Without a stop it runs past the end of the turn.

Example: a Modelfile of the one line `FROM ./model.gguf` for a model with no chat template.

Remedy: TEMPLATE and `PARAMETER stop`, as the fix writes them for ChatML.
"""

from collections.abc import Iterator

from endstop.checkpoints.modelfile import NAME, Modelfile
from endstop.doctor.checks.check import Check
from endstop.doctor.checks.gguf.end_fix import gguf_ends
from endstop.doctor.facts.subject import Subject
from endstop.doctor.finding import Evidence, Finding, Fix, Severity, TextEdit
from endstop.doctor.runtimes.llama_cpp_ends import END_TEXTS
from endstop.translation import _

_CHATML = ("<|im_start|>", "<|im_end|>")
_CHATML_TEMPLATE = '''TEMPLATE """{{ range .Messages }}<|im_start|>{{ .Role }}
{{ .Content }}<|im_end|>
{{ end }}<|im_start|>assistant
"""'''


def run(subject: Subject) -> Iterator[Finding]:
    """A finding for a missing template, or else for a missing stop."""
    modelfile = subject.checkpoint.modelfile
    if modelfile is None or modelfile.renderer or not _local(subject, modelfile):
        return
    stops = _stops(subject, modelfile)
    if modelfile.template is None:
        yield _no_template(subject, modelfile, stops)
    elif not stops and subject.turn_end.markers:
        yield _no_stop(subject)


def _local(subject: Subject, modelfile: Modelfile) -> bool:
    """Whether FROM is a file or folder; a model of the library brings its own template."""
    source = modelfile.source
    if source.startswith((".", "/", "~")) or source.lower().endswith(".gguf"):
        return True
    return bool(source) and (subject.checkpoint.folder / source).exists()


def _stops(subject: Subject, modelfile: Modelfile) -> bool:
    """Whether generation ends at the turn end, by the engine or by a stop text."""
    texts = {marker.text for marker in subject.turn_end.markers}
    if any(stop and any(stop in text for text in texts) for stop in modelfile.stops):
        return True
    seen = gguf_ends(subject)
    if seen is None:
        return bool(texts & END_TEXTS)
    return bool(seen.ends.keys() & set(seen.turn_end.values()))


def _no_template(subject: Subject, modelfile: Modelfile, stops: bool) -> Finding:
    known = bool(subject.checkpoint.templates)
    if known:
        message = _(
            "Ollama uses the model's chat template only if it is close to one that Ollama ships. "
            "If it is not, the prompt goes out bare and nothing says where a turn ends."
        )
    else:
        message = _(
            "The model brings no chat template and the Modelfile gives none: Ollama sends the "
            "prompt bare, and the model writes on without an end."
        )
    return Finding(
        "EOS054",
        Severity.INFO if known and stops else Severity.ERROR,
        _("The Modelfile has no TEMPLATE"),
        message,
        NAME,
        (Evidence("TEMPLATE", None), Evidence("PARAMETER stop", list(modelfile.stops))),
        _template_fix(subject),
    )


def _no_stop(subject: Subject) -> Finding:
    text = subject.turn_end.markers[0].text
    line = f'PARAMETER stop "{text}"'
    return Finding(
        "EOS054",
        Severity.ERROR,
        _("The Modelfile does not stop at {text}").format(text=text),
        _(
            "Turns end with {text}. It is no end that the engine knows, and no PARAMETER stop "
            "names it: Ollama runs past the end of the turn."
        ).format(text=text),
        NAME,
        (Evidence("PARAMETER stop", None, text),),
        Fix(_("Add {line}").format(line=line), automatic=True, edits=(TextEdit(NAME, (line,)),)),
    )


def _template_fix(subject: Subject) -> Fix:
    """The template and stops of ChatML where the turns are such; else advice."""
    texts = {marker.text for marker in subject.turn_end.markers}
    if not (_CHATML[1] in texts and _CHATML[0] in subject.checkpoint.added_tokens):
        return Fix(_("Add TEMPLATE, and PARAMETER stop with the turn end"), automatic=False)
    stops = tuple(f'PARAMETER stop "{text}"' for text in _CHATML)
    return Fix(
        _("Add the ChatML template and its stops"),
        automatic=True,
        edits=(TextEdit(NAME, (_CHATML_TEMPLATE, *stops)),),
    )


CHECK = Check("EOS054", "modelfile-without-stop", run)
