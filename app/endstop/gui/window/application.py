"""Starts the window."""

import logging
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from PySide6.QtCore import (
    QEvent,
    QLibraryInfo,
    QLocale,
    QObject,
    QTimer,
    QTranslator,
    Signal,
    Slot,
)
from PySide6.QtWidgets import QApplication
from typing_extensions import override

from endstop import __version__, logs
from endstop.gui.settings.saving import SettingsSaver
from endstop.gui.settings.settings import Settings, load_settings, settings_file
from endstop.gui.widgets.icons import application_icon
from endstop.gui.widgets.notices import Notice, NoticeStrip
from endstop.gui.widgets.theme import Theme
from endstop.gui.window.main_window import MainWindow
from endstop.gui.workers.interrupts import Interrupts
from endstop.gui.workers.unforeseen import unforeseen

logger = logging.getLogger(__name__)


def run_window(arguments: Sequence[str]) -> int:
    """Show the window until it is closed; the exit code."""
    application = make_application(arguments)
    path = settings_file()
    settings = load_settings(path)
    saver = SettingsSaver(settings, path, application)
    window = open_window(application, settings)
    code = application.exec()
    ended = window.shut_down()
    saver.save()
    if not ended:
        _end_process(code)
    return code


def open_window(application: QApplication, settings: Settings) -> MainWindow:
    """The window, painted before it begins to load the model."""
    window = MainWindow(settings, Theme(application, settings.theme))
    logs.report_unforeseen(Faults(window.notices).tell)
    application.aboutToQuit.connect(Interrupts(window).let_go)
    FirstPaint(window).happened.connect(window.start)
    window.show()
    return window


def _end_process(code: int) -> NoReturn:
    """End at once although a thread hangs, for instance in a file that never answers."""
    logger.error("The model's thread hangs; the process ends without it")
    logging.shutdown()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


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


class FirstPaint(QObject):
    """`happened()` comes once: after the window was painted, or a second later without that.

    A window may well begin minimised.
    """

    happened = Signal()

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._due = QTimer(self)
        self._due.setSingleShot(True)
        self._due.timeout.connect(self._tell)
        self._due.start(1000)
        window.installEventFilter(self)

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Paint:
            self._due.start(0)  # after the children were painted too
        return False

    @Slot()
    def _tell(self) -> None:
        self._window.removeEventFilter(self)
        self.happened.emit()


class Faults(QObject):
    """Turns exceptions that nobody caught into notices; the window goes on."""

    _happened = Signal(object)

    def __init__(self, strip: NoticeStrip) -> None:
        super().__init__(strip)
        self._strip = strip
        self._happened.connect(self._show)

    def tell(self, error: BaseException) -> None:
        """Any thread may call it."""
        self._happened.emit(error)

    @Slot(object)
    def _show(self, error: BaseException) -> None:
        self._strip.show_notice(Notice.of(unforeseen(error)))
