"""The actions of the window itself, with their texts and shortcuts."""

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QKeySequence

from endstop.gui.widgets.action import action
from endstop.translation import _


class WindowActions:
    """The actions; the window connects them. Those of the rooms are theirs."""

    def __init__(self, parent: QObject) -> None:
        self.close = action(parent, _("Close"), QKeySequence.StandardKey.Close)
        self.quit = action(parent, _("Quit"), QKeySequence.StandardKey.Quit)
        self.quit.setMenuRole(QAction.MenuRole.QuitRole)
        self.stop = action(parent, _("Stop"), "Esc")
        self.stop.setToolTip(_("Stop the running document; what it wrote stays (Esc)"))
        self.stop_all = action(parent, _("Stop All"), "Shift+Esc")
        self.copy_diagnostics = action(parent, _("Copy Diagnostics"))
        self.about = action(parent, _("About Endstop"))
        self.about.setMenuRole(QAction.MenuRole.AboutRole)
