# syntax=docker/dockerfile:1
# Two stages: wheels are built and installed in the first; the second has neither compiler nor cache.
ARG PYTHON=3.11.13-slim-bookworm

FROM python:${PYTHON} AS build
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
RUN python -m venv /opt/almagest
WORKDIR /src
# requirements-otel.lock is the same and what traces need.
ARG LOCK=requirements.lock
COPY ${LOCK} ./
RUN /opt/almagest/bin/pip install --require-hashes --requirement ${LOCK}
COPY pyproject.toml README.md LICENSE ./
COPY service ./service
COPY sdk/javascript ./sdk/javascript
COPY worker ./worker
RUN /opt/almagest/bin/pip install --no-deps --no-build-isolation .

FROM python:${PYTHON}
LABEL org.opencontainers.image.title="almagest" \
      org.opencontainers.image.description="Online tables of three star games" \
      org.opencontainers.image.licenses="Apache-2.0"
RUN groupadd --system --gid 10001 almagest \
 && useradd --system --uid 10001 --gid almagest --home-dir /nonexistent --shell /usr/sbin/nologin almagest \
 && install --directory --owner=almagest --group=almagest /var/lib/almagest
COPY --from=build /opt/almagest /opt/almagest
ENV PATH=/opt/almagest/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 LOG_FORMAT=json
USER 10001:10001
WORKDIR /var/lib/almagest
EXPOSE 8000
STOPSIGNAL SIGTERM
# The store is elsewhere: REDIS_URL. The worker is the same image with the command `worker`.
ENTRYPOINT ["almagest"]
CMD ["api", "--host", "0.0.0.0", "--port", "8000"]
HEALTHCHECK --interval=10s --timeout=3s --start-period=15s \
  CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=2)"]
