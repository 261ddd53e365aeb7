"""Cards in use: from the question side to the answer side, by mouse, touch and keys."""

import os
import re
from collections import Counter
from contextlib import contextmanager

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from flashcards.anki.note_types import load_card_script
from flashcards.course.model import (
    Choose,
    Cloze,
    Code,
    Compare,
    Concept,
    Option,
    Order,
    OutputOption,
    Row,
    Term,
)
from flashcards.text.answer_rules import fold_name
from tests.helpers.anki_engine import learner
from tests.helpers.card_pages import Page, pages_of, read_options, served
from tests.helpers.chromium import eventually, set_width, tap
from tests.helpers.courses import ENTRIES, course_of, package_of, write_package
from tests.helpers.hand_overs import FORGETTING, KEEPING, NO_STORAGE, SameDocument

TIMES = 200 if os.environ.get("PTQUIZ_ALL_CARDS") else 20
"""How often sides are turned: `make cards` takes all of them."""
FREE_KEYS = "jklnpqwxz"
"""Neither the desktop's reviewer nor AnkiDroid binds these."""
NUMBERS = (13, 15, 17, 19)
"""What a varied card asks about; its answers are their doubles."""
MORE = (
    Choose(
        key="several",
        choose="Which are floating?",
        right={
            "a": Option(text="float16"),
            "b": Option(text="bfloat16", why="8 bits of exponent."),
        },
        wrong={"c": Option(text="int8", why="An integer."), "d": Option(text="bool")},
    ),
    Choose(
        key="needed",
        choose="Which of these has no device?",
        needs_options=True,
        right={"a": Option(text="2.0", why="A number.")},
        wrong={"b": Option(text="a tensor"), "c": Option(text="a list of tensors")},
    ),
    Order(key="five", order="Five", steps={n: f"Step {n}" for n in "abcde"}),
    Concept(
        key="points",
        concept="Leaf tensor",
        ask="What a leaf is",
        points={"a": "No history.", "b": "Has a gradient.", "c": "Made by the user."},
        misconception="Not a view.",
        why="So.",
    ),
    Code(
        key="sum",
        code="def f(x):\n    return x + 1\nprint(f(1))",
        prints="2",
        wrong={"one": OutputOption(text="1", why="It adds."), "err": OutputOption(text="error")},
    ),
    Code(
        key="varied",
        code="print(${n} * 2)",
        vary=tuple({"n": str(n), "prints": str(2 * n)} for n in NUMBERS),
        compute={"square": "n ** 2", "double": "2 * n"},
        wrong={"n": OutputOption(text="${n}"), "sq": OutputOption(text="${square}")},
        why="${n} + ${n} is ${double}.",
    ),
    Choose(
        key="ring",
        choose="How many halves has ${n}?",
        vary=tuple({"n": str(n)} for n in NUMBERS),
        compute={"halves": "2 * n"},
        right={"r": Option(text="${halves}", why="${halves} halves")},
        wrong={"a": Option(text="${n}"), "b": Option(text="half of ${n}")},
        why="${n} + ${n} is ${halves}.",
    ),
    Cloze(
        key="gaps",
        cloze="It has 6 rows, and `t` turns them.",
        gaps={1: "6", 2: "rows"},
        why={1: "Six.", 2: "Not columns."},
    ),
    Compare(
        key="twice",
        compare={"a": "GPipe", "b": "1F1B", "c": "interleaved"},
        rows={
            "r": Row(
                aspect="The bubble",
                question="How large is the bubble of each schedule?",
                a="same",
                b="same",
                c="less",
            ),
            "more": Row(
                aspect="Memory",
                a="all",
                b="few",
                c="`v` times as many",
                wrong={"none": Option(text="`none` at all", why="Backward needs some.")},
            ),
        },
    ),
    Compare(
        key="pair",
        compare={"a": "eager", "b": "compiled"},
        rows={"r": Row(aspect="When", question="When?", a="now", b="later")},
    ),
    Term(key="tp", term="tensor parallelism", meaning="Splits a layer.", aliases=("TP",)),
)


