"""The preview in the real Chromium: search, filters, switches and keys; nothing else runs."""

from pathlib import Path
from urllib.parse import unquote_plus

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from flashcards.cards import list_notes
from flashcards.course.load import load_course
from flashcards.pages.course_data import PageDetails
from tests.helpers.changes import replace
from tests.helpers.chromium import eventually, list_requests, set_width
from tests.helpers.course_files import write_course
from tests.helpers.course_pages import render_page

DATA = Path(__file__).parent.parent / "pages" / "data"
CHINESE = {
    "decks/course.yaml": """\
        {id: ci, title: 词, source: zh, languages: [zh], author: 作者, licence: CC0-1.0}
        """,
    "decks/a.yaml": """\
        deck: a
        title: 词
        entries:
        - {term: 树, key: tree, meaning: 它有叶子。, why: 例如林中的树。}
        - choose: 哪一个是绿色的？
          key: green
          right: {leaf: 叶子}
          wrong: {sky: 天空, sun: 太阳}
          why: 树叶含叶绿素。
        """,
}


def written(name, folder):
    course = load_course(DATA / name, label="")
    every = [note for lang in course.info.languages for note in list_notes(course, lang)]
    sight = PageDetails(
        warnings={"clear-gradients": ["the right option is the longest"]},
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
    is_drawn(chromium)
    return chromium


def is_drawn(browser):
    """Every card is on the page."""
    busy = "return document.querySelectorAll('[aria-busy], .item:empty').length"
    eventually(lambda: browser.execute_script(busy), 0)


def cards(browser):
    found = browser.find_elements(By.CSS_SELECTOR, ".item")
    return [item.get_attribute("aria-label") for item in found if item.is_displayed()]


def count(browser):
    return browser.find_element(By.ID, "count").text


def press(browser, keys):
    browser.switch_to.active_element.send_keys(keys)


def choose(browser, name, value):
    """A filter is set, and the page has acted on it when its address says so."""
    Select(browser.find_element(By.ID, name)).select_by_value(value)
    eventually(lambda: f"{name}={value}" in unquote_plus(browser.current_url))


def clear(browser):
    press(browser, Keys.ESCAPE)
    eventually(lambda: count(browser), "22 cards")


def shows(browser, expected):
    """These cards and no others."""
    eventually(lambda: cards(browser), expected)


def is_seen(browser, by, name):
    return browser.find_element(by, name).is_displayed()


def focused(browser, attribute):
    return browser.switch_to.active_element.get_attribute(attribute)


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
    shows(shown, ["transpose-stride#0"])
    assert count(shown) == "1 card"
    search.send_keys(" nowhere")
    shows(shown, [])
    assert is_seen(shown, By.ID, "none")
    clear(shown)


def test_hits_of_a_search_are_marked(shown):
    shown.find_element(By.ID, "search").send_keys("STRIDE")
    marked = "return [...(CSS.highlights.get('found') || [])].map(range => range.toString())"
    eventually(lambda: {text.lower() for text in shown.execute_script(marked)}, {"stride"})
    assert len(shown.execute_script(marked)) >= 2
    clear(shown)
    eventually(lambda: shown.execute_script(marked), [])


def test_headings_are_by_stage_and_deck_and_alone_are_the_contents(shown):
    found = shown.find_elements(By.CSS_SELECTOR, ".stage > h2, .deck h3")
    headings = [each.text for each in found]
    assert headings[:4] == ["Stage 1: First", "Kinds", "Stage 2: Second", "More kinds"]
    shown.find_element(By.ID, "contents").click()
    eventually(lambda: [each.text for each in found if each.is_displayed()], headings)
    shows(shown, [])
    found[3].click()
    eventually(lambda: len(cards(shown)), 7)
    press(shown, "j")
    eventually(lambda: focused(shown, "aria-label"), "ddp-step#0")
    shown.execute_script("scrollTo(0, 0)")
    shown.find_element(By.ID, "contents").click()
    eventually(lambda: len(cards(shown)), 22)


def test_a_heading_without_cards_is_hidden(shown):
    choose(shown, "stage", "2")
    headings = shown.find_elements(By.CSS_SELECTOR, ".stage > h2, .deck h3")
    assert [each.text for each in headings if each.is_displayed()] == [
        "Stage 2: Second",
        "More kinds",
    ]


def test_filters_by_difficulty_and_tag(shown):
    every = len(cards(shown))
    difficulty = Select(shown.find_element(By.ID, "difficulty"))
    split = 0
    for option in [option.get_attribute("value") for option in difficulty.options][1:]:
        choose(shown, "difficulty", option)
        split += len(cards(shown))
    assert split == every
    clear(shown)
    tag = Select(shown.find_element(By.ID, "tag")).options[1].get_attribute("value")
    choose(shown, "tag", tag)
    assert 0 < len(cards(shown)) <= every


def card(browser, name):
    return browser.find_element(By.CSS_SELECTOR, f'[aria-label="{name}"]')


def test_answers_are_hidden_until_asked(shown):
    shown.find_element(By.ID, "quiz").click()
    item = card(shown, "clear-gradients#0")
    front, back = item.find_elements(By.CLASS_NAME, "card")
    eventually(back.is_displayed, False)
    assert "right" not in front.text
    shown.execute_script("arguments[0].click()", item.find_element(By.CLASS_NAME, "reveal"))
    eventually(back.is_displayed)
    shown.find_element(By.ID, "quiz").click()
    eventually(lambda: [each.is_displayed() for each in (front, back)], [True, True])
    shown.find_element(By.ID, "quiz").click()  # hidden again
    eventually(back.is_displayed, False)


def test_what_a_screen_reader_says_is_in_the_language_of_the_page(chromium, tmp_path):
    course = load_course(write_course(tmp_path / "course", CHINESE))
    path = tmp_path / "zh.html"
    page = render_page(course, list_notes(course, "zh"), PageDetails())
    path.write_text(page, encoding="utf-8")
    chromium.get(path.as_uri())
    is_drawn(chromium)
    press(chromium, "h")
    names = {"输入的答案", "搜索"}
    spoken = """return [...document.querySelectorAll('[aria-label]:not(.item)')]
      .map(each => each.getAttribute('aria-label'))"""
    eventually(lambda: set(chromium.execute_script(spoken)), names)


def test_answers_are_shown_with_keys_alone(shown):
    press(shown, "h")
    eventually(shown.find_element(By.ID, "quiz").is_selected)
    press(shown, "j")
    eventually(lambda: focused(shown, "class"), "item")
    press(shown, Keys.ENTER)
    eventually(lambda: "open" in focused(shown, "class").split())


DAY, NIGHT = "rgba(255, 255, 255, 1)", "rgba(44, 44, 44, 1)"


def set_scheme(browser, scheme):
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})


