"""/games/{id}/hints: what the strong bot would play."""

from __future__ import annotations

import time
from typing import Any

from flask import Response

from service.api.http.callers import required_credential
from service.api.http.requests import address_key, language
from service.api.http.responses import context, hub, send
from service.api.openapi import examples
from service.api.openapi.operations import BODY, LANGUAGE_HEADER, Blueprint, operation
from service.schemas.queries import HintsQuery, LanguageQuery
from service.schemas.requests import NothingSchema
from service.store.games.idempotency import Answer
from service.store.live.quotas import ListenerId, TooManyWaiters
from service.usecases.accounts.access import Credential, digest_of
from service.usecases.hints import hints
from service.usecases.views import lookup
from service.wire.enums import reference
from service.wire.refusals import Busy, HintsNotAsked, HintsOff, InvalidField, NothingToDecide, NotRunning, Paused

blueprint = Blueprint("hints", __name__, url_prefix="/v1/games/<game_id:game_id>/hints", description="Advice")

READY = 200
_EVENTS = 200
"""The most events that one wait returns."""
_REFUSALS = (HintsOff, NotRunning, Paused, NothingToDecide)


@blueprint.route("", methods=["POST"])
@operation(blueprint, "askHints", "seat", *BODY, *_REFUSALS, Busy, headers=[LANGUAGE_HEADER])
@blueprint.arguments(HintsQuery(), location="query")
@blueprint.arguments(NothingSchema(), required=False, example={})
@blueprint.response(200, reference("Hints"), example=examples.HINTS, description="The hints")
@blueprint.alt_response(
    202, schema=reference("Hints"), example=examples.THINKING, description="A bot is thinking", success=True
)
def ask_hints(query: dict[str, Any], _: dict[str, Any], game_id: str) -> Response:
    """Ask what the strong bot would play

    The bot sees only what the seat sees. With `wait` the answer comes when the bot has finished; without it the event
    `hints_ready` tells when `GET` returns the hints. They are valid until the seat decides.
    """
    credential, lang = required_credential(), language()
    answer = hints.request(context(), game_id, credential, lang)
    if answer.status != READY and query["wait"]:
        answer = _wait_for_hints(game_id, credential, lang, query["wait"], answer)
    return send(answer, lang)


def _wait_for_hints(game_id: str, credential: Credential, lang: str, seconds: int, answer: Answer) -> Answer:
    """Wait for the hints. Every change asks anew, which changes nothing while a bot thinks; without a free slot return
    `answer`, so that the client asks again."""
    until = time.monotonic() + seconds
    game, seat = lookup.load_as_viewer(context(), game_id, credential)
    after = game.clock.events
    try:
        listener = ListenerId(address_key(), digest_of(credential), seat is not None)
        with hub().game_channel(game_id, listener) as (channel, slot):
            answer = hints.request(context(), game_id, credential, lang)
            while answer.status != READY and not slot.is_lost and (left := until - time.monotonic()) > 0:
                events = channel.wait(after, _EVENTS, left, slot)
                after = events[-1][0] if events else after
                answer = hints.request(context(), game_id, credential, lang)
    except TooManyWaiters:
        return answer
    return answer


@blueprint.route("", methods=["GET"])
@operation(blueprint, "getHints", "seat", InvalidField, *_REFUSALS, HintsNotAsked, headers=[LANGUAGE_HEADER])
@blueprint.arguments(LanguageQuery(), location="query")
@blueprint.response(200, reference("Hints"), example=examples.HINTS, description="The hints")
@blueprint.alt_response(
    202, schema=reference("Hints"), example=examples.THINKING, description="A bot is thinking", success=True
)
def get_hints(_: dict[str, Any], game_id: str) -> Response:
    """Get the hints after asking for them"""
    lang = language()
    return send(hints.read(context(), game_id, required_credential(), lang), lang)
