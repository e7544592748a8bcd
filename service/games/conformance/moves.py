"""Moves: who has them, which are legal, what they do, and why others are refused."""

from __future__ import annotations

import typing
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import pytest

from service.games.base import LANGUAGES, Seat, tag_of
from service.games.conformance.positions import Positions, Table, seats, tables_of
from service.games.conformance.words import assert_is_text
from service.games.refusals import IllegalMove, Refusal
from service.games.rng import Rng
from service.games.rulebook import Rulebook
from service.games.texts import placeholders


def variants(value: Any, words: list[str]) -> Iterator[Any]:
    """Values like this one, but a little off."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value - 1, value + 1, -1, 99)
    elif isinstance(value, str):
        yield from (*words, "", "nothing")
    elif isinstance(value, list):
        yield from ([], value[:-1], value[::-1], value + value[-1:], [*value, 99], [-1])
        for index, item in enumerate(value[:4]):
            yield from ([*value[:index], other, *value[index + 1 :]] for other in variants(item, words[:3]))


def near_misses(move: Any, words: list[str]) -> Iterator[Any]:
    """Moves of the right shape that differ from a given one in one field."""
    plain = msgspec.to_builtins(move)
    for field in type(move).__struct_fields__:
        for other in variants(plain[field], words):
            try:
                yield msgspec.convert({**plain, field: other}, type(move))
            except msgspec.ValidationError:
                continue


def words_in(moves: Sequence[Any]) -> list[str]:
    """Names of cards, colours and the like, as moves have them."""
    values = (value for move in moves for value in msgspec.structs.asdict(move).values())
    return list(dict.fromkeys(value for value in values if isinstance(value, str)))[:8]


def union_of(rulebook: type[Rulebook[Any, Any]]) -> set[type]:
    """The moves of the rulebook's type parameter: `Rulebook[State, Union]`."""
    bases = (base for kind in rulebook.__mro__ for base in getattr(kind, "__orig_bases__", ()))
    union = next(typing.get_args(base)[1] for base in bases if typing.get_origin(base) is Rulebook)
    return set(typing.get_args(union) or (union,))


