"""Images without a file, the clipboard, addresses and promises."""

import base64
import io

import pytest
from PIL import Image
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QColor, QGuiApplication, QImage
from PySide6.QtWidgets import QApplication

from endstop.gui.result.result_panel import ResultTab
from tests.gui.conftest import SLIP
from tests.gui.events import all_in, drop, file_drag, states

PATIENCE = 60_000
CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def window(scripted_window, settings):
    settings.extract_on_drop = False
    return scripted_window(SLIP)


@pytest.fixture
def clipboard(qapp):
    board = QGuiApplication.clipboard()
    yield board
    board.clear()


def picture(colour="red"):
    image = QImage(300, 200, QImage.Format.Format_RGB32)
    image.fill(QColor(colour))
    for place in range(40, 260):
        image.setPixelColor(place, place % 150 + 20, QColor("black"))
    return image


def encoded(kind):
    stream = io.BytesIO()
    Image.new("RGB", (300, 200), "red").save(stream, kind)
    return stream.getvalue()


def of_image(image):
    mime = QMimeData()
    mime.setImageData(image)
    return mime


def of_bytes(name, content, url=None):
    """What a browser hands over: the picture, and where it was found."""
    mime = QMimeData()
    mime.setData(name, content)
    if url is not None:
        mime.setUrls([QUrl(url)])
    return mime


def of_text(text):
    mime = QMimeData()
    mime.setText(text)
    return mime


def of_urls(*urls):
    mime = QMimeData()
    mime.setUrls([QUrl(url) for url in urls])
    return mime


def names(window):
    return [entry.path.name for entry in window.documents.list]


def said(window):
    return [notice.sentence for notice in window.notices.notices]


def paste(qtbot, window, clipboard, mime):
    clipboard.setMimeData(mime)
    qtbot.keyClick(window, Qt.Key.Key_V, CONTROL)


def test_image_data_without_a_file_is_taken(qtbot, window):
    assert drop(window, of_image(picture())).isAccepted()
    qtbot.waitUntil(all_in(window, "ready"), timeout=PATIENCE)
    drop(window, of_image(picture("blue")))
    qtbot.waitUntil(all_in(window, "ready", "ready"), timeout=PATIENCE)
    assert names(window) == ["Dropped image 1.png", "Dropped image 2.png"]
    saved = [Image.open(entry.path) for entry in window.documents.list]
    assert [image.getpixel((5, 5)) for image in saved] == [(255, 0, 0), (0, 0, 255)]
    assert said(window) == []


@pytest.mark.parametrize(
    ("kind", "suffix"), [("png", "png"), ("jpeg", "jpg"), ("webp", "webp"), ("avif", "avif")]
)
def test_a_picture_of_a_browser_is_kept_as_it_was_encoded(qtbot, window, kind, suffix):
    content = encoded(kind)
    drop(window, of_bytes(f"image/{kind}", content, "https://example.org/a.png"))
    qtbot.waitUntil(all_in(window, "ready"), timeout=PATIENCE)
    entry = next(iter(window.documents.list))
    assert entry.path.name == f"Dropped image 1.{suffix}"
    assert entry.path.read_bytes() == content
    qtbot.waitUntil(lambda: window.page.panel.view.has_page, timeout=PATIENCE)


def test_the_best_of_several_formats_is_taken(qtbot, window):
    mime = of_bytes("image/jpeg", encoded("jpeg"))
    mime.setData("image/bmp", b"no picture at all")
    mime.setData("image/png", encoded("png"))
    drop(window, mime)
    qtbot.waitUntil(all_in(window, "ready"), timeout=PATIENCE)
    assert names(window) == ["Dropped image 1.png"]


def test_a_picture_written_into_its_address_is_taken(qtbot, window):
    written = base64.b64encode(encoded("png")).decode()
    drop(window, of_urls(f"data:image/png;base64,{written}"))
    qtbot.waitUntil(all_in(window, "ready"), timeout=PATIENCE)
    assert names(window) == ["Dropped image 1.png"]


def test_control_v_takes_an_image_and_extracts_it(qtbot, window, settings, clipboard):
    settings.extract_on_drop = True
    paste(qtbot, window, clipboard, of_image(picture()))
    qtbot.waitUntil(all_in(window, "done"), timeout=PATIENCE)
    assert names(window) == ["Pasted image 1.png"]
    assert window.documents.panel.current is next(iter(window.documents.list))


def test_control_v_takes_copied_files_and_paths(qtbot, window, clipboard, make_pdf):
    copied, quoted, named = (make_pdf(name) for name in ("a b.pdf", "c.pdf", "100 %.pdf"))
    paste(qtbot, window, clipboard, file_drag([copied]))
    text = f'"{quoted}"\n{QUrl.fromLocalFile(str(named)).toString()}\n'
    paste(qtbot, window, clipboard, of_text(text))
    qtbot.waitUntil(all_in(window, "ready", "ready", "ready"), timeout=PATIENCE)
    assert names(window) == ["a b.pdf", "c.pdf", "100 %.pdf"]
    assert said(window) == []


@pytest.mark.parametrize("tab", list(ResultTab))
def test_control_v_works_while_a_result_has_the_focus(
    qtbot, window, clipboard, samples, make_pdf, tab
):
    drop(window, file_drag(samples[:1]))
    qtbot.waitUntil(all_in(window, "ready"), timeout=PATIENCE)
    window.documents.actions.extract.trigger()
    qtbot.waitUntil(all_in(window, "done"), timeout=PATIENCE)
    window.result.panel.tabs.setCurrentIndex(tab)
    window.result.panel.tabs.currentWidget().setFocus()
    clipboard.setMimeData(file_drag([make_pdf("a.pdf")]))
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_V, CONTROL)
    qtbot.waitUntil(lambda: len(window.documents.list) == 2, timeout=PATIENCE)


