"""Mutants that live, and why they may."""

from __future__ import annotations

import fnmatch
import functools
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import msgspec
from mutmut.mutation.data import MutantLineSpans
from mutmut.mutation.diff_apply import generated_function_names

from tools.mutants import scripts
from tools.mutants.making import ALIVE, BY_TYPES, KILLED, NO_TESTS, ROOT, SURVIVED, TIMEOUT, modules

JUDGED = ROOT / "tests" / "mutants" / "judged.toml"
_WORDS = {KILLED: "by tests", BY_TYPES: "by types", TIMEOUT: "by hanging", SURVIVED: "alive", NO_TESTS: "no tests"}


class Survivor(msgspec.Struct, frozen=True):
    """A change of a function that no check notices, by its lines."""

    function: str
    was: str
    becomes: str


class Judged(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Why survivors may live: the same words may hold for several."""

    function: str
    mutants: tuple[tuple[str, str], ...]
    why: str

    def survivors(self) -> Iterator[Survivor]:
        return (Survivor(self.function, was, becomes) for was, becomes in self.mutants)


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Functions that speak in sentences, whose letters may change: people read them, and no program does."""

    functions: tuple[str, ...]
    why: str

    def take(self, survivor: Survivor) -> bool:
        speaks = any(fnmatch.fnmatch(survivor.function, pattern) for pattern in self.functions)
        return speaks and only_words(survivor.was, survivor.becomes)


class Alike(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whatever fits the pattern is as good as whatever else fits it: nothing differs but that."""

    functions: tuple[str, ...]
    pattern: str
    why: str

    def take(self, survivor: Survivor) -> bool:
        is_meant = any(fnmatch.fnmatch(survivor.function, pattern) for pattern in self.functions)
        return is_meant and self._rest(survivor.was) == self._rest(survivor.becomes)

    def _rest(self, lines: str) -> str:
        return re.sub(self.pattern, "...", lines)


_TEXT = re.compile(r'"([^"]*)"')


def only_words(was: str, becomes: str) -> bool:
    """Whether nothing differs but letters of texts with blanks in them: in capitals, or with others around."""
    changed = [one for one, other in zip(_TEXT.findall(was), _TEXT.findall(becomes), strict=False) if one != other]
    return _bare(was) == _bare(becomes) and all(" " in text.strip() for text in changed)


def _bare(text: str) -> str:
    return text.replace("XX", "").casefold()


@functools.cache
def judged() -> tuple[Judged, ...]:
    return msgspec.convert(tomllib.loads(JUDGED.read_text())["judged"], tuple[Judged, ...])


@functools.cache
def words() -> tuple[Words, ...]:
    return msgspec.convert(tomllib.loads(JUDGED.read_text())["words"], tuple[Words, ...])


@functools.cache
def alike() -> tuple[Alike, ...]:
    return msgspec.convert(tomllib.loads(JUDGED.read_text())["alike"], tuple[Alike, ...])


@functools.cache
def _one_by_one() -> frozenset[Survivor]:
    return frozenset(each for row in judged() for each in row.survivors())


def is_judged(survivor: Survivor) -> bool:
    return survivor in _one_by_one() or is_judged_by_rule(survivor)


def is_judged_by_rule(survivor: Survivor) -> bool:
    return any(row.take(survivor) for row in words()) or any(row.take(survivor) for row in alike())


def _function(name: str) -> str:
    """`service.store.live.hub.xǁHubǁlisten__mutmut_3` is a mutant of `service.store.live.hub.Hub.listen`."""
    module, _, mangled = name.rpartition("__mutmut_")[0].rpartition(".")
    return f"{module}.{mangled.removeprefix('xǁ').removeprefix('x_').replace('ǁ', '.')}"


@functools.cache
def _spans(path: Path | str) -> MutantLineSpans:
    return MutantLineSpans.load(path) or MutantLineSpans(path=path, span_by_function_name={})


def _sources(mutant: str, path: Path | str) -> list[list[str]]:
    """The lines of the function, and of the mutant, under the same name."""
    names = generated_function_names(mutant)
    sources = _spans(path).read_function_sources(names)
    return [
        [line.strip().replace(name, "it") for line in source.splitlines()]
        for name, source in zip(names, sources, strict=True)
    ]


def _same(one: list[str], other: list[str]) -> int:
    """With how many lines both begin."""
    pairs = zip(one, other, strict=False)
    return next((number for number, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def _difference(one: list[str], other: list[str]) -> tuple[str, str]:
    begin = _same(one, other)
    one, other = one[begin:], other[begin:]
    end = _same(one[::-1], other[::-1])
    return "\n".join(one[: len(one) - end]), "\n".join(other[: len(other) - end])


def found() -> tuple[dict[str, Counter[int]], dict[str, Survivor]]:
    """How many of a module came to which end; and who lives."""
    ends: dict[str, Counter[int]] = {}
    alive = {}
    for data in modules():
        for name, code in data.exit_code_by_key.items():
            if code is None:
                continue
            ends.setdefault(str(data.path), Counter())[code] += 1
            if code in ALIVE:
                alive[name] = survivor(name, data.path)
    return ends, alive


def survivor(mutant: str, path: Path | str) -> Survivor:
    if scripts.is_script(mutant):
        script, _, was, becomes = scripts.change(mutant)
        return Survivor(str(script), was.strip(), becomes.strip())
    return Survivor(_function(mutant), *_difference(*_sources(mutant, path)))


def killed(ends: Counter[int]) -> int:
    return ends.total() - sum(ends[end] for end in ALIVE)


def report(ends: dict[str, Counter[int]], unjudged: dict[str, Survivor]) -> Counter[int]:
    """By module, then all of them, which are returned."""
    for name, survivor in sorted(unjudged.items()):
        print(f"# {name}\n{survivor.function}\n- {survivor.was}\n+ {survivor.becomes}\n")
    for module, counted in sorted(ends.items()):
        print(f"{module}: {_said(counted)}")
    whole = sum(ends.values(), Counter[int]())
    print(f"all: {_said(whole)}; {len(unjudged)} live and are not judged")
    return whole


def _said(ends: Counter[int]) -> str:
    told = ", ".join(f"{_WORDS[end]} {count}" for end, count in sorted(ends.items()))
    return f"{killed(ends)} of {ends.total()} killed ({told})"
