"""/games/{id}/score and /replay."""

from __future__ import annotations

from flask import Response

from service.api.answering import send, tables
from service.api.describing import ETAG, Blueprint, operation
from service.api.reading import token
from service.schemas import examples
from service.schemas.answers import ReplaySchema, ScoreAnswerSchema
from service.tables import watch

blueprint = Blueprint("results", __name__, url_prefix="/v1/games/<game_id:game_id>", description="How it ends")


@blueprint.route("/score", methods=["GET"])
@operation(blueprint, "getScore", "viewer", "not_running")
@blueprint.response(200, ScoreAnswerSchema(), example=examples.SCORE, headers=ETAG)
def get_score(game_id: str) -> Response:
    """The score: live as far as the caller may know, final after the end"""
    return send(watch.score(tables(), game_id, token()))


@blueprint.route("/replay", methods=["GET"])
@operation(blueprint, "getReplay", "viewer", "not_finished")
@blueprint.response(200, ReplaySchema(), example=examples.REPLAY, headers=ETAG)
def get_replay(game_id: str) -> Response:
    """Seed, options and all moves of a finished game"""
    return send(watch.replay(tables(), game_id, token()))
