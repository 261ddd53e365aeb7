"""A stranger's deck in Chromium, with the MathJax that Anki shows formulas with.

All names lead to a server of the test, so that whatever a card asks for is seen; `\\style`,
`\\href` and the like do act in MathJax, as the planted page shows.
"""

import json
import re
import subprocess
from html import unescape
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest

from flashcards.course.model import Choose, Cloze, Compare, Option, Recall, Row, Term
from tests.helpers.anki_engine import learner
from tests.helpers.card_pages import pages_of
from tests.helpers.chromium import SHELL
from tests.helpers.courses import course_of, package_of, write_package
from tests.helpers.web_server import Quiet, running

MATHJAX = Path(__file__).parent / "node_modules" / "mathjax" / "es5"
FLAGS = [
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--no-first-run", "--virtual-time-budget=60000",
]  # fmt: skip
ACTS = [
    r"\style{background:url(http://evil.example/style)}{a}",
    r"\style{background:url(https://evil.example/secret)}{a}",
    r"\href{javascript:void(document.title='clicked')}{a}",
    r"\class{x}{\cssId{qa}{a}}",
    r"\require{html}\href{javascript:alert(1)}{a}",
    r"\def\x{\style{background:url(http://evil.example/def)}{a}}\x",
    r"\newcommand{\y}{\href{javascript:alert(1)}{b}}\y",
    r"\text{\style{background:url(http://evil.example/text)}{a}}",
    r"\unicode[url(http://evil.example/font)]{65}",
    r"\includegraphics{http://evil.example/picture.png}",
    r"\require{unknown-extension-to-load}",
    r"\begin{CD} A @>\href{javascript:alert(1)}{a}>> B \end{CD}",
    r"</script><img src=http://evil.example/img onerror=document.title='owned'>",
]
PAGE = """<!doctype html><html><head><meta charset=utf-8><title>card</title>
<script>alert = function () {{ document.title = 'alerted'; }};
MathJax = {{ tex: {{ displayMath: [["\\\\[", "\\\\]"]], processEscapes: false }},
  startup: {{ pageReady: function () {{
    return MathJax.startup.defaultPageReady().then(tell);
  }} }} }};
function tell() {{
  var links = [].slice.call(document.querySelectorAll("a[href]"));
  links.forEach(function (link) {{
    if (!/^https?:/.test(link.href)) {{ link.click(); }}
  }});
  setTimeout(function () {{
    var told = document.createElement("pre");
    told.id = "told";
    told.textContent = JSON.stringify({{ title: document.title,
      drawn: document.querySelectorAll("mjx-container").length,
      links: links.map(function (link) {{ return String(link.getAttribute("href")); }}) }});
    document.body.appendChild(told);
  }}, 500);
}}</script>
<script src="/mathjax/tex-chtml-full.js"></script></head>
<body><div id="qa">{body}</div></body></html>"""


class _Handler(Quiet, BaseHTTPRequestHandler):
    """Serves the page and MathJax, and keeps what else was asked for."""

    def do_GET(self):
        path = self.path.split("?")[0]
        file = MATHJAX / path.removeprefix("/mathjax/")
        data = None
        if path == "/" and "evil" not in self.headers["Host"]:
            data = self.server.page
        elif path.startswith("/mathjax/") and file.is_file():
            data = file.read_bytes()
        elif path != "/favicon.ico":
            self.server.asked.append(self.headers["Host"] + path)
        self.send_response(404 if data is None else 200)
        self.end_headers()
        self.wfile.write(data or b"")

    def send_error(self, code, message=None, explain=None):  # such as the first bytes of TLS
        self.server.asked.append(f"not HTTP: {code}")


@pytest.fixture(scope="module")
def server():
    with running(_Handler) as made:
        made.asked, made.page = [], b""
        yield made


def show(server, body, folder):
    """What the page told of itself, and all that it asked for."""
    server.page, server.asked[:] = PAGE.format(body=body).encode(), []
    names = f"MAP evil.example 127.0.0.1:{server.server_port}, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"
    shown = subprocess.run(
        [SHELL, *FLAGS, f"--user-data-dir={folder}/profile", "--dump-dom",
         f"--host-resolver-rules={names}", f"{server.url}/"],
        capture_output=True, text=True, check=True, timeout=300,
    )  # fmt: skip
    told = re.search(r'<pre id="told">(.*?)</pre>', shown.stdout, re.DOTALL)
    return json.loads(unescape(told[1])), list(server.asked)


def keep_scripts_once(html):
    """The same page; of equal scripts, which the templates repeat on every side, the first."""
    seen = set()

    def keep(found):
        is_new = found[0] not in seen
        seen.add(found[0])
        return found[0] if is_new else ""

    return re.sub(r"<script\b.*?</script>", keep, html, flags=re.DOTALL | re.IGNORECASE)


def formulas_course():
    """Every formula that acts, in a line and displayed, in every kind of text and markup."""
    texts = [
        text
        for act in ACTS
        for text in (
            f"so ${act}$ is",
            f"$$\n{act}\n$$",
            rf"\\({act}\\)",
            rf"| a |\n|---|\n| ${act}$ |",
        )
    ]
    entries = []
    for number, text in enumerate(texts):
        option = Option(text=text, why=text)
        entries += [
            Recall(key=f"r{number}", recall=text, answer=f"{text} and $x^2$", why=text),
            Term(key=f"t{number}", term=f"t{number}", meaning=text),
            Choose(key=f"c{number}", choose="Which?", right={"r": option}, wrong={"w": option}),
            Cloze(key=f"g{number}", cloze=f"gap-here\n\n{text}", gaps={1: "gap-here"}),
            Compare(
                key=f"m{number}", compare={"a": text, "b": "B"},
                rows={"r": Row(aspect=text, a=text, b="B")},
            ),
        ]  # fmt: skip
    return course_of(*entries)


def test_no_request_leaves_and_nothing_runs(server, tmp_path):
    with learner(tmp_path / "who") as who:
        who.imports(write_package(tmp_path, package_of(formulas_course())))
        body = keep_scripts_once("\n".join(page.body for page in pages_of(who)))
    told, asked = show(server, body, tmp_path)
    assert told["title"] == "card"
    assert asked == []
    safe = ("https://", "http://")
    assert [link for link in told["links"] if not link.startswith(safe)] == []
    assert told["drawn"] >= len(ACTS) * 4, "what only draws is drawn"


@pytest.mark.parametrize("formula", [ACTS[0], ACTS[1], ACTS[2]])
def test_mathjax_would_act_if_it_were_given_such_a_formula(server, formula, tmp_path):
    told, asked = show(server, rf"\({formula}\)", tmp_path)
    assert told["drawn"] == 1
    assert asked or told["title"] == "clicked"
