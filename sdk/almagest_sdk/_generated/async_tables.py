# Generated from the server's description by `make sdk`. Do not edit: the next run overwrites it.
"""A table of each rulebook for asyncio, and how to get one: what is known of the rulebook decides what it shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, overload

from almagest_sdk._generated import models
from almagest_sdk._generated import astra
from almagest_sdk._generated import distant_suns
from almagest_sdk._generated import nebula
from almagest_sdk._kit import Kit
from almagest_sdk._opening import Opening
from almagest_sdk._async_transport import AsyncTransport
from almagest_sdk.async_table import AsyncTable

__all__ = [
    "AsyncAstraTable",
    "AsyncDistantSunsTable",
    "AsyncNebulaTable",
]


class AsyncAstraTable(
    AsyncTable[
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
    """A table of Astra, for asyncio."""

    kit = Kit(
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


class AsyncDistantSunsTable(
    AsyncTable[
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
    """A table of Distant Suns, for asyncio."""

    kit = Kit(
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


class AsyncNebulaTable(
    AsyncTable[
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
    """A table of Nebula, for asyncio."""

    kit = Kit(
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


TABLES: dict[str, type[AsyncTable]] = {
    "astra": AsyncAstraTable,
    "distant_suns": AsyncDistantSunsTable,
    "nebula": AsyncNebulaTable,
}


class TypedGames(Opening[AsyncTransport, AsyncTable]):
    """The ways to a table, each with the rulebook's own types where the rulebook is named."""

    tables = TABLES

    @overload
    async def create(
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
    ) -> AsyncAstraTable: ...
    @overload
    async def create(
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
    ) -> AsyncDistantSunsTable: ...
    @overload
    async def create(
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
    ) -> AsyncNebulaTable: ...
    @overload
    async def create(
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
    ) -> AsyncTable: ...
    async def create(
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
    ) -> AsyncTable:
        """Create a game and take its first seat.

        `seats` is their number, of which the last `bots` are played by the server; or says what each seat is. The game
        starts when somebody sits on every seat that is not a bot's. A private game has an `invite` for the others.
        Where seats are for an app's users, `tokens` of the table has theirs.
        """
        wished = self._wished(seats, bots, name, level)
        wish = self._wish(rulebook, wished, options, private, turn_seconds, idle_seconds, clock, takebacks, hints, rig)
        return await self._transport.run(self._create(wish))

    @overload
    async def quick(
        self,
        rulebook: Literal["astra"],
        seats: int,
        name: str,
        *,
        options: Mapping[str, str] | None = None,
        clock: models.ClockWish | None = None,
        player: str | None = None,
        metadata: Mapping[str, str] | None = None,
    ) -> AsyncAstraTable: ...
    @overload
    async def quick(
        self,
        rulebook: Literal["distant_suns"],
        seats: int,
        name: str,
        *,
        options: Mapping[str, str] | None = None,
        clock: models.ClockWish | None = None,
        player: str | None = None,
        metadata: Mapping[str, str] | None = None,
    ) -> AsyncDistantSunsTable: ...
    @overload
    async def quick(
        self,
        rulebook: Literal["nebula"],
        seats: int,
        name: str,
        *,
        options: Mapping[str, str] | None = None,
        clock: models.ClockWish | None = None,
        player: str | None = None,
        metadata: Mapping[str, str] | None = None,
    ) -> AsyncNebulaTable: ...
    @overload
    async def quick(
        self,
        rulebook: models.RulebookId,
        seats: int,
        name: str,
        *,
        options: Mapping[str, str] | None = None,
        clock: models.ClockWish | None = None,
        player: str | None = None,
        metadata: Mapping[str, str] | None = None,
    ) -> AsyncTable: ...
    async def quick(
        self,
        rulebook: models.RulebookId,
        seats: int,
        name: str,
        *,
        options: Mapping[str, str] | None = None,
        clock: models.ClockWish | None = None,
        player: str | None = None,
        metadata: Mapping[str, str] | None = None,
    ) -> AsyncTable:
        """Sit down at once: where somebody waits for the same game, or at a new table that waits for the next.

        With an app's key `player` is which of its users does; with a player's token that player does. Whoever waits for
        the same game already gets that seat again.
        """
        steps = self._quick(rulebook, seats, name, options, clock, player, metadata)
        return await self._transport.run(steps)

    @overload
    async def join(
        self, game_id: str, name: str, *, invite: str | None = None, rulebook: Literal["astra"]
    ) -> AsyncAstraTable: ...
    @overload
    async def join(
        self, game_id: str, name: str, *, invite: str | None = None, rulebook: Literal["distant_suns"]
    ) -> AsyncDistantSunsTable: ...
    @overload
    async def join(
        self, game_id: str, name: str, *, invite: str | None = None, rulebook: Literal["nebula"]
    ) -> AsyncNebulaTable: ...
    @overload
    async def join(
        self, game_id: str, name: str, *, invite: str | None = None, rulebook: models.RulebookId | None = None
    ) -> AsyncTable: ...
    async def join(
        self, game_id: str, name: str, *, invite: str | None = None, rulebook: models.RulebookId | None = None
    ) -> AsyncTable:
        """Take a free seat, with a player's token as that player; at a game of this rulebook, if one is named."""
        return await self._transport.run(self._join(game_id, name, invite, rulebook))

    @overload
    async def resume(
        self, game_id: str, token: str | None = None, *, rulebook: Literal["astra"]
    ) -> AsyncAstraTable: ...
    @overload
    async def resume(
        self, game_id: str, token: str | None = None, *, rulebook: Literal["distant_suns"]
    ) -> AsyncDistantSunsTable: ...
    @overload
    async def resume(
        self, game_id: str, token: str | None = None, *, rulebook: Literal["nebula"]
    ) -> AsyncNebulaTable: ...
    @overload
    async def resume(
        self, game_id: str, token: str | None = None, *, rulebook: models.RulebookId | None = None
    ) -> AsyncTable: ...
    async def resume(
        self, game_id: str, token: str | None = None, *, rulebook: models.RulebookId | None = None
    ) -> AsyncTable:
        """Come back to a seat, with the token that was kept, or as the player whose token the client has."""
        shown = token or self._transport.token
        return await self._transport.run(self._look(game_id, shown, rulebook))

    @overload
    async def watch(self, game_id: str, *, rulebook: Literal["astra"]) -> AsyncAstraTable: ...
    @overload
    async def watch(self, game_id: str, *, rulebook: Literal["distant_suns"]) -> AsyncDistantSunsTable: ...
    @overload
    async def watch(self, game_id: str, *, rulebook: Literal["nebula"]) -> AsyncNebulaTable: ...
    @overload
    async def watch(self, game_id: str, *, rulebook: models.RulebookId | None = None) -> AsyncTable: ...
    async def watch(self, game_id: str, *, rulebook: models.RulebookId | None = None) -> AsyncTable:
        """Look on as a spectator."""
        return await self._transport.run(self._look(game_id, None, rulebook))
