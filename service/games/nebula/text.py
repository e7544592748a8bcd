"""The texts of Nebula: moves in a player's words, and the names of stars, tokens and goals."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path

from service.games import texts
from service.games.nebula.content.pack import Pack
from service.games.nebula.content.shapes import GoalData
from service.games.nebula.moves import (
    AdvanceToken,
    EndPlacing,
    KeepGoal,
    KeepStars,
    PlaceBlackStar,
    PlaceStar,
    ReplaceStar,
    TakeTime,
    TurnToChaos,
)
from service.games.nebula.stars import COLOURS, NAMES
from service.games.nebula.state import NebulaState, pack_of
from service.games.texts import Texts

TEXTS = Texts.load(texts.COMMON, Path(__file__).parent / "content" / "texts.json")


def keep_goal(state: NebulaState, move: KeepGoal, language: str) -> str:
    return TEXTS.say("move.keep_goal", language, goal=goal_name(pack_of(state), move.goal, language))


@lru_cache(maxsize=1 << 10)
def _time(steps: tuple[int, ...], language: str) -> str:
    turned = [
        TEXTS.say("move.clock_turned", language, cluster=cluster, steps=f"{step:+d}")
        for cluster, step in enumerate(steps, start=1)
        if step
    ]
    return TEXTS.say("move.take_time", language, steps=", ".join(turned))


def take_time(state: NebulaState, move: TakeTime, language: str) -> str:
    return _time(move.steps, language)


def turn_to_chaos(state: NebulaState, move: TurnToChaos, language: str) -> str:
    return TEXTS.say("move.turn_to_chaos", language, star=star_name(move.star, language))


def keep_stars(state: NebulaState, move: KeepStars, language: str) -> str:
    return TEXTS.say("move.keep_stars", language, stars=", ".join(star_name(star, language) for star in move.stars))


def place_star(state: NebulaState, move: PlaceStar, language: str) -> str:
    return TEXTS.say("move.place_star", language, star=star_name(move.star, language), cell=move.cell)


def replace_star(state: NebulaState, move: ReplaceStar, language: str) -> str:
    return TEXTS.say("move.replace_star", language, star=star_name(move.star, language), cell=move.cell)


def place_black_star(state: NebulaState, move: PlaceBlackStar, language: str) -> str:
    return TEXTS.say("move.place_black_star", language)


def advance_token(state: NebulaState, move: AdvanceToken, language: str) -> str:
    return TEXTS.say("move.advance_token", language, token=token_name(pack_of(state), move.token, language))


def end_placing(state: NebulaState, move: EndPlacing, language: str) -> str:
    return TEXTS.say("move.end_placing", language)


def star_name(star: str, language: str) -> str:
    return TEXTS.say(f"star.{star}", language) if star in NAMES else star


@cache
def _symbols(pack: Pack) -> dict[str, str]:
    return {constellation.id: constellation.symbol for constellation in pack.data.galaxy.constellations}


def token_name(pack: Pack, token: str, language: str) -> str:
    """A value token is called by what it values."""
    if token in COLOURS:
        return TEXTS.say(f"stars.{token}", language)
    return _symbols(pack).get(token) or goal_name(pack, token, language)


@cache
def _cards(pack: Pack) -> dict[str, GoalData]:
    data = pack.data
    return {card.id: card for card in data.personal_goals + data.race_goals + data.advanced_goals}


def goal_name(pack: Pack, goal: str, language: str) -> str:
    return goal_words(pack, goal, language)[0] if goal in _cards(pack) else goal


@lru_cache(maxsize=1 << 10)
def goal_words(pack: Pack, goal: str, language: str) -> tuple[str, str]:
    """The name and the text of a goal."""
    card = _cards(pack)[goal]
    words = next(text for text in pack.data.goal_texts if text.rule == card.rule)
    blanks = _blanks(pack, card, language)
    return words.name[language].format(**blanks), words.text[language].format(**blanks)


def _blanks(pack: Pack, card: GoalData, language: str) -> dict[str, str]:
    plurals: dict[str, str] = {colour: TEXTS.say(f"stars.{colour}", language) for colour in COLOURS}
    return {
        "colours": plurals.get(card.colour or "", ""),
        "others": plurals.get(card.other or "", ""),
        "constellation": _symbols(pack).get(card.constellation or "", ""),
        "orbit": str(card.orbit or ""),
    }
