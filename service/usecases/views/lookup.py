"""Looking: the game, its legal moves, what a move would do, the score, the replay. Nothing here writes."""

from __future__ import annotations

import msgspec

from service.games.base import Seat, Viewer, tag_of
from service.games.refusals import Refusal
from service.games.rulebook import AnyRulebook
from service.store.change_messages import Entry
from service.store.games import events
from service.store.games.idempotency import Answer
from service.store.games.records import GameRecord
from service.usecases import event_log
from service.usecases.accounts import access
from service.usecases.accounts.access import Credential
from service.usecases.context import Context
from service.usecases.games import clocks
from service.usecases.games.play_move import MoveReader, require_decision
from service.usecases.transaction import load
from service.usecases.views import render
from service.usecases.views.render import NOTHING, VIEW_ALONE, Parts, legal_offers
from service.usecases.views.replay import Moment, moment_answer
from service.usecases.views.state_parts import offers, parts_of
from service.wire import answers
from service.wire.canonical import replay_hash
from service.wire.refusals import NotFinished, NotRunning, Refused


def load_as_viewer(context: Context, game_id: str, token: Credential) -> tuple[GameRecord, Viewer]:
    """The game, and as whom the caller sees it."""
    loaded = load(context, game_id)
    return loaded, access.viewer_of(loaded, token)


def _unavailable(rulebook: AnyRulebook, kind: str, refusal: Refusal, language: str) -> answers.UnavailableMove:
    return answers.UnavailableMove(
        type=kind,
        code=refusal.code,
        reason=rulebook.sentence(refusal, language),
        ruling=refusal.cited_ruling,
        ruling_title=rulebook.ruling_title(refusal.cited_ruling, language),
    )


def _not_running(found: GameRecord, language: str) -> list[answers.UnavailableMove]:
    why = NotRunning(clocks.status_term(found.clock), found.clock.version)
    return [
        answers.UnavailableMove(
            type=tag_of(kind), code=why.code, reason=why.sentence(language), ruling="", ruling_title=""
        )
        for kind in found.rulebook.move_classes
    ]


def unavailable_moves(found: GameRecord, seat: Seat, language: str) -> list[answers.UnavailableMove]:
    """Which types of moves are not possible, and why."""
    if found.clock.status != "running":
        return _not_running(found, language)
    rulebook = found.rulebook
    reasons = rulebook.explain(rulebook.known(found.dealt, seat), seat)
    return [_unavailable(rulebook, why.type, why.refusal, language) for why in reasons]


def moves(context: Context, game_id: str, token: Credential, language: str, kind: str | None) -> Answer:
    """Every legal move of the caller's seat, and why other types are not possible."""
    found = load(context, game_id)
    seat = access.seat_of(found, token)
    legal = answers.LegalMoves(
        rulebook=found.rulebook.id,
        version=found.clock.version,
        seat=seat,
        moves=legal_offers(found, seat, language, kind),
        unavailable=tuple(why for why in unavailable_moves(found, seat, language) if kind in (None, why.type)),
    )
    return Answer(200, msgspec.json.encode(legal), render.etag(found, seat, language))


def preview(
    context: Context, game_id: str, token: Credential, read: MoveReader, language: str, parts: Parts = NOTHING
) -> Answer:
    """What a move would do, played on what the caller knows: a hidden draw stays unknown."""
    found = load(context, game_id)
    seat = access.seat_of(found, token)
    move = read(found.rulebook)
    require_decision(found, found.clock.decision(seat))
    rulebook, version = found.rulebook, found.clock.version
    step = rulebook.apply(rulebook.known(found.dealt, seat), seat, move)
    decides = "moves" in parts and seat in rulebook.deciders(step.state)
    preview = answers.Preview(
        rulebook=rulebook.id,
        version=version,
        events=msgspec.Raw(event_log.encode_events(found.clock, version + 1, step.events)),
        view=rulebook.view(step.state, seat) if "view" in parts else None,
        moves=offers(rulebook, step.state, seat, language) if decides else None,
        score=rulebook.score(step.state) if "score" in parts else None,
    )
    return Answer(200, msgspec.json.encode(preview))


def score(context: Context, game_id: str, token: Credential) -> Answer:
    """The ledger: final after the end, before it as far as the caller may know."""
    found, viewer = load_as_viewer(context, game_id, token)
    if found.state is None:
        raise clocks.not_running(found.clock)
    final = found.clock.status == "finished"
    ledger = found.result or parts_of(found.rulebook, found.state, viewer).score
    scored = answers.ScoreAnswer(version=found.clock.version, final=final, score=ledger)
    return Answer(200, msgspec.json.encode(scored), render.etag(found, viewer))


_replayed = msgspec.json.Decoder(answers.ReplayMove)


def _moves(entries: list[Entry]) -> tuple[answers.ReplayMove, ...]:
    return tuple(_replayed.decode(entry.move) for entry in entries if entry.move)


def replay(context: Context, game_id: str, token: Credential) -> Answer:
    """Everything that anyone needs to play the game again, once it is over."""
    found, viewer = load_as_viewer(context, game_id, token)
    if found.clock.status != "finished" or found.result is None:
        raise Refused(NotFinished(clocks.status_term(found.clock)))
    state, table = found.dealt, found.table
    replay = answers.Replay(
        id=table.id,
        rulebook=table.rulebook,
        rules=state.rules,
        players=len(table.seats),
        options=table.options,
        seed=table.seed.hex(),
        seed_hash=table.seed_hash,
        entropy=render.entropy_of(table),
        pack=state.pack,
        pack_hash=state.pack_hash,
        moves=_moves(events.all_entries(context.store, game_id)),
        rigged=table.rigged,
        draws=table.draws,
        final_hash=found.rulebook.digest(state),
        score=found.result,
        replay_hash="",
    )
    plain = msgspec.json.decode(msgspec.json.encode(replay))
    replay = msgspec.structs.replace(replay, replay_hash=replay_hash(plain))
    return Answer(200, msgspec.json.encode(replay), render.etag(found, viewer))


def show_game(
    context: Context,
    game_id: str,
    token: Credential,
    language: str,
    parts: Parts = VIEW_ALONE,
    moment: Moment | None = None,
) -> Answer:
    """The game as it stands, or, after its end, as it stood.

    Who is invited sees a private game before sitting down: the commitment has to be known before one contributes.
    """
    found = load(context, game_id)
    viewer = None if access.is_invited(found, token) else access.viewer_of(found, token)
    is_inside = viewer is not None or access.is_own_app(found, token)
    if moment:
        return moment_answer(context, found, viewer, language, parts, moment, is_inside)
    return render.game_answer(viewer, language, clocks.without_lapsed_pause(found, context.now()), parts, is_inside)
