"""The really running runtimes, started once."""

from collections.abc import Iterator

import pytest

from tests.support.real_runtimes import RealRuntimes, running_runtimes


@pytest.fixture(scope="session")
def real() -> Iterator[RealRuntimes]:
    with running_runtimes() as runtimes:
        yield runtimes
