"""How right answers are: documents, fields, valid JSON, and the turn's end."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from typing import Any


@dataclass(slots=True)
class Score:
    """Counts over documents; an exact answer is the expected text and ended its turn."""

    documents: int = 0
    exact: int = 0
    valid: int = 0
    stopped: int = 0
    right_fields: Counter[str] = field(default_factory=Counter)
    all_fields: Counter[str] = field(default_factory=Counter)
    wrong: list[tuple[str, str]] = field(default_factory=list)

    def add(self, expected: str, answer: str, stopped: bool) -> None:
        """Count one document; both texts are without the turn's end."""
        self.documents += 1
        self.stopped += stopped
        if answer == expected and stopped:
            self.exact += 1
        else:
            self.wrong.append((expected, answer))
        parsed = parsed_object(answer)
        self.valid += parsed is not None
        for name, value in json.loads(expected).items():
            label = f"{name} (absent)" if value is None else name
            self.all_fields[label] += 1
            self.right_fields[label] += parsed is not None and parsed.get(name, ...) == value

    def summary(self) -> str:
        """Return the shares in one line and the counts of each field in a second one."""
        count = max(1, self.documents)
        fields = sum(self.right_fields.values()) / max(1, sum(self.all_fields.values()))
        parts = [
            f"{n} {self.right_fields[n]}/{self.all_fields[n]}" for n in sorted(self.all_fields)
        ]
        return (
            f"documents {self.documents}, exact {self.exact / count:.1%}, fields {fields:.1%}, "
            f"valid JSON {self.valid / count:.1%}, stopped {self.stopped / count:.1%}\n"
            + ", ".join(parts)
        )


def parsed_object(text: str) -> dict[str, Any] | None:
    """Return the JSON object that a text is, or None."""
    try:
        value = json.loads(text)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None
