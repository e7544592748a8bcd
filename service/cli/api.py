"""`almagest api`: the API alone; and what `almagest serve` shares with it."""

from __future__ import annotations

import argparse
import sys

from service.cli import Commands
from service.core.settings import Settings, SettingsError
from service.serve.startup import load_checked_settings


def register(commands: Commands) -> None:
    parser = commands.add_parser("api", help="run the API alone, on the store at REDIS_URL")
    add_address_options(parser)
    parser.set_defaults(run=run)


def add_address_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (%(default)s)")
    parser.add_argument("--port", type=int, default=8000, help="port to listen on (%(default)s)")


def try_load_settings() -> Settings | None:
    """Print what is wrong with the settings if they cannot be loaded."""
    try:
        return load_checked_settings()
    except SettingsError as error:
        print(error, file=sys.stderr)
        return None


def run(options: argparse.Namespace) -> int:
    from service.serve.errors import FatalError
    from service.serve.processes import run_api
    from service.serve.sockets import check_metrics_port, open_listener

    settings = try_load_settings()
    if settings is None:
        return 2
    try:
        listener = open_listener(options.host, options.port)
        check_metrics_port(settings.metrics_host, settings.metrics_port)
        return run_api(listener)
    except FatalError as error:
        print(error, file=sys.stderr)
        return 2
