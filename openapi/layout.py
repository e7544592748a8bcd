"""How generated code is laid out: long unions and docstrings broken into lines."""

from __future__ import annotations

import re
import textwrap

from openapi.annotations import parts

WIDTH = 120
_IMPORT = re.compile(r"^(from \S+ import )(.+)\n", re.MULTILINE)


def docstring(text: str, indent: int = 0) -> str:
    """The text as a docstring, its first line without the indent."""
    clean = text.strip().replace("\\", "\\\\").replace('"""', "'''")
    clean = f"{clean} " if clean.endswith('"') else clean
    margin = " " * indent
    if "\n" not in clean and len(clean) + indent + 6 <= WIDTH:
        return f'"""{clean}"""'
    lines = [line for part in clean.split("\n\n") for line in ["", *textwrap.wrap(part, WIDTH - indent - 3)]][1:]
    return f'"""{lines[0]}\n' + "".join(f"{margin}{line}\n" if line else "\n" for line in lines[1:]) + f'{margin}"""'


def break_assignment(name: str, kind: str) -> str:
    """`Move: TypeAlias = Observe | Rest`, on as many lines as it needs."""
    line = f"{name}: TypeAlias = {kind}"
    return line if len(line) <= WIDTH else f"{name}: TypeAlias = {_break_type(kind, 0)}"


def break_declaration(declaration: str, indent: int = 4) -> str:
    """A field, `card: str`, on as many lines as it needs; the first without the indent."""
    if len(declaration) + indent <= WIDTH:
        return declaration
    name, _, rest = declaration.partition(": ")
    kind, equals, default = rest.partition(" = ")
    return f"{name}: {_break_type(kind, indent)}{equals}{default}"


def _break_type(kind: str, indent: int) -> str:
    """A long type: a union has a line for each of its kinds, what is in brackets is filled in."""
    margin, kinds = " " * indent, parts(kind)
    if len(kinds) > 1:
        inner = f"\n{margin}    | ".join(_fit(each, indent + 4) for each in kinds)
        return f"(\n{margin}    {inner}\n{margin})"
    head, bracket, rest = kind.partition("[")
    return f"{head}[\n{_fill(rest.removesuffix(']'), indent + 4)}\n{margin}]" if bracket else kind


def _fit(kind: str, indent: int) -> str:
    return kind if len(kind) + indent + 2 <= WIDTH else _break_type(kind, indent)


def _fill(text: str, indent: int) -> str:
    margin = " " * indent
    lines = textwrap.wrap(f"{text},", WIDTH - indent, break_long_words=False, break_on_hyphens=False)
    return "\n".join(margin + line for line in lines)


def remove_unused_imports(code: str) -> str:
    """The code without the imports that it does not use. What is imported as itself is there for others."""
    body = _IMPORT.sub("", code)

    def keep_used(line: re.Match[str]) -> str:
        names = [name for name in line[2].split(", ") if _is_used(name, body) or "__future__" in line[1]]
        return f"{line[1]}{', '.join(names)}\n" if names else ""

    return re.sub(r"\n{4,}", "\n\n\n", _IMPORT.sub(keep_used, code))


def _is_used(name: str, body: str) -> bool:
    name, _, alias = name.partition(" as ")
    return name == alias or re.search(rf"\b{alias or name}\b", body) is not None
