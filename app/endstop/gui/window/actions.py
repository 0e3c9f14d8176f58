"""Every action of the window with its text and shortcuts."""

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QActionGroup, QKeySequence

from endstop.gui.widgets.theme import ThemeChoice
from endstop.translation import _


class WindowActions:
    """The actions; what they do is connected by the window."""

    def __init__(self, parent: QObject) -> None:
        self._parent = parent
        self.open_files = self._action(_("Open Documents…"), "Ctrl+O")
        self.open_folder = self._action(_("Open Folder…"), "Ctrl+Shift+O")
        self.sample = self._action(_("Try a Sample"))
        self.export_all = self._action(_("Export All Results…"), "Ctrl+E")
        self.export_current = self._action(_("Export This Document…"), "Ctrl+Shift+E")
        self.close = self._action(_("Close"), QKeySequence.StandardKey.Close)
        self.quit = self._action(_("Quit"), QKeySequence.StandardKey.Quit)
        self.extract = self._action(_("Extract"), "Ctrl+Return", "Return", "Ctrl+Enter", "Enter")
        self.extract_all = self._action(_("Extract All"), "Ctrl+Shift+Return")
        self.stop = self._action(_("Stop"), "Esc")
        self.stop_all = self._action(_("Stop All"), "Shift+Esc")
        self.paste = self._action(_("Paste"), QKeySequence.StandardKey.Paste)
        self.paste.setToolTip(_("Take an image, files or the path of a file from the clipboard"))
        self.remove = self._action(_("Remove from List"), "Del", "Backspace")
        self.select_all = self._action(_("Select All Documents"), "Ctrl+Shift+A")
        self.open_model = self._action(_("Open Model Folder…"), "Ctrl+M")
        self.open_schema = self._action(_("Open Schema File…"), "Ctrl+Shift+M")
        self.extract_on_drop = self._action(_("Extract on drop"))
        self.extract_on_drop.setCheckable(True)
        self.extract_on_drop.setToolTip(_("Start at once when files are dropped"))
        self.limits = self._action(_("Limits…"), "Ctrl+Shift+L")
        self.diagnostics = self._action(_("Diagnostics"), "Ctrl+D")
        self.diagnostics.setCheckable(True)
        self.fix = self._action(_("Fix…"), "Ctrl+Shift+F")
        self.undo_fix = self._action(_("Undo Fix"), "Ctrl+Shift+U")
        self.probe = self._action(_("Probe"), "Ctrl+Shift+P")
        self.copy_report = self._action(_("Copy Report"), "Ctrl+Shift+R")
        self.examine_again = self._action(_("Examine Again"), "F5")
        self.examine_folder = self._action(_("Examine Another Folder…"), "Ctrl+Shift+D")
        self.load_examined = self._action(_("Load This Model"))
        self.back_to_model = self._action(_("Back to the Loaded Model"), "Ctrl+Shift+B")
        self.about = self._action(_("About Endstop"))
        self._explain()
        self.tabs = self._tabs()
        self.themes = self._themes()

    def _explain(self) -> None:
        """What the toolbar's buttons say when the pointer rests on them."""
        self.extract.setToolTip(_("Extract the selected documents (Return)"))
        self.stop.setToolTip(_("Stop the running document; what it wrote stays (Esc)"))
        self.fix.setToolTip(_("Show what a fix would change (Ctrl+Shift+F)"))
        self.undo_fix.setToolTip(_("Restore the files as they were before the last fix"))
        self.copy_report.setToolTip(_("Copy everything as Markdown (Ctrl+Shift+R)"))
        self.quit.setMenuRole(QAction.MenuRole.QuitRole)
        self.about.setMenuRole(QAction.MenuRole.AboutRole)

    def _tabs(self) -> QActionGroup:
        group = QActionGroup(self._parent)
        for number, text in enumerate((_("Fields"), _("JSON"), _("Tokens"))):
            action = self._action(text, f"Ctrl+{number + 1}")
            action.setData(number)
            action.setCheckable(True)
            group.addAction(action)
        return group

    def _themes(self) -> QActionGroup:
        group = QActionGroup(self._parent)
        for choice, text in (
            (ThemeChoice.SYSTEM, _("Like the System")),
            (ThemeChoice.LIGHT, _("Light")),
            (ThemeChoice.DARK, _("Dark")),
        ):
            action = self._action(text)
            action.setData(choice.value)
            action.setCheckable(True)
            group.addAction(action)
        return group

    def _action(self, text: str, *shortcuts: str | QKeySequence.StandardKey) -> QAction:
        action = QAction(text, self._parent)
        action.setShortcuts([QKeySequence(each) for each in shortcuts])
        return action
