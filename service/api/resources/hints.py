"""/games/{id}/hints: what the strong bot would play."""

from __future__ import annotations

import time
from typing import Any

from flask import Response

from service.api.http.callers import seat_shown
from service.api.http.requests import address_key, language
from service.api.http.responses import (
    context,
    hub,
    in_language,
    send,
)
from service.api.openapi import examples
from service.api.openapi.operations import (
    BODY,
    LANGUAGE_HEADER,
    Blueprint,
    operation,
)
from service.schemas.queries import HintsQuery, LanguageQuery
from service.schemas.requests import NothingSchema
from service.store.games.idempotency import Answer
from service.store.live.quotas import ListenerId, TooManyWaiters
from service.usecases.accounts.access import Shown, digest_of
from service.usecases.hints import hints
from service.usecases.views import lookup
from service.wire.components import reference
from service.wire.refusals import Busy, HintsNotAsked, HintsOff, InvalidField, NothingToDecide, NotRunning, Paused

blueprint = Blueprint("hints", __name__, url_prefix="/v1/games/<game_id:game_id>/hints", description="Advice")

READY = 200
_EVENTS = 200
"""So many are looked through at once while somebody waits."""
_REFUSED = (HintsOff, NotRunning, Paused, NothingToDecide)


@blueprint.route("", methods=["POST"])
@operation(blueprint, "askHints", "seat", *BODY, *_REFUSED, Busy, headers=[LANGUAGE_HEADER])
@blueprint.arguments(HintsQuery(), location="query")
@blueprint.arguments(NothingSchema(), required=False, example={})
@blueprint.response(200, reference("Hints"), example=examples.HINTS, description="The hints")
@blueprint.alt_response(
    202, schema=reference("Hints"), example=examples.THINKING, description="A bot is thinking", success=True
)
def ask_hints(query: dict[str, Any], _: dict[str, Any], game_id: str) -> Response:
    """Ask what the strong bot would play for the own decision

    It sees what the seat knows, and nothing else. `wait` holds the request until the bot has thought; otherwise the
    event `hints_ready` tells that `GET` has them. They are good as long as the decision is owed.
    """
    held, spoken = seat_shown(), language()
    answer = hints.request(context(), game_id, held, spoken)
    if answer.status != READY and query["wait"]:
        answer = _waited(game_id, held, spoken, query["wait"], answer)
    return in_language(send(answer), spoken)


def _waited(game_id: str, held: Shown, spoken: str, seconds: int, answer: Answer) -> Answer:
    """The hints as soon as they are there. Each look asks anew, which changes nothing while somebody thinks; who finds
    no place to wait asks again."""
    until = time.monotonic() + seconds
    game, seat = lookup.game(context(), game_id, held)
    after = game.clock.events
    try:
        with hub().game_channel(game_id, ListenerId(address_key(), digest_of(held), seat is not None)) as (
            channel,
            slot,
        ):
            answer = hints.request(context(), game_id, held, spoken)
            while answer.status != READY and not slot.is_lost and (left := until - time.monotonic()) > 0:
                told = channel.wait(after, _EVENTS, left, slot)
                after = told[-1][0] if told else after
                answer = hints.request(context(), game_id, held, spoken)
    except TooManyWaiters:
        return answer
    return answer


@blueprint.route("", methods=["GET"])
@operation(blueprint, "getHints", "seat", InvalidField, *_REFUSED, HintsNotAsked, headers=[LANGUAGE_HEADER])
@blueprint.arguments(LanguageQuery(), location="query")
@blueprint.response(200, reference("Hints"), example=examples.HINTS, description="The hints")
@blueprint.alt_response(
    202, schema=reference("Hints"), example=examples.THINKING, description="A bot is thinking", success=True
)
def get_hints(_: dict[str, Any], game_id: str) -> Response:
    """Read the hints that were asked for"""
    spoken = language()
    return in_language(send(hints.read(context(), game_id, seat_shown(), spoken)), spoken)
