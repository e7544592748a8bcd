"""Frames: what a viewer needs after a move, in one piece. Made once per version and viewer, however many listen."""

from __future__ import annotations

import threading
from collections import OrderedDict

import msgspec

from service.games.base import Viewer
from service.store.games.records import GameRecord
from service.usecases.games.takeback_eligibility import can_take_back
from service.usecases.hints.permission import can_ask
from service.usecases.views.render import (
    Parts,
    etag,
    moves_of,
    optional_timestamp,
    pause_proposal,
    score_of,
    seat_clocks,
    view_of,
)
from service.wire.answers import Frame

KEPT = 512
"""So many frames are kept in a process; listeners ask for a frame at once or never."""


def frame(game: GameRecord, viewer: Viewer, language: str, parts: Parts) -> Frame:
    clock = game.clock
    return Frame(
        rulebook=game.rulebook.id,
        version=clock.version,
        etag=etag(game, viewer, language),
        status=clock.status,
        deciders=tuple(clock.deciders),
        deadline=optional_timestamp(0 if clock.paused else clock.deadline),
        last_event=clock.events,
        view=view_of(game, viewer, parts),
        moves=moves_of(game, viewer, language, parts),
        score=score_of(game, viewer, parts),
        clocks=seat_clocks(game),
        paused_at=optional_timestamp(clock.paused),
        paused_until=optional_timestamp(clock.deadline if clock.paused else 0),
        pause=pause_proposal(game),
        abandon_at=optional_timestamp(clock.abandon_at),
        can_take_back=can_take_back(game, viewer),
        can_ask_hints=can_ask(game, viewer),
    )


class Frames:
    """The newest frames as JSON, by game, commit, viewer, language and parts."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[object, ...], bytes] = OrderedDict()

    def json(self, game: GameRecord, viewer: Viewer, language: str, parts: Parts) -> bytes:
        key = (game.id, game.revision, game.nonce, viewer, language, parts)
        with self._lock:
            found = self._kept.get(key)
        return found or self._add(key, frame(game, viewer, language, parts))

    def _add(self, key: tuple[object, ...], made: Frame) -> bytes:
        encoded = msgspec.json.encode(made)
        with self._lock:
            self._kept[key] = encoded
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return encoded
