"""The list of documents."""

from pathlib import Path

import pytest
from PySide6.QtTest import QAbstractItemModelTester

from endstop.errors import DocumentError
from endstop.gui.documents.document_list import DocumentList, DocumentRole
from tests.gui.results import SOURCE


@pytest.fixture
def table(qapp):
    made = DocumentList()
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
    assert table.restore(taken) == [entry.id for _row, entry in taken]
    assert names(table) == list("012345")
    assert [table.index_of(entry_id).row() for entry_id in ids] == list(range(6))


def test_a_change_of_an_entry_names_its_row(qtbot, table):
    table.remove([next(iter(table)).id])
    last = list(table)[-1]
    with qtbot.waitSignal(table.dataChanged) as changed:
        table.take_recognised({last.id: SOURCE})
    assert changed.args[0].row() == 4


def test_every_change_is_told_by_the_list_itself(qtbot, table):
    told = []
    table.changed.connect(told.append)
    first, second, *_others = table
    table.take_recognised({first.id: SOURCE, second.id: DocumentError("No.")})
    table.look_again([second.id])
    assert told == [{first.id, second.id}, {second.id}]
    assert table.groups.new == {first.id}
    assert table.index(0).data(DocumentRole.STATUS) == "Not extracted"


def test_what_comes_for_a_removed_document_is_there_when_it_comes_back(table):
    first = next(iter(table))
    taken = table.remove([first.id])
    table.take_recognised({first.id: SOURCE})
    table.restore(taken)
    assert next(iter(table)).source is SOURCE


def test_a_removed_document_that_was_dropped_again_does_not_come_twice(table):
    first = next(iter(table))
    taken = table.remove([first.id])
    table.add([first.path])
    assert table.restore(taken) == []
    assert names(table) == list("123450")


def test_rows_that_went_together_come_back_together(table):
    entries = list(table)
    taken = table.remove({entry.id for entry in entries if entry.path.stem != "2"})
    inserted = []
    table.rowsInserted.connect(lambda _parent, first, last: inserted.append((first, last)))
    table.restore(taken)
    assert names(table) == list("012345")
    assert inserted == [(0, 1), (3, 5)]


def test_many_changes_are_said_once(table):
    said = []
    table.dataChanged.connect(lambda first, last: said.append((first.row(), last.row())))
    ids = [entry.id for entry in table]
    table.take_recognised({ids[4]: SOURCE, ids[1]: SOURCE, 99: SOURCE})
    table.take_recognised({99: SOURCE})
    assert said == [(1, 4)]


def test_the_groups_follow_removals_and_failures(table):
    first, second = list(table)[:2]
    table.take_recognised({first.id: SOURCE, second.id: SOURCE})
    assert table.groups.new == table.groups.extractable == {first.id, second.id}
    taken = table.remove({first.id})
    assert table.groups.new == {second.id}
    table.restore(taken)
    assert table.groups.new == {first.id, second.id}
    table.take_opened({first.id: DocumentError("It is broken.")})
    assert table.groups.new == table.groups.extractable - {first.id} == {second.id}
