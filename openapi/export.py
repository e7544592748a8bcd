"""Write openapi.json as the running code describes itself: `python -m openapi.export`."""

from __future__ import annotations

from pathlib import Path

import orjson

SPEC = Path(__file__).parent / "openapi.json"


def render_description() -> bytes:
    """The bytes that `almagest openapi` prints."""
    from service.api.openapi.description import build_document

    return orjson.dumps(build_document(), option=orjson.OPT_INDENT_2) + b"\n"


def main() -> None:
    SPEC.write_bytes(render_description())
    print(f"{SPEC.name} is written.")


if __name__ == "__main__":
    main()
