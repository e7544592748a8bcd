"""Looking: the game, its legal moves, what a move would do, the score, the replay. Nothing here writes."""

from __future__ import annotations

from typing import Any

import msgspec

from service import json
from service.games.base import Move, Plain, Refusal, Rulebook, Seat, Viewer
from service.store import events
from service.store.answers import Answer
from service.store.records import Game
from service.tables import access, clocks, render
from service.tables.context import Tables
from service.tables.play import MoveReader, check_decides
from service.tables.refusals import Refused
from service.tables.writing import load


def game(tables: Tables, game_id: str, token: str | None) -> tuple[Game, Viewer]:
    """The game, and as whom the caller sees it."""
    loaded = load(tables, game_id)
    return loaded, access.viewer_of(loaded, token)


def _offered(rulebook: Rulebook[Any, Any], known: Any, move: Move, language: str) -> Plain:
    return {"move": move, "label": rulebook.label(known, move, language), "ruling": rulebook.ruling(move)}


def _unavailable(kind: str, refusal: Refusal) -> Plain:
    return {"type": kind, "code": refusal.code, "reason": refusal.detail, "ruling": refusal.ruling}


def move_kinds(rulebook: Rulebook[Any, Any]) -> list[str]:
    return [str(move_type.__struct_config__.tag) for move_type in rulebook.move_types]


def _not_running(found: Game) -> list[Plain]:
    why = Refusal("not_running", "", f"The game is {found.clock.status}; nobody can move.")
    return [_unavailable(kind, why) for kind in move_kinds(found.rulebook)]


def _choices(found: Game, seat: Seat, language: str, kind: str | None) -> tuple[list[Plain], list[Plain]]:
    if found.clock.status != "running":
        return [], _not_running(found)
    rulebook = found.rulebook
    known = rulebook.known(found.dealt, seat)
    legal = rulebook.legal_moves(known, seat) if found.clock.decision(seat) else ()
    offered = [_offered(rulebook, known, move, language) for move in legal if kind in (None, move.type)]
    return offered, [_unavailable(why.type, why.refusal) for why in rulebook.explain(known, seat)]


def moves(tables: Tables, game_id: str, token: str | None, language: str, kind: str | None) -> Answer:
    """Every legal move of the caller's seat; and why the other kinds are not possible."""
    found = load(tables, game_id)
    seat = access.seat_of(found, token)
    offered, unavailable = _choices(found, seat, language, kind)
    asked = [why for why in unavailable if kind in (None, why["type"])]
    body = {"version": found.clock.version, "seat": seat, "moves": offered, "unavailable": asked}
    return Answer(200, msgspec.json.encode(body), clocks.etag(found.clock))


def preview(tables: Tables, game_id: str, token: str | None, read: MoveReader) -> Answer:
    """What a move would do, played on what the caller knows: a hidden draw stays unknown."""
    found = load(tables, game_id)
    seat = access.seat_of(found, token)
    move = read(found.rulebook)
    check_decides(found, seat)
    step = found.rulebook.apply(found.rulebook.known(found.dealt, seat), seat, move)
    body = {"version": found.clock.version, "events": [event.plain() for event in step.events]}
    return Answer(200, json.dumps(body))


def score(tables: Tables, game_id: str, token: str | None) -> Answer:
    """The ledger: final after the end, before it as far as the caller may know."""
    found, viewer = game(tables, game_id, token)
    if found.state is None:
        raise Refused("not_running", f"The game is {found.clock.status}; there is nothing to score yet.")
    final = found.clock.status == "finished"
    ledger = found.score or msgspec.json.encode(found.rulebook.score(found.rulebook.known(found.state, viewer)))
    body = {"version": found.clock.version, "final": final, "score": json.raw(ledger)}
    return Answer(200, json.dumps(body), clocks.etag(found.clock))


def replay(tables: Tables, game_id: str, token: str | None) -> Answer:
    """Everything that anyone needs to play the game again, once it is over."""
    found, _ = game(tables, game_id, token)
    if found.clock.status != "finished":
        raise Refused("not_finished", f"The game is {found.clock.status}; its replay is published after the end.")
    played = [json.raw(entry.move) for entry in events.all_entries(tables.store, game_id) if entry.move]
    state, table = found.dealt, found.table
    body = {
        "id": table.id,
        "rulebook": table.rulebook,
        "players": len(table.seats),
        "options": table.options,
        "seed": table.seed.hex(),
        "seed_hash": table.seed_hash,
        "pack": state.pack,
        "pack_hash": state.pack_hash,
        "moves": played,
        "final_hash": found.rulebook.digest(state),
        "score": json.raw(found.score),
    }
    return Answer(200, json.dumps(body), clocks.etag(found.clock))


def seen(tables: Tables, game_id: str, token: str | None) -> Answer:
    found, viewer = game(tables, game_id, token)
    return render.game_answer(found, viewer)
