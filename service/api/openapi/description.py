"""The OpenAPI description: what flask-smorest gathers from the blueprints, and the moves of every rulebook."""

from __future__ import annotations

import functools
from importlib.metadata import version
from inspect import cleandoc
from typing import Any

import msgspec
from flask import Flask, Response
from flask_smorest import Api as UntypedApi  # type: ignore[import-untyped]  # the package has no types
from werkzeug.routing import BaseConverter, IntegerConverter, UnicodeConverter

from service.api.http.compression import CachedBody
from service.api.http.requests import JSON_TYPE
from service.api.http.responses import REVALIDATE, send_cached
from service.api.openapi import examples, samples
from service.games.base import Move, tag_of
from service.games.registry import RULEBOOKS
from service.games.rulebook import AnyRulebook
from service.schemas import moves
from service.schemas.requests import OPTION_VALUE
from service.store.redis.keys import ID_PATTERN, NOTICE_PATTERN
from service.usecases.accounts.players import ID_PATTERN as PLAYER_PATTERN
from service.usecases.delivery import signing
from service.usecases.delivery.webhooks import ID_PATTERN as WEBHOOK_PATTERN
from service.wire.components import components
from service.wire.enums import name_enums, pascal, reference
from service.wire.moves import colliding_types, namespaced_type
from service.wire.notices import NOTICES, Notice

