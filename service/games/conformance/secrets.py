"""Secrets: what a viewer gets does not depend on what the viewer may not know."""

from __future__ import annotations

from typing import Any

import msgspec

from service.games.base import Viewer
from service.games.conformance.positions import Positions, Table, viewers
from service.games.rng import Rng
from service.games.rulebook import AnyRulebook


def what_a_viewer_gets(rulebook: AnyRulebook, state: Any, viewer: Viewer) -> dict[str, Any]:
    """All that the service answers to a viewer that depends on the state."""
    seen = rulebook.known(state, viewer)
    got: dict[str, Any] = {
        "deciders": rulebook.deciders(state),
        "phase": rulebook.phase(state),
        "known": rulebook.encode(seen),
        "view": msgspec.json.encode(rulebook.view(state, viewer)),
        "score": rulebook.score(seen),
    }
    return got if viewer is None else got | what_a_seat_gets(rulebook, state, viewer)


def what_a_seat_gets(rulebook: AnyRulebook, state: Any, seat: int) -> dict[str, Any]:
    moves, seen = list(rulebook.legal_moves(state, seat)), rulebook.known(state, seat)
    return {
        "moves": moves,
        "labels": [rulebook.label(state, move, "en") for move in moves],
        "explain": rulebook.explain(state, seat),
        "preview": [rulebook.apply(seen, seat, move).events for move in moves[:10]],
    }


def differ(one: Any, other: Any) -> bool:
    """Whether states differ in more than their seeds."""
    return bool(one != msgspec.structs.replace(other, seed=one.seed, drawn=one.drawn))


class Secrets(Positions):
    """`known` and `imagine`."""

    def test_twins_that_differ_in_secrets_look_the_same(self, table: Table) -> None:
        book, rng = self.rulebook, Rng(b"twins")
        hidden = different = 0
        for turn in self.sample(table):
            state = turn.state
            for viewer in viewers(state):
                seen = book.known(state, viewer)
                twin = book.imagine(seen, viewer, rng)
                if differ(seen, state):
                    hidden += 1
                    different += differ(twin, state)
                    assert differ(twin, seen), "nothing was imagined"
                assert what_a_viewer_gets(book, twin, viewer) == what_a_viewer_gets(book, state, viewer)
        assert bool(different) == bool(hidden)

    def test_events_tell_when_a_move_reveals_something(self, table: Table) -> None:
        """What a seat sees after its move, and could not foresee, was shown by one of the revealing events."""
        book = self.rulebook
        assert set(book.revealing_events or ()) <= set(book.event_types)
        for before, seat, move, step in self.game(table):
            assert book.has_learned(before, seat, move, step) or not book.reveals(before, seat, move, step.state)

    def test_what_is_known_is_all_that_is_needed_to_see(self, table: Table) -> None:
        book = self.rulebook
        for state in self.states(table):
            for viewer in viewers(state):
                seen = book.known(state, viewer)
                assert not seen.seed
                assert book.known(seen, viewer) == seen
                assert book.view(seen, viewer) == book.view(state, viewer)

    def test_known_states_allow_the_viewers_own_moves(self, table: Table) -> None:
        """The moves a seat has do not depend on what it does not know, and each of them can be tried out."""
        book = self.rulebook
        for turn in self.sample(table):
            for seat in book.deciders(turn.state):
                player = book.acts_for(turn.state, seat)
                seen = book.known(turn.state, player)
                moves = book.legal_moves(seen, seat)
                assert list(moves) == list(book.legal_moves(turn.state, seat))
                for move in moves[:40]:
                    assert isinstance(book.evaluate(book.apply(seen, seat, move).state, player), float)