def test_pasting_into_a_field_stays_there(qtbot, window, clipboard, make_pdf):
    drop(window, file_drag([make_pdf("a.pdf", pages=3)]))
    qtbot.waitUntil(lambda: window.page.panel.view.has_page, timeout=PATIENCE)
    field = window.page.panel.bar.pages
    field.setFocus()
    clipboard.setText("1-2")
    qtbot.keyClick(field, Qt.Key.Key_V, CONTROL)
    assert field.text() == "1-2"
    assert said(window) == []


@pytest.mark.parametrize(
    ("mime", "sentence"),
    [
        (of_text("/no/such/file.pdf"), "There is no file /no/such/file.pdf."),
        (of_text("hello"), "The clipboard holds text that is no path of a file."),
        (
            of_text("https://example.org/a.pdf"),
            "https://example.org/a.pdf is an address, not a file on this computer.",
        ),
        (QMimeData(), "There is nothing on the clipboard that can be read."),
    ],
)
def test_what_cannot_be_pasted_is_told(qtbot, window, clipboard, mime, sentence):
    paste(qtbot, window, clipboard, mime)
    assert said(window) == [sentence]
    assert names(window) == []


def test_addresses_of_the_web_are_told_once(window, make_pdf):
    web = "https://example.org/a%20b.pdf"
    assert drop(window, of_urls(web)).isAccepted()
    assert said(window) == [
        "https://example.org/a b.pdf is an address, not a file on this computer."
    ]
    window.notices.dismiss_all()
    path = make_pdf("here.pdf")
    mixed = of_urls(web, "ftp://example.org/b.pdf", QUrl.fromLocalFile(str(path)).toString())
    drop(window, mixed)
    assert names(window) == ["here.pdf"]
    assert said(window) == [
        "2 addresses are no files on this computer, https://example.org/a b.pdf among them."
    ]


@pytest.mark.parametrize(
    "name",
    [
        "application/x-moz-file-promise",
        "com.apple.pasteboard.promised-file-url",
        'application/x-qt-windows-mime;value="FileGroupDescriptorW"',
        "XdndDirectSave0",
    ],
)
def test_a_promised_file_is_told(window, name):
    assert drop(window, of_bytes(name, b"letter.pdf")).isAccepted()
    assert said(window) == ["The other program promises a file, but hands none over."]


def test_a_drop_is_a_copy_so_that_nobody_deletes_what_was_dropped(window, make_pdf):
    event = drop(window, file_drag([make_pdf("a.pdf")]), action=Qt.DropAction.MoveAction)
    assert event.dropAction() is Qt.DropAction.CopyAction


def test_only_what_can_be_taken_is_invited(window):
    frame = window.documents.drop_target._frame
    for mime, invited in ((of_text("hello"), False), (of_image(picture()), True)):
        drop(window, mime, let_go=False)
        assert bool(frame.property("dragging")) is invited


def test_saved_images_are_gone_with_the_window(qtbot, window):
    drop(window, of_image(picture()))
    qtbot.waitUntil(all_in(window, "ready"), timeout=PATIENCE)
    folder = next(iter(window.documents.list)).path.parent
    assert folder.is_dir()
    window.close()
    assert not folder.exists()


def test_results_of_pasted_images_are_not_exported_beside_them(
    qtbot, window, clipboard, settings, answers, tmp_path, monkeypatch
):
    settings.extract_on_drop = True
    settings.open_folder = str(tmp_path)
    asked = []
    monkeypatch.setattr(answers, "folder", lambda title, folder: asked.append(folder))
    paste(qtbot, window, clipboard, of_image(picture()))
    qtbot.waitUntil(all_in(window, "done"), timeout=PATIENCE)
    window.documents.actions.export_all.trigger()
    assert asked == [str(tmp_path)]


def test_a_link_that_leads_to_itself_becomes_a_failed_row(qtbot, window, tmp_path):
    loop = tmp_path / "loop.pdf"
    loop.symlink_to(loop)
    drop(window, file_drag([loop]))
    qtbot.waitUntil(all_in(window, "failed"), timeout=PATIENCE)


def test_many_files_come_as_they_are_recognised_in_order(qtbot, window, tmp_path, samples):
    content = samples[0].read_bytes()
    paths = [tmp_path / f"{number}.pdf" for number in range(350)]
    for path in paths:
        path.write_bytes(content)
    drop(window, file_drag([*paths, paths[0], paths[300]]))
    assert len(window.documents.list) == 100
    qtbot.waitUntil(lambda: states(window) == ["ready"] * 350, timeout=PATIENCE)
    assert [entry.path for entry in window.documents.list] == [path.resolve() for path in paths]
    drop(window, file_drag(paths))
    qtbot.waitUntil(lambda: bool(said(window)), timeout=PATIENCE)
    assert said(window) == ["350 files are in the list already."]
    assert len(window.documents.list) == 350


def test_the_same_file_twice_in_a_large_drop_is_one_row(qtbot, window, tmp_path):
    paths = [tmp_path / f"{number}.pdf" for number in range(100)]
    drop(window, file_drag([*paths, paths[0]]))
    qtbot.waitUntil(lambda: states(window) == ["failed"] * 100, timeout=PATIENCE)
    qtbot.waitUntil(lambda: not window.documents.importer.busy, timeout=PATIENCE)
    assert said(window) == []


def test_a_drop_of_nothing_is_told(window):
    drop(window, QMimeData(), QPoint(5, 5))
    assert said(window) == ["There is nothing in what was dropped that can be read."]
