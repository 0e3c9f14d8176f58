"""Ask the model for its JSON style: let it write its first member freely, then forget that."""

from endstop.engines.engine import Cancelled, Separators
from endstop.engines.mlx.cache_copies import copies
from endstop.engines.mlx.decode import Decoder, Limits
from endstop.engines.mlx.host.host import Host
from endstop.engines.mlx.pass_cost import PassCost
from endstop.engines.mlx.prefill import Prefix
from endstop.engines.separators import separators_of
from endstop.engines.stop import StopReason, StopReport, StopSet
from endstop.errors import CancelledError

_LONGEST_LOOK = 40  # tokens
_USUAL = Separators.SPACED  # what `json.dumps` writes, and so most training data


def preferred_separators(
    host: Host, prefix: Prefix, stop_set: StopSet, cancelled: Cancelled
) -> tuple[Separators, int]:
    """The model's own style after this prompt, and the passes that it took to find out.

    Raises CancelledError between passes.
    """
    decoder = Decoder(host, stop_set, None, PassCost())
    aside = Prefix(copies(prefix.cache), prefix.pending, prefix.prompt_tokens, 0, 0)
    text = ""
    for item in decoder.decode(aside, Limits(_LONGEST_LOOK), cancelled):
        if isinstance(item, StopReport) and item.reason is StopReason.CANCELLED:
            raise CancelledError
        text += "" if isinstance(item, StopReport) or item.special else item.text
        if found := separators_of(text):
            return found, decoder.tally.forward_passes
    return _USUAL, decoder.tally.forward_passes
