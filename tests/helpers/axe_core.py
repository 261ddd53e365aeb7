"""What axe-core says of a page in the real Chromium; tests/npm has it."""

import json
import re
import subprocess
from html import unescape
from pathlib import Path

from tests.helpers.chromium import SHELL

AXE = Path(__file__).parent.parent / "npm" / "node_modules" / "axe-core" / "axe.min.js"
FLAGS = [
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--no-first-run", "--virtual-time-budget=60000",
]  # fmt: skip
RUN = """
(function whenDrawn() {
if (document.querySelector("[aria-busy]")) { setTimeout(whenDrawn, 20); return; }
axe.run(document, {resultTypes: ["violations"]}).then(function (result) {
  var told = document.createElement("pre");
  told.id = "axe";
  told.textContent = JSON.stringify(result.violations.map(function (v) {
    var found = v.nodes.slice(0, 3).map(function (n) { return n.html; });
    return {id: v.id, impact: v.impact, nodes: found};
  }));
  document.body.appendChild(told);
});
})();
"""


def find_violations(html, folder, state="", width=1400, dark=False):
    """All violations; the page's policy would not let axe-core run, so it is taken out."""
    axe = AXE.read_text(encoding="utf-8")
    html = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", html)
    html = html.replace("content-visibility: auto;", "")
    html = html.replace("</body>", f"<script>{axe}</script><script>{RUN}</script></body>")
    path = folder / "page.html"
    path.write_text(html, encoding="utf-8")
    shown = subprocess.run(
        [SHELL, *FLAGS, f"--user-data-dir={folder}/profile", f"--window-size={width},900",
         f"--blink-settings=preferredColorScheme={0 if dark else 1}", "--dump-dom",
         f"{path.as_uri()}#{state}"],
        capture_output=True, text=True, check=True, timeout=300,
    )  # fmt: skip
    return json.loads(unescape(re.search(r'<pre id="axe">(.*?)</pre>', shown.stdout, re.S)[1]))
