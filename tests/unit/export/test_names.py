"""Each document gets a file of its own, and nobody else's."""

import json
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from endstop.export.names import plan_names

NOWHERE = Path("/nowhere/at/all")


def names(*sources: str, folder: Path = NOWHERE) -> list[str]:
    return list(plan_names([Path(source) for source in sources], folder).values())


def test_a_stem_of_its_own_is_the_name():
    assert names("a/invoice.pdf", "b/photo.png") == ["invoice", "photo"]


def test_two_inputs_of_one_stem_keep_their_endings():
    assert names("invoice.pdf", "invoice.png") == ["invoice.pdf", "invoice.png"]


def test_two_inputs_of_one_name_are_numbered():
    assert names("a/invoice.pdf", "b/invoice.pdf") == ["invoice.pdf", "invoice.pdf-2"]


def test_case_alone_does_not_tell_two_files_apart():
    assert names("Scan.pdf", "scan.PDF") == ["Scan.pdf", "scan.PDF-2"]


def test_names_that_a_file_system_refuses_are_mended():
    assert names("a\nb?.pdf", "x" * 300 + ".pdf") == ["a_b_", "x" * 200]


def test_a_result_of_another_document_is_not_overwritten(tmp_path):
    (tmp_path / "invoice.json").write_text("{}", encoding="utf-8")
    assert names("invoice.pdf", folder=tmp_path) == ["invoice.pdf"]


def test_a_result_of_the_same_document_is_replaced(tmp_path):
    source = tmp_path / "invoice.pdf"
    meta = {"source": {"path": str(source.resolve())}}
    (tmp_path / "invoice.json").write_text("{}", encoding="utf-8")
    (tmp_path / "invoice.meta.json").write_text(json.dumps(meta), encoding="utf-8")
    assert names(str(source), folder=tmp_path) == ["invoice"]


@given(st.lists(st.text(st.characters(exclude_characters="/\0"), min_size=1), unique=True))
def test_whatever_the_inputs_are_called_no_two_results_share_a_file(inputs):
    sources = [Path("/in") / f"{number}" / name for number, name in enumerate(inputs)]
    planned = plan_names(sources, NOWHERE)
    assert len(planned) == len(sources)
    assert len({name.casefold() for name in planned.values()}) == len(sources)
    assert all(name and not {"/", "\0", "\n"} & set(name) for name in planned.values())
