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
from service.games.base import tag_of
from service.games.registry import RULEBOOKS
from service.schemas import moves
from service.store.redis.keys import ID_PATTERN, NOTICE_PATTERN
from service.usecases.accounts.players import ID_PATTERN as PLAYER_PATTERN
from service.usecases.delivery import signing
from service.usecases.delivery.webhooks import ID_PATTERN as WEBHOOK_PATTERN
from service.wire.components import components, reference
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
    "seat": "The token of a seat, as whoever sat down was told it.",
    "player": "The token of a player, which an app gets for its user: good for all games of that player.",
    "app": "The key of an app, as `almagest admin keys create` prints it.",
}
_NOTICE_HEADERS = {
    signing.SIGNATURE: "`t=<seconds>,v1=<HMAC-SHA256 of t.body with the secret, hexadecimal>`",
    signing.ID: "the notice's id, the same whenever it is sent again",
    signing.WEBHOOK: "the webhook's id",
}
PACK_HASH_PATTERN = "^[0-9a-f]{64}$"


class Api(UntypedApi):  # type: ignore[misc]  # as above: the base class is Any
    """flask-smorest's, without the answers and headers that we do not have."""

    DEFAULT_ERROR_RESPONSE_NAME = None

    def _register_responses(self) -> None:
        """Every operation lists its own."""

    def _register_pagination_header(self) -> None:
        """Pages carry their cursor in the body."""

    @functools.cached_property
    def kept(self) -> CachedBody:
        """As it is served, written once."""
        return CachedBody(msgspec.json.encode(self.document()), JSON_TYPE)

    def document(self) -> dict[str, Any]:
        """The description with a sample of every operation in three languages, and what webhooks are told."""
        return {**samples.added(self.spec.to_dict()), "webhooks": _webhooks()}

    def _openapi_json(self) -> Response:
        return send_cached(self.kept, REVALIDATE)


def _webhook(notice: type[Notice]) -> dict[str, Any]:
    """A request that an app's webhook gets."""
    headers = [
        {"in": "header", "name": name, "required": True, "description": description, "schema": {"type": "string"}}
        for name, description in _NOTICE_HEADERS.items()
    ]
    body = {"content": {"application/json": {"schema": reference(notice.__name__)}}, "required": True}
    taken = {"2XX": {"description": "Taken. Whatever else is answered, it is sent again."}}
    described = {"summary": cleandoc(notice.__doc__ or ""), "parameters": headers, "requestBody": body}
    return {"post": {**described, "responses": taken}}


def _webhooks() -> dict[str, Any]:
    return {tag_of(notice): _webhook(notice) for notice in NOTICES}


class WebhookIdConverter(BaseConverter):
    """Ids of webhooks."""

    regex = WEBHOOK_PATTERN.strip("^$")


class NoticeIdConverter(BaseConverter):
    """Ids of notices, and of their deliveries."""

    regex = NOTICE_PATTERN.strip("^$")


class GameIdConverter(BaseConverter):
    """Ids of games; whatever cannot be one is not found."""

    regex = ID_PATTERN.strip("^$")


class PackHashConverter(BaseConverter):
    """SHA-256 of content packs."""

    regex = PACK_HASH_PATTERN.strip("^$")


class PlayerConverter(UnicodeConverter):
    """An app's names for its users; one that cannot be is refused in words."""


class RulebookConverter(UnicodeConverter):
    """Names of rulebooks; one that is not installed is answered in words."""


class SeatConverter(IntegerConverter):
    """Numbers of seats."""

    def __init__(self, url_map: Any) -> None:
        super().__init__(url_map, min=1, max=99)


def _game_id(_: BaseConverter) -> dict[str, Any]:
    return {"type": "string", "pattern": ID_PATTERN, "example": examples.GAME_ID}


def _rulebook(_: BaseConverter) -> dict[str, Any]:
    return {"type": "string", "enum": list(RULEBOOKS), "example": next(iter(RULEBOOKS))}


def _seat(_: BaseConverter) -> dict[str, Any]:
    return {"type": "integer", "minimum": 1, "maximum": 99, "example": 2}


def _pack_hash(_: BaseConverter) -> dict[str, Any]:
    return {"type": "string", "pattern": PACK_HASH_PATTERN, "example": examples.PACK_HASH}


def _player(_: BaseConverter) -> dict[str, Any]:
    return {"type": "string", "pattern": PLAYER_PATTERN, "example": examples.PLAYER}


def _webhook_id(_: BaseConverter) -> dict[str, Any]:
    return {"type": "string", "pattern": WEBHOOK_PATTERN, "example": examples.WEBHOOK["id"]}


def _notice_id(_: BaseConverter) -> dict[str, Any]:
    return {"type": "string", "pattern": NOTICE_PATTERN, "example": examples.DELIVERY["id"]}


def _describe_components(api: Api) -> None:
    for rulebook in RULEBOOKS.values():
        for move_type in rulebook.move_classes:
            name, schema = moves.schema_name(rulebook, move_type), moves.schema_of(rulebook, move_type)
            marks = {"x-rulebook": rulebook.id, "x-kind": "move", "x-name": move_type.__name__}
            described = {"description": cleandoc(move_type.__doc__ or ""), **marks}
            api.spec.components.schema(name, described, schema=schema)
    for name, component in components().items():
        api.spec.components.schema(name, component=component)


def described() -> dict[str, Any]:
    """The description, made without a store or a server."""
    from service.api.app import create_app
    from service.core.settings import load_settings

    app = create_app(load_settings({}))
    api: Api = app.extensions["flask-smorest"]["apis"][""]["ext_obj"]
    return api.document()


def prepare(app: Flask) -> Api:
    """An Api that knows our ids and moves; the blueprints are registered on it."""
    app.config.update(SETTINGS)
    app.url_map.converters["game_id"] = GameIdConverter
    app.url_map.converters["pack_hash"] = PackHashConverter
    app.url_map.converters["player_id"] = PlayerConverter
    app.url_map.converters["rulebook"] = RulebookConverter
    app.url_map.converters["seat_number"] = SeatConverter
    app.url_map.converters["webhook_id"] = WebhookIdConverter
    app.url_map.converters["notice_id"] = NoticeIdConverter
    api = Api(app)
    api.register_converter(GameIdConverter, _game_id)
    api.register_converter(PackHashConverter, _pack_hash)
    api.register_converter(PlayerConverter, _player)
    api.register_converter(RulebookConverter, _rulebook)
    api.register_converter(SeatConverter, _seat)
    api.register_converter(WebhookIdConverter, _webhook_id)
    api.register_converter(NoticeIdConverter, _notice_id)
    for scheme, description in _SCHEMES.items():
        api.spec.components.security_scheme(scheme, {"type": "http", "scheme": "bearer", "description": description})
    _describe_components(api)
    return api
