"""Digests: hashes over all that happens in many random games. A change that only makes the rules faster changes none.

`python -m tools.digests [RULEBOOK ...]` plays the games again and keeps the hashes of the rules. `--against COMMIT`
plays them under the rules of that commit too, and compares also views, labels and explanations.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from service.games.base import LANGUAGES, Viewer
from service.games.play_out import Turn, random_game, tables
from service.games.rulebook import AnyRulebook
from tests.bench.against import extract_commit
from tests.processes import ROOT
from tools.games import folder, select_rulebooks

GAMES = 1000
FEW = 20
"""As many are played in the test suite."""

Part = Callable[[AnyRulebook, Turn, int], Any]


def _viewer(turn: Turn, number: int) -> Viewer:
    """Another one at each move; a spectator is among them."""
    return (number % (turn.state.players + 1)) or None


def _labels(rulebook: AnyRulebook, turn: Turn, number: int) -> list[str]:
    language = LANGUAGES[number % len(LANGUAGES)]
    moves = rulebook.legal_moves(turn.state, turn.seat)
    return [rulebook.label(turn.state, move, language) for move in moves[number % 7 :: 7]]


RULES: dict[str, Part] = {
    "moves": lambda rulebook, turn, number: rulebook.legal_moves(turn.state, turn.seat),
    "events": lambda rulebook, turn, number: turn.step.events,
    "states": lambda rulebook, turn, number: turn.step.state,
    "scores": lambda rulebook, turn, number: rulebook.score(turn.step.state),
}
SHOWN: dict[str, Part] = {
    "views": lambda rulebook, turn, number: rulebook.view(turn.step.state, _viewer(turn, number)),
    "labels": _labels,
    "explanations": lambda rulebook, turn, number: [
        (each.type, each.refusal.code) for each in rulebook.explain(turn.step.state, _viewer(turn, number) or 0)
    ],
}


def _turns(rulebook: AnyRulebook, games: int) -> Iterator[Turn]:
    """The turns of so many games, each at another table."""
    choices = tables(rulebook)
    for number in range(games):
        players, options = choices[number % len(choices)]
        yield from random_game(rulebook, players, options, f"digest/{number}".encode())


def digests(rulebook: AnyRulebook, games: int, parts: dict[str, Part]) -> dict[str, str]:
    hashes = {name: hashlib.sha256() for name in parts}
    encode = msgspec.msgpack.Encoder(order="deterministic").encode
    for number, turn in enumerate(_turns(rulebook, games)):
        for name, part in parts.items():
            hashes[name].update(encode(part(rulebook, turn, number)))
    return {name: found.hexdigest() for name, found in hashes.items()}


def kept(rulebook: AnyRulebook) -> dict[str, dict[str, str]]:
    """The hashes that are kept, by how many games they are of."""
    found: dict[str, dict[str, str]] = json.loads((folder(rulebook) / "digests.json").read_text())
    return found


def _keep(rulebook: AnyRulebook) -> None:
    found = {str(games): digests(rulebook, games, RULES) for games in (FEW, GAMES)}
    (folder(rulebook) / "digests.json").write_text(json.dumps(found, indent=1) + "\n")
    print(rulebook.id, found)


def _all_of(names: list[str], tree: Path) -> dict[str, dict[str, str]]:
    """The hashes of every part, under the rules in a folder."""
    command = [sys.executable, __file__, "--print", *names]
    path = os.pathsep.join((str(tree), str(ROOT)))
    run = subprocess.run(command, env={"PYTHONPATH": path}, stdout=subprocess.PIPE, check=True)
    found: dict[str, dict[str, str]] = json.loads(run.stdout)
    return found


def _compare(names: list[str], commit: str) -> None:
    with extract_commit(commit) as other:
        before, after = _all_of(names, other), _all_of(names, ROOT)
    changed = [
        f"{name}: {part}" for name, parts in after.items() for part in parts if parts[part] != before[name][part]
    ]
    raise SystemExit(f"changed since {commit}: {', '.join(changed)}" if changed else 0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rulebooks", nargs="*")
    parser.add_argument("--against", metavar="COMMIT", help="compare with the rules of a commit")
    parser.add_argument("--print", action="store_true", help="print every hash and keep none")
    options = parser.parse_args()
    if options.against:
        _compare(options.rulebooks, options.against)
        return
    chosen = select_rulebooks(options.rulebooks)
    if options.print:
        print(json.dumps({each.id: digests(each, GAMES, RULES | SHOWN) for each in chosen}))
        return
    for rulebook in chosen:
        _keep(rulebook)


if __name__ == "__main__":
    main()
