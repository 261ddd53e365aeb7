"""What the browser keeps, and when: two tabs, a store that goes away, a new version."""

import json
import os
import time

import pytest

from tests.browser.test_study import COURSE, download
from tests.helpers.chromium import eventually
from tests.helpers.course_files import write_course
from tests.helpers.study_pages import QUICK, StudyPage, phone_page, write_site

HOOK = f"{QUICK}\nglobalThis.page = {{ learner }};\n"
WRITE = """
const verdict = { score: 1 };
window.kept = null;
(async () => {
  const { learner } = page, kept = [];
  for (let n = 0; n < 120; n += 1) {
    const card = learner.cards[n % learner.cards.length];
    const question = { ...card, lang: "en", form: "reveal" };
    const about = { question, given: [], verdict, rating: 3, duration: 5 };
    const made = await learner.record(card, about);
    if (made) kept.push(made.answer.uid);
  }
  window.kept = kept;
})();
"""
"""Answers as fast as the store takes them; `kept` has those that were not refused."""
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
    site = write_site(write_course(tmp_path / "forms", COURSE), tmp_path / "site", HOOK)
    with phone_page(chromium, site, "forms") as page:
        yield page


def answer_one(page):
    page.begin()
    page.check()
    page.go_on()
    assert len(page.rows()) == 1


def list_saved(page, folder):
    """The uids of the answers in the file that Settings save; the page is not loaded again."""
    folder.mkdir()
    page.browser.execute_script("location.hash = '#settings'")
    file = download(page, folder, ".row button.quiet")
    return {json.loads(line)["uid"] for line in file.read_text().splitlines()}


def test_two_tabs_that_write_at_once_lose_no_answer_and_keep_none_twice(page):
    first = page.browser.current_window_handle
    page.browser.switch_to.new_window("tab")
    other = StudyPage(page.browser, page.address, "forms").open()
    second = page.browser.current_window_handle
    try:
        page.browser.execute_script(WRITE)
        page.browser.switch_to.window(first)
        page.browser.execute_script(WRITE)
        kept = []
        for handle in (first, second):
            page.browser.switch_to.window(handle)
            eventually(lambda: page.browser.execute_script("return kept !== null"))
            kept += page.browser.execute_script("return kept")
        assert len(kept) > 100
        assert sorted(row["uid"] for row in other.rows()) == sorted(kept)
        for handle in (second, first):
            page.browser.switch_to.window(handle)
            held = "return page.learner.listAnswers().length"
            eventually(lambda held=held: page.browser.execute_script(held), len(kept))
    finally:
        page.browser.switch_to.window(second)
        page.browser.close()
        page.browser.switch_to.window(first)


def test_answers_are_put_back_when_the_site_data_were_cleared(page, tmp_path):
    answer_one(page)
    (before,) = page.rows()
    assert page.browser.execute_async_script(DELETE)
    assert list_saved(page, tmp_path / "saved") == {before["uid"]}
    page.browser.execute_script("location.hash = '#today'")
    page.begin()
    page.check()
    page.go_on()
    rows = page.rows()
    assert len(rows) == 2
    assert before in rows


def test_a_full_disk_is_told_and_what_was_kept_before_can_be_saved(page, tmp_path):
    answer_one(page)
    (before,) = page.rows()
    page.browser.execute_script(FULL)
    while not page.see(".actions [role=alert]"):
        page.click(".rating3" if page.see(".rating3") else ".actions .primary")
    assert "could not be saved" in page.read(".actions [role=alert]")
    assert page.rows() == [before]
    assert list_saved(page, tmp_path / "saved") == {before["uid"]}
    page.browser.execute_script(ROOM + "location.hash = '#today'")
    page.begin()
    page.check()
    page.go_on()
    assert len(page.rows()) == 2


def test_a_new_version_waits_until_no_session_is_open_in_any_tab(chromium, tmp_path):
    site = write_site(write_course(tmp_path / "old", COURSE), tmp_path / "site")
    title = COURSE["decks/course.yaml"].replace("title: Forms", "title: Newer")
    newer = write_course(tmp_path / "new", {**COURSE, "decks/course.yaml": title})
    with phone_page(chromium, site, "forms") as page:
        first = chromium.current_window_handle
        eventually(lambda: chromium.execute_script("return !!navigator.serviceWorker.controller"))
        page.begin()
        write_site(newer, site)
        later = time.time() + 10  # a server tells changes by the second
        os.utime(site / "worker.js", (later, later))
        chromium.switch_to.new_window("tab")
        try:
            other = StudyPage(chromium, page.address, "forms").open()
            chromium.execute_async_script(WAITING)
            other.open("progress")
            other.open()
            assert other.read(".course") == "Forms"
        finally:
            chromium.close()
            chromium.switch_to.window(first)
        assert page.read(".desk .front")
        page.click('[data-press="escape"]')
        eventually(lambda: page.read(".course"), "Newer")
