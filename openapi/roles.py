"""What every rulebook has, under the same names: the parts that a `Table` is made of."""

from __future__ import annotations

from dataclasses import dataclass

from openapi.annotations import union
from openapi.classes import Alias
from openapi.components import MODELS, Components

ROLES = (
    *("Game", "View", "Move", "Event", "PlayedMove", "Preview", "Replay", "Content"),
    *("LegalMoves", "EventPage", "CreatedGame", "TakenSeat", "Hints", "Analysis"),
)


@dataclass(frozen=True)
class Rulebook:
    """One rulebook, and how its parts are called outside of its module."""

    id: str
    parts: dict[str, str]

    @property
    def table(self) -> str:
        """`DistantSunsTable`."""
        return "".join(word.capitalize() for word in self.id.split("_")) + "Table"

    @property
    def title(self) -> str:
        return self.id.replace("_", " ").title()


def _part(components: Components, rulebook: str, role: str) -> str:
    if components.named(rulebook, role):
        return f"{rulebook}.{role}"
    if role not in components.by_key:
        raise ValueError(f"the description has no {role} of {rulebook}")
    return f"{MODELS}.{role}"


def rulebooks(components: Components) -> list[Rulebook]:
    return [Rulebook(each, {role: _part(components, each, role) for role in ROLES}) for each in components.rulebooks]


def missing_unions(components: Components) -> list[Alias]:
    """The description has `Game`, which is one of the rulebooks' games; what it does not have is made here."""
    found = rulebooks(components)
    return [
        Alias(role, union(each.parts[role] for each in found), "", frozenset())
        for role in ROLES
        if role not in components.by_key
    ]
