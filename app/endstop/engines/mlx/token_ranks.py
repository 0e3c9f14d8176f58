"""How tokens stand at the end of a finished answer: the model is asked, nothing is written."""

from collections.abc import Collection
from typing import TYPE_CHECKING

from endstop.engines.engine import Cancelled, Generation, TokenRank
from endstop.engines.mlx.host.host import Host
from endstop.engines.mlx.prefill import prefill
from endstop.engines.mlx.prefix_store import PrefixStore

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def ranks_after(
    host: Host,
    prefixes: PrefixStore,
    generation: Generation,
    answer: str,
    ids: Collection[int],
    cancelled: Cancelled,
) -> tuple[TokenRank, ...]:
    """The likeliest token after `answer`, then each of `ids` that is another one."""
    tokenizer = host.tokenizer
    probabilities = _probabilities(host, prefixes, generation, answer, cancelled)
    probabilities = probabilities[: host.known]
    likeliest = int(probabilities.argmax())
    wanted = [likeliest, *(i for i in ids if i != likeliest and i < len(probabilities))]
    return tuple(
        TokenRank(
            token_id,
            str(tokenizer.convert_ids_to_tokens(token_id)),
            float(probabilities[token_id]),
            1 + int((probabilities > probabilities[token_id]).sum()),
        )
        for token_id in wanted
    )


def _probabilities(
    host: Host,
    prefixes: PrefixStore,
    generation: Generation,
    answer: str,
    cancelled: Cancelled,
) -> "NDArray[np.float32]":
    """The softmax over the next token, shape (vocabulary,)."""
    import mlx.core as mx
    import numpy as np

    reading = prefill(
        host,
        generation.pages,
        generation.prompt,
        prefixes,
        cancelled,
    )
    try:
        while True:
            next(reading)
    except StopIteration as end:
        prefix = end.value
    ids = mx.array([[prefix.pending, *host.ids_of(answer)]])
    return np.array(mx.softmax(host.logits(ids, prefix.cache)))
