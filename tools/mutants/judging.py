"""Mutants that live, and why they may."""

from __future__ import annotations

import fnmatch
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import msgspec
from mutmut.mutation.diff_apply import get_diff_for_mutant

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


_TEXT = re.compile(r'"([^"]*)"')


def only_words(was: str, becomes: str) -> bool:
    """Whether nothing differs but letters of texts with blanks in them: in capitals, or with others around."""
    changed = [one for one, other in zip(_TEXT.findall(was), _TEXT.findall(becomes), strict=False) if one != other]
    return _bare(was) == _bare(becomes) and all(" " in text.strip() for text in changed)


def _bare(text: str) -> str:
    return text.replace("XX", "").casefold()


def judged() -> tuple[Judged, ...]:
    return msgspec.convert(tomllib.loads(JUDGED.read_text())["judged"], tuple[Judged, ...])


def words() -> tuple[Words, ...]:
    return msgspec.convert(tomllib.loads(JUDGED.read_text())["words"], tuple[Words, ...])


def is_judged(survivor: Survivor) -> bool:
    known = (each for row in judged() for each in row.survivors())
    return survivor in known or any(row.take(survivor) for row in words())


def _function(name: str) -> str:
    """`service.store.hub.xǁHubǁlisten__mutmut_3` is a mutant of `service.store.hub.Hub.listen`."""
    module, _, mangled = name.rpartition("__mutmut_")[0].rpartition(".")
    return f"{module}.{mangled.removeprefix('x').lstrip('ǁ').removeprefix('_').replace('ǁ', '.')}"


def _lines(diff: str, sign: str) -> str:
    return "\n".join(
        line[1:].strip() for line in diff.splitlines() if line.startswith(sign) and not line.startswith(sign * 3)
    )


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
                alive[name] = _survivor(name, data.path)
    return ends, alive


def _survivor(mutant: str, path: Path | str) -> Survivor:
    if scripts.is_script(mutant):
        script, _, was, becomes = scripts.change(mutant)
        return Survivor(str(script), was.strip(), becomes.strip())
    diff = get_diff_for_mutant(mutant, path=path)
    return Survivor(_function(mutant), _lines(diff, "-"), _lines(diff, "+"))


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
