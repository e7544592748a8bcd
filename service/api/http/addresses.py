"""What somebody may have meant who asks for an address at which there is nothing."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from itertools import zip_longest

from werkzeug.routing import Map, MapAdapter

from service.games.texts import LazyText

LONGEST = 200
"""Characters of an address that is looked at, and repeated."""
_VERSION = "/v1"
_GAME = re.compile(r"/v1/games/([^/]+)")
_ID = re.compile(r"[0-9a-z]{20}")
_SIMILAR = 0.6


def _spellings(path: str) -> Iterator[str]:
    """The same address without a slash at its end, with the API's version once, in lower case."""
    plain = "/" + "/".join(part for part in path.split("/") if part)
    bare = re.sub(r"^(/api)?(/v\d+)*(?=/|$)", "", plain)
    for spelling in (plain, _VERSION + bare, bare):
        yield from (spelling, spelling.lower())


def _likeness(part: str, given: str) -> float:
    """How well a part of an address fits one of a rule; any value fits a placeholder."""
    if part.startswith("<"):
        return 1
    return difflib.SequenceMatcher(None, part, given.lower()).ratio()


def _nearest_rule(rules: Map, path: str) -> str:
    """The address of the most similar rule, with the given values in it; empty if none is similar."""
    given = path.split("/")
    best, found = _SIMILAR, ""
    for rule in rules.iter_rules():
        parts = str(rule.rule).split("/")
        if len(parts) != len(given) or not rule.rule.startswith(_VERSION):
            continue
        likeness = min((_likeness(part, word) for part, word in zip_longest(parts, given)), default=0)
        if best < likeness < 1:
            best = likeness
            found = "/".join(w if p.startswith("<") else p for p, w in zip_longest(parts, given))
    return found


def advice(adapter: MapAdapter, path: str) -> LazyText:
    """What to do about an address: the one that is meant, how an id looks, or where all of them are listed."""
    if len(path) <= LONGEST:
        for spelling in _spellings(path):
            if spelling != path and adapter.allowed_methods(spelling):
                return LazyText("address.nearest", {"path": spelling})
        game = _GAME.match(path)
        if game and not _ID.fullmatch(game[1]):
            return LazyText("address.game_id", {"id": game[1]})
        if found := _nearest_rule(adapter.map, path):
            return LazyText("address.nearest", {"path": found})
    return LazyText("address.docs")
