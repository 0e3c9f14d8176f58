"""What is dropped on the window or pasted into it."""

from pathlib import Path

from PySide6.QtCore import QMimeData, QObject, Qt, Slot
from PySide6.QtGui import QDropEvent, QGuiApplication

from endstop.errors import EndstopError
from endstop.gui.documents.transfer import transfer_of
from endstop.gui.documents.transfer_wording import Origin, refusal_of
from endstop.gui.widgets.notices import Notice, NoticeKind
from endstop.gui.window.commands import Commands
from endstop.gui.window.parts import Parts
from endstop.gui.window.workspace import Workspace


class Arrivals(QObject):
    """Adds what can be read to the list, and says what cannot."""

    def __init__(self, parts: Parts, workspace: Workspace, commands: Commands) -> None:
        super().__init__(workspace)
        self._commands = commands
        self._notices = parts.notices
        self._intake = workspace.intake
        self._intake.saved.connect(self._saved)
        parts.actions.paste.triggered.connect(self.paste)

    def take(self, mime: QMimeData, origin: Origin) -> None:
        """Take what a drag or the clipboard holds."""
        transfer = transfer_of(mime)
        if transfer.paths:
            self._commands.take(transfer.paths)
        if transfer.picture is not None:
            self._intake.save(transfer.picture, origin)
        if refusal := refusal_of(transfer, origin):
            notice = Notice(NoticeKind.WARNING, refusal.sentence, refusal.remedy)
            self._notices.show_notice(notice)

    @Slot()
    def paste(self) -> None:
        """Take what is on the clipboard."""
        self.take(QGuiApplication.clipboard().mimeData(), Origin.PASTED)

    @Slot(object)
    def _saved(self, outcome: Path | EndstopError) -> None:
        if isinstance(outcome, EndstopError):
            self._notices.show_notice(Notice.of(outcome))
        else:
            self._commands.take([outcome])


def accept_copy(event: QDropEvent) -> None:
    """Accept as a copy: a move would make the other program delete what it gave."""
    if event.possibleActions() & Qt.DropAction.CopyAction:
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
    else:
        event.acceptProposedAction()
