"""/healthz and /readyz."""

from __future__ import annotations

import orjson
from flask import Response, current_app

from service.api.http.requests import JSON_TYPE
from service.api.openapi.operations import Blueprint, operation
from service.games.refusals import Term
from service.store.health.readiness import Readiness
from service.wire.enums import reference
from service.wire.refusals import NotReady, Refused

blueprint = Blueprint("health", __name__, description="For those who run the service")


@blueprint.route("/healthz", methods=["GET"])
@operation(blueprint, "getHealth", "everybody")
@blueprint.response(200, reference("Health"), example={"status": "alive"})
def get_health() -> Response:
    """Is this process alive?"""
    return Response(orjson.dumps({"status": "alive"}), content_type=JSON_TYPE)


@blueprint.route("/readyz", methods=["GET"])
@operation(blueprint, "getReadiness", "everybody", NotReady)
@blueprint.response(200, reference("Health"), example={"status": "ready"})
def get_readiness() -> Response:
    """Can a move be written now?

    If not, `detail` says why: the store does not answer within a second, is full, is loading, takes no writes, lacks a
    part of the cluster, or lacks replicas that have to confirm a write. One master that takes writes is enough.
    """
    readiness: Readiness = current_app.extensions["readiness"]
    cause = readiness.cause()
    if cause:
        raise Refused(NotReady(Term(f"ready.{cause}")))
    return Response(orjson.dumps({"status": "ready"}), content_type=JSON_TYPE)
