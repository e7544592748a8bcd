"""Action phase: Observe."""

from __future__ import annotations

from msgspec.structs import replace

from service.games.astra import events as happened
from service.games.astra.content.cards import Card
from service.games.astra.content.pack import cards_of
from service.games.astra.moves import Observe
from service.games.astra.refusals import (
    ActionSkipped,
    BrokenPath,
    EmptyPath,
    NoStar,
    NoStardust,
    NoTelescope,
    NotEnoughStardust,
    WrongFirstStar,
)
from service.games.astra.rules.discovery import begin_discovery
from service.games.astra.rules.marking import check_card, find_card, has_star_to_mark, mark
from service.games.astra.sky import Stroke, first_stars, first_stars_any_common, is_path, observes, stroke_along
from service.games.astra.state import AstraState, AstraStep, player, seats_with
from service.games.base import Seat
from service.games.refusals import Refusal


def why_not(state: AstraState, seat: Seat) -> Refusal | None:
    """A-20: an Observe needs a stardust and a star that can be marked; each further one a telescope as well."""
    me, turn = player(state, seat), state.turn
    if turn.skips_action:
        return ActionSkipped()
    if not me.stardust:
        return NoStardust()
    if turn.observes and not me.telescopes:
        return NoTelescope()
    return None if has_star_to_mark(state) else NoStar()


def moves(state: AstraState, seat: Seat) -> list[Observe]:
    if why_not(state, seat):
        return []
    cards = cards_of(state)
    stardust = player(state, seat).stardust
    any_common = first_may_be_any_common(state)
    found: list[Observe] = []
    for slot in state.sky:
        found += observes(cards[slot.card], slot.marked, stardust, any_common)
    return found


def first_may_be_any_common(state: AstraState) -> bool:
    return "first_any_common" in state.turn.lasting


def check(state: AstraState, seat: Seat, move: Observe) -> Refusal | None:
    return why_not(state, seat) or check_card(state, move.card) or _check_path(state, seat, move)


def _check_path(state: AstraState, seat: Seat, move: Observe) -> Refusal | None:
    card, slot = find_card(state, move.card)
    if len(move.path) > player(state, seat).stardust:
        return NotEnoughStardust()
    first = first_stars_any_common if first_may_be_any_common(state) else first_stars
    firsts = first(card, slot.marked)
    return None if is_path(card, slot.marked, firsts, move.path) else _why_not_a_path(card, firsts, move.path)


def _why_not_a_path(card: Card, firsts: int, path: tuple[int, ...]) -> Refusal:
    if not path:
        return EmptyPath()
    if not 0 <= path[0] < card.size or not firsts >> path[0] & 1:
        return WrongFirstStar()
    return BrokenPath()


def apply(state: AstraState, seat: Seat, move: Observe) -> AstraStep:
    """One stardust a star; one telescope for each Observe after the first."""
    card, slot = find_card(state, move.card)
    stroke, telescopes = stroke_along(card, move.path), min(state.turn.observes, 1)
    event = happened.StarsMarked(seat, card.id, move.path, stroke.count, telescopes)
    marked = mark(_pay(state, seat, stroke, telescopes), seat, card, slot, stroke, event)
    can_go_on = why_not(marked.state, seat) is None
    return marked if can_go_on else marked.then(begin_discovery)


def _pay(state: AstraState, seat: Seat, stroke: Stroke, telescopes: int) -> AstraState:
    me, turn = player(state, seat), state.turn
    paid = replace(me, stardust=me.stardust - stroke.count, telescopes=me.telescopes - telescopes)
    counted = replace(
        turn,
        phase="action",
        observes=turn.observes + 1,
        spent=turn.spent + stroke.count,
        spent_before_grand=turn.spent_before_grand + stroke.before_grand,
    )
    return replace(state, seats=seats_with(state, seat, paid), turn=counted)
