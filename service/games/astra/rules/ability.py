"""Ability phase: using active constellations."""

from __future__ import annotations

from service.games.astra import events as happened
from service.games.astra.abilities import ABILITIES, Ability
from service.games.astra.content.pack import cards_of
from service.games.astra.moves import UseAbility
from service.games.astra.printed import TELESCOPE_PRICE
from service.games.astra.refusals import (
    Exhausted,
    NoActiveCard,
    NotYourCard,
    SellsNoTelescopes,
    WrongNumberOfTelescopes,
)
from service.games.astra.state import AstraState, AstraStep, player, with_player
from service.games.base import Seat, Step
from service.games.refusals import Refusal


def why_not(state: AstraState, seat: Seat) -> Refusal | None:
    """Why the seat cannot use any ability now."""
    reasons = [ability_of(state, card).why_not(state, seat) for card in player(state, seat).active]
    if not reasons:
        return NoActiveCard()
    return reasons[0] if all(reasons) else None


def ability_of(state: AstraState, card: str) -> Ability:
    return ABILITIES[cards_of(state)[card].ability]


def moves(state: AstraState, seat: Seat) -> list[UseAbility]:
    found: list[UseAbility] = []
    for card in player(state, seat).active:
        ability = ability_of(state, card)
        if ability.why_not(state, seat) is None:
            found += _uses(state, seat, card, ability)
    return found


def _uses(state: AstraState, seat: Seat, card: str, ability: Ability) -> list[UseAbility]:
    """One move, or one for each number of telescopes that can be bought."""
    if ability.id != "buy_telescopes":
        return [UseAbility(card)]
    return [UseAbility(card, count) for count in range(1, player(state, seat).stardust // TELESCOPE_PRICE + 1)]


def check(state: AstraState, seat: Seat, move: UseAbility) -> Refusal | None:
    return _check_card(state, seat, move.card) or _check_telescopes(state, seat, move)


def _check_card(state: AstraState, seat: Seat, card: str) -> Refusal | None:
    me = player(state, seat)
    if card in me.exhausted:
        return Exhausted()
    if card not in me.active:
        return NotYourCard()
    return ability_of(state, card).why_not(state, seat)


def _check_telescopes(state: AstraState, seat: Seat, move: UseAbility) -> Refusal | None:
    """A-19: at least one is bought, and no more than there is stardust for."""
    if ability_of(state, move.card).id != "buy_telescopes":
        return None if move.telescopes is None else SellsNoTelescopes()
    most = player(state, seat).stardust // TELESCOPE_PRICE
    is_fit = move.telescopes is not None and 1 <= move.telescopes <= most
    return None if is_fit else WrongNumberOfTelescopes(most)


def apply(state: AstraState, seat: Seat, move: UseAbility) -> AstraStep:
    ability = ability_of(state, move.card)
    used = happened.AbilityUsed(seat, move.card, ability.id)
    return Step(_exhaust(state, seat, move.card), (used,)).then(ability.use, seat, ability, move.telescopes or 0)


def _exhaust(state: AstraState, seat: Seat, card: str) -> AstraState:
    me = player(state, seat)
    left = tuple([other for other in me.active if other != card])
    return with_player(state, seat, active=left, exhausted=(*me.exhausted, card))
