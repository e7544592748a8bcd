"""Games leave for another installation, with all that they need to go on there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import metadata

import msgspec

from service.store.games import events
from service.store.games.records import GameRecord
from service.usecases.admin.export_file import FORMAT, EntryLine, GameLine, Head, PackLine, encode_lines
from service.usecases.admin.games import CannotDo, require_game
from service.usecases.context import Context
from service.usecases.games.finish import abandon_game
from service.usecases.transaction import commit, next_revision


def _states_before(context: Context, game: GameRecord) -> dict[int, bytes]:
    """The states that moves can be taken back to."""
    versions = [before.version for before in game.clock.takeback]
    found = {version: context.store.state_before(game, version) for version in versions}
    return {version: game.rulebook.encode(state) for version, state in found.items() if state is not None}


def _line(context: Context, game: GameRecord) -> GameLine:
    entries = events.all_entries(context.store, game.id)
    return GameLine(
        left=context.now(),
        rev=game.revision,
        table=msgspec.Raw(msgspec.json.encode(game.table)),
        clock=msgspec.Raw(msgspec.json.encode(game.clock)),
        state=game.rulebook.encode(game.state) if game.state is not None else None,
        before=_states_before(context, game),
        score=msgspec.Raw(msgspec.json.encode(game.result)),
        entries=[EntryLine.from_entry(entry) for entry in entries if entry.last <= game.clock.events],
    )


def _packs(games: Sequence[GameRecord]) -> Iterator[PackLine]:
    """The content packs of the games, each once."""
    used = {(game.table.rulebook, game.state.pack_hash): game.rulebook for game in games if game.state is not None}
    for (name, digest), rulebook in used.items():
        if rulebook.packs:
            yield PackLine(name, digest, rulebook.packs.source(digest))


class Export:
    """Games as they are now. Once the file is written, the operator may abandon them here."""

    def __init__(self, context: Context, game_ids: Sequence[str]) -> None:
        self._context = context
        self._games = [require_game(context, game_id) for game_id in dict.fromkeys(game_ids)]

    def lines(self) -> Iterator[bytes]:
        games = (_line(self._context, game) for game in self._games)
        return encode_lines(Head(FORMAT, metadata.version("almagest")), (*_packs(self._games), *games))

    def abandon_games(self) -> None:
        """Abandon the games here, since they go on elsewhere; refuse if somebody has moved since they were read."""
        for game in self._games:
            if game.clock.has_ended:
                continue
            update = abandon_game(next_revision(game), self._context.settings.finished_seconds)
            if not commit(self._context, game, update, None):
                raise CannotDo(
                    f"Game {game.id} went on while it was exported: throw the file away, and export it again."
                )
