"""Setup and the order of a turn, as the books print them."""

from __future__ import annotations

import pytest

from service.games.astra.moves import EndTurn, MarkStar, Observe, Rest, UseAbility
from service.games.astra.printed import SCORING_CARDS, SPHERES
from service.games.astra.state import AstraState, Player, Turn
from service.games.rng import Rng
from tests.games.astra import invariants
from tests.games.astra.build import CARDS, RULEBOOK, all_but, laid_out, legal, play, player, reasons, refusal, table

every_player_count = pytest.mark.parametrize("players", [2, 3, 4, 5])


def new_game(players: int, seed: bytes = b"setup") -> AstraState:
    return RULEBOOK.setup(players, RULEBOOK.complete_options({}), Rng(seed))


def test_astra_is_for_two_to_five_players() -> None:
    assert (RULEBOOK.min_players, RULEBOOK.max_players) == (2, 5)


@every_player_count
def test_every_journal_starts_with_8_stardust_a_pouch_of_5_and_a_card_limit_of_2(players: int) -> None:
    state = new_game(players)
    assert len(state.seats) == players
    for me in state.seats:
        assert (me.stardust, me.pouch, me.limit, me.wisdom) == (8, 5, 2, 0)
        assert (me.telescopes, me.fame, me.cards) == (0, 0, ())


@pytest.mark.parametrize(("players", "below", "above"), [(2, 29, 19), (3, 25, 23), (4, 18, 30), (5, 11, 37)])
def test_deck_sizes_below_and_above_game_end(players: int, below: int, above: int) -> None:
    state = new_game(players)
    drawn_in_setup = 1 + (players + 1)
    assert below + above == len(CARDS) == 48
    assert len(state.deck) - state.above_end == below
    assert state.above_end + drawn_in_setup == above


@every_player_count
def test_the_top_card_opens_the_discard_and_names_the_first_sphere(players: int) -> None:
    for seed in (b"1", b"2", b"3", b"4", b"5"):
        state = new_game(players, seed)
        (top,) = state.discard
        assert SPHERES[state.sphere] == CARDS[top].element


@every_player_count
def test_one_card_more_than_players_is_laid_out_untouched(players: int) -> None:
    state = new_game(players)
    assert len(state.sky) == players + 1
    assert all(slot.marked == 0 for slot in state.sky)
    invariants.check(RULEBOOK, state)


def test_each_player_gets_one_of_six_scoring_cards_in_secret() -> None:
    state = new_game(5)
    assert sorted(SCORING_CARDS) == sorted({tuple(sorted(pair, key=SPHERES.index)) for pair in SCORING_CARDS})
    assert len(SCORING_CARDS) == 6
    assert len({me.scoring for me in state.seats}) == 5
    shown = [seat.scoring_card for seat in RULEBOOK.view(state, 2).seats]
    assert shown == [None, SCORING_CARDS[player(state, 2).scoring], None, None, None]


def test_setup_shuffles_deck_and_scoring_cards() -> None:
    games = [new_game(3, bytes([seed])) for seed in range(20)]
    assert len({game.deck for game in games}) == 20
    assert {game.seats[0].scoring for game in games} == set(range(6))


def test_the_first_player_begins_in_the_ability_phase_of_round_1() -> None:
    state = new_game(4)
    assert state.round == 1
    assert state.turn == Turn(1)
    assert state.turn.phase == "ability"


def test_stardust_telescopes_and_fame_are_unlimited() -> None:
    state = (
        table(3)
        .player(1, stardust=500, telescopes=100, fame=300, active=("leo", "cepheus"))
        .sky("taurus", {1: (0,)})
        .build()
    )
    after = play(state, (1, UseAbility("leo")), (1, UseAbility("cepheus")))
    assert (player(after, 1).stardust, player(after, 1).telescopes) == (504, 101)