def test_day_and_night_follow_the_system_until_somebody_chooses(shown):
    try:
        set_scheme(shown, "dark")
        eventually(lambda: colour(shown), NIGHT)
        shown.refresh()
        eventually(lambda: colour(shown), NIGHT)
        shown.find_element(By.ID, "night").click()
        eventually(lambda: colour(shown), DAY)
        shown.refresh()
        eventually(lambda: colour(shown), DAY)
    finally:
        set_scheme(shown, "light")


def test_on_a_phone_the_filters_are_folded(shown):
    set_width(shown, 390)
    shown.refresh()
    is_drawn(shown)
    eventually(lambda: shown.execute_script("return document.documentElement.scrollWidth"), 390)
    assert shown.find_element(By.ID, "bar").size["height"] < 140
    assert not is_seen(shown, By.ID, "stage")
    shown.find_element(By.ID, "fold").click()
    eventually(lambda: is_seen(shown, By.ID, "stage"))


def test_on_a_phone_a_card_that_is_gone_to_stands_below_the_bar(shown):
    set_width(shown, 390)
    shown.refresh()
    is_drawn(shown)
    shown.find_element(By.ID, "fold").click()
    eventually(lambda: is_seen(shown, By.ID, "stage"))
    shown.find_element(By.ID, "quiz").click()
    for _ in range(3):
        press(shown, "j")
    eventually(lambda: focused(shown, "class"), "item")
    below = """var bar = document.getElementById("bar").getBoundingClientRect().bottom;
        var top = document.activeElement.getBoundingClientRect().top;
        return bar <= top && top < bar + 40"""
    eventually(lambda: shown.execute_script(below))


@pytest.fixture(scope="module")
def long_page(tmp_path_factory):
    """Some hundred cards, of which a window shows a few."""
    course = load_course(DATA / "every-kind", label="")
    notes = [
        replace(note, key=f"{note.key}-{copy}") for copy in range(15) for note in list_notes(course)
    ]
    page = tmp_path_factory.mktemp("long") / "long.html"
    details = PageDetails()
    page.write_text(render_page(course, notes, details), encoding="utf-8")
    return page.as_uri()


