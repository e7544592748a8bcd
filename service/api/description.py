"""The OpenAPI description: what flask-smorest gathers from the blueprints, and the moves of every rulebook."""

from __future__ import annotations

from inspect import cleandoc
from typing import Any

from flask import Flask
from flask_smorest import Api as UntypedApi  # type: ignore[import-untyped]  # the package has no types
from werkzeug.routing import BaseConverter, IntegerConverter

from service.games.registry import RULEBOOKS
from service.schemas import examples, moves
from service.schemas.answers import ProblemSchema
from service.store.keys import ID_PATTERN

VERSION = "0.1.0"

SETTINGS = {
    "API_TITLE": "Almagest",
    "API_VERSION": VERSION,
    "OPENAPI_VERSION": "3.1.0",
    "OPENAPI_URL_PREFIX": "/",
    "OPENAPI_JSON_PATH": "openapi.json",
    "API_SPEC_OPTIONS": {
        "info": {
            "description": "Online tables of three star games. Errors are problem+json with a `code`.",
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "servers": [{"url": "/"}],
    },
}


class Api(UntypedApi):  # type: ignore[misc]  # as above: the base class is Any
    """flask-smorest's, without the answers and headers that we do not have."""

    DEFAULT_ERROR_RESPONSE_NAME = None
    ERROR_SCHEMA = ProblemSchema

    def _register_responses(self) -> None:
        """Every operation lists its own."""

    def _register_pagination_header(self) -> None:
        """Pages carry their cursor in the body."""


class GameIdConverter(BaseConverter):
    """Ids of games; whatever cannot be one is not found."""

    regex = ID_PATTERN.strip("^$")


class SeatConverter(IntegerConverter):
    """Numbers of seats."""

    def __init__(self, url_map: Any) -> None:
        super().__init__(url_map, min=1, max=99)


def _game_id(_: BaseConverter) -> dict[str, Any]:
    return {"type": "string", "pattern": ID_PATTERN, "example": examples.GAME_ID}


def _seat(_: BaseConverter) -> dict[str, Any]:
    return {"type": "integer", "minimum": 1, "maximum": 99, "example": 2}


def _describe_moves(api: Api) -> None:
    for rulebook in RULEBOOKS.values():
        for move_type in rulebook.move_types:
            name, schema = moves.schema_name(rulebook, move_type), moves.schema_of(rulebook, move_type)
            api.spec.components.schema(name, {"description": cleandoc(move_type.__doc__ or "")}, schema=schema)
        api.spec.components.schema(moves.union_name(rulebook), component=moves.union_schema(rulebook))


def described() -> dict[str, Any]:
    """The description, made without a store or a server."""
    from service import config
    from service.app import create_app

    app = create_app(config.load({}))
    found: dict[str, Any] = app.extensions["flask-smorest"]["apis"][""]["ext_obj"].spec.to_dict()
    return found


def prepare(app: Flask) -> Api:
    """An Api that knows our ids and moves; the blueprints are registered on it."""
    app.config.update(SETTINGS)
    app.url_map.converters["game_id"] = GameIdConverter
    app.url_map.converters["seat_number"] = SeatConverter
    api = Api(app)
    api.register_converter(GameIdConverter, _game_id)
    api.register_converter(SeatConverter, _seat)
    api.spec.components.security_scheme("seat", {"type": "http", "scheme": "bearer"})
    _describe_moves(api)
    return api
