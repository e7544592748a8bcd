"""Ability phase: using active constellations."""

from __future__ import annotations

from service.games.astra import events as happened
from service.games.astra.abilities import ABILITIES, Ability
from service.games.astra.moves import UseAbility
from service.games.astra.packs import cards_of
from service.games.astra.rules.gains import Log
from service.games.astra.rules.phases import out_of_turn, refuse_if
from service.games.astra.state import AstraState, player, with_player
from service.games.astra.tables import TELESCOPE_PRICE
from service.games.base import IllegalMove, Refusal, Seat

_NO_ACTIVE = Refusal("no_active_card", "Ability phase", "You have no active constellation.")


def refusal(state: AstraState, seat: Seat) -> Refusal | None:
    """Why the seat cannot use any ability now."""
    unfit = out_of_turn(state, seat, "ability")
    if unfit:
        return unfit
    reasons = [ability_of(state, card).refusal(state, seat) for card in player(state, seat).active]
    if not reasons:
        return _NO_ACTIVE
    return reasons[0] if all(reasons) else None


def ability_of(state: AstraState, card: str) -> Ability:
    return ABILITIES[cards_of(state)[card].ability]


def moves(state: AstraState, seat: Seat) -> list[UseAbility]:
    found: list[UseAbility] = []
    for card in player(state, seat).active:
        ability = ability_of(state, card)
        if ability.refusal(state, seat) is None:
            found += _uses(state, seat, card, ability)
    return found


def _uses(state: AstraState, seat: Seat, card: str, ability: Ability) -> list[UseAbility]:
    """One move, or one for each number of telescopes that can be bought."""
    if ability.id != "buy_telescopes":
        return [UseAbility(card)]
    return [UseAbility(card, count) for count in range(1, player(state, seat).stardust // TELESCOPE_PRICE + 1)]


def check(state: AstraState, seat: Seat, move: UseAbility) -> None:
    refuse_if(out_of_turn(state, seat, "ability") or _unusable(state, seat, move.card))
    _check_telescopes(state, seat, move)


def _unusable(state: AstraState, seat: Seat, card: str) -> Refusal | None:
    me = player(state, seat)
    if card in me.exhausted:
        return Refusal("exhausted", "Exhausting", "That constellation is exhausted.")
    if card not in me.active:
        return Refusal("not_your_card", "Ability phase", "That constellation is not one of yours.")
    return ability_of(state, card).refusal(state, seat)


def _check_telescopes(state: AstraState, seat: Seat, move: UseAbility) -> None:
    """A-19: at least one is bought, and no more than there is stardust for."""
    if ability_of(state, move.card).id != "buy_telescopes":
        if move.telescopes is not None:
            raise IllegalMove("sells_no_telescopes", "Ability phase", "This ability does not sell telescopes.")
        return
    affordable = player(state, seat).stardust // TELESCOPE_PRICE
    if move.telescopes is None or not 1 <= move.telescopes <= affordable:
        raise IllegalMove("wrong_number_of_telescopes", "A-19", f"Say how many telescopes to buy, 1 to {affordable}.")


def apply(state: AstraState, seat: Seat, move: UseAbility, log: Log) -> AstraState:
    ability = ability_of(state, move.card)
    log.append(happened.AbilityUsed(seat, move.card, ability.id))
    state = _exhaust(state, seat, move.card)
    return ability.use(state, seat, ability, move.telescopes or 0, log)


def _exhaust(state: AstraState, seat: Seat, card: str) -> AstraState:
    me = player(state, seat)
    left = tuple(other for other in me.active if other != card)
    return with_player(state, seat, active=left, exhausted=(*me.exhausted, card))
