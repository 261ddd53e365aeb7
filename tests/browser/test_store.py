"""What the browser keeps, and when: a store that goes away, a new version."""

import json
import os
import time

import pytest
from selenium.webdriver.support.ui import Select

from tests.browser.test_study import COURSE, download
from tests.helpers.chromium import eventually
from tests.helpers.study_pages import make_site, phone_page

DELETE = """
const request = indexedDB.deleteDatabase("ptquiz forms"), done = arguments[0];
request.onsuccess = () => done(true);
"""
FULL = """
IDBObjectStore.prototype.realPut = IDBObjectStore.prototype.put;
IDBObjectStore.prototype.put = () => { throw new DOMException("full", "QuotaExceededError"); };
"""
ROOM = "IDBObjectStore.prototype.put = IDBObjectStore.prototype.realPut;"
WAITING = """
navigator.serviceWorker.ready.then((worker) => {
  worker.update();
  const look = () => (worker.waiting ? arguments[0](true) : setTimeout(look, 200));
  look();
});
"""
"""Looks for a new version, and comes back when one is there and waits."""


@pytest.fixture
def page(chromium, tmp_path):
    with phone_page(chromium, make_site(COURSE, tmp_path), "forms") as page:
        yield page


def list_saved(page, folder):
    """The uids of the answers in the file that Settings save; the page is not loaded again."""
    folder.mkdir()
    page.browser.execute_script("location.hash = '#settings'")
    file = download(page, folder, ".row button.quiet")
    return {json.loads(line)["uid"] for line in file.read_text().splitlines()}


def test_answers_are_put_back_when_the_site_data_were_cleared(page, tmp_path):
    page.answer_one()
    (before,) = page.rows()
    assert page.browser.execute_async_script(DELETE)
    assert list_saved(page, tmp_path / "saved") == {before["uid"]}
    page.browser.execute_script("location.hash = '#today'")
    page.answer_one()
    rows = page.rows()
    assert len(rows) == 2
    assert before in rows


WRONG_SETTINGS = """
const request = indexedDB.open("ptquiz forms"), done = arguments[0];
request.onsuccess = () => {
  const work = request.result.transaction("settings", "readwrite");
  const value = { minutes: {}, new: "x", ask: 7, retention: "high", stage: null, saved: "never" };
  work.objectStore("settings").put({ name: "settings", value });
  work.oncomplete = () => { request.result.close(); done(true); };
};
"""


def test_settings_of_wrong_types_are_the_usual_ones_and_can_be_changed(page):
    page.answer_one()
    assert page.browser.execute_async_script(WRONG_SETTINGS)
    page.open("settings")
    eventually(lambda: len(page.see("select")), 5)
    values = [each.get_attribute("value") for each in page.see("select")]
    assert values == ["20", "10", "grow", "0.9", "1"]
    Select(page.find_all("#minutes")[0]).select_by_value("5")
    eventually(lambda: page.rows("settings")[0]["value"], {"minutes": 5})
    page.open("progress")
    assert page.read("h1") == "Progress"


def test_a_full_disk_is_told_and_what_was_kept_before_can_be_saved(page, tmp_path):
    page.answer_one()
    (before,) = page.rows()
    page.browser.execute_script(FULL)
    while not page.see(".actions [role=alert]"):
        page.click(".rating3" if page.see(".rating3") else ".actions .primary")
    assert "could not be saved" in page.read(".actions [role=alert]")
    assert page.rows() == [before]
    assert list_saved(page, tmp_path / "saved") == {before["uid"]}
    page.browser.execute_script(ROOM + "location.hash = '#today'")
    page.answer_one()
    assert len(page.rows()) == 2


def test_a_new_version_waits_until_the_page_is_open_in_no_tab(page, tmp_path):
    eventually(lambda: page.browser.execute_script("return !!navigator.serviceWorker.controller"))
    title = COURSE["decks/course.yaml"].replace("title: Forms", "title: Newer")
    site = make_site({**COURSE, "decks/course.yaml": title}, tmp_path)
    later = time.time() + 10  # a server tells changes by the second
    os.utime(site / "worker.js", (later, later))
    page.browser.execute_async_script(WAITING)
    page.browser.refresh()
    assert page.read(".course") == "Forms"
    page.browser.get("about:blank")
    eventually(lambda: page.open().read(".course"), "Newer")
