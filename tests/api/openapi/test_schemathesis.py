"""The short form of `make fuzz`: schemathesis with all its checks on the running service."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from tests.api.fuzz import MOVING, Pass, fuzz, narrowed, serving
from tests.driver import Table, rulebooks
from tests.processes import Server

EXAMPLES = 3
ENDED = ("rotateToken", "resignSeat")
"""Of those that end a token; `make fuzz` has them all."""


@pytest.fixture(scope="module")
def own_server() -> Iterator[Server]:
    with serving() as server:
        yield server


def test_everything_but_what_ends_a_token(own_server: Server, tmp_path: Path) -> None:
    assert fuzz(own_server, tmp_path, Pass("nebula", 3, EXAMPLES)) > 250


@pytest.mark.parametrize("operation", ENDED)
def test_what_ends_a_token(own_server: Server, tmp_path: Path, operation: str) -> None:
    assert fuzz(own_server, tmp_path, Pass("nebula", 3, EXAMPLES, operation)) > 5


def _moves(spec: Any) -> list[Any]:
    """What is sent as a move, taken out of a description."""
    operations = [each for path in spec["paths"].values() for each in path.values() if isinstance(each, dict)]
    moving = [each for each in operations if each.get("operationId") in MOVING]
    return [each.pop("requestBody")["content"]["application/json"]["schema"] for each in moving]


def _members(spec: Any, reference: Any) -> set[str]:
    union = spec["components"]["schemas"][reference["$ref"].rpartition("/")[2]]
    return {each["$ref"] for each in union["oneOf"]}


@pytest.mark.parametrize("rulebook", rulebooks())
def test_moves_alone_are_narrowed_and_to_a_part_of_what_is_served(app: Flask, rulebook: str) -> None:
    """The decision of CONTRIBUTING: the address of a game does not say which rulebook it has, so all are served."""
    served = app.test_client().get("/openapi.json").json
    narrow = narrowed(deepcopy(served), rulebook)
    whole, parts = _moves(served), _moves(narrow)
    assert len(whole) == len(MOVING)
    union, part = (_members(served, each) for each in (whole[0], parts[0]))
    assert part < union
    assert all(_members(served, each) == union for each in whole)
    assert narrow == served


@pytest.mark.parametrize("path", ["/moves", "/moves/preview"])
def test_a_move_of_another_rulebook_is_described_and_refused_by_its_type(app: Flask, path: str) -> None:
    table = Table.full(app, "nebula", 2)
    refused = table.post(path, table.game()["deciders"][0], {"type": "observe", "path": []}, If_Match='"0"')
    assert (refused.status_code, (refused.json or {})["code"]) == (422, "invalid_field")
    assert (refused.json or {})["field"] == "type"
