"""Gaining things: stardust, telescopes, wisdom, pouch size, fame, and cards turned active."""

from __future__ import annotations

from service.games.astra import events as happened
from service.games.astra.printed import MAX_POUCH, MAX_WISDOM
from service.games.astra.state import AstraState, AstraStep, player, with_player
from service.games.astra.words import FameRule, StardustRule
from service.games.base import Seat, Step


def gain_stardust(state: AstraState, seat: Seat, amount: int, rule: StardustRule) -> AstraStep:
    """Abilities and boons may fill the pouch beyond its size."""
    if not amount:
        return Step(state)
    after = with_player(state, seat, stardust=player(state, seat).stardust + amount)
    return Step(after, (happened.StardustGained(seat, amount, rule),))


def gain_telescopes(state: AstraState, seat: Seat, amount: int) -> AstraStep:
    after = with_player(state, seat, telescopes=player(state, seat).telescopes + amount)
    return Step(after, (happened.TelescopesGained(seat, amount),))


def gain_wisdom(state: AstraState, seat: Seat, amount: int) -> AstraStep:
    """What the wisdom track has no box for is lost."""
    before = player(state, seat).wisdom
    after = min(before + amount, MAX_WISDOM)
    if after == before:
        return Step(state)
    return Step(with_player(state, seat, wisdom=after), (happened.WisdomGained(seat, after - before),))


def gain_pouch(state: AstraState, seat: Seat, amount: int) -> AstraStep:
    """What the pouch track has no box for is lost."""
    before = player(state, seat).pouch
    after = min(before + amount, MAX_POUCH)
    if after == before:
        return Step(state)
    return Step(with_player(state, seat, pouch=after), (happened.PouchGrown(seat, after - before),))


def gain_fame(state: AstraState, seat: Seat, amount: int, rule: FameRule) -> AstraStep:
    if not amount:
        return Step(state)
    after = with_player(state, seat, fame=player(state, seat).fame + amount)
    return Step(after, (happened.FameGained(seat, amount, rule),))


def reactivate(state: AstraState, seat: Seat, cards: tuple[str, ...]) -> AstraStep:
    if not cards:
        return Step(state)
    me = player(state, seat)
    left = tuple([card for card in me.exhausted if card not in cards])
    after = with_player(state, seat, active=me.active + cards, exhausted=left)
    return Step(after, (happened.CardsReactivated(seat, cards),))
