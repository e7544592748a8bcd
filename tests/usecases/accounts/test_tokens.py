"""Tokens, keys and invite codes: how long they are, and how they are told apart."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from service.usecases.accounts import players, tokens
from service.usecases.accounts.tokens import new_seed

BITS_256 = r"[A-Za-z0-9_-]{43}"


@pytest.mark.parametrize(
    ("make", "form"),
    [
        (lambda: tokens.new_token(), f"almagest_{BITS_256}"),
        (lambda: tokens.new_key("c2940958b3"), f"ak_c2940958b3_{BITS_256}"),
        (lambda: tokens.new_player_token("2b65ce70"), f"ap_2b65ce70_{BITS_256}"),
        (lambda: tokens.new_invite(), "[a-z2-7]{16}"),
    ],
    ids=["token", "key", "player", "invite"],
)
def test_what_is_made_has_its_prefix_and_all_its_random_bits(make: Callable[[], str], form: str) -> None:
    assert re.fullmatch(form, make())


def test_nothing_is_made_twice() -> None:
    makers = (tokens.new_token, tokens.new_invite, lambda: tokens.new_key("a"), lambda: tokens.new_player_token("a"))
    assert all(make() != make() for make in makers)


def test_a_seed_has_256_bits_that_nobody_knows_before() -> None:
    """The one that hosts draw: that of the other tests is the same each time they run."""
    seeds = {new_seed() for _ in range(3)}
    assert [len(seed) for seed in seeds] == [32, 32, 32]
    assert new_seed is not tokens.new_seed


def test_a_key_and_a_player_are_named_by_what_they_show_and_nobody_else_is() -> None:
    assert tokens.key_id("ak_c2940958b3_x_y") == "c2940958b3"
    assert tokens.player_tag("ap_2b65ce70_x_y") == "2b65ce70"
    for other in ("almagest_x", "ap_2b65ce70_x", "c2940958b3_x", ""):
        assert tokens.key_id(other) is None
    nobody: Any = None
    for other in ("almagest_x", "ak_c2940958b3_x", "2b65ce70_x", ""):
        assert players.identify(nobody, other) == other


def test_a_secret_matches_its_own_hash_alone() -> None:
    digest = tokens.hash_secret("secret")
    assert tokens.matches("secret", digest)
    assert not tokens.matches("other", digest)
    assert not tokens.matches("secret", "")
    assert not tokens.matches("", "")
