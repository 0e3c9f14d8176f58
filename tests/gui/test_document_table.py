"""The list of documents."""

from pathlib import Path

import pytest
from PySide6.QtTest import QAbstractItemModelTester

from endstop.gui.documents.document_table import DocumentTable


@pytest.fixture
def table(qapp):
    made = DocumentTable()
    reporting = QAbstractItemModelTester.FailureReportingMode.Warning
    QAbstractItemModelTester(made, reporting, made)
    made.add([Path(f"/in/{number}.pdf") for number in range(6)])
    return made


def names(table):
    return [entry.path.stem for entry in table]


def test_scattered_rows_go_and_come_back_where_they_were(table):
    ids = [entry.id for entry in table]
    taken = table.remove({ids[0], ids[2], ids[3], ids[5]})
    assert names(table) == ["1", "4"]
    assert [row for row, _entry in taken] == [0, 2, 3, 5]
    assert [table.index_of(entry_id).row() for entry_id in ids] == [-1, 0, -1, -1, 1, -1]
    for row, entry in taken:
        table.insert(row, entry)
    assert names(table) == list("012345")
    assert [table.index_of(entry_id).row() for entry_id in ids] == list(range(6))


def test_a_change_of_an_entry_names_its_row(qtbot, table):
    table.remove([next(iter(table)).id])
    last = list(table)[-1]
    with qtbot.waitSignal(table.dataChanged) as changed:
        table.touch(last.id)
    assert changed.args[0].row() == 4