SETTINGS = {
    "API_TITLE": "Almagest",
    "API_VERSION": version("almagest"),
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


_SCHEMES = {
    "seat": "The token of a seat, from the answer that took it.",
    "player": "The token of a player, which an app creates for its user: valid in all games of that player.",
    "app": "The key of an app, as `almagest admin keys create` prints it.",
}
_NOTICE_HEADERS = {
    signing.SIGNATURE: "`t=<seconds>,v1=<HMAC-SHA256 of t.body with the secret, hexadecimal>`",
    signing.ID: "the notice's id, the same at every attempt",
    signing.WEBHOOK: "the webhook's id",
}
PACK_HASH_PATTERN = "^[0-9a-f]{64}$"


class Api(UntypedApi):  # type: ignore[misc]  # as above: the base class is Any
    """flask-smorest's, without the answers and headers that our operations do not have.

    It describes when somebody reads: describing takes a third of the time in which the API starts.
    """

    def register_blueprint(self, blueprint: Any) -> None:
        """Register the routes now, and have them described later."""
        self._app.extensions["flask-smorest"]["blp_name_to_api"][blueprint.name] = self
        self._app.register_blueprint(blueprint)
        self._blueprints: list[Any] = [*getattr(self, "_blueprints", ()), blueprint]

    @functools.cached_property
    def blueprints_document(self) -> dict[str, Any]:
        """What the blueprints, the moves and the structs say."""
        _describe_components(self)
        for blueprint in self._blueprints:
            blueprint.register_views_in_doc(self, self._app, self.spec, name=blueprint.name, parameters=None)
            self.spec.tag({"name": blueprint.name, "description": blueprint.description})
        return name_enums(self.spec.to_dict())

    DEFAULT_ERROR_RESPONSE_NAME = None

    def _register_responses(self) -> None:
        """Every operation lists its own."""

    def _register_pagination_header(self) -> None:
        """Pages carry their cursor in the body."""

    @functools.cached_property
    def body(self) -> CachedBody:
        """The description as it is served."""
        return CachedBody(msgspec.json.encode(self.document()), JSON_TYPE)

    def document(self) -> dict[str, Any]:
        """The description, with samples of every operation in three languages, and the requests that webhooks get."""
        return {**samples.add_samples(self.blueprints_document), "webhooks": _webhooks()}

    def _openapi_json(self) -> Response:
        return send_cached(self.body, REVALIDATE)


def _webhook(notice: type[Notice]) -> dict[str, Any]:
    """Describe the request that an app's webhook gets."""
    headers = [
        {"in": "header", "name": name, "required": True, "description": description, "schema": {"type": "string"}}
        for name, description in _NOTICE_HEADERS.items()
    ]
    body = {"content": {"application/json": {"schema": reference(notice.__name__)}}, "required": True}
    responses = {"2XX": {"description": "Accepted. After any other answer the server sends it again."}}
    described = {"summary": cleandoc(notice.__doc__ or ""), "parameters": headers, "requestBody": body}
    return {"post": {"operationId": f"receive{notice.__name__}", **described, "responses": responses}}


def _webhooks() -> dict[str, Any]:
    return {tag_of(notice): _webhook(notice) for notice in NOTICES}


class SeatConverter(IntegerConverter):
    """Numbers of seats."""

    def __init__(self, url_map: Any) -> None:
        super().__init__(url_map, min=1, max=99)


def _id_converter(pattern: str) -> type[BaseConverter]:
    """A converter for ids; a path with anything else is not found."""
    return type("IdConverter", (BaseConverter,), {"regex": pattern.strip("^$")})


def _text_converter() -> type[BaseConverter]:
    """A converter for any text: the view refuses what is wrong, in words."""
    return type("TextConverter", (UnicodeConverter,), {})


def _id_schema(pattern: str, example: str) -> dict[str, Any]:
    return {"type": "string", "pattern": pattern, "example": example}


def _converters() -> dict[str, tuple[type[BaseConverter], dict[str, Any]]]:
    """Parts of paths, by the name of their converter, and the schemas that describe them."""
    rulebook = {"type": "string", "enum": list(RULEBOOKS), "example": next(iter(RULEBOOKS))}
    seat = {"type": "integer", "minimum": 1, "maximum": 99, "example": 2}
    return {
        "game_id": (_id_converter(ID_PATTERN), _id_schema(ID_PATTERN, examples.GAME_ID)),
        "pack_hash": (_id_converter(PACK_HASH_PATTERN), _id_schema(PACK_HASH_PATTERN, examples.PACK_HASH)),
        "player_id": (_text_converter(), _id_schema(PLAYER_PATTERN, examples.PLAYER)),
        "rulebook": (_text_converter(), rulebook),
        "seat_number": (SeatConverter, seat),
        "webhook_id": (_id_converter(WEBHOOK_PATTERN), _id_schema(WEBHOOK_PATTERN, examples.WEBHOOK["id"])),
        "notice_id": (_id_converter(NOTICE_PATTERN), _id_schema(NOTICE_PATTERN, examples.DELIVERY["id"])),
    }


def _describe_move(api: Api, rulebook: AnyRulebook, move_type: type[Move], tag: str) -> None:
    schema = moves.schema_of(rulebook, tag)
    name = type(schema).__name__
    short = name.removeprefix(pascal(rulebook.id)).removesuffix("Move")
    marks = {"x-rulebook": rulebook.id, "x-kind": "move", "x-name": short}
    described = {"description": cleandoc(move_type.__doc__ or ""), **marks}
    api.spec.components.schema(name, described, schema=schema)


def _describe_components(api: Api) -> None:
    for rulebook in RULEBOOKS.values():
        for move_type in rulebook.move_classes:
            _describe_move(api, rulebook, move_type, tag_of(move_type))
        for move_type in colliding_types(rulebook):
            _describe_move(api, rulebook, move_type, namespaced_type(rulebook, move_type))
    api.spec.components.schema("OptionValue", component=OPTION_VALUE)
    for name, component in components().items():
        api.spec.components.schema(name, component=component)


def build_document() -> dict[str, Any]:
    """Build the description without a store or a server."""
    from service.api.app import create_app
    from service.core.settings import load_settings

    app = create_app(load_settings({}))
    api: Api = app.extensions["flask-smorest"]["apis"][""]["ext_obj"]
    return api.document()


def prepare(app: Flask) -> Api:
    """Make the `Api` that the blueprints are registered on; it knows our ids and moves."""
    app.config.update(SETTINGS)
    api = Api(app)
    for name, (converter, schema) in _converters().items():
        app.url_map.converters[name] = converter
        api.register_converter(converter, lambda _, schema=schema: schema)
    for scheme, description in _SCHEMES.items():
        api.spec.components.security_scheme(scheme, {"type": "http", "scheme": "bearer", "description": description})
    return api
