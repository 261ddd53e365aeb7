"""The page in WebKit, which iPhones and iPads have: it opens, and keeps what it says it keeps."""

import os
import subprocess
from contextlib import contextmanager
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.remote_connection import RemoteConnection
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from flashcards.cards import list_notes
from flashcards.course.load import load_course
from flashcards.pages.page_data import PageData
from flashcards.pages.site import render_file
from tests.browser.test_study import COURSE
from tests.helpers.chromium import eventually
from tests.helpers.course_files import write_course
from tests.helpers.study_pages import StudyPage, serving, write_site

pytestmark = pytest.mark.thorough
KEEPS = """
const done = arguments[0];
try {
  const request = indexedDB.open("trial of the test");
  request.onsuccess = () => done(true);
  request.onerror = () => done(false);
} catch { done(false); }
"""


@contextmanager
def display():
    """A screen that nobody sees; its name."""
    reads, writes = os.pipe()
    command = ["Xvfb", "-displayfd", str(writes), "-screen", "0", "800x900x24"]
    with subprocess.Popen(command, pass_fds=[writes], stderr=subprocess.DEVNULL) as screen:
        os.close(writes)
        with os.fdopen(reads) as told:
            name = f":{told.readline().strip()}"
        try:
            yield name
        finally:
            screen.terminate()


@pytest.fixture(scope="module")
def webkit():
    (browser,) = Path("/usr/lib").glob("*/webkit2gtk-4*/MiniBrowser")
    options = Options()
    options.binary_location = str(browser)
    options.add_argument("--automation")
    with display() as name:
        service = Service("/usr/bin/WebKitWebDriver", env={**os.environ, "DISPLAY": name})
        service.start()
        address = ClientConfig(remote_server_addr=service.service_url)
        driver = webdriver.Remote(RemoteConnection(client_config=address), options=options)
        yield driver
        driver.quit()
        service.stop()


def answer_first(page):
    page.begin()
    page.check()
    if page.see(".rating3"):
        page.go_on()
    return page.rows()


def test_an_answer_is_still_there_after_a_reload(webkit, tmp_path):
    site = write_site(write_course(tmp_path / "forms", COURSE), tmp_path / "site")
    with serving(site) as address:
        page = StudyPage(webkit, address, "forms").open()
        assert page.see(".warning") == []
        kept = answer_first(page)
        page.open()
        assert len(kept) == 1
        assert page.rows() == kept
        assert page.read(".begin") == "Go on"


def test_a_single_file_opens_and_says_if_it_keeps_nothing(webkit, tmp_path):
    course = load_course(write_course(tmp_path / "forms", COURSE), label="")
    data = PageData(course, list_notes(course))
    path = tmp_path / "forms.html"
    path.write_text(render_file(data), encoding="utf-8")
    page = StudyPage(webkit, path.as_uri(), "forms").open()
    keeps = webkit.execute_async_script(KEEPS)
    assert bool(page.see(".warning")) == (not keeps)
    page.begin()
    page.check()
    eventually(lambda: bool(page.see(".desk .back")))
