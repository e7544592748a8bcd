"""ES modules joined into few: a module for the page, and one for each game's drawing, which a table loads.

A module becomes a function that is called once, in the order of the imports; what it exports is the object it returns.
It understands the ways in which our own modules import and export, and no others: a test bundles them all.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Mapping, Sequence

from rjsmin import jsmin  # type: ignore[import-untyped]  # the package has no types

_IMPORT = re.compile(r'^import\s+(?P<what>\{[^}]*\}|\*\s+as\s+\w+)\s+from\s+"(?P<path>[^"]+)";\n', re.MULTILINE)
_AGAIN = re.compile(r'^export\s+\{(?P<names>[^}]*)\}\s+from\s+"(?P<path>[^"]+)";\n', re.MULTILINE)
_LISTED = re.compile(r"^export\s+\{(?P<names>[^}]*)\};\n", re.MULTILINE)
_DECLARED = re.compile(r"^export\s+(?=(?:async\s+)?(?:function\*?|const|class)\s+(?P<name>\w+))", re.MULTILINE)


class UnknownSyntax(ValueError):
    """A module imports or exports in a way that is not understood."""


def beside(name: str, path: str) -> str:
    """A file that another one names, by its own name."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), path))


def _names(listed: str) -> list[str]:
    return [name.strip() for name in listed.split(",") if name.strip()]


def _renamed(name: str) -> str:
    """`a as b` of an import, as destructuring has it."""
    return name.replace(" as ", ": ")


def imports(name: str, body: str) -> list[str]:
    """The modules that a module needs, by name."""
    found = [match["path"] for pattern in (_IMPORT, _AGAIN) for match in pattern.finditer(body)]
    return [beside(name, path) for path in found]


def in_order(first: str, sources: Mapping[str, str], known: Sequence[str] = ()) -> list[str]:
    """A module and all that it needs and nobody has, each after what it needs itself."""
    done: list[str] = []
    seen = set(known)

    def visit(name: str) -> None:
        if name in seen:
            if name not in known and name not in done:
                raise UnknownSyntax(f"{name} needs itself")
            return
        seen.add(name)
        for needed in imports(name, sources[name]):
            visit(needed)
        done.append(name)

    visit(first)
    return done


def _taken(match: re.Match[str], name: str) -> str:
    what, source = match["what"], f'modules["{beside(name, match["path"])}"]'
    if what.startswith("*"):
        return f"const {what.split()[-1]} = {source};\n"
    return f"const {{ {', '.join(_renamed(each) for each in _names(what[1:-1]))} }} = {source};\n"


def _own(body: str) -> list[str]:
    declared = [match["name"] for match in _DECLARED.finditer(body)]
    return declared + [each for match in _LISTED.finditer(body) for each in _names(match["names"])]


def exported(body: str) -> list[str]:
    """The names that a module exports."""
    return _own(body) + [each for match in _AGAIN.finditer(body) for each in _names(match["names"])]


def _exports(name: str, body: str) -> str:
    """The object of all that a module exports."""
    again = [
        f'{each}: modules["{beside(name, match["path"])}"].{each}'
        for match in _AGAIN.finditer(body)
        for each in _names(match["names"])
    ]
    return ", ".join([*_own(body), *again])


def wrapped(name: str, body: str) -> str:
    """One module as a call."""
    exported = _exports(name, body)
    inside = _IMPORT.sub(lambda match: _taken(match, name), body)
    for pattern in (_AGAIN, _LISTED, _DECLARED):
        inside = pattern.sub("", inside)
    if re.search(r"^(?:import|export)\s", inside, re.MULTILINE):
        raise UnknownSyntax(f"{name} imports or exports in a way that bundles do not know")
    return f'modules["{name}"] = (() => {{\n{jsmin(inside)}\nreturn {{ {exported} }};\n}})();\n'


def bundle(names: Iterable[str], sources: Mapping[str, str], head: str) -> str:
    return head + "".join(wrapped(name, sources[name]) for name in names)
