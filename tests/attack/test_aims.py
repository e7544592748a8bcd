"""`make attack` fails where an aim is missed, and tells the figures either way."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.attack import __main__ as command
from tests.attack.aims import AIMS, BOUNDS

MET: dict[str, dict[str, Any]] = {
    "starving": {"games": 40, "bot": {"ratio": 5.0}, "dreamer": {"ratio": 2.0}},
    "same_address": {"games": 40, "bot": {"ratio": 5.0}, "dreamer": {"ratio": 2.0}},
    "listeners": {"polls_of_seats_refused": 0, "lateness_of_polls": {"ratio": 8.05}},
    "slow_heads": {"unanswered": 0, "healthz": {"ratio": 0.98}},
    "forging": {"tokens_leaked": 0},
    "telling": {"statuses": [404], "time": {"ratio": 1.1}},
    "amplifying": {row: {"ms": bound.ms, "bytes": bound.bytes} for row, bound in BOUNDS.items()},
}
MISSED: list[tuple[str, str, Any]] = [
    ("starving", "bot", {"ratio": 5.01}),
    ("starving", "dreamer", {"ratio": 2.01}),
    ("same_address", "bot", {"ratio": 5.01}),
    ("same_address", "dreamer", {"ratio": 2.01}),
    ("listeners", "polls_of_seats_refused", 1),
    ("slow_heads", "unanswered", 1),
    ("forging", "tokens_leaked", 1),
    ("telling", "statuses", [401, 404]),
    ("telling", "time", {"ratio": 1.11}),
    ("telling", "time", {"ratio": 0.89}),
    *(("amplifying", row, {"ms": bound.ms + 0.1, "bytes": bound.bytes}) for row, bound in BOUNDS.items()),
    *(("amplifying", row, {"ms": bound.ms, "bytes": bound.bytes + 1}) for row, bound in BOUNDS.items()),
]


def _run(told: dict[str, Any], monkeypatch: pytest.MonkeyPatch, *names: str) -> int:
    monkeypatch.setattr(command, "attacked", told.__getitem__)
    monkeypatch.setattr("sys.argv", ["attack", *names])
    return command.main()


def test_all_aims_are_met_at_their_bounds(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert _run(MET, monkeypatch) == 0
    said = capsys.readouterr()
    assert json.loads(said.out) == MET
    assert said.err == ""


@pytest.mark.parametrize(("attack", "figure", "worse"), MISSED)
def test_what_is_worse_than_an_aim_fails_and_is_said(
    attack: str, figure: str, worse: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = {**MET, attack: {**MET[attack], figure: worse}}
    assert _run(told, monkeypatch) == 1
    said = capsys.readouterr()
    assert json.loads(said.out) == told
    assert said.err.startswith(f"missed: {attack}: {figure} is ")
    assert _run(told, monkeypatch, *(name for name in MET if name != attack)) == 0


def test_every_attack_has_an_aim_and_every_aim_is_tried() -> None:
    assert {aim.attack for aim in AIMS} == set(command.ATTACKS)
    assert {(aim.attack, aim.figure) for aim in AIMS} == {(attack, figure) for attack, figure, _ in MISSED}
