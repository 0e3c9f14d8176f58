"""The words that follow the pages."""

import json

from endstop.extraction.profiles import Profile
from endstop.schemas.schema import ExtractionSchema


def build_prompt(profile: Profile, schema: ExtractionSchema) -> str:
    """The profile's prompt with the user's schema, laid out as lift was trained on it."""
    return profile.prompt.replace("{schema}", json.dumps(schema.definition, indent=2))
