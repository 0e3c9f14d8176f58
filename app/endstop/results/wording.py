"""How a generation ended, in a sentence that window and command line share."""

from typing import assert_never

from endstop.engines.stop import StopReason, StopReport
from endstop.translation import _


def stop_sentence(stop: StopReport) -> str:
    """Why it stopped, at which token, and whether the patch did it."""
    match stop.reason:
        case StopReason.STOP_TOKEN | StopReason.GRAMMAR_END:
            ended = _("Stopped at {token} ({id}).").format(token=stop.text, id=stop.id)
            if stop.reason is StopReason.GRAMMAR_END:
                ended += " " + _("The grammar left nothing else.")
            if stop.patched:
                ended += " " + _("The model's own stop list lacks it: the patch ended this run.")
            return ended
        case StopReason.LENGTH:
            return _("Cut at the limit of tokens or time.")
        case StopReason.REPETITION:
            return _("Cut because the answer repeated itself.")
        case StopReason.CANCELLED:
            return _("Stopped by you.")
        case _:
            assert_never(stop.reason)
