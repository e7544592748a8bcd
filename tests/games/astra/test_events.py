"""What a move says that has happened: all of it, once, and nothing that did not."""

from __future__ import annotations

from service.games.astra import events as happened
from service.games.astra.moves import AstraMove, Discard, Dream, EndTurn, MarkStar, Observe, PickBoon, Rest, UseAbility
from service.games.astra.state import AstraState
from service.games.base import Event, Seat, TurnBegan
from tests.games.astra.build import CARDS, RULEBOOK, a_card, all_but, boon, events, play, table


def story(state: AstraState, seat: Seat, move: AstraMove) -> list[Event]:
    return list(RULEBOOK.apply(state, seat, move).events)


def test_an_ability_that_gains_tells_what() -> None:
    state = table(3).player(1, active=("leo", "cepheus", "sagitta", "gemini"), wisdom=4, pouch=7).build()
    gains: dict[str, Event] = {
        "leo": happened.StardustGained(1, 4, "ability"),
        "cepheus": happened.TelescopesGained(1, 1),
        "sagitta": happened.WisdomGained(1, 1),
        "gemini": happened.PouchGrown(1, 1),
    }
    for card, gained in gains.items():
        assert story(state, 1, UseAbility(card)) == [happened.AbilityUsed(1, card, CARDS[card].ability), gained]


def test_an_ability_that_asks_for_stars_tells_each_mark() -> None:
    state = table(3).sky("taurus", {2: (1,)}).player(1, active=("virgo",), wisdom=3).build()
    assert story(state, 1, UseAbility("virgo")) == [happened.AbilityUsed(1, "virgo", "mark_any_and_adjacent")]
    asked = play(state, (1, UseAbility("virgo")))
    assert story(asked, 1, MarkStar("taurus", 2)) == [
        happened.StarsMarked(1, "taurus", (2, 3, 5)),
        happened.WisdomGained(1, 1),
    ]


def test_an_observe_that_discovers_tells_all_up_to_the_next_turn() -> None:
    wished = table(3).sky("taurus", {1: all_but("taurus", 6, 7)}).deck("orion").player(1, wisdom=2)
    assert story(wished.build(), 1, Observe("taurus", (6, 7))) == [
        happened.StarsMarked(1, "taurus", (6, 7), 2, 0),
        happened.WisdomGained(1, 1),
        happened.ConstellationCompleted(1, "taurus"),
        happened.CardGained(1, "taurus"),
        happened.CardLaidOut(1, "orion", 1),
        TurnBegan(2, 1),
    ]


def test_an_end_of_turn_tells_what_pays() -> None:
    wished = table(3).sky("taurus", {2: (0, 1)}).player(1, active=("cancer", "hydra"), telescopes=1)
    state = play(wished.build(), (1, UseAbility("cancer")), (1, UseAbility("hydra")), (1, Observe("taurus", (2, 3))))
    assert story(state, 1, EndTurn()) == [
        happened.FameGained(1, 1, "fame_per_grand"),
        happened.StardustGained(1, 1, "regain_before_grand"),
        TurnBegan(2, 1),
    ]


def test_what_pays_nothing_is_not_told() -> None:
    cards = ("cancer", "hydra", "pegasus")
    state = table(3).sky("taurus", {2: (0, 1)}).player(1, active=cards, wisdom=2).build()
    state = play(state, *((1, UseAbility(card)) for card in cards))
    assert story(state, 1, Rest()) == [
        happened.Rested(1, 0),
        happened.SphereMoved(1, "water"),
        TurnBegan(2, 1),
    ]


def test_a_discard_is_told() -> None:
    wished = table(3).sky("taurus", {1: all_but("taurus", 9)}).player(1, active=("leo", "virgo"))
    state = play(wished.deck("orion").build(), (1, Observe("taurus", (9,))))
    assert story(state, 1, Discard("leo")) == [
        happened.CardDiscarded(1, "leo"),
        happened.CardLaidOut(1, "orion", 1),
        TurnBegan(2, 1),
    ]


def test_a_boon_on_a_full_track_is_told_without_a_gain() -> None:
    card = a_card("improvement")
    last = card.size - 1
    wished = table(3).sky(card.id, {2: (0,), 1: all_but(card.id, 0, last)}).player(2, pouch=12)
    state = play(wished.build(), (1, Observe(card.id, (last,))))
    pick = PickBoon(boon(card.id, "improvement"))
    assert len(events(state, 2, pick, happened.BoonPicked)) == 1
    assert events(state, 2, pick, happened.PouchGrown) == []


def test_an_activation_of_nothing_turns_nothing() -> None:
    card = a_card("activation")
    last = card.size - 1
    state = table(3).sky(card.id, {2: (0,), 1: all_but(card.id, 0, last)}).build()
    state = play(state, (1, Observe(card.id, (last,))))
    assert events(state, 2, PickBoon(boon(card.id, "activation")), happened.CardsReactivated) == []


def test_a_dream_of_discovery_is_told_as_the_dreamers() -> None:
    wished = table(2).sphere("fire").sky("taurus", {0: all_but("taurus", 9)}).sky("leo", {1: (0,)})
    state = play(wished.sky("lyra", {1: (0,)}).deck("orion").build(), (1, Rest()))
    assert story(state, 1, Dream("taurus", (9,))) == [
        happened.StarsMarked(0, "taurus", (9,)),
        happened.ConstellationCompleted(0, "taurus"),
        happened.CardDiscarded(0, "taurus"),
        happened.CardLaidOut(1, "orion", 1),
        TurnBegan(2, 1),
    ]
