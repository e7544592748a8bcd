"""How every use case writes: load, decide, commit; and load again when somebody else was faster."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from service.store.answers import Answer, Once
from service.store.games import Again, Change, Done, Entry, Known
from service.store.outbox import Owed
from service.store.records import Game
from service.tables.context import Tables
from service.tables.refusals import Refused
from service.tables.telling import counted

ATTEMPTS = 50


class Written(msgspec.Struct, frozen=True):
    """What a use case decided: the game afterwards, what is told, and how it is answered."""

    game: Game
    answer: Answer
    entry: Entry | None = None
    expires: int = 0


Decide = Callable[[Game], Written]


def _known(game_id: str, game: Game | None) -> Game:
    if game is None:
        raise Refused("unknown_game", f"There is no game {game_id}.")
    return game


def load(tables: Tables, game_id: str) -> Game:
    return _known(game_id, tables.store.load(game_id).game)


def _hint(tables: Tables, game: Game) -> None:
    if game.clock.owed:
        tables.hint(Owed(game.clock.owed, game.id, game.clock.version))


def commit(tables: Tables, before: Game | None, written: Written, once: Once | None) -> Answer | None:
    """The answer, or None when the game has to be loaded again."""
    change = Change(before, written.game, tables.now(), written.entry, once, written.answer, written.expires)
    match tables.store.commit(change):
        case Done():
            _hint(tables, written.game)
            return written.answer
        case Known(answer):
            return answer
        case Again():
            return None


def write(tables: Tables, game_id: str, once: Once | None, decide: Decide) -> Answer:
    """Carry out a decision about a game exactly once."""
    for _ in range(ATTEMPTS):
        loaded = tables.store.load(game_id, once)
        if loaded.answer:
            return loaded.answer
        game = _known(game_id, loaded.game)
        answer = commit(tables, game, decide(game), once)
        if answer:
            return answer
    raise Refused("busy", "Too many others write to this game at this moment; try again.")


def with_entry(game: Game, entry: Entry) -> Game:
    return msgspec.structs.replace(game, clock=counted(game.clock, entry))
