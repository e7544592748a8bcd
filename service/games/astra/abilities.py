"""The 18 effects of the 48 abilities, one row each: when it acts, why it may not be used, what it does."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from service.games.astra import events as happened
from service.games.astra.content.pack import cards_of
from service.games.astra.printed import MAX_POUCH, MAX_WISDOM, SPHERES, TELESCOPE_PRICE
from service.games.astra.refusals import (
    NoCardOfElement,
    NoMarkedCard,
    NoStarForAbility,
    PouchFull,
    TooLittleStardust,
    WisdomFull,
)
from service.games.astra.rules.gains import gain_fame, gain_pouch, gain_stardust, gain_telescopes, gain_wisdom
from service.games.astra.rules.marking import has_star_to_mark, undiscovered_cards
from service.games.astra.state import AstraState, AstraStep, Marking, player, with_player, with_turn
from service.games.astra.words import AbilityId, When
from service.games.base import Seat, Step
from service.games.refusals import Refusal


class Ability(msgspec.Struct, frozen=True, eq=False):
    """One effect. `why_not` says why it can do nothing at all now (A-3); `use` does it."""

    id: AbilityId
    when: When
    why_not: Callable[[AstraState, Seat], Refusal | None]
    use: Callable[[AstraState, Seat, Ability, int], AstraStep]
    amount: int = 0


def may_always(state: AstraState, seat: Seat) -> None:
    """A-19: "this turn" abilities may be used even in vain, and stardust and telescopes are unlimited."""


def _needs_wisdom_box(state: AstraState, seat: Seat) -> Refusal | None:
    return None if player(state, seat).wisdom < MAX_WISDOM else WisdomFull()


def _needs_pouch_box(state: AstraState, seat: Seat) -> Refusal | None:
    return None if player(state, seat).pouch < MAX_POUCH else PouchFull()


def _needs_price_of_telescope(state: AstraState, seat: Seat) -> Refusal | None:
    return None if player(state, seat).stardust >= TELESCOPE_PRICE else TooLittleStardust(TELESCOPE_PRICE)


def _needs_star(state: AstraState, seat: Seat) -> Refusal | None:
    return None if has_star_to_mark(state) else NoStarForAbility()


def marked_cards(state: AstraState, seat: Seat) -> int:
    """Undiscovered cards with a mark of this seat; a full card does not count (A-1)."""
    return sum(slot.marks[seat] != 0 for _, slot in undiscovered_cards(state))


def cards_of_active_element(state: AstraState, seat: Seat) -> int:
    """Own cards, active or not, of the active sphere's element."""
    cards, element = cards_of(state), SPHERES[state.sphere]
    return sum(cards[card].element == element for card in player(state, seat).cards)


def _needs_marked_card(state: AstraState, seat: Seat) -> Refusal | None:
    return None if marked_cards(state, seat) else NoMarkedCard()


def _needs_card_of_element(state: AstraState, seat: Seat) -> Refusal | None:
    return None if cards_of_active_element(state, seat) else NoCardOfElement()


def _gain_stardust(state: AstraState, seat: Seat, ability: Ability, _: int) -> AstraStep:
    return gain_stardust(state, seat, ability.amount, "ability")


def _gain_telescope(state: AstraState, seat: Seat, ability: Ability, _: int) -> AstraStep:
    return gain_telescopes(state, seat, ability.amount)


def _gain_wisdom(state: AstraState, seat: Seat, ability: Ability, _: int) -> AstraStep:
    return gain_wisdom(state, seat, ability.amount)


def _gain_pouch(state: AstraState, seat: Seat, ability: Ability, _: int) -> AstraStep:
    return gain_pouch(state, seat, ability.amount)


def _buy_telescopes(state: AstraState, seat: Seat, _: Ability, telescopes: int) -> AstraStep:
    me, price = player(state, seat), telescopes * TELESCOPE_PRICE
    after = with_player(state, seat, stardust=me.stardust - price, telescopes=me.telescopes + telescopes)
    return Step(after, (happened.TelescopesGained(seat, telescopes, price),))


def _gain_fame_per_marked_card(state: AstraState, seat: Seat, _: Ability, __: int) -> AstraStep:
    return gain_fame(state, seat, marked_cards(state, seat), "fame_per_marked_card")


def _gain_fame_per_element(state: AstraState, seat: Seat, _: Ability, __: int) -> AstraStep:
    return gain_fame(state, seat, cards_of_active_element(state, seat), "fame_per_element")


def _ask_for_stars(state: AstraState, _: Seat, ability: Ability, __: int) -> AstraStep:
    """The stars are named one after the other; nothing else can be done before that is finished (A-15)."""
    return Step(with_turn(state, phase="marking", marking=Marking(ability.id, ability.amount)))


def _ask_for_stars_and_skip_action(state: AstraState, seat: Seat, ability: Ability, telescopes: int) -> AstraStep:
    """A-4: no Observe and no Rest this turn."""
    state = with_turn(state, skips_action=True)
    return _ask_for_stars(state, seat, ability, telescopes)


def _keep_until_turn_ends(state: AstraState, _: Seat, ability: Ability, __: int) -> AstraStep:
    """A-15: remembered by the turn, so that it outlives the card."""
    return Step(with_turn(state, lasting=(*state.turn.lasting, ability.id)))


ABILITIES = {
    row.id: row
    for row in (
        Ability("stardust_4", "at_once", may_always, _gain_stardust, 4),
        Ability("stardust_3", "at_once", may_always, _gain_stardust, 3),
        Ability("stardust_2", "at_once", may_always, _gain_stardust, 2),
        Ability("telescope", "at_once", may_always, _gain_telescope, 1),
        Ability("buy_telescopes", "at_once", _needs_price_of_telescope, _buy_telescopes),
        Ability("wisdom", "at_once", _needs_wisdom_box, _gain_wisdom, 1),
        Ability("pouch", "at_once", _needs_pouch_box, _gain_pouch, 1),
        Ability("mark_any", "at_once", _needs_star, _ask_for_stars, 1),
        Ability("mark_any_and_adjacent", "at_once", _needs_star, _ask_for_stars_and_skip_action, 1),
        Ability("mark_three_cards", "at_once", _needs_star, _ask_for_stars, 3),
        Ability("mark_two", "at_once", _needs_star, _ask_for_stars, 2),
        Ability("fame_per_marked_card", "at_once", _needs_marked_card, _gain_fame_per_marked_card),
        Ability("fame_per_element", "at_once", _needs_card_of_element, _gain_fame_per_element),
        Ability("fame_per_grand", "this_turn", may_always, _keep_until_turn_ends),
        Ability("first_any_common", "this_turn", may_always, _keep_until_turn_ends),
        Ability("rest_gains_pouch", "this_turn", may_always, _keep_until_turn_ends),
        Ability("regain_before_grand", "this_turn", may_always, _keep_until_turn_ends),
        Ability("regain_if_common", "this_turn", may_always, _keep_until_turn_ends),
    )
}
