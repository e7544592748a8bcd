"""Examples for the API's description: one small game of Astra, told from its creation to its end."""

from __future__ import annotations

from typing import Any

GAME_ID = "01kxq3v7em2h8rq4tz5a"
TOKEN = "almagest_hYx1c0qfYy0k3m0mUq3Xb7o2n5eJ8s9vT4rLwPzAdEQ"  # noqa: S105 - an example, good for no game
_AT = "2026-11-16T12:00:00.000Z"
_HASH = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"


def _seat(number: int, name: str, deciding: bool) -> dict[str, Any]:
    return {
        "seat": number,
        "kind": "human",
        "name": name,
        "level": None,
        "taken": True,
        "host": number == 1,
        "deciding_since": _AT if deciding else None,
    }


SUMMARY: dict[str, Any] = {
    "id": GAME_ID,
    "rulebook": "astra",
    "status": "running",
    "version": 12,
    "visibility": "public",
    "options": {"dreamer": "worker", "pack": "classic"},
    "seats": [_seat(1, "Hypatia", True), _seat(2, "Ptolemy", False)],
    "deciders": [1],
    "deadline": None,
    "turn_seconds": None,
    "idle_seconds": 86400,
    "created_at": _AT,
    "seed_hash": _HASH,
    "last_event": 31,
}
GAME: dict[str, Any] = {
    **SUMMARY,
    "seat": 1,
    "pack_hash": _HASH,
    "end_reason": None,
    "result": None,
    "view": {"round": 4},
}
WISH = {"rulebook": "astra", "seats": [{"kind": "human", "name": "Hypatia"}, {"kind": "bot", "level": "greedy"}]}
CREATED = {"game": GAME, "seat": 1, "token": TOKEN}
PAGE = {"games": [SUMMARY], "next": None}
TAKE_SEAT = {"name": "Ptolemy"}
TAKEN = {"seat": 2, "token": TOKEN, "game": {**GAME, "seat": 2}}
NEW_TOKEN = {"seat": 1, "token": TOKEN}
MOVE = {"type": "observe", "card": "leo", "path": [0]}
EVENT = {"id": 32, "version": 13, "type": "stars_marked", "seat": 1, "card": "leo", "stars": [0]}
PLAYED = {"version": 13, "events": [EVENT], "game": {**GAME, "version": 13}}
PREVIEW = {"version": 12, "events": [{"type": "stars_marked", "seat": 1, "card": "leo", "stars": [0]}]}
MOVES = {
    "version": 12,
    "seat": 1,
    "moves": [{"move": MOVE, "label": "Observe Leo: Regulus", "ruling": "Observe"}],
    "unavailable": [
        {"type": "pick_boon", "code": "wrong_phase", "reason": "No boon is to be picked now.", "ruling": "Boons"}
    ],
}
EVENTS = {"events": [EVENT], "next": 32}
_SCORE = {
    "seats": [{"seat": 1, "total": 57, "lines": [{"rule": "fame", "amount": 57, "source": ""}]}],
    "winners": [1],
}
SCORE = {"version": 103, "final": True, "score": _SCORE}
REPLAY = {
    "id": GAME_ID,
    "rulebook": "astra",
    "players": 2,
    "options": {"dreamer": "worker", "pack": "classic"},
    "seed": "00" * 32,
    "seed_hash": _HASH,
    "pack": "classic",
    "pack_hash": _HASH,
    "moves": [{"seat": 1, "move": MOVE}],
    "final_hash": _HASH,
    "score": _SCORE,
}
RULEBOOK = {
    "id": "astra",
    "name": "Astra",
    "players": {"min": 2, "max": 5},
    "options": [{"name": "pack", "text": "The set of cards", "choices": ["classic"], "default": "classic"}],
    "moves": [{"type": "rest", "text": "Refill the pouch.", "schema": "AstraRestMove"}],
    "end_reasons": ["sphere_in_first_turn"],
}
RULEBOOKS = {"rulebooks": [RULEBOOK]}
CONTENT = {"pack": "classic"}
