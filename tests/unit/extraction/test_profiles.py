"""A model gets the profile of its family."""

from dataclasses import replace

from endstop.documents.sizing import PageSizing
from endstop.engines.engine import Separators
from endstop.extraction.profiles import profile_for
from tests.support.scripted_engine import MODEL


def test_the_demo_model_is_known_by_its_vocabulary_whatever_its_folder_is_called():
    model = replace(MODEL, name="a-copy", architecture="qwen3_5", vocabulary=320)
    assert profile_for(model).separators is Separators.COMPACT


def test_any_other_model_is_asked_as_lift_is():
    profile = profile_for(replace(MODEL, architecture="qwen3_5", vocabulary=248_320))
    assert profile.name == "lift"
    assert profile.max_tokens == 12_384
    assert profile.sizing == PageSizing()
    assert "{schema}" in profile.prompt
