"""Sources without what only their readers need: comments, indentation, line breaks, spaces beside signs.

What they mean stays as it is. Strings, templates, regular expressions and addresses are kept byte for byte. Of a script
every line break stays that may end a statement; the others are those of a list, a block or a chain of calls.
"""

from __future__ import annotations

import re

_COMMENT = r"/\*.*?\*/"
_STRING = r""""(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'"""

_STYLE = re.compile(
    rf"(?P<kept>{_STRING}|url\([^)\"']*\)|[^\s\"'/{{}};,:()]+)|(?P<gap>(?:\s|{_COMMENT})+)|(?P<end>;\s*\}})|.",
    re.DOTALL,
)
_COMMENTS = re.compile(_COMMENT, re.DOTALL)
_NO_SPACE_AFTER = frozenset("{};,:(")
_NO_SPACE_BEFORE = frozenset("{};,)")

_KEPT = rf"(?P<string>{_STRING})|(?P<template>`)"
_GAP = rf"(?P<gap>(?:(?:{_COMMENT}|//[^\n]*|\n)\s*)+)"
_SCRIPT = re.compile(rf"{_KEPT}|{_GAP}|(?P<slash>/)", re.DOTALL)
_SUBSTITUTION = re.compile(rf"{_KEPT}|{_GAP}|(?P<slash>/)|(?P<brace>[{{}}])", re.DOTALL)
_TEMPLATE = re.compile(r"\\.|`|\$\{", re.DOTALL)
_EXPRESSION = re.compile(r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*")
_LAST_WORD = re.compile(r"[\w$]+\Z")
_BEFORE_A_VALUE = frozenset(("return", "typeof", "case", "in", "of", "do", "else", "void", "delete", "throw", "await"))
_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")
_TIGHT = re.compile(r" ?(=>|[{}(),;:?=&|]) ?")
"""Nothing else begins where a space beside one of them is left out; that is not so of `+`, `-`, `/`, `<` and `>`."""
_GOES_ON_AFTER, _GOES_ON_WITH = frozenset(",=>&|?:"), frozenset("?:")
"""No statement ends or begins with any of them."""


class Unclosed(ValueError):
    """A template or a regular expression does not end."""


def squeezed_style(body: str) -> str:
    """Rules as they are, one right after the other. A comment between two names parts them, and is no space."""
    done = ["{"]
    apart = ""
    for found in _STYLE.finditer(body):
        if found["gap"]:
            apart = " " if _COMMENTS.sub("", found["gap"]) else "/**/"
            continue
        text = "}" if found["end"] else found[0]
        if apart and done[-1] not in _NO_SPACE_AFTER and text not in _NO_SPACE_BEFORE:
            done.append(apart)
        done.append(text)
        apart = ""
    return "".join(done[1:])


def _divides(before: str) -> bool:
    """Whether a slash after that is an operator, and does not begin a regular expression."""
    word = _LAST_WORD.search(before)
    return word[0] not in _BEFORE_A_VALUE if word else before.endswith((")", "]", "}", '"', "'", "`"))


def _after_kept(body: str, found: re.Match[str]) -> int:
    """Where that ends which begins with what was found: a string, a template, a regular expression or an operator."""
    if found["template"]:
        return _after_template(body, found.start())
    if not found["slash"] or _divides(body[max(0, found.start() - 20) : found.start()].rstrip()):
        return found.end()
    expression = _EXPRESSION.match(body, found.start())
    if not expression:
        raise Unclosed(body[found.start() : found.start() + 40])
    return expression.end()


def _after_template(body: str, start: int) -> int:
    at = start + 1
    while found := _TEMPLATE.search(body, at):
        if found[0] == "`":
            return found.end()
        at = _after_substitution(body, found.end()) if found[0] == "${" else found.end()
    raise Unclosed(body[start : start + 40])


def _after_substitution(body: str, start: int) -> int:
    """A template may hold a script again, and that one templates."""
    at, depth = start, 1
    while found := _SUBSTITUTION.search(body, at):
        depth += (found["brace"] == "{") - (found["brace"] == "}")
        if not depth:
            return found.end()
        at = _after_kept(body, found)
    raise Unclosed(body[start : start + 40])


def _joint(before: str, gap: str, after: str) -> str:
    """What stands in place of a gap between two characters."""
    if not before or before in _OPENING or after in _CLOSING or after == ".":
        return ""
    if before in _GOES_ON_AFTER or after in _GOES_ON_WITH:
        return ""
    return "\n" if "\n" in gap else " "


def _end(done: list[str]) -> str:
    """The last character that is there."""
    return next((piece[-1] for piece in reversed(done) if piece.strip()), "")


def _squeeze_gap(done: list[str], gap: str, after: str) -> None:
    """Also the comma goes that ends a list, but not one that stands for something left out."""
    code = done.pop().rstrip()
    if code.endswith(",") and after in _CLOSING:
        shorter = code[:-1].rstrip()
        code = code if (shorter[-1:] or _end(done)) in (",", "[") else shorter
    done += (code, _joint(code[-1:] or _end(done), gap, after))


def squeezed_script(body: str) -> str:
    """A script whose statements end in semicolons."""
    done: list[str] = []
    at = 0
    while found := _SCRIPT.search(body, at):
        done.append(_TIGHT.sub(r"\1", body[at : found.start()]))
        if found["gap"]:
            at = found.end()
            _squeeze_gap(done, found["gap"], body[at : at + 1])
        else:
            at = _after_kept(body, found)
            done.append(body[found.start() : at])
    return "".join([*done, _TIGHT.sub(r"\1", body[at:])]).rstrip() + "\n"
