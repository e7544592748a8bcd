"""/games: create, list, look at one."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Response

from service.api.http.callers import (
    app_of_new_game,
    calling_app,
    creator_idempotency_key,
    creator_tenant,
    credential,
    optional_player,
    require_app,
)
from service.api.http.limits import count_more
from service.api.http.requests import language, seat_idempotency_key
from service.api.http.responses import context, send, send_if_new
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
    before_body,
    operation,
)
from service.schemas.queries import GameListQuery, GameQuery
from service.schemas.requests import GameWishesSchema, GameWishSchema, NothingSchema, QuickWishSchema, RematchSchema
from service.store.accounts.players import PlayerRecord
from service.usecases.errors import invalid
from service.usecases.games import finish, host, pause, rematch
from service.usecases.games.bulk import BulkCreation
from service.usecases.games.create import CreateGame, create
from service.usecases.games.quick_play import QuickPlay, find_seat
from service.usecases.views import lists, lookup
from service.usecases.views.replay import Moment
from service.wire.enums import reference
from service.wire.refusals import (
    AlreadyHost,
    Busy,
    CannotDelete,
    GamesRefused,
    InvalidField,
    NotFinished,
    NotIdle,
    NotOpen,
    NotPaused,
    NotRunning,
    OwesNothing,
    Paused,
    RematchAgreed,
    TooManyBotGames,
    TooManyGames,
    TooManyPauses,
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
    TooManyGames,
    headers=[NEWCOMERS_KEY, LANGUAGE_HEADER],
)
@blueprint.arguments(GameWishSchema(), example=examples.CREATE_GAME)
@blueprint.response(201, reference("CreatedGame"), example=examples.CREATED, headers=ETAG)
def create_game(request: CreateGame) -> Response:
    """Create a game

    The creator takes the first human seat and gets its token. The game starts when all human seats are taken. With an
    app's key the game belongs to the app, and seats can be reserved for the app's users: then the answer has a token
    for each of them, and the first of them is the host.
    """
    if request.rig:
        require_app("rig")
    if any(seat.player for seat in request.seats) and calling_app():
        require_app("players")
    wanted = msgspec.structs.replace(request, app=app_of_new_game())
    return send(create(context(), wanted, language(), creator_idempotency_key(), creator_tenant()), language())


@blueprint.route("/games/bulk", methods=["POST"])
@operation(
    blueprint,
    "createManyGames",
    "app",
    *BODY,
    *NEWLY_KEYED,
    GamesRefused,
    Busy,
    headers=[NEWCOMERS_KEY, LANGUAGE_HEADER],
)
@before_body(lambda: require_app("games"))
@blueprint.arguments(GameWishesSchema(), example=examples.CREATE_GAMES)
@blueprint.response(201, reference("CreatedGames"), example=examples.CREATED_GAMES)
def create_games(body: dict[str, list[CreateGame]]) -> Response:
    """Create up to 100 games of an app

    All of them, or none: if one cannot be created, `failed` of the answer names each of those by its index, with a code
    and the field. The answer has no boards. A call counts as many requests as it has games. One that broke off is
    repeated with the same Idempotency-Key, and creates the rest.
    """
    app, requests = require_app("games"), body["games"]
    if any(each.rig for each in requests):
        require_app("rig")
    if any(seat.player for each in requests for seat in each.seats):
        require_app("players")
    count_more(len(requests) - 1)
    wanted = [msgspec.structs.replace(each, app=app.name) for each in requests]
    creation = BulkCreation(context(), wanted, language(), creator_tenant())
    return send(creation.create_all(creator_idempotency_key()), language())


@blueprint.route("/quick", methods=["POST"])
@operation(
    blueprint, "quickPlay", "comer", *BODY, *NEWLY_KEYED, Busy, TooManyGames, headers=[NEWCOMERS_KEY, LANGUAGE_HEADER]
)
@blueprint.arguments(QuickWishSchema(), example=examples.QUICK)
@blueprint.response(201, reference("TakenSeat"), example=examples.TAKEN, headers=ETAG)
def quick_play(request: QuickPlay) -> Response:
    """Join a game at once

    Takes a seat of a public game that waits for players and has the same rulebook, seats and options, or creates one.
    With an app's key the game belongs to the app, and `player` names the app's user who takes the seat; with a
    player's token that player does. A player who already waits for such a game gets the same seat, with a new token.
    """
    player = optional_player()
    answer = find_seat(
        context(), _add_player(request, player), language(), creator_idempotency_key(player), creator_tenant(player)
    )
    return send(answer, language())


def _add_player(request: QuickPlay, player: PlayerRecord | None) -> QuickPlay:
    """The player of the token sits down; only an app may name another in the body."""
    if player and request.player:
        raise invalid("player", "players_of_apps")
    if request.player and calling_app():
        require_app("players")
    return msgspec.structs.replace(request, app=app_of_new_game(player), player=player.id if player else request.player)


@blueprint.route("/games", methods=["GET"])
@operation(blueprint, "listGames", "lister", InvalidField, headers=[LANGUAGE_HEADER])
@blueprint.arguments(GameListQuery(), location="query")
@blueprint.response(200, reference("GamePage"), example=examples.PAGE)
def list_games(query: dict[str, Any]) -> Response:
    """List public games, or with an app's key all games of the app; newest first"""
    app = calling_app()
    return send(lists.page(context(), language(), **query, app=app and require_app("games")), language())


