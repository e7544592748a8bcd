"""Answers that were stored for idempotency keys, and are sent again after somebody was erased from their game.

The store cannot read them: they are encrypted with what the client alone knows. So a repeated answer has the seats of
its game as they are by now.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from service.games.packs import UnknownPack
from service.store.errors import RecordError
from service.store.games.idempotency import Answer
from service.store.games.records import GameRecord
from service.usecases.context import Context
from service.usecases.views import render

_LANGUAGE = re.compile(r'"\d+\.\d+\.(?:[as]|\d+s?)([a-z]{2})\.')
_WHO: dict[str, Any] = {"name": None, "player": None, "metadata": None}

Plain = dict[str, Any]


def _game_in(body: Plain) -> Plain | None:
    """The game of an answer, or the answer itself if it is a game."""
    game = body if "seats" in body else body.get("game")
    return game if isinstance(game, dict) and "seats" in game else None


def _seats_now(shown: Plain, game: GameRecord | None, language: str, is_inside: bool) -> list[Plain]:
    """The seats of the game as it is, or without names if it is gone or cannot be read."""
    if game is None:
        return [{**seat, **_WHO} for seat in shown["seats"]]
    seats: list[Plain] = msgspec.to_builtins(render.seats(game, language, is_inside))
    return seats


def _load(context: Context, game_id: str) -> GameRecord | None:
    try:
        return context.store.load(game_id).game
    except (RecordError, UnknownPack):
        return None


def _still_seated(tokens: list[Plain], seats: list[Plain]) -> list[Plain]:
    """The tokens of players who sit where they sat."""
    return [each for each in tokens if seats[each["seat"] - 1]["player"] == each["player"]]


def without_erased(context: Context, answer: Answer) -> Answer:
    """The answer, byte for byte the same unless somebody was erased from its game."""
    body = msgspec.json.decode(answer.body) if answer.body.startswith(b"{") else {}
    shown = _game_in(body)
    if shown is None:
        return answer
    if not context.store.is_erased(shown["id"]):
        return answer
    game = _load(context, shown["id"])
    found = _LANGUAGE.match(answer.etag)
    is_inside = shown.get("seat", body.get("seat")) is not None
    shown["seats"] = _seats_now(shown, game, found[1] if found else "en", is_inside)
    if "tokens" in body:
        body["tokens"] = _still_seated(body["tokens"], shown["seats"])
    return msgspec.structs.replace(answer, body=msgspec.json.encode(body))
