"""Send answers of use cases, which are JSON already, and cached bodies; both with their ETag."""

from __future__ import annotations

from flask import Response, current_app, request

from service.api.http.compression import CachedBody
from service.api.http.requests import JSON_TYPE
from service.store.games.idempotency import Answer
from service.store.live.hub import Hub
from service.usecases.context import Context

FOREVER = "public, max-age=31536000, immutable"
"""Cache-Control of a path that holds a hash of its content."""
REVALIDATE = "no-cache"
"""Cache-Control of a body that clients may keep, but revalidate by its ETag."""


def context() -> Context:
    """The context that all use cases of this process share."""
    found: Context = current_app.extensions["context"]
    return found


def hub() -> Hub:
    """Where requests of this process wait for events."""
    found: Hub = current_app.extensions["hub"]
    return found


def send(answer: Answer, lang: str = "") -> Response:
    """Send an answer; `lang` is the language of its texts, if it has any."""
    headers = [("ETag", answer.etag)] if answer.etag else []
    if answer.location:
        headers.append(("Location", answer.location))
    if lang:
        headers += [("Content-Language", lang), ("Vary", "Accept-Language")]
    return Response(answer.body, answer.status, headers, content_type=JSON_TYPE if answer.body else None)


def send_if_new(answer: Answer, lang: str = "") -> Response:
    """Answer 304 if the caller has this version already."""
    response = send(answer)
    response.headers["Vary"] = "Authorization"
    response.headers["Cache-Control"] = "private, no-cache"
    return _in_language(_if_new(response, answer.etag.strip('"')), lang)


def _if_new(response: Response, etag: str) -> Response:
    if "If-None-Match" in request.headers and request.if_none_match.contains_weak(etag):
        response.status_code = 304
        response.set_data(b"")
        del response.headers["Content-Type"]
        response.headers.pop("Content-Encoding", None)
    return response


def send_cached(cached: CachedBody, cache_control: str, lang: str = "") -> Response:
    """Send a body in an encoding that the client accepts, under one ETag: Vary keeps them apart in caches."""
    encoding, body = cached.for_client(request.headers.get("Accept-Encoding", ""))
    headers = {"Cache-Control": cache_control, "ETag": f'"{cached.etag}"', "Vary": "Accept-Encoding"}
    if encoding:
        headers["Content-Encoding"] = encoding
    return _in_language(_if_new(Response(body, content_type=cached.content_type, headers=headers), cached.etag), lang)


def _in_language(response: Response, lang: str) -> Response:
    if lang:
        response.headers["Content-Language"] = lang
        response.vary.add("Accept-Language")
    return response
