"""The marked conversations that show how a template closes a turn."""

from enum import StrEnum
from typing import Any

from endstop.checkpoints.chat_template import Conversation, Message

QUESTION, ANSWER, NEXT = "zqQUESTIONzq", "zqANSWERzq", "zqNEXTzq"
THOUGHT, ARGUMENT, ARGUMENT_2, RESULT = "zqTHOUGHTzq", "zqARGzq", "zqSECONDzq", "zqRESULTzq"
_FUNCTION = "zqFUNCTIONzq"


class Shown(StrEnum):
    """What a conversation shows."""

    QUESTION = "a question"
    PROMPT = "the generation prompt after it"
    ANSWER = "the tail after an answer"
    NEXT = "the gap between an answer and the next question"
    THOUGHT = "what a thinking turn holds"
    CALL = "the tail after a tool call"
    CALLS = "what stands between two calls"
    RESULT = "the gap between a call and its result"
    BUILT_IN = "the tail after a call where the runtime has tools of its own"


def conversations_for(template: str) -> dict[Shown, Conversation]:
    """What to render with a template."""
    question = {"role": "user", "content": QUESTION}
    answer = {"role": "assistant", "content": ANSWER}
    thinking = dict.fromkeys(("reasoning_content", "reasoning", "thinking"), THOUGHT)
    call = _calling(ARGUMENT)
    result = {"role": "tool", "name": _FUNCTION, "content": RESULT, "tool_call_id": _id(0)}
    table = {
        Shown.QUESTION: Conversation((question,), (QUESTION,)),
        Shown.PROMPT: Conversation((question,), (QUESTION,), prompt=True),
        Shown.ANSWER: Conversation((question, answer), (QUESTION, ANSWER)),
        Shown.NEXT: Conversation(
            (question, answer, {"role": "user", "content": NEXT}), (QUESTION, ANSWER, NEXT)
        ),
        Shown.THOUGHT: Conversation((question, answer | thinking), (QUESTION, THOUGHT, ANSWER)),
        Shown.CALL: Conversation((question, call), (QUESTION, ARGUMENT)),
        Shown.CALLS: Conversation(
            (question, _calling(ARGUMENT, ARGUMENT_2)), (ARGUMENT, ARGUMENT_2)
        ),
        Shown.RESULT: Conversation((question, call, result), (ARGUMENT, RESULT)),
    }
    if "builtin_tools" in template:
        table[Shown.BUILT_IN] = Conversation(
            (question, call), (QUESTION, ARGUMENT), variables={"builtin_tools": ["search"]}
        )
    return table


def _calling(*arguments: str) -> Message:
    """An assistant turn that calls a function once for each argument."""
    calls: list[dict[str, Any]] = [
        {
            "id": _id(number),
            "type": "function",
            "function": {"name": _FUNCTION, "arguments": {"key": argument}},
        }
        for number, argument in enumerate(arguments)
    ]
    return {"role": "assistant", "content": "", "tool_calls": calls}


def _id(number: int) -> str:
    """A call's id; Mistral's templates want nine letters or digits."""
    return f"call0000{number}"
