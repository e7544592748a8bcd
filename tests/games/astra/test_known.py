"""What a viewer knows, what a preview shows of hidden cards, and full states imagined from it."""

from __future__ import annotations

from service.games.astra.content.cards import UNKNOWN
from service.games.astra.events import BoonPicked, CardLaidOut, DeckCardDiscarded
from service.games.astra.moves import Dream, MarkStar, Observe, PickBoon, Rest, UseAbility
from service.games.astra.state import UNKNOWN_BOON, UNKNOWN_SCORING, AstraState, with_turn
from service.games.astra.view import SkyPlaceView
from service.games.rng import Rng
from tests.games.astra import invariants
from tests.games.astra.build import RULEBOOK, all_but, events, laid_out, legal, play, player, reasons, table


def previewed() -> AstraState:
    """Seat 1 tries out, on what it knows, an Observe that discovers Taurus: a hidden card replaces it."""
    wished = table(2).sky("taurus", {1: all_but("taurus", 9)}).sky("leo", {1: (0,)}).sky("lyra", {1: (0,)})
    state = wished.player(2, active=("cetus", "draco")).build()
    return RULEBOOK.apply(RULEBOOK.known(state, 1), 1, Observe("taurus", (9,))).state


def test_a_viewer_knows_the_own_scoring_card_and_no_other() -> None:
    state = table(3).build()
    seen = [me.scoring for me in RULEBOOK.known(state, 2).seats]
    assert seen == [UNKNOWN_SCORING, player(state, 2).scoring, UNKNOWN_SCORING]
    assert {me.scoring for me in RULEBOOK.known(state, None).seats} == {UNKNOWN_SCORING}


def test_final_scoring_turns_all_scoring_cards_up() -> None:
    state = with_turn(table(3).build(), phase="over")
    assert RULEBOOK.known(state, None).seats == RULEBOOK.known(state, 1).seats == state.seats


def test_nobody_knows_the_seed() -> None:
    state = table(3).build()
    assert (RULEBOOK.known(state, 1).seed, RULEBOOK.known(state, 1).drawn) == (b"", 0)


def test_what_is_not_known_of_a_scoring_card_is_not_scored() -> None:
    state = table(3).player(1, active=("leo", "taurus"), scoring=("fire", "earth")).build()
    own = RULEBOOK.score(RULEBOOK.known(state, 1)).seats[0]
    others = RULEBOOK.score(RULEBOOK.known(state, 2)).seats[0]
    assert own.total == others.total + 2 + 2, "two rows with two marks instead of one"


def test_a_preview_shows_that_a_card_comes_but_not_which() -> None:
    state = table(3).sphere("earth").sky("taurus", {1: all_but("taurus")}).build()
    seen = RULEBOOK.known(state, 1)
    assert events(seen, 1, Rest(), DeckCardDiscarded) == [DeckCardDiscarded(1, None)]
    assert events(seen, 1, Rest(), CardLaidOut) == [CardLaidOut(1, None, 1)]
    view = RULEBOOK.view(RULEBOOK.apply(seen, 1, Rest()).state, 1)
    assert view.discard[-1] is None
    assert view.sky[0] == SkyPlaceView(place=1, card=None, empty=False, marks=())


def test_no_star_of_a_hidden_card_can_be_marked() -> None:
    state = previewed()
    assert laid_out(state) == [UNKNOWN, "leo", "lyra"]
    assert {move.card for move in legal(state, 2, Observe)} == {"leo", "lyra"}
    for card in ("cetus", "draco"):
        asked = RULEBOOK.apply(state, 2, UseAbility(card)).state
        assert {move.card for move in legal(asked, 2, MarkStar)} == {"leo", "lyra"}
    assert "observe" not in reasons(state, 2)


def test_a_dream_of_a_hidden_card_cannot_be_previewed() -> None:
    """The hidden card is untouched, so the dream would fall on it."""
    resting = RULEBOOK.apply(previewed(), 2, Rest()).state
    assert resting.turn.phase == "dream"
    assert legal(resting, 2, Dream) == set()


def test_a_helper_knows_the_own_sealed_pick_and_nobody_else_does() -> None:
    state = table(4).sky("taurus", {1: (0, 1), 2: (2, 3, 4), 3: (5, 6, 7), 4: (8,)}).build()
    sealed = play(state, (1, Observe("taurus", (9,))), (2, PickBoon(0)))
    assert RULEBOOK.known(sealed, 2).turn == sealed.turn
    assert all(RULEBOOK.known(sealed, viewer).turn != sealed.turn for viewer in (None, 1, 3, 4))


def test_an_imagined_state_is_a_whole_game_that_looks_the_same() -> None:
    state = table(4).sky("taurus", {1: (0, 1), 2: (2, 3, 4), 3: (5, 6, 7), 4: (8,)}).build()
    sealed = play(state, (1, Observe("taurus", (9,))), (2, PickBoon(0)))
    for viewer in (None, 1, 2, 3):
        seen = RULEBOOK.known(sealed, viewer)
        for seed in (b"1", b"2", b"3"):
            imagined = RULEBOOK.imagine(seen, viewer, Rng(seed))
            invariants.check(RULEBOOK, imagined)
            assert RULEBOOK.known(imagined, viewer) == seen
            assert imagined.turn.picking is not None
            assert all(pick.boon != UNKNOWN_BOON for pick in imagined.turn.picking.picks)
            assert imagined.seed not in (None, b"", sealed.seed)


def test_a_preview_of_the_last_pick_shows_the_sealed_ones_as_unknown() -> None:
    state = table(4).sky("taurus", {1: (0, 1), 2: (2, 3, 4), 3: (5, 6, 7), 4: (8,)}).build()
    sealed = play(state, (1, Observe("taurus", (9,))), (2, PickBoon(0)))
    seen = RULEBOOK.known(sealed, 3)
    assert [(pick.seat, pick.boon) for pick in events(seen, 3, PickBoon(1), BoonPicked)] == [(2, None), (3, 1)]
    after = RULEBOOK.apply(seen, 3, PickBoon(1)).state
    assert player(after, 2) == player(seen, 2)
    assert {move.boon for move in legal(after, 4, PickBoon)} == {0, 2, 3}


def test_imagining_fills_a_hidden_card_of_the_sky() -> None:
    imagined = RULEBOOK.imagine(previewed(), 1, Rng(b"1"))
    invariants.check(RULEBOOK, imagined)
    assert laid_out(imagined)[0] not in ("leo", "lyra", "taurus", UNKNOWN)


def test_imagining_fills_a_hidden_card_of_the_discard() -> None:
    state = table(3).sphere("earth").sky("taurus", {1: all_but("taurus")}).build()
    rested = RULEBOOK.apply(RULEBOOK.known(state, 1), 1, Rest()).state
    assert UNKNOWN in rested.discard
    imagined = RULEBOOK.imagine(rested, 1, Rng(b"1"))
    invariants.check(RULEBOOK, imagined)
    assert UNKNOWN not in imagined.discard
