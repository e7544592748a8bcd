"""The conformance suite finds what it is there to find: each of these rulebooks breaks one promise."""

from __future__ import annotations

import inspect
import random
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import pytest
from msgspec.structs import replace

from almagest_nim.events import EVENTS, StonesTaken
from almagest_nim.moves import NimMove
from almagest_nim.refusals import REFUSALS
from almagest_nim.rulebook import Nim
from almagest_nim.state import NimState
from almagest_nim.view import NimView, StonesView
from service.games.base import LANGUAGES, Audience, Event, Score, Seat, Step, Viewer
from service.games.conformance import Conformance
from service.games.conformance.positions import tables_of
from service.games.refusals import IllegalMove, Refusal
from service.games.rng import Rng
from service.games.texts import Texts


class Undeclared(Refusal, frozen=True):
    """Not in the rulebook's list."""

    ruling = "cards"


class Unnamed(Event, frozen=True):
    """Not in the rulebook's list."""


def with_text(key: str, text: str) -> Texts:
    texts = {known_key: Nim.texts.names(known_key) for known_key in Nim.texts}
    return Texts({**texts, key: dict.fromkeys(LANGUAGES, text)})


def without_text(key: str) -> Texts:
    return Texts({kept: Nim.texts.names(kept) for kept in Nim.texts if kept != key})


def in_english_alone() -> Texts:
    return Texts({key: {"en": Nim.texts.names(key)["en"]} for key in Nim.texts})


class ShowsCards(Nim):
    def view(self, state: NimState, viewer: Viewer) -> NimView:
        seats = zip(super().view(state, viewer).seats, state.cards, strict=True)
        return replace(super().view(state, viewer), seats=tuple(replace(seat, card=card) for seat, card in seats))


class ShowsSeed(Nim):
    def known(self, state: NimState, viewer: Viewer) -> NimState:
        return replace(super().known(state, viewer), seed=state.seed)


class ImaginesNothing(Nim):
    def imagine(self, known: NimState, viewer: Viewer, rng: Rng) -> NimState:
        return known


class SaysThatNothingIsRevealed(Nim):
    revealing_events: ClassVar[dict[type[Event], Audience]] = {}


class ViewsAreLists(Nim):
    def view(self, state: NimState, viewer: Viewer) -> NimView:
        view = super().view(state, viewer)
        return replace(view, heaps=list(view.heaps))


class ViewsHaveOtherWords(Nim):
    def view(self, state: NimState, viewer: Viewer) -> NimView:
        return replace(super().view(state, viewer), heaps=(StonesView("ruby", 1),))  # type: ignore[arg-type]  # wrong on purpose


class TellsWhatIsNotDeclared(Nim):
    def apply(self, state: NimState, seat: Seat, move: NimMove) -> Step[NimState]:
        step = super().apply(state, seat, move)
        return Step(step.state, (*step.events, Unnamed(seat)))


class TellsOtherTypes(Nim):
    def apply(self, state: NimState, seat: Seat, move: NimMove) -> Step[NimState]:
        step = super().apply(state, seat, move)
        return Step(step.state, (StonesTaken(seat, "amber", "two", 1),))  # type: ignore[arg-type]  # likewise


class TellsNothing(Nim):
    def apply(self, state: NimState, seat: Seat, move: NimMove) -> Step[NimState]:
        return Step(super().apply(state, seat, move).state, ())


class RefusesWithoutWords(Nim):
    def not_deciding(self, state: NimState, seat: Seat) -> Refusal:
        return Undeclared()


class HasASentenceTooMany(Nim):
    texts = with_text("refusal.nonsense", "Nonsense.")


class SaysTheWrongFields(Nim):
    texts = with_text("refusal.heap_empty", "The {colour} heap is empty.")


class HasAPhaseWithoutWords(Nim):
    texts = without_text("phase.over")

    def content(self, pack: str, language: str) -> Any:
        made = super().content(pack, language)
        return replace(made, texts={**made.texts, "phase": self.texts.under("phase", language)})


class HasARulingWithoutTitle(Nim):
    texts = without_text("ruling.guessing")


class ForgetsAMoveType(Nim):
    move_types = Nim.move_types[:1]


class ListsMovesOfAnotherRow(Nim):
    move_types = (
        replace(Nim.move_types[0], phases=("taking", "guessing"), moves=Nim().legal_moves),
        replace(Nim.move_types[1], moves=lambda state, seat: ()),
    )


class HasARowThatIsListedNowhere(Nim):
    move_types = (Nim.move_types[0], replace(Nim.move_types[1], moves=None))


class SaysItListsMoreThanItDoes(Nim):
    move_types = (Nim.move_types[0], replace(Nim.move_types[1], moves=None, listed_with=Nim.move_types[0].move))

    def legal_moves(self, state: NimState, seat: Seat) -> Sequence[NimMove]:
        return Nim().legal_moves(state, seat)


class HasMovesThatNoRowLists(Nim):
    def legal_moves(self, state: NimState, seat: Seat) -> Sequence[NimMove]:
        return super().legal_moves(state, seat)[::-1]