@pytest.fixture(scope="module")
def who(tmp_path_factory):
    folder = tmp_path_factory.mktemp("cards")
    with learner(folder / "who") as made:
        made.imports(write_package(folder, package_of(course_of(*ENTRIES, *MORE))))
        yield made


@pytest.fixture(scope="module")
def sides(who):
    """Key and ordinal to the question side and the answer side."""
    found = {}
    for page in pages_of(who):
        key = page.name.removeprefix("sample_en_")
        found.setdefault(key, []).append(page)
    return {key: tuple(pages) for key, pages in found.items()}


@pytest.fixture(scope="module")
def server():
    with served() as made:
        yield made


@pytest.fixture(params=KEEPING, ids=lambda each: each.__name__)
def keeping(request, chromium, server):
    return _begun(request.param, chromium, server)


@pytest.fixture(params=FORGETTING, ids=lambda each: each.__name__)
def forgetting(request, chromium, server):
    return _begun(request.param, chromium, server)


@pytest.fixture
def desktop(chromium, server):
    return _begun(SameDocument, chromium, server)


def _begun(hand_over, chromium, server):
    set_width(chromium, 900)
    made = hand_over(chromium, server)
    made.begin()
    return made


def _all(chromium, selector):
    return chromium.find_elements(By.CSS_SELECTOR, selector)


def _text(chromium, selector):
    [found] = _all(chromium, selector)
    return found.text


def _says(chromium, expected):
    """What the page says aloud; such a region is filled after it is there."""
    eventually(lambda: [said.text for said in _all(chromium, "[role=status]")], [expected])


def _pressed(chromium):
    return [item.text for item in _all(chromium, "[aria-pressed=true]")]


LISTEN = """
window.handled = false;
window.addEventListener("click", function () {
  setTimeout(function () { window.handled = true; });
}, {once: true});
"""


def _acted(act):
    """The same action, over when the page has acted on it."""

    def done(chromium, element):
        chromium.execute_script(LISTEN)
        act(chromium, element)
        eventually(lambda: chromium.execute_script("return window.handled"))

    return done


@_acted
def _click(chromium, element):
    ActionChains(chromium).move_to_element(element).click().perform()


@_acted
def _press_its_key(chromium, element):
    key = element.get_attribute("aria-keyshortcuts")
    assert key in FREE_KEYS
    ActionChains(chromium).send_keys(key).perform()


@_acted
def _press_enter(chromium, element):
    chromium.execute_script("arguments[0].focus()", element)
    ActionChains(chromium).send_keys(Keys.ENTER).perform()


def _press_c(chromium, element):
    ActionChains(chromium).send_keys("c").perform()


CLOSED = ".choices:not([open]) > summary"


def _open(chromium):
    """Shows the choices, where they are not shown at once."""
    chromium.execute_script(f"document.querySelector('{CLOSED}')?.click()")
    eventually(lambda: chromium.execute_script("return window.ptquizKept.opened"))


ACTIONS = {"mouse": _click, "touch": _acted(tap), "key": _press_its_key, "enter": _press_enter}


@contextmanager
def touched(chromium, enabled=True):
    """A browser that says it has a screen to touch, and no mouse."""
    chromium.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": enabled})
    try:
        yield
    finally:
        chromium.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": False})


@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize(("key", "side"), [("clear-0", 0), ("five-0", 0), ("points-0", 1)])
def test_a_button_is_pressed_by_mouse_touch_and_keys(chromium, desktop, sides, action, key, side):
    with touched(chromium, enabled=action == "touch"):
        desktop.show(sides[key][side])
        if key == "clear-0":
            _open(chromium)
        _, button, *_ = _all(chromium, ".pick")
        ACTIONS[action](chromium, button)
        eventually(lambda: button.get_attribute("aria-pressed"), "true")
        assert len(_pressed(chromium)) == 1


