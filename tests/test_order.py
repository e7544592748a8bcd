"""Long files are begun first, whoever collected them in whichever order."""

from __future__ import annotations

import pytest

from tests.order import LONGEST, TESTS, place


def test_every_file_that_takes_long_is_there_and_named_once() -> None:
    assert [name for name in LONGEST if not (TESTS / name).is_file()] == []
    assert len(set(LONGEST)) == len(LONGEST)


def test_what_takes_long_comes_before_everything_else(request: pytest.FixtureRequest) -> None:
    places = [place(item.path) for item in request.session.items]
    assert places == sorted(places)
    assert place(TESTS / LONGEST[0]) < place(TESTS / LONGEST[-1]) < place(TESTS / "api/test_bad_input.py")
