"""The scripts of the web page in node: written out as a page has them, and called."""

import json
import subprocess
from pathlib import Path

import flashcards.pages
from flashcards.pages.engine import ENGINE, render_rules_module

SCRIPTS = Path(flashcards.pages.__file__).parent / "web"
PLAYER = Path(__file__).parents[1] / "npm" / "play_cases.mjs"


def write_engine(folder):
    """The modules of the engine in a folder."""
    (folder / "package.json").write_text('{"type": "module"}')
    (folder / "rules.js").write_text(render_rules_module(), encoding="utf-8")
    for name in ENGINE[1:]:
        text = (SCRIPTS / f"{name}.js").read_text(encoding="utf-8")
        (folder / f"{name}.js").write_text(text, encoding="utf-8")
    return folder


def play_cases(folder, cases):
    """What differs between the cases and the page, line by line; the last says how many fit."""
    shown = subprocess.run(
        ["node", PLAYER, folder, cases], capture_output=True, text=True, check=True
    )
    return shown.stdout.splitlines()


def call(folder, module, expression, value=None):
    """What an expression gives that knows a module as `m` and a value as `it`."""
    script = (
        'import { readFileSync } from "node:fs"; '
        f'import * as m from "{folder.as_uri()}/{module}.js"; '
        'const it = JSON.parse(readFileSync(0, "utf-8")); '
        f"console.log(JSON.stringify({expression}));"
    )
    shown = subprocess.run(
        ["node", "--input-type=module", "-e", script],
        input=json.dumps(value), capture_output=True, text=True, check=True,
    )  # fmt: skip
    return json.loads(shown.stdout)
