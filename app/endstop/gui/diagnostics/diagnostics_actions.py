"""What can be done with a model's diagnosis, with its texts and shortcuts."""

from PySide6.QtCore import QObject

from endstop.gui.widgets.action import action
from endstop.translation import _


class DiagnosticsActions:
    """The actions; the diagnostics' controller connects and enables them."""

    def __init__(self, parent: QObject) -> None:
        self.dock = action(parent, _("Diagnostics"), "Ctrl+D")
        self.dock.setCheckable(True)
        self.fix = action(parent, _("Fix…"), "Ctrl+Shift+F")
        self.fix.setToolTip(_("Show what a fix would change (Ctrl+Shift+F)"))
        self.undo_fix = action(parent, _("Undo Fix"), "Ctrl+Shift+U")
        self.undo_fix.setToolTip(_("Restore the files as they were before the last fix"))
        self.probe = action(parent, _("Probe"), "Ctrl+Shift+P")
        self.copy_report = action(parent, _("Copy Report"), "Ctrl+Shift+R")
        self.copy_report.setToolTip(_("Copy everything as Markdown (Ctrl+Shift+R)"))
        self.examine_again = action(parent, _("Examine Again"), "F5")
        self.examine_folder = action(parent, _("Examine Another Folder…"), "Ctrl+Shift+D")
        self.load_examined = action(parent, _("Load This Model"))
        self.back_to_model = action(parent, _("Back to the Loaded Model"), "Ctrl+Shift+B")
