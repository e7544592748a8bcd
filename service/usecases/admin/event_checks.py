"""Checks the event log of a game: numbers without gaps, moves that the rules allow, and the state that they lead to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from service.games.base import Event, Plain, State, tag_of
from service.games.refusals import IllegalMove
from service.games.rng import Rigged
from service.store.change_messages import Entry
from service.store.games.records import GameRecord
from service.usecases.accounts import names
from service.usecases.admin.faults import Fault
from service.wire.answers import ReplayMove
from service.wire.events import TABLE_EVENTS, SeatTaken
from service.wire.narrowing import union

_moves = msgspec.json.Decoder(ReplayMove)
_events = msgspec.json.Decoder(list[Plain])


def check_events(game: GameRecord, entries: Sequence[Entry]) -> Iterator[Fault]:
    """Check the entries of a game, each with its number in the file."""
    last = version = 0
    for number, entry in enumerate(entries):
        at = f"entries[{number}]"
        if entry.version != version + bool(entry.move):
            yield Fault(f"{at}.version", f"{version + bool(entry.move)} comes next")
            return
        yield from _check_entry(game, entry, last, at)
        if (entry.last, entry.version) <= (last, version):
            yield Fault(f"{at}.last", "nothing happened in it")
            return
        last, version = entry.last, entry.version
    if last != game.clock.events:
        yield Fault("clock.events", f"the entries have {last}")
    if version != game.clock.version:
        yield Fault("clock.version", f"the entries have {version}")


def _check_entry(game: GameRecord, entry: Entry, last: int, at: str) -> Iterator[Fault]:
    try:
        found = _events.decode(entry.events)
    except msgspec.MsgspecError as error:
        yield Fault(f"{at}.events", str(error))
        return
    if entry.last != last + len(found):
        yield Fault(f"{at}.last", f"{last + len(found)} is the number of its last event")
    for number, event in enumerate(found):
        yield from _check_event(game, event, last + number + 1, entry.version, f"{at}.events[{number}]")
    if entry.move:
        yield from _check_move(game, entry.move, f"{at}.move")


def _check_event(game: GameRecord, event: Plain, number: int, version: int, at: str) -> Iterator[Fault]:
    if type(event.get("id")) is not int or event["id"] != number:
        yield Fault(f"{at}.id", f"{number} comes next")
    if type(event.get("version")) is not int or event["version"] != version:
        yield Fault(f"{at}.version", f"its entry has {version}")
    seat, kind = event.get("seat"), event.get("type")
    if type(seat) is not int or not 0 <= seat <= len(game.table.seats):
        yield Fault(f"{at}.seat", "there is no such seat")
    if not isinstance(kind, str):
        yield Fault(f"{at}.type", "is no type of an event")
        return
    known = _types(game).get(kind)
    if known is None:
        if game.state is not None and game.state.rules != game.rulebook.rules:
            return
        yield Fault(f"{at}.type", f"{game.rulebook.id} has no event {kind!r}")
        return
    try:
        read = msgspec.convert({name: event[name] for name in event if name not in ("id", "version")}, known)
    except msgspec.ValidationError as error:
        yield Fault(at, str(error))
        return
    if isinstance(read, SeatTaken) and not _is_name(read.name):
        yield Fault(f"{at}.name", "no player can have this name")


def _is_name(name: str) -> bool:
    try:
        return names.clean(name) == name
    except names.UnfitName:
        return not name


def _types(game: GameRecord) -> Mapping[str, type[Event]]:
    return {tag_of(each): each for each in (*game.rulebook.event_types, *TABLE_EVENTS)}


def _check_move(game: GameRecord, data: bytes, at: str) -> Iterator[Fault]:
    if game.state is None:
        yield Fault(at, "nobody has moved in a game without a state")
        return
    try:
        played = _moves.decode(data)
        if not played.is_taken_back:
            msgspec.json.decode(played.move, type=union(game.rulebook.move_classes))
    except msgspec.MsgspecError as error:
        yield Fault(at, str(error))
        return
    if not 0 <= played.seat <= len(game.table.seats):
        yield Fault(f"{at}.seat", "there is no such seat")


def check_replay(game: GameRecord, entries: Sequence[Entry], before: Mapping[int, State]) -> Iterator[Fault]:
    """Play the moves of checked entries again: each is legal, tells what the rules tell, and they lead to the state.

    A game that began under other rules cannot be played again here.
    """
    if game.state is None or game.state.rules != game.rulebook.rules:
        return
    states = [_deal(game, game.state)]
    history = list(states)
    for number, entry in enumerate(entries):
        if not entry.move:
            continue
        fault = _replay_entry(game, entry, states, f"entries[{number}]")
        if fault:
            yield fault
            return
        history.append(states[-1])
    if states[-1] != game.state:
        yield Fault("state", "the moves lead to another one")
    for version, state in before.items():
        if version >= len(history) or history[version] != state:
            yield Fault(f"before.{version}", "the moves lead to another state")


def _deal(game: GameRecord, state: State) -> State:
    """The state before the first move, with the pack that the game began with, whatever is named so now."""
    table = game.table
    pack = {"pack": state.pack_hash} if game.rulebook.packs else {}
    dealt: State = game.rulebook.setup(
        len(table.seats), {**table.options, **pack}, Rigged(table.deal_seed, table.draws)
    )
    return dealt


def _replay_entry(game: GameRecord, entry: Entry, states: list[Any], at: str) -> Fault | None:
    """Play the move of an entry on top of the states before it."""
    played = _moves.decode(entry.move)
    if played.is_taken_back:
        if len(states) < 2:
            return Fault(f"{at}.move", "there is no move to take back")
        states.pop()
        return None
    move = msgspec.json.decode(played.move, type=union(game.rulebook.move_classes))
    try:
        step = game.rulebook.apply(states[-1], played.seat, move)
    except IllegalMove as illegal:
        return Fault(f"{at}.move", f"is not legal: {illegal}")
    states.append(step.state)
    told = _events.decode(entry.events)
    expected = _events.decode(msgspec.json.encode(step.events))
    own = [{name: event[name] for name in event if name not in ("id", "version")} for event in told]
    if own[len(own) - len(expected) :] != expected:
        return Fault(f"{at}.events", "the move leads to other events")
    return None
