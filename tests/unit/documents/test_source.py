from pathlib import Path

import pytest

from endstop.documents.source import Document, Format, SourceFile, readable_name


@pytest.mark.parametrize(
    ("path", "name"),
    [
        (Path("in/Rechnung März.pdf"), "Rechnung März.pdf"),
        (Path("Screenshot 9.41.00\u202fPM.png"), "Screenshot 9.41.00\u202fPM.png"),
        (Path("two\nlines\x1b[31m.pdf"), "two\ufffdlines\ufffd[31m.pdf"),
        (Path("bytes\udcff.pdf"), "bytes\ufffd.pdf"),
        (Path("invoice\u202efdp.exe"), "invoice\ufffdfdp.exe"),
        (Path("a\u2028b.pdf"), "a\ufffdb.pdf"),
        (Path("שלום.pdf"), "שלום.pdf"),
        (Path(), "."),
        (Path("/"), "/"),
    ],
)
def test_a_name_is_fit_to_be_printed(path, name):
    assert readable_name(path) == name
    assert SourceFile(path, Format.PDF, 1).name == name


def test_a_password_does_not_show_in_the_text_of_a_document():
    source = SourceFile(Path("a.pdf"), Format.PDF, 1)
    assert "secret" not in repr(Document(source, 1, "secret"))
