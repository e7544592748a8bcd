"""Samples of every operation, `x-codeSamples` of the API's description: curl, the Python SDK, the JavaScript client.

The calls of curl follow from the description; those of the clients stand here, a row per operation.
"""

from __future__ import annotations

import shlex
from typing import Any

import msgspec

SERVER = "http://127.0.0.1:8000"
_VARIABLES = {
    "game_id": "$GAME_ID",
    "webhook_id": "$WEBHOOK_ID",
    "delivery_id": "$DELIVERY_ID",
    "If-Match": '"$VERSION"',
}
"""What differs from caller to caller, by the name of the parameter: variables of the shell."""
_NEW_KEY = "Idempotency-Key: $(openssl rand -hex 16)"

OPENING = {
    "Python": f'from almagest_sdk import Almagest, models\n\nclient = Almagest("{SERVER}")',
    "JavaScript": f'import {{ Almagest }} from "almagest-client";\n\nconst client = new Almagest("{SERVER}");',
}
"""The lines before every sample."""
_OPEN_GAME = {
    "Python": "table = client.games.resume(game_id, token)",
    "JavaScript": "const table = await client.games.resume(gameId, { token });",
}
"""The line before a sample that uses a table without opening it."""

CALLS: dict[str, tuple[str, str]] = {
    "listRulebooks": (
        "rulebooks = client.rulebooks.list().rulebooks",
        "const rulebooks = await client.rulebooks.list();",
    ),
    "getRulebook": (
        'astra = client.rulebooks.get("astra")',
        'const astra = await client.http.get("/v1/rulebooks/astra");',
    ),
    "getContent": (
        'content = client.rulebooks.content("astra", lang="en")',
        'const content = await client.rulebooks.content("astra");',
    ),
    "getContentByHash": (
        'content = client.rulebooks.content_by_hash("astra", table.game.pack_hash)',
        "const content = await client.http.get(`/v1/rulebooks/astra/content/${packHash}`);",
    ),
    "createGame": (
        'table = client.games.create("astra", seats=2, bots=1, name="Hypatia")',
        (
            'const seats = [{ kind: "human", name: "Hypatia" }, { kind: "bot" }];\n'
            'const table = await client.games.create({ rulebook: "astra", seats });'
        ),
    ),
    "createManyGames": (
        (
            f'app = Almagest("{SERVER}", key=key)\n'
            'seats = [models.SeatWish(kind="human", player="user-42"), models.SeatWish(kind="bot")]\n'
            'created = app.games.create_many([models.GameWish(rulebook="astra", seats=seats)])'
        ),
        (
            f'const app = new Almagest("{SERVER}", {{ key }});\n'
            'const seats = [{ kind: "human", player: "user-42" }, { kind: "bot" }];\n'
            'const created = await app.games.createMany([{ rulebook: "astra", seats }]);'
        ),
    ),
    "quickPlay": (
        'table = client.games.quick("astra", seats=2, name="Hypatia")',
        'const table = await client.games.quick({ rulebook: "astra", seats: 2, name: "Hypatia" });',
    ),
    "rematch": ("following = table.rematch()", "const following = await client.games.rematch(table.id, table.token);"),
    "listGames": (
        'games = list(client.games.list(status="open"))',
        'const { games } = await client.games.list({ status: "open" });',
    ),
    "getGame": (
        'table = client.games.watch(game_id, rulebook="astra")',
        "const table = await client.games.watch(gameId);",
    ),
    "takeSeat": (
        'table = client.games.join(game_id, "Ptolemy")',
        'const table = await client.games.join(gameId, { name: "Ptolemy" });',
    ),
    "leaveSeat": ("table.leave()", "await table.leave();"),
    "resignSeat": ('table.resign(level="greedy")', 'await table.resign({ level: "greedy" });'),
    "deleteGame": ("table.delete()", "await table.delete();"),
    "abandonGame": (
        f'app = Almagest("{SERVER}", key=key)\nabandoned = app.games.abandon(game_id)',
        f'const app = new Almagest("{SERVER}", {{ key }});\nconst abandoned = await app.games.abandon(gameId);',
    ),
    "pauseGame": ("table.pause()", "await table.pause();"),
    "replaceHost": ("table.replace_host()", "await table.replaceHost();"),
    "resumeGame": ("table.resume()", "await table.resume();"),
    "rotateToken": (
        "token = table.rotate_token()",
        "const { value } = await client.http.post(`/v1/games/${gameId}/seats/me/token`, {}, { token });",
    ),
    "handSeatToBot": ("table.hand_to_bot(2)", "await table.handToBot(2);"),
    "listMoves": ("offers = table.moves()", "const offers = table.moves;"),
    "playMove": ("played = table.play(table.moves()[0])", "const played = await table.play(table.moves[0].move);"),
    "takeBackMove": ("taken_back = table.take_back()", "const takenBack = await table.takeBack();"),
    "previewMove": (
        "preview = table.preview(table.moves()[0])",
        "const preview = await table.preview(table.moves[0].move);",
    ),
    "askHints": ("hints = table.hints()", "const { hints } = await table.hints();"),
    "getHints": (
        "hints = client.api.hints.get(game_id, token=token).hints",
        "const { hints } = await client.http.get(`/v1/games/${gameId}/hints`, { token });",
    ),
    "listEvents": ("for event in table.events():\n    print(event.type)", "table.follow((news) => console.log(news));"),
    "getScore": ("score = table.score().score", "const score = table.score;"),
    "getReplay": ("replay = table.replay()", "const replay = await table.replay();"),
    "createPlayerToken": (
        f'app = Almagest("{SERVER}", key=key)\ntoken = app.players.token("user-42").token',
        f'const app = new Almagest("{SERVER}", {{ key }});\nconst {{ token }} = await app.players.token("user-42");',
    ),
    "listPlayerGames": (
        f'app = Almagest("{SERVER}", key=key)\ngames = list(app.players.games("user-42", status="running"))',
        (
            f'const app = new Almagest("{SERVER}", {{ key }});\n'
            'const { games } = await app.players.games("user-42", { status: "running" });'
        ),
    ),
    "erasePlayer": (
        f'app = Almagest("{SERVER}", key=key)\napp.players.erase("user-42")',
        f'const app = new Almagest("{SERVER}", {{ key }});\nawait app.players.erase("user-42");',
    ),
    "listMyGames": (
        f'player = Almagest("{SERVER}", token=token)\nmine = list(player.me.games(turn="mine"))',
        (
            f'const player = new Almagest("{SERVER}", {{ token }});\n'
            'const { games } = await player.me.games({ turn: "mine" });'
        ),
    ),
    "listMyEvents": (
        (
            f'player = Almagest("{SERVER}", token=token)\n'
            "for news in player.me.events():\n    print(news.game, news.deciders)"
        ),
        (
            f'const player = new Almagest("{SERVER}", {{ token }});\n'
            "for await (const news of player.me.events()) console.log(news.game, news.deciders);"
        ),
    ),
    "getPushKey": ("key = client.api.push.key().public_key", "const applicationServerKey = await client.pushKey();"),
    "subscribePush": (
        "client.api.push.subscribe(game_id, models.DeviceWish(endpoint=endpoint, keys=keys), token=token)",
        (
            "const wanted = { userVisibleOnly: true, applicationServerKey: await client.pushKey() };\n"
            "const device = await table.callOn(await registration.pushManager.subscribe(wanted));"
        ),
    ),
    "unsubscribePush": ("client.api.push.unsubscribe(game_id, token=token)", "await table.callNoMore(device);"),
    "createWebhook": (
        (
            'wish = models.WebhookWish(url="https://club.example.org/hook", events=["turn.changed"])\n'
            "made = client.api.webhooks.create(wish, token=key)"
        ),
        (
            'const wish = { url: "https://club.example.org/hook", events: ["turn.changed"] };\n'
            'const { value: made } = await client.http.post("/v1/webhooks", wish, { token: key });'
        ),
    ),
    "listWebhooks": (
        "webhooks = client.api.webhooks.list(token=key).webhooks",
        'const { webhooks } = await client.http.get("/v1/webhooks", { token: key });',
    ),
    "getWebhook": (
        "webhook = client.api.webhooks.get(webhook_id, token=key)",
        "const webhook = await client.http.get(`/v1/webhooks/${webhookId}`, { token: key });",
    ),
    "changeWebhook": (
        'client.api.webhooks.change(webhook_id, models.WebhookChange(status="active"), token=key)',
        'await client.http.send("PATCH", `/v1/webhooks/${webhookId}`, { body: { status: "active" }, token: key });',
    ),
    "deleteWebhook": (
        "client.api.webhooks.delete(webhook_id, token=key)",
        'await client.http.send("DELETE", `/v1/webhooks/${webhookId}`, { token: key });',
    ),
    "listDeliveries": (
        'page = client.api.webhooks.list_deliveries(webhook_id, status="parked", token=key)',
        "const page = await client.http.get(`/v1/webhooks/${webhookId}/deliveries`, { token: key });",
    ),
    "sendAgain": (
        "client.api.webhooks.send_again(webhook_id, delivery_id, token=key)",
        "await client.http.post(`/v1/webhooks/${webhookId}/deliveries/${deliveryId}/again`, {}, { token: key });",
    ),
    "getAnalysis": ("analysis = table.analysis()", "const analysis = await table.analysis();"),
    "getHealth": ("health = client.api.health.get()", 'const health = await client.http.get("/healthz");'),
    "getReadiness": ("ready = client.api.health.readiness()", 'const ready = await client.http.get("/readyz");'),
}
"""By operation: Python, JavaScript."""