class Moves(Positions):
    """The table of move types, legal moves, check and apply."""

    def refusal(self, state: Any, seat: Seat, move: Any) -> Refusal | None:
        """Why the move is refused, if it is; then with a ruling and a sentence in every language."""
        try:
            self.rulebook.check(state, seat, move)
        except IllegalMove as error:
            self.assert_is_said(error.refusal)
            return error.refusal
        return None

    def assert_is_said(self, refusal: Refusal) -> None:
        assert type(refusal) in self.rulebook.refusal_types
        assert f"ruling.{refusal.cited_ruling}" in self.rulebook.texts, refusal.cited_ruling
        for language in LANGUAGES:
            sentence = self.rulebook.sentence(refusal, language)
            assert_is_text(sentence)
            assert sentence.endswith("."), sentence
            assert_is_text(self.rulebook.ruling_title(refusal.cited_ruling, language))

    def test_the_table_of_move_types_has_a_row_for_every_move_of_the_union(self) -> None:
        rows = [row.move for row in self.rulebook.move_types]
        assert len(set(rows)) == len(rows)
        assert set(rows) == union_of(type(self.rulebook))

    def test_a_row_lists_the_move_types_that_the_table_says_and_all_legal_moves_come_from_rows(self) -> None:
        book = self.rulebook
        declared = {row.move: {row.move} for row in book.move_types if row.moves}
        for row in book.move_types:
            assert (row.moves is None) == (row.listed_with is not None), row.move
            declared[row.listed_with or row.move].add(row.move)
        listed: dict[type, set[type]] = {move: set() for move in declared}
        for turn in (turn for table in tables_of(book) for turn in self.game(table)):
            moves: list[Any] = []
            for row in book.move_types:
                if row.moves and book.phase(turn.state) in row.phases:
                    some = row.moves(turn.state, turn.seat)
                    listed[row.move].update(map(type, some))
                    moves += some
            assert list(book.legal_moves(turn.state, turn.seat)) == moves
        assert listed == declared

    def test_every_decider_has_a_legal_move_until_the_end(self, table: Table) -> None:
        book = self.rulebook
        for state in self.states(table)[:-1]:
            deciders = book.deciders(state)
            assert deciders
            assert list(deciders) == sorted(set(deciders))
            assert book.end_reason(state) in (None, *book.end_reasons)
            for seat in seats(state):
                assert bool(book.legal_moves(state, seat)) == (seat in deciders)
        final = self.final(table)
        assert book.is_over(final)
        assert book.end_reason(final) in book.end_reasons
        assert not any(book.legal_moves(final, seat) for seat in seats(final))

    def test_legal_moves_pass_the_check_and_are_listed_once(self, table: Table) -> None:
        for turn in self.sample(table):
            for seat in self.rulebook.deciders(turn.state):
                moves = self.rulebook.legal_moves(turn.state, seat)
                assert len(set(moves)) == len(moves)
                assert {type(move) for move in moves} <= set(self.rulebook.move_classes)
                assert not any(self.refusal(turn.state, seat, move) for move in moves)
                assert set(moves) >= set(self.rulebook.worth_trying(turn.state, seat)) > set()

    def test_a_move_is_legal_exactly_when_the_check_passes(self, table: Table) -> None:
        """Moves of other moments of the game, by every seat, and near misses of legal ones."""
        pool = list(dict.fromkeys(turn.move for turn in self.game(table)))
        words, rng = words_in(pool), Rng(b"near misses")
        positions = self.sample(table, 20)
        refused = 0
        for turn in positions:
            for seat in seats(turn.state):
                legal = self.rulebook.legal_moves(turn.state, seat)
                some = [rng.choice(legal) for _ in range(4)] if legal else []
                misses = [miss for move in some for miss in near_misses(move, words)]
                accepted = set(legal)
                for move in [*pool, *misses]:
                    is_refused = self.refusal(turn.state, seat, move) is not None
                    assert is_refused == (move not in accepted), (seat, move)
                    refused += is_refused
        assert refused >= len(positions) * len(pool), "at least one seat waits at any time"

    def test_apply_never_changes_its_input_and_refuses_what_check_refuses(self, table: Table) -> None:
        book = self.rulebook
        for state, seat, move, step in self.sample(table):
            before = book.encode(state)
            again = book.apply(state, seat, move)
            assert book.encode(state) == before
            assert book.encode(again.state) == book.encode(step.state)
            assert again.events == step.events
            stranger = next(other for other in seats(state) if other not in book.deciders(state))
            with pytest.raises(IllegalMove):
                book.apply(state, stranger, move)

    def test_explain_names_exactly_the_move_types_that_are_not_possible(self, table: Table) -> None:
        kinds = {tag_of(kind) for kind in self.rulebook.move_classes}
        for turn in self.sample(table, 60):
            for position in (turn.state, turn.step.state):
                for seat in seats(position):
                    possible = {move.type for move in self.rulebook.legal_moves(position, seat)}
                    reasons = self.rulebook.explain(position, seat)
                    assert {reason.type for reason in reasons} == kinds - possible
                    assert len(reasons) == len(kinds - possible)
                    for reason in reasons:
                        self.assert_is_said(reason.refusal)

    def test_every_sentence_of_a_refusal_has_its_struct_and_says_its_fields(self) -> None:
        texts, refusals = self.rulebook.texts, self.rulebook.refusal_types
        sentences = {key.removeprefix("refusal.") for key in texts if key.startswith("refusal.")}
        assert sentences == {tag_of(refusal) for refusal in refusals}
        assert len(sentences) == len(refusals)
        for refusal in refusals:
            said, fields = placeholders(texts.names(f"refusal.{tag_of(refusal)}")["en"]), set(refusal.__struct_fields__)
            # A field that only chooses the ruling need not be said.
            assert said <= fields if refusal.cited_ruling is not Refusal.cited_ruling else said == fields, refusal
