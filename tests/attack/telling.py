"""Telling private games from unknown ones: by what is answered, or by how long it takes."""

from __future__ import annotations

from time import perf_counter

from tests.attack.service import ATTACKER, PLAYER, Client, Json, compared, served

WISH = {"rulebook": "astra", "visibility": "private", "seats": [{"kind": "human"}, {"kind": "bot"}]}
LOOKS = 2000


def attack() -> Json:
    """The ratio is that of a private game's answers to those about none: 1 tells nothing."""
    times: dict[str, list[float]] = {}
    with served(RATELIMIT_ENABLED="false") as url:
        private = Client(url, PLAYER)("POST", "/v1/games", WISH)["game"]["id"]
        unknown = "0" * (len(private) - 1) + private[-1]
        client, statuses = Client(url, ATTACKER), set()
        for number in range(2 * LOOKS):
            game = (unknown, private)[number % 2]
            began = perf_counter()
            statuses.add(client.status("GET", f"/v1/games/{game}", None, Authorization="Bearer almagest_guess"))
            times.setdefault(game, []).append((perf_counter() - began) * 1000)
    return {"statuses": sorted(statuses), "time": compared(times[unknown], times[private])}
