"""After the storm: what was acknowledged is there once, nothing is missing, everything is finished."""

from __future__ import annotations

from collections import Counter

import msgspec
import requests

from service.store.change_messages import Entry
from service.store.games import events
from service.store.games.records import GameRecord
from service.store.games.repository import GameStore
from service.store.jobs.outbox import Outbox
from service.usecases.views.verify import CannotVerify, verify
from tests.chaos import told
from tests.chaos.clients import Acknowledged, Bank, Json, Tally
from tests.chaos.told import Subscriber
from tests.processes import HUNG


def _moves(entries: list[Entry]) -> dict[int, Json]:
    return {entry.version: msgspec.json.decode(entry.move) for entry in entries if entry.move}


def _history_problems(game: str, entries: list[Entry]) -> list[str]:
    """Versions and events without gaps or repetitions."""
    versions = [entry.version for entry in entries if entry.move]
    problems = [] if versions == list(range(1, len(versions) + 1)) else [f"{game}: versions {versions}"]
    numbers = [number for entry in entries for number, _ in events.split(entry)]
    return problems if numbers == list(range(1, len(numbers) + 1)) else [*problems, f"{game}: events {numbers}"]


def _acknowledged_problems(played: list[Acknowledged], moves: dict[int, Json]) -> list[str]:
    wrong = [ack for ack in played if moves.get(ack.version) != {"seat": ack.seat, "move": ack.move}]
    twice = [version for version, count in Counter(ack.version for ack in played).items() if count > 1]
    return [f"acknowledged but not in the log: {ack}" for ack in wrong] + [f"acknowledged twice: {twice}"] * bool(twice)


def _end_problems(url: str, game: str) -> list[str]:
    """The ledger is that of a replay from the seed."""
    answer = requests.get(f"{url}/v1/games/{game}/replay", timeout=HUNG)
    if answer.status_code != 200:
        return [f"{game}: {answer.text}"]
    try:
        verify(answer.content)
    except CannotVerify as problem:
        return [f"{game}: {problem}"]
    return []


def _stream_problems(tally: Tally, games: dict[str, int]) -> list[str]:
    """Who listened to a game was told every event of it."""
    told = {listener.game: listener.told.last for listener in tally.listeners}
    return [
        f"{game}: {told.get(game)} events told of {events}"
        for game, events in games.items()
        if told.get(game) != events
    ]


def _finished(store: GameStore, game_id: str) -> GameRecord:
    game = store.load(game_id).game
    assert game
    return game


def _bank_problems(game: GameRecord, bank: Bank) -> list[str]:
    """What is left in the end is what was told, without the last decision."""
    left = game.clock.left[bank.seat - 1]
    return [] if bank.left.has(left) else [f"{game.id}: seat {bank.seat} has {left} ms left, not {bank.left}"]


def _webhook_problems(store: GameStore, game_id: str, entries: list[Entry], subscriber: Subscriber) -> list[str]:
    return list(told.problems(_finished(store, game_id), entries, subscriber.told(game_id)))


def check(url: str, store_url: str, tally: Tally, subscriber: Subscriber) -> tuple[int, list[str]]:
    """The number of moves played, and all that is wrong."""
    store = GameStore(store_url)
    moves, problems, last = 0, list(tally.problems), {}
    for game in tally.games:
        entries = events.all_entries(store, game)
        played = _moves(entries)
        last[game] = entries[-1].last
        moves += len(played)
        acknowledged = [ack for ack in tally.acknowledged if ack.game == game]
        problems += _history_problems(game, entries) + _acknowledged_problems(acknowledged, played)
        problems += _end_problems(url, game)
        problems += _webhook_problems(store, game, entries, subscriber)
    problems += _stream_problems(tally, last)
    for bank in tally.banks:
        problems += _bank_problems(_finished(store, bank.game), bank)
    if depth := Outbox(store).depth():
        problems.append(f"{depth} games are left in the outbox")
    return moves, problems
