"""The draw deck, the Game End card in it, and the cards laid out."""

from __future__ import annotations

from service.games.astra import events as happened
from service.games.astra.rules.gains import Log
from service.games.astra.state import AstraState, SkyCard, replace


def _take_top(state: AstraState, cause: str, log: Log) -> AstraState:
    """Remove the top card; when Game End is the next one it surfaces (A-8)."""
    above = max(state.above_end - 1, -1)
    state = replace(state, deck=state.deck[1:], above_end=above)
    return _surface_game_end(state, cause, log) if above == 0 else state


def _surface_game_end(state: AstraState, cause: str, log: Log) -> AstraState:
    """A-21: once, and set aside at once. A-14: in seat 1's turn this round is the last, else the next one."""
    in_first_turn = state.turn.seat == 1
    last_round = state.round if in_first_turn else state.round + 1
    reason = f"{cause}_in_{'first' if in_first_turn else 'other'}_turn"
    log.append(happened.GameEndSurfaced(state.turn.seat, last_round, reason))
    return replace(state, above_end=-1, last_round=last_round, end_reason=reason)


def discard_top(state: AstraState, log: Log) -> AstraState:
    """The discard icon; with no deck it does nothing (A-21)."""
    if not state.deck:
        return state
    top = state.deck[0]
    log.append(happened.DeckCardDiscarded(state.turn.seat, top or None))
    return _take_top(replace(state, discard=(*state.discard, top)), "sphere", log)


def lay_out(state: AstraState, count: int, cause: str, log: Log) -> AstraState:
    """Replacements come from the top of the deck; an empty deck gives none (A-8)."""
    for top in state.deck[:count]:
        log.append(happened.CardLaidOut(state.turn.seat, top or None))
        untouched = SkyCard(top, (0,) * (state.players + 1))
        state = _take_top(replace(state, sky=(*state.sky, untouched)), cause, log)
    return state