def _client_call(language: str, call: str) -> str:
    needs_table = "table." in call and not call.startswith(("table = ", "const table = "))
    return "\n".join([OPENING[language], *([_OPEN_GAME[language]] if needs_table else []), call])


def _example(parameter: dict[str, Any]) -> str:
    if parameter["name"] in _VARIABLES:
        return _VARIABLES[parameter["name"]]
    return str(parameter.get("example", parameter["schema"].get("example", "astra")))


def _address(path: str, parameters: list[dict[str, Any]]) -> str:
    for parameter in parameters:
        if parameter["in"] == "path":
            path = path.replace(f"{{{parameter['name']}}}", _example(parameter))
    return SERVER + path


def _credential(operation: dict[str, Any]) -> list[str]:
    """The key of an app, or the token of a seat or a player; also where the answer only shows more with one."""
    schemes = operation.get("security", [])
    if not schemes or ({} in schemes and {"seat": []} not in schemes):
        return []
    has_token = {"seat": []} in schemes or {"player": []} in schemes
    return [f"Authorization: Bearer {'$TOKEN' if has_token else '$KEY'}"]


def _headers(operation: dict[str, Any], parameters: list[dict[str, Any]]) -> list[str]:
    sent = [each for each in parameters if each["in"] == "header"]
    needed = [f"{each['name']}: {_example(each)}" for each in sent if each["required"]]
    key = [_NEW_KEY for each in sent if each["name"] == "Idempotency-Key"]
    body = ["Content-Type: application/json"] if "requestBody" in operation else []
    return _credential(operation) + needed + key + body


