"""The generator on a description made by hand: what it writes, and that the written package reads and sends it."""

from __future__ import annotations

import ast
import importlib
import json
import sys
import timeit
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from openapi import generate, layout
from openapi.annotations import annotation, union
from openapi.components import components
from openapi.export import SPEC
from tests.sdk import described, samples
from tests.sdk.scripted import Reply, scripted

PACKAGE = "almagest_sdk"


def _ours() -> dict[str, ModuleType]:
    return {name: each for name, each in sys.modules.items() if name.partition(".")[0] == PACKAGE}


@pytest.fixture(scope="module")
def sdk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The written package, imported in the place of the installed one."""
    directory = tmp_path_factory.mktemp("written")
    generate.write(described.spec(), directory)
    installed = _ours()
    for name in installed:
        del sys.modules[name]
    sys.path.insert(0, str(directory))
    try:
        found: Any = importlib.import_module(PACKAGE)
        assert Path(found.__file__).is_relative_to(directory)
        yield found
    finally:
        sys.path.remove(str(directory))
        for name in _ours():
            del sys.modules[name]
        sys.modules.update(installed)


@pytest.fixture(scope="module")
def decode(sdk: Any) -> Callable[[Any, Any], Any]:
    found: Callable[[Any, Any], Any] = sdk._codec.decode
    return found


def _event(kind: str, **more: Any) -> dict[str, Any]:
    return {"id": 4, "version": 2, "type": kind, "seat": 1, **more}


MARKED = _event("stars_marked", card="leo", stars=[1, 2], stardust=2, telescopes=0)
VIEW = {
    "phase": "observe",
    "round": 1,
    "last_round": False,
    "active": 1,
    "deciders": [1],
    "seats": [{"seat": 1, "stardust": 4, "telescopes": 0}],
    "sky": ["leo"],
    "sphere": 2,
}


def _astra_game(**changes: Any) -> dict[str, Any]:
    return samples.game(view=VIEW, **changes)


# What is written


def test_the_same_description_gives_the_same_bytes() -> None:
    first, second = (
        generate.generate_files(described.spec()),
        generate.generate_files(json.loads(json.dumps(described.spec()))),
    )
    assert first == second
    assert list(first) == sorted(first)


@pytest.mark.parametrize("spec", [described.spec(), json.loads(SPEC.read_bytes())], ids=["by hand", "published"])
def test_what_is_written_is_python_3_10_in_short_lines(spec: dict[str, Any]) -> None:
    for name, code in generate.generate_files(spec).items():
        ast.parse(code, feature_version=(3, 10))
        assert code.startswith(generate.HEADER)
        assert [line for line in code.splitlines() if len(line) > layout.WIDTH] == [], name
        assert not any(line.endswith(" ") for line in code.splitlines()), name
        assert "\n\n\n\n" not in code, name


def test_a_move_is_a_frozen_class_with_its_tag_and_its_text() -> None:
    assert '''@dataclass(frozen=True, kw_only=True)
class Observe:
    """Mark a path."""

    type: Literal["observe"] = "observe"
    card: str
    path: Sequence[int]
''' in generate.generate_files(described.spec())["astra.py"]


def test_what_is_shared_is_shared_and_a_union_of_rulebooks_stands_above_them() -> None:
    files = generate.generate_files(described.spec())
    assert "class GameStarted:" in files["shared.py"]
    assert (
        "Event: TypeAlias = _shared.GameStarted | _shared.GameFinished | StarsMarked | UnknownEvent"
        in files["astra.py"]
    )
    assert "Game: TypeAlias = astra.Game | nebula.Game\n" in files["models.py"]
    assert "View: TypeAlias = astra.View | nebula.View\n" in files["models.py"]


def test_content_is_the_named_rulebooks() -> None:
    code = generate.generate_files(described.spec())["resources.py"]
    assert 'rulebook_id: Literal["nebula"],' in code
    assert ") -> nebula.Content: ..." in code


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"const": 'a "word"'}, 'Literal["a \\"word\\""]'),
        ({"enum": ["a", None, 1]}, 'Literal["a", None, 1]'),
        ({"type": ["string", "null"], "format": "date-time"}, "datetime | None"),
        ({"anyOf": [{"type": "null"}, described.ref("X")]}, "X | None"),
        ({"type": "array", "items": {"anyOf": [described.NUMBER, described.TEXT]}}, "Sequence[int | str]"),
        (described.pair(described.NUMBER, described.listed(described.ref("X"))), "tuple[int, Sequence[X]]"),
        ({"type": "object", "additionalProperties": described.listed(described.FLAG)}, "Mapping[str, Sequence[bool]]"),
        (described.OPEN, "Record"),
        ({"allOf": [described.ref("X")], "description": "text"}, "X"),
        ({}, "Any"),
    ],
)
def test_schemas_as_annotations(schema: dict[str, Any], expected: str) -> None:
    assert annotation(schema, lambda key: key) == expected


def test_a_union_has_each_kind_once() -> None:
    assert union(["int | None", "Sequence[int | None]", "int"]) == "int | Sequence[int | None] | None"


def test_two_components_of_one_name_are_refused() -> None:
    spec = described.spec()
    spec["components"]["schemas"]["AstraSeatView"]["x-name"] = "Observe"
    with pytest.raises(ValueError, match="AstraSeatView cannot be called Observe in the SDK: AstraObserveMove"):
        components(spec)


def test_a_rulebook_cannot_take_the_name_of_a_module() -> None:
    spec = described.spec()
    spec["components"]["schemas"]["AstraPhase"]["x-rulebook"] = "models"
    with pytest.raises(ValueError, match="a rulebook cannot be called 'models'"):
        components(spec)


def test_a_rulebook_that_needs_another_is_refused() -> None:
    spec = described.spec()
    spec["components"]["schemas"]["AstraView"]["properties"]["sky"] = described.ref("NebulaCell")
    with pytest.raises(ValueError, match="AstraView of astra refers to NebulaCell"):
        components(spec)


def test_long_texts_and_unions_are_broken() -> None:
    text = layout.docstring("word " * 60, 4)
    assert text.startswith('"""word')
    assert text.endswith('\n    """')
    assert all(len(line) <= layout.WIDTH for line in text.splitlines())
    codes = "Literal[" + ", ".join(f'"problem_{number}"' for number in range(40)) + "]"
    alias = layout.break_assignment("Code", codes)
    assert all(len(line) <= layout.WIDTH for line in alias.splitlines())
    ast.parse(alias)
    ast.parse(layout.break_assignment("Move", " | ".join(f"SomeLongMove{number}" for number in range(20))))
    field = layout.break_declaration(f"code: {codes} | None | Unset = UNSET")
    assert all(len(line) <= layout.WIDTH for line in field.splitlines())
    ast.parse(field)