def test_a_card_is_drawn_before_the_others_where_somebody_goes(chromium, long_page):
    """Nothing is drawn by itself, only what comes near."""
    set_width(chromium, 1024)
    chromium.get(long_page)
    chromium.execute_script("window.setTimeout = () => 0")
    assert len(chromium.find_elements(By.CSS_SELECTOR, ".item")) == 300
    last = chromium.find_elements(By.CSS_SELECTOR, ".item")[-1]
    chromium.execute_script("arguments[0].scrollIntoView()", last)
    eventually(lambda: len(last.find_elements(By.CLASS_NAME, "card")), 2)
    assert chromium.find_elements(By.CSS_SELECTOR, ".item:empty")


def test_a_card_far_below_is_gone_to(chromium, long_page):
    set_width(chromium, 1024)
    chromium.get(long_page)
    eventually(lambda: bool(chromium.find_elements(By.CSS_SELECTOR, ".item .card")))
    heading = chromium.find_elements(By.CSS_SELECTOR, ".deck > summary")[1]
    chromium.execute_script("arguments[0].focus()", heading)
    press(chromium, "j")
    eventually(lambda: focused(chromium, "aria-label"), "ddp-step-0#0")
    below = """var bar = document.getElementById("bar").getBoundingClientRect().bottom;
        var top = document.activeElement.getBoundingClientRect().top;
        return bar <= top && top < bar + 40"""
    eventually(lambda: chromium.execute_script(below))
    is_drawn(chromium)
    eventually(lambda: chromium.execute_script(below))


def test_a_page_that_is_printed_has_every_card(chromium, long_page):
    chromium.get(long_page)
    eventually(lambda: bool(chromium.find_elements(By.CSS_SELECTOR, ".item .card")))
    left = """window.setTimeout = () => 0; // what is drawn later by itself is not drawn
        window.dispatchEvent(new Event("beforeprint"));
        return document.querySelectorAll(".item:empty").length"""
    eventually(lambda: chromium.execute_script(left), 0)


def test_a_translated_card_names_its_own_file(shown):
    choose(shown, "lang", "zh")
    places = [each.text for each in shown.find_elements(By.CLASS_NAME, "place") if each.text]
    assert len(places) == 2
    assert all(place.startswith("decks/zh/kinds.yaml:") for place in places)


def test_filters_by_stage_kind_deck_language_and_warnings(shown):
    choose(shown, "stage", "2")
    shows(shown, [
        "ddp-step#0", "cpp-call#0", "cpp-call#1", "cpp-call#2", "grad-attribute#0",
        "grad-attribute#1", "ddp-why#0",
    ])  # fmt: skip
    choose(shown, "kind", "order")
    shows(shown, ["ddp-step#0"])
    clear(shown)
    choose(shown, "deck", "more")
    eventually(lambda: count(shown), "7 cards")
    clear(shown)
    choose(shown, "lang", "zh")
    shows(shown, ["ddp-bucket#0", "ddp-bucket#1"])
    clear(shown)
    shown.find_element(By.ID, "warned").click()
    eventually(lambda: cards(shown)[0], "clear-gradients#0")
    assert (
        "the right option is the longest"
        in shown.find_element(By.CSS_SELECTOR, '[aria-label="clear-gradients#0"] .about').text
    )


def colour(browser):
    card = browser.find_element(By.CLASS_NAME, "card")
    return card.value_of_css_property("background-color")


def test_night_and_phone_by_button_and_by_key(shown):
    assert colour(shown) == DAY
    shown.find_element(By.ID, "night").click()
    eventually(lambda: colour(shown), NIGHT)
    press(shown, "n")
    eventually(lambda: colour(shown), DAY)
    card = shown.find_element(By.CLASS_NAME, "card")
    wide, size = card.size["width"], card.value_of_css_property("font-size")
    press(shown, "p")
    assert wide > 500
    eventually(lambda: card.size["width"], 375)
    assert (size, card.value_of_css_property("font-size")) == ("18px", "17px")
    assert shown.find_element(By.CSS_SELECTOR, "#phone[role=switch]:checked")
    press(shown, "p")
    eventually(lambda: card.size["width"], wide)


def test_keys_go_from_card_to_card_and_to_the_search(shown):
    for key, label in (("j", "ddp-sync#0"), ("j", "ddp-bucket#0"), ("k", "ddp-sync#0")):
        press(shown, key)
        eventually(lambda: focused(shown, "aria-label"), label)
    press(shown, "/")
    eventually(lambda: focused(shown, "id"), "search")
    press(shown, "njk")
    eventually(lambda: shown.find_element(By.ID, "search").get_attribute("value"), "njk")
    assert "nightMode" not in shown.find_element(By.TAG_NAME, "html").get_attribute("class")


