"""Bundles of modules: our ways to import and export work, others are refused at the start."""

from __future__ import annotations

import json
import shutil
import subprocess

import pytest
from rjsmin import jsmin  # type: ignore[import-untyped]  # the package has no types

from service.api.site.bundle import UnknownSyntax, bundle, export_names, modules_in_order, wrap_module
from service.api.site.pages import CLIENT, WEB

TYPESCRIPT = WEB.parents[1] / "tests" / "sdk" / "typescript" / "node_modules" / "typescript"
SOURCES = {
    "main.js": 'import { add as plus, Sum } from "./lib/sums.js";\nimport * as words from "./words.js";\n'
    "console.log(words.shout(String(plus(1, 2))), new Sum().total, words.quiet);\n",
    "lib/sums.js": '/** Sums. */\nimport { quiet } from "../words.js";\n\nexport const add = (a, b) => a + b;\n'
    "export class Sum {\n  total = quiet.length;\n}\n",
    "words.js": 'const shout = (word) => `${word}!`;\nexport const quiet = "hush";\nexport { shout };\n',
}


def test_what_is_needed_comes_first_and_once() -> None:
    assert modules_in_order("main.js", SOURCES) == ["words.js", "lib/sums.js", "main.js"]
    assert modules_in_order("main.js", SOURCES, ["words.js"]) == ["lib/sums.js", "main.js"]


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_a_bundle_does_what_its_modules_do() -> None:
    joined = bundle(modules_in_order("main.js", SOURCES), SOURCES, "export const modules = {};\n")
    assert "Sums." not in joined
    said = subprocess.run(["node", "--input-type=module"], input=joined, capture_output=True, text=True, check=True)
    assert said.stdout == "3! 4 hush\n"


@pytest.mark.parametrize("line", ['import "./words.js";', "export default 3;", 'import words from "./words.js";'])
def test_other_ways_are_refused(line: str) -> None:
    with pytest.raises(UnknownSyntax, match=r"a\.js"):
        bundle(["a.js"], {"a.js": f"{line}\n"}, "")
    with pytest.raises(UnknownSyntax, match=r"a\.js"):
        bundle(["a.js"], {"a.js": f"const first = 1;\n{line}\n"}, "")


def test_what_is_exported_again_is_taken_from_where_it_is() -> None:
    again = 'export { add, Sum } from "./lib/sums.js";\nexport const own = 1;\n'
    assert export_names("all.js", again) == ["own", "add", "Sum"]
    assert wrap_module("all.js", again).endswith(
        'return { own, add: modules["lib/sums.js"].add, Sum: modules["lib/sums.js"].Sum };\n})();\n'
    )
    assert 'const{add:plus,Sum}=modules["lib/sums.js"];' in wrap_module("main.js", SOURCES["main.js"])


def test_modules_that_need_each_other_are_refused() -> None:
    sources = {"a.js": 'import { b } from "./b.js";\n', "b.js": 'import { a } from "./a.js";\n'}
    with pytest.raises(UnknownSyntax, match="needs itself"):
        modules_in_order("a.js", sources)


def test_a_string_after_a_regular_expression_in_a_condition_stays_as_it_is() -> None:
    assert "if(ok)/'/.test(a)&&say(' d , e ');" in wrap_module("a.js", "if (ok) /'/.test(a) && say(' d , e ');\n")


TREES = """
const [typescript, ...pairs] = JSON.parse(require("fs").readFileSync(0, "utf8"));
const ts = require(typescript);
const tree = (code) => {
  const file = ts.createSourceFile("a.js", code, ts.ScriptTarget.Latest);
  const read = (node) => {
    const inside = [];
    ts.forEachChild(node, (each) => void inside.push(read(each)));
    const isWord = ts.isIdentifier(node) || ts.isLiteralExpression(node) || ts.isTemplateLiteralToken(node);
    return [node.kind, node.operator, node.flags & ts.NodeFlags.BlockScoped, isWord && node.getText(file), inside];
  };
  return JSON.stringify(read(file));
};
console.log(pairs.filter(([, before, after]) => tree(before) !== tree(after)).map(([name]) => name).join(" "));
"""
"""Print the modules of which TypeScript reads another syntax tree after they were minified."""


@pytest.mark.skipif(not TYPESCRIPT.exists() or shutil.which("node") is None, reason="needs TypeScript")
def test_minifying_keeps_the_syntax_tree_of_every_module() -> None:
    """rjsmin takes what is inside a template within a template for code, and drops its spaces."""
    scripts = [(path.name, path.read_text()) for path in (*WEB.rglob("*.js"), *CLIENT.glob("*.js"))]
    given = json.dumps([str(TYPESCRIPT), *((name, code, jsmin(code)) for name, code in scripts)])
    done = subprocess.run(["node", "-e", TREES], input=given, capture_output=True, text=True, check=True)
    assert done.stdout == "\n"
