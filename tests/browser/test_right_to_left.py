"""A course in Hebrew on the page, whose own words are then English."""

import pytest
from selenium.webdriver.support.ui import Select

from tests.helpers.study_pages import make_site, phone_page

COURSE = {
    "decks/course.yaml": "{id: rtl, title: א, author: A, licence: CC0-1.0, source: he}\n",
    "decks/a.yaml": """\
        deck: a
        title: עברית
        entries:
        - choose: איזה מהם ירוק?
          key: one
          right: {leaf: עלה}
          wrong: {sky: {text: השמיים, why: הם כחולים.}, sun: השמש}
          why: יש בו כלורופיל.
        - order: ספרו עד שלוש
          key: steps
          steps: {a: אחת, b: שתיים, c: שלוש}
          why: כך סופרים.
        - concept: גשם
          ask: מה גורם לגשם?
          key: rain
          points: {up: הוא עולה., down: הוא יורד.}
          misconception: עננים הם כבשים.
        - code: print(1 + 1)
          key: sum
          prints: "2"
          wrong: {glued: {text: "11", why: הטקסטים מודבקים.}, whole: {text: 1 + 1}}
        """,
}
_ROOM = """
const range = document.createRange();
return [...document.querySelectorAll(arguments[0])].map((item) => {
  const texts = document.createTreeWalker(item, NodeFilter.SHOW_TEXT, (text) =>
    /\\p{L}/u.test(text.data) && !text.parentElement.closest(".mark, .place") ? 1 : 3);
  texts.nextNode();
  range.selectNode(texts.currentNode);
  return item.getBoundingClientRect().right - range.getBoundingClientRect().right;
});
"""
"""How many pixels there are between the text of each item and the right edge of its box."""
_DIRECTIONS = """return [...document.querySelectorAll(arguments[0])]
  .filter((each) => each.getClientRects().length)
  .map((each) => getComputedStyle(each).direction)"""
_BOXES = ".desk :is(.options, .steps, .ticks) > li"
_TEXTS = f"{_BOXES}, .desk .why > div, .desk .misconception > p"


@pytest.fixture
def page(chromium, tmp_path):
    with phone_page(chromium, make_site(COURSE, tmp_path), "rtl") as opened:
        opened.open("settings")
        Select(opened.find_all("#ask")[0]).select_by_value("options")
        yield opened.open()


def test_letters_boxes_and_marks_stand_beside_the_text_and_turn_nothing_around(page):
    seen = {}
    page.begin()
    for _ in range(4):
        key = page.card.split("/")[2].split(" ")[0]
        for pick in page.see(".front .steps .pick") or page.see(".front .pick")[:1]:
            pick.click()
        front = page.browser.execute_script(_ROOM, _BOXES)
        page.check()
        rooms = front + page.browser.execute_script(_ROOM, _BOXES)
        seen[key] = {*page.browser.execute_script(_DIRECTIONS, _TEXTS)}
        if key != "sum":
            assert min(rooms) >= 30, (key, rooms)  # a letter ends 27 pixels from the edge
        page.go_on()
    assert seen == {"one": {"rtl"}, "steps": {"rtl"}, "rain": {"rtl"}, "sum": {"ltr"}}
