"""A model that mlx-vlm 0.7.10 loaded, as the rest of the engine knows it."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from endstop.checkpoints.template_process import TemplateProcess
from endstop.documents.source import PageImage
from endstop.engines.engine import Cancelled
from endstop.engines.mlx.families import Family
from endstop.engines.mlx.host.chat import user_turn
from endstop.engines.mlx.host.embedding import EmbeddedPrompt, embed, embed_rest
from endstop.engines.mlx.host.page_inputs import PageInputs, adds_special_tokens, page_inputs

if TYPE_CHECKING:
    import mlx.core as mx

CHUNK = 512  # prompt tokens a forward pass
Cache = list[Any]  # one of mlx-vlm's caches a layer; passes change it in place


class Host:
    """Lays out prompts, embeds them with their pages and runs the text model."""

    def __init__(self, model: Any, processor: Any, family: Family) -> None:
        """`model` and `processor` are mlx-vlm's; `model` is an `mlx.nn.Module`."""
        self.model = model
        self._processor = processor
        self._templates = TemplateProcess("endstop-prompts")
        self._family = family

    @property
    def tokenizer(self) -> Any:
        """A fast transformers tokenizer."""
        return self._processor.tokenizer

    @property
    def known(self) -> int:
        """How many ids the tokenizer knows; the model may have more."""
        return len(self.tokenizer)

    @property
    def placeholder(self) -> str:
        """What stands for a page in a prompt."""
        return self._family.placeholder

    @property
    def context(self) -> int | None:
        """The tokens that the model was made for, None if it does not say."""
        return getattr(self.model.config.text_config, "max_position_embeddings", None) or None

    def laid_out(self, prompt: str, pages: int, cancelled: Cancelled) -> str:
        """One user turn as the chat template writes it: pages and `prompt`; thinking off.

        Raises ModelError if the template does not write it, CancelledError if `cancelled`.
        """
        return user_turn(self.model, self._processor, self._templates, prompt, pages, cancelled)

    def ids_of(self, text: str, *, whole: bool = False) -> list[int]:
        """The token ids of a piece of a prompt, or of one that is `whole`."""
        special = whole and adds_special_tokens(self.model, self._processor)
        ids: list[int] = self.tokenizer(text, add_special_tokens=special).input_ids
        return ids

    def text_of(self, ids: Sequence[int]) -> str:
        """What tokens of a prompt write, its markers too."""
        return str(self.tokenizer.decode(ids, clean_up_tokenization_spaces=False))

    def page_tokens(self, width: int, height: int) -> int | None:
        """The tokens that a page of so many pixels becomes.

        None if the processor does not say; raises ValueError for a shape that it refuses.
        """
        from mlx_vlm.utils import estimate_num_image_tokens

        if not self._family.grids:
            return None
        try:
            return int(estimate_num_image_tokens(self._processor, height, width))
        except NotImplementedError:
            return None

    def token_bytes(self) -> int:
        """The bytes that a token of the prompt takes: keys and values of each layer that attends to
        all tokens, and its embedding, once as it is read and once among the others.
        """
        import mlx.core as mx
        from mlx.utils import tree_flatten
        from mlx_vlm.models.cache import KVCache

        config = self.model.config.text_config
        attending = sum(type(layer) is KVCache for layer in self.new_cache())
        heads = getattr(config, "num_key_value_heads", None) or config.num_attention_heads
        width = getattr(config, "head_dim", None) or (
            config.hidden_size // config.num_attention_heads
        )
        numbers = attending * 2 * heads * width + 2 * config.hidden_size
        leaves: list[Any] = [leaf[1] for leaf in tree_flatten(self.model.parameters())]
        return int(
            numbers
            * next(leaf.dtype.size for leaf in leaves if mx.issubdtype(leaf.dtype, mx.floating))
        )

    def inputs(self, pages: Sequence[PageImage], text: str) -> PageInputs:
        """The prompt `text` as token ids, and what the model sees of its pages."""
        return page_inputs(self.model, self._processor, self._family, pages, text)

    def embedded(self, inputs: PageInputs) -> Iterator[EmbeddedPrompt | None]:
        """The prompt embedded: None after each page that was seen, at last the prompt."""
        return embed(self.model, self._family, inputs)

    def continued(self, ids: list[int], start: int, grids: "mx.array | None") -> EmbeddedPrompt:
        """A prompt whose first `start` tokens, and so all its pages, were read before."""
        return embed_rest(self.model, self._family, ids, start, grids)

    def new_cache(self) -> Cache:
        """The state before anything was read."""
        from mlx_vlm.models.cache import make_prompt_cache

        cache: Cache = make_prompt_cache(self.model.language_model)
        return cache

    def longest_pass(self, prompt: EmbeddedPrompt, cache: Cache) -> int:
        """How many tokens of the prompt a pass may read: all where pages must not be cut."""
        from mlx_vlm.generate.common import _chunked_prefill_enabled

        may_cut = _chunked_prefill_enabled(
            self.model,
            input_ids=prompt.ids,
            inputs_embeds=prompt.embeddings,
            prompt_cache=cache,
            prefill_kwargs=dict(prompt.by_token),
        )
        return CHUNK if may_cut else len(prompt)

    def read(self, prompt: EmbeddedPrompt, start: int, end: int, cache: Cache) -> None:
        """Read the prompt's tokens from `start`, which `cache` has come to, to `end`."""
        import mlx.core as mx

        ids = prompt.ids[:, start:end]
        self.model.language_model(ids, cache=cache, **prompt.part(start, end))
        mx.eval([layer.state for layer in cache])  # the logits are never computed

    def logits(self, ids: "mx.array", cache: Cache) -> "mx.array":
        """A pass over ids, shape (1, tokens), not computed yet: the logits after the last.

        Shape (vocabulary,), float32.
        """
        import mlx.core as mx

        logits: mx.array = self.model.language_model(ids, cache=cache).logits[0, -1]
        return logits.astype(mx.float32)

    def close(self) -> None:
        """End the process that renders prompts; the host cannot be used afterwards."""
        self._templates.close()

    @contextmanager
    def running(self) -> Iterator[None]:
        """Keep the model wired on Metal while it runs, and its scratch memory free afterwards."""
        import mlx.core as mx
        from mlx_vlm.generate.common import generation_stream, wired_limit

        try:
            with wired_limit(self.model, [generation_stream]):
                yield
        finally:
            mx.clear_cache()
