"""What can be done with documents, with its texts and shortcuts."""

from PySide6.QtCore import QObject
from PySide6.QtGui import QKeySequence

from endstop.gui.widgets.action import action
from endstop.translation import _


class DocumentActions:
    """The actions; the documents' controller connects and enables them."""

    def __init__(self, parent: QObject) -> None:
        self.open_files = action(parent, _("Open Documents…"), "Ctrl+O")
        self.open_folder = action(parent, _("Open Folder…"), "Ctrl+Shift+O")
        self.sample = action(parent, _("Try a Sample"))
        self.export_all = action(parent, _("Export All Results…"), "Ctrl+E")
        self.export_current = action(parent, _("Export This Document…"), "Ctrl+Shift+E")
        self.extract = action(parent, _("Extract"), "Ctrl+Return", "Return", "Ctrl+Enter", "Enter")
        self.extract.setToolTip(_("Extract the selected documents (Return)"))
        self.extract_all = action(parent, _("Extract All"), "Ctrl+Shift+Return")
        self.paste = action(parent, _("Paste"), QKeySequence.StandardKey.Paste)
        self.paste.setToolTip(_("Take an image, files or the path of a file from the clipboard"))
        self.remove = action(parent, _("Remove from List"), "Del", "Backspace")
        self.select_all = action(parent, _("Select All Documents"), "Ctrl+Shift+A")
        self.extract_on_drop = action(parent, _("Extract on drop"))
        self.extract_on_drop.setCheckable(True)
        self.extract_on_drop.setToolTip(_("Start at once when files are dropped"))
