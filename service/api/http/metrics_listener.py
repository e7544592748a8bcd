"""Metrics for Prometheus, on a port of their own (`METRICS_PORT`), since they are not public."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from flask import Flask
from gevent import socket
from gevent.pywsgi import WSGIServer

from service.core import metrics
from service.core.settings import Settings
from service.store.health import stats
from service.usecases.context import Context

PATH = "/metrics"


def _page(context: Context) -> bytes:
    stats.look(context.store)
    return metrics.page()


def application(app: Flask) -> Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]:
    """A WSGI application with one page."""

    def answer(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        if environ.get("PATH_INFO") != PATH:
            start_response("404 Not Found", [("Content-Length", "0")])
            return []
        body = _page(app.extensions["context"])
        start_response("200 OK", [("Content-Type", metrics.CONTENT_TYPE), ("Content-Length", str(len(body)))])
        return [body]

    return answer


def listen(app: Flask, settings: Settings) -> None:
    """Listen at the same port in every process: each can add up the metrics of all."""
    if settings.metrics_port:
        listener = socket.socket(socket.AF_INET6 if ":" in settings.metrics_host else socket.AF_INET)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        listener.bind((settings.metrics_host, settings.metrics_port))
        listener.listen()
        WSGIServer(listener, application(app), log=None).start()