# What the written package reads


def test_events_are_told_apart(sdk: Any, decode: Any) -> None:
    started, marked = decode(sdk.astra.EventPage, {"events": [_event("game_started"), MARKED], "next": 4}).events
    assert isinstance(started, sdk.models.GameStarted)
    assert marked == sdk.astra.StarsMarked(id=4, version=2, seat=1, card="leo", stars=[1, 2], stardust=2, telescopes=0)


def test_an_event_of_a_newer_server_is_survived(sdk: Any, decode: Any) -> None:
    event = decode(sdk.astra.Event, _event("comet_seen", tail={"length": 3}))
    assert isinstance(event, sdk.UnknownEvent)
    assert (event.type, event.name, event.id, event.version, event.seat) == ("unknown", "comet_seen", 4, 2, 1)
    assert event.more.tail.length == 3


def test_a_game_is_its_rulebooks(sdk: Any, decode: Any) -> None:
    game = decode(sdk.models.Game, _astra_game())
    assert isinstance(game, sdk.astra.Game)
    assert game.view.seats[0].stardust == 4
    assert decode(sdk.models.Game, _astra_game() | {"view": None}).view is None


def test_a_game_or_a_move_that_nobody_knows_is_unexpected(sdk: Any, decode: Any) -> None:
    with pytest.raises(ValueError, match="does not know the rulebook 'comets'"):
        decode(sdk.models.Game, _astra_game(rulebook="comets"))
    with pytest.raises(ValueError, match="does not know the type 'fly'"):
        decode(sdk.astra.Move, {"type": "fly"})


def test_offers_have_typed_moves(sdk: Any, decode: Any) -> None:
    offer = {"move": {"type": "observe", "card": "leo", "path": [1]}, "label": "Observe", "ruling": "A-3"}
    wire = {"rulebook": "astra", "version": 1, "seat": 1, "moves": [offer], "unavailable": []}
    found = decode(sdk.models.LegalMoves, wire).moves[0]
    assert found == sdk.Offer(sdk.astra.Observe(card="leo", path=[1]), "Observe", "A-3")
    assert sdk._codec.encode(found) == offer


