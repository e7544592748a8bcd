"""Forged scopes: somebody guesses at the answer to another address's idempotency key, its token included."""

from __future__ import annotations

import secrets

from tests.attack.service import ATTACKER, PLAYER, Client, Json, served

WISH = {"rulebook": "astra", "seats": [{"kind": "human"}, {"kind": "human"}]}
FORMS = ("{}", "Bearer {}", "Basic {}", "address {}", "Bearer address {}", "Bearer address\t{}", "Digest {}")
TRIES = 20


def attack() -> Json:
    leaked = 0
    with served(RATELIMIT_ENABLED="false") as url:
        for _ in range(TRIES):
            key = {"Idempotency-Key": secrets.token_hex(16)}
            token = Client(url, PLAYER)("POST", "/v1/games", WISH, **key)["token"]
            for form in FORMS:
                forged = Client(url, ATTACKER)("POST", "/v1/games", WISH, Authorization=form.format(PLAYER), **key)
                leaked += forged["token"] == token
    return {"keys": TRIES, "forms": len(FORMS), "tokens_leaked": leaked}
