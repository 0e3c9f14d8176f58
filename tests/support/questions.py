"""The questions that the samples ask the bundled model."""

import json

from endstop.assets import resource
from endstop.documents.recognise import recognise
from endstop.documents.renderer import Renderer
from endstop.engines.engine import Constraint, Engine, Generation
from endstop.extraction.profiles import profile_for
from endstop.extraction.prompt import build_prompt
from endstop.schemas.load import load_schema


def sample_questions(engine: Engine) -> list[Generation]:
    """One generation a sample, in their order: its first page, its schema, its profile."""
    folder = resource("samples")
    profile = profile_for(engine.model)
    questions = []
    with Renderer() as renderer:
        for sample in json.loads((folder / "samples.json").read_text(encoding="utf-8")):
            schema = load_schema(sample["schema"])
            document = renderer.open(recognise(folder / sample["file"]))
            page = renderer.render(document, 1, profile.sizing)
            constraint = Constraint(schema.definition, profile.separators)
            prompt = build_prompt(profile, schema)
            questions.append(Generation([page], prompt, constraint, profile.max_tokens))
    return questions
