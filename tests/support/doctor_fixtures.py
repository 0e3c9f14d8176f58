"""For every code a model that has the defect, and a near miss that has not.

To add a code: write two functions `(folder: Path) -> Path` in a module of your own (as in
`file_fixtures.py`; `folder` does not exist yet, the path that is returned is examined), collect
them as `{"EOS030": (trigger, near_miss), ...}` and add that table to FIXTURES below. The trigger
must give the code, the near miss must not give it; test_table.py demands both.
"""

from collections.abc import Callable
from pathlib import Path

from tests.support.file_fixtures import FILE_FIXTURES
from tests.support.weight_fixtures import WEIGHT_FIXTURES

Build = Callable[[Path], Path]

FIXTURES: dict[str, tuple[Build, Build]] = {**FILE_FIXTURES, **WEIGHT_FIXTURES}