def _quote(text: str) -> str:
    """Quote for the shell, which fills in variables and runs commands in what has a dollar sign."""
    escaped = text.replace('"', '\\"')
    return f'"{escaped}"' if "$" in text else shlex.quote(text)


def _curl(method: str, path: str, operation: dict[str, Any], parameters: list[dict[str, Any]]) -> str:
    lines = ["curl" if method == "get" else f"curl --request {method.upper()}"]
    lines += [f"--header {_quote(header)}" for header in _headers(operation, parameters)]
    if "requestBody" in operation:
        example = operation["requestBody"]["content"]["application/json"].get("example", {})
        body = {name: value for name, value in example.items() if name != "entropy"}  # random bytes that all know
        lines.append(f"--data {shlex.quote(msgspec.json.encode(body).decode())}")
    return " \\\n  ".join([*lines, _quote(_address(path, parameters))])


def _samples(method: str, path: str, operation: dict[str, Any], shared: list[dict[str, Any]]) -> list[dict[str, str]]:
    python, javascript = CALLS[operation["operationId"]]
    sources = {
        "curl": _curl(method, path, operation, [*shared, *operation.get("parameters", [])]),
        "Python": _client_call("Python", python),
        "JavaScript": _client_call("JavaScript", javascript),
    }
    highlighted = {"curl": "Shell", "Python": "Python", "JavaScript": "JavaScript"}
    return [{"lang": highlighted[label], "label": label, "source": source} for label, source in sources.items()]


def add_samples(description: dict[str, Any]) -> dict[str, Any]:
    """Add samples to every operation of the description."""
    for path, operations in description["paths"].items():
        shared = operations.get("parameters", [])
        for method, operation in operations.items():
            if method != "parameters":
                operation["x-codeSamples"] = _samples(method, path, operation, shared)
    return description
