"""A turn-notifier: a webhook that says at the console whose turn it is. Needs the SDK and an app's key.

    python notifier.py --server http://127.0.0.1:8000 --key ak_... --port 9000

The server has to be able to reach it: where both are on one machine, start that with `WEBHOOK_HTTP=true` and
`WEBHOOK_NETWORKS=127.0.0.0/8`.
"""

from __future__ import annotations

import argparse
import signal
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from almagest_sdk import Almagest, UnknownNotice, models, webhooks

EVENTS: list[models.NoticeType] = [
    "game.started",
    "turn.changed",
    "game.finished",
    "game.abandon_warning",
    "seat.taken",
    "seat.left",
]


def called(notice: models.Notice, seat: int) -> str:
    """By the app's own name, where it has one."""
    if seat == 0:
        return "the automa"
    return notice.seats[seat - 1].player or f"seat {seat}"


def worded(notice: models.Notice) -> str:
    match notice:
        case models.GameStartedNotice():
            return "the game begins"
        case models.TurnChangedNotice(deciders=deciders, deadline=deadline):
            until = f", until {deadline:%H:%M:%S}" if deadline else ""
            return f"it is the turn of {', '.join(called(notice, seat) for seat in deciders)}{until}"
        case models.GameFinishedNotice(winners=winners):
            return f"{notice.status}, won by {', '.join(called(notice, seat) for seat in winners) or 'nobody'}"
        case models.AbandonWarningNotice(abandon_at=abandon_at):
            return f"nobody plays: the game ends on {abandon_at:%Y-%m-%d}"
        case models.SeatTakenNotice(seat=seat):
            return f"{called(notice, seat)} sat down"
        case models.SeatLeftNotice(seat=seat):
            return f"{notice.player or f'seat {seat}'} left"


class Seen:
    """A notice can come twice, and has the same id then."""

    def __init__(self) -> None:
        self._ids: set[str] = set()

    def is_new(self, notice: models.Notice) -> bool:
        if notice.id in self._ids:
            return False
        self._ids.add(notice.id)
        return True


def handler(secret: str) -> type[BaseHTTPRequestHandler]:
    seen = Seen()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            try:
                notice = webhooks.verify(body, self.headers[webhooks.HEADER] or "", secret)
            except webhooks.InvalidSignature:
                self.send_error(400)
                return
            if isinstance(notice, UnknownNotice):
                print(f"{notice.game}: {notice.name}, which this SDK does not know", flush=True)
            elif seen.is_new(notice):
                print(f"{notice.rulebook} {notice.game}: {worded(notice)}", flush=True)
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """The console is for turns."""

    return Handler


def stop_when_told(server: ThreadingHTTPServer) -> None:
    """By Ctrl-C, or by who runs it. An exception could get lost in whatever runs at that moment; this cannot."""
    for wish in (signal.SIGINT, signal.SIGTERM):
        signal.signal(wish, lambda *_: threading.Thread(target=server.shutdown).start())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", default="http://127.0.0.1:8000")
    parser.add_argument("--key", required=True, help="of an app, with the scope webhooks")
    parser.add_argument("--port", type=int, default=9000)
    options = parser.parse_args()
    with Almagest(options.server, key=options.key) as client:
        wish = models.WebhookWish(url=f"http://127.0.0.1:{options.port}/", events=EVENTS)
        made = client.api.webhooks.create(wish, token=options.key)
        with ThreadingHTTPServer(("127.0.0.1", options.port), handler(made.secret)) as server:
            stop_when_told(server)
            print(f"Told of every turn by {made.webhook.id}. Press Ctrl-C to stop.", flush=True)
            server.serve_forever()
        client.api.webhooks.delete(made.webhook.id, token=options.key)


if __name__ == "__main__":
    main()
