"""The page in the real Chromium: every form answered, kept before its verdict, and never lost."""

import json
import re
import time
from contextlib import contextmanager
from pathlib import Path

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.select import Select

from flashcards.cli import run
from flashcards.course.load import load_course
from tests.helpers.chromium import eventually, list_requests, set_width, started_chromium
from tests.helpers.study_pages import StudyPage, make_site, phone_page, serving, write_site

HOSTILE = Path(__file__).parent.parent / "pages" / "data" / "hostile"
COURSE = {
    "decks/course.yaml": "{id: forms, title: Forms, author: A, licence: CC0-1.0}\n",
    "decks/a.yaml": """\
        deck: a
        title: Forms
        entries:
        - choose: Which is green?
          key: one
          right: {leaf: a leaf}
          wrong: {sky: {text: the sky, why: It is blue.}, sun: the sun}
          why: It holds chlorophyll.
        - choose: Which are red?
          key: several
          right: {rose: a rose, blood: blood}
          wrong: {sky: {text: the sky, why: It is blue.}, sun: the sun}
        - compare: {north: North, east: East, south: South, west: West}
          key: winds
          rows:
            letter:
              {aspect: Letter, question: Whose letter?, north: n, east: e, south: s, west: w}
        - order: Count to four
          key: steps
          steps: {a: one, b: two, c: three, d: four}
        - term: leaf tensor
          key: leaf
          both: true
          meaning: The user made it.
        - cloze: Water boils at *hundred* degrees.
          key: boil
          gaps: {1: "*hundred*"}
        - recall: Why is the sky blue?
          key: sky
          answer: It scatters.
        - concept: Rain
          key: rain
          ask: How does rain form?
          points: {up: It rises., down: It falls.}
        - code: print(1 + 1)
          key: sum
          prints: "2"
          wrong: {glued: {text: "11", why: Texts are glued.}, whole: {text: 1 + 1}}
        """,
}
CHOSEN = {
    "one": ({"a leaf"}, {"a leaf"}, {"the sky"}),
    "several": ({"a rose", "blood"}, {"a rose"}, {"the sky"}),
    "sum": ({"2"}, {"2"}, {"11"}),
}
"""What is picked to be right, half right and wrong."""
TYPED = {"leaf": ("Leaf  Tensor", "leaf tensr", "root"), "boil": ("hundred", "hundrd", "ten")}
STEPS = (
    ["one", "two", "three", "four"],
    ["one", "two", "four", "three"],
    ["four", "three", "two", "one"],
)
PAIRS = (
    {"North": "n", "East": "e", "South": "s", "West": "w"},
    {"North": "n", "East": "e", "South": "w", "West": "s"},
    {"North": "w", "East": "n", "South": "e", "West": "s"},
)
HOWS = ("right", "half", "wrong")
SCORES = {
    "one": (1, 1, 0), "several": (1, 0.5, 0), "winds/letter": (1, 0.5, 0), "steps": (1, 0.5, 0),
    "leaf": (1, 0, 0), "boil": (1, 0, 0), "sum": (1, 1, 0),
}  # fmt: skip
"""Points by the rules of the terminal: a place each, no credit for a slip in what is typed."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return make_site(COURSE, tmp_path_factory.mktemp("forms"))


@pytest.fixture
def page(chromium, folder):
    with phone_page(chromium, folder, "forms") as opened:
        yield opened


@contextmanager
def travel(page, days):
    """The page, opened so many days later."""
    shift = f"const now = Date.now; Date.now = () => now() + {days} * 864e5;"
    with prepared(page, shift):
        page.open()
        yield page


@contextmanager
def prepared(page, script):
    """Every page runs this before its own scripts."""
    made = page.browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": script})
    try:
        yield
    finally:
        page.browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", made)


def key_of(page):
    return page.card.split("/", 2)[2].rpartition(" ")[0]


def pick_texts(page, texts):
    for option in page.see(".front .options > li"):
        if option.find_element(By.CSS_SELECTOR, ".pick").text.split("\n")[-1] in texts:
            page.press(option.find_element(By.CSS_SELECTOR, ".pick"))


def pair(page, wished):
    cells = [cell.text for cell in page.find_all(".cells > li")]
    for row in page.find_all(".pairs > li"):
        name = row.find_element(By.CSS_SELECTOR, ".thing").text
        if name in wished:
            place = cells.index(wished[name])
            letter = row.find_elements(By.CSS_SELECTOR, ".letters button")[place]
            if letter.get_attribute("aria-pressed") != "true":  # which would take it back
                page.press(letter)


def tap_steps(page, names):
    for name in names:
        items = page.find_all(".front .steps .pick")
        page.press(next(each for each in items if name in each.text.split()))


def answer(page, how):
    """Answer what is asked; what is rated by the learner is shown only."""
    key, at = key_of(page), HOWS.index(how)
    if key in CHOSEN:
        pick_texts(page, CHOSEN[key][at])
    elif key == "winds/letter":
        pair(page, PAIRS[at])
    elif key == "steps":
        tap_steps(page, STEPS[at])
    elif page.see("#typeans"):
        page.find_all("#typeans")[0].send_keys(TYPED[key][at])
    page.check()
    return key


def study(page, how):
    """Answer all of today: the first time like this, then right. Which cards came first."""
    first = {}
    page.begin()
    while page.find_all(".desk .pq"):
        key = key_of(page)
        answer(page, "right" if key in first else how)
        verdicts = page.find_all(".session .verdict")
        first.setdefault(key, verdicts[0].get_attribute("class").split() if verdicts else [])
        page.go_on()
    return first


def check_scores(rows, how):
    """Every form was asked, and what was answered first has the points of the terminal."""
    first = {}
    for row in sorted(rows, key=lambda row: row["at"]):
        first.setdefault((row["card"], row["form"]), row)
    scores = {card.split("#")[0]: row["score"] for (card, form), row in first.items()
              if form not in ("reveal", "points")}  # fmt: skip
    assert scores == {key: of[HOWS.index(how)] for key, of in SCORES.items()}
    assert {form for _, form in first} == {
        "single", "multiple", "match", "order", "type", "gap", "reveal", "points",
    }  # fmt: skip
    return scores


@pytest.fixture(scope="module")
def fingers():
    """A browser that is touched: it would not quite be what it was if it were used again."""
    with started_chromium() as driver:
        driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
        yield driver


@pytest.mark.parametrize(
    ("hand", "how"),
    [
        pytest.param(hand, how, marks=[] if at == place else pytest.mark.thorough)
        for at, hand in enumerate(["mouse", "touch", "keys"])
        for place, how in enumerate(HOWS)
    ],
)
def test_every_form_is_answered_and_scored_as_in_the_terminal(request, folder, hand, how):
    browser = request.getfixturevalue("fingers" if hand == "touch" else "chromium")
    with phone_page(browser, folder, "forms", hand) as page:
        seen = study(page, how)
        assert set(seen) == {*SCORES, "sky", "rain"}
        with travel(page, 1):
            seen |= study(page, how)
        for key, score in check_scores(page.rows(), how).items():
            if seen.get(key):
                assert ("good" in seen[key]) == (score == 1), key
        assert page.errors() == []


def test_the_verdict_comes_after_the_answer_is_on_the_disk(page):
    """The store is slow: as long as it writes, the question stays."""
    page.begin()
    page.browser.execute_script("""
        const put = IDBObjectStore.prototype.put, made = IDBDatabase.prototype.transaction;
        window.order = [];
        IDBDatabase.prototype.transaction = function (tables, mode, options) {
          const work = made.call(this, tables, mode, options);
          if (mode === "readwrite") work.addEventListener("complete", () => {
            const isLate = document.querySelector(".session .verdict");
            window.order.push(options.durability + (isLate ? " late" : ""));
          });
          return work;
        };""")
    answer(page, "wrong")
    if page.see(".rating1"):
        page.click(".rating1")
    eventually(lambda: page.browser.execute_script("return window.order[0]"), "strict")
    assert len(page.rows()) == 1


def test_undo_asks_again_and_the_answer_does_not_count(page):
    page.begin()
    first, shown = page.card, page.read(".desk .front")
    page.check()
    page.go_on()
    page.click('[data-press="u"]')
    eventually(lambda: page.card, first)
    assert page.read(".desk .front") == shown  # its options stand where they stood
    assert [row["undone"] for row in page.rows()] == [True]


@pytest.mark.parametrize(("key", "mark"), [("s", "suspended"), ("-", "buried")])
def test_a_card_can_be_put_away_and_brought_back(page, key, mark):
    page.begin()
    card = page.card
    page.browser.switch_to.active_element.send_keys(key)
    eventually(lambda: page.card != card)
    assert [row["mark"] for row in page.rows("marks")] == [mark]
    page.browser.switch_to.active_element.send_keys(*("u" if key == "s" else (Keys.CONTROL, "z")))
    eventually(lambda: page.card, card)
    assert page.rows("marks")[-1]["value"] == 0


def put_away(page, key):
    """Press a key that decides about the card that is asked; the number and key of the card."""
    kept, name = len(page.rows("marks")), key_of(page)
    page.browser.switch_to.active_element.send_keys(key)
    eventually(lambda: len(page.rows("marks")), kept + 1)
    return name


def test_browse_finds_what_is_never_asked_and_takes_it_back(page):
    state = "Not asked any more"
    page.open("browse")
    assert page.find_all("[name=kind]")
    assert page.find_all("[name=state]") == []  # nothing was decided
    page.open()
    page.begin()
    name = put_away(page, "s")
    page.open("browse")
    options = [each.text for each in page.find_all("[name=state] option")]
    assert options == ["State", state]
    page.find_all("[name=state]")[0].send_keys(state)
    eventually(lambda: [each.get_attribute("aria-label") for each in page.see(".item")],
               [f"{name}#0"])  # fmt: skip
    assert page.read(".item .states") == f"{state}\nAsk it again"
    page.click(".item .states button")
    eventually(lambda: page.find_all(".states"), [])
    eventually(lambda: page.see(".item"), [])  # it belongs to that list no more
    rows = [(row["mark"], row["value"]) for row in page.rows("marks")]
    assert rows == [("suspended", 1), ("suspended", 0)]


def press(page, keys):
    page.browser.execute_script("document.activeElement.blur()")
    ActionChains(page.browser).send_keys(keys).perform()


def list_ratings(page):
    """The ratings that count, in the order in which they were given."""
    return [row["rating"] for row in page.rows() if not row["undone"]]


def ask_for(page, wished):
    """Go on until a card is asked."""
    page.begin()
    while key_of(page) != wished:
        page.check()
        page.go_on()


def find_boxes(page, selector):
    """Where elements are: the left edge, the top, the width and the height of each."""
    script = """return [...document.querySelectorAll(arguments[0])].map(each => {
        const box = each.getBoundingClientRect();
        return [box.left, box.top, box.width, box.height].map(Math.round); })"""
    page.browser.execute_script("document.getAnimations().forEach(each => each.finish())")
    return page.browser.execute_script(script, selector)


def read_pressed(page):
    return [each.get_attribute("aria-pressed") for each in page.see(".actions .small")]


def test_hard_and_easy_stay_in_place_and_a_second_tap_takes_them_back(page):
    ask_for(page, "one")
    answer(page, "right")
    places = find_boxes(page, ".actions .small")
    for key, at, rating, pressed in [
        ("", 1, 4, ["false", "true"]),
        ("2", 0, 2, ["true", "false"]),
        ("", 0, 3, ["false", "false"]),
    ]:
        assert [each.text for each in page.see(".actions .small")] == ["Hard", "Easy"]
        if key:
            ActionChains(page.browser).send_keys(key).perform()
        else:
            page.press(page.see(".actions .small")[at])
        eventually(lambda wished=rating: list_ratings(page)[-1:], [rating])
        eventually(lambda: read_pressed(page), pressed)
        assert find_boxes(page, ".actions .small") == places


def test_who_was_right_after_all_sees_the_verdict_of_a_right_answer(page):
    ask_for(page, "boil")
    answer(page, "wrong")
    assert page.see(".actions .verdict.bad")
    assert "I was right" in read_buttons(page, ".actions")
    press(page, "3")
    eventually(lambda: page.read(".actions .verdict"), "Right.")
    assert page.see(".actions .verdict.good")
    assert page.see(".actions .verdict.bad") == []
    assert [each.text for each in page.see(".actions .small")] == ["Hard", "Easy"]


@pytest.mark.parametrize(
    ("how", "verdict", "rating", "ratings"),
    [("right", "good", 2, ["Again"]), ("wrong", "bad", 1, [])],
)
def test_the_next_day_it_is_asked_from_memory_and_who_looks_at_choices_is_hard_at_best(
    page, how, verdict, rating, ratings
):
    study(page, "right")
    with travel(page, 20):
        ask_for(page, "one")
        assert page.see(".front .options") == []
        assert "Show choices" in read_buttons(page, ".actions")
        press(page, "c")
        eventually(lambda: len(page.see(".front .options .pick")), 3)
        answer(page, how)
        assert page.see(f".actions .verdict.{verdict}")
        assert [each.text for each in page.see(".actions .small")] == ratings
        last = page.rows()[-1]
        assert (last["form"], last["rating"], last["score"]) == ("single", rating, how == "right")


@pytest.mark.parametrize(("ask", "shown"), [("memory", 0), ("options", 3)])
def test_a_learner_may_want_no_choices_at_all_or_always(page, ask, shown):
    page.open("settings")
    Select(page.find_all("#ask")[0]).select_by_value(ask)
    page.open()
    ask_for(page, "one")
    assert len(page.see(".front .options .pick")) == shown


def test_a_term_may_be_recalled_and_a_slip_in_it_is_rated_by_the_learner(page):
    study(page, "right")
    with travel(page, 1):
        ask_for(page, "leaf")
        page.find_all("#typeans")[0].send_keys(Keys.ENTER)
        eventually(lambda: len(page.see(".rating")), 4)
        assert "leaf tensor" in page.read(".desk .back")
        press(page, "1")
        eventually(lambda: page.rows()[-1]["form"], "reveal")
        page.click('[data-press="u"]')
        eventually(lambda: key_of(page), "leaf")
        answer(page, "half")
        assert page.see(".actions .verdict.near")
        wished = ["Hard", "I was right", "Easy"]
        assert [each.text for each in page.see(".actions .small")] == wished
        press(page, "2")
        eventually(lambda: list_ratings(page)[-1], 2)


def test_a_beginner_is_told_what_a_day_brings_and_each_answer_says_what_comes(page):
    new = page.read(".hero .count b")
    assert page.read(".note").startswith(f"Each day brings {new} new cards, each asked at least")
    ask_for(page, "one")
    answer(page, "wrong")
    assert page.read(".turn").startswith("Comes again today")
    page.go_on()
    page.click('[data-press="escape"]')
    page.open()
    assert "Each day" not in page.read("#view")


def list_filled(page):
    """The ratings that have another background than a plain button."""
    script = """return [...document.querySelectorAll(".rating")].filter(each =>
        getComputedStyle(each).backgroundColor !==
        getComputedStyle(document.querySelector(".actions")).backgroundColor
        || getComputedStyle(each).outlineStyle !== "none").map(each => each.lastChild.data)"""
    return page.browser.execute_script(script)


def test_only_the_rating_that_enter_takes_is_filled(page):
    ask_for(page, "rain")
    page.check()
    assert page.read(".actions .how") == "How did it go?"
    assert list_filled(page) == []
    page.press(page.see(".ticks .pick")[0])
    eventually(lambda: list_filled(page), ["Again"])
    page.press(page.see(".ticks .pick")[1])
    eventually(lambda: list_filled(page), ["Good"])
    before = page.find_all(".desk .pq")[0]
    press(page, Keys.ENTER)
    page.wait_for_another(before)
    assert list_ratings(page)[-1] == 3


def test_what_a_learner_rates_alone_is_good_by_enter(page):
    ask_for(page, "sky")
    page.check()
    assert list_filled(page) == ["Good"]


def test_zero_says_that_one_does_not_know_and_the_answer_is_not_called_right(page):
    ask_for(page, "one")
    ActionChains(page.browser).send_keys("0").perform()
    eventually(lambda: bool(page.see(".desk .back")))
    assert list_ratings(page)[-1] == 1
    texts = [item.text for item in page.find_all(".desk .options > li")]
    letter = next("ABC"[at] for at, text in enumerate(texts) if "a leaf" in text)
    eventually(lambda: page.read(".actions .verdict"), f"Answer: {letter}")


@pytest.mark.parametrize("key", ["winds/letter", "steps"])
def test_what_is_not_complete_is_not_checked(page, key):
    ask_for(page, key)
    assert page.read(".actions .primary") == "I don't know"
    if key == "steps":
        assert page.read(".front .ask") == "Tap the steps from first to last."
        tap_steps(page, STEPS[0][:2])
    else:
        pair(page, {"North": "n", "East": "e"})
    eventually(lambda: page.read(".actions .primary"), "2 left")
    kept = len(page.rows())
    ActionChains(page.browser).send_keys(Keys.ENTER).perform()
    page.press(page.see(".actions .primary")[0])
    assert page.see(".desk .front")
    assert len(page.rows()) == kept
    if key == "steps":
        tap_steps(page, STEPS[0][2:])
    else:
        pair(page, {"South": "s", "West": "w"})
    eventually(lambda: page.read(".actions .primary"), "Check")


def read_buttons(page, selector):
    return [each.text for each in page.see(f"{selector} button")]


def test_a_finished_day_says_what_it_was_and_what_comes_and_has_one_main_button(page):
    page.begin()
    missed = key_of(page)
    page.browser.execute_script("window.ptquizKept.picks = []")
    if page.see(".front .pick, #typeans, .pairs"):
        page.check()
    else:
        page.check()
        page.press(page.see(".rating1")[0])
    page.open()
    study(page, "right")
    eventually(lambda: page.read(".hero .done"), "Done for today")
    ratings = list_ratings(page)
    right, new = len([each for each in ratings if each > 1]), len({r["card"] for r in page.rows()})
    was, comes = [each.text for each in page.see(".hero .time")]
    assert re.fullmatch(rf"{right} of {len(ratings)} right · {new} new · \d+ min", was)
    assert right == len(ratings) - 1
    assert re.fullmatch(r"Tomorrow: [1-9]\d* cards · about \d+ minutes?", comes)
    assert read_buttons(page, ".hero") == ["Done", "Undo"]
    assert [each.text for each in page.see(".today .primary")] == ["Done"]
    page.click(".missed summary")
    eventually(lambda: missed in page.read(".missed .back .foot"))
    assert page.read(".missed + button") == "Study this card"
    with travel(page, 1):
        asked = f"{page.read('.count b')} cards · {page.read('.time').split(' · ')[0]}"
        assert comes == f"Tomorrow: {asked}"
        study(page, "right")
        eventually(lambda: page.read(".hero .streak"), "2 days in a row")


def test_the_last_answer_of_a_day_can_be_taken_back_by_button_and_by_key(page):
    study(page, "right")
    eventually(lambda: page.read(".hero .done"), "Done for today")
    kept = list_ratings(page)
    for way in ("button", "key"):
        if way == "button":
            page.click('.hero [data-press="u"]')
        else:
            page.find_all("body")[0].send_keys("u")
        eventually(lambda: bool(page.see(".desk .front")))
        assert list_ratings(page) == kept[:-1]
        answer(page, "right")
        page.go_on()
        eventually(lambda: page.read(".hero .done"), "Done for today")


@pytest.mark.parametrize("width", [390, 1200])
def test_a_right_answer_takes_one_off_and_a_pause_says_what_is_left_and_leads_on(page, width):
    page.begin()
    before = int(page.read(".meter .left").split()[0])
    answer(page, "right")
    page.go_on()
    left, steps = (int(part.split()[0]) for part in page.read(".meter .left").split(" · "))
    assert left == before - 1
    page.click('.tools [data-press="escape"]')
    set_width(page.browser, width)
    eventually(lambda: page.read(".hero h1"), f"{left + steps} cards left")
    assert re.fullmatch(r"[01] of 1 right · 1 min", page.read(".hero .time"))
    assert read_buttons(page, ".hero") == ["Go on", "Stop here", "Undo"]
    assert find_boxes(page, ".hero .primary")[0][2] <= 320 + 50 * (width < 500)
    page.click(".hero .primary")
    eventually(lambda: bool(page.see(".desk .front")))


MANY = {
    "decks/course.yaml": "{id: many, title: Many, author: A, licence: CC0-1.0}\n",
    "decks/a.yaml": "deck: a\ntitle: Many\nentries:\n"
    + "".join(f"- {{recall: Why {n}?, key: k{n:02}, answer: So.}}\n" for n in range(14)),
}


def study_all(page):
    """Answer what is left of a session; the keys of the cards."""
    keys = []
    while page.find_all(".desk .pq"):
        keys.append(key_of(page))
        page.check()
        page.go_on()
    return keys


def test_in_the_place_of_a_card_that_was_put_off_another_comes_and_then_today_is_done(
    chromium, tmp_path
):
    with phone_page(chromium, make_site(MANY, tmp_path), "many") as page:
        page.begin()
        seen = {put_away(page, "-")}
        eventually(lambda: key_of(page) not in seen)
        seen |= set(study_all(page))
        page.open()
        page.begin()
        seen |= set(study_all(page))
        page.open()
        eventually(lambda: page.read(".hero .done"), "Done for today")
        assert read_buttons(page, ".hero") == ["Learn 3 more cards"]
        page.click(".hero button")
        eventually(lambda: bool(page.see(".desk .front")))
        assert not seen & set(study_all(page))
        assert len({row["card"] for row in page.rows()}) == 13  # one was put off


@pytest.mark.parametrize("hand", ["mouse", "touch"])
def test_a_tap_beside_the_menu_closes_it_and_chooses_nothing(request, folder, hand):
    browser = request.getfixturevalue("fingers" if hand == "touch" else "chromium")
    with phone_page(browser, folder, "forms", hand) as page:
        ask_for(page, "one")
        page.click(".tools .tool:last-child")
        assert bool(page.see('.menu [data-press="?"]')) == (hand == "mouse")  # fingers press none
        option = page.see(".front .pick")[-1]
        ActionChains(browser).click(option).perform()
        eventually(lambda: page.see("dialog"), [])
        assert option.get_attribute("aria-pressed") == "false"
        page.press(option)
        eventually(lambda: option.get_attribute("aria-pressed"), "true")


@pytest.mark.parametrize("place", ["browse", "progress", "card"])
def test_the_keys_are_shown_everywhere_and_closed_without_anything_else(page, place):
    page.begin() if place == "card" else page.open(place)
    for close in ("?", Keys.ESCAPE):
        press(page, "?")
        eventually(lambda: len(page.see(".keys kbd")) > 9)
        ActionChains(page.browser).send_keys(close).perform()
        eventually(lambda: page.see("dialog"), [])
    assert bool(page.see(".desk .front")) == (place == "card")


def test_a_reason_below_what_is_seen_is_told_of_and_shown(page):
    ask_for(page, "one")
    answer(page, "right")
    assert len(page.see(".actions .small")) == 2  # it is seen: no button tells of it
    page.browser.execute_script("document.querySelector('.options').style.marginBottom = '900px'")
    eventually(lambda: read_buttons(page, ".actions")[0], "Why ↓")
    page.press(page.see(".actions .small")[0])
    eventually(lambda: len(page.see(".actions .small")), 2)
    assert find_boxes(page, ".desk .why")[0][1] < find_boxes(page, ".actions")[0][1]


@pytest.mark.parametrize("how", ["right", "wrong"])
@pytest.mark.parametrize("width", [390, 1200])
def test_the_way_on_stands_where_the_check_stood(page, width, how):
    set_width(page.browser, width)
    ask_for(page, "one")
    pick_texts(page, CHOSEN["one"][HOWS.index(how)])
    asked = find_boxes(page, ".actions .primary")
    page.check()
    eventually(lambda: page.read(".actions .primary"), "Next")
    assert "I was right" not in read_buttons(page, ".actions")  # nothing was typed
    assert find_boxes(page, ".actions .primary") == asked
    assert find_boxes(page, ".actions")[0][::2] == [0, width]


def read_row(page, text):
    """What the verdict says of an option: its box, and the words at it."""
    script = """const item = [...document.querySelectorAll(".desk .options > li")]
          .find(each => each.textContent.includes(arguments[0]));
        const mark = item.querySelector(".mark"), said = mark.querySelector(".yours");
        const read = (part, side) => getComputedStyle(part, side).content.split('"')[1] || "";
        return [read(item, "::after") + read(mark, "::before"), said ? said.textContent : ""]"""
    return page.browser.execute_script(script, text)


def test_of_several_options_each_row_has_one_mark_and_says_whose_it_is(page):
    ask_for(page, "several")
    pick_texts(page, {"a rose", "the sky"})
    page.check()
    assert read_row(page, "a rose") == ["✓", "your choice"]
    assert read_row(page, "blood") == ["✓", ""]
    assert read_row(page, "the sky") == ["✗", "your choice"]
    assert read_row(page, "the sun")[1] == ""


def test_everything_can_be_done_with_keys(page):
    page.browser.switch_to.active_element.send_keys(Keys.ENTER)
    eventually(lambda: bool(page.see(".desk .front")))
    for _ in range(12):
        if not page.find_all(".desk .pq"):
            break
        if page.see(".front .pick"):
            steps = len(page.see(".front .steps .pick"))
            keys = "abcdefgh"[:steps] or ("a" if page.see(".front .options .pick") else "1")
            ActionChains(page.browser).send_keys(keys).perform()
        elif page.see(".front .pairs"):
            rows = len(page.see(".front .pairs > li"))
            ActionChains(page.browser).send_keys("a" * rows).perform()
        elif page.see("#typeans"):
            press(page, "su")  # else keys of buttons
            assert page.find_all("#typeans")[0].get_attribute("value") == "su"
        ActionChains(page.browser).send_keys(Keys.ENTER).perform()
        eventually(lambda: bool(page.see(".desk .back")))
        before = page.find_all(".desk .pq")[0]
        ActionChains(page.browser).send_keys("3" if page.see(".rating3") else Keys.ENTER).perform()
        page.wait_for_another(before)
    assert len(page.rows()) == 12
    assert page.errors() == []


def test_enter_answers_nothing_that_is_not_chosen_and_letters_choose(page):
    ask_for(page, "one")
    kept = len(page.rows())
    assert page.read(".actions .primary") == "I don't know"
    ActionChains(page.browser).send_keys(Keys.ENTER).send_keys("b").perform()
    pressed = [each.get_attribute("aria-pressed") for each in page.find_all(".front .pick")]
    assert pressed == ["false", "true", "false"]
    assert page.read(".actions .primary") == "Check"
    assert (len(page.rows()), page.rows("marks")) == (kept, [])


@pytest.mark.parametrize("width", [390, 1100])
def test_a_wrong_answer_moves_no_option_but_by_its_reason(page, width):
    set_width(page.browser, width)
    page.begin()
    seen = set()
    while page.find_all(".desk .pq") and not seen >= set(CHOSEN):
        key = key_of(page)
        if not page.see(".front .options .pick"):
            page.check()
            page.go_on()
            continue
        page.press(page.find_all(".front .options > .no .pick")[0])
        before = find_boxes(page, ".desk .options > li")
        page.browser.execute_script("document.querySelector('.actions .primary').click()")
        eventually(lambda: bool(page.see(".actions .verdict")))
        drop = "document.querySelectorAll('.options .because').forEach(each => each.remove())"
        page.browser.execute_script(drop)
        assert find_boxes(page, ".desk .options > li") == before, key
        seen.add(key)
        page.go_on()
    assert seen >= set(CHOSEN)


@pytest.mark.parametrize(("key", "told"), [("one", "blue"), ("several", "blue"), ("sum", "glued")])
def test_why_a_choice_is_wrong_stands_in_its_box_and_nowhere_else(page, key, told):
    ask_for(page, key)
    answer(page, "right")  # chosen or not
    (box,) = [each for each in page.see(".options > .no") if told in each.text]
    assert [each.text for each in page.see(".because") if told in each.text] == [
        box.text.split("\n")[-1]
    ]
    assert page.read("#view").count(told) == 1


def test_what_one_tab_keeps_every_tab_knows(page):
    first = page.browser.current_window_handle
    page.browser.switch_to.new_window("tab")
    try:
        other = StudyPage(page.browser, page.address, "forms").open()
        other.begin()
        asked = other.card
        other.check()
        other.go_on()
        kept = len(other.rows())
        page.browser.switch_to.window(first)
        eventually(lambda: page.read(".begin"), "Go on")
        page.begin()
        assert page.card != asked
        page.check()
        page.go_on()
        page.browser.switch_to.window(page.browser.window_handles[-1])
        other.check()
        other.go_on()
        assert len(other.rows()) == kept + 2
    finally:
        page.browser.switch_to.window(page.browser.window_handles[-1])
        page.browser.close()
        page.browser.switch_to.window(first)


@pytest.mark.parametrize("refused", ["IDBFactory.prototype.open", "IDBObjectStore.prototype.put"])
def test_a_browser_that_keeps_nothing_is_told_before_the_first_answer(page, refused):
    """It has no store, or none that takes anything: a full disk."""
    refuse = f"{refused} = () => {{ throw new DOMException('no', 'QuotaExceededError'); }};"
    with prepared(page, refuse):
        page.open()
        eventually(lambda: "keeps nothing" in page.read(".warning"))
        page.answer_one()
        page.open()  # gone, as was told
        assert page.read(".begin") == "Begin"


def test_two_courses_on_one_host_do_not_meet(chromium, tmp_path):
    for name in ("forms", "other"):
        files = {**COURSE, "decks/course.yaml": COURSE["decks/course.yaml"].replace("forms", name)}
        make_site(files, tmp_path / name)
    with serving(tmp_path) as address:
        one = StudyPage(chromium, f"{address}forms/site/", "forms").open()
        one.answer_one()
        assert len(one.rows()) == 1
        other = StudyPage(chromium, f"{address}other/site/", "other").open()
        assert other.read(".begin") == "Begin"
        assert other.rows() == []


def download(page, folder, selector):
    """The file that a button offers."""
    page.browser.execute_cdp_cmd(
        "Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(folder)}
    )
    page.click(selector)
    eventually(lambda: [path.suffix in (".json", ".jsonl") for path in folder.iterdir()], [True])
    (path,) = folder.iterdir()
    return path


def test_answers_go_into_the_terminal_and_back_into_an_empty_page(
    page, folder, tmp_path, monkeypatch
):
    study(page, "half")
    rows = sorted(page.rows(), key=lambda row: row["uid"])
    page.open("settings")
    (tmp_path / "out").mkdir()
    saved = download(page, tmp_path / "out", ".row button.quiet")
    assert run(["log", "import", str(saved)]) == 0
    assert run(["log", "export", str(tmp_path / "back.jsonl")]) == 0
    with serving(folder) as address:
        empty = StudyPage(page.browser, address, "forms").open("settings")
        empty.find_all("#take")[0].send_keys(str(tmp_path / "back.jsonl"))
        eventually(lambda: len(empty.rows()), len(rows))
        assert sorted(empty.rows(), key=lambda row: row["uid"]) == rows
        empty.find_all("#take")[0].send_keys(str(tmp_path / "back.jsonl"))
        eventually(lambda: "0 answers are new" in empty.read("#view .loaded"))


def test_what_is_no_log_is_refused_with_a_sentence(page, tmp_path):
    (tmp_path / "x.jsonl").write_text("<script>window.ran = 1</script>\n")
    page.open("settings")
    page.find_all("#take")[0].send_keys(str(tmp_path / "x.jsonl"))
    eventually(lambda: page.read("#view .loaded").startswith("Line 1: This is no answer"))
    assert page.rows() == []
    assert page.browser.execute_script("return window.ran") is None


def test_back_and_another_address_lead_from_a_session_to_their_view(page):
    page.begin()
    page.browser.back()
    eventually(lambda: bool(page.see(".begin")))
    assert page.find_all(".session") == []
    page.answer_one()
    kept = len(page.rows())
    page.browser.execute_script("location.hash = '#settings'")
    eventually(lambda: bool(page.see("section.settings")))
    assert page.find_all(".session") == []
    assert page.see(".top nav")
    assert page.see('[data-view="settings"][aria-current]')
    assert len(page.rows()) == kept
    page.click('[data-view="today"]')
    eventually(lambda: page.read(".begin"), "Go on")
    page.begin()
    assert page.see(".top nav") == []


def test_a_second_tap_in_the_same_place_answers_nothing(chromium, tmp_path):
    slow = make_site(COURSE, tmp_path, script="\nguard.ms = 2000;\n")
    with phone_page(chromium, slow, "forms") as page:
        page.begin()
        card = page.card
        page.click(".actions .primary")
        assert page.find_all(".desk .back") == []
        time.sleep(2)
        page.check()
        assert len(page.rows()) == 1
        page.click(".actions .primary")
        assert page.card == card


def test_a_clock_that_is_set_back_stops_nothing(page):
    page.begin()
    page.check()
    page.go_on()
    first = page.card
    page.browser.execute_script("const now = Date.now; Date.now = () => now() - 3600e3;")
    page.check()
    page.go_on()
    assert page.rows()[0]["duration"] > 0  # of the answer given at the earlier time
    page.click('[data-press="u"]')
    eventually(lambda: page.card, first)
    page.browser.execute_script("Date.now = () => 1e12;")
    put_away(page, "s")
    eventually(lambda: page.card != first)
    page.browser.execute_script("Date.now = () => 1e12 - 3600e3;")
    page.click('[data-press="u"]')
    eventually(lambda: page.card, first)
    page.open("browse")
    eventually(lambda: page.find_all("[aria-busy]"), [])
    assert page.find_all("[name=state]") == []  # it is not suspended


def test_a_learner_browses_questions_and_taps_for_an_answer(page):
    page.open("browse")
    eventually(lambda: page.find_all("[aria-busy]"), [])
    assert page.see(".item") == []
    assert page.read(".deck summary").split("\n") == ["Forms", "0/10"]
    page.find_all("[name=search]")[0].send_keys("green")
    eventually(lambda: len(page.see(".item")), 1)
    page.find_all("[name=search]")[0].send_keys(Keys.ESCAPE)
    eventually(lambda: page.see(".item"), [])
    page.click(".deck summary")
    eventually(lambda: len(page.see(".item")) > 1)
    assert page.see(".item .back") == []
    page.click(".item .front")
    eventually(lambda: len(page.see(".item .back")), 1)
    assert page.see(".item.open .front") == []


def test_it_works_without_the_network_after_the_first_visit(chromium, folder):
    with phone_page(chromium, folder, "forms") as page:
        ready = "navigator.serviceWorker.ready.then(() => arguments[0](true))"
        assert chromium.execute_async_script(ready)
        eventually(
            lambda: chromium.execute_script("return Boolean(navigator.serviceWorker.controller)")
        )
    page.open()
    page.begin()
    page.check()
    assert page.errors() == []


def test_what_is_chosen_in_browse_can_be_studied_and_is_kept_as_every_answer(page):
    page.open("browse")
    assert page.see("#tools .small") == []  # nothing is chosen
    page.find_all("[name=search]")[0].send_keys("red?")
    eventually(lambda: [each.text for each in page.see("#tools .small")], ["Study this card"])
    page.click("#tools .small")
    eventually(lambda: bool(page.see(".desk .front")))
    assert key_of(page) == "several"
    answer(page, "right")
    assert [row["card"] for row in page.rows()] == ["several#0"]
    page.go_on()
    eventually(lambda: key_of(page), "several")  # its second step
    answer(page, "right")
    page.go_on()
    page.press(page.see(".hero .plain")[0])  # stop: back to that search
    eventually(lambda: [each.text for each in page.see("#tools .small")], ["Study this card"])


def test_the_link_to_what_is_shown_alone_says_so(page):
    for view in ("Browse", "Settings"):
        page.click(f'nav [data-view="{view.lower()}"]')
        eventually(lambda view=view: page.read("#view h1"), view)
        told = [(each.tag_name, each.text, each.get_attribute("aria-current"))
                for each in page.find_all("[aria-current]")]  # fmt: skip
        assert told == [
            ("a", name, "page" if name == view else "false")
            for name in ("Today", "Browse", "Progress", "Settings")
        ]


@pytest.mark.parametrize("key", ["one", "several", "steps", "rain"])
def test_the_keys_that_a_choice_names_choose_it(page, key):
    ask_for(page, key)
    if key == "rain":
        page.check()
    picks = page.see(".desk .pick")
    names = [each.get_attribute("aria-keyshortcuts") for each in picks]
    assert names == [*"abcd"][: len(picks)]
    for name, pick in zip(names, picks, strict=True):
        ActionChains(page.browser).send_keys(name).perform()
        eventually(lambda pick=pick: pick.get_attribute("aria-pressed"), "true")


def test_today_is_drawn_anew_when_another_day_begins(page):
    study(page, "right")
    page.open()
    eventually(lambda: page.read(".hero .done"), "Done for today")
    later = "const now = Date.now; Date.now = () => now() + 864e5;"
    page.browser.execute_script(later + "document.dispatchEvent(new Event('visibilitychange'))")
    eventually(lambda: page.read(".begin"), "Begin")


def test_who_saved_nothing_for_a_month_is_reminded_until_they_do(page, tmp_path):
    page.begin()
    answer(page, "right")
    page.open()
    assert page.see(".warning") == []
    with travel(page, 31):
        assert "a month" in page.read(".warning")
        download(page, tmp_path, ".warning button")
        eventually(lambda: page.see(".warning"), [])
        page.open()
        assert page.read(".begin") == "Begin"
        assert page.see(".warning") == []


def test_known_well_is_what_is_asked_again_after_three_weeks_or_more(page, tmp_path):
    same = {"course": "forms", "lang": "en", "at": 1_600_000_000_000, "rating": 3, "score": 1,
            "form": "single", "answer": "", "duration": 1, "day": 18_518}  # fmt: skip
    dues = {"one": 18_538, "several": 18_539}
    rows = [{**same, "card": f"{key}#0", "uid": key, "due": due} for key, due in dues.items()]
    (tmp_path / "x.jsonl").write_text("\n".join(map(json.dumps, rows)))
    page.open("settings")
    page.find_all("#take")[0].send_keys(str(tmp_path / "x.jsonl"))
    eventually(lambda: len(page.rows()), 2)
    page.open("progress")
    assert [each.text for each in page.see(".facts b")] == ["2", "2", "1", "–"]


def test_what_fails_is_told_and_answers_can_be_saved(page, tmp_path):
    page.begin()
    answer(page, "right")
    page.open()
    broken = "Date.prototype.toLocaleDateString = () => { throw new Error('no calendar') };"
    page.browser.execute_script(broken + "location.hash = '#progress'")
    eventually(lambda: page.read("#view [role=alert]"), "Something went wrong")
    assert "no calendar" in page.read("#view")
    saved = download(page, tmp_path, "#view .plain")
    assert len(saved.read_text(encoding="utf-8").splitlines()) == len(page.rows())


def test_a_hostile_course_runs_nothing_and_asks_for_nothing_elsewhere(chromium, tmp_path):
    course = load_course(HOSTILE, label="")
    with phone_page(chromium, write_site(course, tmp_path), course.info.id) as page:
        list_requests(chromium)
        page.begin()
        for _ in range(10):
            if not page.find_all(".desk .pq"):
                break
            for element in page.find_all(".desk a, .desk b, .desk li"):
                chromium.execute_script(
                    "arguments[0].dispatchEvent(new Event('mouseover'))", element
                )
            page.check()
            page.go_on()
        page.open("browse")
        eventually(lambda: page.find_all("[aria-busy]"), [])
        assert chromium.execute_script("return window.ran") is None
        elsewhere = [
            url
            for url in list_requests(chromium)
            if not url.startswith((page.address, "data:", "blob:"))
        ]
        assert elsewhere == ["about:blank"] * len(elsewhere)


VARIED = {
    "decks/course.yaml": "{id: varied, title: Varied, author: A, licence: CC0-1.0}\n",
    "decks/a.yaml": """\
        deck: a
        title: Varied
        entries:
        - code: print(${n} * 2)
          key: typed
          vary:
          - {n: 13, prints: "26"}
          - {n: 15, prints: "30"}
          why: Twice ${n}.
        """,
}
PICKED = VARIED["decks/a.yaml"].replace(
    "why:", 'wrong: {a: {text: "${n}"}, b: "x"}\n          why:'
)


@pytest.mark.parametrize("kind", ["typed", "picked"])
def test_each_time_the_next_variant_is_asked_and_graded(chromium, tmp_path, kind):
    files = VARIED if kind == "typed" else {**VARIED, "decks/a.yaml": PICKED}
    with phone_page(chromium, make_site(files, tmp_path), "varied") as page:
        page.begin()
        for number in (13, 15):
            assert f"print({number} * 2)" in page.read(".desk .front")
            if kind == "typed":
                page.find_all("#typeans")[0].send_keys(str(2 * number))
            else:
                pick_texts(page, {str(2 * number)})
            page.check()
            back = page.read(".desk .back")
            assert f"print({number} * 2)" in back
            assert f"Twice {number}." in back
            page.go_on()
        assert [row["score"] for row in page.rows()] == [1, 1]
        assert not page.errors()
