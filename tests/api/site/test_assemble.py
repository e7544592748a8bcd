"""The files of the page, built from a few lines."""

from __future__ import annotations

import json
import re

from service.api.site.assemble import assemble
from service.games.base import LANGUAGES

SOURCES = {
    "index.html": b"page",
    "main.js": b'import { one } from "./lib/one.js";\nexport const start = () => loadChunk("chunks/far.js", one);\n',
    "lib/one.js": b"export const one = 1;\n",
    "chunks/far.js": b'import { one } from "../lib/one.js";\nexport const far = one;\nexport const away = 2;\n',
    "games/toy/index.js": (
        b'import { one } from "../../lib/one.js";\nimport { own } from "./own.js";\nexport const draw = one + own;\n'
    ),
    "games/toy/own.js": b"export const own = 3;\n",
    "games/toy/lessons.js": b'import { own } from "./own.js";\nexport const lessons = own;\n',
    "worker.js": b"worker",
    "manifest.webmanifest": b"{}",
    "README.md": b"words",
    "types.d.ts": b"types",
    "app.css": b'/* All. */\n@import "./styles/tokens.css";\n@import "./styles/page.css";\n\n.last {\n  top: 1px;\n}\n',
    "styles/page.css": b"/* Page. */\n.page {\n  top: 0;\n}\n",
    "styles/tokens.css": b":root {\n  --a: 0;\n}\n",
    "styles/later.css": b".later { top: 0; }\n",
    "games/toy/style.css": b'@import "./styles/board.css";\n@import "./styles/small.css";\n',
    "games/toy/styles/board.css": b'@import "./cells.css";\n.board {\n  top: 2px;\n}\n',
    "games/toy/styles/cells.css": b".cell {\n  top: 3px;\n}\n",
    "games/toy/styles/small.css": b"@media (max-width: 9px) {\n  .board {\n    top: 0;\n  }\n}\n",
    "games/other/style.css": b".other {\n  top: 0;\n}\n",
    "games/toy/texts.json": json.dumps({"a": {language: f"a in {language}" for language in LANGUAGES}}).encode(),
}


def test_everything_is_sent_that_a_browser_asks_for_and_nothing_else() -> None:
    sent = assemble(SOURCES)
    assert set(sent) == {
        "app.css", "main.js", "chunks/far.js", "games/toy/index.js", "games/toy/lessons.js", "index.html", "worker.js",
        "manifest.webmanifest", "styles/later.css", "games/toy/style.css", "games/other/style.css",
        *(f"games/toy/texts.{language}.json" for language in LANGUAGES),
    }  # fmt: skip
    assert (sent["worker.js"], sent["index.html"]) == (b"worker", b"page")
    for language in LANGUAGES:
        assert json.loads(sent[f"games/toy/texts.{language}.json"]) == {"a": f"a in {language}"}


def test_styles_are_sent_with_those_that_they_import_in_their_order() -> None:
    sent = assemble(SOURCES)
    assert sent["app.css"] == b":root{--a:0}.page{top:0}.last{top:1px}"
    assert sent["games/toy/style.css"] == b".cell{top:3px}.board{top:2px}@media (max-width:9px){.board{top:0}}"
    assert sent["games/other/style.css"] == b".other{top:0}"
    assert sent["styles/later.css"] == b".later{top:0}"


def _modules(body: bytes) -> set[str]:
    """Which modules a file brings."""
    return set(re.findall(r'modules\["([\w/.]+)"\] = ', body.decode()))


def test_a_module_that_is_loaded_later_takes_what_is_there_already() -> None:
    sent = assemble(SOURCES)
    assert sent["main.js"].startswith(b"export const modules = {};\n")
    assert _modules(sent["main.js"]) == {"main.js", "lib/one.js"}
    for name, brings, up, exports in (
        ("chunks/far.js", {"chunks/far.js"}, "../", "far, away"),
        ("games/toy/index.js", {"games/toy/index.js", "games/toy/own.js"}, "../../", "draw"),
        ("games/toy/lessons.js", {"games/toy/lessons.js"}, "../../", "lessons"),
    ):
        body = sent[name].decode()
        assert _modules(sent[name]) == brings, name
        assert body.startswith(f'import {{ modules }} from "{up}main.js";\n')
        assert body.endswith(f'export const {{ {exports} }} = modules["{name}"];\n')
