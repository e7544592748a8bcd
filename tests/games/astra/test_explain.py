"""`explain`: for each kind of move and each reason why it is not possible, a state in which it is given."""

from __future__ import annotations

import pytest

from service.games.astra.moves import MarkStar, Observe, Rest, UseAbility
from service.games.astra.state import AstraState
from service.games.base import LANGUAGES, Seat
from tests.games.astra.build import RULEBOOK, all_but, play, reasons, table

Reason = tuple[str, str]

NOT_YOURS = ("not_your_decision", "turn_order")
OVER = ("game_over", "game_end")
NO_MARKING = ("nothing_to_mark", "ability_phase")
ABILITY = ("wrong_phase", "ability_phase")
MARKING = ("wrong_phase", "A-15")
ACTION = ("wrong_phase", "action_phase")
BOONS = ("wrong_phase", "A-5")
DISCARD = ("wrong_phase", "A-7")
DREAM = ("wrong_phase", "A-13")
NO_CARD = ("no_active_card", "ability_phase")
OWED = ("action_owed", "action_phase")
OBSERVED = ("already_observed", "action_phase")
SKIPPED = ("action_skipped", "A-4")


def every_kind(reason: Reason, **others: Reason | None) -> dict[str, Reason]:
    """The same reason for all kinds of move, except for these; None is a kind that is possible."""
    kinds = ("use_ability", "mark_star", "observe", "rest", "end_turn", "pick_boon", "discard", "dream")
    given = {kind: others.get(kind, reason) for kind in kinds}
    return {kind: why for kind, why in given.items() if why is not None}


def ability_phase() -> AstraState:
    return table(3).player(1, active=("leo",)).build()


def action_phase() -> AstraState:
    return play(table(3).sky("taurus").player(1, telescopes=1).build(), (1, Observe("taurus", (0,))))


def skipped_action() -> AstraState:
    state = table(3).sky("taurus").player(1, active=("virgo",)).build()
    return play(state, (1, UseAbility("virgo")), (1, MarkStar("taurus", 2)))


def marking() -> AstraState:
    return play(table(3).player(1, active=("virgo",)).build(), (1, UseAbility("virgo")))


def picking_boons() -> AstraState:
    state = table(3).sky("taurus", {2: (0,), 1: all_but("taurus", 0, 9)}).build()
    return play(state, (1, Observe("taurus", (9,))))


def discarding() -> AstraState:
    state = table(3).sky("taurus", {1: all_but("taurus", 9)}).player(1, active=("leo", "orion")).build()
    return play(state, (1, Observe("taurus", (9,))))


def dreaming() -> AstraState:
    return play(table(2).build(), (1, Rest()))


def over() -> AstraState:
    state = table(3).sphere("earth").deck(above=1).build()
    return play(state, (1, Rest()), (2, Rest()), (3, Rest()))


@pytest.mark.parametrize(
    ("state", "seat", "expected"),
    [
        pytest.param(
            ability_phase(),
            1,
            every_kind(ABILITY, use_ability=None, observe=None, rest=None, mark_star=NO_MARKING, end_turn=OWED),
            id="ability phase",
        ),
        pytest.param(
            action_phase(),
            1,
            every_kind(ACTION, observe=None, end_turn=None, rest=OBSERVED, mark_star=NO_MARKING),
            id="action phase",
        ),
        pytest.param(
            skipped_action(),
            1,
            every_kind(
                ABILITY, end_turn=None, use_ability=NO_CARD, observe=SKIPPED, rest=SKIPPED, mark_star=NO_MARKING
            ),
            id="skipped action phase",
        ),
        pytest.param(marking(), 1, every_kind(MARKING, mark_star=None), id="marking stars"),
        pytest.param(picking_boons(), 2, every_kind(BOONS, pick_boon=None, mark_star=NO_MARKING), id="picking boons"),
        pytest.param(picking_boons(), 1, every_kind(NOT_YOURS), id="the discoverer waits"),
        pytest.param(discarding(), 1, every_kind(DISCARD, discard=None, mark_star=NO_MARKING), id="discarding"),
        pytest.param(dreaming(), 1, every_kind(DREAM, dream=None, mark_star=NO_MARKING), id="dreaming"),
        pytest.param(dreaming(), 2, every_kind(NOT_YOURS), id="the other player waits"),
        pytest.param(over(), 1, every_kind(OVER), id="over"),
    ],
)
def test_explain_gives_the_reason_of_the_phase(state: AstraState, seat: Seat, expected: dict[str, Reason]) -> None:
    assert reasons(state, seat) == expected


@pytest.mark.parametrize(
    ("state", "reason"),
    [
        (table(3).player(1, stardust=0).build(), ("no_stardust", "A-20")),
        (table(3).sky("leo", {1: all_but("leo")}).after_game_end().build(), ("no_star", "A-20")),
        (table(3).turn(1, phase="action", observes=1).build(), ("no_telescope", "additional_observe")),
        (table(3).turn(1, phase="action", observes=1).player(1, stardust=0).build(), ("no_stardust", "A-20")),
    ],
)
def test_explain_says_why_there_is_no_observe(state: AstraState, reason: Reason) -> None:
    assert reasons(state, 1)["observe"] == reason


@pytest.mark.parametrize(
    ("card", "journal", "reason"),
    [
        ("sagitta", {"wisdom": 12}, ("wisdom_full", "A-19")),
        ("gemini", {"pouch": 12}, ("pouch_full", "A-19")),
        ("ara", {"stardust": 2}, ("too_little_stardust", "A-19")),
        ("lyra", {}, ("no_marked_card", "A-19")),
        ("libra", {}, ("no_card_of_element", "A-19")),
    ],
)
def test_explain_says_why_no_ability_can_be_used(card: str, journal: dict[str, int], reason: Reason) -> None:
    state = table(3).sphere("fire").player(1, active=(card,), **journal).build()
    assert reasons(state, 1)["use_ability"] == reason


def test_explain_says_that_no_star_is_left_for_an_ability() -> None:
    state = table(3).sky("leo", {1: all_but("leo")}).player(1, active=("cetus",)).after_game_end().build()
    assert reasons(state, 1)["use_ability"] == ("no_star_for_ability", "A-3")


def test_one_usable_ability_among_others_is_enough() -> None:
    state = table(3).player(1, active=("sagitta", "leo"), wisdom=12).build()
    assert "use_ability" not in reasons(state, 1)


def test_a_reason_is_a_sentence() -> None:
    for state in (ability_phase(), action_phase(), skipped_action(), marking(), discarding(), dreaming(), over()):
        for reason in RULEBOOK.explain(state, 1):
            assert all(RULEBOOK.sentence(reason.refusal, language).endswith(".") for language in LANGUAGES)
