"""What the window's actions do."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QMessageBox

from endstop import __version__
from endstop.errors import SchemaError
from endstop.gui.documents.document_entry import DocumentEntry
from endstop.gui.widgets.notices import Notice, NoticeKind
from endstop.gui.window.dialogs import Dialogs
from endstop.gui.window.parts import Parts
from endstop.gui.window.workspace import Workspace
from endstop.translation import _, ngettext


class Commands(QObject):
    """Connects the actions to the workspace; asks through `dialogs` what it must know."""

    def __init__(self, parts: Parts, workspace: Workspace, dialogs: Dialogs) -> None:
        super().__init__(workspace)
        self._workspace = workspace
        self._documents = parts.documents
        self._notices = parts.notices
        self._dialogs = dialogs
        actions = parts.actions
        for action, command in (
            (actions.open_files, self.open_files),
            (actions.open_folder, self.open_folder),
            (actions.sample, self.add_sample),
            (actions.export_all, self.export_all),
            (actions.export_current, self.export_current),
            (actions.extract, self.extract),
            (actions.extract_all, self.extract_all),
            (actions.stop, workspace.stop),
            (actions.stop_all, workspace.stop_all),
            (actions.remove, self.remove),
            (actions.open_model, self.open_model),
            (actions.open_schema, self.open_schema),
            (actions.limits, self.set_limits),
            (actions.about, self.show_about),
        ):
            action.triggered.connect(command)
        actions.select_all.triggered.connect(self._documents.view.selectAll)

    @Slot()
    def open_files(self) -> None:
        """Ask for files and take them."""
        settings = self._workspace.settings
        paths = self._dialogs.documents(settings.open_folder)
        if paths:
            settings.open_folder = str(paths[0].parent)
            self.take(paths)

    @Slot()
    def open_folder(self) -> None:
        """Ask for a folder and take what is in it."""
        settings = self._workspace.settings
        folder = self._dialogs.folder(_("Open Folder"), settings.open_folder)
        if folder is not None:
            settings.open_folder = str(folder)
            self.take([folder])

    def take(self, paths: Sequence[Path]) -> None:
        """Add files and folders; the first is shown if nothing is yet."""
        self._show_first(self._workspace.add(paths))

    @Slot()
    def add_sample(self) -> None:
        """Take the first sample."""
        self._show_first(self._workspace.add_sample())

    @Slot()
    def extract(self) -> None:
        """Extract the selected documents, or those that are new if none is selected."""
        selected = self._documents.selected
        self._workspace.extract(selected or self._workspace.unextracted())

    @Slot()
    def extract_all(self) -> None:
        """Extract every document that was not extracted yet."""
        self._workspace.extract(self._workspace.unextracted())

    @Slot()
    def export_all(self) -> bool:
        """Write every result; whether a folder was chosen."""
        return self._export(list(self._workspace.with_results()))

    @Slot()
    def export_current(self) -> bool:
        """Write the result of the shown document."""
        current = self._documents.current
        return self._export([current] if current and current.extraction else [])

    @Slot()
    def remove(self) -> None:
        """Take the selected documents out of the list, and offer to undo that."""
        selected = self._documents.selected
        if not selected:
            return
        row = self._documents.view.currentIndex().row()
        taken = self._workspace.remove(selected)
        self._documents.select_row(row)
        sentence = ngettext(
            "{count} document removed from the list.",
            "{count} documents removed from the list.",
            len(taken),
        ).format(count=len(taken))
        self._notices.show_notice(
            Notice(
                NoticeKind.INFORMATION,
                sentence,
                label=_("Undo"),
                action=lambda: self._restore(taken),
            )
        )

    @Slot()
    def open_model(self) -> None:
        """Ask for a model folder and load it."""
        folder = self._dialogs.folder(_("Open Model Folder"), self._workspace.settings.model)
        if folder is not None:
            self.choose_model(str(folder))

    @Slot(str)
    def choose_model(self, location: str) -> None:
        """Load a model and remember it."""
        self._workspace.settings.remember_model(location)
        self._workspace.session.load(location)

    @Slot()
    def open_schema(self) -> None:
        """Ask for a schema file and use it."""
        file = self._dialogs.schema_file(self._workspace.settings.open_folder)
        if file is not None:
            self.choose_schema(str(file))

    @Slot(str)
    def choose_schema(self, key: str) -> None:
        """Use a schema from now on, or say what is wrong with it."""
        try:
            self._workspace.choose_schema(key)
        except SchemaError as error:
            self._notices.show_notice(Notice.of(error))

    @Slot()
    def set_limits(self) -> None:
        """Ask for the limits of the documents that are queued from now on."""
        settings = self._workspace.settings
        limits = self._dialogs.limits(settings.limits, self._workspace.profile_tokens)
        if limits is not None:
            settings.remember_limits(limits)

    @Slot()
    def show_about(self) -> None:
        """Say what this is."""
        QMessageBox.about(
            self._documents.window(),
            _("About Endstop"),
            _(
                "<b>Endstop {version}</b><p>Drop a document, get JSON that fits your schema; "
                "generation always stops.</p><p>Everything runs on this computer.</p>"
            ).format(version=__version__),
        )

    def _export(self, entries: Sequence[DocumentEntry]) -> bool:
        if not entries:
            return False
        settings = self._workspace.settings
        start = settings.export_folder or self._folder_of(entries[0].path)
        folder = self._dialogs.folder(_("Export to Folder"), start)
        if folder is None:
            return False
        settings.export_folder = str(folder)
        self._workspace.exporter.write(entries, folder)
        return True

    def _folder_of(self, path: Path) -> str:
        """Where results of a file may go: beside it, unless it lies in a temporary folder."""
        pasted = self._workspace.intake.pictures.holds(path)
        return self._workspace.settings.open_folder if pasted else str(path.parent)

    def _restore(self, taken: list[tuple[int, DocumentEntry]]) -> None:
        self._workspace.restore(taken)
        if taken:
            self._documents.select(taken[0][1].id)

    def _show_first(self, added: Sequence[int]) -> None:
        if added and not self._documents.selected:
            self._documents.select(added[0])
