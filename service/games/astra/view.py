"""What a seat or a spectator sees, built from what they know, field by field."""

from __future__ import annotations

from service.games.astra.known import known
from service.games.astra.packs import cards_of
from service.games.astra.rules.boons import struck_for
from service.games.astra.rules.dream import dream_cards, dream_number
from service.games.astra.rules.phases import deciders, still_to_pick
from service.games.astra.sky import stars_of
from service.games.astra.state import UNKNOWN_SCORING, AstraState, Picking, Player, SkyCard
from service.games.astra.tables import SCORING_CARDS, SPHERES
from service.games.base import Plain, Seat, Viewer


def view(state: AstraState, viewer: Viewer) -> Plain:
    state = known(state, viewer)
    return {
        "round": state.round,
        "last_round": state.last_round or None,
        "sphere": SPHERES[state.sphere],
        "deck": {"cards": len(state.deck), "above_game_end": max(state.above_end, 0)},
        "discard": [card or None for card in state.discard],
        "sky": [_sky_card(slot) for slot in state.sky],
        "players": [_player(state, seat, me) for seat, me in enumerate(state.seats, 1)],
        "turn": _turn(state),
        "boons": _boons(state, viewer),
        "dream": _dream(state),
    }


def _sky_card(slot: SkyCard) -> Plain:
    """Marks by pen; pen 0 is the dreamer's."""
    marks = [{"seat": pen, "stars": list(stars_of(stars))} for pen, stars in enumerate(slot.marks) if stars]
    return {"card": slot.card or None, "marks": marks}


def _player(state: AstraState, seat: Seat, me: Player) -> Plain:
    return {
        "seat": seat,
        "stardust": me.stardust,
        "telescopes": me.telescopes,
        "fame": me.fame,
        "wisdom": me.wisdom,
        "pouch": me.pouch,
        "card_limit": me.limit,
        "active": list(me.active),
        "exhausted": list(me.exhausted),
        "elements": _elements(state, me),
        "scoring_card": None if me.scoring == UNKNOWN_SCORING else list(SCORING_CARDS[me.scoring]),
    }


def _elements(state: AstraState, me: Player) -> dict[str, int]:
    cards = cards_of(state)
    held = [cards[card].element for card in me.cards]
    return {element: held.count(element) for element in SPHERES}


def _turn(state: AstraState) -> Plain:
    turn = state.turn
    return {
        "seat": turn.seat,
        "phase": turn.phase,
        "deciders": list(deciders(state)),
        "observes": turn.observes,
        "rested": turn.rested,
        "skips_action": turn.skips_action,
        "lasting": list(turn.lasting),
        "completed": list(turn.completed),
        "marking": _marking(state),
    }


def _marking(state: AstraState) -> Plain | None:
    marking = state.turn.marking
    if marking is None:
        return None
    return {"ability": marking.ability, "left": marking.left, "cards": list(marking.cards)}


def _boons(state: AstraState, viewer: Viewer) -> Plain | None:
    """A-12: of sealed picks only the viewer's own is shown."""
    picking = state.turn.picking
    if picking is None:
        return None
    return {
        "card": picking.card,
        "discoverer": picking.discoverer,
        "ranks": [list(rank) for rank in picking.ranks],
        "struck": [
            {"seat": seat, "boons": list(stars_of(struck_for(state, picking, seat)))}
            for rank in picking.ranks
            for seat in rank
        ],
        "still_to_pick": list(still_to_pick(state)),
        "own_pick": _own_pick(picking, viewer),
    }


def _own_pick(picking: Picking, viewer: Viewer) -> Plain | None:
    for pick in picking.picks:
        if pick.seat == viewer:
            return {"boon": pick.boon, "activate": list(pick.activate)}
    return None


def _dream(state: AstraState) -> Plain | None:
    if state.turn.phase != "dream":
        return None
    return {"number": dream_number(state), "cards": [card.id for card, _ in dream_cards(state)]}
