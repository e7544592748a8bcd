"""How operations are noted: on a view of a test's own."""

from __future__ import annotations

from typing import Any

from flask import Flask

from service.api.openapi import description
from service.api.openapi.operations import IF_MATCH, LANGUAGE_HEADER, Blueprint, operation


def _view() -> None:
    """Look at something"""


def test_a_view_says_who_may_call_it() -> None:
    blueprint = Blueprint("things", __name__)
    assert vars(operation(blueprint, "getThing", "seat")(_view))["access"] == "seat"


def test_headers_are_described_of_an_operation_that_takes_nothing_else() -> None:
    blueprint = Blueprint("things", __name__)
    view = operation(blueprint, "getThing", "seat", headers=[IF_MATCH, LANGUAGE_HEADER])(lambda: None)
    blueprint.route("/things", methods=["GET"])(blueprint.response(200, description="A thing")(view))
    api: Any = description.prepare(Flask("asked"))
    api.register_blueprint(blueprint)
    told = api.blueprints_document["paths"]["/things"]["get"]
    assert [each["name"] for each in told["parameters"]] == ["If-Match", "Accept-Language"]
    assert {"200", "401", "404"} <= set(told["responses"])
    assert told["operationId"] == "getThing"
