"""Render a chat template as the runtimes do, in a sandbox.

The environment is the one of transformers' `apply_chat_template` (5.24,
`utils/chat_template_utils.py`): trimmed blocks, loop controls, `generation` blocks,
`raise_exception`, `strftime_now`, `tojson` without escapes.
"""

import datetime as dt
import json
from collections.abc import Sequence
from typing import Any

import jinja2
from jinja2 import nodes
from jinja2.ext import Extension, loopcontrols
from jinja2.parser import Parser
from jinja2.sandbox import ImmutableSandboxedEnvironment
from typing_extensions import override

_TOKEN_NAMES = ("bos_token", "eos_token", "pad_token", "unk_token")
Message = dict[str, Any]


class _GenerationBlock(Extension):
    """`{% generation %}` marks the assistant's text for training; it renders as its content."""

    tags = {"generation"}  # noqa: RUF012 - jinja2 declares it so

    @override
    def parse(self, parser: Parser) -> nodes.Node | list[nodes.Node]:
        line = next(parser.stream).lineno
        body = parser.parse_statements(("name:endgeneration",), drop_needle=True)
        return nodes.Scope(body, lineno=line)


def render(
    template: str, settings: dict[str, Any], messages: Sequence[Message], must_show: str
) -> str:
    """The conversation as text; empty where the template refuses it or drops `must_show`.

    `settings` is tokenizer_config.json. Some templates want a content as a string, others as a
    list of parts; both are tried.
    """
    environment = _environment()
    names = {name: token_content(settings.get(name)) for name in _TOKEN_NAMES}
    parts = [
        dict(message, content=[{"type": "text", "text": message["content"]}])
        for message in messages
    ]
    for form in (messages, parts):
        try:
            text = environment.from_string(template).render(messages=form, **names)
        except Exception:  # noqa: S112 - a foreign template may raise anything
            continue
        if must_show in text:
            return text
    return ""


def token_content(token: Any) -> str:
    """The text of a token setting, which is a string or an AddedToken object."""
    if isinstance(token, dict):
        token = token.get("content")
    return token if isinstance(token, str) else ""


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


def _to_json(value: Any, indent: int | None = None) -> str:
    return json.dumps(value, ensure_ascii=False, indent=indent)
