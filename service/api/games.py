"""/games: create, list, look at one."""

from __future__ import annotations

from typing import Any

from flask import Response

from service.api.answering import send, send_unless_known, tables
from service.api.describing import BODY_CODES, ETAG, IDEMPOTENCY_KEY, IF_NONE_MATCH, Blueprint, operation
from service.api.reading import once, token
from service.schemas import examples
from service.schemas.answers import CreatedGameSchema, GamePageSchema, GameSchema
from service.schemas.queries import GameListQuery
from service.schemas.requests import GameWishSchema
from service.tables import listing, watch
from service.tables.create import GameWish, create

blueprint = Blueprint("games", __name__, url_prefix="/v1", description="Tables: create, find, look")


@blueprint.route("/games", methods=["POST"])
@operation(blueprint, "createGame", "everybody", *BODY_CODES, "key_reused", headers=[IDEMPOTENCY_KEY])
@blueprint.arguments(GameWishSchema(), example=examples.WISH)
@blueprint.response(201, CreatedGameSchema(), example=examples.CREATED, headers=ETAG)
def create_game(wish: GameWish) -> Response:
    """Create a game

    The creator takes the first human seat and gets its token. The game starts when all human seats are taken.
    """
    return send(create(tables(), wish, once()))


@blueprint.route("/games", methods=["GET"])
@operation(blueprint, "listGames", "everybody", "invalid_field")
@blueprint.arguments(GameListQuery(), location="query")
@blueprint.response(200, GamePageSchema(), example=examples.PAGE)
def list_games(query: dict[str, Any]) -> Response:
    """List public games, newest first"""
    return send(listing.page(tables(), **query))


@blueprint.route("/games/<game_id:game_id>", methods=["GET"])
@operation(blueprint, "getGame", "viewer", headers=[IF_NONE_MATCH])
@blueprint.response(200, GameSchema(), example=examples.GAME, headers=ETAG)
@blueprint.alt_response(304, description="The caller has this version already", success=True)
def get_game(game_id: str) -> Response:
    """Look at a game as the caller sees it"""
    return send_unless_known(watch.seen(tables(), game_id, token()))
