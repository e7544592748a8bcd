"""The games that this server knows. A new game is a new folder and one line here."""

from __future__ import annotations

from typing import Any

from service.games import astra, distant_suns, nebula
from service.games.base import Rulebook

RULEBOOKS: dict[str, Rulebook[Any, Any]] = {
    rulebook.id: rulebook
    for rulebook in (
        astra.RULEBOOK,
        nebula.RULEBOOK,
        distant_suns.RULEBOOK,
    )
}
