"""/rulebooks: the games, and their content for drawing."""

from __future__ import annotations

import functools
from importlib.metadata import version
from inspect import cleandoc
from typing import Any

import msgspec
from flask import Response

from service.api.http.compression import CachedBody
from service.api.http.requests import JSON_TYPE, language
from service.api.http.responses import FOREVER, REVALIDATE, send_cached
from service.api.openapi import examples
from service.api.openapi.operations import IF_NONE_MATCH, LANGUAGE_HEADER, Blueprint, operation
from service.games.base import Option, tag_of
from service.games.move_types import MoveType
from service.games.packs import UnknownPack
from service.games.refusals import Refusal
from service.games.registry import RULEBOOKS
from service.games.rulebook import AnyRulebook
from service.schemas.queries import ContentQuery, EditionQuery, LanguageQuery
from service.usecases.errors import invalid
from service.wire import answers
from service.wire.enums import reference
from service.wire.moves import move_name
from service.wire.refusals import InvalidField, NotFound, Refused, UnknownRulebook

EDITION = version("almagest")

blueprint = Blueprint("rulebooks", __name__, url_prefix="/v1/rulebooks", description="The games")

_NOT_MODIFIED = blueprint.alt_response(304, description="The caller has this version already", success=True)
_TAG = {"ETag": {"description": "of these bytes", "schema": {"type": "string"}, "example": '"5f70bf18a086007b"'}}
_LOCATION = {
    "Content-Location": {
        "description": "a path whose content never changes",
        "schema": {"type": "string"},
        "example": f"/v1/rulebooks/astra/content/{examples.PACK_HASH}?lang=en&edition={EDITION}",
    }
}


def _option(option: Option, lang: str) -> answers.OptionAnswer:
    return answers.OptionAnswer(
        name=option.name, text=option.texts[lang], choices=option.choices, default=option.default
    )


def _move(rulebook: AnyRulebook, move_type: MoveType[Any, Any], lang: str) -> answers.MoveType:
    return answers.MoveType(
        type=tag_of(move_type.move),
        text=cleandoc(move_type.move.__doc__ or ""),
        schema=move_name(rulebook, move_type.move),
        ruling=move_type.ruling,
        ruling_title=rulebook.ruling_title(move_type.ruling, lang),
    )


def _refusal(rulebook: AnyRulebook, row: type[Refusal], lang: str) -> answers.RefusalAnswer:
    code = tag_of(row)
    return answers.RefusalAnswer(code=code, ruling=row.ruling, text=rulebook.texts.names(f"refusal.{code}")[lang])


def _describe(rulebook: AnyRulebook, lang: str) -> answers.RulebookAnswer:
    return answers.RulebookAnswer(
        id=rulebook.id,
        name=rulebook.names[lang],
        rules=rulebook.rules,
        players=answers.Players(min=rulebook.min_players, max=rulebook.max_players),
        options=tuple(_option(option, lang) for option in rulebook.options),
        moves=tuple(_move(rulebook, move_type, lang) for move_type in rulebook.move_types),
        refusals=tuple(_refusal(rulebook, row, lang) for row in rulebook.refusal_types),
        end_reasons=rulebook.end_reasons,
    )


def _rulebook(rulebook_id: str) -> AnyRulebook:
    if rulebook_id not in RULEBOOKS:
        raise Refused(UnknownRulebook(rulebook_id, ", ".join(RULEBOOKS)))
    return RULEBOOKS[rulebook_id]


@functools.lru_cache(maxsize=64)
def _cached_body(body: bytes) -> CachedBody:
    """There are few different answers; compress each once."""
    return CachedBody(body, JSON_TYPE)


def _answer(body: msgspec.Struct, lang: str) -> Response:
    return send_cached(_cached_body(msgspec.json.encode(body)), REVALIDATE, lang)


@functools.lru_cache(maxsize=64)
def _content(rulebook: AnyRulebook, pack_hash: str, lang: str) -> CachedBody:
    return CachedBody(msgspec.json.encode(rulebook.content(pack_hash, lang)), JSON_TYPE)


