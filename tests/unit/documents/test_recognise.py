import os
import zipfile
from pathlib import Path

import pytest
from PIL import Image
from pillow_heif import from_pillow

from endstop.documents.recognise import format_of, recognise
from endstop.documents.source import Format
from endstop.errors import DocumentError


@pytest.mark.parametrize("kind", [kind for kind in Format if kind is not Format.PDF])
def test_an_image_is_recognised_whatever_its_name(tmp_path, kind):
    path = tmp_path / "scan.dat"
    picture = Image.new("RGB", (64, 48))
    if kind is Format.HEIF:
        from_pillow(picture).save(path)
    else:
        picture.save(path, format=kind.upper())
    source = recognise(path)
    assert source.format is kind
    assert source.size == path.stat().st_size
    assert source.path == path


def test_a_big_tiff_is_recognised(tmp_path):
    path = tmp_path / "big.tif"
    Image.new("RGB", (3, 2)).save(path, big_tiff=True)
    assert recognise(path).format is Format.TIFF


def test_a_pdf_is_recognised(make_pdf):
    assert recognise(make_pdf("invoice.dat")).format is Format.PDF


def test_a_pdf_with_a_preamble_is_recognised():
    assert format_of(b"\r\n" * 400 + b"%PDF-1.4\n") is Format.PDF


def test_a_pdf_header_too_far_in_is_none():
    assert format_of(b" " * 1024 + b"%PDF-1.4\n") is None


def test_words_that_begin_like_a_bitmap_are_not_one():
    assert format_of(b"BMW invoices of last year, in a text file") is None


def test_sound_in_a_riff_is_not_webp():
    assert format_of(b"RIFF\x24\x00\x00\x00WAVEfmt ") is None


