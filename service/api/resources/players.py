"""/players: tokens for the users of an app, their games, and erasing them."""

from __future__ import annotations

from typing import Any

from flask import Response

from service.api.http.callers import require_app
from service.api.http.requests import language
from service.api.http.responses import context, send
from service.api.openapi import examples
from service.api.openapi.operations import BODY, LANGUAGE_HEADER, UNREADABLE, Blueprint, operation
from service.schemas.queries import MyGamesQuery
from service.schemas.requests import NothingSchema
from service.store.games.idempotency import Answer
from service.usecases.accounts import players
from service.usecases.admin import erase
from service.usecases.views import player_games
from service.wire.enums import reference
from service.wire.refusals import Busy, InvalidField, TooManyPlayers

blueprint = Blueprint("players", __name__, url_prefix="/v1/players/<player_id:player>", description="An app's users")


@blueprint.route("/token", methods=["POST"])
@operation(blueprint, "createPlayerToken", "app", *BODY, TooManyPlayers)
@blueprint.arguments(NothingSchema(), required=False, example={})
@blueprint.response(201, reference("PlayerToken"), example=examples.PLAYER_TOKEN)
def create_player_token(_: dict[str, Any], player: str) -> Response:
    """Create a token for one of the app's users

    It lists and follows all games of the player, and is also the token of the player's seat in each of them.
    """
    return send(players.issue(context(), require_app("players").name, player))


@blueprint.route("/games", methods=["GET"])
@operation(blueprint, "listPlayerGames", "app", InvalidField, headers=[LANGUAGE_HEADER])
@blueprint.arguments(MyGamesQuery(), location="query")
@blueprint.response(200, reference("MyGamePage"), example=examples.MY_GAMES)
def list_player_games(query: dict[str, Any], player: str) -> Response:
    """List the games of one of the app's users, also private ones, newest first

    What the player itself sees at `/v1/me/games`, without a token of the player. A player who never sat down has none.
    """
    found = players.player_of(require_app("players").name, player)
    return send(player_games.page(context(), found, language(), **query), language())


@blueprint.route("", methods=["DELETE"])
@operation(blueprint, "erasePlayer", "app", InvalidField, Busy, *UNREADABLE)
@blueprint.response(204)
def erase_player(player: str) -> Response:
    """Erase one of the app's users

    The player leaves every game that has not ended; the server removes the id, every name that the player had, and the
    metadata from all games and their events, answers repeated requests without them, and revokes all tokens of the
    player. This includes games of others at which the player sat down with its token.
    """
    erase.erase_player(context(), require_app("players").name, player)
    return send(Answer(204, b""))
