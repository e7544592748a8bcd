"""What a worker does for a game at a version. Done twice, late, or for a game that went on: nothing happens."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import partial
from typing import Any

from service.games.base import AUTOMA, Seat
from service.games.rng import Rng
from service.logs import log
from service.store.client import StoreAway
from service.store.records import Game
from service.tables import finish, play
from service.tables.context import Tables
from service.tables.refusals import Refused
from service.tables.writing import load
from worker import metrics
from worker.players import BOTS, Bot, decide, play_dreamer, play_random, play_strong

SUBSTITUTE = BOTS["greedy"]
"""Plays for somebody whose time has run out."""


def _bot_for(game: Game, seat: Seat) -> Bot:
    level, budget = game.table.seat(seat).level, game.table.strong_budget
    return partial(play_strong, budget=budget) if level == "strong" and budget else BOTS[level]


def _chance(game: Game, seat: Seat) -> Rng:
    """Depends on the game and the version alone: a task that runs again after a crash decides the same."""
    at = f"/worker/{game.clock.version}/{seat}".encode()
    return Rng(hashlib.sha256(game.table.seed + at).digest())


def _chosen(bot: Bot, game: Game, seat: Seat) -> Any:
    """The bot's move; any legal one if it fails or takes too long, so that no game waits for a faulty bot."""
    try:
        return decide(bot, game.rulebook, game.dealt, seat, _chance(game, seat))
    except Exception:
        log().exception("bot_failed", game=game.id, version=game.clock.version, seat=seat)
        return decide(play_random, game.rulebook, game.dealt, seat, _chance(game, seat))


def _require(game: Game, status: str, version: int) -> None:
    if game.clock.status != status or game.clock.version != version:
        raise Refused("stale_version", f"The game is {game.clock.status} at version {game.clock.version}.")


def _move(tables: Tables, game: Game, seat: Seat, bot: Bot, now: int = 0) -> None:
    move, version = _chosen(bot, game, seat), game.clock.version
    key = play.automatic_key(game.id, version)
    play.submit(tables, game.id, play.Automaton(seat, now), version, lambda _: move, key)


def play_owed(tables: Tables, game_id: str, version: int) -> str:
    """The move of the dreamer, or of the first bot that owes one."""
    game = load(tables, game_id)
    _require(game, "running", version)
    seat = next((seat for seat in game.clock.deciders if game.is_automatic(seat)), None)
    if seat is None:
        raise Refused("stale_version", "No bot and no dreamer decides now.")
    _move(tables, game, seat, play_dreamer if seat == AUTOMA else _bot_for(game, seat))
    _note_reply(tables, game, seat)
    return "played"


def _note_reply(tables: Tables, game: Game, seat: Seat) -> None:
    decision = game.clock.decision(seat)
    if decision:
        kind = "dreamer" if seat == AUTOMA else "bot"
        metrics.REPLY_SECONDS.labels(kind).observe(max(tables.now() - decision.at, 0) / 1000)


def score(tables: Tables, game_id: str, version: int) -> str:
    finish.score(tables, game_id, version)
    return "scored"


def _late_seat(game: Game, now: int) -> Seat | None:
    """The first person whose own time has run out; others who decide at once may have more."""
    limit = 1000 * game.table.turn_seconds
    late = (since.seat for since in game.clock.since if not game.is_automatic(since.seat) and since.at + limit <= now)
    return next(late, None) if limit and game.clock.status == "running" else None


def play_late(tables: Tables, game_id: str, version: int) -> str:
    """A greedy bot for everybody whose time has run out; or the end of a lobby to which nobody came."""
    game, now = load(tables, game_id), tables.now()
    if game.clock.status == "open":
        finish.abandon(tables, game_id)
        return "abandoned"
    _require(game, "running", version)
    if _late_seat(game, now) is None:
        raise Refused("stale_version", "Nobody is late.")
    while (seat := _late_seat(game, now)) is not None:
        _move(tables, game, seat, SUBSTITUTE, now)
        game = load(tables, game_id)
    return "played"


TURNS: dict[str, Callable[[Tables, str, int], str]] = {
    "dreamer": play_owed,
    "bot": play_owed,
    "scoring": score,
    "late": play_late,
}


def _outcome(tables: Tables, kind: str, game_id: str, version: int) -> tuple[str, str]:
    """The result, and why nothing was done."""
    try:
        return TURNS[kind](tables, game_id, version), ""
    except Refused as refused:
        return "skipped", refused.code
    except StoreAway as away:
        return "store_away", str(away)


def run(tables: Tables, kind: str, game_id: str, version: int) -> str:
    """Do what a hint asks for, and say what came of it. What fails stays in the outbox and is repeated."""
    try:
        result, reason = _outcome(tables, kind, game_id, version)
    except Exception:
        log().exception("task_failed", kind=kind, game=game_id, version=version)
        result, reason = "failed", ""
    if reason:
        log().info(f"task_{result}", kind=kind, game=game_id, version=version, reason=reason)
    metrics.TASKS.labels(kind, result).inc()
    return result
