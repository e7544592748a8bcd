"""`almagest serve`, `api`, `openapi` and `verify`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import orjson

from service import config
from service.commands import Commands


def register(commands: Commands) -> None:
    """Add the sub-commands of the service."""
    serve = commands.add_parser("serve", help="run everything here: store, API and worker")
    _address(serve)
    serve.add_argument("--data-dir", type=Path, default=Path(".almagest"), help="where games are kept (%(default)s)")
    serve.set_defaults(run=run_serve)
    api = commands.add_parser("api", help="run the API alone, on the store at REDIS_URL")
    _address(api)
    api.set_defaults(run=run_api)
    openapi = commands.add_parser("openapi", help="print the API's description (OpenAPI 3.1)")
    openapi.set_defaults(run=run_openapi)
    settings = commands.add_parser("settings", help="print the table of environment variables")
    settings.set_defaults(run=run_settings)
    verify = commands.add_parser("verify", help="replay a finished game and check that nobody cheated")
    verify.add_argument("file", type=Path, help="what GET /v1/games/{id}/replay answered")
    verify.set_defaults(run=run_verify)


def _address(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (%(default)s)")
    parser.add_argument("--port", type=int, default=8000, help="port to listen on (%(default)s)")


def _settings() -> config.Settings | None:
    try:
        return config.checked()
    except config.SettingsError as error:
        print(error, file=sys.stderr)
        return None


def _is_taken(options: argparse.Namespace) -> bool:
    from service import serving

    taken = serving.is_taken(options.host, options.port)
    if taken:
        print(f"Port {options.port} of {options.host} is in use; choose another with --port.", file=sys.stderr)
    return taken


def run_api(options: argparse.Namespace) -> int:
    from service import serving

    if _settings() is None or _is_taken(options):
        return 2
    return serving.run_api(options.host, options.port)


def run_serve(options: argparse.Namespace) -> int:
    from service import serving

    if _settings() is None or _is_taken(options):
        return 2
    try:
        house = serving.House(options.data_dir, options.host, options.port)
    except serving.InUse as error:
        print(error, file=sys.stderr)
        return 2
    return house.keep()


def run_openapi(_: argparse.Namespace) -> int:
    from service.api.description import described

    sys.stdout.write(orjson.dumps(described(), option=orjson.OPT_INDENT_2).decode() + "\n")
    return 0


def run_settings(_: argparse.Namespace) -> int:
    print(config.markdown())
    return 0


def run_verify(options: argparse.Namespace) -> int:
    from service.verify import CannotVerify, verify

    try:
        print(verify(options.file.read_bytes()))
    except OSError as error:
        print(f"{options.file}: {error.strerror}", file=sys.stderr)
        return 2
    except CannotVerify as error:
        print(f"{options.file}: {error}", file=sys.stderr)
        return 1
    return 0
