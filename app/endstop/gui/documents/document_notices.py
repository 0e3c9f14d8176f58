"""The notices about documents that cannot be taken, were removed, or need another schema."""

from collections.abc import Callable, Sequence
from pathlib import Path

from endstop.errors import EndstopError, GrammarError
from endstop.gui.documents.importing.transfer_wording import Refusal
from endstop.gui.widgets.notices import Notice, NoticeKind
from endstop.translation import _, ngettext


def known_notice(names: Sequence[str]) -> Notice:
    """Files are in the list already."""
    if len(names) == 1:
        sentence = _("{name} is in the list already.").format(name=names[0])
    else:
        sentence = _("{count} files are in the list already.").format(count=len(names))
    return Notice(NoticeKind.INFORMATION, sentence)


def nothing_found_notice(folder: Path) -> Notice:
    """A folder without documents."""
    sentence = _("{name} holds no PDF and no image.").format(name=folder.name or folder)
    return Notice(NoticeKind.WARNING, sentence)


def refusal_notice(refusal: Refusal) -> Notice:
    """Something that was dropped or pasted and cannot be taken."""
    return Notice(NoticeKind.WARNING, refusal.sentence, refusal.remedy)


def removed_notice(count: int, undo: Callable[[], None]) -> Notice:
    """Documents were removed, which can be undone."""
    sentence = ngettext(
        "{count} document removed from the list.",
        "{count} documents removed from the list.",
        count,
    ).format(count=count)
    return Notice(NoticeKind.INFORMATION, sentence, label=_("Undo"), action=undo)


def grammar_notice(name: str, error: GrammarError, extract: Callable[[], None]) -> Notice:
    """A schema that is no grammar: the document can be extracted without one."""
    told = EndstopError(f"{name}: {error.sentence}", error.remedy)
    return Notice.of(told, _("Extract without constraint"), extract)
