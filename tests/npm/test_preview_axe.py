"""axe-core finds nothing serious on the preview, by day, by night and at phone width."""

import json
import re
import subprocess
from html import unescape
from pathlib import Path

import pytest

from flashcards.cards import list_notes
from flashcards.preview.page import PageDetails, render_page
from flashcards.source import load_course
from flashcards.text.images import load_pictures

HERE = Path(__file__).parent
COURSE = HERE.parent / "preview" / "data" / "every-kind"
FLAGS = [
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--no-first-run", "--virtual-time-budget=60000",
]  # fmt: skip
RUN = """
axe.run(document, {resultTypes: ["violations"]}).then(function (result) {
  var told = document.createElement("pre");
  told.id = "axe";
  told.textContent = JSON.stringify(result.violations.map(function (v) {
    var found = v.nodes.slice(0, 3).map(function (n) { return n.html; });
    return {id: v.id, impact: v.impact, nodes: found};
  }));
  document.body.appendChild(told);
});
"""


@pytest.fixture(scope="module")
def preview():
    course = load_course(COURSE, label="")
    every = [note for lang in course.info.languages for note in list_notes(course, lang)]
    sight = PageDetails(
        warnings={"clear-gradients": ["the right option is the longest"]},
        pictures=load_pictures(course, course.media),
    )
    return render_page(course, every, sight)


def violations(html, state, folder):
    """What axe-core says of the page; the page's policy would not let axe-core run."""
    axe = (HERE / "node_modules/axe-core/axe.min.js").read_text(encoding="utf-8")
    html = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", html)
    html = html.replace("content-visibility: auto;", "")
    html = html.replace("</body>", f"<script>{axe}</script><script>{RUN}</script></body>")
    path = folder / "preview.html"
    path.write_text(html, encoding="utf-8")
    shown = subprocess.run(
        ["chromium", *FLAGS, f"--user-data-dir={folder}/profile", "--window-size=1400,900",
         "--dump-dom", f"{path.as_uri()}#{state}"],
        capture_output=True, text=True, check=True, timeout=300,
    )  # fmt: skip
    return json.loads(unescape(re.search(r'<pre id="axe">(.*?)</pre>', shown.stdout, re.S)[1]))


@pytest.mark.parametrize("state", ["", "night=1", "phone=1"])
def test_axe_finds_nothing_serious(preview, state, tmp_path):
    assert [
        v for v in violations(preview, state, tmp_path) if v["impact"] in ("serious", "critical")
    ] == []


def test_axe_does_find_a_planted_mistake(preview, tmp_path):
    broken = preview.replace('<label>Search <input id="search"', '<div><input id="search"')
    assert "label" in [v["id"] for v in violations(broken, "", tmp_path)]
