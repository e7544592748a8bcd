"""Moves in a player's words, in every language."""

from __future__ import annotations

import functools
from pathlib import Path

from service.games.astra.content.cards import Boon, Card, Star
from service.games.astra.content.pack import cards_of
from service.games.astra.moves import Discard, Dream, EndTurn, MarkStar, Observe, PickBoon, Rest, UseAbility
from service.games.astra.state import AstraState
from service.games.astra.words import AbilityId
from service.games.texts import COMMON, Texts

TEXTS = Texts.load(COMMON, Path(__file__).parent / "content" / "texts.json")


def star_name(star: Star) -> str:
    return star.name or star.bayer


def ability_text(ability: AbilityId, language: str) -> str:
    return TEXTS.say(f"ability.{ability}", language)


def boon_text(boon: Boon, language: str) -> str:
    return TEXTS.say(f"boon.{boon.type}", language, amount=boon.amount)


def label_ability(state: AstraState, move: UseAbility, language: str) -> str:
    card = cards_of(state)[move.card]
    said = {"card": card.names[language], "text": ability_text(card.ability, language)}
    if move.telescopes is None:
        return TEXTS.say("move.use_ability", language, **said)
    return TEXTS.say("move.buy_telescopes", language, **said, telescopes=move.telescopes)


def label_mark(state: AstraState, move: MarkStar, language: str) -> str:
    return _label_path("move.mark_star", cards_of(state)[move.card], (move.star,), language)


def label_observe(state: AstraState, move: Observe, language: str) -> str:
    return _label_path("move.observe", cards_of(state)[move.card], move.path, language)


def label_dream(state: AstraState, move: Dream, language: str) -> str:
    return _label_path("move.dream", cards_of(state)[move.card], move.path, language)


@functools.lru_cache(maxsize=1 << 13)
def _label_path(key: str, card: Card, path: tuple[int, ...], language: str) -> str:
    stars = " – ".join(star_name(card.stars[star]) for star in path)
    return TEXTS.say(key, language, card=card.names[language], stars=stars)


def label_plain(state: AstraState, move: Rest | EndTurn, language: str) -> str:
    return TEXTS.say(f"move.{move.type}", language)


def label_boon(state: AstraState, move: PickBoon, language: str) -> str:
    cards, picking = cards_of(state), state.turn.picking
    if picking is None:
        raise ValueError("no boons are being picked")
    text = boon_text(cards[picking.card].boons[move.boon], language)
    if not move.activate:
        return TEXTS.say("move.pick_boon", language, boon=text)
    names = ", ".join(cards[card].names[language] for card in move.activate)
    return TEXTS.say("move.pick_activation", language, boon=text, cards=names)


def label_discard(state: AstraState, move: Discard, language: str) -> str:
    return TEXTS.say("move.discard", language, card=cards_of(state)[move.card].names[language])
