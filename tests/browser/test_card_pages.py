"""Every template in the real Chromium: front, back, light, night, phone and desktop."""

import pytest
from selenium.webdriver.common.by import By

from flashcards.cards import list_cards
from flashcards.course.model import Code, Compare, Concept, Recall, Row, Term
from tests.anki.test_hostile import hostile_course
from tests.helpers.anki_engine import learner
from tests.helpers.builtin import builtin_course
from tests.helpers.card_pages import EMPTY, LOOK, pages_of, read_options, served
from tests.helpers.card_survey import (
    MODES,
    WIDTHS,
    find_faults,
    open_study_page,
    survey,
    survey_page,
)
from tests.helpers.chromium import list_requests, set_width
from tests.helpers.courses import ENTRIES, course_of, package_of, with_chinese, write_package

SVG = (
    b'<svg xmlns="http://www.w3.org/2000/svg" width="900" height="300" viewBox="0 0 900 300">'
    b'<rect width="900" height="300" fill="none" stroke="black"/><path d="M0 0L900 300" '
    b'stroke="black"/><text x="300" y="60" font-size="40">a leaf</text></svg>'
)
WIDE = (
    Code(
        key="wide",
        code="x = torch.nn.functional.scaled_dot_product_attention(query, key, value, "
        "attn_mask=None, dropout_p=0.0, is_causal=True)  # one long line\n"
        "f(a,\n                                        b, deeply='indented')\n"
        "@torch.compile\ndef f(x: int) -> str:\n    return f\"{x!r:>10}\\n\" if x else None\n",
        prints="tensor([[[0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.2, 1.3]]])",
        stage=1,
    ),
    Compare(
        key="many",
        compare={f"t{n}": f"Thing number {n} with a name" for n in range(8)},
        rows={
            "r": Row(
                aspect="An aspect",
                **{
                    f"t{n}": f"`torch.distributed.some_call_{n}` {'word ' * n}" for n in range(8)
                },
                which={f"t{n}": f"Which one is {n} words long?" for n in range(4)},
            )
        },
        stage=2,
    ),
    Compare(
        key="marked",
        compare={"a": "FSDP1 (`FullyShardedDataParallel`)", "b": "`x.requires_grad_(False)`"},
        rows={
            "r": Row(
                aspect="Use",
                question="What is each used for?",
                a="every parameter", b="one of them " * 9,
            )
        },
        stage=2,
    ),
    Concept(
        key="shown",
        concept="Pictures",
        ask="What a picture shows: ![a leaf](leaf.svg)",
        points={"a": "See $\\frac{a}{b}$ and a_very_long_identifier_" + "that_never_ends_" * 8},
        stage=2,
    ),
    Term(key="hebrew", term="טנזור", meaning="מערך רב־ממדי, כמו `torch.Tensor`.", stage=2),
    Recall(
        key="table",
        recall="Which layout?\n\n| Layout of the tensor | Strides | Copies |\n|:--|--:|:-:|\n"
        "| `torch.channels_last_and_a_very_long_name` | (48, 1, 12, 3) | never, in no case |\n"
        "| contiguous | $\\frac{1}{n}$ | always |",
        answer="- none\n\n  | a | b |\n  |---|---|\n  | `x\\|y` | 2 |\n\n$$x^2$$ and $$y$$ here.",
        why="See `x.stride()`.",
        stage=2,
    ),
    Recall(key="linked", recall="Old?", answer="See [the docs](https://pytorch.org).", stage=2),
)  # fmt: skip


def course_in(folder):
    """Every kind of entry and what is hard to show, in both languages, with their picture."""
    (folder / "decks" / "media").mkdir(parents=True)
    (folder / "decks" / "media" / "leaf.svg").write_bytes(SVG)
    return with_chinese(course_of(*ENTRIES, *WIDE, root=str(folder)))


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """Both sides of every card, in both languages, and the pictures they show."""
    folder = tmp_path_factory.mktemp("cards")
    course = course_in(folder)
    with learner(folder / "who") as who:
        media = {}
        for lang in ("en", "zh"):
            made = package_of(course, lang=lang)
            who.imports(write_package(folder, made, f"{lang}.apkg"))
            media |= made.media
        yield pages_of(who), media


@pytest.fixture(scope="module")
def server(pages):
    with served() as made:
        for page in pages[0]:
            for mode in ("light", "night"):
                path = f"/{page.name}-{page.side}-{mode}"
                made.pages[path] = page.html(mode == "night").encode()
        for name, data in pages[1].items():
            made.pages[f"/{name}"] = data
        made.pages["/empty"] = EMPTY.encode()
        yield made


def test_every_side_is_readable_and_fits(chromium, server, pages):
    """All that can be opened is open, and an option is picked."""
    found = list(survey(chromium, f"{server.url}/empty", pages[0]))
    assert [each for each in found if each[3]] == []
    assert len(found) == len(pages[0]) * len(WIDTHS) * len(MODES)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_form_on_the_page_is_readable_and_fits(chromium, tmp_path, lang):
    course = course_in(tmp_path)
    with open_study_page(chromium, course, lang, tmp_path / "site") as page:
        found = list(survey_page(page, [card.id for card in list_cards(course, lang)]))
    assert [each for each in found if each.faults] == []
    forms = {each.side.split()[1] for each in found}
    assert forms >= {"single", "match", "order", "type", "gap", "reveal", "points"}


PARTS = 8
"""Of the curriculum in one language, so that several browsers look at it."""


