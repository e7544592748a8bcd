"""/healthz, /readyz and /metrics."""

from __future__ import annotations

import concurrent.futures
import contextlib

from flask import Response

from service import json, metrics
from service.api.answering import tables
from service.api.describing import Blueprint, operation
from service.api.reading import JSON_TYPE
from service.schemas.answers import HealthSchema
from service.store.client import StoreAway
from service.store.outbox import Outbox

blueprint = Blueprint("health", __name__, description="For those who run the service")

READY_SECONDS = 1.0
_pinger = concurrent.futures.ThreadPoolExecutor(2, "ready")


@blueprint.route("/healthz", methods=["GET"])
@operation(blueprint, "getHealth", "everybody")
@blueprint.response(200, HealthSchema(), example={"status": "alive"})
def get_health() -> Response:
    """Is this process alive?"""
    return Response(json.dumps({"status": "alive"}), content_type=JSON_TYPE)


@blueprint.route("/readyz", methods=["GET"])
@operation(blueprint, "getReadiness", "everybody")
@blueprint.response(200, HealthSchema(), example={"status": "ready"})
def get_readiness() -> Response:
    """Does the store answer within a second?"""
    try:
        _pinger.submit(tables().store.ping).result(READY_SECONDS)
    except concurrent.futures.TimeoutError:
        raise StoreAway("slow") from None
    return Response(json.dumps({"status": "ready"}), content_type=JSON_TYPE)


@blueprint.route("/metrics", methods=["GET"])
@operation(blueprint, "getMetrics", "everybody")
@blueprint.response(
    200, {"type": "string"}, content_type="text/plain", example="up 1.0", description="Prometheus' text format"
)
def get_metrics() -> Response:
    """Counters for Prometheus"""
    with contextlib.suppress(StoreAway):
        metrics.OUTBOX.set(Outbox(tables().store).depth())
    return Response(metrics.page(), content_type=metrics.CONTENT_TYPE)