def _read_variant(chromium):
    """The number that a varied card asks about; whatever else it shows must fit to it."""
    text = chromium.execute_script("return document.querySelector('.pq').textContent")
    number = int(re.search("|".join(map(str, NUMBERS)), text)[0])
    others = {*NUMBERS, *(2 * each for each in NUMBERS)} - {number, 2 * number}
    assert not re.search(rf"(?<!\d)({'|'.join(map(str, others))})(?!\d)", text), text
    return number


def _check_answer(chromium, number):
    """What the back says: the answer, the right option and the reason of this variant."""
    assert _text(chromium, ".answer") == str(2 * number)
    assert f"{number} + {number} is {2 * number}." in _text(chromium, ".why")
    right = chromium.execute_script("return document.querySelector('.options .ok').textContent")
    assert re.search(rf"(?<!\d){2 * number}(?!\d)", right)


@pytest.mark.parametrize("key", ["varied-0", "ring-0"])
def test_each_time_a_variant_is_drawn_and_the_back_answers_what_was_asked(
    chromium, keeping, sides, key
):
    front, back = sides[key]
    seen = Counter()
    for _ in range(TIMES):
        keeping.show(front)
        number = _read_variant(chromium)
        _open(chromium)
        keeping.show(back)
        assert _read_variant(chromium) == number
        _check_answer(chromium, number)
        seen[number] += 1
    assert len(seen) >= 3  # by chance twenty times may lack one
    assert TIMES < 200 or min(seen[each] for each in NUMBERS) >= 30
    assert not _all(chromium, ".variants")


NIGHT = (
    "<script>Date.now = function () { return new Date(2026, 4, 20, %d, %d).getTime(); };</script>"
)


@pytest.mark.parametrize("key", ["varied-0", "ring-0"])
def test_where_nothing_is_kept_the_day_chooses_and_a_back_is_of_one_variant(
    chromium, server, sides, key
):
    front, back = sides[key]
    seen = {}
    for hour, minute in ((23, 59), (0, 1), (3, 59), (4, 1)):
        for side in (front, back):
            set_width(chromium, 900)
            head = NO_STORAGE + NIGHT % (hour, minute)
            server.pages["/side"] = side.html(False, head).encode()
            chromium.get(f"{server.url}/side")
            seen.setdefault((hour, minute), set()).add(_read_variant(chromium))
        _check_answer(chromium, _read_variant(chromium))
    assert all(len(numbers) == 1 for numbers in seen.values())
    assert seen[0, 1] == seen[3, 59]


def test_without_scripts_the_first_variant_is_shown(chromium, server, sides):
    for side in sides["varied-0"]:
        html = re.sub("<script>.*?</script>", "", side.html(False), flags=re.S)
        server.pages["/still"] = html.encode()
        chromium.get(f"{server.url}/still")
        shown = chromium.execute_script("return document.querySelector('.pq').innerText")
        assert {int(n) for n in re.findall(r"\d+", shown)} & {*NUMBERS} == {NUMBERS[0]}


@pytest.mark.parametrize(
    ("key", "count", "last"),
    [("clear-0", 4, {"none of these"}), ("dp-ddp_loss-1", 3, {"gathered", "local", "sum of all"})],
)
def test_both_sides_agree_each_time_and_the_pick_is_kept(
    chromium, keeping, sides, key, count, last
):
    front, back = sides[key]
    orders = set()
    for time in range(TIMES):
        keeping.show(front)
        _open(chromium)
        shown = read_options(chromium)
        chromium.execute_script(f"document.querySelectorAll('.pick')[{time % count}].click()")
        keeping.show(back)
        assert read_options(chromium) == shown
        picked = chromium.execute_script(
            "return [].findIndex.call(document.querySelectorAll('.options > li'),"
            "function (item) { return item.classList.contains('picked'); })"
        )
        assert picked == time % count
        orders.add(tuple(shown))
    for _ in range(200):
        if len(orders) == 6:
            break
        keeping.show(front)
        orders.add(tuple(read_options(chromium)))
    assert len(orders) == 6, "all there are"
    assert {order[-1] for order in orders} == last


