"""Whole games of every rulebook through the SDK: one person among random bots, or people alone, as few and as many."""

from __future__ import annotations

import random

import pytest
from almagest_sdk import Almagest, RulebookId

from service.games.registry import RULEBOOKS

TABLES = [
    (rulebook.id, seats) for rulebook in RULEBOOKS.values() for seats in (rulebook.min_players, rulebook.max_players)
]


def _people(client: Almagest, rulebook: RulebookId, seats: int, bots: int) -> list[int]:
    host = client.games.create(rulebook, seats, "P1", bots=bots, level="random")
    tables = [host, *(client.games.join(host.id, f"P{number}") for number in range(2, seats - bots + 1))]
    seated = {table.seat: table for table in tables}
    watcher = client.games.watch(host.id)
    chance = random.Random(seats)
    game = watcher.game
    while game.status not in ("finished", "abandoned"):
        table = next((seated[seat] for seat in game.deciders if seat in seated), None)
        if table:
            game = table.play(chance.choice(table.moves())).game
        else:
            client.api.events.list(host.id, after=game.last_event, wait=1)
            game = watcher.refresh()
    assert host.refresh().result == watcher.score().score
    assert len(host.replay().moves) == watcher.version
    return [seat.total for seat in watcher.score().score.seats]


@pytest.mark.parametrize(("rulebook", "seats"), TABLES)
def test_people_play_a_whole_game(client: Almagest, rulebook: RulebookId, seats: int) -> None:
    assert len(_people(client, rulebook, seats, bots=0)) == seats


@pytest.mark.parametrize("rulebook", sorted(RULEBOOKS))
def test_one_person_plays_among_bots(client: Almagest, rulebook: RulebookId) -> None:
    assert len(_people(client, rulebook, RULEBOOKS[rulebook].max_players, RULEBOOKS[rulebook].max_players - 1)) > 0


@pytest.mark.parametrize("rulebook", sorted(RULEBOOKS))
def test_bots_play_alone_and_a_spectator_sees_it_all(client: Almagest, rulebook: RulebookId) -> None:
    table = client.games.create(rulebook, seats=2, bots=2, level="random")
    assert table.token is None
    told = [event.type for event in table.events()]
    assert told[-1] == "game_finished"
    assert table.status == "finished"
