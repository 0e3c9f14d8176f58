"""The menu bar: every action, so that each can be found and reached by keyboard."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenuBar

from endstop.gui.diagnostics.diagnostics_actions import DiagnosticsActions
from endstop.gui.documents.document_actions import DocumentActions
from endstop.gui.settings.setting_actions import SettingActions
from endstop.gui.window.window_actions import WindowActions
from endstop.translation import _

if TYPE_CHECKING:
    from endstop.gui.window.main_window import MainWindow

Entries = Sequence[QAction | None]


def fill_menu_bar(bar: QMenuBar, window: "MainWindow") -> None:
    """File, Edit, Extract, Model, View and Help, with the actions of every room."""
    own, documents, settings = window.own_actions, window.documents.actions, window.settings.actions
    edit = (
        window.result.panel.copy,
        documents.paste,
        None,
        documents.select_all,
        documents.remove,
    )
    view = (
        *window.result.tab_actions.actions(),
        None,
        *window.page.panel.commands.of_menu(),
        None,
        *settings.themes.actions(),
    )
    _add_menu(bar, _("&File"), _file_entries(own, documents, settings))
    _add_menu(bar, _("&Edit"), edit)
    _add_menu(bar, _("E&xtract"), _extract_entries(own, documents, settings))
    _add_menu(bar, _("&Model"), _model_entries(window.diagnostics.actions, settings))
    _add_menu(bar, _("&View"), view)
    _add_menu(bar, _("&Help"), (own.copy_diagnostics, None, own.about))


def _add_menu(bar: QMenuBar, title: str, entries: Entries) -> None:
    """A menu of these actions; None stands for a separator."""
    menu = bar.addMenu(title)
    for action in entries:
        if action is None:
            menu.addSeparator()
        else:
            menu.addAction(action)


def _file_entries(
    own: WindowActions, documents: DocumentActions, settings: SettingActions
) -> Entries:
    return (
        documents.open_files,
        documents.open_folder,
        documents.sample,
        None,
        documents.export_all,
        documents.export_current,
        None,
        settings.open_schema,
        None,
        own.close,
        own.quit,
    )


def _extract_entries(
    own: WindowActions, documents: DocumentActions, settings: SettingActions
) -> Entries:
    return (
        documents.extract,
        documents.extract_all,
        None,
        own.stop,
        own.stop_all,
        None,
        documents.extract_on_drop,
        settings.limits,
    )


def _model_entries(diagnostics: DiagnosticsActions, settings: SettingActions) -> Entries:
    return (
        settings.open_model,
        None,
        diagnostics.dock,
        diagnostics.examine_folder,
        diagnostics.examine_again,
        None,
        diagnostics.fix,
        diagnostics.undo_fix,
        diagnostics.probe,
        diagnostics.copy_report,
        None,
        diagnostics.load_examined,
        diagnostics.back_to_model,
    )
