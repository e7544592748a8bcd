"""/games: create, list, look at one."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Response

from service.api.http.callers import (
    app_with,
    calling_app,
    coming_player,
    creating_app,
    creators_once,
    shown,
    whose_share,
)
from service.api.http.requests import language, seats_once
from service.api.http.responses import (
    context,
    in_language,
    send,
    send_if_new,
)
from service.api.openapi import examples
from service.api.openapi.operations import (
    BODY,
    ETAG,
    IDEMPOTENCY_KEY,
    IF_NONE_MATCH,
    KEYED,
    LANGUAGE_HEADER,
    NEWCOMERS_KEY,
    NEWLY_KEYED,
    Blueprint,
    operation,
)
from service.schemas.queries import GameListQuery, GameQuery
from service.schemas.requests import GameWishSchema, NothingSchema, QuickWishSchema
from service.store.accounts.players import PlayerRecord
from service.usecases.errors import invalid
from service.usecases.games import (
    finish,
    pause,
    rematch,
)
from service.usecases.games.create import CreateGame, create
from service.usecases.games.quick_play import QuickPlay, find_seat
from service.usecases.views import lists, lookup
from service.wire.components import reference
from service.wire.refusals import (
    Busy,
    CannotDelete,
    InvalidField,
    NotFinished,
    NotOpen,
    NotPaused,
    NotRunning,
    Paused,
    RematchAgreed,
    TooManyBotGames,
)

blueprint = Blueprint("games", __name__, url_prefix="/v1", description="Tables: create, find, look")


@blueprint.route("/games", methods=["POST"])
@operation(
    blueprint,
    "createGame",
    "creator",
    *BODY,
    *NEWLY_KEYED,
    Busy,
    TooManyBotGames,
    headers=[NEWCOMERS_KEY, LANGUAGE_HEADER],
)
@blueprint.arguments(GameWishSchema(), example=examples.WISH)
@blueprint.response(201, reference("CreatedGame"), example=examples.CREATED, headers=ETAG)
def create_game(wish: CreateGame) -> Response:
    """Create a game

    The creator takes the first human seat and gets its token. The game starts when all human seats are taken. With an
    app's key it is the app's game, and seats can be for the app's own users: then the answer has a token for each of
    them, and the first of them is the host.
    """
    if wish.rig:
        app_with("rig")
    if any(seat.player for seat in wish.seats) and calling_app():
        app_with("players")
    wanted = msgspec.structs.replace(wish, app=creating_app())
    return in_language(send(create(context(), wanted, language(), creators_once(), whose_share())), language())


@blueprint.route("/quick", methods=["POST"])
@operation(blueprint, "quickPlay", "comer", *BODY, *NEWLY_KEYED, Busy, headers=[NEWCOMERS_KEY, LANGUAGE_HEADER])
@blueprint.arguments(QuickWishSchema(), example=examples.QUICK)
@blueprint.response(201, reference("TakenSeat"), example=examples.TAKEN, headers=ETAG)
def quick_play(wish: QuickPlay) -> Response:
    """Sit down at once

    At a public table where somebody waits for the same game, or at a new one that waits for the next. With an app's key
    it is one of the app's tables, and `player` says which of the app's users sits down; with a player's token that
    player does. A player who waits for the same game already gets that seat again, with a new token.
    """
    player = coming_player()
    answer = find_seat(context(), _coming(wish, player), language(), creators_once(player), whose_share(player))
    return in_language(send(answer), language())


def _coming(wish: QuickPlay, player: PlayerRecord | None) -> QuickPlay:
    """Only an app says who comes; a player's token says it by itself."""
    if player and wish.player:
        raise invalid("player", "players_of_apps")
    if wish.player and calling_app():
        app_with("players")
    return msgspec.structs.replace(wish, app=creating_app(player), player=player.id if player else wish.player)


@blueprint.route("/games", methods=["GET"])
@operation(blueprint, "listGames", "everybody", InvalidField, headers=[LANGUAGE_HEADER])
@blueprint.arguments(GameListQuery(), location="query")
@blueprint.response(200, reference("GamePage"), example=examples.PAGE)
def list_games(query: dict[str, Any]) -> Response:
    """List public games, newest first"""
    return in_language(send(lists.page(context(), language(), **query)), language())


@blueprint.route("/games/<game_id:game_id>", methods=["DELETE"])
@operation(blueprint, "deleteGame", "host", CannotDelete, Busy)
@blueprint.response(204)
def delete_game(game_id: str) -> Response:
    """Delete a game

    Only the host can: before the first move, or where only bots play besides. Those who listen hear that it was
    abandoned; a minute later it is gone.
    """
    return send(finish.delete(context(), game_id, shown()))


_RESTING = [IDEMPOTENCY_KEY, LANGUAGE_HEADER]


@blueprint.route("/games/<game_id:game_id>/pause", methods=["POST"])
@operation(blueprint, "pauseGame", "host", NotRunning, Paused, *BODY, *KEYED, Busy, headers=_RESTING)
@blueprint.arguments(NothingSchema(), required=False, example={})
@blueprint.response(200, reference("Game"), example=examples.GAME, headers=ETAG)
def pause_game(_: dict[str, Any], game_id: str) -> Response:
    """Let the table rest: no time runs and nobody plays"""
    return in_language(send(pause.pause(context(), game_id, shown(), language(), seats_once())), language())


@blueprint.route("/games/<game_id:game_id>/resume", methods=["POST"])
@operation(blueprint, "resumeGame", "host", NotRunning, NotPaused, *BODY, *KEYED, Busy, headers=_RESTING)
@blueprint.arguments(NothingSchema(), required=False, example={})
@blueprint.response(200, reference("Game"), example=examples.GAME, headers=ETAG)
def resume_game(_: dict[str, Any], game_id: str) -> Response:
    """Let the table go on, with the time that everybody had"""
    return in_language(send(pause.resume(context(), game_id, shown(), language(), seats_once())), language())


@blueprint.route("/games/<game_id:game_id>/rematch", methods=["POST"])
@operation(
    blueprint,
    "rematch",
    "seat",
    NotFinished,
    RematchAgreed,
    NotOpen,
    *BODY,
    *KEYED,
    Busy,
    headers=[IDEMPOTENCY_KEY, LANGUAGE_HEADER],
)
@blueprint.arguments(NothingSchema(), required=False, example={})
@blueprint.response(201, reference("TakenSeat"), example=examples.TAKEN, headers=ETAG)
def play_again(_: dict[str, Any], game_id: str) -> Response:
    """Play again

    The first who asks opens the next game and everybody hears of it; the others' calls seat them there. Everybody
    moves up a seat, and it starts when all have come.
    """
    return in_language(send(rematch.rematch(context(), game_id, shown(), language(), seats_once())), language())


@blueprint.route("/games/<game_id:game_id>", methods=["GET"])
@operation(blueprint, "getGame", "viewer", InvalidField, NotFinished, headers=[IF_NONE_MATCH, LANGUAGE_HEADER])
@blueprint.arguments(GameQuery(), location="query")
@blueprint.response(200, reference("Game"), example=examples.GAME, headers=ETAG)
@blueprint.alt_response(304, description="The caller has this version already", success=True)
def get_game(query: dict[str, Any], game_id: str) -> Response:
    """Look at a game as the caller sees it

    After the end `at` goes back to any of its moments, and `eyes` looks at it over a seat's shoulder.
    """
    moment = lookup.Moment(query["at"], query.get("eyes")) if "at" in query else None
    seen = lookup.seen(context(), game_id, shown(), language(), query["include"], moment)
    return in_language(send_if_new(seen), language())
