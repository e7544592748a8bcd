"""Hints: a seat asks for them, a worker finds them, everybody learns that they are there, and the seat reads them."""

from __future__ import annotations

import msgspec

from service.games.base import Seat
from service.games.texts import decimal
from service.store.games.idempotency import Answer
from service.store.games.records import GameRecord
from service.store.jobs import hints as hint_store
from service.store.jobs.hints import HintMove, SeatHints
from service.store.jobs.outbox import PendingJob
from service.store.jobs.questions import Question, ask, is_asked
from service.usecases import event_log
from service.usecases.accounts import access
from service.usecases.accounts.access import Credential
from service.usecases.context import Context
from service.usecases.games.play_move import is_current
from service.usecases.hints import permission
from service.usecases.transaction import Update, load, write
from service.wire.answers import Hint, Hints
from service.wire.events import HintsReady
from service.wire.refusals import TEXTS, HintsNotAsked, NothingOwed, Refused

LEAST = 0.05
"""Less than this rounds to nothing."""


def _question(game: GameRecord, seat: Seat) -> Question:
    """The question for the decision that the seat owes: the same one while only others decide."""
    decision = game.clock.decision(seat)
    return Question(game.id, "hint", seat, decision.version if decision else game.clock.version)


def _why(advised: HintMove, language: str) -> str:
    gains, worth, leaves = (decimal(each, language, "+") for each in (advised.gains, advised.worth, advised.leaves))
    if advised.leaves < LEAST:
        return TEXTS.say("hint.why_safe", language, gains=gains, worth=worth)
    return TEXTS.say("hint.why", language, gains=gains, worth=worth, leaves=leaves)


def _hint(game: GameRecord, seat: Seat, advised: HintMove, language: str) -> Hint:
    rulebook = game.rulebook
    return Hint(
        move=advised.move,
        label=rulebook.label(rulebook.known(game.dealt, seat), advised.move, language),
        ruling=rulebook.ruling_of(advised.move),
        worth=advised.worth,
        gains=advised.gains,
        leaves=advised.leaves,
        why=_why(advised, language),
    )


def _answer(game: GameRecord, seat: Seat, found: SeatHints | None, language: str) -> Answer:
    hints = Hints(
        rulebook=game.rulebook.id,
        version=found.version if found else game.clock.version,
        seat=seat,
        status="ready" if found else "thinking",
        hints=tuple(_hint(game, seat, each, language) for each in found.moves) if found else (),
    )
    return Answer(200 if found else 202, msgspec.json.encode(hints))


def _load_asker(context: Context, game_id: str, credential: Credential) -> tuple[GameRecord, Seat]:
    game = load(context, game_id)
    seat = access.seat_of(game, credential)
    permission.check(game, seat)
    return game, seat


def _find_hints(context: Context, game_id: str, credential: Credential) -> tuple[GameRecord, Seat, SeatHints | None]:
    """The hints for the decision that the seat owes now; load the game again if they are newer than it."""
    game, seat = _load_asker(context, game_id, credential)
    found = hint_store.find(context.store, game, seat)
    if found and found.version > game.clock.version:
        game, seat = _load_asker(context, game_id, credential)
    return game, seat, found if found and is_current(game.clock, game.clock.decision(seat), found.version) else None


def request(context: Context, game_id: str, credential: Credential, language: str) -> Answer:
    """Ask for hints on the own decision; answer at once if there are some."""
    game, seat, found = _find_hints(context, game_id, credential)
    if found is None:
        ask(context.store, _question(game, seat), "person", game.table.tenant, context.now())
        context.wake_worker(PendingJob("bot", game.id, game.clock.version))
    return _answer(game, seat, found, language)


def read(context: Context, game_id: str, credential: Credential, language: str) -> Answer:
    """Answer with the hints for the own decision, or 202 while a worker thinks.

    Workers save hints before they delete the question: whoever looks for the question first finds one of them.
    """
    was_asked = is_asked(context.store, _question(*_load_asker(context, game_id, credential)))
    game, seat, found = _find_hints(context, game_id, credential)
    if found is None and not was_asked:
        raise Refused(HintsNotAsked())
    return _answer(game, seat, found, language)


def load_for_question(context: Context, question: Question) -> GameRecord:
    """Load the game that a worker thinks about; refuse if the seat owes the decision no more."""
    game = load(context, question.game_id)
    if not permission.can_ask(game, question.seat) or _question(game, question.seat) != question:
        raise Refused(NothingOwed())
    return game


def publish(context: Context, question: Question, thought_of: GameRecord, moves: tuple[HintMove, ...]) -> None:
    """Save the hints, and tell the table that they are there; only the seat can read them."""
    seat = question.seat
    hint_store.save(context.store, question.game_id, seat, SeatHints(thought_of.clock.version, moves))

    def decide(game: GameRecord) -> Update:
        decision = game.clock.decision(seat)
        if decision is None or not is_current(game.clock, decision, thought_of.clock.version):
            raise Refused(NothingOwed())
        after, entry = event_log.append(game, HintsReady(seat))
        return Update(after, entry=entry)

    write(context, question.game_id, None, decide)
