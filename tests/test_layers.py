"""Who may import whom. Packages of the service stand above each other; what stands above imports what is below."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("cli", "serve", "api", "schemas", "usecases", "store", "wire", "games", "core")
"""From the top to the ground: each may import those that follow it."""

ALLOWED: dict[str, set[str]] = {
    **{package: set(PACKAGES[place + 1 :]) for place, package in enumerate(PACKAGES)},
    # Rules know nobody; the lowest layer checks the host's own content packs by the list of games.
    "games": set(),
    "core": {"games"},
    "cli": {*PACKAGES[1:], "openapi", "almagest_sdk"},
    "worker": {"cli", "serve", "usecases", "store", "wire", "games", "core"},
    "openapi": {"api", "almagest_sdk"},
    "almagest_sdk": set(),
}

EXCEPTIONS = {
    ("service/core/settings.py", "service.store.redis.client"): "whoever starts something has the store's URL tried",
    ("service/core/settings.py", "service.store.jobs.broker"): "whoever starts something has the broker's URL tried",
}
"""Imports against the order, and why."""


def _home(module: str) -> str:
    """The package, or the package, that a module belongs to; empty for what is not ours."""
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
    folder = {"almagest_sdk": "sdk/almagest_sdk"}.get(home, f"service/{home}" if home in PACKAGES else home)
    return sorted((ROOT / folder).rglob("*.py"))


def _crossings(home: str) -> Iterator[tuple[str, str]]:
    """Files of a package, and what they import from other packages, also inside functions."""
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
    assert EXCEPTIONS.keys() <= set(_crossings("core"))


def test_every_package_has_its_place() -> None:
    found = {path.parent.name for path in (ROOT / "service").glob("*/__init__.py")}
    assert found == set(PACKAGES)


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
