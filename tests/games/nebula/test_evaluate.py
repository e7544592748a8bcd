"""What bots look at: the heuristic likes what scores, and one move of foresight beats none."""

from __future__ import annotations

from msgspec.structs import replace

from service.games.nebula import RULEBOOK
from service.games.nebula.moves import AdvanceToken, NebulaMove, PlaceStar
from service.games.nebula.state import NebulaState, Phase
from service.games.rng import Rng
from tests.games.nebula.build import BOARD, play, table, track
from tests.games.nebula.test_scoring import lawful

GAMES = 8


def worth(state: NebulaState, move: NebulaMove, seat: int = 1) -> float:
    seen = RULEBOOK.known(state, seat)
    return RULEBOOK.evaluate(RULEBOOK.apply(seen, seat, move).state, seat)


def best(state: NebulaState, seat: int) -> NebulaMove:
    return max(RULEBOOK.legal_moves(state, seat), key=lambda move: worth(state, move, seat))


def test_the_last_star_of_a_constellation_is_placed_there() -> None:
    cells = tuple(cell for number, cell in enumerate(BOARD.ids) if BOARD.constellations[0] & 1 << number)
    galaxy = lawful(cells)
    star = galaxy.pop("1.1")
    state = table(
        full=False,
        phase=Phase.PLACE,
        area={1: star},
        galaxy={1: galaxy},
        kept={1: "few_empty", 2: "six_blue"},
        race=("twice_in_three_orange", "twice_in_three_violet", "twice_in_three_yellow", "three_orbits"),
    )
    assert best(state, 1) == PlaceStar(star, "1.1")


def test_a_personal_goal_attracts_its_colour() -> None:
    galaxy = {"3.3": "white", "2.2": "blue", "2.1": "white", "3.1": "blue"}
    state = table(phase=Phase.PLACE, area={1: "red"}, galaxy={1: galaxy}, full=False)
    with_goal = table(
        phase=Phase.PLACE, area={1: "red"}, galaxy={1: galaxy}, full=False, kept={1: "dotted_red", 2: "six_blue"}
    )
    gain = worth(with_goal, PlaceStar("red", "1.1")) - worth(with_goal, PlaceStar("red", "2.3"))
    plain = worth(state, PlaceStar("red", "1.1")) - worth(state, PlaceStar("red", "2.3"))
    assert gain > plain


def test_a_token_that_helps_a_rival_alone_is_not_advanced() -> None:
    tracks = (track((0, 1, 2, 3, 4, 5)), track((0, 1, 2, 3)), track((0, 1, 2, 3)))
    state = table(
        phase=Phase.TOKEN,
        galaxy={1: {"3.3": "orange"}, 2: {"3.3": "blue"}},
        black={1: 1},
        tracks=tracks,
        advanced=("pair_red_violet", "pair_red_yellow", "pair_red_white", "pair_violet_yellow"),
    )
    assert worth(state, AdvanceToken("orange")) > worth(state, AdvanceToken("blue"))


def test_after_the_end_only_points_count() -> None:
    state = replace(table(area={1: "red blue"}, kept={1: "six_red", 2: "six_blue"}), phase=Phase.OVER)
    assert RULEBOOK.evaluate(state, 1) == 0


def test_one_move_of_foresight_beats_none() -> None:
    won = 0
    for game in range(GAMES):
        rng, clever = Rng(f"moves/{game}".encode()), 1 + game % 2
        state = RULEBOOK.setup(2, RULEBOOK.complete_options({}), Rng(f"game/{game}".encode()))
        while deciders := RULEBOOK.deciders(state):
            seat = deciders[0]
            moves = RULEBOOK.legal_moves(state, seat)
            state = play(state, (seat, best(state, seat) if seat == clever else rng.choice(moves)))
        won += RULEBOOK.score(state).winners == (clever,)
    assert won == GAMES
