"""The page of a class's results in the real Chromium, on three widths, light, dark and paper."""

import base64

import pytest
from selenium.webdriver.common.by import By

from flashcards.results.results_page import render_results_page
from tests.helpers.chromium import eventually, list_requests, set_width
from tests.helpers.class_reports import make_class_report

WIDTHS = (390, 1024, 1600)


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    path = tmp_path_factory.mktemp("results") / "results.html"
    path.write_text(render_results_page(make_class_report()), encoding="utf-8")
    return path.as_uri()


@pytest.fixture
def show(chromium, address):
    """Opens the page at a width, by day or by night."""

    def shown(width=1024, scheme="light"):
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        chromium.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
        set_width(chromium, width)
        chromium.get_log("performance")
        chromium.get(address)
        return chromium

    yield shown
    chromium.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    chromium.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_is_wider_than_the_window(show, width, scheme):
    page = show(width, scheme)
    assert page.execute_script("return document.documentElement.scrollWidth") == width
    wide = """return [...document.querySelectorAll('main *')].filter(e => {
      const box = e.getBoundingClientRect();
      return box.right > innerWidth + 1 && !e.closest('.hidden, svg');
    }).map(e => e.outerHTML.slice(0, 80))"""
    assert page.execute_script(wide) == []


def test_day_and_night_follow_the_system(show):
    colour = "return getComputedStyle(document.body).backgroundColor"
    day = show(scheme="light").execute_script(colour)
    assert show(scheme="dark").execute_script(colour) != day


def test_what_to_look_at_leads_to_its_question(show):
    page = show()
    link = page.find_element(By.CSS_SELECTOR, "#look a")
    number = link.text.partition(".")[0]
    link.click()
    target = (By.CSS_SELECTOR, ":target h3")
    eventually(
        lambda: [each.text.split()[0] for each in page.find_elements(*target)], [f"{number}."]
    )
    assert number == "4"


def test_every_question_is_a_dot_on_the_map_and_every_person_on_that_of_times(show):
    page = show()
    assert len(page.find_elements(By.CSS_SELECTOR, ".dot:not(.person)")) == 12
    assert len(page.find_elements(By.CSS_SELECTOR, ".dot.person")) == 24
    bars = page.find_elements(By.CSS_SELECTOR, "text.value")
    assert sum(int(bar.text) for bar in bars) == 24


def test_the_page_loads_nothing_and_runs_nothing(show, address):
    page = show()
    assert list_requests(page) == [address]
    assert page.find_elements(By.TAG_NAME, "script") == []


def test_it_prints_on_white_paper(show):
    page = show(scheme="dark")
    page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    colour = page.execute_script("return getComputedStyle(document.body).backgroundColor")
    assert colour == "rgb(255, 255, 255)"
    printed = page.execute_cdp_cmd("Page.printToPDF", {"printBackground": False})
    assert base64.b64decode(printed["data"]).startswith(b"%PDF")
    page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
