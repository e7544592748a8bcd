"""What is sent to clients: views, events, scores and content are what their types say."""

from __future__ import annotations

import functools
import operator
import typing
from collections.abc import Iterator
from typing import Any

import msgspec

from service.games.base import LANGUAGES, tag_of
from service.games.conformance.positions import Positions, Table, viewers
from service.games.conformance.words import assert_is_text
from service.games.rulebook import AnyRulebook


def assert_is_what_its_type_says(value: msgspec.Struct, declared: Any) -> None:
    """Whoever reads its JSON by the declared type gets the same value."""
    assert msgspec.json.decode(msgspec.json.encode(value), type=declared) == value


def structs_in(declared: Any) -> set[type]:
    """A struct and all structs in its fields."""
    return set(_structs(msgspec.inspect.type_info(declared), set()))


def _structs(info: Any, seen: set[type]) -> Iterator[type]:
    if isinstance(info, msgspec.inspect.StructType):
        if info.cls in seen:
            return
        seen.add(info.cls)
        yield info.cls
    for name in info.__struct_fields__ if isinstance(info, msgspec.Struct) else ():
        part = getattr(info, name)
        for each in part if isinstance(part, tuple) else (part,):
            yield from _structs(each, seen)


def phases_of(rulebook: AnyRulebook) -> set[str]:
    """The phases that the view's type has."""
    return set(typing.get_args(typing.get_type_hints(rulebook.view_type)["phase"]))


def packs_of(rulebook: AnyRulebook) -> tuple[str, ...]:
    return rulebook.packs.names if rulebook.packs else ("",)


def structs_sent_by(rulebook: AnyRulebook) -> set[type]:
    """Every struct that becomes a class of the SDK."""
    declared = [*rulebook.move_classes, *rulebook.event_types, rulebook.view_type, rulebook.content_type]
    return set().union(*map(structs_in, declared))


class Shown(Positions):
    """Views, events, ledgers and content."""

    def test_views_are_what_their_type_says(self, table: Table) -> None:
        for state in self.states(table):
            for viewer in viewers(state):
                view = self.rulebook.view(state, viewer)
                assert type(view) is self.rulebook.view_type
                assert_is_what_its_type_says(view, self.rulebook.view_type)
                assert view.deciders == self.rulebook.deciders(state)
                assert view.phase == self.rulebook.phase(state)
                assert [seat.seat for seat in view.seats] == list(range(1, table.players + 1))

    def test_events_are_of_the_types_declared(self, table: Table) -> None:
        union = functools.reduce(operator.or_, self.rulebook.event_types)
        for turn in self.game(table):
            assert turn.step.events, "whoever waits for events is woken by every move"
            for event in turn.step.events:
                assert type(event) in self.rulebook.event_types
                assert_is_what_its_type_says(event, union)
                assert event.plain()["type"] == event.type
                assert 0 <= event.seat <= table.players

    def test_previews_are_what_their_types_say(self, table: Table) -> None:
        book = self.rulebook
        union = functools.reduce(operator.or_, book.event_types)
        for turn in self.sample(table):
            player = book.acts_for(turn.state, turn.seat)
            seen = book.known(turn.state, player)
            for move in book.legal_moves(seen, turn.seat)[:20]:
                step = book.apply(seen, turn.seat, move)
                assert_is_what_its_type_says(book.view(step.state, player), book.view_type)
                for event in step.events:
                    assert_is_what_its_type_says(event, union)

    def test_phases_of_the_table_of_move_types_and_of_the_view_are_the_same(self, table: Table) -> None:
        decided = {phase for row in self.rulebook.move_types for phase in row.phases}
        assert {self.rulebook.phase(state) for state in self.states(table)[:-1]} <= decided
        assert phases_of(self.rulebook) == decided | {self.rulebook.phase(self.final(table))}

    def test_ledgers_add_up_and_winners_come_at_the_end(self, table: Table) -> None:
        rules = self.rulebook.content(packs_of(self.rulebook)[0], "en").texts["score"]
        for turn in self.sample(table):
            for position in (turn.state, turn.step.state):
                score = self.rulebook.score(position)
                assert [seat.seat for seat in score.seats] == list(range(1, table.players + 1))
                assert all(seat.total == sum(line.amount for line in seat.lines) for seat in score.seats)
                assert {line.rule for seat in score.seats for line in seat.lines} <= set(rules)
                assert bool(score.winners) == self.rulebook.is_over(position)

    def test_content_is_what_its_type_says_in_every_language(self) -> None:
        book = self.rulebook
        config = book.content_type.__struct_config__
        assert (config.tag_field, config.tag) == ("rulebook", book.id)
        for pack in packs_of(book):
            contents = [book.content(pack, language) for language in LANGUAGES]
            for content, language in zip(contents, LANGUAGES, strict=True):
                assert_is_what_its_type_says(content, book.content_type)
                assert (content.pack, content.language) == (pack, language)
                assert content.pack_hash == (book.packs.by_name(pack).hash if book.packs else "")
            assert len({msgspec.json.encode(content) for content in contents}) == len(LANGUAGES)

    def test_content_has_words_for_phases_ends_and_rulings(self) -> None:
        for pack in packs_of(self.rulebook):
            for language in LANGUAGES:
                content = self.rulebook.content(pack, language)
                assert set(content.texts["phase"]) == phases_of(self.rulebook)
                assert set(content.texts["end"]) == set(self.rulebook.end_reasons)
                assert content.rulings == self.rulebook.texts.under("ruling", language)
                for words in (*content.texts.values(), content.rulings):
                    for word in words.values():
                        assert_is_text(word)

    def test_what_is_sent_has_names_of_its_own_and_is_described(self) -> None:
        sent = structs_sent_by(self.rulebook)
        names = sorted(struct.__name__ for struct in sent)
        assert names == sorted(set(names))
        assert not [struct.__name__ for struct in sent if not (struct.__doc__ or "").strip()]

    def test_no_two_types_of_moves_or_events_have_the_same_tag(self) -> None:
        for kinds in (self.rulebook.move_classes, self.rulebook.event_types):
            assert len({tag_of(kind) for kind in kinds}) == len(kinds)
