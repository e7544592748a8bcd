"""Mutants of the store's scripts in Lua, which mutmut does not know: a line is left out, or a sign becomes another."""

from __future__ import annotations

import hashlib
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

from mutmut.mutation.data import SourceFileMutationData

FOLDER = Path("service/store/lua")
_STATEMENT = re.compile(r"(redis\.p?call\(.*\)|(if|for) .* end|[\w.#+\[\] ]+ = .*)")
_SIGNS = {
    "==": "~=", "~=": "==", " < ": " <= ", " <= ": " < ", " > ": " >= ", " >= ": " > ",
    " and ": " or ", " or ": " and ", "not ": "", " + ": " - ", " - ": " + ",
}  # fmt: skip
_SIGN = re.compile("|".join(map(re.escape, _SIGNS)))
_NUMBER = re.compile(r"(?<![\w'%.\[])\d+(?![\w'])")


def changes(text: str) -> Iterator[tuple[int, str, str]]:
    """Number of a line, the line, and what it becomes."""
    for number, line in enumerate(text.splitlines()):
        if not line.lstrip().startswith("--"):
            yield from ((number, line, becomes) for becomes in _changed(line))


def _changed(line: str) -> Iterator[str]:
    if _STATEMENT.fullmatch(line.strip()):
        yield ""
    for found in _SIGN.finditer(line):
        yield line[: found.start()] + _SIGNS[found.group()] + line[found.end() :]
    for found in _NUMBER.finditer(line):
        yield line[: found.start()] + str(int(found.group()) + 1) + line[found.end() :]


def function(script: str) -> str:
    """A script as if it were a function in Python, for those who count by these."""
    return f"service.store.lua.{script}.x_{script}"


def modules() -> Iterator[SourceFileMutationData]:
    """Scripts that are as they were keep what became of their mutants."""
    for path in sorted(FOLDER.glob("*.lua")):
        data = SourceFileMutationData(path=path)
        data.load()
        text = path.read_text()
        known = {"script": hashlib.sha256(text.encode()).hexdigest()}
        before = data.exit_code_by_key if data.hash_by_function_name == known else {}
        names = [f"{function(path.stem)}__mutmut_{number}" for number, _ in enumerate(changes(text))]
        data.exit_code_by_key = {name: before.get(name) for name in names}
        data.hash_by_function_name = known
        yield data


def is_script(mutant: str) -> bool:
    return mutant.startswith("service.store.lua.")


def change(mutant: str) -> tuple[Path, int, str, str]:
    name, _, which = mutant.rpartition("__mutmut_")
    path = FOLDER / f"{name.rpartition('.x_')[2]}.lua"
    return path, *list(changes(path.read_text()))[int(which)]


def write(mutant: str, folder: Path) -> None:
    """All scripts, one of them broken."""
    shutil.copytree(FOLDER, folder)
    path, number, _, becomes = change(mutant)
    lines = path.read_text().splitlines()
    lines[number] = becomes
    (folder / path.name).write_text("\n".join(lines))
