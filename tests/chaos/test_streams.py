"""The listeners of chaos find what they are there for."""

from __future__ import annotations

from typing import Any

import pytest

from tests.chaos.streams import Message, Told, messages


def _event(number: int, version: int) -> Message:
    return Message("event", number, {"id": number, "version": version, "type": "drawn"})


def _frame(number: int, version: int, last: int) -> Message:
    return Message("frame", number, {"version": version, "last_event": last})


def _problems(*told: Message) -> list[str]:
    listener = Told()
    for message in told:
        listener.hear(message)
    return listener.problems


def test_a_frame_may_be_newer_than_the_events_to_come() -> None:
    assert _problems(_frame(0, 2, 3), _event(1, 0), _event(2, 1), _event(3, 2), _frame(3, 2, 3)) == []


@pytest.mark.parametrize(
    "told",
    [
        (_event(1, 0), _event(3, 1)),
        (_event(1, 0), _event(1, 0)),
        (_event(1, 1), _event(2, 0)),
        (_event(1, 2), _frame(1, 1, 1)),
        (_frame(0, 2, 0), _frame(0, 1, 0)),
        (_event(1, 0), _event(2, 1), _frame(2, 1, 1)),
        (_event(1, 0), _frame(0, 0, 1)),
    ],
    ids=["gap", "twice", "older event", "older frame", "frame after frame", "frame before its events", "resumed wrong"],
)
def test_what_is_wrong_is_found(told: Any) -> None:
    assert len(_problems(*told)) == 1


def test_messages_are_read_whole() -> None:
    sent = b'retry: 5\n\nid: 1\ndata: {"id": 1}\n\n: still here\n\nevent: frame\nid: 1\ndata: {"a": 2}\n\nid: 2\nda'
    cut = (sent[at : at + 7] for at in range(0, len(sent), 7))
    assert list(messages(cut)) == [Message("event", 1, {"id": 1}), Message("frame", 1, {"a": 2})]
