"""The list of mutants that may live is about the code as it is."""

from __future__ import annotations

import ast
import functools
from pathlib import Path

import pytest

from tests.processes import ROOT
from tools.mutants.judging import Alike, Judged, Survivor, Words, alike, is_judged_by_rule, judged, only_words, words


def _module(function: str) -> Path:
    """The longest part of the name that is a file."""
    parts = function.split(".")
    paths = (ROOT.joinpath(*parts[:end]).with_suffix(".py") for end in range(len(parts) - 1, 0, -1))
    return next(path for path in paths if path.is_file())


@functools.cache
def _sources(module: Path) -> dict[str, str]:
    """Every function of a module as mutants are told: on lines without indentation, and without its name."""
    text = module.read_text()
    dotted = ".".join(module.relative_to(ROOT).with_suffix("").parts)
    found = {}
    for node in ast.parse(text).body:
        inside = node.body if isinstance(node, ast.ClassDef) else [node]
        prefix = f"{dotted}.{node.name}." if isinstance(node, ast.ClassDef) else f"{dotted}."
        for each in inside:
            if isinstance(each, ast.FunctionDef):
                lines = (ast.get_source_segment(text, each) or "").splitlines()
                source = "\n".join(line.strip() for line in lines)
                found[prefix + each.name] = source.replace(f"def {each.name}(", "def it(", 1)
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


@pytest.mark.parametrize("row", alike(), ids=lambda row: row.why)
def test_what_is_alike_says_why(row: Alike) -> None:
    assert row.why
    assert row.functions


@pytest.mark.parametrize(
    ("was", "becomes", "is_alike"),
    [
        ("zip(found, rows, strict=True)", "zip(found, rows, strict=False)", True),
        ("zip(found, rows, strict=True)", "zip(found, rows, )", True),
        ("zip(found, rows, strict=True)", "zip(found, strict=True)", False),
        ('zip(fields, text.split("/"), strict=True)', 'zip(fields, text.split("/"), )', False),
        ("convert(name, cls, strict=False)", "convert(name, cls, )", False),
        ('line("HGET", name, "clock")', 'line("hget", name, "clock")', True),
        ('line("HGET", name, "clock")', 'line("HGET", name, "CLOCK")', False),
        ('line("HGET", name)', 'line("XXHGETXX", name)', False),
        ('Script(line, "match")', 'Script(line, "MATCH")', False),
        ('command[0] in ("EVALSHA", "EVAL")', 'command[0] in ("evalsha", "EVAL")', False),
        ('headers["ETag"] = etag', 'headers["etag"] = etag', True),
        ('headers["ETag"] = etag', 'headers["XXETagXX"] = etag', False),
        ('if name == "Vary":', 'if name == "vary":', False),
        ('log().warning("store_away", reason=str(error))', "log().warning(None, reason=str(error))", True),
        ('if log().warning("store_away"):', "if log().warning(None):", False),
        ("_DIGITS.index(game_id[-1])", "_DIGITS.rindex(game_id[-1])", True),
        ("_DIGITS.index(game_id[-1])", "_DIGITS.index(game_id[+1])", False),
        ('language: str = "en",', 'language: str = "EN",', True),
        ('language: str = "en",', 'language: str = "XXenXX",', True),
        ('title: str = "en",', 'title: str = "EN",', False),
        ('return Answer(204, b"")', 'return Answer(204, b"XXXX")', True),
        ('return Answer(204, b"")', 'return Answer(205, b"")', False),
        ('return Answer(200, b"")', 'return Answer(200, b"XXXX")', False),
    ],
)
def test_what_is_as_good(was: str, becomes: str, is_alike: bool) -> None:
    rooms = (
        "service.store.redis.keys.shard_of",
        "service.store.games.repository.found",
        "service.api.http.responses.send",
        "service.usecases.delivery.push.unsubscribe",
    )
    assert any(is_judged_by_rule(Survivor(room, was, becomes)) for room in rooms) is is_alike