@pytest.mark.sampled(1)
def test_where_nothing_is_kept_both_sides_show_the_same_order_and_no_pick(
    chromium, forgetting, sides
):
    front, back = sides["clear-0"]
    for _ in range(TIMES):
        forgetting.show(front)
        shown = read_options(chromium)
        chromium.execute_script("document.querySelector('.pick').click()")
        forgetting.show(back)
        assert read_options(chromium) == shown
        assert not _all(chromium, ".picked")


def test_a_pick_stands_beside_the_right_option_with_the_reasons(chromium, desktop, sides):
    front, back = sides["clear-0"]
    desktop.show(front)
    _open(chromium)
    shown = read_options(chromium)
    assert not _all(chromium, ".pick[aria-pressed=true]")
    button = next(each for each in _all(chromium, ".pick") if "backward" in each.text)
    _click(chromium, button)
    assert ["backward" in text for text in _pressed(chromium)] == [True]
    desktop.show(back)
    right = "ABCD"[shown.index("optimizer.zero_grad()")]
    _says(chromium, f"Not right. Answer: {right}")
    assert _text(chromium, ".picked .because") == "It adds to them."
    marked = [mark.text for mark in _all(chromium, ".options .mark") if mark.is_displayed()]
    assert sorted(marked) == ["✓ right", "✗ wrong · your choice"]
    assert not _all(chromium, "button.pick"), "nothing is to be chosen any more"


def test_a_pick_can_be_changed(chromium, desktop, sides):
    desktop.show(sides["clear-0"][0])
    _open(chromium)
    first, second, *_ = _all(chromium, ".pick")
    for button in (first, second):
        _click(chromium, button)
    assert _pressed(chromium) == [second.text]
    desktop.show(sides["clear-0"][1])
    assert len(_all(chromium, ".picked")) == 1


def test_of_several_right_ones_all_that_are_ticked_count(chromium, desktop, sides):
    front, back = sides["several-0"]
    desktop.show(front)
    for text in ("float16", "int8"):
        _click(chromium, next(b for b in _all(chromium, ".pick") if b.text.split()[0] == text))
    assert len(_pressed(chromium)) == 2
    shown = read_options(chromium)
    desktop.show(back)
    letters = sorted("ABCD"[shown.index(text)] for text in ("float16", "bfloat16"))
    _says(chromium, f"Not right. Answer: {', '.join(letters)}")
    assert len(_all(chromium, ".picked")) == 2
    assert len(_all(chromium, ".options > .ok")) == 2
    right = [text for text in shown if "float" in text]
    assert [part.text for part in _all(chromium, ".answer > p")] == right


def test_steps_are_tapped_in_sequence_and_each_is_marked(chromium, desktop, sides):
    front, back = sides["five-0"]
    desktop.show(front)
    buttons = {b.text.split("\n")[0][-1]: b for b in _all(chromium, ".pick")}
    assert [*buttons] != [*"abcde"]
    for step in "bacde":
        _click(chromium, buttons[step])
    places = {step: button.find_element(By.CSS_SELECTOR, ".place").text
              for step, button in buttons.items()}  # fmt: skip
    assert places == {"b": "1", "a": "2", "c": "3", "d": "4", "e": "5"}
    desktop.show(back)
    _says(chromium, "3 of 5 in the right place.")
    marks = [item.text for item in _all(chromium, ".steps .mark")]
    assert marks == ["✗ you put it at 2", "✗ you put it at 1", "✓", "✓", "✓"]


def test_a_step_leaves_the_sequence(chromium, desktop, sides):
    desktop.show(sides["five-0"][0])
    first, second, *_ = _all(chromium, ".pick")
    for button in (first, second, first):
        _click(chromium, button)
    assert [badge.text for badge in _all(chromium, ".place")] == ["1"]
    assert second.find_elements(By.CSS_SELECTOR, ".place")
    chromium.execute_script("arguments[0].click()", second)  # at once it were a double click
    assert not _all(chromium, ".place")
    desktop.show(sides["five-0"][1])
    assert not _all(chromium, "[role=status]")


