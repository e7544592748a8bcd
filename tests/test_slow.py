"""The list of slow files is about files that exist."""

from __future__ import annotations

from tests.slow import SLOW, SYSTEM, TESTS


def test_every_slow_file_exists_and_is_listed_once() -> None:
    listed = [*SYSTEM, *SLOW]
    assert [name for name in listed if not (TESTS / name).is_file()] == []
    assert len(set(listed)) == len(listed)
