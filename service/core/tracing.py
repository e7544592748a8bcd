"""From a request to what it causes: its id, and where traces are sent its trace, travel with the work it leaves.

Without `OTEL_EXPORTER_OTLP_ENDPOINT` nothing of OpenTelemetry is imported, and a span is an empty `with`.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, TypeVar

from service.core.logs import request_id
from service.core.settings import Settings

if TYPE_CHECKING:
    from opentelemetry.context import Context
    from opentelemetry.sdk.trace import TracerProvider

Wsgi = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]
Application = TypeVar("Application", bound=Wsgi)
Attributes = dict[str, str | int]

_PARENT = "traceparent"
_NO_SPAN = contextlib.nullcontext()
_provider: TracerProvider | None = None


def configure(settings: Settings, process: str) -> None:
    """Call once per process, after the last fork: what is sent is sent by a thread."""
    global _provider
    if not settings.otel_exporter_otlp_endpoint:
        return
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    # Endpoint, headers, sampler and attributes are read from the environment, under OpenTelemetry's own names.
    _provider = TracerProvider(resource=Resource.create({"service.name": f"almagest-{process}"}))
    _provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))


def traced(application: Application) -> Application | Traced:
    """The application itself, where no traces are sent."""
    return application if _provider is None else Traced(application, _provider)


def flush() -> None:
    """Send what waits; called where a process ends without running what Python would run at the end."""
    if _provider:
        _provider.force_flush()


def span(name: str, **attributes: str | int) -> AbstractContextManager[Any]:
    """A part of what is going on; what belongs to no request is not told."""
    return _NO_SPAN if _provider is None or not _is_going_on() else _started(_provider, name, attributes)


def _is_going_on() -> bool:
    from opentelemetry.trace import get_current_span

    return get_current_span().get_span_context().is_valid


def _started(
    provider: TracerProvider, name: str, attributes: Attributes, kind: str = "INTERNAL", parent: Context | None = None
) -> Any:
    from opentelemetry.trace import SpanKind

    tracer = provider.get_tracer("almagest")
    told = {f"almagest.{key}": value for key, value in attributes.items()}
    return tracer.start_as_current_span(name, parent, SpanKind[kind], told)


def _parent(carried: str) -> Context | None:
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    return TraceContextTextMapPropagator().extract({_PARENT: carried})


def _carried() -> str:
    """The current span, as W3C's traceparent."""
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    carrier: dict[str, str] = {}
    TraceContextTextMapPropagator().inject(carrier)
    return carrier.get(_PARENT, "")


def origin() -> str:
    """What is going on now, for those who go on with it: the request's id, and its span where traces are sent."""
    found = request_id.get()
    return f"{found} {_carried()}".rstrip() if _provider else found


@contextlib.contextmanager
def going_on(origin: str, name: str, **attributes: str | int) -> Iterator[None]:
    """Work on what a request began: its log lines have the request's id, its spans belong to the request's trace."""
    known, _, carried = origin.partition(" ")
    token = request_id.set(known)
    try:
        with _started(_provider, name, attributes, "CONSUMER", _parent(carried)) if _provider else _NO_SPAN:
            yield
    finally:
        request_id.reset(token)


class Traced:
    """Around the application: a span from a request's first line to the answer's first line."""

    def __init__(self, application: Wsgi, provider: TracerProvider) -> None:
        self._application = application
        self._provider = provider

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        method = environ["REQUEST_METHOD"]
        parent = _parent(environ.get("HTTP_TRACEPARENT", ""))
        with _started(self._provider, method, {}, "SERVER", parent) as server:

            def start(status: str, headers: list[tuple[str, str]], *rest: Any) -> Any:
                request = environ.get("werkzeug.request")
                server.update_name(f"{method} {(request and request.endpoint) or 'none'}")
                server.set_attribute("http.response.status_code", int(status[:3]))
                server.set_attribute("almagest.request_id", dict(headers)["X-Request-ID"])
                return start_response(status, headers, *rest)

            return self._application(environ, start)
