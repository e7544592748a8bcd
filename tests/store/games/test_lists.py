"""Lists of games, page by page."""

from __future__ import annotations

import pytest

from service.store.accounts.players import PlayerRecord
from service.store.games.lists import Lobby, PlayerGames
from service.store.redis import keys
from service.usecases.context import Context
from service.usecases.games import create
from service.wire.words import ENDED

HUMAN = create.CreateSeat("human")
ADA = PlayerRecord("club", "ada", tag="tag")
pytestmark = pytest.mark.usefixtures("toy")


def _made(context: Context, count: int) -> list[str]:
    """The newest first."""
    wish = create.CreateGame("toy", (HUMAN, HUMAN), {"rounds": "1"}, "public", 0, 0)
    made = [create.create(context, wish).location.rpartition("/")[2] for _ in range(count)]
    return sorted(made, reverse=True)


def test_a_page_says_below_which_game_the_next_begins(context: Context) -> None:
    made, lobby = _made(context, 5), Lobby(context.store)
    first = lobby.page(["toy"], ["open"], "", 2)
    assert ([game.id for game in first.games], first.below) == (made[:2], made[1])
    second = lobby.page(["toy"], ["open"], first.below, 2)
    assert ([game.id for game in second.games], second.below) == (made[2:4], made[3])
    last = lobby.page(["toy"], ["open"], second.below, 2)
    assert ([game.id for game in last.games], last.below) == (made[4:], "")
    assert lobby.page(["toy"], ["open"], "", 5).below == "", "nothing is left"
    assert lobby.page(["toy"], ["running"], "", 5).games == ()
    assert lobby.page(["astra"], ["open"], "", 5).games == ()


def test_a_game_that_has_expired_leaves_the_lists_when_somebody_looks(context: Context) -> None:
    gone, player = keys.new_game_id(3, 0), PlayerGames(context.store, ADA)
    names = [keys.public_games(3, "toy", status) for status in ENDED]
    own = [keys.player_games(3, "tag", status) for status in ENDED]
    for name in (*names, *own):
        context.store.client.zadd(name, {gone: 0})
    assert Lobby(context.store).page(["toy"], ["finished"], "", 5).games == ()
    assert not context.store.client.exists(*names)
    assert player.page(["finished"], "", 5).games == ()
    assert not context.store.client.exists(*own)


def test_of_a_player_all_games_are_found_those_that_go_on_and_those_that_changed_since(
    context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.store.games.lists.BATCH", 2)
    client, games = context.store.client, PlayerGames(context.store, ADA)
    ids = [keys.new_game_id(shard, 1000 + shard) for shard in range(5)]
    for game_id, status in zip(ids, ("open", "running", "scoring", "finished", "abandoned"), strict=True):
        client.zadd(keys.player_games(keys.shard_of(game_id), "tag", status), {game_id: 0})
        client.zadd(keys.player_changed(keys.shard_of(game_id), "tag"), {game_id: keys.shard_of(game_id)})
    assert list(games.ids()) == ids[::-1]
    assert games.live(9) == ids[2::-1]
    assert games.live(1) == [ids[2]]
    assert sorted(games.changed_since(0)) == ids
    assert sorted(games.changed_since(2)) == ids[2:]
