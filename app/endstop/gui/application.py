"""Starts the window."""

import logging
import sys
from collections.abc import Sequence
from types import TracebackType

from PySide6.QtCore import QLibraryInfo, QLocale, QTimer, QTranslator
from PySide6.QtWidgets import QApplication

from endstop import __version__
from endstop.gui.icons import application_icon
from endstop.gui.interrupts import Interrupts
from endstop.gui.main_window import MainWindow
from endstop.gui.notices import Notice, NoticeKind
from endstop.gui.settings import Settings, load_settings, save_settings, settings_file
from endstop.gui.theme import Theme
from endstop.translation import _

logger = logging.getLogger(__name__)


def run_window(arguments: Sequence[str]) -> int:
    """Show the window until it is closed; the exit code."""
    application = make_application(arguments)
    path = settings_file()
    settings = load_settings(path)
    window = open_window(application, settings)
    code = application.exec()
    window.workspace.shut_down()
    path.parent.mkdir(parents=True, exist_ok=True)
    save_settings(settings, path)
    return code


def open_window(application: QApplication, settings: Settings) -> MainWindow:
    """The window, shown before it begins to load the model."""
    window = MainWindow(settings, Theme(application, settings.theme))
    report_faults(window)
    application.aboutToQuit.connect(Interrupts(window).let_go)
    window.show()
    QTimer.singleShot(0, window.start)
    return window


def make_application(arguments: Sequence[str]) -> QApplication:
    """The application with its names, icon and Qt's own translations."""
    application = QApplication(list(arguments))
    application.setApplicationName("Endstop")
    application.setApplicationVersion(__version__)
    application.setDesktopFileName("endstop")
    application.setWindowIcon(application_icon())
    translator = QTranslator(application)
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    if translator.load(QLocale(), "qtbase", "_", folder):
        application.installTranslator(translator)
    return application


def report_faults(window: MainWindow) -> None:
    """An exception that nobody caught becomes a notice; the window goes on."""

    def report(
        kind: type[BaseException], error: BaseException, traceback: TracebackType | None
    ) -> None:
        logger.error("A fault in the window", exc_info=(kind, error, traceback))
        window.parts.notices.show_notice(
            Notice(
                NoticeKind.ERROR,
                _("Something went wrong in Endstop: {kind}: {text}.").format(
                    kind=kind.__name__, text=error
                ),
                _("You can go on; please report it."),
            )
        )

    sys.excepthook = report
