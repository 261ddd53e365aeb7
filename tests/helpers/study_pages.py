"""The page of a course in a real browser: served, opened, answered."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler
from pathlib import Path
from typing import Any
from unittest.mock import patch

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from flashcards.cards import list_notes
from flashcards.course.load import load_course
from flashcards.course.model import Course
from flashcards.pages import site
from flashcards.pages.page_data import PageData
from flashcards.pages.site import make_folder, render_script
from tests.helpers.chromium import eventually, set_width, tap
from tests.helpers.course_files import write_course
from tests.helpers.web_server import Quiet, running

_DOUBLE = 0.4
"""Seconds in which a browser takes two taps for a double tap, which picks nothing."""
QUICK = "\nguard.ms = 0; // nobody taps as fast as a test\n"
_ROWS = """
const done = arguments[arguments.length - 1], [name, table] = arguments;
const request = indexedDB.open(name);
request.onsuccess = () => {
  const all = request.result.transaction(table).objectStore(table).getAll();
  all.onsuccess = () => { request.result.close(); done(all.result); };
};
"""


class _Files(Quiet, SimpleHTTPRequestHandler):
    pass


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """The address at which a folder is served on this machine, while it lasts."""
    with running(partial(_Files, directory=str(folder))) as server:
        yield f"{server.url}/"


def make_site(files: dict[str, str], folder: Path, script: str = QUICK) -> Path:
    """The page for learners of a course with these files: where it is, below a folder."""
    course = load_course(write_course(folder / "source", files), label="")
    return write_site(course, folder / "site", script=script)


def write_site(course: Course, folder: Path, lang: str | None = None, script: str = QUICK) -> Path:
    """The page for learners, in a folder; `script` is run at the end of the page's own."""
    data = PageData(course, list_notes(course, lang))
    with patch.object(site, "render_script", lambda data: render_script(data) + script):
        files = make_folder(data)
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return folder


@contextmanager
def phone_page(browser: Any, folder: Path, course: str, hand: str = "mouse") -> Iterator[StudyPage]:
    """The page on a phone on which nothing was answered: its port, and so its store, is its own."""
    with serving(folder) as address:
        browser.get_log("browser")
        set_width(browser, 390)
        yield StudyPage(browser, address, course, hand).open()


class StudyPage:
    """A learner at the page, with a mouse, fingers or keys."""

    def __init__(self, browser: Any, address: str, course: str, hand: str = "mouse") -> None:
        self.browser, self.address, self.course, self.hand = browser, address, course, hand
        self._touched = 0.0

    def open(self, view: str = "") -> StudyPage:
        """Load the page anew at one of its views."""
        self.browser.get("about:blank")
        self.browser.get(f"{self.address}#{view}")
        eventually(lambda: bool(self.find_all("#view > :not(.loading)")))
        return self

    def find_all(self, selector: str) -> list[Any]:
        return self.browser.find_elements(By.CSS_SELECTOR, selector)

    def see(self, selector: str) -> list[Any]:
        """The elements that can be seen."""
        return [each for each in self.find_all(selector) if each.is_displayed()]

    def read(self, selector: str) -> str:
        """The text of the first such element, once there is one."""
        eventually(lambda: bool(self.find_all(selector)))
        return str(self.find_all(selector)[0].text)

    def click(self, selector: str) -> None:
        eventually(lambda: bool(self.see(selector)))
        self.press(self.see(selector)[0])

    def press(self, element: Any) -> None:
        """Press a button as the learner does."""
        into_view = "arguments[0].scrollIntoView({block: 'nearest', behavior: 'instant'})"
        self.browser.execute_script(into_view, element)
        if self.hand == "mouse":
            element.click()
        elif self.hand == "keys":
            self.browser.execute_script("arguments[0].focus()", element)
            self.browser.switch_to.active_element.send_keys(Keys.SPACE)
        else:
            time.sleep(max(0.0, self._touched + _DOUBLE - time.monotonic()))
            tap(self.browser, element)
            self._touched = time.monotonic()

    def begin(self) -> None:
        """Begin or go on with today."""
        self.click(".begin")
        eventually(lambda: bool(self.see(".desk .front")))

    @property
    def card(self) -> str:
        """The card that is asked, as `key ordinal`."""
        return str(self.find_all(".desk .pq")[0].get_attribute("data-card"))

    def rows(self, table: str = "answers") -> list[dict[str, Any]]:
        """What the browser keeps, in the order of time."""
        found = self.browser.execute_async_script(_ROWS, f"ptquiz {self.course}", table)
        rows = [row for row in found if row.get("name") != "trial"]
        return sorted(rows, key=lambda row: row.get("at", 0))

    def check(self) -> None:
        """Press the one button, and wait for the other side."""
        self.click(".actions .primary")
        eventually(lambda: bool(self.see(".desk .back")))

    def go_on(self) -> None:
        """To the next card, or the end; what is rated by the learner is good."""
        before = self.find_all(".desk .pq")[0]
        self.click(".rating3" if self.see(".rating3") else ".actions .primary")
        self.wait_for_another(before)

    def answer_one(self) -> None:
        """Begin or go on with today, and say of one card that one does not know it."""
        self.begin()
        self.check()
        self.go_on()

    def wait_for_another(self, before: Any) -> None:
        """Until another side is shown than the one before, or none."""
        eventually(lambda: self.find_all(".desk .pq")[:1] != [before])

    def errors(self) -> list[str]:
        """What the browser complained about since the last look, but for an icon that it asks
        for by itself while a page is not there yet.
        """
        logged = self.browser.get_log("browser")
        told = [each["message"] for each in logged if each["level"] == "SEVERE"]
        return [each for each in told if "/favicon.ico" not in each]
