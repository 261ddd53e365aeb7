"""Cards in the real Chromium, measured at every width, light and night.

Both sides of a card as Anki's engine renders them, and on the page of `export web` in each form
in which it can be asked. All that can be opened is open and the first option is picked. Found is
what is pale, cut off or too wide, and what a script of the page complained of or asked the network
for.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from flashcards.course.model import Course
from tests.helpers.card_pages import LOOK, SHOW, Page
from tests.helpers.chromium import list_requests, set_width
from tests.helpers.study_pages import StudyPage, serving, write_site

WIDTHS = (320, 390, 1100)
MODES = ("light", "night")
_AT_ONCE = 50
"""Even, so that both sides of a card are shown in one page."""
_ASKED_AT_ONCE = 5
"""Cards of the page in one call of the browser."""
OPEN = """
document.querySelectorAll('details').forEach(function (fold) { fold.open = true; });
var pick = document.querySelector('.front .pick, .pairs button');
if (pick) { pick.click(); }
"""
MEASURE = f"""
function measure() {{ {LOOK} }}
return arguments[0].map(function (page) {{
  showCard(page[0], page[1][0]);
  {OPEN}
  return page[1].map(function (classes) {{
    document.body.className = classes;
    return measure();
  }});
}});
"""
"""Of each page one measurement for each of its classes of the body."""

STUDY = f"""
const [ids, modes, done] = arguments, {{ learner, view, course, Session, loadTexts }} = survey;
function measure() {{ {LOOK} }}
async function look() {{
  {OPEN}
  await new Promise((drawn) => setTimeout(drawn));
  await Promise.all([...document.images].map((picture) => picture.decode()));
  return modes.map((mode) => {{
    document.documentElement.classList.toggle("nightMode", mode === "night");
    return measure();
  }});
}}
async function study() {{
  const found = [];
  learner.store = null; // an answer is looked at, not kept
  document.documentElement.classList.add("in-session");
  const session = new Session(learner, view, {{ cards: [], steps: [] }}, () => {{}});
  session.open();
  for (const card of course.cards.filter((each) => ids.includes(each.id))) {{
    const {{ question }} = await loadTexts(card), forms = question.forms;
    for (const form of forms) {{
      question.forms = [form];
      await session.ask(card);
      found.push([card.id, form, "front", await look()]);
      const box = document.getElementById("typeans");
      if (box) box.value = "gradient bukket";
      await session.check();
      found.push([card.id, form, "back", await look()]);
    }}
    question.forms = forms;
  }}
  return found;
}}
study().then(done, (error) => done(String(error.stack)));
"""
"""Asks some cards on the page, in each form; of both sides one measurement for each mode."""
_HOOK = "\nglobalThis.survey = { learner, view, course, Session, loadTexts };\n"


class Found(NamedTuple):
    """One side as it looks at a width in a mode, and its faults."""

    side: str
    width: int
    mode: str
    faults: list[object]


def find_faults(found: dict[str, Any], width: int) -> list[object]:
    """What a measurement says against a page."""
    faults: list[object] = [*found["poor"], *found["cut"]]
    if found["width"] > width:
        faults.append(("wide", found["width"]))
    if found["gaps"]:
        faults.append(("hidden gaps", found["gaps"]))
    return faults if found["seen"] else ["empty"]


def survey(chromium: Any, address: str, pages: Sequence[Page]) -> Iterator[Found]:
    """Each page at each width in each mode; `address` is of an empty page."""
    for width in WIDTHS:
        set_width(chromium, width)
        for some in _cut(pages):
            chromium.get(address)  # a page that shows thousands grows slow
            chromium.execute_script(SHOW)
            shown = [
                [page.body, [page.classes(mode == "night") for mode in MODES]] for page in some
            ]
            measured = chromium.execute_script(MEASURE, shown)
            for page, of_modes in zip(some, measured, strict=True):
                yield from _judge(f"{page.name} {page.side}", width, of_modes)


def survey_page(page: StudyPage, ids: Sequence[str]) -> Iterator[Found]:
    """Cards on the page at each width in each mode, asked and answered in each of their forms."""
    for width in WIDTHS:
        set_width(page.browser, width)
        for some in _cut(ids):
            yield from _study(page, some, width)


def _study(page: StudyPage, ids: Sequence[str], width: int) -> Iterator[Found]:
    """Some cards at one width; last, what was told of all of them together."""
    page.errors(), list_requests(page.browser)
    page.open()
    failed = []
    for start in range(0, len(ids), _ASKED_AT_ONCE):
        found = page.browser.execute_async_script(STUDY, ids[start : start + _ASKED_AT_ONCE], MODES)
        failed += [found] if isinstance(found, str) else []
        for name, form, side, of_modes in [] if failed else found:
            yield from _judge(f"{name} {form} {side}", width, of_modes)
    own = (page.address, "data:", "blob:", "about:")
    asked = [each for each in list_requests(page.browser) if not each.startswith(own)]
    yield Found(f"{ids[0]} to {ids[-1]}", width, "both", [*failed, *page.errors(), *asked])


def _cut(sides: Sequence[Any]) -> Iterator[Sequence[Any]]:
    for start in range(0, len(sides), _AT_ONCE):
        yield sides[start : start + _AT_ONCE]


def _judge(side: str, width: int, measured: Sequence[dict[str, Any]]) -> Iterator[Found]:
    for mode, found in zip(MODES, measured, strict=True):
        yield Found(side, width, mode, find_faults(found, width))


@contextmanager
def open_study_page(chromium: Any, course: Course, lang: str, folder: Path) -> Iterator[StudyPage]:
    """The page of `export web` for a course, with what `STUDY` needs of its script."""
    write_site(course, folder, lang, script=_HOOK)
    with serving(folder) as address:
        yield StudyPage(chromium, address, course.info.id)
