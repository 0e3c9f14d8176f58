"""Edits of several findings joined, in memory: what each file would hold."""

from pathlib import Path
from typing import Any, assert_never

from endstop.doctor.finding import Edit, GgufEdit, JsonEdit, TextEdit
from endstop.doctor.fixes.json_text import JsonTextError, set_value, value_at
from endstop.doctor.fixes.patch import Change, FileChange, NumberChange, read_before
from endstop.doctor.fixes.patch_gguf import number_change
from endstop.doctor.journal.fixable import place_in
from endstop.errors import FixError
from endstop.translation import _

Place = tuple[str, tuple[str, ...]]


class Draft:
    """The files of a folder as they would be; an edit that contradicts an earlier one fails."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._before: dict[str, bytes | None] = {}
        self._after: dict[str, bytes] = {}
        self._numbers: dict[tuple[str, str], NumberChange] = {}
        self._settled: dict[Place, Any] = {}

    def copy(self) -> "Draft":
        """A draft to try more edits on."""
        draft = Draft(self._folder)
        draft._before, draft._after = dict(self._before), dict(self._after)
        draft._numbers, draft._settled = dict(self._numbers), dict(self._settled)
        return draft

    def add(self, edit: Edit) -> None:
        """Take one more edit; raises FixError."""
        match edit:
            case JsonEdit():
                self._set_json(edit)
            case TextEdit():
                self._append(edit)
            case GgufEdit():
                self._set_number(edit)
            case _:
                assert_never(edit)

    def changes(self) -> tuple[Change, ...]:
        """What changes, sorted by file; edits that change nothing are not in it."""
        files = [
            FileChange(file, self._before[file], after)
            for file, after in sorted(self._after.items())
            if after != self._before[file]
        ]
        numbers = [n for _key, n in sorted(self._numbers.items()) if n.before != n.after]
        return (*files, *numbers)

    def _set_json(self, edit: JsonEdit) -> None:
        place = (edit.file, tuple(map(str, edit.path)))
        content = self._content(edit.file)
        value = self._agreed(place, edit.value)
        try:
            text = "{}\n" if content is None else content.decode("utf-8")
            self._after[edit.file] = set_value(text, place[1], value).encode("utf-8")
        except (JsonTextError, UnicodeDecodeError) as error:
            raise FixError(
                _("{file} cannot be edited: {reason}.").format(file=edit.file, reason=error),
                _("Repair it by hand or download it again."),
            ) from error
        self._settled[place] = value

    def _agreed(self, place: Place, value: Any) -> Any:
        """The value that satisfies this edit and the earlier ones; FixError if none does."""
        file, path = place
        for (other_file, other), settled in self._settled.items():
            if other_file != file:
                continue
            if other == path:
                joined = _joined(value_at(self._before[file] or b"", path), settled, value)
                if joined is None:
                    raise _contradiction(".".join(path), file)
                return joined
            shorter = min(len(other), len(path))
            if other[:shorter] == path[:shorter]:
                raise _contradiction(".".join(path), file)
        return value

    def _append(self, edit: TextEdit) -> None:
        content = self._content(edit.file) or b""
        newline = b"\r\n" if b"\r\n" in content else b"\n"
        removed = {line.encode().strip() for line in edit.without}
        kept = [line for line in content.splitlines(True) if line.strip() not in removed]
        content = b"".join(kept)
        there = {line.strip() for line in content.splitlines()}
        lines = [line.encode() for line in edit.lines if line.encode().strip() not in there]
        if lines and content and not content.endswith(b"\n"):
            content += newline
        self._after[edit.file] = content + b"".join(line + newline for line in lines)

    def _set_number(self, edit: GgufEdit) -> None:
        key = (edit.file, edit.place)
        change = number_change(place_in(self._folder, edit.file), edit)
        if key in self._numbers and self._numbers[key].after != change.after:
            raise _contradiction(edit.place, edit.file)
        self._numbers[key] = change

    def _content(self, file: str) -> bytes | None:
        """The file with the edits so far, None if there is no such file."""
        if file in self._after:
            return self._after[file]
        if file not in self._before:
            self._before[file] = read_before(place_in(self._folder, file))
        return self._before[file]


def _joined(base: Any, one: Any, other: Any) -> Any:
    """What both edits of a value want: the same, or of two stop lists what either adds, without
    what either takes away from `base`. None: they want different things."""
    if one == other and type(one) is type(other):
        return one
    lists = _ids(base) or [], _ids(one), _ids(other)
    if not isinstance(one, list) or not isinstance(other, list) or None in lists:
        return None
    before, ours, theirs = (ids or [] for ids in lists)
    removed = {i for i in before if i not in ours or i not in theirs}
    return [i for i in dict.fromkeys((*ours, *theirs)) if i not in removed]


def _ids(value: Any) -> list[int] | None:
    """A stop list as a list, None if it is none."""
    ids = value if isinstance(value, list) else [value]
    plain = all(isinstance(i, int) and not isinstance(i, bool) for i in ids)
    return ids if plain else None


def _contradiction(key: str, file: str) -> FixError:
    return FixError(
        _("A worse finding's fix sets {key} in {file} in another way.").format(key=key, file=file),
        _("Fix that one first, then look again."),
    )
