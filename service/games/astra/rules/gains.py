"""Gaining things: stardust, telescopes, wisdom, pouch size, fame, and cards turned active."""

from __future__ import annotations

from service.games.astra import events as happened
from service.games.astra.printed import MAX_POUCH, MAX_WISDOM
from service.games.astra.state import AstraState, player, with_player
from service.games.astra.words import FameRule, StardustRule
from service.games.base import Event, Seat

Log = list[Event]


def gain_stardust(state: AstraState, seat: Seat, amount: int, rule: StardustRule, log: Log) -> AstraState:
    """Abilities and boons may fill the pouch beyond its size."""
    if not amount:
        return state
    log.append(happened.StardustGained(seat, amount, rule))
    return with_player(state, seat, stardust=player(state, seat).stardust + amount)


def gain_telescopes(state: AstraState, seat: Seat, amount: int, log: Log) -> AstraState:
    log.append(happened.TelescopesGained(seat, amount))
    return with_player(state, seat, telescopes=player(state, seat).telescopes + amount)


def gain_wisdom(state: AstraState, seat: Seat, amount: int, log: Log) -> AstraState:
    """What the wisdom track has no box for is lost."""
    before = player(state, seat).wisdom
    after = min(before + amount, MAX_WISDOM)
    if after == before:
        return state
    log.append(happened.WisdomGained(seat, after - before))
    return with_player(state, seat, wisdom=after)


def gain_pouch(state: AstraState, seat: Seat, amount: int, log: Log) -> AstraState:
    """What the pouch track has no box for is lost."""
    before = player(state, seat).pouch
    after = min(before + amount, MAX_POUCH)
    if after == before:
        return state
    log.append(happened.PouchGrown(seat, after - before))
    return with_player(state, seat, pouch=after)


def gain_fame(state: AstraState, seat: Seat, amount: int, rule: FameRule, log: Log) -> AstraState:
    if not amount:
        return state
    log.append(happened.FameGained(seat, amount, rule))
    return with_player(state, seat, fame=player(state, seat).fame + amount)


def reactivate(state: AstraState, seat: Seat, cards: tuple[str, ...], log: Log) -> AstraState:
    if not cards:
        return state
    me = player(state, seat)
    log.append(happened.CardsReactivated(seat, cards))
    left = tuple(card for card in me.exhausted if card not in cards)
    return with_player(state, seat, active=me.active + cards, exhausted=left)
