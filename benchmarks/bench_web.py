"""How quick the page of `ptquiz export web` is, as ratios taken in one run; needs Chromium.

    python benchmarks/bench_web.py

Start: from the navigation to the first question painted, `Begin` pressed as soon as it is there,
on a second visit, against a plain page with that card. Turn: from the key that leaves a verdict to
the next question painted, against a bare change of the same HTML; and from the key that checks to
the verdict painted, with the answer on the disk, against one strict `put` and a bare change. All
from a folder on the loopback, in one browser.
"""

import statistics
import sys
import tempfile
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from user_environment import ROOT

sys.path.insert(0, str(ROOT))

from flashcards.course.load import load_course
from tests.helpers.chromium import eventually, set_width, started_chromium
from tests.helpers.study_pages import StudyPage, serving, write_site

TURNS = 15
PAINTED = """
function afterPaint(act) {
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => act(performance.now());
    port2.postMessage("");
  });
}
"""
"""Calls `act` with the time right after the frame that shows what was changed."""
WATCH_START = f"""{PAINTED}
let isBegun = false;
new MutationObserver((_, watch) => {{
  const begin = document.querySelector(".begin");
  if (begin && !isBegun) {{ isBegun = true; begin.click(); }}
  if (!document.querySelector(".desk .front")) return;
  watch.disconnect();
  afterPaint((at) => {{ window.painted = at; }});
}}).observe(document, {{ childList: true, subtree: true }});
"""
WATCH_TURNS = f"""{PAINTED}
let pressed = 0;
window.times = [];
addEventListener("keydown", (event) => {{ pressed = event.timeStamp; }}, true);
new MutationObserver((changes) => {{
  const isCard = changes.some(({{ addedNodes }}) =>
    [...addedNodes].some((node) => node.classList && node.classList.contains("card")));
  if (isCard && pressed) afterPaint((at) => times.push(at - pressed));
}}).observe(document.querySelector(".desk"), {{ childList: true }});
"""
"""Milliseconds from each key to the side that it shows."""
BARE = """<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>bare</title><style>{style}</style><body class="in-session"><div class="desk">{card}</div>
"""
BARE_TURNS = """
const [sides, isKept, ready] = arguments;
const request = indexedDB.open("bare");
request.onupgradeneeded = () => request.result.createObjectStore("answers", { keyPath: "uid" });
request.onsuccess = () => {
  let turn = 0;
  document.addEventListener("keydown", () => {
    const show = () => {
      const made = document.createElement("template");
      made.innerHTML = sides[turn % sides.length];
      document.querySelector(".desk").replaceChildren(made.content);
    };
    turn += 1;
    if (!isKept) return show();
    const work = request.result.transaction(["answers"], "readwrite", { durability: "strict" });
    work.objectStore("answers").put({ uid: String(turn), answer: "x".repeat(300) });
    work.oncomplete = show;
  });
  ready();
};
"""

Row = tuple[str, float, float]


def main() -> int:
    rows: list[Row] = []
    for compare in (compare_start, compare_turns):
        with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
            browser = stack.enter_context(started_chromium(Path(folder, "profile")))
            set_width(browser, 390)
            rows += compare(browser, Path(folder), stack)
    for label, ratio, limit in rows:
        print(f"{'ok  ' if ratio <= limit else 'MISS'} {label}: {ratio:.2f} (at most {limit})")
    return int(any(ratio > limit for _, ratio, limit in rows))


def compare_start(browser: Any, folder: Path, stack: ExitStack) -> list[Row]:
    address = _serve_course(folder, stack)
    card, style = _read_first_card(browser, address)
    (folder / "bare.html").write_text(BARE.format(card=card, style=style), encoding="utf-8")
    bare = f"{stack.enter_context(serving(folder))}bare.html"
    times = _time_starts(browser, {"page": address, "bare": bare})
    return [("first question, second visit / a plain page with it",
             times["page"] / times["bare"], 1.5)]  # fmt: skip


def _serve_course(folder: Path, stack: ExitStack) -> str:
    site = write_site(load_course(), folder / "site", "en")
    return stack.enter_context(serving(site))