def test_what_was_chosen_is_still_there_after_a_reload(shown):
    shown.find_element(By.ID, "search").send_keys("ddp")
    eventually(lambda: 0 < len(cards(shown)) < 22)
    press(shown, Keys.ENTER)
    eventually(lambda: focused(shown, "class"), "item")
    press(shown, "n")
    eventually(lambda: colour(shown), NIGHT)
    before = cards(shown)
    shown.refresh()
    shows(shown, before)
    eventually(lambda: colour(shown), NIGHT)


def test_no_request_leaves_the_page(shown):
    shown.find_element(By.ID, "night").click()
    eventually(lambda: colour(shown), NIGHT)
    asked = list_requests(shown)
    assert [url for url in asked if not url.startswith(("file:", "data:", "about:"))] == []
    assert any(url.startswith("file:") for url in asked)


def test_pictures_are_in_the_page(shown):
    widths = "return [...document.querySelectorAll('.item img')].map(i => i.naturalWidth)"
    eventually(lambda: all(shown.execute_script(widths)))
    assert shown.execute_script(widths)


def test_a_hostile_deck_runs_nothing(chromium, tmp_path):
    chromium.get(written("hostile", tmp_path))
    is_drawn(chromium)
    for element in chromium.find_elements(By.CSS_SELECTOR, ".item a, .item b, .item li"):
        chromium.execute_script(
            "arguments[0].click(); arguments[0].focus && arguments[0].focus()", element
        )
    assert chromium.execute_script("return window.ran") is None
    assert (
        "<script>window.ran = 'term'</script>"
        in chromium.find_element(By.CSS_SELECTOR, '[aria-label="script-term#0"]').text
    )
    scripts = chromium.find_elements(By.TAG_NAME, "script")
    types = [script.get_attribute("type") for script in scripts]
    assert types == ["application/json", "text/plain", "module"]


def test_a_wide_table_of_a_program_scrolls_inside_its_block(chromium, tmp_path):
    folder = tmp_path / "course" / "decks"
    folder.mkdir(parents=True)
    (folder / "course.yaml").write_text("id: z\ntitle: Z\nauthor: A\nlicence: L\n")
    row = f"aten::mm{' ' * 90}84.12 %   10\n"
    table = f"    ```text\n    {row}    {row}    ```\n"
    (folder / "a.yaml").write_text(
        "deck: a\ntitle: A\nentries:\n- recall: |\n    What is slow?\n\n"
        f"{table}  key: z\n  answer: It.\n"
    )
    course = load_course(folder.parent, label="")
    page = tmp_path / "z.html"
    page.write_text(render_page(course, list_notes(course), PageDetails()), encoding="utf-8")
    set_width(chromium, 390)
    chromium.get(page.as_uri())
    is_drawn(chromium)
    sizes = """var pre = document.querySelector("pre"), root = document.documentElement;
        return [pre.scrollWidth > pre.clientWidth, root.scrollWidth <= 390,
                [...pre.querySelectorAll(".line")].map(line => Math.round(
                line.offsetHeight / parseFloat(getComputedStyle(pre).lineHeight)))]"""
    eventually(lambda: chromium.execute_script(sizes), [True, True, [1, 1]])


def test_a_displayed_fraction_is_shown_whole(chromium, tmp_path):
    folder = tmp_path / "course" / "decks"
    folder.mkdir(parents=True)
    (folder / "course.yaml").write_text("id: z\ntitle: Z\nauthor: A\nlicence: L\n")
    (folder / "a.yaml").write_text(
        "deck: a\ntitle: A\nentries:\n- recall: What is $z$?\n  key: z\n  answer: |\n"
        "    $$z=\\frac{p_B-p_A}{\\sqrt{p(1-p)(\\frac{1}{n_A}+\\frac{1}{n_B})}}$$\n"
    )
    course = load_course(folder.parent, label="")
    page = tmp_path / "z.html"
    page.write_text(render_page(course, list_notes(course), PageDetails()), encoding="utf-8")
    chromium.get(page.as_uri())
    is_drawn(chromium)
    heights = "m => [m.scrollHeight, m.clientHeight]"
    formulas = "Array.from(document.querySelectorAll('math[display=block]'))"
    found = chromium.execute_script(f"return {formulas}.map({heights})")
    assert found
    assert all(needed <= shown for needed, shown in found), found
