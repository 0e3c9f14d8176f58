"""A prompt as the model's chat template writes it, in a process that is kept within limits."""

from functools import partial
from typing import Any

from endstop.checkpoints.template_process import LimitError, TemplateProcess
from endstop.engines.engine import Cancelled
from endstop.errors import ModelError
from endstop.translation import _


def user_turn(
    model: Any,
    processor: Any,
    templates: TemplateProcess,
    prompt: str,
    pages: int,
    cancelled: Cancelled,
) -> str:
    """What mlx-vlm's `apply_chat_template` returns, with the template kept out of this process.

    The messages are mlx-vlm's; the template and its variables are those that `get_chat_template`
    (mlx_vlm 0.7.10) and `apply_chat_template` (transformers 5.24) would use. Without a template
    mlx-vlm joins plain words, and renders nothing.
    """
    from mlx_vlm.prompt_utils import apply_chat_template

    words = partial(
        apply_chat_template,
        processor,
        model.config,
        prompt,
        num_images=pages,
        enable_thinking=False,
    )
    template, tokenizer = _template(processor)
    if template is None:
        return str(words())
    variables = {
        "messages": [_told(message) for message in words(return_messages=True)],
        "tools": None,
        "documents": None,
        "add_generation_prompt": True,
        **tokenizer.special_tokens_map,
        "enable_thinking": False,
    }
    try:
        rendering = templates.prompt(template, variables, cancelled)
    except LimitError as error:
        raise _refused(str(error)) from error
    if rendering.error:
        raise _refused(rendering.error)
    return rendering.text


def _template(processor: Any) -> tuple[str | None, Any]:
    """The template that is used, and the tokenizer whose special tokens are its variables."""
    tokenizer = getattr(processor, "tokenizer", processor)
    for holder in (processor, tokenizer):
        found = getattr(holder, "chat_template", None)
        if isinstance(found, dict):
            if "default" not in found:
                raise _refused(_("there are several, and none is the default one"))
            found = found["default"]
        if found is not None:
            return str(found), tokenizer
    return None, tokenizer


def _told(message: dict[str, Any]) -> dict[str, Any]:
    """A message without what is None in it, as transformers passes it on."""
    return {key: value for key, value in message.items() if value is not None}


def _refused(reason: str) -> ModelError:
    return ModelError(
        _("The chat template of the model does not write the prompt: {reason}.").format(
            reason=reason
        ),
        _("Examine the model's folder; its template may be broken."),
    )