class HasAPhaseThatNeverIs(Nim):
    move_types = (replace(Nim.move_types[0], phases=("taking", "sleeping")), Nim.move_types[1])


class ForgetsALegalMove(Nim):
    def legal_moves(self, state: NimState, seat: Seat) -> Sequence[NimMove]:
        moves = super().legal_moves(state, seat)
        return moves[:-1] if len(moves) > 1 else moves


class ListsAnIllegalMove(Nim):
    def legal_moves(self, state: NimState, seat: Seat) -> Sequence[NimMove]:
        return [replace(move, stones=9) if "stones" in dir(move) else move for move in super().legal_moves(state, seat)]


class ThrowsDice(Nim):
    def setup(self, players: int, options: Mapping[str, str], rng: Rng) -> NimState:
        cards: list[Any] = [*super().setup(players, options, rng).cards]
        return replace(super().setup(players, options, rng), cards=tuple(random.sample(cards, players)))


class HasAnotherSchema(Nim):
    schema = 2


class FollowsOtherRules(Nim):
    rules = 2


class EndsForNoReason(Nim):
    def end_reason(self, state: NimState) -> str | None:
        return None


class CountsWrongly(Nim):
    def score(self, state: NimState) -> Score:
        score = super().score(state)
        return replace(score, seats=tuple(replace(seat, total=seat.total + 1) for seat in score.seats))


class SearchesForEver(Nim):
    def legal_moves(self, state: NimState, seat: Seat) -> Sequence[NimMove]:
        while len(set(state.cards) - {None}) < state.players - state.cards.count(None):
            pass
        return super().legal_moves(state, seat)


class HasTwoOfAName(Nim):
    event_types = (*EVENTS, type("Take", (Event,), {"__doc__": "Another."}, frozen=True))


class CannotSayGameOver(Nim):
    refusal_types = REFUSALS[1:]


class SpeaksEnglishAlone(Nim):
    texts = in_english_alone()


BROKEN = {
    ShowsCards: "twins_that_differ_in_secrets_look_the_same",
    SaysThatNothingIsRevealed: "events_tell_when_a_move_reveals_something",
    ShowsSeed: "what_is_known_is_all_that_is_needed_to_see",
    ImaginesNothing: "twins_that_differ_in_secrets_look_the_same",
    ViewsAreLists: "views_are_what_their_type_says",
    ViewsHaveOtherWords: "views_are_what_their_type_says",
    TellsWhatIsNotDeclared: "events_are_of_the_types_declared",
    TellsOtherTypes: "events_are_of_the_types_declared",
    TellsNothing: "events_are_of_the_types_declared",
    RefusesWithoutWords: "a_move_is_legal_exactly_when_the_check_passes",
    HasASentenceTooMany: "every_sentence_of_a_refusal_has_its_struct_and_says_its_fields",
    SaysTheWrongFields: "every_sentence_of_a_refusal_has_its_struct_and_says_its_fields",
    HasAPhaseWithoutWords: "content_has_words_for_phases_ends_and_rulings",
    HasARulingWithoutTitle: "every_ruling_that_is_cited_has_a_title",
    ForgetsAMoveType: "the_table_of_move_types_has_a_row_for_every_move_of_the_union",
    **dict.fromkeys(
        (ListsMovesOfAnotherRow, HasARowThatIsListedNowhere, SaysItListsMoreThanItDoes, HasMovesThatNoRowLists),
        "a_row_lists_the_move_types_that_the_table_says_and_all_legal_moves_come_from_rows",
    ),
    HasAPhaseThatNeverIs: "phases_of_the_table_of_move_types_and_of_the_view_are_the_same",
    ForgetsALegalMove: "a_move_is_legal_exactly_when_the_check_passes",
    ListsAnIllegalMove: "legal_moves_pass_the_check_and_are_listed_once",
    ThrowsDice: "setup_depends_on_nothing_but_players_options_and_seed",
    HasAnotherSchema: "states_say_their_schema_and_rules",
    FollowsOtherRules: "states_say_their_schema_and_rules",
    EndsForNoReason: "every_decider_has_a_legal_move_until_the_end",
    CountsWrongly: "ledgers_add_up_and_winners_come_at_the_end",
    SearchesForEver: "a_state_that_contradicts_itself_is_answered",
    HasTwoOfAName: "what_is_sent_has_names_of_its_own_and_is_described",
    SpeaksEnglishAlone: "every_text_is_there_in_every_language",
    CannotSayGameOver: "explain_names_exactly_the_move_types_that_are_not_possible",
}


def run(broken: type[Nim], promise: str) -> None:
    suite = type("Suite", (Conformance,), {"rulebook": broken()})()
    test = getattr(suite, f"test_{promise}")
    if "table" not in inspect.signature(test).parameters:
        test()
        return
    for table in tables_of(suite.rulebook):
        test(table)


@pytest.mark.parametrize(("broken", "promise"), BROKEN.items(), ids=[broken.__name__ for broken in BROKEN])
def test_a_broken_promise_is_found(broken: type[Nim], promise: str) -> None:
    run(Nim, promise)
    with pytest.raises((AssertionError, KeyError, ValueError, IllegalMove, pytest.fail.Exception)):
        run(broken, promise)
