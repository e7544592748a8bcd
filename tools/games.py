"""Which games the tools work on, and where their proofs are kept."""

from __future__ import annotations

import inspect
from pathlib import Path

from service.games.registry import RULEBOOKS
from service.games.rulebook import AnyRulebook

OURS = "service.games."
TESTS = Path(__file__).parent.parent / "tests" / "games"


def folder(rulebook: AnyRulebook) -> Path:
    """Where the proofs of a rulebook are kept: of ours here, of others in `tests` beside their package."""
    kind = type(rulebook)
    if kind.__module__.startswith(OURS):
        return TESTS / rulebook.id
    return Path(inspect.getfile(kind)).parents[1] / "tests"


def select_rulebooks(names: list[str]) -> list[AnyRulebook]:
    """The rulebooks with these names, or all if there are none."""
    return [RULEBOOKS[name] for name in names or RULEBOOKS]
