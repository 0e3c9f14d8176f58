"""The menu bar: every action, so that each can be found and reached by keyboard."""

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenuBar

from endstop.gui.parts import Parts
from endstop.translation import _


def fill_menu_bar(bar: QMenuBar, parts: Parts) -> None:
    """File, Edit, Extract, View and Help; None stands for a separator."""
    actions, page = parts.actions, parts.page
    contents: list[tuple[str, list[QAction | None]]] = [
        (
            _("&File"),
            [
                actions.open_files,
                actions.open_folder,
                actions.sample,
                None,
                actions.export_all,
                actions.export_current,
                None,
                actions.open_model,
                actions.open_schema,
                None,
                actions.close,
                actions.quit,
            ],
        ),
        (_("&Edit"), [parts.result.copy, None, actions.select_all, actions.remove]),
        (
            _("E&xtract"),
            [
                actions.extract,
                actions.extract_all,
                None,
                actions.stop,
                actions.stop_all,
                None,
                actions.extract_on_drop,
            ],
        ),
        (
            _("&View"),
            [
                *actions.tabs.actions(),
                None,
                page.previous,
                page.next,
                page.zoom_in,
                page.zoom_out,
                page.fit,
                None,
                actions.diagnostics,
                None,
                *actions.themes.actions(),
            ],
        ),
        (_("&Help"), [actions.about]),
    ]
    for title, entries in contents:
        menu = bar.addMenu(title)
        for action in entries:
            if action is None:
                menu.addSeparator()
            else:
                menu.addAction(action)