STEPS = ("Forward", "Backward", "Optimizer step")
CELLS = ("one for all", "one each", "one")


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("key", "selector", "right"),
    [("one-step-0", ".pick", STEPS), ("dp-ddp_process-0", ".cells > li", CELLS)],
)
def test_steps_and_cells_are_shuffled_at_each_review_and_never_in_order(
    chromium, keeping, sides, key, selector, right
):
    orders = set()
    for time in range(200):
        keeping.show(sides[key][0])
        orders.add(tuple(each.get_attribute("textContent") for each in _all(chromium, selector)))
        keeping.show(sides[key][1])
        if len(orders) == 5 and time > 40:
            break
    assert len(orders) == 5, "all but the right one"
    assert right not in orders


def test_points_are_ticked_and_counted(chromium, desktop, sides):
    desktop.show(sides["points-0"][1])
    _says(chromium, "Tick what you had.")
    for button in _all(chromium, ".ticks .pick")[:2]:
        _click(chromium, button)
    _says(chromium, "You had 2 of 3.")


def test_cells_are_matched_on_demand_and_one_that_fits_nothing_is_among_them(
    chromium, desktop, sides
):
    desktop.show(sides["twice_more-0"][0])
    assert "few" not in _text(chromium, ".pq")
    assert _text(chromium, CLOSED).startswith("Show choices")
    _click(chromium, _all(chromium, ".choices summary")[0])
    cells = [item.text for item in _all(chromium, ".cells > li")]
    assert sorted(cells) == ["all", "few", "none at all", "v times as many"]
    chosen = ["all", "none at all", "v times as many"]
    for row, cell in zip(_all(chromium, ".pairs > li"), chosen, strict=True):
        _click(chromium, row.find_elements(By.CSS_SELECTOR, "button")[cells.index(cell)])
    desktop.show(sides["twice_more-0"][1])
    _says(chromium, "2 of 3 matched.")
    marks = [item.text for item in _all(chromium, "td .mark")]
    assert marks == ["✓ your choice", "✗ your choice: none at all", "✓ your choice"]


@pytest.mark.parametrize(
    ("key", "offered"), [("twice_r-0", 1), ("dp-ddp_loss-0", 1), ("pair_r-0", 0)]
)
def test_three_things_are_matched_even_if_two_of_them_agree(chromium, desktop, sides, key, offered):
    desktop.show(sides[key][0])
    assert len(_all(chromium, "details.choices")) == offered


def test_what_is_to_be_done_is_said_on_the_question_side_alone(chromium, desktop, sides):
    for key in ("several-0", "leaf-0", "points-0", "gaps-0"):
        shown = []
        for page in sides[key]:
            desktop.show(page)
            shown.append([each.is_displayed() for each in _all(chromium, ".ask")])
        assert [any(each) for each in shown] == [True, False], key


def test_where_to_read_on_is_unfolded(chromium, desktop, sides):
    desktop.show(sides["ddp-sync-0"][1])
    assert _all(chromium, ".see a")[0].is_displayed()


OPTIONS = ("clear-0", "sum-0", "dp-ddp_loss-1")
"""Choose, code and a question about a comparison."""


@pytest.mark.parametrize("key", [*OPTIONS, "dp-ddp_process-0"])
@pytest.mark.parametrize("act", [_click, ACTIONS["touch"], _press_c])
def test_choices_are_closed_until_a_tap_or_the_key_c(chromium, desktop, sides, key, act):
    with touched(chromium, enabled=act == ACTIONS["touch"]):
        desktop.show(sides[key][0])
        choices = _all(chromium, ".pick, .pairs > li")
        assert not any(choice.is_displayed() for choice in choices)
        act(chromium, _all(chromium, CLOSED)[0])
        eventually(lambda: all(choice.is_displayed() for choice in choices))


