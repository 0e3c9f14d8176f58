"""Listed ends that stand within answers: ordinary text, and tokens that a turn itself uses."""

from endstop.checkpoints.chat_template import token_content
from endstop.checkpoints.listed_ends import id_lists
from endstop.doctor.facts.special_texts import looks_special
from endstop.doctor.facts.subject import Subject

_TOKEN_NAMES = ("eos_token", "bos_token", "pad_token", "unk_token")


def listed_ids(subject: Subject) -> list[int]:
    """The ids that the files list as ends, each once."""
    return list(dict.fromkeys(i for listed in id_lists(subject.checkpoint) for i in listed.ids))


def ordinary_ids(subject: Subject) -> frozenset[int]:
    """Listed ids whose token is a piece of ordinary text.

    What is flagged special, has the form of a control token, is one of the tokenizer's named
    tokens or ends turns is not ordinary; nor is what the tokenizer does not know.
    """
    checkpoint = subject.checkpoint
    if checkpoint.tokenizer is None:
        return frozenset()
    added = checkpoint.tokenizer.get_added_tokens_decoder()
    named = {token_content(checkpoint.tokenizer_config.get(name)) for name in _TOKEN_NAMES}
    return frozenset(
        token_id
        for token_id in listed_ids(subject)
        if (text := checkpoint.token_text(token_id)) is not None
        and not (token_id in added and added[token_id].special)
        and not looks_special(text)
        and text not in named
        and token_id not in subject.turn_end.ids
    )


def inner_ids(subject: Subject) -> frozenset[int]:
    """Listed ids that the template writes within an answer."""
    turn_end = subject.turn_end
    return frozenset(listed_ids(subject)) & turn_end.used_inside - turn_end.ids


def premature_ids(subject: Subject) -> frozenset[int]:
    """Both kinds."""
    return ordinary_ids(subject) | inner_ids(subject)
