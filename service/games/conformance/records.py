"""Records: what is stored of a game, and that it is the same in every process."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import msgspec
import pytest

from service.games import codec
from service.games.base import LANGUAGES, OptionError
from service.games.conformance.positions import Positions, Table
from service.games.play_out import random_game, tables
from service.games.rng import Rng
from service.games.rulebook import AnyRulebook

LARGEST = 4096
REPLAY = """
import importlib, sys
from service.games.conformance.records import digests
print(*digests(getattr(importlib.import_module(sys.argv[1]), sys.argv[2])()), sep="\\n")
"""


def digests(rulebook: AnyRulebook) -> list[str]:
    """The final state of a random game per table."""
    finals = [list(random_game(rulebook, *table, b"hash"))[-1].step.state for table in tables(rulebook)]
    return [rulebook.digest(final) for final in finals]


def digests_elsewhere(rulebook: AnyRulebook, hash_seed: str) -> list[str]:
    """The same, found by another process."""
    kind = type(rulebook)
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    return subprocess.run(
        [sys.executable, "-c", REPLAY, kind.__module__, kind.__qualname__],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()


class Records(Positions):
    """States as bytes, options, packs."""

    def test_setup_depends_on_nothing_but_players_options_and_seed(self, table: Table) -> None:
        options = dict(table.options)
        first, second = (self.rulebook.setup(table.players, options, Rng(b"setup")) for _ in range(2))
        assert self.rulebook.encode(first) == self.rulebook.encode(second)
        assert first.players == table.players
        assert first.seed == b"setup"

    def test_states_survive_encoding(self, table: Table) -> None:
        for state in self.states(table):
            data = self.rulebook.encode(state)
            again = self.rulebook.decode(data)
            assert type(again) is self.rulebook.state_type
            assert again == state
            assert self.rulebook.encode(again) == data
            assert len(data) <= LARGEST

    def test_states_say_their_schema_and_rules(self, table: Table) -> None:
        for state in self.states(table):
            assert codec.schema_of(self.rulebook.encode(state)) == state.schema == self.rulebook.schema
            assert state.rules == self.rulebook.rules

    def test_a_state_of_another_schema_is_not_mistaken_for_one_of_this(self, table: Table) -> None:
        plain = codec.plain(self.rulebook.encode(self.final(table)))
        for other in (self.rulebook.schema - 1, self.rulebook.schema + 1):
            with pytest.raises(codec.OtherSchema) as refused:
                self.rulebook.decode(msgspec.msgpack.encode([other, *plain[1:]]))
            assert refused.value.found == other

    def test_every_past_schema_can_be_upgraded(self) -> None:
        assert set(self.rulebook.upgrades) == set(range(1, self.rulebook.schema))

    def test_the_same_seed_and_moves_give_the_same_hash_in_every_process(self) -> None:
        here = digests(self.rulebook)
        assert [digests_elsewhere(self.rulebook, seed) for seed in ("0", "4711")] == [here, here]

    def test_a_broken_pack_is_refused_with_a_reason_and_the_own_is_not(self) -> None:
        packs = self.rulebook.packs
        if packs is None:
            assert not any(option.name == "pack" for option in self.rulebook.options)
            return
        assert packs.problems(b"{")
        assert packs.problems(b"[]")
        assert not any(packs.problems(packs.source(packs.by_name(name).hash)) for name in packs.names)

    def test_a_pack_needs_no_language_but_english(self) -> None:
        packs = self.rulebook.packs
        if packs is None:
            return
        for name in packs.names:
            own = msgspec.json.decode(packs.source(packs.by_name(name).hash))
            english = packs.remember(msgspec.json.encode(in_english_alone(own)))
            for language in LANGUAGES:
                assert self.rulebook.content(english.hash, language).name

    def test_games_name_their_pack_by_its_hash(self, table: Table) -> None:
        packs, state = self.rulebook.packs, self.final(table)
        if packs is None:
            assert (state.pack, state.pack_hash) == ("", "")
            return
        assert packs.by_hash(state.pack_hash).id == state.pack == dict(table.options)["pack"]
        assert len(bytes.fromhex(state.pack_hash)) == 32

    def test_options_are_completed_and_wrong_ones_named(self) -> None:
        book = self.rulebook
        assert book.complete_options({}) == {option.name: option.default for option in book.options}
        assert wrong_option(book, "nonsense") == "nonsense"
        assert all(wrong_option(book, option.name) == option.name for option in book.options)


def in_english_alone(part: Any) -> Any:
    """The same part of a pack, its texts without any other language."""
    if isinstance(part, list):
        return [in_english_alone(each) for each in part]
    if not isinstance(part, dict):
        return part
    return {key: in_english_alone(each) for key, each in part.items() if key not in LANGUAGES or key == "en"}


def wrong_option(rulebook: Any, name: str) -> str:
    """The field that the error names when an option has a nonsensical value."""
    with pytest.raises(OptionError) as refused:
        rulebook.complete_options({name: "nonsense"})
    return refused.value.field