@pytest.mark.parametrize("key", ["needed-0", "several-0"])
@pytest.mark.parametrize("is_old", [False, True])
def test_options_that_are_needed_are_open_at_once(chromium, desktop, sides, key, is_old):
    """Of several right ones also on a note that an update left as it was, without the field."""
    page = sides[key][0]
    body = page.body.replace('class="choices" open>', 'class="choices">') if is_old else page.body
    desktop.show(page._replace(body=body))
    assert bool(_all(chromium, CLOSED)) is (is_old and key == "needed-0")


@pytest.mark.parametrize(
    ("deck", "is_open"),
    [
        ("choices", True), ("X::choices", True), ("X::选项::Y", True),
        ("X::choices2", False), ("X::my choices", False), ("choice", False),
        ("X::<b>choices</b>", False), ("X::<i title=choices>", False),
    ],
)  # fmt: skip
def test_a_deck_may_ask_for_choices_by_its_name(chromium, desktop, who, sides, deck, is_open):
    [number] = who.col.find_cards("Key:clear")
    who.col.set_deck([number], who.col.decks.id(deck))
    desktop.show(sides["clear-0"][0]._replace(body=who.col.get_card(number).question()))
    assert bool(_all(chromium, ".choices[open]")) is is_open
    desktop.show(sides["clear-0"][1])
    assert len(_all(chromium, ".verdict")) == is_open


@pytest.mark.parametrize("key", OPTIONS)
def test_letters_and_a_verdict_are_for_those_who_saw_the_choices(chromium, keeping, sides, key):
    """At this review of this card; the answer is above the options for all."""
    front, back = sides[key]
    for opened in (False, True, False):
        keeping.show(front)
        if opened:
            _open(chromium)
        keeping.show(back)
        letter = "return getComputedStyle(document.querySelector('.options > li'), '::before')"
        assert (chromium.execute_script(f"{letter}.content") != "none") is opened
        right = "ABCD"[[item.text for item in _all(chromium, ".mark")].index("✓ right")]
        assert [said.get_attribute("role") for said in _all(chromium, ".verdict")] == (
            ["status"] if opened else []
        )
        if opened:
            _says(chromium, f"Answer: {right}")
        options = read_options(chromium)
        assert _text(chromium, ".answer") == options["ABCD".index(right)]
        assert all(item.is_displayed() for item in _all(chromium, ".options > li"))


@pytest.mark.parametrize(
    ("key", "above"),
    [("sum-0", 0), ("sum-0", 2000), ("five-0", 0), ("points-0", 0), ("points-0", 600), ("tp-1", 0)],
)
def test_only_an_answer_in_the_lower_half_is_scrolled_to(chromium, desktop, sides, key, above):
    """What is asked stays in view as far as there is room."""
    page = sides[key][1]
    tall = '<p style="height: {}px"></p>'
    body = page.body.replace("<hr", tall.format(above) + "<hr")
    desktop.show(page._replace(body=body.replace('<div class="foot"', tall.format(2000) + "<div")))
    top, scrolled = chromium.execute_script(
        "document.getElementById('answer').scrollIntoView();"
        "return [document.getElementById('answer').getBoundingClientRect().top, window.scrollY];"
    )
    assert (scrolled > 0) is (above > 0)
    half = chromium.execute_script("return window.innerHeight / 2")
    assert top == pytest.approx(half, abs=2) if above else 0 < top < half


def _typed_back(who, sides, typed):
    page = sides["tp-1"][1]
    compared = who.col.compare_answer(NAME, typed)
    body = who.col.get_card(who.col.find_cards("Key:tp card:2")[0]).answer()
    assert "[[type:Answer]]" in body
    return Page(page.name, page.kind, "back", body.replace("[[type:Answer]]", compared), 1)


NAME = "tensor parallelism"
ACCEPTED = f"Accepted; the name here is {NAME}."
NEARLY = "Nearly: a slip in the name."


