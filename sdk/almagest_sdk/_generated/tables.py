# Generated from the server's description by `make sdk`. Do not edit: the next run overwrites it.
"""A table of each rulebook, and the calls that open them, with the types of each rulebook."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, overload

from almagest_sdk._generated import models
from almagest_sdk._generated import astra as astra
from almagest_sdk._generated import distant_suns as distant_suns
from almagest_sdk._generated import nebula as nebula
from almagest_sdk._open_table import TableOpener
from almagest_sdk._response_types import ResponseTypes
from almagest_sdk._transport import Transport
from almagest_sdk.table import Table

__all__ = [
    "AstraTable",
    "astra",
    "DistantSunsTable",
    "distant_suns",
    "NebulaTable",
    "nebula",
]


class AstraTable(
    Table[
        astra.Game,
        astra.View,
        astra.Move,
        astra.Event,
        astra.PlayedMove,
        astra.Preview,
        astra.Replay,
        astra.Content,
    ]
):
    """A table of Astra."""

    response_types = ResponseTypes(
        game=astra.Game,
        legal_moves=astra.LegalMoves,
        event_page=astra.EventPage,
        played_move=astra.PlayedMove,
        preview=astra.Preview,
        replay=astra.Replay,
        hints=astra.Hints,
        analysis=astra.Analysis,
        content=astra.Content,
    )


class DistantSunsTable(
    Table[
        distant_suns.Game,
        distant_suns.View,
        distant_suns.Move,
        distant_suns.Event,
        distant_suns.PlayedMove,
        distant_suns.Preview,
        distant_suns.Replay,
        distant_suns.Content,
    ]
):
    """A table of Distant Suns."""

    response_types = ResponseTypes(
        game=distant_suns.Game,
        legal_moves=distant_suns.LegalMoves,
        event_page=distant_suns.EventPage,
        played_move=distant_suns.PlayedMove,
        preview=distant_suns.Preview,
        replay=distant_suns.Replay,
        hints=distant_suns.Hints,
        analysis=distant_suns.Analysis,
        content=distant_suns.Content,
    )


class NebulaTable(
    Table[
        nebula.Game,
        nebula.View,
        nebula.Move,
        nebula.Event,
        nebula.PlayedMove,
        nebula.Preview,
        nebula.Replay,
        nebula.Content,
    ]
):
    """A table of Nebula."""

    response_types = ResponseTypes(
        game=nebula.Game,
        legal_moves=nebula.LegalMoves,
        event_page=nebula.EventPage,
        played_move=nebula.PlayedMove,
        preview=nebula.Preview,
        replay=nebula.Replay,
        hints=nebula.Hints,
        analysis=nebula.Analysis,
        content=nebula.Content,
    )


TABLES: dict[str, type[Table]] = {
    "astra": AstraTable,
    "distant_suns": DistantSunsTable,
    "nebula": NebulaTable,
}


class TypedGames(TableOpener[Transport, Table]):
    """Opens tables, with the types of the rulebook if it is named."""

    tables = TABLES

    @overload
    def create(
        self,
        rulebook: Literal["astra"],
        seats: int | Sequence[models.SeatWish],
        name: str | None = None,
        *,
        bots: int = 0,
        level: models.Level = "greedy",
        options: Mapping[str, str] | None = None,
        private: bool = False,
        turn_seconds: int | None = None,
        idle_seconds: int | None = None,
        clock: models.ClockWish | None = None,
        takebacks: bool = True,
        hints: models.HintsFor = "bots",
        rig: models.Rig | None = None,
    ) -> AstraTable: ...
    @overload
    def create(
        self,
        rulebook: Literal["distant_suns"],
        seats: int | Sequence[models.SeatWish],
        name: str | None = None,
        *,
        bots: int = 0,
        level: models.Level = "greedy",
        options: Mapping[str, str] | None = None,
        private: bool = False,
        turn_seconds: int | None = None,
        idle_seconds: int | None = None,
        clock: models.ClockWish | None = None,
        takebacks: bool = True,
        hints: models.HintsFor = "bots",
        rig: models.Rig | None = None,
    ) -> DistantSunsTable: ...
    @overload
    def create(
        self,
        rulebook: Literal["nebula"],
        seats: int | Sequence[models.SeatWish],
        name: str | None = None,
        *,
        bots: int = 0,
        level: models.Level = "greedy",
        options: Mapping[str, str] | None = None,
        private: bool = False,
        turn_seconds: int | None = None,
        idle_seconds: int | None = None,
        clock: models.ClockWish | None = None,
        takebacks: bool = True,
        hints: models.HintsFor = "bots",
        rig: models.Rig | None = None,
    ) -> NebulaTable: ...
    @overload
    def create(
        self,
        rulebook: models.RulebookId,
        seats: int | Sequence[models.SeatWish],
        name: str | None = None,
        *,
        bots: int = 0,
        level: models.Level = "greedy",
        options: Mapping[str, str] | None = None,
        private: bool = False,
        turn_seconds: int | None = None,
        idle_seconds: int | None = None,
        clock: models.ClockWish | None = None,
        takebacks: bool = True,
        hints: models.HintsFor = "bots",
        rig: models.Rig | None = None,
    ) -> Table: ...
    def create(
        self,
        rulebook: models.RulebookId,
        seats: int | Sequence[models.SeatWish],
        name: str | None = None,
        *,
        bots: int = 0,
        level: models.Level = "greedy",
        options: Mapping[str, str] | None = None,
        private: bool = False,
        turn_seconds: int | None = None,
        idle_seconds: int | None = None,
        clock: models.ClockWish | None = None,
        takebacks: bool = True,
        hints: models.HintsFor = "bots",
        rig: models.Rig | None = None,
    ) -> Table:
        """Create a game and take its first seat.

        `seats` is their number, and the server plays the last `bots` of them; or it describes each seat. The game
        starts when every seat is taken. A private game has an `invite` for the others. If seats are for an app's
        users, the table's `tokens` has theirs.
        """
        seat_requests = self._seat_requests(seats, bots, name, level)
        request = self._game_request(
            rulebook, seat_requests, options, private, turn_seconds, idle_seconds, clock, takebacks, hints, rig
        )
        return self._transport.run(self._create(request))

    @overload
    def quick(
        self,
        rulebook: Literal["astra"],
        seats: int,
        name: str,
        *,
        options: Mapping[str, str] | None = None,
        clock: models.ClockWish | None = None,
        player: str | None = None,
        metadata: Mapping[str, str] | None = None,
    ) -> AstraTable: ...
    @overload
    def quick(
        self,
        rulebook: Literal["distant_suns"],
        seats: int,
        name: str,
        *,
        options: Mapping[str, str] | None = None,
        clock: models.ClockWish | None = None,
        player: str | None = None,
        metadata: Mapping[str, str] | None = None,
    ) -> DistantSunsTable: ...
    @overload
    def quick(
        self,
        rulebook: Literal["nebula"],
        seats: int,
        name: str,
        *,
        options: Mapping[str, str] | None = None,
        clock: models.ClockWish | None = None,
        player: str | None = None,
        metadata: Mapping[str, str] | None = None,
    ) -> NebulaTable: ...
    @overload
    def quick(
        self,
        rulebook: models.RulebookId,
        seats: int,
        name: str,
        *,
        options: Mapping[str, str] | None = None,
        clock: models.ClockWish | None = None,
        player: str | None = None,
        metadata: Mapping[str, str] | None = None,
    ) -> Table: ...
    def quick(
        self,
        rulebook: models.RulebookId,
        seats: int,
        name: str,
        *,
        options: Mapping[str, str] | None = None,
        clock: models.ClockWish | None = None,
        player: str | None = None,
        metadata: Mapping[str, str] | None = None,
    ) -> Table:
        """Join a game that waits for a player like you, or open one that waits for the next.

        With an app's key, `player` is the user who joins; with a player's token it is that player. A player who already
        waits for the same game gets that seat again.
        """
        steps = self._quick(rulebook, seats, name, options, clock, player, metadata)
        return self._transport.run(steps)

    @overload
    def join(
        self, game_id: str, name: str, *, invite: str | None = None, rulebook: Literal["astra"]
    ) -> AstraTable: ...
    @overload
    def join(
        self, game_id: str, name: str, *, invite: str | None = None, rulebook: Literal["distant_suns"]
    ) -> DistantSunsTable: ...
    @overload
    def join(
        self, game_id: str, name: str, *, invite: str | None = None, rulebook: Literal["nebula"]
    ) -> NebulaTable: ...
    @overload
    def join(
        self, game_id: str, name: str, *, invite: str | None = None, rulebook: models.RulebookId | None = None
    ) -> Table: ...
    def join(
        self, game_id: str, name: str, *, invite: str | None = None, rulebook: models.RulebookId | None = None
    ) -> Table:
        """Take a free seat, with a player's token as that player; at a game of this rulebook, if one is named."""
        return self._transport.run(self._join(game_id, name, invite, rulebook))

    @overload
    def resume(
        self, game_id: str, token: str | None = None, *, rulebook: Literal["astra"]
    ) -> AstraTable: ...
    @overload
    def resume(
        self, game_id: str, token: str | None = None, *, rulebook: Literal["distant_suns"]
    ) -> DistantSunsTable: ...
    @overload
    def resume(
        self, game_id: str, token: str | None = None, *, rulebook: Literal["nebula"]
    ) -> NebulaTable: ...
    @overload
    def resume(
        self, game_id: str, token: str | None = None, *, rulebook: models.RulebookId | None = None
    ) -> Table: ...
    def resume(
        self, game_id: str, token: str | None = None, *, rulebook: models.RulebookId | None = None
    ) -> Table:
        """Return to a seat with its token, or as the player whose token the client has."""
        credential = token or self._transport.token
        return self._transport.run(self._load_table(game_id, credential, rulebook))

    @overload
    def watch(self, game_id: str, *, rulebook: Literal["astra"]) -> AstraTable: ...
    @overload
    def watch(self, game_id: str, *, rulebook: Literal["distant_suns"]) -> DistantSunsTable: ...
    @overload
    def watch(self, game_id: str, *, rulebook: Literal["nebula"]) -> NebulaTable: ...
    @overload
    def watch(self, game_id: str, *, rulebook: models.RulebookId | None = None) -> Table: ...
    def watch(self, game_id: str, *, rulebook: models.RulebookId | None = None) -> Table:
        """Watch as a spectator; with an app's key also the app's private games."""
        return self._transport.run(self._watch(game_id, rulebook))
