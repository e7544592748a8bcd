"""What a player does before it is erased, over HTTP, and the search for what is left of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from service.store.accounts.players import PlayerRecord, unsalted_tag
from service.store.archive import codec
from service.store.delivery.webhooks import Webhook
from service.store.games import all_games
from service.store.redis import keys
from service.usecases.admin.export import Export
from service.wire.notices import NOTICE_TYPES
from service.wire.words import ENDED
from tests.driver import Json, Table, humans, play_out
from tests.pushing import PUSH_KEY, Browser
from tests.usecases.clubs import BO, App

CLUB, ZEB = "chess-club", "zeb-42"
NAMES = ("Zebediah A", "Zebediah B", "Zebediah C")
METADATA = {"avatar": "zebediah.png"}
SEATED: Json = {"kind": "human", "player": ZEB, "name": NAMES[0], "metadata": METADATA}
HOOK = "wh_0123456789abcdef"
FREE: Json = {"kind": "human"}
ONE_ROUND = {"rounds": "1"}
STATUSES = ("open", "running", "scoring", *ENDED)


def _existing(app: Flask, game_id: str) -> Table:
    """A table that nobody here has opened by hand."""
    table = Table.__new__(Table)
    table.app, table.http, table.tokens, table.id = app, app.test_client(), {}, game_id
    table.path = f"/v1/games/{game_id}"
    return table


class History:
    """Tables of an app and of none, and who comes and goes. A request that is refused changes nothing."""

    def __init__(self, app: Flask) -> None:
        self.app, self.club = app, App(app, CLUB)
        self.club.set(push_key=PUSH_KEY, push_services=("push.example.org",))
        hook = Webhook(HOOK, CLUB, "https://example.org", NOTICE_TYPES, "plain:s", 0)
        self.club.context.store.webhooks.change(None, hook)
        self.tables: list[Table] = []
        self.is_of_app: dict[str, bool] = {}
        self.tokens: dict[tuple[str, str], str] = {}
        self.sent: list[dict[str, Any]] = []
        self._count = 0
        self.devices: list[str] = []
        self.open_club_table(0, 0, ZEB)
        self.open_table(0, 0, ZEB)

    def _add(self, table: Table, is_of_app: bool) -> None:
        self.tables.append(table)
        self.is_of_app[table.id] = is_of_app

    def _send(self, method: str, path: str, token: str | None, body: Json | None = None) -> TestResponse:
        """With an idempotency key, so that anybody who sent it can ask for the same answer later."""
        self._count += 1
        headers = {"Idempotency-Key": f"{self._count:016}"}
        request: dict[str, Any] = {"method": method, "path": path, "token": token, "json": body, "headers": headers}
        answer = self.club.call(**request)
        self.sent += [request] if answer.status_code < 300 else []
        return answer

    def _token(self, who: str, table: Table) -> str | None:
        """A player's own token is good at tables of its app alone."""
        return self.club.token(who) if self.is_of_app[table.id] else self.tokens.get((who, table.id))

    def _sat(self, who: str, answer: TestResponse) -> None:
        if answer.status_code != 201:
            return
        taken: Json = answer.json or {}
        game_id = taken["game"]["id"]
        if game_id not in self.is_of_app:
            self._add(_existing(self.app, game_id), True)
        table = next(each for each in self.tables if each.id == game_id)
        table.tokens[taken["seat"]] = self.tokens[who, game_id] = taken["token"]

    def _table(self, number: int) -> Table:
        return self.tables[number % len(self.tables)]

    def open_club_table(self, number: int, _: int, who: str) -> None:
        """Bo waits there for two others, or everybody sits there already."""
        seats = [BO, FREE, FREE] if number % 3 else [BO, FREE] if number else [SEATED, BO]
        seats = [SEATED, FREE, BO] if number == 4 else seats
        wish = {"rulebook": "toy", "seats": seats, "options": ONE_ROUND}
        created = self._send("POST", "/v1/games", self.club.key, wish)
        assert created.status_code == 201, created.data
        found: Json = created.json or {}
        self._add(_existing(self.app, found["game"]["id"]), True)
        self.tables[-1].tokens = {each["seat"]: each["token"] for each in found["tokens"]}

    def open_table(self, number: int, _: int, who: str) -> None:
        """A table of no app."""
        self._add(Table(self.app, "toy", humans(2 + number % 2), options=ONE_ROUND), False)

    def sit(self, number: int, name: int, who: str) -> None:
        table, called = self._table(number), NAMES[name] if who == ZEB else "Bo"
        body = {"name": called, "invite": None}
        self._sat(who, self._send("POST", f"{table.path}/seats", self.club.token(who), body))

    def leave(self, number: int, _: int, who: str) -> None:
        table = self._table(number)
        self.club.call("DELETE", f"{table.path}/seats/me", self._token(who, table))

    def resign(self, number: int, _: int, who: str) -> None:
        table = self._table(number)
        self._send("POST", f"{table.path}/seats/me/resign", self._token(who, table), {})

    def subscribe(self, number: int, _: int, who: str) -> None:
        table, browser = self._table(number), Browser("https://push.example.org")
        path, token = f"{table.path}/seats/me/push", self._token(who, table)
        made = self.club.call("PUT", path, token, json=browser.subscription)
        if made.status_code == 200 and who == ZEB:
            self.devices += [browser.path, (made.json or {})["device"]]

    def finish(self, number: int, _: int, who: str) -> None:
        table = self._table(number)
        if table.http.get(table.path).json["status"] == "running":  # type: ignore[index]
            play_out(table)

    def rematch(self, number: int, _: int, who: str) -> None:
        table = self._table(number)
        answer = self._send("POST", f"{table.path}/rematch", self._token(who, table), {})
        if answer.status_code == 201 and not self.is_of_app[table.id]:
            self.is_of_app.setdefault((answer.json or {})["game"]["id"], False)
            self.tables.append(_existing(self.app, (answer.json or {})["game"]["id"]))
        self._sat(who, answer)

    def quick_play(self, number: int, name: int, who: str) -> None:
        called = NAMES[name] if who == ZEB else "Bo"
        wish: Json = {"rulebook": "toy", "seats": 2 + number % 2, "name": called, "options": ONE_ROUND}
        if number < 2:
            self._sat(who, self._send("POST", "/v1/quick", self.club.token(who), wish))
        else:
            known = {"player": who, "metadata": METADATA if who == ZEB else {}}
            self._sat(who, self._send("POST", "/v1/quick", self.club.key, {**wish, **known}))

    def delete(self, number: int, _: int, who: str) -> None:
        table = self._table(number)
        self.club.call("DELETE", table.path, self._token(who, table))

    ACTIONS = (
        *("sit", "leave") * 3,
        *("open_club_table", "open_table", "resign", "subscribe", "finish", "rematch", "quick_play", "delete"),
    )

    def erase(self) -> None:
        erased = self.club.call("DELETE", f"/v1/players/{ZEB}", self.club.key)
        assert erased.status_code == 204, erased.data

    def traces(self) -> list[bytes]:
        """What must be nowhere, in small letters."""
        tags = self.club.context.store.players.tags(PlayerRecord(CLUB, ZEB))
        assert tags[1] == unsalted_tag(CLUB, ZEB)
        return [each.lower().encode() for each in ("zebediah", ZEB, *tags, *self.devices)]

    def everything_answered(self) -> Iterator[tuple[str, bytes]]:
        """What anybody who is left can ask for, and what was answered before."""
        for request in self.sent:
            yield f"repeated {request['method']} {request['path']}", self.club.call(**request).data
        for path in ("/v1/me/games", "/v1/me/events", "/v1/me/events?include=view,score"):
            yield path, self.club.as_player("user-43", "GET", path).data
        for status in STATUSES:
            yield status, self.club.call("GET", f"/v1/games?status={status}", None).data
        yield "deliveries", self.club.call("GET", f"/v1/webhooks/{HOOK}/deliveries?limit=100", self.club.key).data
        for table in self.tables:
            for token in {None, self.club.token("user-43"), *table.tokens.values()}:
                for what in ("", "/events?limit=1000", "/replay", "/score", "/moves"):
                    yield table.path + what, self.club.call("GET", table.path + what, token).data

    def everything_stored(self) -> Iterator[tuple[str, bytes]]:
        store = self.club.context.store
        yield "the store", self.club.stored()
        for game_id in all_games.game_ids(store):
            archive = store.client.hget(keys.game(game_id), "archive")
            entries = codec.entries(codec.unpack(archive)) if archive else []
            yield f"the archive of {game_id}", b"".join(entry.move + entry.events for entry in entries)
            yield f"the export of {game_id}", b"".join(Export(self.club.context, [game_id]).lines())

    def found(self) -> list[tuple[str, bytes]]:
        """Where something is left of the player."""
        answered, traces = list(self.everything_answered()), self.traces()
        places = [*answered, *self.everything_stored()]
        return [(place, trace) for place, data in places for trace in traces if trace in data.lower()]
