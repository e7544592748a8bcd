"""Sending answers: bytes that are JSON already, with their ETag; and bodies that are kept, compressed once."""

from __future__ import annotations

from flask import Response, current_app, request

from service.api.http.compression import Kept
from service.api.http.requests import JSON_TYPE
from service.store.games.idempotency import Answer
from service.store.live.hub import Hub
from service.usecases.context import Context

FOREVER = "public, max-age=31536000, immutable"
"""For an address that holds a hash of what is there."""
ASK_AGAIN = "no-cache"
"""May be kept, and is asked for again with its ETag."""


def context() -> Context:
    """What the use cases of this process work with."""
    found: Context = current_app.extensions["context"]
    return found


def hub() -> Hub:
    """Where requests of this process wait for events."""
    found: Hub = current_app.extensions["hub"]
    return found


def send(answer: Answer) -> Response:
    response = Response(answer.body, answer.status, content_type=JSON_TYPE if answer.body else None)
    if answer.etag:
        response.headers["ETag"] = answer.etag
    if answer.location:
        response.headers["Location"] = answer.location
    return response


def send_if_new(answer: Answer) -> Response:
    """304 when the caller has this version already."""
    response = send(answer)
    response.headers["Vary"] = "Authorization"
    response.headers["Cache-Control"] = "private, no-cache"
    return _if_new(response, answer.etag.strip('"'))


def _if_new(response: Response, etag: str) -> Response:
    if "If-None-Match" in request.headers and request.if_none_match.contains_weak(etag):
        response.status_code = 304
        response.set_data(b"")
        del response.headers["Content-Type"]
        response.headers.pop("Content-Encoding", None)
    return response


def send_kept(kept: Kept, caching: str) -> Response:
    """In the encoding that the client takes, under one ETag for all of them: they are told apart by Vary."""
    encoding, body = kept.best(request.headers.get("Accept-Encoding", ""))
    headers = {"Cache-Control": caching, "ETag": f'"{kept.etag}"', "Vary": "Accept-Encoding"}
    if encoding:
        headers["Content-Encoding"] = encoding
    return _if_new(Response(body, content_type=kept.kind, headers=headers), kept.etag)


def in_language(response: Response, language: str) -> Response:
    response.headers["Content-Language"] = language
    response.vary.add("Accept-Language")
    return response
