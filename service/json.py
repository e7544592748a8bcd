"""JSON as strangers send it, read strictly; and JSON as we send it."""

from __future__ import annotations

import json
import re
from typing import Any, NoReturn

import orjson

MAX_BYTES = 16 * 1024
MAX_DEPTH = 16
MAX_INTEGER = 2**53 - 1

_STRINGS = re.compile(rb'"(?:[^"\\]|\\.)*+"?', re.DOTALL)
"""Possessive, so that a string without an end is not tried again from each of its characters."""

_NESTING = {ord("["): 1, ord("{"): 1, ord("]"): -1, ord("}"): -1}


class UnreadableJson(ValueError):
    """Bytes that are not the JSON we take."""


def _refuse_constant(name: str) -> NoReturn:
    raise UnreadableJson(f"{name} is not JSON")


def _integer(digits: str) -> int:
    if len(digits) > 17 or abs(int(digits)) > MAX_INTEGER:
        raise UnreadableJson(f"integers go up to {MAX_INTEGER}")
    return int(digits)


def _float(digits: str) -> float:
    number = float(digits)
    if number in (float("inf"), float("-inf")):
        raise UnreadableJson("a number is too large")
    return number


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise UnreadableJson("a key appears twice in one object")
    return found


_decoder = json.JSONDecoder(
    object_pairs_hook=_object, parse_constant=_refuse_constant, parse_int=_integer, parse_float=_float
)


def _depth(data: bytes) -> int:
    """How deep it is nested; few brackets need no counting, and moves have few."""
    brackets = data.count(b"[") + data.count(b"{")
    if brackets <= MAX_DEPTH:
        return brackets
    depth = deepest = 0
    for character in _STRINGS.sub(b"", data):
        depth += _NESTING.get(character, 0)
        deepest = max(deepest, depth)
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
            raise UnreadableJson("a text holds NUL or half a surrogate pair")


def loads(data: bytes) -> Any:
    """Read strictly, or raise `UnreadableJson` with a sentence for whoever wrote it."""
    if len(data) > MAX_BYTES:
        raise UnreadableJson(f"the body is larger than {MAX_BYTES} bytes")
    if _depth(data) > MAX_DEPTH:
        raise UnreadableJson(f"the body is nested deeper than {MAX_DEPTH}")
    try:
        value = _decoder.decode(data.decode("utf-8"))
    except UnreadableJson:
        raise
    except UnicodeDecodeError:
        raise UnreadableJson("the body is not UTF-8") from None
    except ValueError as error:
        raise UnreadableJson(f"the body is not JSON: {error}") from None
    if b"\\u" in data:
        _check_escapes(value)
    return value


def dumps(value: Any) -> bytes:
    return orjson.dumps(value)


def raw(data: bytes) -> orjson.Fragment:
    """JSON that is already encoded, to be put into an answer as it is."""
    return orjson.Fragment(data)
