"""Token ids as text, one by one: a character cut in two tokens appears with its second half."""

from typing import Any


class Detokeniser:
    """Turns the ids of one answer into text as they come."""

    def __init__(self, tokenizer: Any) -> None:
        """`tokenizer` is a fast transformers tokenizer."""
        from tokenizers.decoders import DecodeStream

        self._backend = tokenizer.backend_tokenizer
        self._special = frozenset(
            token_id
            for token_id, token in self._backend.get_added_tokens_decoder().items()
            if token.special
        )
        self._stream = DecodeStream(skip_special_tokens=True)

    def is_special(self, token_id: int) -> bool:
        """Whether the token is a marker of the chat, not text."""
        return token_id in self._special

    def text(self, token_id: int) -> str:
        """What the token adds to the text; for a special token its name."""
        if self.is_special(token_id):
            return str(self._backend.id_to_token(token_id))
        return self._stream.step(self._backend, token_id) or ""
