"""The cards to browse, as authors have them, in the real Chromium."""

from pathlib import Path

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select

from flashcards.cards import list_notes
from flashcards.course.load import load_course
from flashcards.errors import EntryProblem
from tests.helpers.chromium import eventually, set_width
from tests.helpers.course_files import write_course
from tests.helpers.course_pages import render_page

KINDS = Path(__file__).parent.parent / "pages" / "data" / "every-kind"


def write_page(path, course, **about):
    """The address of the page of a course."""
    path.write_text(render_page(course, list_notes(course), **about), encoding="utf-8")
    return path.as_uri()


@pytest.fixture(scope="module")
def kinds(tmp_path_factory):
    message, rule = "the right option is the longest", "length-of-options"
    warnings = {"clear-gradients": [EntryProblem("clear-gradients", (), message, rule=rule)]}
    path = tmp_path_factory.mktemp("preview") / "kinds.html"
    return write_page(path, load_course(KINDS, label=""), warnings=warnings)


@pytest.fixture
def shown(chromium, kinds):
    chromium.get("about:blank")
    set_width(chromium, 1400)
    open_page(chromium, kinds)
    return chromium


def open_page(browser, address):
    """Every card is on the page."""
    browser.get(address)
    busy = "return document.querySelectorAll('[aria-busy]').length"
    eventually(lambda: browser.execute_script(busy), 0)


def find(browser, selector):
    return browser.find_element(By.CSS_SELECTOR, selector)


def cards(browser):
    found = browser.find_elements(By.CSS_SELECTOR, ".item")
    return [item.get_attribute("aria-label") for item in found if item.is_displayed()]


def choose(browser, name, value):
    Select(find(browser, f"[name={name}]")).select_by_value(value)


def shows(browser, expected):
    """These cards and no others."""
    eventually(lambda: cards(browser), expected)


def test_every_card_is_on_the_page_with_its_pictures_file_and_line(shown):
    assert find(shown, "#count").text == "20 cards"
    assert len(cards(shown)) == 20
    widths = "return [...document.querySelectorAll('.item img')].map(i => i.naturalWidth)"
    eventually(lambda: all(shown.execute_script(widths)))
    assert shown.execute_script(widths)
    item = find(shown, '[aria-label="ddp-bucket#1"]')
    assert item.find_element(By.CLASS_NAME, "place").text == "decks/kinds.yaml:13"
    front, back = item.find_elements(By.CLASS_NAME, "card")
    assert "Gradients that DDP reduces in one call." in front.text
    assert "gradient bucket" not in front.text
    assert "gradient bucket" in back.text


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("STRIDE torch", ["transpose-stride#0"]),
        ("STRIDE nowhere", []),
        ("More kinds order", ["ddp-step#0"]),  # the title of its deck and its kind
        ("decks/kinds.yaml:13", ["ddp-bucket#0", "ddp-bucket#1"]),
        (  # the phrase; the back of a whole row has all rows of its comparison
            "one process",
            ["ddp-why#0", "wrappers/process#0", "wrappers/process#1", "wrappers/weights#0"],
        ),
    ],
)
def test_a_search_finds_cards_that_have_all_words_in_what_is_said_of_them(shown, words, found):
    find(shown, "[name=search]").send_keys(words)
    shows(shown, found)
    assert ("No card matches." in find(shown, "#cards").text) == (not found)


_MARKED = """return [...CSS.highlights.get("found")].map(p => {
    getSelection().setBaseAndExtent(p.startContainer, p.startOffset, p.endContainer, p.endOffset);
    return String(getSelection()); })"""


def test_what_was_searched_is_marked_on_both_sides_and_across_parts_of_code(shown):
    find(shown, "[name=search]").send_keys("X.T().stride torch")
    shows(shown, ["transpose-stride#0"])
    assert shown.execute_script(_MARKED) == ["torch", "x.t().stride"] * 2 + ["Torch"]


def test_filters_choose_by_stage_kind_and_warnings(shown):
    choose(shown, "stage", "2")
    shows(shown, [
        "ddp-step#0", "cpp-call#0", "cpp-call#1", "cpp-call#2", "grad-attribute#0",
        "grad-attribute#1", "ddp-why#0",
    ])  # fmt: skip
    headings = shown.find_elements(By.CSS_SELECTOR, ".stage > h2, .deck h3")
    told = [each.text for each in headings if each.is_displayed()]
    assert told == ["Stage 2: Second", "More kinds"]
    choose(shown, "kind", "order")
    shows(shown, ["ddp-step#0"])
    choose(shown, "kind", "")
    choose(shown, "stage", "")
    choose(shown, "state", "warnings")
    shows(shown, ["clear-gradients#0"])
    choose(shown, "state", "length-of-options")
    shows(shown, ["clear-gradients#0"])
    about = find(shown, '[aria-label="clear-gradients#0"] .about').text
    assert "the right option is the longest" in about


def test_what_was_chosen_is_still_there_after_a_reload(shown):
    find(shown, "[name=search]").send_keys("ddp")
    choose(shown, "kind", "order")
    shows(shown, ["ddp-step#0"])
    shown.refresh()
    shows(shown, ["ddp-step#0"])


def open_recall(chromium, folder, recall):
    """The page of a course with one entry."""
    files = {
        "decks/course.yaml": "id: z\ntitle: Z\nauthor: A\nlicence: L\n",
        "decks/a.yaml": f"deck: a\ntitle: A\nentries:\n- key: z\n{recall}",
    }
    course = load_course(write_course(folder / "one", files))
    open_page(chromium, write_page(folder / "one.html", course))


def test_a_wide_table_of_a_program_scrolls_inside_its_block(chromium, tmp_path):
    row = f"aten::mm{' ' * 90}84.12 %   10\n"
    table = f"    ```text\n    {row}    {row}    ```\n"
    set_width(chromium, 390)
    open_recall(chromium, tmp_path, f"  recall: |\n    Slow?\n\n{table}  answer: It.\n")
    sizes = """var pre = document.querySelector("pre"), root = document.documentElement;
        return [pre.scrollWidth > pre.clientWidth, root.scrollWidth <= 390,
                [...pre.querySelectorAll(".line")].map(line => Math.round(
                line.offsetHeight / parseFloat(getComputedStyle(pre).lineHeight)))]"""
    eventually(lambda: chromium.execute_script(sizes), [True, True, [1, 1]])


def test_a_displayed_fraction_is_shown_whole(chromium, tmp_path):
    formula = r"$$z=\frac{p_B-p_A}{\sqrt{p(1-p)(\frac{1}{n_A}+\frac{1}{n_B})}}$$"
    open_recall(chromium, tmp_path, f"  recall: What is $z$?\n  answer: |\n    {formula}\n")
    heights = "m => [m.scrollHeight, m.clientHeight]"
    formulas = "Array.from(document.querySelectorAll('math[display=block]'))"
    found = chromium.execute_script(f"return {formulas}.map({heights})")
    assert found
    assert all(needed <= shown for needed, shown in found), found
