"""The floor: the least that any service of this kind has to do, as a plain Flask app.

It reads a 5 KB state, changes it, commits it with a compare-and-set script and one stream append, and answers 1 KB.
"""

from __future__ import annotations

import os
from typing import Any

import orjson
from flask import Flask, Response

from service.store.redis.client import redis_client

STATE_BYTES = 5_000
ANSWER_BYTES = 1_000

COMMIT = """
if redis.call('HGET', KEYS[1], 'version') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'version', ARGV[2], 'state', ARGV[3])
redis.call('XADD', KEYS[2], ARGV[2] .. '-0', 'e', ARGV[4])
return 1
"""


def filler(size: int) -> list[dict[str, object]]:
    """A list of small objects, about `size` bytes of JSON."""
    return [{"id": number, "name": f"star-{number}", "marks": [1, 2, 3]} for number in range(size // 47)]


def create_floor() -> Flask:
    app = Flask("floor", static_folder=None)
    client = redis_client(os.environ["REDIS_URL"])
    commit = client.script_load(COMMIT)
    answer = {"events": filler(ANSWER_BYTES)}

    @app.post("/floor/<name>")
    def move(name: str) -> Response:
        version, stored = client.execute_command("HMGET", f"floor:{name}", "version", "state")
        state: dict[str, Any] = orjson.loads(stored) if stored else {"count": 0, "board": filler(STATE_BYTES)}
        state["count"] += 1
        new = int(version or 0) + 1
        keys = (2, f"floor:{name}", f"floor-events:{name}")
        if version is None:
            client.execute_command("HSET", f"floor:{name}", "version", 0)
        done = client.execute_command(
            "EVALSHA", commit, *keys, version or 0, new, orjson.dumps(state), orjson.dumps(answer["events"][:2])
        )
        body = orjson.dumps({"version": new, "done": done, **answer})
        return Response(body, content_type="application/json")

    return app
