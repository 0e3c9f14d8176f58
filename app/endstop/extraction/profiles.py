"""How a family of models wants to be asked, as data in resources/profiles."""

import json
from dataclasses import dataclass
from functools import cache

from endstop.assets import resource
from endstop.documents.sizing import PageSizing
from endstop.engines.engine import ModelDescription, Separators

# The first profile that matches a model is its profile; the last one matches every model.
_NAMES = ("endstop-tiny", "lift")


@dataclass(frozen=True, slots=True)
class Profile:
    """One family's needs; `prompt` holds `{schema}`, `max_tokens` bounds an answer.

    `separators` None: the engine finds out which style the model itself writes.
    """

    name: str
    title: str
    prompt: str
    sizing: PageSizing
    separators: Separators | None
    max_tokens: int
    matches: dict[str, str | int]

    def fits(self, model: ModelDescription) -> bool:
        """Whether every condition of the profile holds for the model."""
        return all(getattr(model, name) == wanted for name, wanted in self.matches.items())


def profile_for(model: ModelDescription) -> Profile:
    """The profile of a model."""
    return next(profile for profile in _profiles() if profile.fits(model))


@cache
def _profiles() -> tuple[Profile, ...]:
    return tuple(_read(name) for name in _NAMES)


def _read(name: str) -> Profile:
    content = json.loads(resource(f"profiles/{name}.json").read_text(encoding="utf-8"))
    prompt = resource(f"profiles/{content['prompt']}").read_text(encoding="utf-8")
    return Profile(
        name=name,
        title=content["title"],
        prompt=prompt.rstrip("\n"),
        sizing=PageSizing(**content["page"]),
        separators=Separators(content["separators"]) if content["separators"] else None,
        max_tokens=content["max_tokens"],
        matches=content["matches"],
    )
