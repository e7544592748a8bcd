"""The list of mutants that may live is about the code as it is."""

from __future__ import annotations

import ast
import functools
from pathlib import Path

import pytest

from tests.processes import ROOT
from tools.mutants.judging import Judged, Words, judged, only_words, words


def _module(function: str) -> Path:
    """The longest part of the name that is a file."""
    parts = function.split(".")
    paths = (ROOT.joinpath(*parts[:end]).with_suffix(".py") for end in range(len(parts) - 1, 0, -1))
    return next(path for path in paths if path.is_file())


@functools.cache
def _sources(module: Path) -> dict[str, str]:
    """Every function of a module as mutmut writes it: on lines without indentation."""
    text = module.read_text()
    dotted = ".".join(module.relative_to(ROOT).with_suffix("").parts)
    found = {}
    for node in ast.parse(text).body:
        inside = node.body if isinstance(node, ast.ClassDef) else [node]
        prefix = f"{dotted}.{node.name}." if isinstance(node, ast.ClassDef) else f"{dotted}."
        for each in inside:
            if isinstance(each, ast.FunctionDef):
                lines = (ast.get_source_segment(text, each) or "").splitlines()
                found[prefix + each.name] = "\n".join(line.strip() for line in lines)
    return found


def _source(function: str) -> str:
    """Scripts are judged as a whole."""
    return (ROOT / function).read_text() if function.endswith(".lua") else _sources(_module(function))[function]


@pytest.mark.parametrize("row", judged(), ids=lambda row: row.function)
def test_what_is_judged_is_there(row: Judged) -> None:
    source = _source(row.function)
    assert row.mutants
    assert row.why
    for was, becomes in row.mutants:
        assert was in source, f"{row.function} has no such line any more: judge it again"
        assert was != becomes


def test_nothing_is_judged_twice() -> None:
    mutants = [mutant for row in judged() for mutant in row.survivors()]
    assert len(mutants) == len(set(mutants))


@pytest.mark.parametrize("row", words(), ids=lambda row: row.functions[0])
def test_who_speaks_is_there(row: Words) -> None:
    assert row.why
    assert all(_module(pattern) for pattern in row.functions)


@pytest.mark.parametrize(
    ("becomes", "is_only_words"),
    [
        ('f("bad", "XXIs it full?XX")', True),
        ('f("bad", "IS IT FULL?")', True),
        ('f("BAD", "Is it full?")', False),
        ('f("XXbadXX", "Is it full?")', False),
        ('f("bad", )', False),
        ('f("bad", None)', False),
        ('f("Is it full?")', False),
    ],
)
def test_what_is_only_said_otherwise(becomes: str, is_only_words: bool) -> None:
    assert only_words('f("bad", "Is it full?")', becomes) is is_only_words
