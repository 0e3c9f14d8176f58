"""The menu bar: every action, so that each can be found and reached by keyboard."""

from collections.abc import Sequence

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenuBar

from endstop.gui.page.page_panel import PagePanel
from endstop.gui.window.actions import WindowActions
from endstop.gui.window.parts import Parts
from endstop.translation import _

Entries = Sequence[QAction | None]


def fill_menu_bar(bar: QMenuBar, parts: Parts) -> None:
    """File, Edit, Extract, Model, View and Help."""
    actions = parts.actions
    edit = (parts.result.copy, actions.paste, None, actions.select_all, actions.remove)
    _add_menu(bar, _("&File"), _file_entries(actions))
    _add_menu(bar, _("&Edit"), edit)
    _add_menu(bar, _("E&xtract"), _extract_entries(actions))
    _add_menu(bar, _("&Model"), _model_entries(actions))
    _add_menu(bar, _("&View"), _view_entries(actions, parts.page))
    _add_menu(bar, _("&Help"), (actions.about,))


def _add_menu(bar: QMenuBar, title: str, entries: Entries) -> None:
    """A menu of these actions; None stands for a separator."""
    menu = bar.addMenu(title)
    for action in entries:
        if action is None:
            menu.addSeparator()
        else:
            menu.addAction(action)


def _file_entries(actions: WindowActions) -> Entries:
    return (
        actions.open_files,
        actions.open_folder,
        actions.sample,
        None,
        actions.export_all,
        actions.export_current,
        None,
        actions.open_schema,
        None,
        actions.close,
        actions.quit,
    )


def _extract_entries(actions: WindowActions) -> Entries:
    return (
        actions.extract,
        actions.extract_all,
        None,
        actions.stop,
        actions.stop_all,
        None,
        actions.extract_on_drop,
        actions.limits,
    )


def _model_entries(actions: WindowActions) -> Entries:
    return (
        actions.open_model,
        None,
        actions.diagnostics,
        actions.examine_folder,
        actions.examine_again,
        None,
        actions.fix,
        actions.undo_fix,
        actions.probe,
        actions.copy_report,
        None,
        actions.load_examined,
        actions.back_to_model,
    )


def _view_entries(actions: WindowActions, page: PagePanel) -> Entries:
    return (
        *actions.tabs.actions(),
        None,
        *page.commands.of_menu(),
        None,
        *actions.themes.actions(),
    )
