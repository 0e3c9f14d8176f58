"""The stop list that generation_config.json should have, and the edits that write it.

Every fix that touches this list writes the same one, so that fixes can be applied together: the
turn end first (readers of a single id take the first), then what generation_config.json lists,
then the special tokens that the other files name. A list even of one id, for TGI ignores a single
number there.
"""

from collections.abc import Iterable
from typing import Any

from endstop.checkpoints.chat_template import token_content
from endstop.checkpoints.listed_ends import GENERATION_CONFIG, id_lists, tokenizer_end
from endstop.doctor.facts.phrases import enumeration, shortened
from endstop.doctor.facts.premature_ends import premature_ids
from endstop.doctor.facts.subject import Subject
from endstop.doctor.finding import Fix, JsonEdit
from endstop.translation import _

_COPIED = ("bos_token_id", "pad_token_id", "decoder_start_token_id")


def wanted_list(
    subject: Subject, without: Iterable[int] = (), also: Iterable[int] = ()
) -> list[int]:
    """The ids that generation_config.json should list; empty where nothing names any.

    `without` are ids to remove, `also` further ones to add; what the file lists stays else.
    """
    checkpoint, turn_end = subject.checkpoint, subject.turn_end
    own, *others = id_lists(checkpoint)
    named = [i for listed in others for i in listed.ids]
    named.extend(tokenizer_end(checkpoint).ids)
    named = [i for i in named if i not in turn_end.used_inside and _is_special(subject, i)]
    ids = [m.id for m in turn_end.markers if m.id is not None and m.id not in turn_end.used_inside]
    ids += resolved_ids(subject, own.value)
    ids += [*named, *also]
    removed = set(without)
    return [token_id for token_id in dict.fromkeys(ids) if token_id not in removed]


def resolved_ids(subject: Subject, value: Any) -> list[int]:
    """The ids that an eos_token_id setting means, whatever its type: texts, floats and nested
    lists are understood, what means no id is left out."""
    found: list[int] = []
    waiting = [value]
    while waiting:
        one = waiting.pop(0)
        if isinstance(one, list):
            waiting = one + waiting
        elif (token_id := _id_of(subject, one)) is not None:
            found.append(token_id)
    return list(dict.fromkeys(found))


def _is_special(subject: Subject, token_id: int) -> bool:
    """Whether an id may be carried into another file; any where no tokenizer says what it is."""
    checkpoint = subject.checkpoint
    return checkpoint.tokenizer is None or token_id in checkpoint.added_tokens.values()


def _id_of(subject: Subject, value: Any) -> int | None:
    if isinstance(value, str | dict):
        text = token_content(value)
        if text.isascii() and text.isdigit() and len(text) < 10:
            return int(text)
        return subject.checkpoint.token_id(text)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    is_id = isinstance(value, int) and not isinstance(value, bool) and value >= 0
    return value if is_id else None


def list_fix(
    subject: Subject,
    *,
    automatic: bool,
    without: Iterable[int] = (),
    also: Iterable[int] = (),
) -> Fix:
    """Write the wanted list into generation_config.json; advice alone if it cannot be written."""
    ids = wanted_list(subject, without, also)
    file = subject.checkpoint.json_file(GENERATION_CONFIG)
    if not ids or file.error:
        return Fix(_("Write the ids that end a turn into generation_config.json"), automatic=False)
    edits = [JsonEdit(GENERATION_CONFIG, ("eos_token_id",), ids)]
    if not file.exists:
        edits.extend(_copied(subject))
    title = _("Set eos_token_id of generation_config.json to {ids}").format(ids=shortened(ids))
    return Fix(title, automatic, tuple(edits))


def removal_fix(subject: Subject) -> Fix:
    """Remove from every list of ids those that end an answer too early, after a yes."""
    removed = premature_ids(subject)
    edits: list[JsonEdit] = []
    for listed in id_lists(subject.checkpoint):
        if not removed & set(listed.ids):
            continue
        if listed.file == GENERATION_CONFIG:
            left = wanted_list(subject, removed)
        else:
            left = [i for i in listed.ids if i not in removed] or wanted_list(subject, removed)
        if left:
            edits.append(JsonEdit(listed.file, listed.path, left))
    ids = enumeration([str(token_id) for token_id in sorted(removed)])
    title = _("Remove {ids} from the lists of ends").format(ids=ids)
    return Fix(title, automatic=False, edits=tuple(edits))


def _copied(subject: Subject) -> Iterable[JsonEdit]:
    """What transformers took from config.json until there was a generation_config.json."""
    config = subject.checkpoint.json_file("config.json").content
    for key in _COPIED:
        value = config.get(key)
        if isinstance(value, int) and not isinstance(value, bool):
            yield JsonEdit(GENERATION_CONFIG, (key,), value)
