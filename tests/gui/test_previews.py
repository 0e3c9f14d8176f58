"""Pages for the window: what is tried again and what is not."""

import pytest

from endstop.documents.page_store import PageStore
from endstop.documents.recognise import recognise
from endstop.documents.renderer import Renderer
from endstop.errors import EndstopError
from endstop.gui.documents.document_list import DocumentList
from endstop.gui.documents.page_choices import PreviewKey
from endstop.gui.documents.previews import Previews
from tests.support.sheets import damaged_pdf

PATIENCE = 60_000


@pytest.fixture
def rendered(monkeypatch):
    """The number and the rotation of each page that the renderer is asked for."""
    asked = []
    render = Renderer.render

    def note(self, document, number, sizing, cancelled, rotation):
        asked.append((number, rotation))
        return render(self, document, number, sizing, cancelled, rotation)

    monkeypatch.setattr(Renderer, "render", note)
    return asked


@pytest.fixture
def previews(qapp):
    made = Previews(DocumentList(qapp), lambda: Renderer(store=PageStore()), qapp)
    yield made
    made.shut_down()


@pytest.fixture
def torn(previews, tmp_path):
    source = recognise(damaged_pdf(tmp_path / "torn.pdf", pages=3, damaged=2))
    return previews._renderer.open(source)


def shown(qtbot, previews, document, number, rotation=0):
    with qtbot.waitSignal(previews.page_ready, timeout=PATIENCE) as ready:
        previews.want(PreviewKey(1, number, rotation), document)
    return ready.args[1]


def test_failures_are_kept_by_page_and_rotation(qtbot, previews, torn, rendered):
    views = [(2, 0), (1, 0), (2, 90), (3, 0), (2, 0), (2, 90), (2, 180), (2, 0)]
    failed = [isinstance(shown(qtbot, previews, torn, *view), EndstopError) for view in views]
    assert failed == [number == 2 for number, _rotation in views]
    assert [each for each in rendered if each[0] == 2] == [(2, 0), (2, 90), (2, 180)]


def test_a_failed_page_is_tried_again_once_its_document_is_forgotten_or_opened_anew(
    qtbot, previews, torn, rendered
):
    shown(qtbot, previews, torn, 2)
    previews.forget([1])
    shown(qtbot, previews, torn, 2)
    again = previews._renderer.open(torn.source)
    shown(qtbot, previews, again, 2)
    shown(qtbot, previews, again, 2)
    assert rendered == [(2, 0)] * 3
