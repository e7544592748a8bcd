"""Sending answers: bytes that are JSON already, with their ETag."""

from __future__ import annotations

from flask import Response, current_app, request

from service.api.reading import JSON_TYPE
from service.store.answers import Answer
from service.tables.context import Tables


def tables() -> Tables:
    """The use cases' context of this process."""
    found: Tables = current_app.extensions["tables"]
    return found


def send(answer: Answer) -> Response:
    response = Response(answer.body, answer.status, content_type=JSON_TYPE if answer.body else None)
    if answer.etag:
        response.headers["ETag"] = answer.etag
    if answer.location:
        response.headers["Location"] = answer.location
    return response


def send_unless_known(answer: Answer) -> Response:
    """304 when the caller has this version already."""
    response = send(answer)
    response.headers["Vary"] = "Authorization"
    response.headers["Cache-Control"] = "private, no-cache"
    known = request.headers.get("If-None-Match")
    if known and request.if_none_match.contains_weak(answer.etag.strip('"')):
        response.status_code = 304
        response.set_data(b"")
        del response.headers["Content-Type"]
    return response


def in_language(response: Response, language: str) -> Response:
    response.headers["Content-Language"] = language
    response.vary.add("Accept-Language")
    return response