def test_maps_tuples_and_defaults(sdk: Any, decode: Any) -> None:
    card = {"id": "leo", "name": "Leo", "ability": {"text": "Gain."}, "stars": {"1": [3, 4]}}
    found = decode(sdk.models.Content, {"rulebook": "astra", "constellations": [card]}).constellations[0]
    assert found.stars == {"1": (3, 4)}
    assert found.ability.amount == 1
    with pytest.raises(ValueError, match="zip"):
        decode(sdk.astra.Constellation, card | {"stars": {"1": [3, 4, 5]}})


def test_a_class_may_refer_to_itself_and_a_word_of_python_be_a_field(sdk: Any, decode: Any) -> None:
    wire = {"id": "2", "from": {"id": "1", "from": None}}
    cell = decode(sdk.nebula.Cell, wire)
    assert cell.from_ == sdk.nebula.Cell(id="1", from_=None)
    assert sdk._codec.encode(cell) == wire


@pytest.mark.parametrize("step", [3, None, [1, {"id": "1", "from": None}]])
def test_mixed_unions_go_by_shape(step: Any, sdk: Any, decode: Any) -> None:
    found = decode(sdk.nebula.View, {"round": 1, "cells": [], "step": step}).step
    assert found == ((1, sdk.nebula.Cell(id="1", from_=None)) if isinstance(step, list) else step)


WORDS = some.text(max_size=5)
NUMBERS = some.integers()
MOVES = some.one_of(
    some.builds(lambda card, path: {"type": "observe", "card": card, "path": path}, WORDS, some.lists(NUMBERS)),
    some.builds(lambda card: {"type": "use_ability", "card": card}, WORDS),
    some.builds(
        lambda card, count: {"type": "use_ability", "card": card, "telescopes": count}, WORDS, some.none() | NUMBERS
    ),
)


@given(MOVES)
def test_what_is_read_is_sent_as_it_was(sdk: Any, decode: Any, wire: dict[str, Any]) -> None:
    move = decode(sdk.astra.Move, wire)
    assert sdk._codec.encode(move) == wire
    assert decode(sdk.astra.Move, sdk._codec.encode(move)) == move


@given(some.recursive(some.none(), lambda inner: some.builds(lambda cell: {"id": "1", "from": cell}, inner)))
def test_cells_of_any_depth_are_sent_as_they_were(sdk: Any, decode: Any, wire: Any) -> None:
    cell = {"id": "0", "from": wire}
    assert sdk._codec.encode(decode(sdk.nebula.Cell, cell)) == cell


@given(MOVES, some.dictionaries(some.text(min_size=1, max_size=3).map("new_{}".format), NUMBERS))
def test_what_is_new_is_ignored(sdk: Any, decode: Any, wire: dict[str, Any], new: dict[str, int]) -> None:
    assert decode(sdk.astra.Move, wire | new) == decode(sdk.astra.Move, wire)


def test_many_offers_are_read_in_a_moment(sdk: Any, decode: Any) -> None:
    """Under a millisecond on an idle machine; the bound only notices a decoder that is made again each time."""
    offer = {"move": {"type": "observe", "card": "leo", "path": [1, 2]}, "label": "Observe", "ruling": "A-3"}
    wire = {"rulebook": "astra", "version": 1, "seat": 1, "moves": [offer] * 500, "unavailable": []}
    assert min(timeit.repeat(lambda: decode(sdk.models.LegalMoves, wire), number=1, repeat=5)) < 0.05


# The written package at work


def test_a_table_of_the_written_package(sdk: Any) -> None:
    created = {"rulebook": "astra", "game": _astra_game(), "seat": 1, "token": "t", "tokens": []}
    played = {"rulebook": "astra", "version": 4, "events": [MARKED], "game": _astra_game(version=4)}
    with scripted([Reply(201, created), Reply(200, played)]) as script:
        table = sdk.Almagest(script.url).games.create("astra", seats=2, name="Ada")
        assert isinstance(table, sdk.AstraTable)
        assert table.view.sky == ["leo"]
        assert table.play(sdk.astra.Observe(card="leo", path=[1])).events[0].stardust == 2


def test_a_game_of_a_rulebook_it_does_not_know_is_in_the_family(sdk: Any) -> None:
    comets, refused = Reply(200, _astra_game(rulebook="comets")), sdk.errors.UnexpectedAnswer
    with scripted([comets]) as script, pytest.raises(refused, match="comets"):
        sdk.Almagest(script.url).games.watch(samples.GAME_ID)
