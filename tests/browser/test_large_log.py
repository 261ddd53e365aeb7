"""Much at once on the page of the curriculum: a day of 300 cards, a log of 10,000 answers."""

from pathlib import Path

import pytest

from flashcards.cli import run
from tests.browser.test_study import download
from tests.helpers.builtin import builtin_course
from tests.helpers.chromium import set_width
from tests.helpers.study_pages import StudyPage, serving, write_course_site

DAY = (Path(__file__).parents[1] / "helpers" / "study_day.js").read_text(encoding="utf-8")
HOOK = """
globalThis.page = {
  learner, loadTexts, makeQuestion, gradeAnswer, rateAnswer, makeAnswer, chooseDue,
  replay, makeMoment, makeUid, nameCard,
};
"""
ANSWER = """
const [count, done] = arguments;
const { learner, loadTexts, makeQuestion, gradeAnswer, rateAnswer, makeAnswer,
  chooseDue, replay, makeMoment, makeUid, nameCard } = page;
let state = 1;
const draw = (n) => (state = (state * 48271) % 2147483647) % n;

function answerOne(question, at) {
  const { forms, options = [], accepted = [] } = question;
  const asked = { ...question, form: forms[draw(forms.length)] };
  const isTyped = ["type", "gap"].includes(asked.form);
  const names = options.filter(() => draw(2)).map((option) => option.name);
  const given = isTyped ? [draw(3) ? accepted[0] : "“x” \\n\\u2028 中"] : names;
  const isOwn = ["reveal", "points"].includes(asked.form);
  const verdict = gradeAnswer(asked, given, 1 + draw(4));
  const rating = rateAnswer(verdict, isOwn ? 1 + draw(4) : null);
  const about = { rating, duration: draw(60000), at, day: makeMoment(at).day };
  return makeAnswer(asked, given, verdict, { ...about, uid: makeUid() });
}

async function fill() {
  await learner.keepSettings({ new: 12, retention: 0.85 });
  const histories = new Map(), first = Date.now() - 90 * 864e5;
  for (let n = 0; n < count; n += 1) {
    const card = learner.cards[draw(learner.cards.length)], name = nameCard(card);
    const history = histories.get(name) || [];
    const answer = answerOne(makeQuestion(await loadTexts(card)), first + n * 7e5);
    history.push(chooseDue(replay(history, 0.85), answer, 0.85));
    histories.set(name, history);
  }
  for (const history of [...histories.values()].slice(0, 200)) history.at(-1).undone = true;
  await learner.keep({ answers: [...histories.values()].flat() });
  for (const card of learner.cards.slice(0, 20)) await learner.mark(card, "flagged", 1);
}
fill().then(() => done(""), (error) => done(String(error.stack)));
"""
"""Answers at random over a quarter of a year, as the page itself makes and keeps them."""

TOLD = """
const look = () => {
  const told = document.querySelector("#view [role=status]").textContent;
  if (told) arguments[0](told);
  else setTimeout(look, 50);
};
look();
"""
"""What the page says of a log when it has taken it."""

LATER = """
Promise.race([window.day, new Promise((go) => setTimeout(go, 30e3))]).then(arguments[0]);
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    return write_course_site(builtin_course(), tmp_path_factory.mktemp("site"), "en", HOOK)


def read_all(page):
    """What the browser keeps, in an order of its own."""
    answers = sorted(page.rows(), key=lambda row: row["uid"])
    marks = sorted(page.rows("marks"), key=lambda row: row["uid"])
    return [answers, marks]


@pytest.mark.thorough
def test_ten_thousand_answers_go_into_the_terminal_and_back_into_an_empty_page(
    chromium, site, tmp_path
):
    course = builtin_course().info.id
    (tmp_path / "out").mkdir()
    with serving(site) as address:
        page = StudyPage(chromium, address, course).open()
        assert chromium.execute_async_script(ANSWER, 10_000) == ""
        kept = read_all(page)
        page.open("settings")
        saved = download(page, tmp_path / "out", ".row button.quiet")
    assert [len(rows) for rows in kept] == [10_000, 20]
    assert run(["log", "import", str(saved)]) == 0
    assert run(["log", "export", str(tmp_path / "back.jsonl")]) == 0
    with serving(site) as address:
        empty = StudyPage(chromium, address, course).open("settings")
        empty.find_all("#take")[0].send_keys(str(tmp_path / "back.jsonl"))
        assert chromium.execute_async_script(TOLD).startswith("10000 answers are new")
        assert read_all(empty) == kept


@pytest.mark.thorough
def test_a_day_of_300_cards_is_studied_without_a_script_error(chromium, site):
    with serving(site) as address:
        set_width(chromium, 390)
        page = StudyPage(chromium, address, builtin_course().info.id).open()
        page.errors()
        chromium.execute_script(f"{DAY} window.day = studyDay(300).catch((error) => error.stack)")
        while (seen := chromium.execute_async_script(LATER)) is None:
            pass  # each step of it has its own limit
        assert isinstance(seen, list), seen
        assert len(seen) == 300
        assert page.errors() == []
        assert (
            len({row["card"] for row in page.rows()}) >= 299
        )  # the last one may wait for a rating
