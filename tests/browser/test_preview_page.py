"""The preview in the real Chromium: search, filters, switches and keys; nothing else runs."""

import json
from pathlib import Path

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from flashcards.cards import list_notes
from flashcards.preview.page import PageDetails, render_page
from flashcards.source import load_course
from flashcards.text.images import load_pictures

DATA = Path(__file__).parent.parent / "preview" / "data"


def written(name, folder):
    course = load_course(DATA / name, label="")
    every = [note for lang in course.info.languages for note in list_notes(course, lang)]
    sight = PageDetails(
        warnings={"clear-gradients": ["the right option is the longest"]},
        pictures=load_pictures(course, course.media),
    )
    path = folder / f"{name}.html"
    path.write_text(render_page(course, every, sight), encoding="utf-8")
    return path.as_uri()


@pytest.fixture(scope="module")
def kinds(tmp_path_factory):
    return written("every-kind", tmp_path_factory.mktemp("preview"))


@pytest.fixture
def shown(chromium, kinds):
    chromium.get("about:blank")
    chromium.get_log("performance")
    chromium.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})  # others look at phones
    chromium.set_window_size(1400, 900)
    chromium.get(kinds)
    return chromium


def cards(browser):
    found = browser.find_elements(By.CSS_SELECTOR, ".item")
    return [item.get_attribute("aria-label") for item in found if item.is_displayed()]


def count(browser):
    return browser.find_element(By.ID, "count").text


def press(browser, keys):
    browser.switch_to.active_element.send_keys(keys)


def test_every_card_is_on_the_page_with_its_file_and_line(shown):
    assert count(shown) == "22 cards"
    assert len(cards(shown)) == 22
    item = shown.find_element(By.CSS_SELECTOR, '[aria-label="ddp-bucket#1"]')
    assert item.find_element(By.CLASS_NAME, "place").text == "decks/kinds.yaml:12"
    front, back = item.find_elements(By.CLASS_NAME, "card")
    assert "Gradients that DDP reduces in one call." in front.text
    assert "gradient bucket" not in front.text
    assert "gradient bucket" in back.text


def test_search_shows_only_cards_with_all_words(shown):
    search = shown.find_element(By.ID, "search")
    search.send_keys("STRIDE torch")
    assert cards(shown) == ["transpose-stride#0"]
    assert count(shown) == "1 card"
    search.send_keys(" nowhere")
    assert cards(shown) == []
    assert shown.find_element(By.ID, "none").is_displayed()
    search.send_keys(Keys.ESCAPE)
    assert count(shown) == "22 cards"


def test_filters_by_stage_kind_deck_language_and_warnings(shown):
    def choose(name, value):
        Select(shown.find_element(By.ID, name)).select_by_value(value)

    choose("stage", "2")
    assert cards(shown) == [
        "ddp-step#0", "cpp-call#0", "cpp-call#1", "cpp-call#2", "grad-attribute#0",
        "grad-attribute#1", "ddp-why#0",
    ]  # fmt: skip
    choose("kind", "order")
    assert cards(shown) == ["ddp-step#0"]
    press(shown, Keys.ESCAPE)
    choose("deck", "more")
    assert count(shown) == "7 cards"
    press(shown, Keys.ESCAPE)
    choose("lang", "zh")
    assert cards(shown) == ["ddp-bucket#0", "ddp-bucket#1"]
    press(shown, Keys.ESCAPE)
    shown.find_element(By.ID, "warned").click()
    assert cards(shown)[0] == "clear-gradients#0"
    assert (
        "the right option is the longest"
        in shown.find_element(By.CSS_SELECTOR, '[aria-label="clear-gradients#0"] .about').text
    )


def colour(browser):
    card = browser.find_element(By.CLASS_NAME, "card")
    return card.value_of_css_property("background-color")


def test_night_and_phone_by_button_and_by_key(shown):
    day = colour(shown)
    shown.find_element(By.ID, "night").click()
    night = colour(shown)
    assert (day, night) == ("rgba(255, 255, 255, 1)", "rgba(29, 32, 38, 1)")
    press(shown, "n")
    assert colour(shown) == day
    card = shown.find_element(By.CLASS_NAME, "card")
    wide, size = card.size["width"], card.value_of_css_property("font-size")
    press(shown, "p")
    assert wide > 500
    assert card.size["width"] == 375
    assert (size, card.value_of_css_property("font-size")) == ("18px", "17px")
    assert shown.find_element(By.ID, "phone").get_attribute("aria-pressed") == "true"
    press(shown, "p")
    assert card.size["width"] == wide


def test_keys_go_from_card_to_card_and_to_the_search(shown):
    press(shown, "j")
    press(shown, "j")
    assert shown.switch_to.active_element.get_attribute("aria-label") == "ddp-bucket#0"
    press(shown, "k")
    assert shown.switch_to.active_element.get_attribute("aria-label") == "ddp-sync#0"
    press(shown, "/")
    assert shown.switch_to.active_element.get_attribute("id") == "search"
    press(shown, "njk")
    assert shown.find_element(By.ID, "search").get_attribute("value") == "njk"
    assert "nightMode" not in shown.find_element(By.TAG_NAME, "html").get_attribute("class")


def test_what_was_chosen_is_still_there_after_a_reload(shown):
    shown.find_element(By.ID, "search").send_keys("ddp")
    press(shown, Keys.ENTER)
    press(shown, "n")
    before = cards(shown)
    shown.refresh()
    assert cards(shown) == before
    assert colour(shown) == "rgba(29, 32, 38, 1)"


def test_no_request_leaves_the_page(shown):
    shown.find_element(By.ID, "night").click()
    rows = [json.loads(row["message"])["message"] for row in shown.get_log("performance")]
    asked = [
        row["params"]["request"]["url"]
        for row in rows
        if row["method"] == "Network.requestWillBeSent"
    ]
    assert [url for url in asked if not url.startswith(("file:", "data:", "about:"))] == []
    assert any(url.startswith("file:") for url in asked)


def test_pictures_are_in_the_page(shown):
    widths = shown.execute_script(
        "return [...document.querySelectorAll('.item img')].map(i => i.naturalWidth)"
    )
    assert widths
    assert all(widths)


def test_a_hostile_deck_runs_nothing(chromium, tmp_path):
    chromium.get(written("hostile", tmp_path))
    for element in chromium.find_elements(By.CSS_SELECTOR, ".item a, .item b, .item li"):
        chromium.execute_script(
            "arguments[0].click(); arguments[0].focus && arguments[0].focus()", element
        )
    assert chromium.execute_script("return window.ran") is None
    assert (
        "<script>window.ran = 'term'</script>"
        in chromium.find_element(By.CSS_SELECTOR, '[aria-label="script-term#0"]').text
    )
    assert len(chromium.find_elements(By.TAG_NAME, "script")) == 1
