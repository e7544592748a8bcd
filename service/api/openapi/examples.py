"""Examples for the API's description, made from one small game."""

from __future__ import annotations

from typing import Any

import msgspec

from service.games.base import Plain
from service.games.registry import RULEBOOKS
from service.games.rng import Rng
from service.games.rulebook import AnyRulebook
from service.store.games.migrations import CLOCK_SCHEMA, TABLE_SCHEMA
from service.store.games.records import Clock, GameRecord, SeatRecord, Since, Table
from service.usecases import event_log
from service.usecases.views import lookup, render
from service.usecases.views.frames import frame
from service.wire import answers
from service.wire.events import MoveTakenBack

GAME_ID = "01kxq3v7em2h8rq4tz5a"
TOKEN = "almagest_hYx1c0qfYy0k3m0mUq3Xb7o2n5eJ8s9vT4rLwPzAdEQ"  # noqa: S105 - an example, good for no game
_AT = 1_794_830_400_000
_HASH = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
_SEED = b"example"
ENTROPY = "5f2b8c1e0d9a7346b8e1f0c2d3a495867710fedcba98765432100123456789ab"
_RULEBOOK: AnyRulebook = RULEBOOKS.get("astra") or next(iter(RULEBOOKS.values()))
_OPTIONS = _RULEBOOK.complete_options({})


def plain(answer: object) -> Any:
    """Turn a struct into the values that JSON has."""
    return msgspec.json.decode(msgspec.json.encode(answer))


_TABLE = Table(
    schema=TABLE_SCHEMA,
    id=GAME_ID,
    rulebook=_RULEBOOK.id,
    options=_OPTIONS,
    visibility="public",
    seats=(
        SeatRecord("human", "Hypatia", token=_HASH, entropy=ENTROPY),
        SeatRecord("human", "Ptolemy", token=_HASH),
    ),
    host=1,
    seed=_SEED,
    seed_hash=_HASH,
    created=_AT,
    idle_seconds=86_400,
)
_STATE = _RULEBOOK.setup(2, _OPTIONS, Rng(_SEED))
_SEAT = _RULEBOOK.deciders(_STATE)[0]
_CLOCK = Clock(CLOCK_SCHEMA, "running", 12, events=31, since=(Since(_SEAT, 12, _AT),))
_NONCE = "7c2f9d041ab36e58"
_GAME = GameRecord(_TABLE, _CLOCK, _STATE, revision=15, nonce=_NONCE)
_MOVE = _RULEBOOK.legal_moves(_STATE, _SEAT)[0]
_STEP = _RULEBOOK.apply(_STATE, _SEAT, _MOVE)
_PLAYED = GameRecord(_TABLE, msgspec.structs.replace(_CLOCK, version=13), _STEP.state, revision=16, nonce=_NONCE)
_AFTER, _ENTRY = event_log.append_move(_PLAYED, _SEAT, _MOVE, _STEP.events)

