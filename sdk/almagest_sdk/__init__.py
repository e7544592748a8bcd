"""Play Astra, Nebula and Distant Suns on an Almagest server.

    client = Almagest("http://127.0.0.1:8000")
    table = client.games.create("astra", seats=2, bots=1, name="Ada")
    while table.my_turn():
        table.play(table.moves()[0])

`_generated` is made from the server's description by `make sdk`; everything else is written by hand.
"""

from almagest_sdk import errors, models
from almagest_sdk._generated.models import (
    ClockWish,
    Content,
    Event,
    Game,
    GameNews,
    GameWish,
    Level,
    Move,
    ProblemCode,
    Replay,
    RulebookId,
    SeatWish,
    Status,
    View,
)
from almagest_sdk._generated.tables import *  # noqa: F403 - a module and a table per rulebook, whichever there are
from almagest_sdk._generated.tables import __all__ as _rulebooks
from almagest_sdk._retry import Retry
from almagest_sdk._version import __version__
from almagest_sdk.client import Almagest
from almagest_sdk.errors import AlmagestError, StaleVersion
from almagest_sdk.offer import Hint, Offer
from almagest_sdk.record import Record
from almagest_sdk.replay import verify_replay
from almagest_sdk.table import Table
from almagest_sdk.unknown import UnknownEvent, UnknownNotice
from almagest_sdk.unset import UNSET, Unset

__all__ = [
    "UNSET",
    "Almagest",
    "AlmagestError",
    "ClockWish",
    "Content",
    "Event",
    "Game",
    "GameNews",
    "GameWish",
    "Hint",
    "Level",
    "Move",
    "Offer",
    "ProblemCode",
    "Record",
    "Replay",
    "Retry",
    "RulebookId",
    "SeatWish",
    "StaleVersion",
    "Status",
    "Table",
    "UnknownEvent",
    "UnknownNotice",
    "Unset",
    "View",
    "__version__",
    "errors",
    "models",
    "verify_replay",
]
__all__ += _rulebooks
