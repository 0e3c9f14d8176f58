"""`python -m tests.sweep FOLDER`: a JSON line a file, then a table of kinds on stderr.

Ends with 1 if a file ended in a traceback or over its budget, or came to something that its kind
in the folder's `index.json` should not come to.
"""

import sys
from collections import Counter
from pathlib import Path

from tests.sweep.outcome import is_expected, kinds_of
from tests.sweep.sweep import sweep


def main(folder: Path) -> int:
    """Sweep `folder`; the exit status."""
    kinds = kinds_of(folder)
    table: Counter[tuple[str, str]] = Counter()
    wrong = []
    for line in sweep(folder):
        print(line, flush=True)
        kind = kinds.get(line.file)
        table[kind or "(no kind)", line.outcome] += 1
        if not is_expected(line.outcome, kind, (folder / line.file).stat().st_size):
            wrong.append(line)
    for (kind, outcome), count in sorted(table.items()):
        print(f"{count:5d}  {kind:28} {outcome}", file=sys.stderr)
    for line in wrong:
        print(f"UNEXPECTED {line.file}: {line.outcome}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
