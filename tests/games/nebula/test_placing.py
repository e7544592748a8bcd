"""Turn II: coloured stars, black stars and value tokens."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from service.games.nebula import RULEBOOK
from service.games.nebula.events import MarkerAdvanced, TokenAdvanced
from service.games.nebula.moves import AdvanceToken, EndPlacing, NebulaMove, PlaceBlackStar, PlaceStar, ReplaceStar
from service.games.nebula.refusals import (
    BlackTrackFull,
    CellEmpty,
    CellTaken,
    CentreFirst,
    ColourPlaced,
    ColourUnchanged,
    NoBlackStar,
    NoMorePlacements,
    NoStarToPlace,
    NoSuchCell,
    NoSuchStar,
    NoSuchToken,
    NotAColour,
    NotConnected,
    NoTokenDue,
    PlacedThisTurn,
    SameColourConnected,
    TokenAtEnd,
)
from service.games.nebula.rules.value_board import advance, ranks
from service.games.nebula.state import NebulaState, Phase, Track
from service.games.refusals import Refusal, Term
from tests.games.nebula.build import BOARD, area, boosted, box, dealt, events, galaxy_of, listed, play, refusal, table

SMALL = {"3.3": "red", "2.2": "blue"}


def placing(held: str, galaxy: dict[str, str] | None = None, boosted: str = "black") -> NebulaState:
    return table(phase=Phase.PLACE, area={1: held}, galaxy={1: SMALL if galaxy is None else galaxy}, boosted=boosted)


def cells_for(state: NebulaState, star: str) -> set[str]:
    return {move.cell for move in listed(state, 1, PlaceStar) if isinstance(move, PlaceStar) and move.star == star}


def test_the_first_star_goes_to_the_centre() -> None:
    state = placing("red", galaxy={})
    assert cells_for(state, "red") == {"3.3"}
    assert refusal(state, 1, PlaceStar("red", "2.2")) == CentreFirst()


def test_later_stars_are_connected_to_a_star_by_any_kind_of_link() -> None:
    state = placing("white", {"3.3": "red", "2.2": "blue", "2.1": "red", "1.1": "blue"})
    orbital, direct, dotted = "2.3", "4.3", "3.1"
    assert {orbital, direct, dotted} <= cells_for(state, "white")
    assert refusal(state, 1, PlaceStar("white", "5.3")) == NotConnected("5.3")


def test_connected_stars_differ_in_colour() -> None:
    state = placing("red blue")
    assert refusal(state, 1, PlaceStar("red", "4.3")) == SameColourConnected(Term("star.red"), "4.3")
    assert cells_for(state, "blue") == {"3.2", "3.4", "4.3"}


@pytest.mark.parametrize(
    ("move", "expected"),
    [
        (PlaceStar("white", "2.3"), NoSuchStar(Term("star.white"))),
        (PlaceStar("black", "2.3"), NotAColour()),
        (PlaceStar("green", "2.3"), NotAColour()),
        (PlaceStar("yellow", "9.9"), NoSuchCell("9.9")),
        (PlaceStar("yellow", "3.3"), CellTaken("3.3")),
        (ReplaceStar("yellow", "2.3"), CellEmpty("2.3")),
        (PlaceBlackStar(), NoBlackStar()),
        (AdvanceToken("red"), NoTokenDue()),
    ],
)
def test_refusals_name_what_is_wrong(move: NebulaMove, expected: Refusal) -> None:
    assert refusal(placing("yellow"), 1, move) == expected


def test_n1_stars_placed_in_one_turn_differ_in_colour() -> None:
    state = play(placing("yellow yellow white black black"), (1, PlaceStar("yellow", "2.3")))
    assert refusal(state, 1, PlaceStar("yellow", "4.3")) == ColourPlaced(Term("star.yellow"))
    assert cells_for(state, "white")


def test_n1_black_counts_as_a_colour() -> None:
    state = play(placing("black black white"), (1, PlaceBlackStar()), (1, AdvanceToken("red")))
    assert refusal(state, 1, PlaceBlackStar()) == ColourPlaced(Term("star.black"))


def test_n2_two_placements_without_a_boosted_star() -> None:
    state = play(
        placing("yellow white orange violet", boosted="violet"),
        (1, PlaceStar("yellow", "2.3")),
        (1, PlaceStar("white", "4.3")),
    )
    assert refusal(state, 1, PlaceStar("orange", "3.2")) == NoMorePlacements()
    assert cells_for(state, "violet"), "the third star may itself be the boosted one"
    done = play(state, (1, PlaceStar("violet", "3.2")))
    assert done.active == 2


def test_n2_a_boosted_star_placed_earlier_opens_the_third_placement() -> None:
    state = play(
        placing("yellow white orange violet", boosted="yellow"),
        (1, PlaceStar("yellow", "2.3")),
        (1, PlaceStar("white", "4.3")),
    )
    assert cells_for(state, "orange")
    assert play(state, (1, PlaceStar("orange", "3.2"))).active == 2


def test_n2_what_was_boosted_when_placed_counts_though_the_boosted_star_changed() -> None:
    state = table(
        phase=Phase.PLACE,
        area={1: "yellow black white"},
        galaxy={1: SMALL},
        black={2: 2},
        boosted="yellow",
        top="orange",
    )
    after = play(state, (1, PlaceStar("yellow", "2.3")), (1, PlaceBlackStar()), (1, AdvanceToken("red")))
    assert boosted(after) == "orange"
    assert cells_for(after, "white")


def test_n2_a_black_star_may_be_the_boosted_star() -> None:
    state = play(
        placing("black yellow white orange", boosted="black"),
        (1, PlaceStar("yellow", "2.3")),
        (1, PlaceStar("white", "4.3")),
    )
    assert PlaceBlackStar() in RULEBOOK.legal_moves(state, 1)
    assert refusal(state, 1, PlaceStar("orange", "3.2")) == NoMorePlacements()


def test_n2_the_third_placement_is_open_but_no_coloured_star_is_held() -> None:
    state = play(
        placing("yellow white black", boosted="yellow"),
        (1, PlaceStar("yellow", "2.3")),
        (1, PlaceStar("white", "4.3")),
    )
    reasons = {reason.type: reason.refusal for reason in RULEBOOK.explain(state, 1)}
    assert reasons["place_star"] == reasons["replace_star"] == NoStarToPlace()
    assert "place_black_star" not in reasons


def test_n7_a_star_is_replaced_by_one_that_is_legal_there() -> None:
    state = placing("yellow blue", {"3.3": "red", "2.2": "white", "2.3": "blue"})
    assert refusal(state, 1, ReplaceStar("blue", "2.2")) == SameColourConnected(Term("star.blue"), "2.2")
    after = play(state, (1, ReplaceStar("yellow", "2.2")))
    assert galaxy_of(after, 1) == {"3.3": "red", "2.2": "yellow", "2.3": "blue"}
    assert box(after) == ["white"]
    assert area(after, 1) == ["blue"]


def test_n7_the_centre_may_be_replaced() -> None:
    after = play(placing("yellow", {"3.3": "red"}), (1, ReplaceStar("yellow", "3.3")))
    assert galaxy_of(after, 1) == {"3.3": "yellow"}


def test_n8_a_full_black_track_takes_no_more() -> None:
    state = table(phase=Phase.PLACE, area={1: "black red"}, black={1: 7})
    assert refusal(state, 1, PlaceBlackStar()) == BlackTrackFull()


def test_n8_a_token_on_the_last_cell_takes_no_more() -> None:
    tracks = (Track((0, 1, 2, 3, 4, 5), (5, 0, 0, 0, 0, 0)), *dealt(2).tracks[1:])
    state = play(table(phase=Phase.PLACE, area={1: "black"}, tracks=tracks), (1, PlaceBlackStar()))
    assert refusal(state, 1, AdvanceToken("red")) == TokenAtEnd()
    assert refusal(state, 1, AdvanceToken("nothing")) == NoSuchToken()
    assert len(listed(state, 1, AdvanceToken)) == 13


def test_n8_with_all_tokens_at_the_end_the_step_is_skipped() -> None:
    tracks = tuple(Track(track.ranking, (5,) * len(track.cells)) for track in dealt(2).tracks)
    state = table(phase=Phase.PLACE, area={1: "black red"}, tracks=tracks)
    assert play(state, (1, PlaceBlackStar())).phase is Phase.PLACE


def test_the_introductory_game_has_no_value_tokens() -> None:
    state = table(full=False, phase=Phase.PLACE, area={1: "black red"})
    assert play(state, (1, PlaceBlackStar())).phase is Phase.PLACE


def test_n9_tokens_start_stacked_on_the_first_cell_in_a_shuffled_order() -> None:
    tracks = dealt(2).tracks
    assert [track.cells for track in tracks] == [(0,) * 6, (0,) * 4, (0,) * 4]
    assert [sorted(track.ranking) for track in tracks] == [list(range(6)), list(range(4)), list(range(4))]
    assert any(track.ranking != tuple(sorted(track.ranking)) for track in tracks)


def test_n9_a_token_that_arrives_goes_on_top() -> None:
    start = Track((0, 1, 2, 3), (0, 0, 0, 0))
    one = advance(start, 3)
    assert one.ranking == (3, 0, 1, 2)
    two = advance(one, 1)
    assert two.ranking == (1, 3, 0, 2)
    three = advance(two, 3)
    assert three == Track((3, 1, 0, 2), (0, 1, 0, 2))
    assert ranks(three) == (2, 1, 3, 0)


def test_n11_placing_is_optional() -> None:
    state = placing("yellow white")
    assert play(state, (1, EndPlacing())).active == 2


def test_n11_placing_ends_when_nothing_more_can_be_placed() -> None:
    state = play(placing("yellow white orange"), (1, PlaceStar("yellow", "2.3")))
    assert state.active == 1
    assert play(state, (1, PlaceStar("white", "4.3"))).active == 2


def test_n16_a_replacement_counts_as_a_placement() -> None:
    state = play(
        placing("yellow white orange"),
        (1, ReplaceStar("yellow", "3.3")),
        (1, PlaceStar("white", "2.3")),
    )
    assert state.active == 2


def test_n16_only_stars_of_earlier_turns_are_replaced() -> None:
    placed = play(placing("yellow white"), (1, PlaceStar("yellow", "2.3")))
    assert refusal(placed, 1, ReplaceStar("white", "2.3")) == PlacedThisTurn()
    replaced = play(placing("yellow white"), (1, ReplaceStar("yellow", "2.2")))
    assert refusal(replaced, 1, ReplaceStar("white", "2.2")) == PlacedThisTurn()
    assert ReplaceStar("white", "3.3") in RULEBOOK.legal_moves(replaced, 1)


def test_n16_a_replacement_changes_the_colour() -> None:
    assert refusal(placing("red"), 1, ReplaceStar("red", "3.3")) == ColourUnchanged(Term("star.red"), "3.3")


def test_n16_every_placement_of_a_turn_may_be_a_replacement() -> None:
    state = placing("yellow white orange", {"3.3": "red", "2.2": "blue", "4.3": "blue"}, boosted="orange")
    after = play(
        state,
        (1, ReplaceStar("yellow", "3.3")),
        (1, ReplaceStar("white", "2.2")),
        (1, ReplaceStar("orange", "4.3")),
    )
    assert galaxy_of(after, 1) == {"3.3": "yellow", "2.2": "white", "4.3": "orange"}
    assert box(after) == ["red", "blue", "blue"]
    assert after.active == 2


def test_n17_with_the_marker_at_the_end_black_stars_still_move_a_token() -> None:
    state = table(phase=Phase.PLACE, area={1: "black"}, black={1: 5, 2: 7}, boosted="red")
    state = replace(state, ending="black_marker")
    assert events(state, 1, PlaceBlackStar(), MarkerAdvanced) == []
    after = play(state, (1, PlaceBlackStar()))
    assert after.sky.marker == 12
    assert boosted(after) == "red"
    assert events(after, 1, AdvanceToken("blue"), TokenAdvanced) == [TokenAdvanced(1, "blue", 1)]


def test_links_are_those_of_the_board() -> None:
    """Every kind of link counts, and nothing else: the neighbours of the first cell."""
    first = BOARD.neighbours[BOARD.numbers["1.1"]]
    assert {BOARD.ids[cell] for cell in range(21) if first & 1 << cell} == {"1.2", "2.1", "3.1"}