def _read_first_card(browser: Any, address: str) -> tuple[str, str]:
    """The HTML of the first question, finished, and the style of the page."""
    page = StudyPage(browser, address, "").open()
    _wait_for_worker(browser)
    page.begin()
    return tuple(browser.execute_script(
        "return [document.querySelector('.desk .card').outerHTML,"
        " document.querySelector('style').textContent]"
    ))  # fmt: skip


def _wait_for_worker(browser: Any) -> None:
    """Until everything is kept for the next visit."""
    browser.execute_async_script("navigator.serviceWorker.ready.then(arguments[0])")
    look = "return Boolean(navigator.serviceWorker.controller)"
    eventually(lambda: browser.execute_script(look))


def _time_starts(browser: Any, addresses: Mapping[str, str]) -> dict[str, float]:
    """The median of milliseconds to the first question at each address, visited in turn."""
    watched = {"source": WATCH_START}
    browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", watched)
    times: dict[str, list[float]] = {name: [] for name in addresses}
    for _ in range(TURNS + 1):
        for name, address in addresses.items():
            browser.get("about:blank")
            browser.get(address)
            eventually(lambda: bool(browser.execute_script("return window.painted")))
            times[name].append(browser.execute_script("return window.painted"))
    found = {name: statistics.median(each[1:]) for name, each in times.items()}
    print("start:", ", ".join(f"{name} {value:.0f} ms" for name, value in found.items()))
    return found


def compare_turns(browser: Any, folder: Path, stack: ExitStack) -> list[Row]:
    """The page first; then a bare page shows the same sides at the same keys."""
    address = _serve_course(folder, stack)
    page = StudyPage(browser, address, load_course().info.id).open()
    page.begin()
    fronts, backs = _measure_turns(page)
    style = browser.execute_script("return document.querySelector('style').textContent")
    (folder / "bare.html").write_text(BARE.format(card="", style=style), encoding="utf-8")
    bare = f"{stack.enter_context(serving(folder))}bare.html"
    bare_next = _measure_bare(browser, bare, [html for _, html in fronts], False)
    bare_check = _measure_bare(browser, bare, [html for _, html in backs], True)
    next_card, check = (statistics.median(time for time, _ in each) for each in (fronts, backs))
    print(f"next question {next_card:.1f} ms, bare change {bare_next:.1f} ms; "
          f"verdict {check:.1f} ms, strict put and bare change {bare_check:.1f} ms")  # fmt: skip
    return [
        ("next question / a bare change of its HTML", next_card / bare_next, 2.0),
        ("verdict, with the answer on the disk / a strict put and a bare change",
         check / bare_check, 3.0),
    ]  # fmt: skip


Turn = tuple[float, str]
"""Milliseconds to a side, and its HTML."""


def _measure_turns(page: StudyPage) -> tuple[list[Turn], list[Turn]]:
    """Next questions and verdicts of cards that the page grades."""
    page.browser.execute_script(WATCH_TURNS)
    fronts: list[Turn] = []
    backs: list[Turn] = []
    while len(fronts) < 2 * TURNS:
        if not page.browser.execute_script(_CHOOSE):
            page.check()
            page.go_on()
            continue
        backs.append(_press(page.browser))
        fronts.append(_press(page.browser))
    return fronts[2:], backs[2:]


_CHOOSE = """
const pick = document.querySelector(".desk .front .options .pick");
if (pick) pick.click();
return Boolean(pick);
"""


def _press(browser: Any) -> Turn:
    """Press Enter; the time to the side that it shows, and that side."""
    before = browser.execute_script("return times.length")
    for kind in ("rawKeyDown", "char", "keyUp"):
        about = {"type": kind, "key": "Enter", "code": "Enter", "text": "\r",
                 "windowsVirtualKeyCode": 13}  # fmt: skip
        browser.execute_cdp_cmd("Input.dispatchKeyEvent", about)
    eventually(lambda: browser.execute_script("return times.length") > before)
    return tuple(browser.execute_script(
        "return [times.at(-1), document.querySelector('.desk .card').outerHTML]"
    ))  # fmt: skip


def _measure_bare(browser: Any, address: str, sides: list[str], is_kept: bool) -> float:
    browser.get(address)
    browser.execute_script(WATCH_TURNS)
    browser.execute_async_script(BARE_TURNS, sides, is_kept)
    return statistics.median([_press(browser)[0] for _ in sides][2:])


if __name__ == "__main__":
    sys.exit(main())
