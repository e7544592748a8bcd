"""Starving: one address has bots think as long as they may, in many games at once. How long do others wait, and how
long somebody behind the same address?"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from time import perf_counter

from tests.attack.service import ATTACKER, PLAYER, Client, Json, compared, served

GAMES = 40
REPLIES = 30
HUNGRY = {
    "rulebook": "distant_suns",
    "seats": [{"kind": "bot", "level": "strong"}] * 4,
    "options": {"strong_budget": 20_000},
}
HUMAN, GREEDY = {"kind": "human"}, {"kind": "bot", "level": "greedy"}


class Sitting:
    """A game of Astra with people of one address, who rest when they can, or never."""

    def __init__(self, url: str, *seats: dict[str, str]) -> None:
        self._client = Client(url, PLAYER)
        made = self._client("POST", "/v1/games", {"rulebook": "astra", "seats": seats})
        self._path = f"/v1/games/{made['game']['id']}"
        self._tokens: dict[int, str] = {made["seat"]: made["token"]}
        for _ in range(seats.count(HUMAN) - 1):
            taken = self._client("POST", f"{self._path}/seats", {"name": "Somebody"})
            self._tokens[taken["seat"]] = taken["token"]

    def _decider(self, game: Json) -> int | None:
        """The person who is to decide."""
        return next((seat for seat in game["deciders"] if seat in self._tokens), None)

    def _wait(self, after: int) -> Json:
        """Until a person is to decide again, or nobody is; the last page of events."""
        while True:
            page = self._client("GET", f"{self._path}/events?after={after}&wait=1")
            if self._decider(page) or page["status"] != "running":
                return page
            after = page["next"]

    def _move(self, seat: int, version: int, rests: bool) -> Json:
        headers = {"Authorization": f"Bearer {self._tokens[seat]}", "If-Match": f'"{version}"'}
        offers = self._client("GET", f"{self._path}/moves", **headers)["moves"]
        moves = [offer["move"] for offer in offers]
        wished = (move for move in moves if (move["type"] == "rest") == rests)
        return self._client("POST", f"{self._path}/moves", next(wished, moves[0]), **headers)

    def replies(self, rests: bool) -> Iterator[float]:
        """Milliseconds from an acknowledged move to the end of what the service itself did then, until the end."""
        while True:
            game = self._client("GET", self._path)
            if game["status"] != "running":
                return
            seat = self._decider(game)
            if seat is None:
                self._wait(0)
                continue
            played = self._move(seat, game["version"], rests)
            acknowledged = perf_counter()
            if self._decider(played["game"]) is None:
                self._wait(played["events"][-1]["id"])
                yield (perf_counter() - acknowledged) * 1000


def _replies(url: str, rests: bool, *seats: dict[str, str]) -> list[float]:
    """Over as many games as it takes."""
    found = itertools.chain.from_iterable(Sitting(url, *seats).replies(rests) for _ in itertools.count())
    return list(itertools.islice(found, REPLIES))


def _figures(url: str) -> dict[str, list[float]]:
    return {"bot": _replies(url, False, HUMAN, GREEDY), "dreamer": _replies(url, True, HUMAN, HUMAN)}


def _strike(url: str, address: str) -> int:
    """How many of the games were made."""
    client = Client(url, address)
    return sum(client.status("POST", "/v1/games", HUNGRY) == 201 for _ in range(GAMES))


def attack(address: str = ATTACKER) -> Json:
    """How long the greedy bot and the Dreamer of a player take to answer, before and during."""
    with served() as url:
        _figures(url)
        before, made, during = _figures(url), _strike(url, address), _figures(url)
    return {"games": made, **{name: compared(before[name], during[name]) for name in before}}