@pytest.mark.parametrize(
    ("typed", "told", "kind"),
    [
        (NAME, "Right.", ""),
        ("TP", ACCEPTED, "typeGood"),
        ("Tensor-Parallelism", ACCEPTED, "typeGood"),
        ("tensor paralelism", NEARLY, "typeBad"),
        ("Tensor-Paralellism", NEARLY, "typeBad"),
        ("tensor paralelizm", NEARLY, "typeBad"),
        ("tensor paralelizn", "Not right.", "typeBad"),
        ("sharding", "Not right.", "typeBad"),
    ],
)
def test_what_was_typed_is_judged_above_the_name(chromium, desktop, who, sides, typed, told, kind):
    desktop.show(_typed_back(who, sides, typed))
    _says(chromium, told)
    shown = [(part.get_attribute("class"), part.text) for part in _all(chromium, "#typeans span")]
    assert [part for part in shown if part[1]] == [(kind, typed)] * bool(kind)
    assert _text(chromium, ".pq").count(NAME) == 1


def test_who_typed_nothing_is_not_judged(chromium, desktop, who, sides):
    desktop.show(_typed_back(who, sides, ""))
    assert not _all(chromium, "[role=status]")
    assert _text(chromium, ".pq").count(NAME) == 1


def test_the_script_folds_every_letter_and_mark_as_the_terminal_does(chromium, desktop):
    """Numerals of other scripts are left out: Python counts them among the letters."""
    codes = (*range(0x20, 0x3100), *range(0x4E00, 0x4F00), *range(0xFF01, 0xFF5F))
    signs = [sign for sign in map(chr, codes) if sign.isalpha() or not sign.isnumeric()]
    texts = [f"a{sign}-{sign} b" for sign in signs if sign.isprintable()]
    found = chromium.execute_script(
        load_card_script("rules") + "return arguments[0].map(function (text) {"
        " return foldName(text, false); });",
        texts,
    )
    pairs = zip(texts, found, strict=True)
    assert [(text, mine) for text, mine in pairs if mine != fold_name(text)] == []


def test_fingers_find_what_can_be_tapped(chromium, server, sides):
    """All of it at least 40 px high on a device without a mouse."""
    with touched(chromium):
        hand_over = _begun(SameDocument, chromium, server)
        set_width(chromium, 400)
        assert chromium.execute_script("return matchMedia('(pointer: coarse)').matches")
        for pages in sides.values():
            for page in pages:
                hand_over.show(page)
                assert chromium.execute_script(SMALL) == [], page.name


SMALL = """
document.querySelectorAll('details').forEach(function (fold) { fold.open = true; });
return [].filter.call(document.querySelectorAll('.pq summary, .pq button, .foot .see a'),
  function (part) { return part.offsetParent && part.getBoundingClientRect().height < 40; })
  .map(function (part) { return part.outerHTML; });
"""


def test_brief_code_in_a_sentence_is_never_broken(chromium, desktop, sides):
    set_width(chromium, 320)
    page = sides["tp-1"][0]
    shapes = " ".join(f"{'x' * size} <code>(64, 1)</code>" for size in range(1, 30))
    desktop.show(page._replace(body=page.body.replace("Splits a layer.", shapes)))
    lines = chromium.execute_script(
        "return [].map.call(document.querySelectorAll('.meaning code'), function (part) {"
        " var range = document.createRange(); range.selectNodeContents(part);"
        " return range.getClientRects().length; });"
    )
    assert lines == [1] * 29


def test_a_wrapped_line_of_code_is_indented_behind_its_first_part(chromium, desktop, sides):
    set_width(chromium, 240)
    desktop.show(sides["stride-0"][0])
    lefts = chromium.execute_script(
        "var line = document.querySelectorAll('pre.code .line')[0], range ="
        " document.createRange(); range.selectNodeContents(line); var tops = {};"
        "[].forEach.call(range.getClientRects(), function (box) {"
        " tops[box.top] = Math.min(box.left, box.top in tops ? tops[box.top] : 1e9); });"
        "return Object.keys(tops).map(Number).sort(function (a, b) { return a - b; })"
        " .map(function (top) { return tops[top]; });"
    )
    assert len(lefts) > 1
    assert all(left > lefts[0] + 10 for left in lefts[1:])