@pytest.mark.parametrize(
    ("head", "found"),
    [
        (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", Format.HEIF),
        (b"\0\0\0\x18ftypmif1\0\0\0\0mif1heic", Format.HEIF),
        (b"\0\0\0\x1cftypmif1\0\0\0\0mif1avifmiaf", Format.AVIF),
        (b"\0\0\0\x14ftypavis\0\0\0\0avis", Format.AVIF),
        (b"\0\0\0\x18ftypisom\0\0\0\0isommp42", None),
        (b"\0\0\0\x14ftypqt  \0\0\0\0qt  heic", None),  # beyond the box of brands
        (b"\0\0\0\x14ftyp", None),
        (b"\xff\x4f\xff\x51\x00\x2f", Format.JPEG_2000),
        (b"\0\0\0\x0cjP  \r\n\x87\n\0\0", Format.JPEG_2000),
    ],
)
def test_boxed_images_are_told_apart_by_their_brands(head, found):
    assert format_of(head) is found


def test_a_link_that_leads_to_itself_is_an_error_with_a_sentence(tmp_path):
    (tmp_path / "a.pdf").symlink_to(tmp_path / "b.pdf")
    (tmp_path / "b.pdf").symlink_to(tmp_path / "a.pdf")
    with pytest.raises(DocumentError, match=r"a\.pdf is a link that leads back to itself\."):
        recognise(tmp_path / "a.pdf")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs a device")
def test_a_device_is_refused_without_reading_it():
    with pytest.raises(DocumentError, match="zero is not a regular file"):
        recognise(Path("/dev/zero"))


def test_a_name_with_a_line_break_or_of_great_length_is_read(tmp_path, drawing):
    for name in ("two\nlines.png", "长" * 80 + ".png", "e\u0301 100% #1?.png"):
        drawing.save(tmp_path / name)
        assert recognise(tmp_path / name).format is Format.PNG


def zip_with(name: str):
    def write(path: Path) -> None:
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("[Content_Types].xml", "x" * 9000)
            archive.writestr(name, "")

    return write


def bytes_of(content: bytes):
    return lambda path: path.write_bytes(content)


@pytest.mark.parametrize(
    ("write", "sentence", "remedy"),
    [
        (bytes_of(b""), "paper is empty.", "again"),
        (zip_with("word/document.xml"), "paper is a Word document.", "PDF"),
        (zip_with("xl/workbook.xml"), "paper is an Excel workbook.", "PDF"),
        (zip_with("ppt/presentation.xml"), "paper is a PowerPoint presentation.", "PDF"),
        (zip_with("META-INF/container.xml"), "paper is an electronic book.", "PDF"),
        (zip_with("META-INF/manifest.xml"), "paper is an OpenDocument file.", "PDF"),
        (zip_with("Index/Document.iwa"), "a Pages, Numbers or Keynote document.", "PDF"),
        (zip_with("invoice.pdf"), "paper is a ZIP archive.", "Unpack"),
        (bytes_of(b"PK\x03\x04 cut off"), "paper is a ZIP archive.", "Unpack"),
        (bytes_of(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0"), "an older Office document.", "PDF"),
        (bytes_of(b"\0\0\0\x1cftypisom\0\0"), "a film or a sound recording.", "PDF"),
        (bytes_of(b"\xff\x0a\x00\x10"), "paper is a JPEG XL image.", "PNG"),
        (bytes_of(b"8BPS\0\1"), "paper is a Photoshop file.", "PNG"),
        (bytes_of(b"{\\rtf1 text}"), "paper is a rich text document.", "PDF"),
        (bytes_of(b"%!PS-Adobe-3.0\n"), "paper is a PostScript file.", "PDF"),
        (bytes_of(b"AT&TFORM\0\0\0\0DJVU"), "paper is a DjVu document.", "PDF"),
        (bytes_of(b"\x1f\x8b\x08\0"), "paper is an archive.", "Unpack"),
        (bytes_of(b"\xef\xbb\xbf<?xml version='1.0'?>"), "a web page or an XML file.", "PDF"),
        (bytes_of(b"\n <!DOCTYPE HTML>"), "a web page or an XML file.", "PDF"),
        (bytes_of(b"Total: 42\n"), "paper is a text file.", "PDF"),
        (bytes_of("Gesamt: 42 €\n".encode() * 1000), "paper is a text file.", "PDF"),
        (bytes_of("金额".encode() * 5000), "paper is a text file.", "PDF"),
        (bytes_of("Total".encode("utf-16")), "paper is a text file.", "PDF"),
        (bytes_of(b"\x93\x00\xfe\x01" * 9), "not a kind of document that can be read.", "TIFF"),
    ],
)
def test_what_is_no_document_is_named_with_a_way_out(tmp_path, write, sentence, remedy):
    path = tmp_path / "paper"
    write(path)
    with pytest.raises(DocumentError) as caught:
        recognise(path)
    assert sentence in caught.value.sentence
    assert remedy in caught.value.remedy


@pytest.mark.parametrize("name", ["paper.pdf", "PAPER.PNG"])
def test_a_damaged_file_with_the_name_of_a_document_is_not_called_unknown(tmp_path, name):
    path = tmp_path / name
    path.write_bytes(b"\x93\x00\xfe\x01" * 9)
    with pytest.raises(DocumentError, match="named like a document"):
        recognise(path)


def test_a_missing_file_is_said_to_be_missing(tmp_path):
    with pytest.raises(DocumentError, match=r"There is no file gone\.pdf\."):
        recognise(tmp_path / "gone.pdf")


def test_a_file_taken_for_a_folder_is_said_to_be_missing(make_pdf):
    with pytest.raises(DocumentError, match="There is no file"):
        recognise(make_pdf() / "page.pdf")


def test_a_folder_is_said_to_be_a_folder(tmp_path):
    with pytest.raises(DocumentError, match="is a folder"):
        recognise(tmp_path)


def test_a_name_that_no_system_takes_is_an_error_with_a_sentence():
    with pytest.raises(DocumentError):
        recognise(Path("a\0b.pdf"))
    with pytest.raises(DocumentError):
        recognise(Path("a" * 5000))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_named_pipe_is_refused_without_waiting_for_it(tmp_path):
    os.mkfifo(tmp_path / "pipe.pdf")
    with pytest.raises(DocumentError, match="not a regular file"):
        recognise(tmp_path / "pipe.pdf")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root reads all")
def test_a_file_of_somebody_else_is_said_to_be_closed(make_pdf):
    path = make_pdf()
    path.chmod(0)
    with pytest.raises(DocumentError, match="permission denied"):
        recognise(path)


def test_a_denied_file_is_said_to_be_denied(make_pdf, monkeypatch):
    def deny(self, *args, **kwargs):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", deny)
    with pytest.raises(DocumentError, match="permission denied"):
        recognise(make_pdf())


def test_a_failing_disk_is_reported_with_its_reason(make_pdf, monkeypatch):
    def fail(self, *args, **kwargs):
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(Path, "open", fail)
    with pytest.raises(DocumentError, match="Input/output error"):
        recognise(make_pdf())
