"""What every rulebook promises, as tests. A game's tests run them with two lines:

    class TestNim(Conformance):
        rulebook = RULEBOOK

Imported by tests alone, since it needs pytest: the extra `almagest[conformance]` brings it.
"""

from __future__ import annotations

import pytest

_PARTS = ("endless", "moves", "records", "secrets", "shown", "words")
pytest.register_assert_rewrite(*(f"{__name__}.{part}" for part in _PARTS))

from service.games.conformance.suite import Conformance  # noqa: E402 - after the asserts were made to speak

__all__ = ["Conformance"]
