"""How long Chromium takes to open the preview, against a bare page with as many bytes of HTML.

    python benchmarks/bench_preview.py [cards] [runs]

The bare page has the bytes of the unpacked cards as plain paragraphs. Both are opened in
turn in one browser; the time runs from the start of the navigation to the first frame in
which there is a card, or a paragraph. Needs Chromium and selenium.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from dataclasses import replace
from html import escape
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.chrome.service import Service

from flashcards.cards import list_notes
from flashcards.course.load import load_course
from flashcards.course.pictures import load_pictures
from flashcards.pages.course_data import PageDetails
from tests.helpers.course_pages import render_page, unpack_page

FLAGS = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--no-first-run", "--window-size=1400,900",
)  # fmt: skip
PAINTED = """
var done = arguments[0];
(function look() {
  if (!document.querySelector(".item .card, body > p")) { setTimeout(look, 1); return; }
  requestAnimationFrame(function () { requestAnimationFrame(function () {
    done(performance.now());
  }); });
})();
"""
LIMIT = 1.0


def preview_page(cards: int) -> str:
    """A page of so many cards of the curriculum; repeated if it has fewer."""
    course = load_course()
    some, copy = [], 0
    while sum(len(note.cards) for note in some) < cards:
        some += [replace(note, key=f"{note.key}-{copy}") for note in list_notes(course)]
        copy += 1
    while sum(len(note.cards) for note in some) > cards:
        some.pop()
    return render_page(course, some, PageDetails(pictures=load_pictures(course, course.media)))


def bare_page(size: int) -> str:
    """Plain paragraphs, as many bytes."""
    line = "<p>" + escape("The quick brown fox jumps over the lazy dog. ") * 4 + "</p>\n"
    return (
        f"<!DOCTYPE html>\n<meta charset=utf-8>\n<title>bare</title>\n{line * (size // len(line))}"
    )


def opened(browser: webdriver.Chrome, address: str) -> float:
    """Milliseconds until something of the page is painted."""
    browser.get("about:blank")
    browser.get(address)
    return float(browser.execute_async_script(PAINTED))


def main() -> int:
    cards, runs = (int(value) for value in (*sys.argv[1:], *("2000", "7")[len(sys.argv) - 1 :]))
    with tempfile.TemporaryDirectory() as folder:
        pages = {"preview": preview_page(cards)}
        whole = len(unpack_page(pages["preview"]).encode())
        pages["bare"] = bare_page(whole)
        for name, html in pages.items():
            Path(folder, f"{name}.html").write_text(html, encoding="utf-8")
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        for flag in (*FLAGS, f"--user-data-dir={folder}/profile"):
            options.add_argument(flag)
        browser = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
        try:
            times: dict[str, list[float]] = {name: [] for name in pages}
            for _ in range(runs + 1):
                for name in pages:
                    times[name].append(opened(browser, Path(folder, f"{name}.html").as_uri()))
        finally:
            browser.quit()
    middle = {name: statistics.median(found[1:]) for name, found in times.items()}
    ratio = middle["preview"] / middle["bare"]
    size = len(pages["preview"].encode()) / 1e6
    print(f"{cards} cards, {size:.1f} MB for {whole / 1e6:.1f} MB: "
          f"preview {middle['preview']:.0f} ms, bare page {middle['bare']:.0f} ms, "
          f"ratio {ratio:.2f} (at most {LIMIT})")  # fmt: skip
    return 0 if ratio <= LIMIT else 1


if __name__ == "__main__":
    sys.exit(main())
