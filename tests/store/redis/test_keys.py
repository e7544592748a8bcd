"""Names of keys are part of what is stored: a game that is there is found by the same name for good."""

from __future__ import annotations

import inspect
import re
import secrets

import pytest

from service.store.redis import keys

GAME = "01hf3zkd9m2v8q4xntz7"
SPREAD = "01hf3zkd9m2v8q4xnt5h"
"""Of a cluster: two letters name its shard."""


def test_ids_sort_by_time_and_name_their_shard() -> None:
    ids = [keys.new_game_id(shard, now=1_700_000_000_000 + shard) for shard in range(keys.SHARDS)]
    assert ids == sorted(ids)
    assert [keys.shard_of(game_id) for game_id in ids] == list(range(keys.SHARDS))
    assert all(re.fullmatch(keys.ID_PATTERN, game_id) for game_id in ids)
    assert [keys.time_of(game_id) for game_id in ids] == [1_700_000_000_000 + shard for shard in range(keys.SHARDS)]


@pytest.mark.parametrize("shard", [0, 15, 16, 63])
def test_nobody_guesses_an_id(shard: int) -> None:
    """Every letter of the part that is left to chance takes every value."""
    ids = [keys.new_game_id(shard, now=7) for _ in range(2_000)]
    assert len(set(ids)) == len(ids)
    chance = range(9, 19 if shard < 16 else 18)
    assert all(len({game_id[place] for game_id in ids}) == 32 for place in chance)


def test_each_letter_that_is_left_to_chance_has_a_chance_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = iter([0, *(1 << bit for bit in range(50))])
    monkeypatch.setattr(secrets, "randbits", lambda _: next(drawn))
    assert len({keys.new_game_id(3, now=7) for _ in range(51)}) == 51


def test_games_of_one_store_are_where_they_always_were() -> None:
    """The last letter alone names their shard, whatever stands before it."""
    assert [keys.shard_of(f"01hf3zkd9m2v8q4xnt{before}7") for before in "0gz"] == [7, 7, 7]


def test_shards_of_a_cluster_take_two_letters() -> None:
    assert [keys.shard_of(f"01hf3zkd9m2v8q4xnt{end}") for end in ("0g", "fg", "5h", "0j", "fj")] == [16, 31, 37, 48, 63]


def test_the_names_of_a_game() -> None:
    assert keys.game(GAME) == f"{{s07}}:game:{GAME}"
    assert keys.game(SPREAD) == f"{{s37ed}}:game:{SPREAD}"
    assert keys.events(GAME) == f"{{s07}}:events:{GAME}"
    assert keys.game_channel(GAME) == keys.channel(GAME) == f"{{s07}}:wake:{GAME}"
    assert keys.hints(GAME, 2) == f"{{s07}}:advice:{GAME}:2"
    assert keys.analysis(GAME) == f"{{s07}}:analysis:{GAME}"
    assert keys.push_subscriptions(GAME) == f"{{s07}}:devices:{GAME}"


def test_the_names_of_a_shard() -> None:
    assert [
        make(7)
        for make in (
            keys.outbox, keys.job_meta, keys.bot_games, keys.jobs_in_progress, keys.questions, keys.question_meta,
            keys.questions_in_progress, keys.deadlines, keys.hooks, keys.delivery_queues, keys.deliveries,
            keys.delivery_bodies, keys.delivery_tries, keys.delivery_list, keys.delivery_ends, keys.pushes,
            keys.push_tries, keys.ready,
        )
    ] == [
        f"{{s07}}:{name}"
        for name in (
            "outbox", "outbox:whose", "outbox:alone", "outbox:thinking", "asked", "asked:whose", "asked:thinking",
            "deadlines", "hooks", "hooks:lanes", "hooks:waiting", "hooks:bodies", "hooks:tries",
            "hooks:list", "hooks:ends", "calls", "calls:tries", "ready",
        )
    ]  # fmt: skip


ARGUMENTS = {"shard": 7, "game_id": GAME, "seat": 1, "is_public": True}
NO_KEYS = ("new_game_id", "notice_id", "shard_of", "name_field")
"""They make ids and fields, not names of keys."""


