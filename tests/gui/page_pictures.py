"""Pictures of the page column and of what is said of pages; `screenshots` calls this."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMimeData, QUrl

from endstop.gui.documents.importing.transfer_wording import Origin
from endstop.gui.widgets.theme import ThemeChoice
from endstop.gui.window.main_window import MainWindow
from tests.gui.conftest import SLIP
from tests.gui.events import states
from tests.support.scripted_engine import ScriptedEngine
from tests.support.sheets import damaged_pdf, written_pdf

if TYPE_CHECKING:
    from tests.gui.screenshots import Photographer


def take_pages(photographer: "Photographer", scratch: Path) -> None:
    """A page that lies, turned, blank, failed; page numbers; notices of results and of drops."""
    window = photographer.window(lambda *_: ScriptedEngine([SLIP] * 3))
    window.start()
    lying = written_pdf(scratch / "scan.pdf", "sideways", "text", "blank", "head down")
    torn = damaged_pdf(scratch / "torn.pdf", pages=3, damaged=2)
    window.documents.take([lying, torn])
    photographer.wait(lambda: states(window) == ["done", "to check"])
    photographer.wait(window.page.panel.note.isVisible)
    photographer.save(window, "page-lying")
    photographer.theme.choose(ThemeChoice.DARK)
    photographer.save(window, "page-lying-dark")
    photographer.theme.choose(ThemeChoice.LIGHT)
    photographer.save_small(window, "page-lying-small")
    window.columns.setSizes([190, 220, 600])
    photographer.save_small(window, "page-narrow")
    window.columns.setSizes([262, 600, 418])
    window.page.panel.note.button.click()
    photographer.save(window, "page-turned")
    _choices(photographer, window)
    _failures(photographer, window)
    window.close()


def _choices(photographer: "Photographer", window: MainWindow) -> None:
    page = window.page.panel
    for _page in range(2):
        page.commands.next.trigger()
    photographer.wait(lambda: page.view.has_page)
    photographer.save(window, "page-blank")
    page.bar.pages.setText("1-2,9")
    page.bar.pages.returnPressed.emit()
    photographer.save(window, "page-numbers-wrong")


def _failures(photographer: "Photographer", window: MainWindow) -> None:
    window.documents.panel.select_row(1)
    photographer.wait(lambda: window.page.panel.view.has_page)
    window.page.panel.commands.next.trigger()
    photographer.wait(lambda: "damaged" in window.page.panel.view.accessibleDescription())
    photographer.save(window, "page-failed")
    address, promise = QMimeData(), QMimeData()
    address.setUrls([QUrl("https://example.org/invoices/2026/november.pdf")])
    promise.setData("application/x-moz-file-promise", b"")
    for mime in (address, promise):
        window.documents.take_transfer(mime, Origin.DROPPED)
    photographer.save(window, "drop-notices")