def test_the_window_belongs_to_one_card_at_a_time(chromium, desktop, sides):
    """Keys of an earlier card do nothing on a later one, nor where somebody types."""
    desktop.show(sides["clear-0"][0])
    desktop.show(sides["tp-1"][0])
    box = _all(chromium, "input#typeans")[0]
    box.send_keys("jklc")
    assert box.get_attribute("value") == "jklc"
    kept = chromium.execute_script("return window.ptquizKept")
    assert kept["picks"] == []


def _press(chromium, key, repeat=False):
    """One press as Chromium reports it; a held key repeats."""
    for kind, again in (("rawKeyDown", False), *([("rawKeyDown", True)] * 3 if repeat else [])):
        chromium.execute_cdp_cmd(
            "Input.dispatchKeyEvent",
            {"type": kind, "key": key, "text": key, "autoRepeat": again},
        )
    chromium.execute_cdp_cmd("Input.dispatchKeyEvent", {"type": "keyUp", "key": key})


CLICK = """
arguments[0].dispatchEvent(new MouseEvent('click', {bubbles: true, detail: arguments[1]}));
"""
"""One of the clicks of a double click says which of them it is."""


@pytest.mark.parametrize("key", ["clear-0", "five-0"])
def test_a_pick_survives_a_held_key_and_a_double_click(chromium, desktop, sides, key):
    desktop.show(sides[key][0])
    if key == "clear-0":
        _open(chromium)
    first, second, *_ = _all(chromium, ".pick")
    _press(chromium, "j", repeat=True)
    eventually(lambda: first.get_attribute("aria-pressed"), "true")
    for detail in (1, 2):
        chromium.execute_script(CLICK, second, detail)
    assert second.get_attribute("aria-pressed") == "true"
    chromium.execute_script(CLICK, second, 1)
    assert second.get_attribute("aria-pressed") == "false", "a click of its own takes it back"


TALL = '<p style="height: 900px"></p>'
IN_VIEW = """
var box = document.querySelector('.verdict').getBoundingClientRect();
return box.top >= 0 && box.bottom <= window.innerHeight + 1;
"""


@pytest.mark.parametrize("pick", [False, True])
def test_the_verdict_is_in_view_on_the_tallest_card(chromium, desktop, sides, pick):
    """With what is right, though all options are below the fold, or above it."""
    front, back = (
        page._replace(body=page.body.replace("<ol", f"{TALL}<ol")) for page in sides["clear-0"]
    )
    set_width(chromium, 400)
    desktop.show(front)
    _open(chromium)
    if pick:
        _click(chromium, next(b for b in _all(chromium, ".pick") if "backward" in b.text))
    desktop.show(back)
    eventually(lambda: "Answer: " in _text(chromium, ".verdict"))
    for place in (0, 9999):
        chromium.execute_script("window.scrollTo(0, arguments[0])", place)
        assert chromium.execute_script(IN_VIEW)


PLACES = """
return ['.question', '.asked pre, .question ~ div > pre'].map(function (selector) {
  var box = (document.querySelector(selector) || document.body).getBoundingClientRect();
  return [box.left, box.top, box.width];
});
"""


def test_nothing_jumps_at_the_flip(chromium, desktop, sides):
    """Nor where the answer side alone is taller than the window."""
    for key in ("clear-0", "several-0", "gaps-0", "dp-ddp_loss-1", "sum-0"):
        front, back = sides[key]
        desktop.show(front)
        before = chromium.execute_script(PLACES)
        desktop.show(
            back._replace(body=back.body.replace('<div class="foot"', f'{TALL}<div class="foot"'))
        )
        eventually(lambda: all(said.text for said in _all(chromium, ".verdict")))
        after = chromium.execute_script(PLACES)
        for was, now in zip(before, after, strict=True):
            assert now == pytest.approx(was, abs=1), key
