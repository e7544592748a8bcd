"""What a seat or a spectator sees, built from what they know, field by field."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from service.games.astra.content.cards import EMPTY
from service.games.astra.content.pack import cards_of
from service.games.astra.known import known
from service.games.astra.printed import SCORING_CARDS, SPHERES
from service.games.astra.rules.boons import struck_for
from service.games.astra.rules.dream import dream_cards, dream_number
from service.games.astra.rules.phases import deciders, still_to_pick
from service.games.astra.sky import stars_of
from service.games.astra.state import UNKNOWN_SCORING, AstraState, Picking, Player, SkyCard, Turn
from service.games.astra.words import AbilityId, Element, Phase
from service.games.base import Seat, SeatView, View, Viewer


class DeckView(Struct, frozen=True, kw_only=True, gc=False):
    """The draw deck, face down."""

    cards: int
    above_game_end: Annotated[int, Meta(description="0 once Game End has surfaced")]


class MarksView(Struct, frozen=True, kw_only=True, gc=False):
    """The stars that one pen has marked on a card."""

    seat: Annotated[Seat, Meta(description="0 is the dreamer")]
    stars: tuple[int, ...]


class SkyPlaceView(Struct, frozen=True, kw_only=True, gc=False):
    """A place around the sphere board, and the constellation that lies there."""

    place: Annotated[int, Meta(description="from 1; a card stays in its place, and a replacement takes it")]
    card: Annotated[str | None, Meta(description="null where no card lies, and for a hidden card in a preview")]
    empty: Annotated[bool, Meta(description="whether no card lies here")]
    marks: tuple[MarksView, ...]


class AstraSeatView(SeatView, frozen=True, kw_only=True):
    """A journal and the constellations beside it."""

    stardust: int
    telescopes: int
    fame: int
    wisdom: int
    pouch: Annotated[int, Meta(description="the pouch size")]
    card_limit: int
    active: tuple[str, ...]
    exhausted: tuple[str, ...]
    elements: Annotated[dict[str, int], Meta(description="own cards, active or not, by element")]
    scoring_card: Annotated[
        tuple[Element, Element] | None, Meta(description="the elements premarked; null while it is secret")
    ]


class MarkingView(Struct, frozen=True, kw_only=True, gc=False):
    """An ability that marks stars and is not finished yet."""

    ability: AbilityId
    left: Annotated[int, Meta(description="stars still to be marked")]
    cards: Annotated[tuple[str, ...], Meta(description="where it has marked so far")]


class TurnView(Struct, frozen=True, kw_only=True, gc=False):
    """What has happened in the turn that is being played."""

    observes: int
    rested: bool
    skips_action: bool
    lasting: Annotated[tuple[AbilityId, ...], Meta(description="the abilities of this turn in force")]
    completed: Annotated[tuple[str, ...], Meta(description="full cards that wait for their discovery, in order")]
    marking: MarkingView | None


class StruckView(Struct, frozen=True, kw_only=True, gc=False):
    """The boons that a helper cannot pick."""

    seat: Seat
    boons: tuple[int, ...]


class OwnPickView(Struct, frozen=True, kw_only=True, gc=False):
    """The viewer's own sealed pick."""

    boon: int
    activate: tuple[str, ...]


class BoonsView(Struct, frozen=True, kw_only=True, gc=False):
    """Helpers picking boons of a completed card."""

    card: str
    discoverer: Annotated[Seat, Meta(description="0 is the dreamer")]
    ranks: Annotated[tuple[tuple[Seat, ...], ...], Meta(description="who still picks; the first rank picks now")]
    struck: tuple[StruckView, ...]
    still_to_pick: tuple[Seat, ...]
    own_pick: OwnPickView | None


class DreamView(Struct, frozen=True, kw_only=True, gc=False):
    """What the dreamer may do."""

    number: Annotated[int, Meta(description="how many stars the active sphere says")]
    cards: Annotated[tuple[str, ...], Meta(description="where the dream may fall")]


