"""The bundled model, loaded once; and the pages and schemas of the samples."""

import json
from pathlib import Path

import pytest

from endstop.assets import bundled_model, resource
from endstop.documents.recognise import recognise
from endstop.documents.renderer import Renderer
from endstop.engines.engine import Constraint, Generation
from endstop.engines.load import load_engine
from endstop.extraction.profiles import profile_for
from endstop.extraction.prompt import build_prompt
from endstop.schemas.load import load_schema


@pytest.fixture(scope="session")
def engine():
    loaded = load_engine(bundled_model(), lambda _step: None, lambda: False)
    yield loaded
    loaded.close()


@pytest.fixture(scope="session")
def samples() -> list[tuple[Path, dict]]:
    """The sample documents with the values that a person reads on them."""
    folder = resource("samples")
    listed = json.loads((folder / "samples.json").read_text(encoding="utf-8"))
    return [
        (
            folder / entry["file"],
            json.loads(
                (folder / entry["file"]).with_suffix(".expected.json").read_text(encoding="utf-8")
            ),
        )
        for entry in listed
    ]


@pytest.fixture(scope="session")
def ask(engine, samples):
    """A question about the sample of a number, constrained or free."""
    schema = load_schema("slip")
    profile = profile_for(engine.model)
    pages = {}
    with Renderer() as renderer:
        for number, (path, _expected) in enumerate(samples):
            document = renderer.open(recognise(path))
            pages[number] = renderer.render(document, 1, profile.sizing)

    def generation(number: int = 0, *, constrained: bool = True, **changes) -> Generation:
        wanted = {
            "pages": [pages[number]],
            "prompt": build_prompt(profile, schema),
            "constraint": Constraint(schema.definition, profile.separators),
            "max_tokens": profile.max_tokens,
        }
        if not constrained:
            wanted["constraint"] = None
        return Generation(**(wanted | changes))

    return generation
