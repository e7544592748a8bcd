"""What the pictures of the browser table show: games at telling moments, and what is pressed before one is taken."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any, Literal

import msgspec

from service.games.base import Seat

SEAT: Seat = 1
"""Over whose shoulder a picture is taken."""

Scheme = Literal["light", "dark"]


class Size(msgspec.Struct, frozen=True):
    """A window, in pixels of CSS."""

    width: int
    height: int


class Scene(msgspec.Struct, frozen=True):
    """A game, and the moment at which it is shown: the first at which the seat decides and `when` holds of its view."""

    rulebook: str
    players: int
    when: Callable[[Any], bool]
    options: dict[str, str] = {}

    @property
    def seed(self) -> bytes:
        return hashlib.sha256(f"screenshots/{self.rulebook}".encode()).digest()


class Picture(msgspec.Struct, frozen=True):
    """What is looked at: a scene, or the page itself; and what is pressed before the picture is taken."""

    scene: str = ""
    clicks: tuple[str, ...] = ()
    sizes: tuple[str, ...] = ()
    """All without one."""
    address: str = ""
    until: str = ""
    """What has to stand there before the picture is taken, since it comes later than the rest."""
    is_offline: bool = False


SIZES = {"wide": Size(1440, 900), "medium": Size(1024, 768), "phone": Size(390, 844), "low": Size(844, 390)}
"""By what is added to a picture's name."""
SMALL = ("phone", "low")
SCHEMES: tuple[Scheme, ...] = ("dark", "light")

_STAR = ".map [data-touch]:not([aria-disabled])"
_CELL = "[data-touch^='cell:']:not([aria-disabled])"
_HINTS = (".show-me", ".hint")
_ANALYSED = ".end-turns > p"
"""Stands there when a bot has looked at the whole game."""
_FORESEEN = ".bar .effect.cost"
"""What the chosen stars cost, as soon as the server has told it."""
_REPLAY = (".turning", "[data-key=replay-next]")
_HOW_TO = ("[data-key=tool-rules]", ".step")
_TAUGHT = ".taught"
_TABS = ("mine", "others", "log", "rules")


def _tabs(scene: str) -> dict[str, Picture]:
    """Tabs are on phones only."""
    return {f"{scene}-{tab}": Picture(scene, (f"[data-key=tab-{tab}]",), sizes=SMALL) for tab in _TABS}


def _module_due(view: Any) -> bool:
    """The seat itself places a module, some lie there, and no upgrade has to find its slot before."""
    owed = view.seats[SEAT - 1].upgrades.without_slot
    return bool(view.phase == "assign" and view.active == SEAT and view.turns_played >= 5 and not owed)


def _slot_due(view: Any) -> bool:
    return bool(view.seats[SEAT - 1].upgrades.without_slot)


SCENES: dict[str, Scene] = {
    "astra": Scene("astra", 3, lambda view: view.round >= 7 and view.phase == "ability"),
    "astra-five": Scene("astra", 5, lambda view: view.round >= 7 and view.phase == "ability"),
    "astra-boons": Scene("astra", 3, lambda view: view.phase == "boons"),
    "astra-begun": Scene("astra", 2, lambda view: view.round >= 3),
    "astra-end": Scene("astra", 3, lambda _: False),
    "nebula": Scene("nebula", 3, lambda view: view.round >= 6 and view.phase == "place"),
    "nebula-take": Scene("nebula", 4, lambda view: view.round >= 6),
    "nebula-begun": Scene("nebula", 2, lambda _: True),
    "nebula-end": Scene("nebula", 3, lambda _: False),
    "distant_suns": Scene("distant_suns", 3, lambda view: view.turns_played >= 8 and view.phase == "draw"),
    "distant_suns-module": Scene("distant_suns", 3, _module_due),
    "distant_suns-begun": Scene("distant_suns", 2, lambda _: True),
    "distant_suns-end": Scene("distant_suns", 3, lambda _: False),
}

PICTURES: dict[str, Picture] = {
    "lobby": Picture(),
    "lobby-create": Picture(clicks=(".tile.astra .invite",)),
    "lobby-games": Picture("astra-begun", address="#"),
    "unknown": Picture(address="#game=nowhere"),
    "offline": Picture("astra-begun", is_offline=True),
    "astra": Picture("astra", (_STAR,), until=_FORESEEN),
    **_tabs("astra"),
    "astra-five": Picture("astra-five"),
    "astra-boons": Picture("astra-boons", ("button.boon",)),
    "astra-begun": Picture("astra-begun"),
    "astra-hints": Picture("astra-begun", _HINTS),
    "astra-menu": Picture("astra-begun", ("[data-key=tool-menu]",), sizes=("wide", "medium", "low")),
    "astra-explained": Picture("astra-begun", ("[data-about=wisdom]",)),
    "astra-howto": Picture("astra-begun", _HOW_TO, until=_TAUGHT),
    "astra-end": Picture("astra-end", until=_ANALYSED),
    "astra-replay": Picture("astra-end", _REPLAY),
    "astra-shared": Picture("astra-end", ("[data-key=share]",)),
    "nebula": Picture("nebula", (_CELL,)),
    **_tabs("nebula"),
    "nebula-take": Picture("nebula-take"),
    "nebula-goals": Picture("nebula-begun"),
    "nebula-howto": Picture("nebula-begun", _HOW_TO, until=_TAUGHT),
    "nebula-end": Picture("nebula-end", until=_ANALYSED),
    "nebula-replay": Picture("nebula-end", _REPLAY),
    "distant_suns": Picture("distant_suns", ("[data-touch=next]",)),
    **_tabs("distant_suns"),
    "distant_suns-module": Picture("distant_suns-module", (".suns-link.open",)),
    "distant_suns-begun": Picture("distant_suns-begun"),
    "distant_suns-howto": Picture("distant_suns-begun", _HOW_TO, until=_TAUGHT),
    "distant_suns-end": Picture("distant_suns-end", until=_ANALYSED),
    "distant_suns-replay": Picture("distant_suns-end", _REPLAY),
}
