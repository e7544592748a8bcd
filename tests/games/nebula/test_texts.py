"""Every way to say no has a sentence and a ruling, in every language."""

from __future__ import annotations

import itertools

import msgspec
import pytest

from service.games.base import LANGUAGES, tag_of
from service.games.nebula import RULEBOOK
from service.games.nebula.moves import AdvanceToken, EndPlacing, KeepGoal, KeepStars, NebulaMove, PlaceStar, TakeTime
from service.games.nebula.refusals import REFUSALS, GoalsChosen, NoChaos, NoSuchStar, NoTokenDue, star_term
from service.games.nebula.state import Phase
from service.games.nebula.text import TEXTS
from service.games.refusals import NOT_YOUR_DECISION, Refusal, Term, WrongPhase
from service.games.texts import placeholders
from tests.games.nebula.build import play, refusal, table

TIME, END, PLACE = TakeTime((5, 0, 0)), EndPlacing(), PlaceStar("red", "3.3")
GOAL, KEEP, TOKEN = KeepGoal("six_red"), KeepStars(("red", "red")), AdvanceToken("red")
NOW_TAKE = WrongPhase(Term("now.take"), "taking_stars")
NOW_PLACE = WrongPhase(Term("now.place"), "placing_stars")
NOW_KEEP = WrongPhase(Term("now.keep"), "N-5")
NOW_TOKEN = WrongPhase(Term("now.token"), "black_stars")


def test_every_refusal_has_a_sentence_and_a_ruling_with_a_title() -> None:
    for kind, language in itertools.product(REFUSALS, LANGUAGES):
        fields = {field.name for field in msgspec.structs.fields(kind)} - {"section"}
        assert placeholders(TEXTS.say(f"refusal.{tag_of(kind)}", language)) == fields, (kind, language)
        assert TEXTS.say(f"ruling.{kind.ruling}", language), (kind, language)


def test_sentences_end_and_rulings_of_moves_have_titles() -> None:
    for language in LANGUAGES:
        said = [*TEXTS.under("refusal", language).values(), *TEXTS.under("now", language).values()]
        assert [sentence for sentence in said if not sentence.endswith((".", "{now}"))] == []
        assert all(RULEBOOK.ruling_title(row.ruling, language) for row in RULEBOOK.move_types)


@pytest.mark.parametrize(
    ("phase", "move", "expected"),
    [
        (Phase.TAKE, END, NOW_TAKE),
        (Phase.TAKE, PLACE, NOW_TAKE),
        (Phase.TAKE, GOAL, GoalsChosen()),
        (Phase.TAKE, KEEP, NoChaos()),
        (Phase.TAKE, TOKEN, NoTokenDue()),
        (Phase.PLACE, TIME, NOW_PLACE),
        (Phase.PLACE, TOKEN, NoTokenDue()),
        (Phase.KEEP, TIME, NOW_KEEP),
        (Phase.KEEP, END, NOW_KEEP),
        (Phase.TOKEN, TIME, NOW_TOKEN),
        (Phase.TOKEN, KEEP, NoChaos()),
    ],
)
def test_what_is_not_due_is_refused_with_what_is(phase: Phase, move: NebulaMove, expected: Refusal) -> None:
    found = refusal(table(phase=phase, area={1: "red"}), 1, move)
    assert found == expected
    assert all(RULEBOOK.sentence(found, language) for language in LANGUAGES)
    assert all(RULEBOOK.ruling_title(found.cited_ruling, language) for language in LANGUAGES)


def test_n14_other_seats_wait_for_their_turn() -> None:
    state = play(table(area={1: "red"}), (1, TIME))
    assert {reason.refusal for reason in RULEBOOK.explain(state, 2)} == {NOT_YOUR_DECISION}


def test_a_star_is_named_in_the_language_of_the_reader() -> None:
    assert RULEBOOK.sentence(NoSuchStar(star_term("red")), "en") == "There is no red star in your observation area."
    assert "красная" in RULEBOOK.sentence(NoSuchStar(star_term("red")), "ru")
    assert "inconnue" in RULEBOOK.sentence(NoSuchStar(star_term("green")), "fr")
