"""The page on a network from which nothing comes for a while, or little at a time."""

import time
from functools import partial
from http.server import SimpleHTTPRequestHandler
from threading import Event

import pytest

from tests.browser.test_study import COURSE
from tests.helpers.chromium import eventually, set_width
from tests.helpers.study_pages import QUICK, StudyPage, make_site
from tests.helpers.web_server import Quiet, running

NOT_LOADED = "The cards could not be loaded. Are you online?"
PIECES = 8


class _Slow(Quiet, SimpleHTTPRequestHandler):
    """Sends cards once the way is clear, and then in pieces if it has to."""

    def do_GET(self):
        if "/cards/" in self.path:
            self.server.way.wait(60)
        super().do_GET()

    def copyfile(self, source, outputfile):
        pause = self.server.pause if "/cards/" in self.path else 0
        text = source.read()
        for n in range(PIECES):
            outputfile.write(text[len(text) * n // PIECES : len(text) * (n + 1) // PIECES])
            outputfile.flush()
            time.sleep(pause)


@pytest.fixture
def page(chromium, tmp_path):
    """The page on a phone, whose cards are still on their way; it gives up after 2 seconds."""
    site = make_site(COURSE, tmp_path, script=f"{QUICK}patience.ms = 2000;\n")
    with running(partial(_Slow, directory=str(site))) as server:
        server.way, server.pause = Event(), 0
        set_width(chromium, 390)
        page = StudyPage(chromium, f"{server.url}/", "forms")
        page.server = server
        yield page.open()
        server.way.set()


def test_a_card_that_does_not_come_is_told_of_and_asked_for_again(page):
    page.click(".begin")
    eventually(lambda: page.read(".desk"), "Loading …")
    eventually(lambda: page.read(".actions [role=alert]"), NOT_LOADED)
    assert page.read(".desk") == ""
    page.server.way.set()
    page.click(".actions .primary")
    eventually(lambda: bool(page.see(".desk .front")))
    page.check()


def test_browse_says_that_cards_do_not_come_and_asks_for_them_again(page):
    page.open("browse")
    eventually(lambda: page.read("#count"), "Loading …")
    eventually(lambda: page.read("#cards [role=alert]"), NOT_LOADED)
    page.server.way.set()
    assert page.read("#cards button") == "Try again"
    page.click("#cards button")
    eventually(lambda: page.read("#count"), "10 cards")
    assert page.read(".deck h3") == "Forms"


def test_cards_that_come_slowly_are_waited_for(page):
    page.server.pause = 0.5
    page.server.way.set()
    page.open("browse")
    eventually(lambda: page.read("#count"), "10 cards")


def test_a_page_of_which_only_the_beginning_came_says_so_after_ten_seconds(chromium, tmp_path):
    whole = (make_site(COURSE, tmp_path) / "index.html").read_text(encoding="utf-8")
    begun = tmp_path / "begun.html"
    begun.write_text(whole.partition('<script id="course"')[0], encoding="utf-8")
    set_width(chromium, 390)
    chromium.get(begun.as_uri())
    read = "return document.body.innerText.trim().split(/\\s*\\n\\s*/)"
    assert chromium.execute_script(read) == ["Loading …"]
    (delay,) = chromium.execute_script("""return document.getAnimations().map((each) => {
        each.finish();
        return each.effect.getTiming().delay; })""")
    assert delay == 10_000
    assert chromium.execute_script(read) == ["Loading …", NOT_LOADED, "Try again"]
    (again,) = chromium.find_elements("css selector", "a")
    again.click()
    eventually(lambda: chromium.execute_script(read), ["Loading …"])
