"""Parse JSON strictly: it comes from strangers."""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

from service.games.texts import LazyText
from service.wire.refusals import Refused, UnreadableJson

MAX_BYTES = 16 * 1024
MAX_DEPTH = 16
MAX_NAMES = 200
"""Of one object: more than any request has, and checking each of them costs."""
MAX_INTEGER = 2**53 - 1

_STRINGS = re.compile(rb'"(?:[^"\\]|\\.)*+"?', re.DOTALL)
"""Possessive, so that a string without an end is not tried again from each of its characters."""

_NESTING = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1}

_OTHERS = bytes(set(range(256)) - _NESTING.keys())


def _refusal(key: str, **values: object) -> Refused:
    return Refused(UnreadableJson(LazyText(f"json.{key}", values)))


def _refuse_constant(name: str) -> NoReturn:
    raise _refusal("constant", name=name)


def _integer(digits: str) -> int:
    number = int(digits[:18])
    if len(digits) > 17 or abs(number) > MAX_INTEGER:
        raise _refusal("integer", most=MAX_INTEGER)
    return number


def _float(digits: str) -> float:
    number = float(digits)
    if number in (float("inf"), float("-inf")):
        raise _refusal("float")
    return number


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(pairs) > MAX_NAMES:
        raise _refusal("too_many", most=MAX_NAMES)
    found = dict(pairs)
    if len(found) < len(pairs):
        raise _refusal("twice")
    return found


_decoder = json.JSONDecoder(
    object_pairs_hook=_object, parse_constant=_refuse_constant, parse_int=_integer, parse_float=_float
)


def _depth(data: bytes) -> int:
    """How deep the brackets nest, counted no further than is allowed; no need to where there are few, as in a move."""
    brackets = data.count(b"[") + data.count(b"{")
    if brackets <= MAX_DEPTH:
        return brackets
    depth = deepest = 0
    for character in _STRINGS.sub(b"", data).translate(None, _OTHERS):
        depth += _NESTING[character]
        deepest = max(deepest, depth)
        if deepest > MAX_DEPTH:
            break
    return deepest


def _texts(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [text for key, item in value.items() for text in (key, *_texts(item))]
    return [text for item in value for text in _texts(item)] if isinstance(value, list) else []


def _check_escapes(value: Any) -> None:
    for text in _texts(value):
        if "\0" in text or any("\ud800" <= character <= "\udfff" for character in text):
            raise _refusal("escapes")


def loads(data: bytes, most: int = MAX_BYTES) -> Any:
    """Parse a body of so many bytes at most, or raise `Refused` with a sentence for its author."""
    if len(data) > most:
        raise _refusal("too_large", most=most)
    if _depth(data) > MAX_DEPTH:
        raise _refusal("too_deep", most=MAX_DEPTH)
    try:
        value = _decoder.decode(data.decode("utf-8"))
    except UnicodeDecodeError:
        raise _refusal("not_utf8") from None
    except json.JSONDecodeError as error:
        raise _refusal("syntax", line=error.lineno, column=error.colno) from None
    if b"\\u" in data:
        _check_escapes(value)
    return value
