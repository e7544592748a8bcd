"""The games that this server knows: whatever is installed under the entry point group `almagest.rulebooks`."""

from __future__ import annotations

from importlib.metadata import entry_points

from service.games.rulebook import AnyRulebook

GROUP = "almagest.rulebooks"


def _load_rulebooks() -> dict[str, AnyRulebook]:
    found: dict[str, AnyRulebook] = {}
    for point in sorted(entry_points(group=GROUP)):
        rulebook: AnyRulebook = point.load()
        if rulebook.id != point.name:
            raise ValueError(f"the entry point {point.name} of {GROUP} has the rulebook {rulebook.id}")
        found[rulebook.id] = rulebook
    return found


RULEBOOKS: dict[str, AnyRulebook] = _load_rulebooks()
