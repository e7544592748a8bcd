"""Answers as the server sends them, for tests without one."""

from __future__ import annotations

from typing import Any

GAME_ID = "01kxq3v7em2h8rq4tz5a"


def seat(number: int) -> dict[str, Any]:
    return {
        "seat": number,
        "kind": "human",
        "name": f"P{number}",
        "level": None,
        "taken": True,
        "host": number == 1,
        "resigned": False,
        "deciding_since": "2026-01-02T03:04:05.678Z" if number == 1 else None,
        "player": None,
        "metadata": None,
    }


def game(version: int = 3, **changes: Any) -> dict[str, Any]:
    return {
        "id": GAME_ID,
        "rulebook": "astra",
        "status": "running",
        "version": version,
        "visibility": "public",
        "options": {"dreamer": "player"},
        "seats": [seat(1), seat(2)],
        "deciders": [1],
        "deadline": None,
        "turn_seconds": None,
        "clock": None,
        "paused_at": None,
        "paused_until": None,
        "abandon_at": None,
        "pause": None,
        "idle_seconds": 86400,
        "takebacks": True,
        "hints": "bots",
        "created_at": "2026-01-02T03:04:05Z",
        "seed_hash": "00" * 32,
        "last_event": 7,
        "rigged": False,
        "seat": 1,
        "rules": 1,
        "pack_hash": "ff",
        "end_reason": None,
        "result": None,
        "rematch": None,
        "view": view(),
        "moves": None,
        "score": None,
        "clocks": None,
        "can_take_back": False,
        "can_ask_hints": False,
        "entropy": [None, None],
        **changes,
    }


def frame(version: int, last_event: int, **changes: Any) -> dict[str, Any]:
    return {
        "rulebook": "astra",
        "version": version,
        "etag": f'"{version}.{version}.1en"',
        "status": "running",
        "deciders": [1],
        "deadline": None,
        "last_event": last_event,
        "view": view(),
        "moves": None,
        "score": None,
        "clocks": None,
        "paused_at": None,
        "paused_until": None,
        "abandon_at": None,
        "pause": None,
        "can_take_back": False,
        "can_ask_hints": False,
        **changes,
    }


def view(**changes: Any) -> dict[str, Any]:
    return {
        "phase": "action",
        "round": 1,
        "last_round": None,
        "active": 1,
        "deciders": [1],
        "seats": [],
        "sphere": "fire",
        "deck": {"cards": 20, "above_game_end": 15},
        "discard": [],
        "sky": [{"place": 1, "card": "leo", "empty": False, "marks": [{"seat": 2, "stars": [3, 4]}]}],
        "turn": {
            "observes": 0,
            "rested": False,
            "skips_action": False,
            "lasting": [],
            "completed": [],
            "marking": None,
        },
        "boons": None,
        "dream": None,
        **changes,
    }


def played(version: int = 4) -> dict[str, Any]:
    return {"rulebook": "astra", "version": version, "events": [event(8, version)], "game": game(version)}


def page(*events: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {
        "rulebook": "astra",
        "events": list(events),
        "next": events[-1]["id"] if events else 0,
        "status": "running",
        "deciders": [1],
        "frame": None,
        **changes,
    }


def event(number: int, version: int = 4) -> dict[str, Any]:
    return {"id": number, "version": version, "type": "card_gained", "seat": 1, "card": "leo"}


def finished(number: int, version: int = 4) -> dict[str, Any]:
    told = {"id": number, "version": version, "type": "game_finished", "seat": 0}
    return {**told, "winners": [1], "reason": "sphere_in_first_turn"}


def problem(status: int, code: str, **more: Any) -> dict[str, Any]:
    return {"type": f"/docs#{code}", "title": code, "status": status, "detail": f"It is {code}.", "code": code, **more}