@blueprint.route("/games/<game_id:game_id>", methods=["DELETE"])
@operation(blueprint, "deleteGame", "owner", CannotDelete, Busy)
@blueprint.response(204)
def delete_game(game_id: str) -> Response:
    """Delete a game

    The host can, and the app of the game with its key, before the first move or if all besides the host are bots.
    Listeners get the event `game_abandoned`; a minute later the game is gone.
    """
    return send(finish.delete(context(), game_id, credential()))


_HEADERS = [IDEMPOTENCY_KEY, LANGUAGE_HEADER]


@blueprint.route("/games/<game_id:game_id>/abandon", methods=["POST"])
@operation(blueprint, "abandonGame", "game_app", NotRunning, *BODY, *KEYED, Busy, headers=_HEADERS)
@blueprint.arguments(NothingSchema(), required=False, example={})
@blueprint.response(200, reference("Game"), example=examples.ABANDONED, headers=ETAG)
def abandon_game(_: dict[str, Any], game_id: str) -> Response:
    """End a running game without a result

    For the app of the game, with its key. Listeners get the event `game_abandoned`, webhooks `game.finished` without
    winners; the game is kept as others that have ended.
    """
    app = require_app("games")
    return send(finish.abandon_for_app(context(), game_id, app, language(), seat_idempotency_key()), language())


@blueprint.route("/games/<game_id:game_id>/pause", methods=["POST"])
@operation(blueprint, "pauseGame", "seat", NotRunning, Paused, TooManyPauses, *BODY, *KEYED, Busy, headers=_HEADERS)
@blueprint.arguments(NothingSchema(), required=False, example={})
@blueprint.response(200, reference("Game"), example=examples.GAME, headers=ETAG)
def pause_game(_: dict[str, Any], game_id: str) -> Response:
    """Pause the game, propose a pause, or agree to one

    While the game is paused, clocks stop and nobody can play. A person who plays against bots alone pauses at once.
    Where several people play, the first call proposes a pause (event `pause_proposed`, and `pause` of the game); the
    others agree by the same call (`pause_agreed`), and the game is paused as soon as all of them have
    (`game_paused`). A proposal lapses after two minutes. A pause among people ends at `paused_until` by itself.
    Between two moves there are at most 20 pauses and proposals; one more is refused with `too_many_pauses`.
    """
    return send(pause.pause(context(), game_id, credential(), language(), seat_idempotency_key()), language())


@blueprint.route("/games/<game_id:game_id>/resume", methods=["POST"])
@operation(blueprint, "resumeGame", "seat", NotRunning, NotPaused, *BODY, *KEYED, Busy, headers=_HEADERS)
@blueprint.arguments(NothingSchema(), required=False, example={})
@blueprint.response(200, reference("Game"), example=examples.GAME, headers=ETAG)
def resume_game(_: dict[str, Any], game_id: str) -> Response:
    """Resume a paused game, or decline a pause

    Everybody who is seated can resume a paused game; it goes on with the time that every seat had left. Where a pause
    is only proposed, this declines it, or withdraws one's own proposal (event `pause_declined`).
    """
    return send(pause.resume(context(), game_id, credential(), language(), seat_idempotency_key()), language())


@blueprint.route("/games/<game_id:game_id>/host", methods=["POST"])
@operation(
    blueprint,
    "replaceHost",
    "seat",
    NotRunning,
    NotIdle,
    OwesNothing,
    AlreadyHost,
    *BODY,
    *KEYED,
    Busy,
    headers=_HEADERS,
)
@blueprint.arguments(NothingSchema(), required=False, example={})
@blueprint.response(200, reference("Game"), example=examples.GAME, headers=ETAG)
def replace_host(_: dict[str, Any], game_id: str) -> Response:
    """Vote for another host

    The others can while the host is away: while the host has owed a decision for longer than `idle_seconds`, without
    the time of pauses. When all of them have voted (event `host_vote_cast`), without those who are away themselves,
    the first who did is the host (`host_replaced`). Votes are void as soon as the host moves, pauses or resumes.
    """
    return send(host.replace_host(context(), game_id, credential(), language(), seat_idempotency_key()), language())


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
    TooManyGames,
    headers=[IDEMPOTENCY_KEY, LANGUAGE_HEADER],
)
@blueprint.arguments(RematchSchema(), required=False, example=examples.REMATCH)
@blueprint.response(201, reference("TakenSeat"), example=examples.TAKEN, headers=ETAG)
def play_again(body: dict[str, Any], game_id: str) -> Response:
    """Play again

    The first call creates the next game, and all players get the event `rematch_offered`; the calls of the others
    join that game. All move up by one seat, and the game starts when all have joined.
    """
    entropy = body.get("entropy", "")
    answer = rematch.rematch(context(), game_id, credential(), language(), seat_idempotency_key(), entropy)
    return send(answer, language())


@blueprint.route("/games/<game_id:game_id>", methods=["GET"])
@operation(blueprint, "getGame", "viewer", InvalidField, NotFinished, headers=[IF_NONE_MATCH, LANGUAGE_HEADER])
@blueprint.arguments(GameQuery(), location="query")
@blueprint.response(200, reference("Game"), example=examples.GAME, headers=ETAG)
@blueprint.alt_response(304, description="The caller has this version already", success=True)
def get_game(query: dict[str, Any], game_id: str) -> Response:
    """Get a game as the caller sees it

    Until a private game starts, its invite code is also good as the token: read `seed_hash` before you sit down. After
    the end, `at` gets the game as it was after so many moves, and `eyes` as a seat saw it.
    """
    moment = Moment(query["at"], query.get("eyes")) if "at" in query else None
    seen = lookup.show_game(context(), game_id, credential(), language(), query["include"], moment)
    return send_if_new(seen, language())
