"""What is sent means what was written: only what nobody but a reader needs is left out."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from service.api.site.minify import Unclosed, squeezed_script, squeezed_style

ROOT = Path(__file__).parents[3]
WEB = ROOT / "service" / "web"
TYPESCRIPT = ROOT / "tests" / "sdk" / "typescript" / "node_modules" / "typescript"

STYLES = {
    "rules and comments": (
        "/* a */\n.a,\n.b {\n  color: red; /* b */\n  inset: 0 auto;\n}\n",
        ".a,.b{color:red;inset:0 auto}",
    ),
    "strings": ('a::after { content: "a  {;} /* b */ \\" c"; }', 'a::after{content:"a  {;} /* b */ \\" c"}'),
    "other strings": ("a { content: '  \"  ' / ''; }", "a{content:'  \"  ' / ''}"),
    "addresses": ("a { b: url( x;y  //z ) 1px; }", "a{b:url( x;y  //z ) 1px}"),
    "sums": ("a { b: calc(\n  (1px + 2px) - var(--c, 3px)\n); }", "a{b:calc((1px + 2px) - var(--c,3px))}"),
    "selectors": (
        ".a :is(h1, .b) > *:not(.c) .d:hover ~ [e='f g'] + i {}",
        ".a :is(h1,.b) > *:not(.c) .d:hover ~ [e='f g'] + i{}",
    ),
    "where nothing is between": (".a/* b */.c /* d */ e/**/{}", ".a/**/.c e{}"),
    "conditions": (
        "@media (max-width: 3px) and (min-width: 1px),\n  print {\n  a { b: c }\n}",
        "@media (max-width:3px) and (min-width:1px),print{a{b:c}}",
    ),
    "movements": ("@keyframes a {\n  from {\n    b: 0;\n  }\n  50% { b: 1; }\n}", "@keyframes a{from{b:0}50%{b:1}}"),
    "importance": ("a { b: c !important; --d: ; }", "a{b:c !important;--d:}"),
    "nothing": ("\n /* a */ \n", ""),
}


@pytest.mark.parametrize("case", STYLES)
def test_styles(case: str) -> None:
    source, sent = STYLES[case]
    assert squeezed_style(source) == sent
    assert squeezed_style(sent) == sent


SCRIPTS = {
    "comments": ("/** a */\nconst a = 1; // b\n\n/* c */ const d = /* e */ 2;\n", "const a=1;\nconst d=2;\n"),
    "lists": ("a(\n  1,\n  [\n    2,\n    3,\n  ],\n  {\n    b,\n    c: 4,\n  },\n);\n", "a(1,[2,3],{b,c:4});\n"),
    "what is left out of a list": ("a = [\n  1,\n  ,\n];\nb = [\n  ,\n];\n", "a=[1,,];\nb=[,];\n"),
    "blocks": ("if (a) {\n  b();\n} else {\n  c();\n}\nd();\n", "if(a){b();}else{c();}\nd();\n"),
    "chains": ("a\n  .b()\n  .c((d) => {\n    e;\n  });\n", "a.b().c((d)=>{e;});\n"),
    "choices": ("a =\n  b\n    ? c\n    : d;\n", "a=b?c:d;\n"),
    "what may end a statement": ("a\nb\n++c\n(d)\n[e]\n`f`\n", "a\nb\n++c\n(d)\n[e]\n`f`\n"),
    "strings": ('a(\'(\\n  // b\',\n  "/* c */ \\" d");\n', 'a(\'(\\n  // b\',"/* c */ \\" d");\n'),
    "templates": ("a(\n  `b (\n    // c ${d}\n\n  `,\n);\n", "a(`b (\n    // c ${d}\n\n  `);\n"),
    "templates in templates": (
        "a = `${b(\n  `}${`c\n  ` + { d: '`' }}`)} \\` /* e */`;\n",
        "a=`${b(\n  `}${`c\n  ` + { d: '`' }}`)} \\` /* e */`;\n",
    ),
    "expressions": (
        "a(/[/\"] \\/'`/g,\n  b / c / d, /`/u.test(e));\nreturn /'/;\n",
        "a(/[/\"] \\/'`/g,b / c / d,/`/u.test(e));\nreturn /'/;\n",
    ),
    "signs": (
        "a = b + +c - -d; if (e < !f || g > -h) for (const i of [1]) j &&= { k, ...l }; m = n ?? o?.p;\n",
        "a=b + +c - -d;if(e < !f||g > -h)for(const i of [1])j&&={k,...l};m=n??o?.p;\n",
    ),
    "divisions": ("a = (b) / c[0] / 2; // '\nd = `e` / f; /* ` */\n", "a=(b)/ c[0] / 2;\nd=`e` / f;\n"),
}


@pytest.mark.parametrize("case", SCRIPTS)
def test_scripts(case: str) -> None:
    source, sent = SCRIPTS[case]
    assert squeezed_script(source) == sent
    assert squeezed_script(sent) == sent


@pytest.mark.parametrize("source", ["a = `b", "a = `${b`", "a = `${{}`;", "a = /b\n;"])
def test_what_does_not_end_is_refused(source: str) -> None:
    with pytest.raises(Unclosed):
        squeezed_script(source)


TREES = """
const [typescript, ...pairs] = JSON.parse(require("fs").readFileSync(0, "utf8"));
const ts = require(typescript);
const tree = (code) => {
  const file = ts.createSourceFile("a.js", code, ts.ScriptTarget.Latest);
  const told = (node) => {
    const inside = [];
    ts.forEachChild(node, (each) => void inside.push(told(each)));
    const isWord = ts.isIdentifier(node) || ts.isLiteralExpression(node) || ts.isTemplateLiteralToken(node);
    return [node.kind, node.operator, node.flags & ts.NodeFlags.BlockScoped, isWord && node.getText(file), inside];
  };
  return JSON.stringify(told(file));
};
console.log(pairs.filter(([, before, after]) => tree(before) !== tree(after)).map(([name]) => name).join(" "));
"""
"""The modules of which TypeScript reads another tree after they were squeezed."""


@pytest.mark.skipif(not TYPESCRIPT.exists() or shutil.which("node") is None, reason="needs TypeScript")
def test_every_module_is_read_as_it_was() -> None:
    scripts = [(str(path.relative_to(WEB)), path.read_text()) for path in WEB.rglob("*.js")]
    given = json.dumps([str(TYPESCRIPT), *((name, code, squeezed_script(code)) for name, code in scripts)])
    said = subprocess.run(["node", "-e", TREES], input=given, capture_output=True, text=True, check=True)
    assert said.stdout == "\n"
