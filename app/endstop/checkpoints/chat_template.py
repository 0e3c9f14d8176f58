"""Render a chat template as the runtimes do, in a sandbox and in this process.

A template is foreign code: call this only where it may hang or fill the memory
(`template_process`). The environment is the one of transformers' `apply_chat_template` (5.24,
`utils/chat_template_utils.py`): trimmed blocks, loop controls, `generation` blocks,
`raise_exception`, `strftime_now`, `tojson` without escapes.
"""

import datetime as dt
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import jinja2
from jinja2 import nodes
from jinja2.ext import Extension, loopcontrols
from jinja2.parser import Parser
from jinja2.sandbox import ImmutableSandboxedEnvironment
from typing_extensions import override

from endstop.checkpoints.reason import short_reason

LONGEST = 200_000  # characters of a rendered conversation
LONGEST_PROMPT = 4_000_000  # characters; no model holds a million tokens of a prompt
_ABSENT: tuple[dict[str, Any], ...] = (  # what a runtime passes where there are no tools
    {"tools": None, "documents": None},
    {"tools": [], "documents": []},
    {"tools": [], "functions": "", "datetime": "", "date_string": "", "builtin_tools": []},
)
Message = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Conversation:
    """What to render: the messages, with contents as texts.

    `must_show` are texts without which a rendering does not count. `prompt` asks for the
    generation prompt; `variables` are further ones of the template.
    """

    messages: tuple[Message, ...]
    must_show: tuple[str, ...]
    prompt: bool = False
    variables: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Rendering:
    """The conversation as text; empty where the template refuses it, and `error` says why.

    `beyond_limits`: it took more time or memory than a template may, or ended the process.
    """

    text: str = ""
    error: str = ""
    beyond_limits: bool = False


class _GenerationBlock(Extension):
    """`{% generation %}` marks the assistant's text for training; it renders as its content."""

    tags = {"generation"}  # noqa: RUF012 - jinja2 declares it so

    @override
    def parse(self, parser: Parser) -> nodes.Node | list[nodes.Node]:
        line = next(parser.stream).lineno
        body = parser.parse_statements(("name:endgeneration",), drop_needle=True)
        return nodes.Scope(body, lineno=line)


def render(
    template: str, names: Mapping[str, str], conversations: Sequence[Conversation]
) -> tuple[Rendering, ...]:
    """Each conversation as the template writes it.

    `names` are the special tokens by their variable. Templates differ in what they accept: a
    content as a text or as a list of parts, a call's arguments as an object or as JSON, no tools
    as none or as an empty list. All are tried, the usual form first.
    """
    try:
        compiled = _environment().from_string(template)
    except Exception as error:  # a foreign template may raise anything
        refusal = Rendering("", short_reason(error), isinstance(error, MemoryError))
        return (refusal,) * len(conversations)
    return tuple(_render(compiled, names, conversation) for conversation in conversations)


def render_prompt(template: str, variables: Mapping[str, Any]) -> Rendering:
    """One prompt, with the very variables that a runtime passes."""
    try:
        pieces = _environment().from_string(template).generate(**variables)
        return Rendering(_bounded(pieces, LONGEST_PROMPT))
    except Exception as error:  # a foreign template may raise anything
        return Rendering("", short_reason(error), isinstance(error, MemoryError))


def token_content(token: Any) -> str:
    """The text of a token setting, which is a string or an AddedToken object."""
    if isinstance(token, dict):
        token = token.get("content")
    return token if isinstance(token, str) else ""


def _render(
    compiled: jinja2.Template, names: Mapping[str, str], conversation: Conversation
) -> Rendering:
    """The first form of the conversation that shows what it must; else the first error."""
    error = ""
    for absent in _ABSENT:
        variables = {**absent, **names, **conversation.variables}
        for messages in forms(conversation.messages):
            try:
                text = _bounded(
                    compiled.generate(
                        messages=messages, add_generation_prompt=conversation.prompt, **variables
                    )
                )
            except (RecursionError, MemoryError) as raised:  # no other form will help
                return Rendering("", short_reason(raised), isinstance(raised, MemoryError))
            except Exception as raised:
                error = error or short_reason(raised)
                continue
            if all(wanted in text for wanted in conversation.must_show):
                return Rendering(text)
    return Rendering(error=error or "the conversation's texts do not show")


def _bounded(pieces: Iterator[str], longest: int = LONGEST) -> str:
    """The pieces as one text; ValueError beyond the longest that is looked at."""
    found: list[str] = []
    length = 0
    for piece in pieces:
        length += len(piece)
        if length > longest:
            raise ValueError(f"it writes more than {longest:,} characters")
        found.append(piece)
    return "".join(found).encode("utf-8", "replace").decode("utf-8")  # no half surrogate pairs


def forms(messages: tuple[Message, ...]) -> Iterator[list[Message]]:
    """The messages in every form that some template wants."""
    calls = any("tool_calls" in message for message in messages)
    for arguments_as_text in (False, True) if calls else (False,):
        written = [_with_arguments_as_text(m) if arguments_as_text else m for m in messages]
        yield written
        yield [dict(m, content=[{"type": "text", "text": m["content"]}]) for m in written]
        if calls:
            yield [dict(m, content=m["content"] or None) for m in written]


def _with_arguments_as_text(message: Message) -> Message:
    calls = [
        dict(call, function=dict(function, arguments=json.dumps(function["arguments"])))
        for call in message.get("tool_calls", ())
        for function in [call["function"]]
    ]
    return dict(message, tool_calls=calls) if calls else message


def _environment() -> ImmutableSandboxedEnvironment:
    environment = ImmutableSandboxedEnvironment(
        trim_blocks=True, lstrip_blocks=True, extensions=[_GenerationBlock, loopcontrols]
    )
    environment.globals["raise_exception"] = _refuse
    environment.globals["strftime_now"] = _now
    environment.filters["tojson"] = _to_json
    return environment


def _refuse(message: str) -> None:
    """What templates call to reject a conversation."""
    raise jinja2.TemplateError(message)


def _now(form: str) -> str:
    return dt.datetime.now().astimezone().strftime(form)


def _to_json(
    value: Any,
    ensure_ascii: bool = False,
    indent: int | None = None,
    separators: tuple[str, str] | None = None,
    sort_keys: bool = False,
) -> str:
    return json.dumps(
        value,
        ensure_ascii=ensure_ascii,
        indent=indent,
        separators=separators,
        sort_keys=sort_keys,
    )
