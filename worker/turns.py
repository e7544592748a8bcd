"""What a worker does for a game at a version. A task that comes twice, late, or after the game went on does nothing."""

from __future__ import annotations

import dataclasses
import hashlib
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from service.core.logs import log
from service.core.tracing import continue_trace
from service.games.base import AUTOMA, Seat
from service.games.bot_levels import BOT_LEVELS
from service.games.rng import Rng
from service.store.errors import StoreUnavailable
from service.store.games.records import GameRecord, Priority
from service.store.jobs import inactivity
from service.store.jobs.outbox import PendingJob
from service.store.jobs.questions import Question
from service.store.maintenance.archiving import archive_game
from service.usecases.context import Context
from service.usecases.games import finish, pause, play_move
from service.usecases.transaction import load, wake_worker
from service.wire.refusals import NothingOwed, Refused
from worker import metrics
from worker.bots import BOTS, Bot, decide, play_automa, play_random
from worker.thinking import questions

BATCH_SECONDS: dict[Priority, float] = {"person": 0.5, "nobody": 0.1}
"""For so long a worker plays on in one game before others have their turn. Where nobody waits it ends sooner: a
person's bot may be next."""
SUBSTITUTE = BOTS["greedy"]
"""Plays for somebody whose time has run out."""


def _bot_for(context: Context, game: GameRecord, seat: Seat) -> Bot:
    level = game.table.seat(seat).level
    bot: Any = BOTS[level]
    return partial(bot, budget=questions.budget(context, game)) if BOT_LEVELS[level].has_budget else bot


def _rng_for(game: GameRecord, seat: Seat) -> Rng:
    """A stream apart from the deal's, seeded by the game's seed and the version alone: commitment and contributions
    determine it before the start, and a task that runs again after a crash decides the same."""
    at = f"/worker/{game.clock.version}/{seat}".encode()
    return Rng(hashlib.sha256(game.dealt.seed + at).digest())


def _choose_move(bot: Bot, game: GameRecord, seat: Seat) -> Any:
    """The bot's move; any legal one if it fails or takes too long, so that no game waits for a faulty bot."""
    try:
        return decide(bot, game.rulebook, game.dealt, seat, _rng_for(game, seat))
    except Exception:
        log().exception("bot_failed", game=game.id, version=game.clock.version, seat=seat)
        return decide(play_random, game.rulebook, game.dealt, seat, _rng_for(game, seat))


def _require(game: GameRecord, status: str, version: int) -> None:
    if game.clock.status != status or game.clock.version != version:
        raise Refused(NothingOwed())


def _move(context: Context, game: GameRecord, seat: Seat, bot: Bot, now: int = 0) -> GameRecord:
    """The game after the seat's move, or as somebody else has left it meanwhile."""
    after = play_move.play_on(context, game, play_move.Automaton(seat, now), _choose_move(bot, game, seat))
    return after or load(context, game.id)


def _automatic_decider(game: GameRecord) -> Seat | None:
    if game.clock.status != "running":
        return None
    return next((seat for seat in game.clock.deciders if game.is_automatic(seat)), None)


def _automa(game: GameRecord) -> Seat | None:
    return AUTOMA if game.clock.pending == "automa" else None


def play_for_automa(context: Context, game_id: str, version: int) -> str:
    """Play the moves of the automa alone: bots never take the processes that are kept free for it."""
    game = load(context, game_id)
    _require(game, "running", version)
    return _play(context, game, _automa)


def play_for_bots(context: Context, game_id: str, version: int) -> str:
    """Play the moves of bots, and of the automa in between."""
    game = load(context, game_id)
    _require(game, "running", version)
    return _play(context, game, _automatic_decider)


def _play_or_score(context: Context, game: GameRecord) -> str:
    """Do what a game needs by now, when a bot process has taken it."""
    if game.clock.pending == "scoring":
        return score(context, game.id, game.clock.version)
    return _play(context, game, _automatic_decider)


def _play(context: Context, game: GameRecord, decider: Callable[[GameRecord], Seat | None]) -> str:
    """Play moves, one after the other while a bot or the automa has to decide, up to the end of a batch.

    A message per decision would cost more than most decisions. What a worker that is killed leaves undone is in the
    outbox, as after any move.
    """
    seat = decider(game)
    if seat is None:
        raise Refused(NothingOwed())
    quiet_context, until = _waking_deliverers_only(context), time.monotonic() + BATCH_SECONDS[game.table.priority]
    while seat is not None:
        before = game
        game = _move(quiet_context, game, seat, play_automa if seat == AUTOMA else _bot_for(context, game, seat))
        _observe_reply_time(context, before, seat)
        seat = decider(game) if time.monotonic() < until else None
    wake_worker(context, game)
    return "played"


