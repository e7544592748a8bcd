"""Moves in a player's words, in four languages, and the content for clients to draw."""

from __future__ import annotations

from pathlib import Path
from typing import assert_never

from service.games.astra.abilities import ABILITIES
from service.games.astra.content.pack import Boon, Card, Star
from service.games.astra.moves import (
    AstraMove,
    Discard,
    Dream,
    EndTurn,
    MarkStar,
    Observe,
    PickBoon,
    Rest,
    UseAbility,
)
from service.games.astra.packs import cards_of, pack_named
from service.games.astra.state import AstraState
from service.games.astra.tables import BELOW_GAME_END, DREAM_NUMBERS, SCORING_CARDS, SPHERES
from service.games.base import Plain
from service.games.texts import Texts

TEXTS = Texts.load(Path(__file__).parent / "content" / "texts.json")

RULINGS: dict[type[AstraMove], str] = {
    UseAbility: "Ability phase",
    MarkStar: "A-15",
    Observe: "Observe",
    Rest: "A-20",
    EndTurn: "Action phase",
    PickBoon: "A-5",
    Discard: "A-7",
    Dream: "A-13",
}


def label(state: AstraState, move: AstraMove, language: str) -> str:
    cards = cards_of(state)
    match move:
        case UseAbility(card, telescopes):
            return _ability_label(cards[card], telescopes, language)
        case MarkStar(card, star):
            return _path_label("mark_star", cards[card], (star,), language)
        case Observe(card, path):
            return _path_label("observe", cards[card], path, language)
        case Dream(card, path):
            return _path_label("dream", cards[card], path, language)
        case Rest() | EndTurn():
            return TEXTS.say(f"move.{move.type}", language)
        case PickBoon():
            return _boon_label(state, move, language)
        case Discard(card):
            return TEXTS.say("move.discard", language, card=cards[card].names[language])
        case _:
            assert_never(move)


def star_name(star: Star) -> str:
    return star.name or star.bayer


def ability_text(card: Card, language: str) -> str:
    return TEXTS.say(f"ability.{card.ability}", language)


def _ability_label(card: Card, telescopes: int | None, language: str) -> str:
    key = "move.use_ability" if telescopes is None else "move.buy_telescopes"
    name = card.names[language]
    return TEXTS.say(key, language, **_given(card=name, text=ability_text(card, language), telescopes=telescopes))


def _given(**values: object) -> dict[str, object]:
    return {key: value for key, value in values.items() if value is not None}


def _path_label(kind: str, card: Card, path: tuple[int, ...], language: str) -> str:
    stars = " – ".join(star_name(card.stars[star]) for star in path)
    return TEXTS.say(f"move.{kind}", language, card=card.names[language], stars=stars)


def boon_text(boon: Boon, language: str) -> str:
    return TEXTS.say(f"boon.{boon.type}", language, amount=boon.amount)


def _boon_label(state: AstraState, move: PickBoon, language: str) -> str:
    cards, picking = cards_of(state), state.turn.picking
    if picking is None:
        raise ValueError("no boons are being picked")
    text = boon_text(cards[picking.card].boons[move.boon], language)
    if not move.activate:
        return TEXTS.say("move.pick_boon", language, boon=text)
    names = ", ".join(cards[card].names[language] for card in move.activate)
    return TEXTS.say("move.pick_activation", language, boon=text, cards=names)


def content(pack: str, language: str) -> Plain:
    cards = pack_named(pack)
    return {
        "pack": cards.id,
        "hash": cards.hash,
        "name": cards.names[language],
        "language": language,
        "spheres": [
            {"element": element, "name": TEXTS.say(f"element.{element}", language), "dream_number": number}
            for element, number in zip(SPHERES, DREAM_NUMBERS, strict=True)
        ],
        "discard_icon_after": SPHERES[-1],
        "below_game_end": {str(players): count for players, count in BELOW_GAME_END.items()},
        "scoring_cards": [list(pair) for pair in SCORING_CARDS],
        "scoring_rules": TEXTS.under("score", language),
        "constellations": [_card(card, language) for card in cards.cards.values()],
    }


def _card(card: Card, language: str) -> Plain:
    return {
        "id": card.id,
        "name": card.names[language],
        "element": card.element,
        "fame": card.fame,
        "ability": {
            "id": card.ability,
            "when": ABILITIES[card.ability].when,
            "text": ability_text(card, language),
        },
        "boons": [{"type": boon.type, "amount": boon.amount, "text": boon_text(boon, language)} for boon in card.boons],
        "stars": [_star(index, star) for index, star in enumerate(card.stars)],
        "lines": [list(line) for line in card.lines],
    }


def _star(index: int, star: Star) -> Plain:
    return {
        "star": index,
        "name": star.name,
        "bayer": star.bayer,
        "kind": star.kind,
        "ra": star.ra,
        "dec": star.dec,
        "x": star.x,
        "y": star.y,
    }
