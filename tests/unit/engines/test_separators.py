"""A model's JSON style shows in its first member."""

import json

import pytest

from endstop.engines.engine import Separators
from endstop.engines.separators import separators_of

VALUE = {"vendor": "Nord", "items": [1]}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (json.dumps(VALUE), Separators.SPACED),
        (json.dumps(VALUE, separators=(",", ":")), Separators.COMPACT),
        (json.dumps(VALUE, indent=2), Separators.INDENTED),
        ("Here it is:\n```json\n" + json.dumps(VALUE), Separators.SPACED),
        ('{"vendor":', None),
        ('{"vendor": ', None),
        ("Sure!", None),
        ("", None),
    ],
)
def test_the_first_member_tells_the_style(text, wanted):
    assert separators_of(text) is wanted