class AstraView(View, frozen=True, kw_only=True):
    """A game of Astra."""

    phase: Annotated[Phase, Meta(description="what the table waits for")]
    sphere: Element
    deck: DeckView
    discard: Annotated[
        tuple[str | None, ...], Meta(description="the last is on top; null for a hidden card in a preview")
    ]
    sky: tuple[SkyPlaceView, ...]
    seats: tuple[AstraSeatView, ...]
    turn: TurnView
    boons: BoonsView | None
    dream: DreamView | None


def view(state: AstraState, viewer: Viewer) -> AstraView:
    state = known(state, viewer)
    turn = state.turn
    return AstraView(
        phase=turn.phase,
        round=state.round,
        last_round=state.last_round or None,
        active=None if turn.phase == "over" else turn.seat,
        deciders=deciders(state),
        sphere=SPHERES[state.sphere],
        deck=DeckView(cards=len(state.deck), above_game_end=max(state.above_end, 0)),
        discard=tuple([card or None for card in state.discard]),
        sky=tuple([_place(place, slot) for place, slot in enumerate(state.sky, 1)]),
        seats=tuple([_seat(state, seat, me) for seat, me in enumerate(state.seats, 1)]),
        turn=_turn(turn),
        boons=_boons(state, turn.picking, viewer) if turn.picking else None,
        dream=_dream(state) if turn.phase == "dream" else None,
    )


def _place(place: int, slot: SkyCard) -> SkyPlaceView:
    marks = [MarksView(seat=pen, stars=stars_of(stars)) for pen, stars in enumerate(slot.marks) if stars]
    is_empty = slot.card == EMPTY
    card = None if is_empty else slot.card or None
    return SkyPlaceView(place=place, card=card, empty=is_empty, marks=tuple(marks))


def _seat(state: AstraState, seat: Seat, me: Player) -> AstraSeatView:
    return AstraSeatView(
        seat=seat,
        stardust=me.stardust,
        telescopes=me.telescopes,
        fame=me.fame,
        wisdom=me.wisdom,
        pouch=me.pouch,
        card_limit=me.limit,
        active=me.active,
        exhausted=me.exhausted,
        elements=_elements(state, me),
        scoring_card=None if me.scoring == UNKNOWN_SCORING else SCORING_CARDS[me.scoring],
    )


def _elements(state: AstraState, me: Player) -> dict[str, int]:
    cards = cards_of(state)
    held = [cards[card].element for card in me.cards]
    return {element: held.count(element) for element in SPHERES}


def _turn(turn: Turn) -> TurnView:
    marking = turn.marking
    return TurnView(
        observes=turn.observes,
        rested=turn.rested,
        skips_action=turn.skips_action,
        lasting=turn.lasting,
        completed=turn.completed,
        marking=MarkingView(ability=marking.ability, left=marking.left, cards=marking.cards) if marking else None,
    )


def _boons(state: AstraState, picking: Picking, viewer: Viewer) -> BoonsView:
    """A-12: of sealed picks only the viewer's own is shown."""
    helpers = [seat for rank in picking.ranks for seat in rank]
    return BoonsView(
        card=picking.card,
        discoverer=picking.discoverer,
        ranks=picking.ranks,
        struck=tuple([StruckView(seat=seat, boons=stars_of(struck_for(state, picking, seat))) for seat in helpers]),
        still_to_pick=still_to_pick(state),
        own_pick=_own_pick(picking, viewer),
    )


def _own_pick(picking: Picking, viewer: Viewer) -> OwnPickView | None:
    for pick in picking.picks:
        if pick.seat == viewer:
            return OwnPickView(boon=pick.boon, activate=pick.activate)
    return None


def _dream(state: AstraState) -> DreamView:
    return DreamView(number=dream_number(state), cards=tuple([card.id for card, _ in dream_cards(state)]))
