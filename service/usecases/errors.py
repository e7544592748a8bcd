"""Fields that only a use case can refuse, since it takes the rulebook or the table to know."""

from __future__ import annotations

from collections.abc import Iterable

from service.games.texts import LazyText
from service.wire.refusals import InvalidField, Refused


def invalid(field: str, message: str, **values: object) -> Refused:
    """A refusal of one field; `message` is a key of the texts below `field.`."""
    return Refused(InvalidField(field, LazyText(f"field.{message}", values)))


def one_of(field: str, choices: Iterable[str]) -> Refused:
    return invalid(field, "one_of", choices=", ".join(choices))
