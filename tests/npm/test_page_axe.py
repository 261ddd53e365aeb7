"""axe-core finds nothing on the page: each form, both sides, every view, by day and by night."""

from pathlib import Path

import pytest
from selenium.webdriver.common.by import By

from flashcards.cards import list_notes
from flashcards.course.load import load_course
from flashcards.errors import EntryProblem
from tests.browser.test_study import COURSE
from tests.helpers.chromium import eventually, started_chromium
from tests.helpers.course_pages import render_page
from tests.helpers.study_pages import make_site, phone_page
from tests.pages.test_page_text import DATA

AXE = Path(__file__).parent / "node_modules" / "axe-core" / "axe.min.js"
PUT_AWAY = "browse?state=Not+asked+any+more"
_RUN = """
const done = arguments[0];
document.getAnimations().forEach(each => each.finish());
const inTheDark = matchMedia("(prefers-color-scheme: dark)").matches;
const rules = inTheDark ? {runOnly: ["color-contrast", "link-in-text-block"]} : {};
axe.run(document, {resultTypes: ["violations"], ...rules}).then(result => done(
  result.violations.map(v =>
  [v.id, v.nodes.slice(0, 3).map(n => n.html + " " + n.any.map(a => a.message).join())])));
"""
"""All rules by day; by night those that look at colors."""


@pytest.fixture(scope="module")
def browser():
    with started_chromium() as driver:
        yield driver


def find_violations(browser):
    """What axe-core says of what is shown; the browser runs it beside the page's policy."""
    if not browser.execute_script("return 'axe' in window"):
        browser.execute_script(AXE.read_text(encoding="utf-8"))
    return browser.execute_async_script(_RUN)


def set_scheme(browser, scheme):
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    return make_site(COURSE, tmp_path_factory.mktemp("axe"))


@pytest.fixture(params=["light", "dark"])
def page(browser, request, site):
    set_scheme(browser, request.param)
    with phone_page(browser, site, "forms") as opened:
        yield opened
    set_scheme(browser, "light")


def test_axe_finds_nothing_while_studying(page):
    found = {"today": find_violations(page.browser)}
    page.begin()
    for _ in range(14):  # what is wrong is asked again and again
        card = page.card
        found[card, "front"] = find_violations(page.browser)
        for pick in page.see(".front .steps .pick") or page.see(".front .pick")[:1]:
            pick.click()
        page.check()
        found[card, "back"] = find_violations(page.browser)
        page.go_on()
    found["end"] = find_violations(page.browser)
    assert len(found) > 18
    assert {state: each for state, each in found.items() if each} == {}


@pytest.mark.parametrize("view", ["browse", PUT_AWAY, "progress", "settings"])
def test_axe_finds_nothing_on_the_other_views(page, view):
    page.answer_one()
    page.browser.switch_to.active_element.send_keys("s")
    eventually(lambda: len(page.rows("marks")), 1)
    page.open(view)
    eventually(lambda: page.find_all("[aria-busy]"), [])
    assert len(page.see(".states button")) == (view == PUT_AWAY)
    assert find_violations(page.browser) == []


@pytest.mark.parametrize("page", ["dark"], indirect=True)
def test_axe_does_find_what_is_pale_at_night(page):
    page.browser.execute_script("document.querySelector('.today').style.color = '#444'")
    assert "color-contrast" in [each[0] for each in find_violations(page.browser)]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_the_preview(browser, scheme, tmp_path):
    course = load_course(DATA / "every-kind", label="")
    message, rule = "the right option is the longest", "length-of-options"
    warnings = {"clear-gradients": [EntryProblem("clear-gradients", (), message, rule=rule)]}
    path = tmp_path / "page.html"
    path.write_text(render_page(course, list_notes(course), warnings=warnings), encoding="utf-8")
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    set_scheme(browser, scheme)
    browser.get(path.as_uri())
    eventually(lambda: browser.find_elements(By.CSS_SELECTOR, "[aria-busy]"), [])
    assert find_violations(browser) == []
    set_scheme(browser, "light")