@blueprint.route("", methods=["GET"])
@operation(blueprint, "listRulebooks", "everybody", InvalidField, headers=[IF_NONE_MATCH, LANGUAGE_HEADER])
@blueprint.arguments(LanguageQuery(), location="query")
@blueprint.response(200, reference("Rulebooks"), example=examples.RULEBOOKS_PAGE, headers=_TAG)
@_NOT_MODIFIED
def list_rulebooks(_: dict[str, Any]) -> Response:
    """List the games"""
    lang = language()
    described = tuple(_describe(rulebook, lang) for rulebook in RULEBOOKS.values())
    return _answer(answers.Rulebooks(rulebooks=described), lang)


@blueprint.route("/<rulebook:rulebook_id>", methods=["GET"])
@operation(
    blueprint, "getRulebook", "everybody", InvalidField, UnknownRulebook, headers=[IF_NONE_MATCH, LANGUAGE_HEADER]
)
@blueprint.arguments(LanguageQuery(), location="query")
@blueprint.response(200, reference("RulebookAnswer"), example=examples.RULEBOOK, headers=_TAG)
@_NOT_MODIFIED
def get_rulebook(_: dict[str, Any], rulebook_id: str) -> Response:
    """Get one game"""
    lang = language()
    return _answer(_describe(_rulebook(rulebook_id), lang), lang)


def _pack_hash(rulebook: AnyRulebook, name: str | None) -> str:
    """The hash of a pack by its name, else of the first pack; empty for a game without packs."""
    packs = rulebook.packs.names if rulebook.packs else ("",)
    if name is not None and name not in packs:
        raise invalid("pack", "no_pack", rulebook=rulebook.id, packs=", ".join(packs) or "-")
    return str(rulebook.packs.by_name(name or packs[0]).hash) if rulebook.packs else ""


def _has_pack(rulebook: AnyRulebook, pack_hash: str) -> bool:
    try:
        return rulebook.packs is not None and bool(rulebook.packs.by_hash(pack_hash))
    except UnknownPack:
        return False


@blueprint.route("/<rulebook:rulebook_id>/content", methods=["GET"])
@operation(
    blueprint, "getContent", "everybody", InvalidField, UnknownRulebook, headers=[IF_NONE_MATCH, LANGUAGE_HEADER]
)
@blueprint.arguments(ContentQuery(), location="query")
@blueprint.response(200, reference("Content"), example=examples.CONTENT, headers={**_TAG, **_LOCATION})
@_NOT_MODIFIED
def get_content(query: dict[str, Any], rulebook_id: str) -> Response:
    """Get cards and boards of a game, with coordinates for drawing

    The content may change with a release; `Content-Location` is a path whose content never does.
    """
    rulebook, lang = _rulebook(rulebook_id), language()
    pack_hash = _pack_hash(rulebook, query.get("pack"))
    response = send_cached(_content(rulebook, pack_hash, lang), REVALIDATE, lang)
    if pack_hash:
        response.headers["Content-Location"] = (
            f"/v1/rulebooks/{rulebook_id}/content/{pack_hash}?lang={lang}&edition={EDITION}"
        )
    return response


@blueprint.route("/<rulebook:rulebook_id>/content/<pack_hash:pack_hash>", methods=["GET"])
@operation(
    blueprint,
    "getContentByHash",
    "everybody",
    InvalidField,
    UnknownRulebook,
    NotFound,
    headers=[IF_NONE_MATCH, LANGUAGE_HEADER],
)
@blueprint.arguments(EditionQuery(), location="query")
@blueprint.response(200, reference("Content"), example=examples.CONTENT, headers=_TAG)
@_NOT_MODIFIED
def get_content_by_hash(query: dict[str, Any], rulebook_id: str, pack_hash: str) -> Response:
    """Get the content of one pack by its hash, which a game has as `pack_hash`

    Also finds packs that new games can no longer choose. Texts and titles of rulings come with a release and not with
    the pack, so clients may cache the content for good only if they ask for hash and edition together.
    """
    rulebook, lang = _rulebook(rulebook_id), language()
    if not _has_pack(rulebook, pack_hash):
        raise Refused(NotFound())
    cache_control = FOREVER if query.get("edition") == EDITION else REVALIDATE
    return send_cached(_content(rulebook, pack_hash, lang), cache_control, lang)