def test_every_key_of_a_game_or_a_shard_has_its_tag() -> None:
    """A script reaches one slot of a cluster alone."""
    found = {}
    for name, function in inspect.getmembers(keys, inspect.isfunction):
        parameters = list(inspect.signature(function).parameters)
        if parameters and parameters[0] in ("shard", "game_id") and not name.startswith("_") and name not in NO_KEYS:
            made = function(*(ARGUMENTS.get(parameter, "x") for parameter in parameters))
            found[name] = [made] if isinstance(made, str) else made
    assert {name: made for name, made in found.items() if not all(each.startswith("{s07}") for each in made)} == {}
    assert len(found) > 30


def test_the_names_of_lists_answers_and_players() -> None:
    assert keys.public_games(7, "astra", "open") == "{s07}:listed:astra:open"
    assert keys.private_games(7, "astra", "open") == "{s07}:unlisted:astra:open"
    assert keys.replication_marker("{s07}:outbox") == "{s07}:settled"
    assert keys.replication_marker("apps") == "{apps}:settled"
    assert keys.app_games(7, "club", "astra", "open") == "{s07}:app:club:astra:open"
    assert keys.free_seats(7, "wish") == "{s07}:waiting:wish"
    assert keys.claims("queue") == "queue:claims"
    assert keys.answer(7, "name") == "{s07}:answer:name"
    assert keys.receipt(7, "name") == "{s07}:note:name"
    assert keys.pack("astra", "hash") == "pack:astra:hash"
    assert keys.player("tag") == "player:tag"
    assert keys.players_of("club") == "players_of:club"
    assert keys.player_games(7, "tag", "open") == "{s07}:player:tag:open"
    assert keys.player_changed(7, "tag") == "{s07}:player:tag:changed"
    assert keys.player_left(7, "tag") == "{s07}:player:tag:left"


def test_channels_of_games_and_of_players_are_told_apart() -> None:
    channel = keys.player_channel("tag")
    assert channel == keys.channel(channel) == keys.channel_name(channel) == "players:tag"
    assert keys.channel_name(keys.game_channel(GAME)) == GAME


def test_the_keys_of_the_scripts_in_their_order() -> None:
    assert keys.load_keys(GAME, "") == [keys.game(GAME)]
    assert keys.load_keys(GAME, "name") == [keys.game(GAME), keys.answer(7, "name"), keys.receipt(7, "name")]
    first = [keys.game(GAME), keys.events(GAME), keys.outbox(7), keys.deadlines(7)]
    lists = [keys.public_games(7, "astra", "open"), keys.public_games(7, "astra", "running"), keys.job_meta(7)]
    assert keys.commit_keys(GAME, "astra", "open", "running", "", True) == [*first, *lists]
    private = [keys.private_games(7, "astra", "open"), keys.private_games(7, "astra", "running"), keys.job_meta(7)]
    assert keys.commit_keys(GAME, "astra", "open", "running", "", False) == [*first, *private]
    answered = [keys.answer(7, "name"), keys.receipt(7, "name")]
    assert keys.commit_keys(GAME, "astra", "open", "running", "name", True) == [*first, *lists, *answered]
    assert keys.push_keys(GAME) == [keys.push_subscriptions(GAME), keys.pushes(7), keys.push_tries(7)]
    told = [keys.hooks(7), keys.delivery_queues(7), keys.deliveries(7), keys.delivery_bodies(7), keys.delivery_list(7)]
    assert keys.notice_keys(GAME) == [*told, keys.delivery_tries(7)]


def test_a_notice_names_its_time_and_its_game() -> None:
    notice = keys.notice_id(GAME, 1_700_000_000_123, 33, 2)
    assert re.fullmatch(keys.NOTICE_PATTERN, notice)
    assert (keys.time_of(notice), keys.game_of(notice)) == (1_700_000_000_123, GAME)
    assert notice[9:15] == "000112"


@pytest.mark.parametrize("reach", [1, 16, 64])
def test_every_shard_is_in_one_group(reach: int) -> None:
    groups = keys.shard_groups(reach)
    assert [shard for group in groups for shard in group] == list(range(keys.SHARDS))
    assert {len(group) for group in groups} == {reach}


def test_a_hash_comes_by_either_protocol() -> None:
    pairs = [(b"a", b"1"), (b"b", b"2"), (b"c", b"3")]
    assert keys.hash_pairs(dict(pairs)) == keys.hash_pairs([b"a", b"1", b"b", b"2", b"c", b"3"]) == pairs