def take_part(sides, part):
    """Both sides of a card are in the same part."""
    size = 2 * (len(sides) // PARTS // 2 + 1)
    return sides[part * size : (part + 1) * size]


@pytest.mark.thorough
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_side_of_the_curriculum_is_readable_and_fits(chromium, tmp_path, lang, part):
    made = package_of(builtin_course(), lang=lang)
    with learner(tmp_path / "who") as who, served() as server:
        who.imports(write_package(tmp_path, made))
        server.pages |= {"/empty": EMPTY.encode()}
        server.pages |= {f"/{name}": data for name, data in made.media.items()}
        found = list(survey(chromium, f"{server.url}/empty", take_part(pages_of(who), part)))
    assert found
    assert [each for each in found if each.faults] == []


@pytest.mark.thorough
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_form_of_the_curriculum_is_readable_and_fits(chromium, tmp_path, lang, part):
    ids = take_part([card.id for card in list_cards(builtin_course(), lang)], part)
    with open_study_page(chromium, builtin_course(), lang, tmp_path / "site") as page:
        found = list(survey_page(page, ids))
    assert found
    assert [each for each in found if each.faults] == []


PAPER = {"light": "rgb(255, 255, 255)", "night": "rgb(44, 44, 44)"}
TINT = {"light": "rgb(243, 245, 248)", "night": "rgb(58, 58, 58)"}


@pytest.mark.parametrize("mode", MODES)
def test_panels_and_code_stand_out_against_what_is_under_them(chromium, server, mode):
    """The desktop's own colors for the night must not win over those of the cards."""
    set_width(chromium, 900)
    for card, selectors in (
        ("stride-0", ["body", "pre", "details.why"]),
        ("ddp-sync-0", ["body", ".points code", "details.why"]),
        ("table-0", [".why p code", ".why", "details.why"]),
    ):
        chromium.get(f"{server.url}/sample_en_{card}-back-{mode}")
        colors = chromium.execute_script(
            "return arguments[0].map(function (selector) {"
            " return getComputedStyle(document.querySelector(selector)).backgroundColor; });",
            selectors,
        )
        assert colors == [PAPER[mode], TINT[mode], TINT[mode]]


def test_drawings_are_dark_at_night_and_their_words_readable(chromium, server):
    """Black on white turns into light on dark, without a white plate."""
    set_width(chromium, 900)
    chromium.get(f"{server.url}/sample_en_shown-0-front-night")
    style = chromium.execute_script(
        "var style = getComputedStyle(document.querySelector('img'));"
        "return [style.filter, style.backgroundColor]"
    )
    assert style == ["invert(0.8275) hue-rotate(180deg)", "rgba(0, 0, 0, 0)"]
    chromium.get(f"{server.url}/sample_en_shown-0-front-light")
    assert chromium.execute_script(
        "return getComputedStyle(document.querySelector('img')).filter"
    ) == "none"  # fmt: skip


_SMALL = """
const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), small = {};
while (texts.nextNode()) {
  const part = texts.currentNode.parentElement, size = parseFloat(getComputedStyle(part).fontSize);
  if (texts.currentNode.data.trim() && size < 13 && part.getClientRects().length)
    small[part.tagName + "." + part.className] = size;
}
return small;
"""
"""The size of the letters of each element that has smaller ones than 13 pixels."""


@pytest.mark.parametrize("width", [320, 390])
def test_the_letters_of_a_back_have_13_pixels_or_more_on_a_phone(chromium, server, pages, width):
    set_width(chromium, width)
    backs = {page.kind: page for page in pages[0] if page.side == "back"}
    assert len(backs) > 7
    small = {}
    for kind, page in backs.items():
        chromium.get(f"{server.url}/{page.name}-back-light")
        small |= {(kind, part): size for part, size in chromium.execute_script(_SMALL).items()}
    assert small == {}


def _list_marked(chromium):
    """The places of the options whose mark is shown."""
    marks = chromium.find_elements(By.CSS_SELECTOR, ".options > li > .mark")
    return [place for place, mark in enumerate(marks) if mark.is_displayed()]


def test_everything_is_right_without_scripts(chromium, server, pages):
    set_width(chromium, 360)
    chromium.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        chromium.get(f"{server.url}/sample_en_clear-0-front-light")
        front = read_options(chromium)
        assert _list_marked(chromium) == []
        chromium.get(f"{server.url}/sample_en_clear-0-back-light")
        assert read_options(chromium) == front
        assert _list_marked(chromium) == [front.index("optimizer.zero_grad()")]
        for page in pages[0]:
            chromium.get(f"{server.url}/{page.name}-{page.side}-light")
            found = chromium.execute_script(LOOK)
            assert find_faults(found, 360) == []
    finally:
        chromium.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


@pytest.mark.sampled(1)
@pytest.mark.parametrize("quarter", range(4))
def test_a_hostile_deck_runs_nothing_and_asks_for_nothing(chromium, tmp_path, quarter):
    set_width(chromium, 360)
    with learner(tmp_path / "who") as who, served() as server:
        who.imports(write_package(tmp_path, package_of(hostile_course())))
        found = pages_of(who)[quarter::4]
        watched = (
            "<script>window.onerror = null; alert = function () { document.title = 'owned'; };"
        )
        for page in found:
            html = page.html(False).replace("<head>", f"<head>{watched}</script>")
            server.pages[f"/{page.name}-{page.side}"] = html.encode()
        list_requests(chromium)
        for path in server.pages:
            chromium.get(f"{server.url}{path}")
            look = chromium.execute_script(
                "return {title: document.title, width: document.documentElement.scrollWidth,"
                " links: [].map.call(document.querySelectorAll('#qa a'), e => e.href)}"
            )
            for link in look["links"]:
                assert link == "" or link.startswith(("https://", "http://")), link
            assert look["title"] == "card", path
            assert look["width"] <= 360, path
        asked = {url for url in list_requests(chromium) if "favicon" not in url}
        assert asked == {f"{server.url}{path}" for path in server.pages}
