"""What somebody with a phone and no more than the link looks for, and finds where they look."""

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select

from flashcards.words import LANGUAGES
from tests.browser.test_study import find_boxes
from tests.helpers.chromium import eventually, set_width
from tests.helpers.study_pages import make_site, phone_page

LONG = "step = make_optimizer(model.parameters(), learning_rate=0.001, weight_decay=0.01)"
MARKED = '@torch.library.custom_op("cppdeck::thrice", mutates_args=())'
_ENTRY = """\
- choose: |
    Which of these four is number {n}?

    ```python
    first = {n}
    if first: {long}
    {marked}
    ```
  key: ask{n}
  right: {{a{n}: this}}
  wrong: {{b{n}: that, c{n}: neither, d{n}: both}}
  why: It is number {n}.
"""
COURSE = {
    "decks/course.yaml": "{id: visit, title: Visit, author: A, licence: CC0-1.0}\n",
    "decks/a.yaml": "deck: a\ntitle: Deck\nentries:\n"
    + "".join(_ENTRY.format(n=n, long=LONG, marked=MARKED) for n in range(1, 9)),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return make_site(COURSE, tmp_path_factory.mktemp("visit"))


@pytest.fixture
def page(chromium, folder):
    with phone_page(chromium, folder, "visit") as opened:
        yield opened


@pytest.mark.parametrize("place", [0, 1])
def test_the_verdict_takes_a_sixth_of_a_phone_at_most(page, place):
    page.begin()
    page.press(page.see(".front .pick")[place])
    page.check()
    eventually(lambda: bool(page.read(".actions .verdict")))
    assert find_boxes(page, ".actions")[0][3] <= 133


def test_after_a_wrong_answer_the_right_one_is_seen(page):
    low = {"width": 390, "height": 560, "deviceScaleFactor": 1, "mobile": True}
    page.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", low)
    page.begin()
    for place in (0, -1):  # the right one is above or below
        page.press(page.find_all(".front .options > :not(.ok) .pick")[place])
        page.browser.execute_script("scrollTo(0, arguments[0])", 0 if place else 9999)
        page.check()
        _, top, _, height = find_boxes(page, ".back .options > .ok")[0]
        tools, bar = find_boxes(page, ".tools")[0], find_boxes(page, ".actions")[0]
        assert tools[1] + tools[3] <= top
        assert top + height <= bar[1]
        page.go_on()


_COVERED = """
return [...document.querySelectorAll("#app *")].filter((each) =>
  ["fixed", "sticky"].includes(getComputedStyle(each).position) && each.getClientRects().length
).reduce((sum, each) => sum + each.offsetHeight, 0);
"""
"""How many pixels of the window are taken by what stays in place."""


def test_at_400_percent_nothing_stays_over_what_is_read(page):
    """Of a window of 1280 by 1024 pixels, 320 by 256 are left."""
    small = {"width": 320, "height": 256, "deviceScaleFactor": 4, "mobile": False}
    page.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", small)
    covered = {}
    for view in ("today", "browse", "progress", "settings"):
        page.open(view)
        covered[view] = page.browser.execute_script(_COVERED)
    page.open()
    page.begin()
    covered["front"] = page.browser.execute_script(_COVERED)
    page.press(page.find_all(".front .options > :not(.ok) .pick")[0])
    page.check()
    covered["back"] = page.browser.execute_script(_COVERED)
    assert covered == dict.fromkeys(covered, 0)
    wide = "return document.documentElement.scrollWidth"
    assert page.browser.execute_script(wide) == 320


def open_browse(page):
    page.open("browse")
    eventually(lambda: page.find_all("[aria-busy]"), [])


def test_another_list_of_cards_begins_at_its_first(page):
    open_browse(page)
    page.click(".deck > summary")
    eventually(lambda: len(page.see(".item")) > 1)
    page.browser.execute_script("scrollTo(0, 900)")
    assert page.browser.execute_script("return scrollY") > 800
    page.find_all("[name=search]")[0].send_keys("number")
    eventually(lambda: page.browser.execute_script("return scrollY"), 0)


MANY = {
    "decks/course.yaml": "{id: many, title: Many, author: A, licence: CC0-1.0}\n",
    **{
        f"decks/{deck}.yaml": f"deck: {deck}\ntitle: Many\nentries:\n"
        + "".join(f"- {{recall: Why {n}?, key: {deck}{n}, answer: So.}}\n" for n in range(20))
        for deck in "abcd"
    },
}
_FIRST_RESULTS = """
const [done] = arguments, box = document.querySelector("[name=search]");
const count = () => document.querySelectorAll(".item").length;
const look = (_, watch) => count() && (watch.disconnect(), done(count()));
new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
box.value = "why";
box.dispatchEvent(new Event("input"));
"""
"""Searches for a word; comes back with the number of results that are shown first."""


def test_the_first_fifty_results_of_a_search_are_shown_at_once(chromium, tmp_path):
    with phone_page(chromium, make_site(MANY, tmp_path), "many") as page:
        open_browse(page)
        assert chromium.execute_async_script(_FIRST_RESULTS) == 60  # three decks of 20 cards
        eventually(lambda: len(page.find_all(".item")), 80)
        assert page.find_all("[aria-busy]") == []


def test_code_is_laid_out_in_lines_without_a_range_for_each(page):
    """A browser updates every Range whenever the page changes: 7,000 of them took 20 seconds."""
    page.browser.execute_script("""
        const create = Document.prototype.createRange;
        window.ranges = 0;
        Document.prototype.createRange = function () {
          window.ranges += 1;
          return create.call(this);
        };""")
    page.browser.execute_script("location.hash = '#browse'")
    page.click(".deck > summary")
    eventually(lambda: len(page.see(".item pre .line")) >= 2)
    assert page.browser.execute_script("return window.ranges") == 0


_SPLIT = """
    const range = document.createRange(), split = [];
    for (const code of document.querySelectorAll("pre code")) {
      if (!code.getClientRects().length) continue;
      const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
      for (let last = null; walker.nextNode();) {
        const text = walker.currentNode;
        for (let at = 0; at < text.length; at += 1) {
          range.setStart(text, at);
          range.setEnd(text, at + 1);
          const [box] = range.getClientRects();
          const isWord = box && /[a-z0-9]/i.test(text.data[at]);
          if (isWord && last !== null && box.top > last + 8) split.push(text.data.slice(at - 9));
          last = isWord ? box.top : null;
        }
      }
    }
    return split"""


@pytest.mark.parametrize("width", [320, 390])
def test_code_is_not_broken_inside_a_word(page, width):
    set_width(page.browser, width)
    page.begin()
    assert page.see(".desk pre .line")
    assert page.browser.execute_script(_SPLIT) == []
    open_browse(page)
    page.click(".deck > summary")
    eventually(lambda: len(page.see(".item pre .line")) >= 2)
    assert page.browser.execute_script(_SPLIT) == []
    wide = "return document.documentElement.scrollWidth"
    assert page.browser.execute_script(wide) == width


def test_browse_begins_with_the_search_and_shows_what_was_seen(page):
    page.begin()
    page.check()
    open_browse(page)
    assert page.see("#view :is(input, button)")[0].get_attribute("name") == "search"
    assert page.find_all(".deck .bar")[0].get_attribute("aria-label") == "1 of 8 cards seen"
    page.click(".deck > summary")
    for item in page.find_all(".item"):  # cards are drawn when they come near
        page.browser.execute_script("arguments[0].scrollIntoView()", item)
        eventually(lambda item=item: bool(item.find_elements(By.CLASS_NAME, "memory")))
    told = [each.text for each in page.see(".memory")]
    assert sorted(told) == ["Comes again today"] + ["new"] * 7


def test_what_was_answered_and_what_is_due_in_two_weeks_has_labels_that_stand_apart(page):
    page.open("progress")
    assert page.read(".ends + p").startswith("0 answers")
    page.open()
    page.begin()
    page.check()
    page.open("progress")
    eventually(lambda: len(page.see(".columns span")), 28)
    labels = """return [...document.querySelectorAll(".columns span")].map(each => {
        const range = document.createRange(), box = each.getBoundingClientRect();
        range.selectNode(each.lastChild);
        const text = range.getBoundingClientRect();
        return box.left <= text.left && text.right <= box.right && text.width > 0; })"""
    assert page.browser.execute_script(labels) == [True] * 28
    assert [each.text for each in page.see(".columns .now b")] == ["1", "1"]
    told = [each.text for each in page.see(".ends + p")]
    assert told == ["1 answer on 1 of the last 14 days", "1 card is due in the next 14 days"]


@pytest.mark.parametrize(
    "lang",
    ["ru", *(pytest.param(each, marks=pytest.mark.thorough) for each in LANGUAGES if each != "ru")],
)
def test_the_names_of_the_views_fit_below_a_phone(chromium, tmp_path, lang):
    about = f"{{id: bar, title: Bar, author: A, licence: CC0-1.0, source: {lang}}}\n"
    files = {
        "decks/course.yaml": about,
        "decks/a.yaml": "deck: a\ntitle: A\nentries:\n- {term: T, key: t, meaning: M.}\n",
    }
    with phone_page(chromium, make_site(files, tmp_path), "bar") as page:
        cut = """return [...document.querySelectorAll("nav span")]
            .filter(each => each.scrollWidth > each.clientWidth).map(each => each.textContent)"""
        for width in (390, 320):
            set_width(chromium, width)
            assert len(page.see("nav span")) == 4
            assert chromium.execute_script(cut) == [], width


def read_settings(page):
    return {row["name"]: row["value"] for row in page.rows("settings")}.get("settings")


def choose(page, name, value):
    Select(page.find_all(f"#{name}")[0]).select_by_value(value)


def test_settings_say_how_many_cards_a_day_they_give_and_keep_what_is_chosen(page):
    page.open("settings")
    eventually(lambda: bool(page.see("select")))
    assert page.read("h1") == "Settings"
    assert page.read("label").startswith("Minutes a day")
    assert page.read(".pace") == "Your minutes hold about 8 cards a day, at most 8 of them new."
    for name, value in (("new", "3"), ("retention", "0.85")):
        choose(page, name, value)
        eventually(lambda name=name: name in (read_settings(page) or {}))
    assert read_settings(page) == {"new": 3, "retention": 0.85}
    assert [each.text for each in page.see("#stage option")] == ["Stage 1"]
    choose(page, "minutes", "5")
    eventually(lambda: "at most 3 of them new" in page.read(".pace"))
    page.open()
    assert "5 minutes a day" in page.read(".note")
    assert page.read(".count b") == "3"
