"""The end of a game: scored once, then public to its last secret; or abandoned when nobody came."""

from __future__ import annotations

import msgspec

from service.games.base import AUTOMA, Score
from service.store.answers import Answer
from service.store.records import Clock, Game
from service.tables import telling
from service.tables.context import Tables
from service.tables.refusals import Refused
from service.tables.writing import Written, with_entry, write

_NOTHING = Answer(200, b"")


def _closed(clock: Clock, status: str) -> Clock:
    ended = {"status": status, "revision": clock.revision + 1, "since": (), "deadline": 0, "owed": ""}
    return msgspec.structs.replace(clock, **ended)


def _finished(game: Game, score: Score) -> Game:
    return msgspec.structs.replace(game, score=msgspec.json.encode(score), clock=_closed(game.clock, "finished"))


def score(tables: Tables, game_id: str, version: int) -> None:
    """Score a game whose last move made `version`. Done twice, it changes nothing the second time."""

    def decide(game: Game) -> Written:
        if game.clock.status != "scoring" or game.clock.version != version:
            raise Refused("not_scoring", "There is nothing to score at this version.")
        ledger = game.rulebook.score(game.dealt)
        reason = game.rulebook.end_reason(game.dealt)
        ended = telling.table_event("game_finished", AUTOMA, winners=list(ledger.winners), reason=reason)
        entry = telling.told(game.clock, ended)
        return Written(with_entry(_finished(game, ledger), entry), _NOTHING, entry, tables.settings.finished_seconds)

    write(tables, game_id, None, decide)


def abandon(tables: Tables, game_id: str) -> None:
    """End a game that stayed open for too long."""

    def decide(game: Game) -> Written:
        if game.clock.status != "open" or tables.now() < game.clock.deadline:
            raise Refused("not_open", "This game is not waiting for players in vain.")
        entry = telling.told(game.clock, telling.table_event("game_abandoned", AUTOMA))
        after = msgspec.structs.replace(game, clock=_closed(game.clock, "abandoned"))
        return Written(with_entry(after, entry), _NOTHING, entry, tables.settings.finished_seconds)

    write(tables, game_id, None, decide)
