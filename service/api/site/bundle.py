"""Join ES modules into bundles: one for the page, and one for each part that the page loads later.

A module becomes a function that is called once, in the order of the imports, and returns an object of its exports.
Only the import and export syntax of our own modules is understood; a test bundles them all.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Mapping, Sequence

from rjsmin import jsmin  # type: ignore[import-untyped]  # the package has no types

_IMPORT = re.compile(r'^import\s+(?P<what>\{[^}]*\}|\*\s+as\s+\w+)\s+from\s+"(?P<path>[^"]+)";\n', re.MULTILINE)
_REEXPORT = re.compile(r'^export\s+\{(?P<names>[^}]*)\}\s+from\s+"(?P<path>[^"]+)";\n', re.MULTILINE)
_EXPORT_LIST = re.compile(r"^export\s+\{(?P<names>[^}]*)\};\n", re.MULTILINE)
_EXPORT = re.compile(r"^export\s+(?=(?:async\s+)?(?:function\*?|const|class)\s+(?P<name>\w+))", re.MULTILINE)


class UnknownSyntax(ValueError):
    """A module imports or exports in a way that is not understood."""


def resolve(name: str, path: str) -> str:
    """The name of a file that another one refers to by a relative path."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), path))


def _split(names: str) -> list[str]:
    return [name.strip() for name in names.split(",") if name.strip()]


def _imported_modules(name: str, body: str) -> list[str]:
    paths = [match["path"] for pattern in (_IMPORT, _REEXPORT) for match in pattern.finditer(body)]
    return [resolve(name, path) for path in paths]


def modules_in_order(first: str, sources: Mapping[str, str], loaded: Sequence[str] = ()) -> list[str]:
    """A module and all that it imports and that is not loaded yet, each after its own imports."""
    done: list[str] = []
    seen = set(loaded)

    def visit(name: str) -> None:
        if name in seen:
            if name not in loaded and name not in done:
                raise UnknownSyntax(f"{name} needs itself")
            return
        seen.add(name)
        for needed in _imported_modules(name, sources[name]):
            visit(needed)
        done.append(name)

    visit(first)
    return done


def _import_statement(match: re.Match[str], name: str) -> str:
    what, source = match["what"], f'modules["{resolve(name, match["path"])}"]'
    if what.startswith("*"):
        return f"const {what.split()[-1]} = {source};\n"
    return f"const {{ {', '.join(_split(what[1:-1].replace(' as ', ': ')))} }} = {source};\n"


def _own_exports(body: str) -> list[str]:
    declared = [match["name"] for match in _EXPORT.finditer(body)]
    return declared + [each for match in _EXPORT_LIST.finditer(body) for each in _split(match["names"])]


def _reexports(name: str, body: str) -> dict[str, str]:
    """The modules that re-exported names come from."""
    return {each: resolve(name, match["path"]) for match in _REEXPORT.finditer(body) for each in _split(match["names"])}


def export_names(name: str, body: str) -> list[str]:
    return [*_own_exports(body), *_reexports(name, body)]


def wrap_module(name: str, body: str) -> str:
    """Turn a module into a function call, minified."""
    reexports = [f'{each}: modules["{source}"].{each}' for each, source in _reexports(name, body).items()]
    exports = ", ".join([*_own_exports(body), *reexports])
    inside = _IMPORT.sub(lambda match: _import_statement(match, name), body)
    for pattern in (_REEXPORT, _EXPORT_LIST, _EXPORT):
        inside = pattern.sub("", inside)
    if re.search(r"^(?:import|export)\s", inside, re.MULTILINE):
        raise UnknownSyntax(f"{name} imports or exports in a way that bundles do not know")
    return f'modules["{name}"] = (() => {{\n{jsmin(inside)}\nreturn {{ {exports} }};\n}})();\n'


def bundle(names: Iterable[str], sources: Mapping[str, str], head: str) -> str:
    return head + "".join(wrap_module(name, sources[name]) for name in names)
