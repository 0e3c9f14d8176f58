"""mlx-vlm's own loop, the anchor: it must write the same tokens, and its time is the measure."""

import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from PIL import Image

from endstop.engines.engine import Generation
from endstop.engines.grammar import Guide, compile_grammar
from endstop.engines.stop import StopSet


class Peer:
    """mlx-vlm's own loop on the same pages and prompt, with the same grammar and stop set."""

    def __init__(self, model: Path, stop_set: StopSet) -> None:
        import llguidance.hf
        from mlx_vlm import load

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # mlx-vlm takes one for a reason to go another way
            self._model, self._processor = load(str(model))
        self._processor.tokenizer.stopping_criteria.add_eos_token_ids(sorted(stop_set.ids))
        self._stop_ids = stop_set.ids
        self._vocabulary = llguidance.hf.from_tokenizer(
            self._processor.tokenizer, eos_token=sorted(stop_set.ids, reverse=True)
        )

    def prepared(self, generation: Generation) -> Callable[[], Iterator[int]]:
        """A call that writes the answer: its token ids as they come, the stop token last."""
        from mlx_vlm import stream_generate
        from mlx_vlm.prompt_utils import apply_chat_template

        pages = generation.pages
        prompt = apply_chat_template(
            self._processor,
            self._model.config,
            generation.prompt,
            num_images=len(pages),
            enable_thinking=False,
        )
        images = [Image.frombytes("RGB", (page.width, page.height), page.rgb) for page in pages]
        assert generation.constraint is not None
        grammar = compile_grammar(generation.constraint)

        def answer() -> Iterator[int]:
            chunks = stream_generate(
                self._model,
                self._processor,
                prompt,
                image=images or None,
                max_tokens=generation.max_tokens,
                temperature=0.0,
                logits_processors=[_Mask(Guide(grammar, self._vocabulary), self._stop_ids)],
            )
            return (chunk.token for chunk in chunks)

        return answer


class _Mask:
    """The grammar as a logits processor; it sees the tokens written so far."""

    def __init__(self, guide: Guide, stop_ids: frozenset[int]) -> None:
        self._guide = guide
        self._stop_ids = stop_ids
        self._started = self._ended = False

    def __call__(self, tokens: Any, logits: Any) -> Any:
        import mlx.core as mx

        if self._started and not self._ended:
            token_id = int(tokens[-1].item())
            self._ended = token_id in self._stop_ids
            if not self._ended:
                self._guide.accept([token_id])
        self._started = True
        if self._ended:  # mlx-vlm's loop looks one token beyond the stop token
            return logits
        allowed = mx.array(self._guide.allowed(logits.shape[-1]))
        return mx.where(allowed, logits, -mx.inf)
