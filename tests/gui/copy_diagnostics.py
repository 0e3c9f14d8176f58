"""Opens the real window, extracts a document, and prints what Copy Diagnostics copies."""

import os
import sys
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtGui import QGuiApplication

from endstop import logs
from endstop.gui.settings.settings import default_settings
from endstop.gui.window.application import make_application, open_window


def main() -> int:
    """The exit code of the application; its arguments are the log folder and the document."""
    logs.start("window", Path(sys.argv[1]))
    application = make_application(["endstop"])
    window = open_window(application, default_settings())
    window.documents.take([Path(sys.argv[2])])

    def copy_when_done(_entry_id: int) -> None:
        (document,) = window.documents.list
        if document.extraction is not None:
            window.documents.list.changed.disconnect(copy_when_done)
            print(document.extraction.text)
            window.own_actions.copy_diagnostics.trigger()
            print(QGuiApplication.clipboard().text())
            print(window.notices.notices[-1].sentence)
            window.shut_down()
            application.quit()

    window.documents.list.changed.connect(copy_when_done)
    return application.exec()


if __name__ == "__main__":
    sys.exit(main())
