"""/games/{id}/score, /replay and /analysis."""

from __future__ import annotations

from typing import Any

from flask import Response

from service.api.http.callers import credential, viewer_tenant
from service.api.http.problems import RETRY_SECONDS
from service.api.http.requests import language
from service.api.http.responses import context, send_if_new
from service.api.openapi import examples
from service.api.openapi.operations import ETAG, IF_NONE_MATCH, LANGUAGE_HEADER, Blueprint, operation
from service.schemas.queries import LanguageQuery
from service.usecases.hints import analysis
from service.usecases.views import lookup
from service.wire.enums import reference
from service.wire.refusals import InvalidField, NotFinished, NotRunning

blueprint = Blueprint("results", __name__, url_prefix="/v1/games/<game_id:game_id>", description="How it ends")
THINKING = 202


@blueprint.route("/score", methods=["GET"])
@operation(blueprint, "getScore", "viewer", NotRunning, headers=[IF_NONE_MATCH])
@blueprint.response(200, reference("ScoreAnswer"), example=examples.SCORE, headers=ETAG)
@blueprint.alt_response(304, description="The caller has this version already", success=True)
def get_score(game_id: str) -> Response:
    """Get the score: the current one as far as the caller may know, the final one after the end"""
    return send_if_new(lookup.score(context(), game_id, credential()))


@blueprint.route("/replay", methods=["GET"])
@operation(blueprint, "getReplay", "viewer", NotFinished, headers=[IF_NONE_MATCH])
@blueprint.response(200, reference("Replay"), example=examples.REPLAY, headers=ETAG)
@blueprint.alt_response(304, description="The caller has this version already", success=True)
def get_replay(game_id: str) -> Response:
    """Get seed, options and all moves of a finished game"""
    return send_if_new(lookup.replay(context(), game_id, credential()))


@blueprint.route("/analysis", methods=["GET"])
@operation(blueprint, "getAnalysis", "viewer", InvalidField, NotFinished, headers=[IF_NONE_MATCH, LANGUAGE_HEADER])
@blueprint.arguments(LanguageQuery(), location="query")
@blueprint.response(200, reference("Analysis"), example=examples.ANALYSIS, headers=ETAG)
@blueprint.alt_response(
    202,
    schema=reference("Analysis"),
    example=examples.ANALYSING,
    description="A bot is thinking",
    headers={"Retry-After": {"schema": {"type": "integer"}}},
    success=True,
)
@blueprint.alt_response(304, description="The caller has this version already", success=True)
def get_analysis(_: dict[str, Any], game_id: str) -> Response:
    """Get the analysis of a finished game

    It has the expected score of every seat after every move, the three turning points, and what the strong bot would
    have played there. A worker makes it after the first request.
    """
    lang, viewer = language(), credential()
    found = analysis.read(context(), game_id, viewer, lang, viewer_tenant(viewer))
    response = send_if_new(found, lang)
    if response.status_code == THINKING:
        response.headers["Retry-After"] = str(RETRY_SECONDS)
    return response
