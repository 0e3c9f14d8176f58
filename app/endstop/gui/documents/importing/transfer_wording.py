"""The sentences about what was handed over and cannot be taken; no Qt."""

from dataclasses import dataclass
from enum import StrEnum

from endstop.gui.documents.importing.transfer import Transfer
from endstop.translation import _, ngettext

_LONGEST = 70


class Origin(StrEnum):
    """How something came into the window."""

    DROPPED = "dropped"
    PASTED = "pasted"


@dataclass(frozen=True, slots=True)
class Refusal:
    """What is wrong, and what to do instead."""

    sentence: str
    remedy: str = ""


def refusal_of(transfer: Transfer, origin: Origin) -> Refusal | None:
    """What must be said of a transfer; None if all of it is taken."""
    if transfer.addresses:
        return _addresses(transfer.addresses)
    if transfer.missing:
        return _missing(transfer.missing)
    if transfer.usable:
        return None
    if transfer.promised:
        return Refusal(
            _("The other program promises a file, but hands none over."),
            _("Save it to a folder, then drop it from there."),
        )
    return _nothing(transfer, origin)


def _addresses(addresses: tuple[str, ...]) -> Refusal:
    sentence = ngettext(
        "{address} is an address, not a file on this computer.",
        "{count} addresses are no files on this computer, {address} among them.",
        len(addresses),
    ).format(address=_short(addresses[0]), count=len(addresses))
    return Refusal(sentence, _("Download it, then drop the file: Endstop opens no addresses."))


def _missing(missing: tuple[str, ...]) -> Refusal:
    sentence = ngettext(
        "There is no file {path}.",
        "There are no files at {count} of the paths, {path} among them.",
        len(missing),
    ).format(path=_short(missing[0]), count=len(missing))
    return Refusal(sentence, _("Check the name, or whether it was moved."))


def _nothing(transfer: Transfer, origin: Origin) -> Refusal:
    remedy = _("A file, an image or the path of a file can be taken.")
    if transfer.text and origin is Origin.PASTED:
        return Refusal(_("The clipboard holds text that is no path of a file."), remedy)
    if transfer.text:
        return Refusal(_("What was dropped is text that is no path of a file."), remedy)
    if origin is Origin.PASTED:
        return Refusal(_("There is nothing on the clipboard that can be read."), remedy)
    return Refusal(_("There is nothing in what was dropped that can be read."), remedy)


def _short(text: str) -> str:
    """The text without its middle if it is long."""
    half = _LONGEST // 2
    return text if len(text) <= _LONGEST else f"{text[:half]}…{text[-half:]}"