def _waking_deliverers_only(context: Context) -> Context:
    """A context that wakes no bot process, since this one plays on, but deliverers as ever."""

    def wake_deliverer(job: PendingJob) -> None:
        if job.kind == "webhook":
            context.wake_worker(job)

    return dataclasses.replace(context, wake_worker=wake_deliverer)


def _observe_reply_time(context: Context, game: GameRecord, seat: Seat) -> None:
    decision = game.clock.decision(seat)
    if decision:
        kind = "automa" if seat == AUTOMA else "bot"
        metrics.REPLY_SECONDS.labels(kind).observe(max(context.now() - decision.at, 0) / 1000)


def score(context: Context, game_id: str, version: int) -> str:
    finish.score(context, game_id, version)
    return "scored"


def _late_seat(game: GameRecord, now: int) -> Seat | None:
    """The first person whose own time has run out; others who decide at once may have more."""
    late = (seat for seat in game.clock.deciders if play_move.is_late(game, seat, now))
    return next(late, None) if game.clock.status == "running" else None


def _end_inactive(context: Context, game: GameRecord, seen: str) -> str:
    """Warn of the game or abandon it; or look again when the settings of today say."""
    seconds = context.settings.running_seconds
    if 0 < inactivity.inactive_at(game, seconds) <= context.now():
        return finish.end_inactive(context, game.id)
    inactivity.reschedule(context.store, game.id, seen, inactivity.next_check(game, seconds))
    raise Refused(NothingOwed())


def play_for_late_seats(context: Context, game_id: str, version: int) -> str:
    """Have a greedy bot play for everybody whose time has run out; or end a pause, a lobby to which nobody came, or a
    game in which nobody decides.

    Archive a game that has ended, if whoever ended it has not done so.
    """
    if archive_game(context.store, game_id):
        return "archived"
    seen = inactivity.deadline_of(context.store, game_id)
    game, now = load(context, game_id), context.now()
    if game.clock.status == "open":
        finish.abandon(context, game_id)
        return "abandoned"
    if game.clock.paused and 0 < game.clock.deadline <= now:
        pause.resume_overdue(context, game_id)
        return "resumed"
    if _late_seat(game, now) is None:
        return _end_inactive(context, game, seen)
    _require(game, "running", version)
    while (seat := _late_seat(game, now)) is not None:
        game = _move(context, game, seat, SUBSTITUTE, now)
    return "played"


TURNS: dict[str, Callable[[Context, str, int], str]] = {
    "automa": play_for_automa,
    "bot": play_for_bots,
    "scoring": score,
    "late": play_for_late_seats,
}


def _outcome(do: Callable[[], str]) -> tuple[str, str]:
    """The result, and the reason where nothing was done."""
    try:
        return do(), ""
    except Refused as refused:
        return "skipped", refused.refusal.code
    except StoreUnavailable as away:
        return "store_away", str(away)


def _milliseconds(began: float) -> float:
    return round(1000 * (time.perf_counter() - began), 2)


def _run_and_log(do: Callable[[], str], kind: str, about: dict[str, Any]) -> str:
    """Run a task and log it with the fields `about`. What fails stays in the outbox and is repeated."""
    began = time.perf_counter()
    try:
        result, reason = _outcome(do)
    except Exception:
        log().exception("task_failed", kind=kind, **about)
        result, reason = "failed", ""
    fields = {"kind": kind, **about, "result": result, **({"reason": reason} if reason else {})}
    log().info("task", **fields, milliseconds=_milliseconds(began))
    metrics.TASKS.labels(kind, result).inc()
    return result


def run(context: Context, kind: str, game_id: str, version: int) -> str:
    """Do what a message asks for."""
    return _run_and_log(lambda: TURNS[kind](context, game_id, version), kind, {"game": game_id, "version": version})


def run_thinking(context: Context, name: str) -> str:
    """Work on the job of a bot process: the moves of bots in a game, or a question about one."""
    question = Question.read(name)
    return _answer_question(context, question) if question else _play_game(context, name)


def _answer_question(context: Context, question: Question) -> str:
    about = {"game": question.game_id, "version": question.version}
    with continue_trace("", f"task {question.kind}", game=question.game_id):
        return _run_and_log(lambda: questions.ANSWERS[question.kind](context, question), question.kind, about)


def _play_game(context: Context, game_id: str) -> str:
    about: dict[str, Any] = {"game": game_id}

    def do() -> str:
        game = load(context, game_id)
        about["version"] = game.clock.version
        return _play_or_score(context, game)

    with continue_trace(context.store.origin(game_id), "task bot", game=game_id):
        return _run_and_log(do, "bot", about)
