"""/rulebooks: the games, and their content for drawing."""

from __future__ import annotations

from typing import Any

from flask import Response

from service import json
from service.api.answering import in_language
from service.api.describing import LANGUAGE_HEADER, Blueprint, operation
from service.api.reading import JSON_TYPE, language
from service.games.base import Option, Plain, Rulebook
from service.games.registry import RULEBOOKS
from service.schemas import examples
from service.schemas.answers import RulebookSchema, RulebooksSchema
from service.schemas.moves import schema_name, tag_of
from service.schemas.queries import ContentQuery, LanguageQuery
from service.tables.refusals import Refused

blueprint = Blueprint("rulebooks", __name__, url_prefix="/v1/rulebooks", description="The games")


def _option(option: Option, spoken: str) -> Plain:
    return {
        "name": option.name,
        "text": option.texts[spoken],
        "choices": list(option.choices),
        "default": option.default,
    }


def _moves(rulebook: Rulebook[Any, Any]) -> list[Plain]:
    return [
        {"type": tag_of(each), "text": (each.__doc__ or "").strip(), "schema": schema_name(rulebook, each)}
        for each in rulebook.move_types
    ]


def _described(rulebook: Rulebook[Any, Any], spoken: str) -> Plain:
    return {
        "id": rulebook.id,
        "name": rulebook.names[spoken],
        "players": {"min": rulebook.min_players, "max": rulebook.max_players},
        "options": [_option(option, spoken) for option in rulebook.options],
        "moves": _moves(rulebook),
        "end_reasons": list(rulebook.end_reasons),
    }


def _known(rulebook_id: str) -> Rulebook[Any, Any]:
    if rulebook_id not in RULEBOOKS:
        raise Refused("unknown_rulebook", f"There is no rulebook {rulebook_id!r}; there are {', '.join(RULEBOOKS)}.")
    return RULEBOOKS[rulebook_id]


def _answer(body: Plain, spoken: str) -> Response:
    return in_language(Response(json.dumps(body), content_type=JSON_TYPE), spoken)


@blueprint.route("", methods=["GET"])
@operation(blueprint, "listRulebooks", "everybody", "invalid_field", headers=[LANGUAGE_HEADER])
@blueprint.arguments(LanguageQuery(), location="query")
@blueprint.response(200, RulebooksSchema(), example=examples.RULEBOOKS)
def list_rulebooks(_: dict[str, Any]) -> Response:
    """List the games"""
    spoken = language()
    return _answer({"rulebooks": [_described(rulebook, spoken) for rulebook in RULEBOOKS.values()]}, spoken)


@blueprint.route("/<rulebook_id>", methods=["GET"])
@operation(blueprint, "getRulebook", "everybody", "invalid_field", "unknown_rulebook", headers=[LANGUAGE_HEADER])
@blueprint.arguments(LanguageQuery(), location="query")
@blueprint.response(200, RulebookSchema(), example=examples.RULEBOOK)
def get_rulebook(_: dict[str, Any], rulebook_id: str) -> Response:
    """Look at one game"""
    spoken = language()
    return _answer(_described(_known(rulebook_id), spoken), spoken)


def _pack(rulebook: Rulebook[Any, Any], asked: str | None) -> str:
    packs = next((option.choices for option in rulebook.options if option.name == "pack"), ("",))
    if asked is not None and asked not in packs:
        raise Refused("invalid_field", f"{rulebook.id} has no content pack {asked!r}.", field="pack")
    return asked or packs[0]


@blueprint.route("/<rulebook_id>/content", methods=["GET"])
@operation(blueprint, "getContent", "everybody", "invalid_field", "unknown_rulebook", headers=[LANGUAGE_HEADER])
@blueprint.arguments(ContentQuery(), location="query")
@blueprint.response(200, {"type": "object"}, example=examples.CONTENT, description="As the rulebook has them")
def get_content(query: dict[str, Any], rulebook_id: str) -> Response:
    """Cards and boards of a game, with coordinates for drawing"""
    rulebook, spoken = _known(rulebook_id), language()
    return _answer(rulebook.content(_pack(rulebook, query.get("pack")), spoken), spoken)
