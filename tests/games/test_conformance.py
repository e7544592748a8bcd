"""The conformance suite, for every installed rulebook: a class each."""

from __future__ import annotations

from service.games.conformance import Conformance
from service.games.registry import RULEBOOKS
from service.games.rulebook import AnyRulebook


def suite(rulebook: AnyRulebook) -> type[Conformance]:
    name = "Test" + rulebook.id.title().replace("_", "")
    return type(name, (Conformance,), {"rulebook": rulebook, "__module__": __name__})


globals().update({made.__name__: made for made in map(suite, RULEBOOKS.values())})
