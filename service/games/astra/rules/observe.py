"""Action phase: Observe."""

from __future__ import annotations

from service.games.astra import events as happened
from service.games.astra.moves import Observe
from service.games.astra.packs import Card, cards_of
from service.games.astra.rules.discovery import begin_discovery
from service.games.astra.rules.gains import Log
from service.games.astra.rules.marking import has_star_to_mark, mark, require_undiscovered
from service.games.astra.rules.phases import ACTION_SKIPPED, out_of_turn, refuse_if
from service.games.astra.sky import first_stars, first_stars_any_common, is_path, observes
from service.games.astra.state import AstraState, player, with_player, with_turn
from service.games.base import IllegalMove, Refusal, Seat

_NO_STARDUST = Refusal("no_stardust", "A-20", "Marking a star costs a stardust, and you have none.")
_NO_STAR = Refusal("no_star", "A-20", "There is no star left that could be marked.")
_NO_TELESCOPE = Refusal("no_telescope", "Additional Observe", "A further Observe in the same turn costs a telescope.")


def refusal(state: AstraState, seat: Seat) -> Refusal | None:
    """Why the seat cannot Observe at all now."""
    unfit = out_of_turn(state, seat, "ability", "action")
    if unfit:
        return unfit
    if state.turn.skips_action:
        return ACTION_SKIPPED
    return _cannot_observe(state, seat)


def _cannot_observe(state: AstraState, seat: Seat) -> Refusal | None:
    me = player(state, seat)
    if not me.stardust:
        return _NO_STARDUST
    if state.turn.observes and not me.telescopes:
        return _NO_TELESCOPE
    return None if has_star_to_mark(state) else _NO_STAR


def moves(state: AstraState, seat: Seat) -> list[Observe]:
    if state.turn.skips_action or _cannot_observe(state, seat):
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


def check(state: AstraState, seat: Seat, move: Observe) -> None:
    refuse_if(refusal(state, seat))
    card, slot = require_undiscovered(state, move.card)
    if len(move.path) > player(state, seat).stardust:
        raise IllegalMove("not_enough_stardust", "Observe", "Each star of the path costs a stardust.")
    firsts = first_stars_any_common if first_may_be_any_common(state) else first_stars
    if not is_path(card, slot.marked, firsts(card, slot.marked), move.path):
        raise _not_a_path(card, firsts(card, slot.marked), move.path)


def _not_a_path(card: Card, firsts: int, path: tuple[int, ...]) -> IllegalMove:
    if not path:
        return IllegalMove("empty_path", "Observe", "At least one star has to be marked.")
    if not 0 <= path[0] < card.size or not firsts >> path[0] & 1:
        return IllegalMove(
            "wrong_first_star",
            "Star marking",
            "The first star is the starting star of an untouched card, or an unmarked one next to a marked one.",
        )
    return IllegalMove(
        "broken_path", "Star marking", "Each next star has to be unmarked and adjacent to the one just marked."
    )


def apply(state: AstraState, seat: Seat, move: Observe, log: Log) -> AstraState:
    card, slot = require_undiscovered(state, move.card)
    state = _pay(state, seat, card, move.path, log)
    state = mark(state, seat, card, slot, move.path, log)
    if _cannot_observe(state, seat):
        return begin_discovery(state, log)
    return state


def _pay(state: AstraState, seat: Seat, card: Card, path: tuple[int, ...], log: Log) -> AstraState:
    """One stardust a star; one telescope for each Observe after the first."""
    me, turn = player(state, seat), state.turn
    telescopes = min(turn.observes, 1)
    log.append(happened.StarsMarked(seat, card.id, path, len(path), telescopes))
    state = with_player(state, seat, stardust=me.stardust - len(path), telescopes=me.telescopes - telescopes)
    return with_turn(
        state,
        phase="action",
        observes=turn.observes + 1,
        spent=turn.spent + len(path),
        spent_before_grand=turn.spent_before_grand + before_first_grand(card, path),
    )


def before_first_grand(card: Card, path: tuple[int, ...]) -> int:
    """Stars marked before the first grand star of an Observe; none counts where no grand star is marked."""
    for count, star in enumerate(path):
        if card.grand >> star & 1:
            return count
    return 0
