"""What a reader has before running a sample: games, tokens, keys, webhooks, as variables."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from datetime import UTC, datetime
from functools import cache, cached_property
from typing import Any

from almagest_sdk import Almagest, SeatWish, Table, models

from tests.processes import HOST, until
from tests.pushing import Browser
from tests.sdk.serving import Server

Variables = dict[str, Any]
NOWHERE = f"http://{HOST}:9/hook"
SETTINGS = {
    "LOG_LEVEL": "warning",
    "WEBHOOKS_MAX": "100",
    "WEBHOOK_HTTP": "true",
    "WEBHOOK_NETWORKS": f"{HOST}/32",
    "PUSH_SERVICES": "fcm.googleapis.com,push.services.mozilla.com",
}
"""Nobody listens at `NOWHERE`; the push services are those that the samples name, and nothing is sent to them."""


def of_seat(table: Table) -> Variables:
    pack = table.game.pack_hash
    return {"game_id": table.id, "token": table.token, "version": table.version, "pack_hash": pack, "table": table}


class Stages:
    """Each method sets up anew what its samples need, and returns the variables."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._started = ExitStack()
        self.client = Almagest(server.url)

    def close(self) -> None:
        """End what was started."""
        self._started.close()

    def nothing(self) -> Variables:
        return {}

    def seated(self) -> Variables:
        """A game of two people in which the sample's move is legal, as the one sees it who has to decide."""
        rig = models.Rig(seed="samples", draws=["leo", "ursa_major"])
        with Almagest(self._server.url, key=self._server.rig) as app:
            ada = app.games.create("astra", seats=2, name="Ada", rig=rig)
        bo = self.client.games.join(ada.id, "Bo")
        return of_seat(bo if bo.seat in bo.deciders else self._as_seat(ada))

    def _as_seat(self, table: Table) -> Table:
        return self.client.games.resume(table.id, table.token or "")

    def open(self) -> Variables:
        return of_seat(self.client.games.create("astra", seats=3, name="Ada"))

    def against_bots(self) -> Variables:
        table = self.client.games.create("astra", seats=2, bots=1, level="random", name="Ada")
        assert table.my_turn()
        return of_seat(table)

    def paused(self) -> Variables:
        found = self.against_bots()
        found["table"].pause()
        return found

    def after_a_move(self) -> Variables:
        """The last move can be taken back."""
        table = self.client.games.create("distant_suns", seats=2, bots=1, level="random", name="Ada")
        while not table.game.can_take_back:
            assert table.my_turn()
            table.play(table.moves()[0])
        return of_seat(table)

    def advised(self) -> Variables:
        """The seat has asked for hints."""
        found = self.against_bots()
        found["table"].hints()
        return found

    def finished_anew(self) -> Variables:
        table = self.client.games.create("nebula", seats=2, bots=1, level="random", name="Ada")
        while table.my_turn():
            table.play(table.moves()[0])
        return of_seat(table)

    @cached_property
    def _ended(self) -> Variables:
        return self.finished_anew()

    def finished(self) -> Variables:
        return dict(self._ended)

    def idle(self) -> Variables:
        """The second seat has not decided for longer than it may; the host looks on."""
        return of_seat(self._awaited(2)[0])

    def host_away(self) -> Variables:
        return of_seat(self._awaited(1)[1])

    def _awaited(self, seat: int) -> tuple[Table, Table]:
        """A game of two people that has waited for this seat for longer than it may."""
        ada = self.client.games.create("nebula", seats=2, name="Ada", idle_seconds=1)
        bo = self.client.games.join(ada.id, "Bo")
        ada.refresh()
        if list(ada.deciders) not in ([seat], [1, 2]):
            mover = ada if seat == 2 else bo
            mover.play(mover.moves()[0])
        since = ada.refresh().seats[seat - 1].deciding_since
        assert since, "the game waits for this seat"
        until(lambda: (datetime.now(UTC) - datetime.fromisoformat(str(since))).total_seconds() > 1.5)
        return ada, self._as_seat(bo)

    # Of an operator

    def operated(self) -> Variables:
        """The games lie in the folder `games`."""
        games = self._server.directory / "games"
        if not games.exists():
            games.symlink_to(".almagest")
        return self.open()

    def moved(self) -> Variables:
        """There is another server, whose games lie in the folder `elsewhere`."""
        self._started.enter_context(Server(self._server.directory, "elsewhere"))
        return self.operated()

    # Of an app

    @cache  # noqa: B019 - as long as the run
    def _key(self, name: str) -> str:
        return self._server.key(name)

    def app(self) -> Variables:
        return {"key": self._key("my-app"), "url": self._server.url}

    def key(self) -> Variables:
        """A key of the app that is not needed any more."""
        made = self._server.key("my-app")
        return {"key_id": made.split("_")[1]}

    def secrets(self) -> Variables:
        return {"SECRET": "whsec_now", "SECRET_BEFORE": "whsec_before"}

    def player(self) -> Variables:
        """A user of the app, who has to decide in a game."""
        found = {"key": self._key("club")}
        with Almagest(self._server.url, key=found["key"]) as app:
            seats = [SeatWish(kind="human", player=player, name=player) for player in ("user-42", "user-43")]
            table = app.games.create("astra", seats=seats)
            decider = seats[table.deciders[0] - 1].player
            token = app.players.token(str(decider)).token
        return {**found, "game_id": table.id, "token": token, "url": self._server.url}

    def webhook(self) -> Variables:
        """A webhook of the app, at which nobody listens."""
        found = {"key": self._key("receiver")}
        request = models.WebhookWish(url=NOWHERE, events=["game.started"])
        made = self.client.api.webhooks.create(request, token=found["key"])
        return {**found, "webhook_id": made.webhook.id, "secret": made.secret}

    def delivery(self) -> Variables:
        """A delivery to it that failed."""
        found = self.webhook()
        with Almagest(self._server.url, key=found["key"]) as app:
            app.games.create("nebula", seats=2, bots=2, level="random")
        until(lambda: self._failed(found))
        return {**found, "delivery_id": self._failed(found)[0].id}

    def _failed(self, found: Variables) -> list[Any]:
        page = self.client.api.webhooks.list_deliveries(found["webhook_id"], token=found["key"])
        return [each for each in page.deliveries if each.attempts]

    # Of a browser

    def subscribed(self) -> Variables:
        """What a browser subscribes with, beside a seat."""
        told = Browser("https://updates.push.services.mozilla.com").subscription
        keys = models.PushKeys(**told["keys"])
        found = self.seated()
        wanted = models.DeviceWish(endpoint=told["endpoint"], keys=keys)
        device = self.client.api.push.subscribe(found["game_id"], wanted, token=found["token"]).device
        return {**found, "endpoint": told["endpoint"], "keys": keys, "device": device, "subscription": told}


STAGES: dict[str, Callable[[Stages], Variables]] = {
    name: getattr(Stages, name)
    for name in vars(Stages)
    if not name.startswith("_") and name != "close" and callable(getattr(Stages, name))
}
