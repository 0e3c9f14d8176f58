"""What the window asks the user in dialogs; tests answer in their stead."""

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Protocol

from PySide6.QtWidgets import QDialog, QFileDialog, QMessageBox, QWidget

from endstop import __version__
from endstop.documents.recognise import SUFFIXES
from endstop.gui.documents.choices import DocumentDialogs
from endstop.gui.settings.limits import ExtractionLimits
from endstop.gui.settings.limits_dialog import LimitsDialog
from endstop.gui.settings.setting_dialogs import SettingDialogs
from endstop.translation import _, ngettext

_DOCUMENTS = " ".join(f"*{suffix}" for suffix in SUFFIXES)


class CloseAnswer(StrEnum):
    """What to do with results that are in no file."""

    EXPORT = "export"
    CLOSE = "close"
    CANCEL = "cancel"


class Dialogs(DocumentDialogs, SettingDialogs, Protocol):
    """The questions of every room, and the window's own."""

    def close_with_results(self, count: int) -> CloseAnswer:
        """Whether to close although `count` results are not exported."""
        ...


class QtDialogs:
    """The system's own dialogs and Endstop's over `parent`."""

    def __init__(self, parent: QWidget) -> None:
        self._parent = parent

    def documents(self, folder: str) -> Sequence[Path]:
        """Files to add."""
        kinds = ";;".join((f"{_('PDFs and images')} ({_DOCUMENTS})", f"{_('All files')} (*)"))
        title = _("Open Documents")
        files, _kind = QFileDialog.getOpenFileNames(self._parent, title, folder, kinds)
        return [Path(file) for file in files]

    def folder(self, title: str, folder: str) -> Path | None:
        """A folder to read or write."""
        chosen = QFileDialog.getExistingDirectory(self._parent, title, folder)
        return Path(chosen) if chosen else None

    def schema_file(self, folder: str) -> Path | None:
        """A schema file."""
        kinds = f"{_('JSON Schema')} (*.json);;{_('All files')} (*)"
        title = _("Open Schema File")
        file, _kind = QFileDialog.getOpenFileName(self._parent, title, folder, kinds)
        return Path(file) if file else None

    def limits(
        self, limits: ExtractionLimits, profile_tokens: int | None
    ) -> ExtractionLimits | None:
        """Other limits a document than `limits`; see LimitsDialog for `profile_tokens`."""
        dialog = LimitsDialog(limits, profile_tokens, self._parent)
        accepted = dialog.exec() == QDialog.DialogCode.Accepted
        dialog.deleteLater()
        return dialog.limits if accepted else None

    def close_with_results(self, count: int) -> CloseAnswer:
        """Whether to close although `count` results are not exported."""
        box = QMessageBox(self._parent)
        box.setIcon(QMessageBox.Icon.Question)
        box.setWindowTitle(_("Close Endstop"))
        box.setText(
            ngettext(
                "{count} result is not exported.", "{count} results are not exported.", count
            ).format(count=count)
        )
        box.setInformativeText(_("What is not exported is lost when the window closes."))
        export = box.addButton(_("Export…"), QMessageBox.ButtonRole.AcceptRole)
        close = box.addButton(_("Close anyway"), QMessageBox.ButtonRole.DestructiveRole)
        box.addButton(QMessageBox.StandardButton.Cancel)
        box.setDefaultButton(export)
        box.exec()
        if box.clickedButton() is export:
            return CloseAnswer.EXPORT
        return CloseAnswer.CLOSE if box.clickedButton() is close else CloseAnswer.CANCEL


def show_about(parent: QWidget) -> None:
    """Say what this is."""
    text = _(
        "<b>Endstop {version}</b><p>Drop a document, get JSON that fits your schema; "
        "generation always stops.</p><p>Everything runs on this computer.</p>"
    )
    QMessageBox.about(parent, _("About Endstop"), text.format(version=__version__))
