"""An app with users of its own: it seats them at games, lists whose turn it is, and forgets them. Flask and the SDK.

    ALMAGEST_KEY=ak_... python app.py --server http://127.0.0.1:8000 --port 9100

The key stays here. A user's device gets a token of its own, and plays with that.
"""

from __future__ import annotations

import argparse
import os

from almagest_sdk import Almagest, AlmagestError, SeatWish
from flask import Flask, Response, abort, redirect, render_template_string, request

USERS = {"user-42": "Ada", "user-43": "Bo", "user-44": "Cem"}
"""Who has an account here; a real app has a table of them, and asks for a password."""

PAGE = """<!doctype html><title>Games of {{ name }}</title>
<h1>Games of {{ name }}</h1>
<ul>{% for game in games %}
  <li>{{ game.rulebook }} with {{ game.opponents }}: {{ game.standing }}</li>
{% else %}<li>none yet</li>{% endfor %}</ul>
<form method="post" action="/games?user={{ user }}">
  {% for id, other in others.items() %}
  <button name="opponent" value="{{ id }}">Play Astra with {{ other }}</button>
  {% endfor %}
</form>"""


def known(user: str | None) -> str:
    return user if user in USERS else abort(404)


def create_app(server: str, key: str) -> Flask:
    app, almagest = Flask("club"), Almagest(server, key=key)

    def seat(user: str) -> SeatWish:
        return SeatWish(kind="human", player=user, name=USERS[user], metadata={"profile": f"/users/{user}"})

    def shown(user: str) -> list[dict[str, str]]:
        return [
            {
                "rulebook": game.rulebook,
                "opponents": ", ".join(each.name or "?" for each in game.seats if each.player != user),
                "standing": "your turn" if game.seat in game.deciders and not game.paused_at else game.status,
            }
            for game in almagest.players.games(user)
        ]

    @app.get("/games")
    def list_games() -> str:
        user = known(request.args.get("user"))
        others = {each: name for each, name in USERS.items() if each != user}
        return render_template_string(PAGE, user=user, name=USERS[user], games=shown(user), others=others)

    @app.post("/games")
    def new_game() -> Response:
        user, opponent = known(request.args.get("user")), known(request.form.get("opponent"))
        almagest.games.create("astra", seats=[seat(user), seat(opponent)], private=True)
        return redirect(f"/games?user={user}")  # type: ignore[return-value]  # werkzeug's own Response

    @app.errorhandler(AlmagestError)
    def refused(error: AlmagestError) -> tuple[str, int]:
        """What the server of games does not want, in its own words; 502 when it does not answer."""
        return error.detail, error.status or 502

    @app.post("/token")
    def token() -> dict[str, str | int]:
        """For the user's device, which then talks to the server of games by itself."""
        made = almagest.players.token(known(request.args.get("user")))
        return {"token": made.token, "expires_in": made.expires_in, "server": server}

    @app.delete("/account")
    def erase() -> tuple[str, int]:
        almagest.players.erase(known(request.args.get("user")))
        return "", 204

    return app


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--server", default="http://127.0.0.1:8000")
    parser.add_argument("--port", type=int, default=9100)
    options = parser.parse_args()
    create_app(options.server, os.environ["ALMAGEST_KEY"]).run("127.0.0.1", options.port)


if __name__ == "__main__":
    main()
