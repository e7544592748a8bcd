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
        "deciding_since": "2026-01-02T03:04:05.678Z" if number == 1 else None,
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
        "idle_seconds": 86400,
        "created_at": "2026-01-02T03:04:05Z",
        "seed_hash": "00" * 32,
        "last_event": 7,
        "seat": 1,
        "pack_hash": "ff",
        "end_reason": None,
        "result": None,
        "view": {"round": 1, "players": [{"stardust": 4}]},
        **changes,
    }


def played(version: int = 4) -> dict[str, Any]:
    return {"version": version, "events": [event(8, version)], "game": game(version)}


def event(number: int, version: int = 4, kind: str = "star_marked", **more: Any) -> dict[str, Any]:
    return {"id": number, "version": version, "type": kind, "seat": 1, **more}


def problem(status: int, code: str, **more: Any) -> dict[str, Any]:
    return {"type": f"/docs#{code}", "title": code, "status": status, "detail": f"It is {code}.", "code": code, **more}