def test_pouch_stops_at_12_and_the_card_limit_at_8() -> None:
    assert Player(0, wisdom=12).limit == 8
    state = table(3).player(1, pouch=11, wisdom=11, active=("gemini", "sagitta")).build()
    after = play(state, (1, UseAbility("gemini")), (1, UseAbility("sagitta")))
    assert (player(after, 1).pouch, player(after, 1).wisdom, player(after, 1).limit) == (12, 12, 8)


@pytest.mark.parametrize(("wisdom", "limit"), [(0, 2), (1, 2), (2, 3), (3, 3), (4, 4), (11, 7), (12, 8)])
def test_two_boxes_of_wisdom_are_one_step_of_the_card_limit(wisdom: int, limit: int) -> None:
    assert player(table(3).player(1, wisdom=wisdom).build(), 1).limit == limit


def test_any_number_of_active_cards_may_be_used_in_any_order() -> None:
    state = table(3).player(1, active=("leo", "cepheus", "aries"), wisdom=2).build()
    assert legal(state, 1, UseAbility) == {UseAbility("leo"), UseAbility("cepheus"), UseAbility("aries")}
    one = play(state, (1, UseAbility("aries")), (1, UseAbility("leo")), (1, UseAbility("cepheus")))
    other = play(state, (1, UseAbility("cepheus")), (1, UseAbility("aries")), (1, UseAbility("leo")))
    assert (player(one, 1).stardust, player(one, 1).telescopes) == (15, 1)
    assert (player(other, 1).stardust, player(other, 1).telescopes) == (15, 1)


def test_using_abilities_is_optional() -> None:
    state = table(3).player(1, active=("leo",)).sky("taurus").build()
    assert Rest() in RULEBOOK.legal_moves(state, 1)
    assert Observe("taurus", (0,)) in RULEBOOK.legal_moves(state, 1)


def test_a_used_card_is_exhausted_and_cannot_be_used_again() -> None:
    state = table(3).player(1, active=("leo", "aries")).build()
    after = play(state, (1, UseAbility("leo")))
    assert player(after, 1).active == ("aries",)
    assert player(after, 1).exhausted == ("leo",)
    assert refusal(after, 1, UseAbility("leo")) == ("exhausted", "exhausting")


def test_only_own_cards_can_be_used() -> None:
    state = table(3).player(1, active=("aries",)).player(2, active=("leo",)).build()
    assert refusal(state, 1, UseAbility("leo")) == ("not_your_card", "ability_phase")
    assert refusal(state, 1, UseAbility("nothing")) == ("not_your_card", "ability_phase")


def test_the_ability_phase_ends_with_the_first_action() -> None:
    state = table(3).player(1, telescopes=1, active=("leo",)).sky("taurus").build()
    after = play(state, (1, Observe("taurus", (0,))))
    assert after.turn.phase == "action"
    assert refusal(after, 1, UseAbility("leo")) == ("wrong_phase", "action_phase")


def test_discovery_follows_the_action_phase_also_for_cards_completed_by_abilities() -> None:
    state = table(3).player(1, active=("cetus",)).sky("taurus", {1: all_but("taurus", 9)}).deck("orion").build()
    marked = play(state, (1, UseAbility("cetus")), (1, MarkStar("taurus", 9)))
    assert marked.turn.phase == "ability"
    assert "taurus" in laid_out(marked)
    rested = play(marked, (1, Rest()))
    assert player(rested, 1).active == ("taurus",)
    assert "orion" in laid_out(rested)


def test_without_a_full_card_the_turn_ends_after_the_action() -> None:
    after = play(table(3).build(), (1, Rest()))
    assert after.turn == Turn(2)


def test_the_dream_phase_is_for_two_players_and_only_after_a_rest() -> None:
    assert play(table(2).build(), (1, Rest())).turn.phase == "dream"
    assert play(table(2).sky("taurus").build(), (1, Observe("taurus", (0,)))).turn == Turn(2)
    assert play(table(3).build(), (1, Rest())).turn == Turn(2)


def test_a_turn_has_an_action() -> None:
    state = table(3).build()
    assert refusal(state, 1, EndTurn()) == ("action_owed", "action_phase")
    assert reasons(state, 1)["end_turn"] == ("action_owed", "action_phase")
