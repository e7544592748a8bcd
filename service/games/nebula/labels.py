"""Moves in a player's words, and the content of a pack in a language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

import msgspec

from service.games.base import Plain
from service.games.nebula import moves as asked
from service.games.nebula.content.pack import TEXTS, Pack, load
from service.games.nebula.content.shapes import GoalData
from service.games.nebula.moves import NebulaMove
from service.games.nebula.stars import COLOURS, NAMES
from service.games.nebula.state import NebulaState, pack_of


def label(state: NebulaState, move: NebulaMove, language: str) -> str:
    return TEXTS.say(f"move.{move.type}", language, **_values(pack_of(state), move, language))


def _values(pack: Pack, move: NebulaMove, language: str) -> dict[str, str]:
    match move:
        case asked.KeepGoal():
            return {"goal": _goal_name(pack, move.goal, language)}
        case asked.TakeTime():
            return {"steps": _steps(move.steps, language)}
        case asked.TurnToChaos():
            return {"star": _star(move.star, language)}
        case asked.KeepStars():
            return {"stars": ", ".join(_star(star, language) for star in move.stars)}
        case asked.PlaceStar() | asked.ReplaceStar():
            return {"star": _star(move.star, language), "cell": move.cell}
        case asked.AdvanceToken():
            return {"token": _token(pack, move.token, language)}
        case asked.PlaceBlackStar() | asked.EndPlacing():
            return {}
        case _:
            assert_never(move)


def _star(star: str, language: str) -> str:
    return TEXTS.say(f"star.{star}", language) if star in NAMES else star


def _steps(steps: Sequence[int], language: str) -> str:
    return ", ".join(
        TEXTS.say("move.clock_turned", language, cluster=cluster, steps=f"{step:+d}")
        for cluster, step in enumerate(steps, start=1)
        if step
    )


def _cards(pack: Pack) -> tuple[GoalData, ...]:
    return pack.data.personal_goals + pack.data.race_goals + pack.data.advanced_goals


def _goal_name(pack: Pack, goal: str, language: str) -> str:
    return next((pack.goal_words(card, language)[0] for card in _cards(pack) if card.id == goal), goal)


def _token(pack: Pack, token: str, language: str) -> str:
    if token in COLOURS:
        return TEXTS.say(f"stars.{token}", language)
    symbols = {constellation.id: constellation.symbol for constellation in pack.data.galaxy.constellations}
    return symbols.get(token) or _goal_name(pack, token, language)


def content(name: str, language: str) -> Plain:
    """Boards with coordinates, goals and every text that a client shows."""
    pack = load(name)
    data = _plain(pack.data)
    for constellation in data["galaxy"]["constellations"]:
        constellation["name"] = constellation.pop("names")[language]
    for track in data["value_board"]["tracks"]:
        track["name"] = TEXTS.say(f"track.{track['id']}", language)
    return {
        "pack": pack.name,
        "hash": pack.hash,
        "name": pack.data.names[language],
        "stars": [
            {"id": star, "name": TEXTS.say(f"star.{star}", language), "colour": paint}
            for star, paint in pack.data.stars.items()
        ],
        "galaxy": data["galaxy"],
        "nebula": data["nebula"],
        "value_board": data["value_board"],
        "personal_goals": [_card(pack, card, language) for card in pack.data.personal_goals],
        "race_goals": [_card(pack, card, language) for card in pack.data.race_goals],
        "advanced_goals": [_card(pack, card, language) for card in pack.data.advanced_goals],
        "texts": {part: TEXTS.under(part, language) for part in ("variant", "phase", "score", "end")},
    }


def _card(pack: Pack, card: GoalData, language: str) -> Plain:
    name, text = pack.goal_words(card, language)
    return {**_plain(card), "name": name, "text": text}


def _plain(struct: msgspec.Struct) -> Plain:
    """By way of JSON, so that tuples become lists."""
    plain: Plain = msgspec.json.decode(msgspec.json.encode(struct))
    return plain