SUMMARY: Plain = plain(render.summary(_GAME, "en"))
GAME: Plain = plain(render.game(_GAME, _SEAT, "en"))
CREATE_GAME = {
    "rulebook": _RULEBOOK.id,
    "seats": [{"kind": "human", "name": "Hypatia"}, {"kind": "bot", "level": "greedy"}],
    "entropy": ENTROPY,
}
QUICK = {"rulebook": _RULEBOOK.id, "seats": 2, "name": "Hypatia", "entropy": ENTROPY}
REMATCH = {"entropy": ENTROPY}
CREATED = {"rulebook": _RULEBOOK.id, "game": GAME, "seat": 1, "token": TOKEN, "invite": None, "tokens": []}
_TOURNAMENT = {
    "rulebook": _RULEBOOK.id,
    "seats": [
        {"kind": "human", "player": "user-42", "name": "Ada"},
        {"kind": "bot"},
    ],
    "visibility": "private",
}
CREATE_GAMES = {"games": [_TOURNAMENT]}
_TOKENS = [{"seat": 1, "player": "user-42", "token": TOKEN}]
CREATED_GAMES = {"games": [{"game": SUMMARY, "seat": 1, "token": TOKEN, "invite": None, "tokens": _TOKENS}]}
ABANDONED = {**GAME, "status": "abandoned", "deciders": [], "seat": None}
PLAYER = "user-42"
PLAYER_TOKEN = {
    "player": PLAYER,
    "token": "ap_0f1e2d3c4b5a69788796_hYx1c0qfYy0k3m0mUq3Xb7o2n5eJ8s9vT4rLwPzAdEQ",
    "expires_in": 3600,
}
MY_GAMES = {"games": [plain(render.my_game(_GAME, _SEAT, "en"))], "next": None}
PAGE = {"games": [SUMMARY], "next": None}
TAKE_SEAT = {"name": "Ptolemy", "entropy": ENTROPY}
TAKEN = {"rulebook": _RULEBOOK.id, "seat": 2, "token": TOKEN, "game": {**GAME, "seat": 2}}
NEW_TOKEN = {"seat": 1, "token": TOKEN}
MOVE: Plain = plain(_MOVE)
_EVENTS: list[Plain] = msgspec.json.decode(_ENTRY.events)
EVENT = _EVENTS[0]
PLAYED = {"rulebook": _RULEBOOK.id, "version": 13, "events": _EVENTS, "game": plain(render.game(_AFTER, _SEAT, "en"))}
_TAKEBACKTED = msgspec.structs.replace(_AFTER, clock=msgspec.structs.replace(_AFTER.clock, version=14))
_, _TAKEBACK = event_log.append_move(_TAKEBACKTED, _SEAT, None, (MoveTakenBack(_SEAT, 13),))
TAKEN_BACK = {
    "rulebook": _RULEBOOK.id,
    "version": 14,
    "events": msgspec.json.decode(_TAKEBACK.events),
    "game": {**GAME, "version": 14, "last_event": _TAKEBACK.last},
}
EVENTS = {
    "rulebook": _RULEBOOK.id,
    "events": _EVENTS,
    "next": _ENTRY.last,
    "status": "running",
    "deciders": list(_RULEBOOK.deciders(_STEP.state)),
    "frame": plain(frame(_AFTER, _SEAT, "en", render.VIEW_ALONE)),
}
CURSOR = "AAABoeeeGAA"
GAME_NEWS = {**EVENTS, "game": GAME_ID, "seat": _SEAT}
NEWS = {"games": [GAME_NEWS], "next": CURSOR, "more": False}
PREVIEW = {
    "rulebook": _RULEBOOK.id,
    "version": 12,
    "events": _EVENTS,
    "view": plain(_RULEBOOK.view(_STEP.state, _SEAT)),
    "moves": None,
    "score": None,
}
MOVES: Plain = {
    "rulebook": _RULEBOOK.id,
    "version": 12,
    "seat": _SEAT,
    "moves": plain(render.legal_offers(_GAME, _SEAT, "en")[:2]),
    "unavailable": plain(lookup.unavailable_moves(_GAME, _SEAT, "en")[:1]),
}
THINKING = {"rulebook": _RULEBOOK.id, "version": 12, "seat": _SEAT, "status": "thinking", "hints": []}
_WHY = "Gains +1.5 now, +4.0 by your next turn; leaves the others +0.5."
_HINT = {**MOVES["moves"][0], "worth": 4.0, "gains": 1.5, "leaves": 0.5, "why": _WHY}
HINTS = {**THINKING, "status": "ready", "hints": [_HINT]}
ANALYSING = {"rulebook": _RULEBOOK.id, "status": "thinking", "points": [], "turning_points": []}
_TURN = {
    "version": 1,
    "seat": _SEAT,
    "move": MOVE,
    "label": _HINT["label"],
    "swing": -3.5,
    "why": "Lost 3.5 points to the others.",
}
_POINT = {"version": 0, "expected": [52.0, 52.0]}
ANALYSIS = {**ANALYSING, "status": "ready", "points": [_POINT], "turning_points": [{**_TURN, "instead": None}]}
_SCORE = plain(_RULEBOOK.score(_STATE))
SCORE = {"version": 12, "final": False, "score": _SCORE}
REPLAY = {
    "id": GAME_ID,
    "rulebook": _RULEBOOK.id,
    "rules": _RULEBOOK.rules,
    "players": 2,
    "options": _OPTIONS,
    "seed": _SEED.hex(),
    "seed_hash": _HASH,
    "entropy": [ENTROPY, None],
    "pack": _STATE.pack,
    "pack_hash": _STATE.pack_hash,
    "moves": [{"seat": _SEAT, "move": MOVE}],
    "rigged": False,
    "draws": [],
    "final_hash": _HASH,
    "score": _SCORE,
    "replay_hash": _HASH,
}
PUSH_KEY = {"public_key": "BD7Xoo7GSO3OXVt-JS9rKq-7RINRFKJLPKqPcQ9kmTvCVxGjTNySKQgLY58Jl3_rfKkezOFkm_6orYXHKyBq3n4"}
SUBSCRIBE_PUSH = {
    "endpoint": "https://fcm.googleapis.com/fcm/send/dGhlIGJyb3dzZXI",
    "keys": {
        "p256dh": "BOtzFI1sE4yWsBo5pNZy2BvMmeCwvYhfWDwa5XBSv9dBVpwoIAtMAmJrJbewFVON-GqHw6Y9QGlZRCnAK6SUUdM",
        "auth": "4vQK-SvRAN5eo-8ASlrwdA",
    },
    "language": "fr",
}
PUSH_DEVICE = {"device": "3f9a1c5d7e2b4860"}
CREATE_WEBHOOK = {"url": "https://club.example.org/almagest", "events": ["turn.changed", "game.finished"]}
WEBHOOK: Plain = {
    "id": "wh_3f9a1c5d7e2b4860",
    **CREATE_WEBHOOK,
    "status": "active",
    "created_at": SUMMARY["created_at"],
    "parked_at": None,
    "failing_since": None,
    "next_try_at": None,
}
NEW_WEBHOOK = {"webhook": WEBHOOK, "secret": "whsec_jC4kqN1xYbO0s5vR8tUwZ2aD6fG9hJ3mP7eQyXoLiE"}
WEBHOOKS = {"webhooks": [WEBHOOK]}
DELIVERY: Plain = {
    "id": f"01kxq3v7e0000d0{GAME_ID}",
    "type": "turn.changed",
    "game": GAME_ID,
    "status": "delivered",
    "created_at": SUMMARY["created_at"],
    "attempts": 1,
    "tried_at": SUMMARY["created_at"],
    "next_try_at": None,
    "answer": 204,
    "reason": "answered 204",
}
DELIVERIES = {"deliveries": [DELIVERY], "next": None}
RULEBOOK = plain(
    answers.RulebookAnswer(
        id=_RULEBOOK.id,
        name=_RULEBOOK.names["en"],
        rules=_RULEBOOK.rules,
        players=answers.Players(min=_RULEBOOK.min_players, max=_RULEBOOK.max_players),
        options=(),
        moves=(),
        refusals=(),
        end_reasons=_RULEBOOK.end_reasons,
    )
)
RULEBOOKS_PAGE = {"rulebooks": [RULEBOOK]}
PACK_HASH = _STATE.pack_hash
CONTENT: Plain = {
    key: value[:1] if isinstance(value, list) else value
    for key, value in plain(_RULEBOOK.content(_STATE.pack, "en")).items()
}
