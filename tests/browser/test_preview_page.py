"""The preview in the real Chromium: search, filters, switches and keys; nothing else runs."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select, WebDriverWait

from flashcards.cards import list_notes
from flashcards.preview.page import PageDetails, render_page
from flashcards.preview.version_picture import write_version_picture
from flashcards.source import load_course
from flashcards.text.images import load_pictures
from tests.helpers.chromium import set_width

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


def test_hits_of_a_search_are_marked(shown):
    shown.find_element(By.ID, "search").send_keys("STRIDE")
    marked = shown.execute_script(
        "return [...CSS.highlights.get('found')].map(range => range.toString())"
    )
    assert len(marked) >= 2
    assert {text.lower() for text in marked} == {"stride"}
    press(shown, Keys.ESCAPE)
    assert shown.execute_script("return CSS.highlights.has('found')") is False


def test_headings_and_contents_are_by_stage_and_deck(shown):
    found = shown.find_elements(By.CSS_SELECTOR, ".stage > h2, .deck > h3")
    headings = [each.text for each in found]
    assert headings[:4] == ["Stage 1: First", "Kinds", "Stage 2: Second", "More kinds"]
    shown.find_element(By.CSS_SELECTOR, "#contents summary").click()
    shown.find_element(By.LINK_TEXT, "More kinds").click()
    assert shown.switch_to.active_element.text == "More kinds"
    top = shown.execute_script("return document.activeElement.getBoundingClientRect().top")
    bar = shown.find_element(By.ID, "bar").size["height"]
    assert bar <= top < 400
    assert not shown.find_element(By.CSS_SELECTOR, "#contents nav").is_displayed()


def test_a_heading_without_cards_is_hidden(shown):
    Select(shown.find_element(By.ID, "stage")).select_by_value("2")
    headings = shown.find_elements(By.CSS_SELECTOR, ".stage > h2, .deck > h3")
    assert [each.text for each in headings if each.is_displayed()] == [
        "Stage 2: Second",
        "More kinds",
    ]


def test_filters_by_difficulty_and_tag(shown):
    every = len(cards(shown))
    difficulty = Select(shown.find_element(By.ID, "difficulty"))
    split = 0
    for option in [option.get_attribute("value") for option in difficulty.options][1:]:
        difficulty.select_by_value(option)
        split += len(cards(shown))
    assert split == every
    press(shown, Keys.ESCAPE)
    Select(shown.find_element(By.ID, "tag")).select_by_index(1)
    assert 0 < len(cards(shown)) <= every


def card(browser, name):
    return browser.find_element(By.CSS_SELECTOR, f'[aria-label="{name}"]')


def test_answers_are_hidden_until_asked_and_choices_are_counted(shown):
    shown.find_element(By.ID, "quiz").click()
    item = card(shown, "clear-gradients#0")
    front, back = item.find_elements(By.CLASS_NAME, "card")
    assert not back.is_displayed()
    assert "right" not in front.text
    front.find_element(By.CSS_SELECTOR, ".options > .wrong").click()
    assert back.is_displayed()
    assert "✗ wrong" in front.text
    assert shown.find_element(By.ID, "score").text == "0 of 1 right"
    front.find_element(By.CSS_SELECTOR, ".options > .right").click()  # too late
    assert shown.find_element(By.ID, "score").text == "0 of 1 right"
    other = card(shown, "ddp-sync#0")
    shown.execute_script("arguments[0].click()", other.find_element(By.CLASS_NAME, "reveal"))
    assert "Rank 0 broadcasts" in other.text
    assert shown.find_element(By.ID, "score").text == "0 of 1 right"
    shown.find_element(By.ID, "quiz").click()
    assert all(each.is_displayed() for each in item.find_elements(By.CLASS_NAME, "card"))
    assert shown.find_element(By.ID, "score").text == ""


def test_choosing_works_with_keys_alone(shown):
    press(shown, "h")
    item = card(shown, "clear-gradients#0")
    options = item.find_elements(By.CSS_SELECTOR, ".front .options > li")
    right = next(n for n, each in enumerate(options, 1) if "right" in each.get_attribute("class"))
    shown.execute_script("arguments[0].focus()", item)
    press(shown, str(right))
    assert shown.find_element(By.ID, "score").text == "1 of 1 right"
    press(shown, "j")
    press(shown, Keys.ENTER)
    assert "open" in shown.switch_to.active_element.get_attribute("class").split()


def set_scheme(browser, scheme):
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})


def test_day_and_night_follow_the_system_until_somebody_chooses(shown):
    try:
        set_scheme(shown, "dark")
        assert colour(shown) == "rgba(29, 32, 38, 1)"
        shown.refresh()
        assert colour(shown) == "rgba(29, 32, 38, 1)"
        shown.find_element(By.ID, "night").click()
        assert colour(shown) == "rgba(255, 255, 255, 1)"
        shown.refresh()
        assert colour(shown) == "rgba(255, 255, 255, 1)"
    finally:
        set_scheme(shown, "light")


def test_on_a_phone_the_bar_is_folded(shown):
    set_width(shown, 390)
    shown.refresh()
    assert shown.execute_script("return document.documentElement.scrollWidth") == 390
    assert shown.find_element(By.ID, "bar").size["height"] < 120
    assert not shown.find_element(By.ID, "stage").is_displayed()
    shown.find_element(By.ID, "fold").click()
    assert shown.find_element(By.ID, "stage").is_displayed()
    shown.find_element(By.CSS_SELECTOR, "#contents summary").click()
    shown.find_element(By.LINK_TEXT, "More kinds").click()
    assert not shown.find_element(By.ID, "stage").is_displayed()


def test_a_translated_card_names_its_own_file(shown):
    Select(shown.find_element(By.ID, "lang")).select_by_value("zh")
    places = [each.text for each in shown.find_elements(By.CLASS_NAME, "place") if each.text]
    assert len(places) == 2
    assert all(place.startswith("decks/zh/kinds.yaml:") for place in places)


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


def is_in_view(browser, key) -> bool:
    """Whether the top of the card is in the window; half a pixel is none."""
    top = browser.execute_script(
        "return arguments[0].getBoundingClientRect().top", card(browser, key)
    )
    return -1 <= top < browser.execute_script("return innerHeight")


def test_a_watched_page_loads_itself_again_where_it_was(chromium, tmp_path):
    course = load_course(DATA / "every-kind", label="")
    page = tmp_path / "p.html"

    def write(version, title):
        info = replace(course.info, title=title)
        sight = PageDetails(pictures=load_pictures(course, course.media), reloads=version)
        text = render_page(replace(course, info=info), list_notes(course), sight)
        page.write_text(text, encoding="utf-8")
        write_version_picture(page, version)

    write(700, "Before")
    chromium.get(page.as_uri())
    item = card(chromium, "clear-gradients#0")
    chromium.execute_script("arguments[0].scrollIntoView()", item)
    chromium.execute_script("window.same = true")
    write(701, "After")
    WebDriverWait(chromium, 20).until(lambda browser: browser.title == "After: preview")
    assert chromium.execute_script("return window.same") is None
    WebDriverWait(chromium, 20).until(lambda browser: is_in_view(browser, "clear-gradients#0"))


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
