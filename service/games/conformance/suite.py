"""All parts of the suite in one class."""

from __future__ import annotations

from service.games.conformance.endless import Endless
from service.games.conformance.moves import Moves
from service.games.conformance.records import Records
from service.games.conformance.secrets import Secrets
from service.games.conformance.shown import Shown
from service.games.conformance.words import Words


class Conformance(Moves, Records, Secrets, Shown, Words, Endless):
    """The whole suite, for the `rulebook` of a subclass."""
