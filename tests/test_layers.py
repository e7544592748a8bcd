"""Who may import whom. Rooms of the service stand above each other; what stands above imports what is below."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROOMS = ("cli", "run", "api", "schemas", "tables", "store", "wire", "games")
STACK = ("api", "schemas", "tables", "store", "wire", "games")
"""From the top to the ground: each may import those that follow it."""

BELOW = {room: set(STACK[place + 1 :]) for place, room in enumerate(STACK)}
ALLOWED: dict[str, set[str]] = {
    **BELOW,
    # Settings, log lines and counters are needed where requests are answered, games are changed and listeners wait.
    "api": BELOW["api"] | {"run"},
    "tables": BELOW["tables"] | {"run"},
    "store": BELOW["store"] | {"run"},
    "run": {"games"},
    "cli": {"api", "run", "tables", "games", "openapi", "almagest_sdk"},
    "worker": {"cli", "run", "tables", "store", "wire", "games"},
    "openapi": {"api", "almagest_sdk"},
    "almagest_sdk": set(),
}

EXCEPTIONS = {
    ("service/run/settings.py", "service.store.client"): "whoever starts something has the store's URL tried first",
    ("service/run/queue.py", "service.store.outbox"): "a hint is an entry of the outbox, told to Celery",
    ("service/run/queue.py", "service.store.client"): "a broker that is a Redis is tried like a store",
    ("service/run/gunicorn.py", "service.api"): "what is not HTTP is answered as a problem, too",
}
"""Imports against the order, and why."""


def _home(module: str) -> str:
    """The room, or the package, that a module belongs to; empty for what is not ours."""
    first, *rest = module.split(".")
    if first == "service":
        return rest[0] if rest else "service"
    return first if first in ("worker", "openapi", "almagest_sdk", "tests", "tools") else ""


def _imported(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (name.name for name in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module:
        whole = node.module == "service"
        yield from (f"service.{name.name}" for name in node.names) if whole else (node.module,)


def _files(home: str) -> list[Path]:
    folder = {"almagest_sdk": "sdk/almagest_sdk"}.get(home, f"service/{home}" if home in ROOMS else home)
    return sorted((ROOT / folder).rglob("*.py"))


def _crossings(home: str) -> Iterator[tuple[str, str]]:
    """Files of a room, and what they import of other rooms, inside of functions as well."""
    for file in _files(home):
        for node in ast.walk(ast.parse(file.read_text())):
            for module in _imported(node):
                if _home(module) not in ("", home):
                    yield str(file.relative_to(ROOT)), module


@pytest.mark.parametrize("home", sorted(ALLOWED))
def test_imports_go_down(home: str) -> None:
    crossings = [each for each in _crossings(home) if each not in EXCEPTIONS]
    assert [each for each in crossings if _home(each[1]) not in ALLOWED[home]] == []


def test_every_exception_is_needed() -> None:
    assert EXCEPTIONS.keys() <= set(_crossings("run"))


def test_every_room_has_its_place() -> None:
    found = {path.parent.name for path in (ROOT / "service").glob("*/__init__.py")}
    assert found == set(ROOMS)


def test_nothing_is_imported_relatively() -> None:
    """A dot in front would hide an import from the tests above."""
    for home in ALLOWED:
        for file in _files(home):
            nodes = ast.walk(ast.parse(file.read_text()))
            assert not [node for node in nodes if isinstance(node, ast.ImportFrom) and node.level], file


RULES_NEED_NO = ("flask", "redis", "celery", "marshmallow", "time", "datetime", "random", "secrets", "socket")


def test_the_rules_know_no_web_no_store_and_no_clock() -> None:
    """Tests that ship with the service, for every rulebook to pass, may."""
    files = _files("games")
    assert len(files) > 50
    for file in files:
        if "conformance" in file.parts:
            continue
        imported = {
            module.split(".")[0] for node in ast.walk(ast.parse(file.read_text())) for module in _imported(node)
        }
        assert imported.isdisjoint(RULES_NEED_NO), file
