"""`almagest openapi`: the API's description."""

from __future__ import annotations

import argparse
import sys

import orjson

from service.cli import Commands


def register(commands: Commands) -> None:
    parser = commands.add_parser("openapi", help="print the API's description (OpenAPI 3.1)")
    parser.set_defaults(run=run)


def run(_: argparse.Namespace) -> int:
    from service.api.openapi.description import build_document

    sys.stdout.write(orjson.dumps(build_document(), option=orjson.OPT_INDENT_2).decode() + "\n")
    return 0
