"""Which notice each event of the workspace becomes."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QUrl, Slot
from PySide6.QtGui import QDesktopServices

from endstop.assets import bundled_model
from endstop.errors import EndstopError, GrammarError, ModelError
from endstop.gui.documents.document_entry import DocumentEntry, DocumentState
from endstop.gui.documents.exporter import Exported
from endstop.gui.widgets.notices import Notice, NoticeKind, NoticeStrip
from endstop.gui.window.workspace import Workspace
from endstop.gui.workers.model_session import is_bundled
from endstop.translation import _, ngettext


class Reporting(QObject):
    """Listens to the workspace and fills the strip of notices."""

    def __init__(
        self, workspace: Workspace, strip: NoticeStrip, choose_model: Callable[[], None]
    ) -> None:
        super().__init__(workspace)
        self._workspace = workspace
        self._strip = strip
        self._choose_model = choose_model
        workspace.intake.refused.connect(self._refused)
        workspace.intake.found_nothing.connect(self._found_nothing)
        workspace.session.failed.connect(self._model_failed)
        workspace.session.stopped.connect(self._load_stopped)
        workspace.queue.run_ended.connect(self._run_ended)
        workspace.exporter.finished.connect(self._exported)

    @Slot(object)
    def _refused(self, names: list[str]) -> None:
        if len(names) == 1:
            sentence = _("{name} is in the list already.").format(name=names[0])
        else:
            sentence = _("{count} files are in the list already.").format(count=len(names))
        self._strip.show_notice(Notice(NoticeKind.INFORMATION, sentence))

    @Slot(object)
    def _found_nothing(self, folder: Path) -> None:
        sentence = _("{name} holds no PDF and no image.").format(name=folder.name or folder)
        self._strip.show_notice(Notice(NoticeKind.WARNING, sentence))

    @Slot(object)
    def _model_failed(self, error: EndstopError) -> None:
        if is_bundled(self._workspace.session.status.location):
            notice = Notice.of(error, _("Open model folder…"), self._choose_model)
        else:
            notice = Notice.of(error, _("Use the demo model"), self._load_bundled)
        self._strip.show_notice(notice)

    @Slot()
    def _load_stopped(self) -> None:
        location = self._workspace.session.status.location
        notice = Notice(
            NoticeKind.INFORMATION,
            _("Loading the model was stopped."),
            label=_("Load again"),
            action=lambda: self._workspace.session.load(location),
        )
        self._strip.show_notice(notice)

    @Slot(int)
    def _run_ended(self, entry_id: int) -> None:
        entry = self._workspace.table.find(entry_id)
        if entry is None or entry.state is not DocumentState.FAILED or entry.error is None:
            return
        if isinstance(entry.error, GrammarError):
            self._strip.show_notice(self._grammar_notice(entry, entry.error))
        elif isinstance(entry.error, ModelError):
            self._strip.show_notice(Notice.of(entry.error))

    def _grammar_notice(self, entry: DocumentEntry, error: GrammarError) -> Notice:
        return Notice.of(
            EndstopError(f"{entry.path.name}: {error.sentence}", error.remedy),
            _("Extract without constraint"),
            lambda: self._workspace.extract_unconstrained(entry.id),
        )

    @Slot(object)
    def _exported(self, outcome: Exported | EndstopError) -> None:
        if isinstance(outcome, EndstopError):
            self._strip.show_notice(Notice.of(outcome))
            return
        count = len(outcome.files)
        sentence = ngettext(
            "{count} result exported to {folder}.", "{count} results exported to {folder}.", count
        ).format(count=count, folder=outcome.folder)
        remedy = ""
        if outcome.incomplete:
            remedy = ngettext(
                "{count} is incomplete or needs a check; its .meta.json says so.",
                "{count} are incomplete or need a check; their .meta.json say so.",
                outcome.incomplete,
            ).format(count=outcome.incomplete)
        url = QUrl.fromLocalFile(str(outcome.folder))
        show = _("Show folder")
        self._strip.show_notice(
            Notice(
                NoticeKind.WARNING if outcome.incomplete else NoticeKind.SUCCESS,
                sentence,
                remedy,
                show,
                lambda: _open(url),
            )
        )

    def _load_bundled(self) -> None:
        location = str(bundled_model())
        self._workspace.settings.remember_model(location)
        self._workspace.session.load(location)


def _open(url: QUrl) -> None:
    QDesktopServices.openUrl(url)
