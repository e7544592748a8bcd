"""Request ids and traces follow a request into the jobs that it causes.

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
    """Call once per process, after the last fork: a thread sends the spans."""
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


def add_tracing(application: Application) -> Application | TracingMiddleware:
    """Wrap the application if traces are sent."""
    return application if _provider is None else TracingMiddleware(application, _provider)


def flush() -> None:
    """Send waiting spans; for processes that end without Python's exit handlers."""
    if _provider:
        _provider.force_flush()


def span(name: str, **attributes: str | int) -> AbstractContextManager[Any]:
    """A span within the current one; none outside of a request."""
    return _NO_SPAN if _provider is None or not _has_current_span() else _start_span(_provider, name, attributes)


def _has_current_span() -> bool:
    from opentelemetry.trace import get_current_span

    return get_current_span().get_span_context().is_valid


def _start_span(
    provider: TracerProvider, name: str, attributes: Attributes, kind: str = "INTERNAL", parent: Context | None = None
) -> Any:
    from opentelemetry.trace import SpanKind

    tracer = provider.get_tracer("almagest")
    named = {f"almagest.{key}": value for key, value in attributes.items()}
    return tracer.start_as_current_span(name, parent, SpanKind[kind], named)


def _parent(traceparent: str) -> Context | None:
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    return TraceContextTextMapPropagator().extract({_PARENT: traceparent})


def _traceparent() -> str:
    """The current span in the format of W3C's header."""
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    carrier: dict[str, str] = {}
    TraceContextTextMapPropagator().inject(carrier)
    return carrier.get(_PARENT, "")


def origin() -> str:
    """The current request's id, and its span if traces are sent, for jobs that continue the request."""
    found = request_id.get()
    return f"{found} {_traceparent()}".rstrip() if _provider else found


@contextlib.contextmanager
def continue_trace(origin: str, name: str, **attributes: str | int) -> Iterator[None]:
    """Log with the id of the request that caused a job, and add spans to that request's trace."""
    request, _, traceparent = origin.partition(" ")
    token = request_id.set(request)
    try:
        with _start_span(_provider, name, attributes, "CONSUMER", _parent(traceparent)) if _provider else _NO_SPAN:
            yield
    finally:
        request_id.reset(token)


class TracingMiddleware:
    """Makes a span of every request, from its first line to the first line of the response."""

    def __init__(self, application: Wsgi, provider: TracerProvider) -> None:
        self._application = application
        self._provider = provider

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        method = environ["REQUEST_METHOD"]
        parent = _parent(environ.get("HTTP_TRACEPARENT", ""))
        with _start_span(self._provider, method, {}, "SERVER", parent) as server:

            def start(status: str, headers: list[tuple[str, str]], *rest: Any) -> Any:
                request = environ.get("werkzeug.request")
                server.update_name(f"{method} {(request and request.endpoint) or 'none'}")
                server.set_attribute("http.response.status_code", int(status[:3]))
                server.set_attribute("almagest.request_id", dict(headers)["X-Request-ID"])
                return start_response(status, headers, *rest)

            return self._application(environ, start)
