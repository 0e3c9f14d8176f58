"""The item models, under Qt's own tester."""

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester

from endstop.gui.diagnostics.stop_table import StopColumn, StopTable
from endstop.gui.documents.document_list import DocumentList, DocumentRole
from endstop.gui.result.field_rows import rows_of_value
from endstop.gui.result.field_tree import FieldColumn, FieldTree
from tests.gui.conftest import SLIP
from tests.support.scripted_engine import STOP_SET

FATAL = QAbstractItemModelTester.FailureReportingMode.Fatal


def test_documents_come_and_go_in_order(qapp):
    table = DocumentList()
    tester = QAbstractItemModelTester(table, FATAL)
    first, second, third = table.add([Path(f"/{name}.pdf") for name in "abc"])
    taken = table.remove([first.id, third.id])
    assert [entry for _row, entry in taken] == [first, third]
    table.restore(taken)
    assert list(table) == [first, second, third]
    assert table.index(0).data(DocumentRole.STATUS) == "Recognising"
    assert table.index(1).data(Qt.ItemDataRole.AccessibleTextRole) == "b.pdf, Recognising"
    assert table.find(99) is None
    assert not table.index_of(99).isValid()
    del tester


def test_fields_are_a_tree(qapp, theme):
    tree = FieldTree(theme)
    tester = QAbstractItemModelTester(tree, FATAL)
    tree.set_rows(rows_of_value(json.loads(SLIP)))
    assert tree.rowCount() == 8
    items = tree.index(5, FieldColumn.NAME)
    assert items.data() == "items"
    row = tree.index(0, FieldColumn.VALUE, items)
    assert row.data() == "Bolt · 2 · 3.5"
    assert tree.parent(row) == items
    currency = tree.index(4, FieldColumn.NOTE)
    assert currency.data() == "– absent"
    tree.set_rows(())
    assert tree.rowCount() == 0
    assert tree.row_of(QModelIndex()) is None
    del tester


@pytest.mark.parametrize("stop_set", [STOP_SET, None])
def test_stop_tokens_are_a_table(qapp, theme, stop_set):
    table = StopTable(theme)
    tester = QAbstractItemModelTester(table, FATAL)
    table.set_stop_set(stop_set)
    assert table.rowCount() == (1 if stop_set else 0)
    if stop_set:
        assert table.index(0, StopColumn.TOKEN).data() == "<|im_end|>"
        assert table.index(0, StopColumn.STATE).data() == "no, patched by Endstop"
        assert table.index(0, StopColumn.SOURCES).data() == "tokenizer_config.json, chat template"
    del tester
