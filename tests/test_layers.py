"""Who may import whom: the packages of the service are layers, and imports go down only."""

from __future__ import annotations

import ast
import functools
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("cli", "serve", "api", "schemas", "usecases", "store", "wire", "games", "core")
"""From the top to the bottom: each may import those that follow it."""

ALLOWED: dict[str, set[str]] = {
    **{package: set(PACKAGES[index + 1 :]) for index, package in enumerate(PACKAGES)},
    "games": set(),
    "cli": {*PACKAGES[1:], "openapi", "almagest_sdk"},
    "worker": {"cli", "serve", "usecases", "store", "wire", "games", "core"},
    "openapi": {"api", "almagest_sdk"},
    "almagest_sdk": set(),
}

ONE_WAY = (
    "service.core",
    "service.games",
    "service.wire",
    "service.store",
    "service.schemas",
    "service.serve",
    "service.cli",
)
"""Layers whose features build on each other without a circle."""


def _package(module: str) -> str:
    """The layer that a module belongs to; empty for modules that are not ours."""
    first, *rest = module.split(".")
    if first == "service":
        return rest[0] if rest else "service"
    return first if first in ("worker", "openapi", "almagest_sdk", "tests", "tools") else ""


@functools.cache
def _nodes(file: Path) -> list[ast.AST]:
    return list(ast.walk(ast.parse(file.read_text())))


def _imports(file: Path) -> Iterator[str]:
    """Everything that a file imports, also inside functions."""
    for node in _nodes(file):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{name.name}" for name in node.names)


def _files(package: str) -> list[Path]:
    folder = {"almagest_sdk": "sdk/almagest_sdk"}.get(package, f"service/{package}" if package in PACKAGES else package)
    return sorted((ROOT / folder).rglob("*.py"))


def test_imports_go_down() -> None:
    imports = [(package, file, name) for package in ALLOWED for file in _files(package) for name in _imports(file)]
    upward = [(file, name) for package, file, name in imports if _package(name) not in {"", package, *ALLOWED[package]}]
    assert upward == []


def test_every_package_is_a_layer() -> None:
    found = {path.parent.name for path in (ROOT / "service").glob("*/__init__.py")}
    assert found == set(PACKAGES)


def test_nothing_is_imported_relatively() -> None:
    """The tests here do not see an import with a dot in front."""
    files = [file for package in ALLOWED for file in _files(package)]
    relative = [file for file in files for node in _nodes(file) if isinstance(node, ast.ImportFrom) and node.level]
    assert relative == []


def _modules() -> dict[str, Path]:
    files = [file for package in (*PACKAGES, "worker") for file in _files(package)]
    return {".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): file for file in files}


def _module(name: str, modules: Iterable[str]) -> str:
    """The module that `from a.b import c` reads: a.b.c if that is one, else a.b."""
    return name if name in modules else name.rpartition(".")[0]


def _graph() -> dict[str, set[str]]:
    modules = _modules()
    imported = {name: {_module(each, modules) for each in _imports(file)} for name, file in modules.items()}
    return {name: (found & modules.keys()) - {name} for name, found in imported.items()}


def test_no_modules_import_each_other() -> None:
    graph = _graph()
    # The description of the API is made from the application, which serves it.
    graph["service.api.openapi.description"] -= {"service.api.app"}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" imports ".join(reversed(error.args[1])))


def _feature(module: str, layer: str) -> str:
    """The part of a layer that a module belongs to: a folder, or a module beside the folders."""
    return module.removeprefix(f"{layer}.").split(".")[0] if module.startswith(f"{layer}.") else ""


def _reachable(start: str, graph: Mapping[str, set[str]]) -> set[str]:
    found: set[str] = set()
    new = {start}
    while new:
        new = set().union(*(graph.get(each, set()) for each in new)) - found
        found |= new
    return found


def _mutual(layer: str, modules: Mapping[str, set[str]]) -> set[str]:
    """The features of a layer that import themselves through others."""
    graph = defaultdict[str, set[str]](set)
    for module, imported in modules.items():
        feature = _feature(module, layer)
        if feature:
            graph[feature] |= {_feature(each, layer) for each in imported} - {"", feature}
    return {each for each in graph if each in _reachable(each, graph)}


def test_features_of_a_layer_do_not_import_each_other_in_a_circle() -> None:
    modules = _graph()
    assert {layer: circle for layer in ONE_WAY if (circle := _mutual(layer, modules))} == {}


def test_a_public_class_name_is_used_once() -> None:
    """Outside the rules of games, where every game has its own `State`, `View` and `Content`."""
    files = [file for name, file in _modules().items() if not name.startswith("service.games.")]
    classes = Counter(
        node.name
        for file in files
        for node in ast.parse(file.read_text()).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    assert [name for name, count in classes.items() if count > 1] == []


RULES_NEED_NO = ("flask", "redis", "celery", "marshmallow", "time", "datetime", "random", "secrets", "socket")


def test_the_rules_know_no_web_no_store_and_no_clock() -> None:
    """The conformance tests that ship with the service may."""
    files = [file for file in _files("games") if "conformance" not in file.parts]
    assert len(files) > 50
    for file in files:
        assert {name.split(".")[0] for name in _imports(file)}.isdisjoint(RULES_NEED_NO), file
