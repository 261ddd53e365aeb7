"""With Chinese set, what learners are shown is Chinese; help and errors are English.

The author of the course writes Greek: a Latin letter is then neither a text of `words/zh.json` nor
the author's, but for names of commands, keys and places.
"""

import html
import os
import re
import shlex

import pytest

from flashcards.anki.note_types import NoteType
from flashcards.cli import run
from flashcards.course.model import KINDS
from flashcards.words import Words
from tests.helpers.course_files import write_course
from tests.helpers.course_pages import read_cards, read_index
from tests.helpers.learner_terminal import get_forker

COURSE = {
    "decks/course.yaml": """\
        id: kkk
        title: Αα
        author: Ββ
        licence: CC0-1.0
        source: zh
        languages: [zh]
        stages: {1: {title: Γγ, goal: Δδ, weeks: 1-2}}
        """,
    "decks/resources.yaml": """\
        resources:
          rrr: {title: Εε, url: "https://e.org/", stage: 1}
          sss: {title: Στ, url: "https://e.org/", stage: 1, language: zh}
        """,
    "decks/d.yaml": """\
        deck: ddd
        title: Ζζ
        entries:
        - {term: Ηη, key: k1, meaning: Θθ., why: Ιι., see: [rrr]}
        - {term: Κκ, key: k2, meaning: Λλ., why: Μμ., as_of: 2026-11}
        - {concept: Νν, key: k3, ask: Οο？, points: {p: Ξξ, q: Οο}, misconception: Ππ., why: Ππ.}
        - {recall: Ρρ, key: k4, answer: Σσ., why: Ττ.}
        - {cloze: Υυ Φφ Χχ., key: k5, gaps: {1: Φφ}, why: Ψψ.}
        - {order: Ωω, key: k6, steps: {a: αβ, b: αγ, c: αδ}, why: αε.}
        - choose: αζ
          key: k7
          right: {r: αη}
          wrong: {w: {text: αθ, why: αι.}, v: {text: ακ, why: αλ.}}
          why: αμ.
        - compare: {m: αν, n: αξ, o: αξξ}
          key: k8
          rows: {row: {aspect: αο, m: απ, n: αρ, o: αρρ, ask: {m: ας, n: ατ}, why: αυ.}}
        - {code: '1 + 1', key: k9, prints: '2', why: αφ.}
        """,
    "quizzes/q.yaml": (
        "quiz: qqq\ntitle: Ψω\nminutes: 5\npass_mark: 50\nselect: {kind: [choose, order]}\n"
    ),
}
NAMES = re.compile(
    r"ptquiz exam [^\n]*|ptquiz(?: -*[a-z][\w/#]*)*|https://e\.org/|r\.json|\w+(?:\|\w+)+"
    r"|\bk\d(?:/row)?(?:#\d)?\b|\b(?:kkk|ddd|qqq|rrr|zh)\b"  # keys that the author gave
    r"|Enter|Esc|\[x\]|[yY]/[nN]|(?<=\s):?[a-z](?=\s)|\b[A-Z]\b|\bMB\b|\b[0-9a-f]{8}\b|Anki|PyTorch"
)
"""What is a name and no word."""


@pytest.fixture
def say(tmp_path, monkeypatch, own_home):
    """Runs a command line for the course in Chinese; gives all that it printed."""
    write_course(tmp_path / "course", COURSE)
    monkeypatch.chdir(tmp_path)

    def call(line, keys=""):
        env = {**os.environ, "PTQUIZ_HOME": str(own_home), "LANG": "zh_CN.UTF-8", "COLUMNS": "100"}
        done = get_forker().run(keys, arguments=shlex.split(line), env=env)
        assert done.stderr == ""
        return done.stdout

    return call


def list_latin(said):
    """The lines with a Latin letter that is not part of a name."""
    return [line for line in NAMES.sub("", said).splitlines() if re.search("[A-Za-z]", line)]


SESSION = "?\n1\n\n2\n\n:s\n:b\n:f\n:w\n:r\n:u\n1\n\n3\n1\n2\n\n1\n\n:q\n"
LINES = {
    "--plain --course course": SESSION,
    "--plain --cram --course course": "1\n\n2\n\n1\n3\n1\n2 1\n\n" * 6,
    "exam qqq --plain --result r.json --name Ψ --course course": "\n2\n3 1 2\ny\ny\n",
    "stats --course course": "",
    "path --course course": "",
    "checklist --course course": "",
    "glossary --course course": "",
    "card show k3 k7 k8 --course course": "",
}


@pytest.mark.parametrize("line", LINES)
def test_a_command_of_learners_prints_no_english(say, line):
    said = say(line, LINES[line])
    assert re.search("[\u4e00-\u9fff]", said) or line.startswith("glossary")
    assert list_latin(said) == []


def test_what_is_written_in_the_language_of_the_cards_is_named_first(say):
    said = say("path --course course")
    assert 0 < said.index("Στ") < said.index("Εε")


def read_page(text):
    """What a page shows and says to a screen reader."""
    seen = re.sub(r"<script.*?</script>|<style.*?</style>|<meta[^>]*>", "", text, flags=re.DOTALL)
    named = re.findall(r'(?:aria-label|title|placeholder|alt)="([^"]*)"', seen)
    return html.unescape("\n".join([re.sub("<[^>]*>", "\n", seen), *named]))


def draw_page(page):
    """The page with the cards and sections that its script draws."""
    index = read_index(page)
    sections = [section[name] for section in index["sections"] for name in ("name", "title")]
    sides = [card[side] for card in read_cards(page).values() for side in ("front", "back")]
    drawn = "\n".join([page, *index["kinds"].values(), *sections, *sides])
    return drawn.replace("[[type:Answer]]", "")


def test_the_page_and_a_printed_exam_have_no_english(say, tmp_path):
    say("export web course -o made/web.html")
    say("export sheet course --quiz qqq -o made/paper.html")
    made = tmp_path / "made"
    page, paper = ((made / name).read_text("utf-8") for name in ("web.html", "paper.html"))
    for text in (draw_page(page), paper):
        assert list_latin(read_page(text)) == []
        assert 'lang="zh"' in text


@pytest.mark.parametrize("kind", KINDS)
def test_cards_in_anki_have_no_english(kind):
    for card in NoteType(kind, Words("zh")).templates:
        shown = re.sub(r"\{\{[^{}]*\}\}", "", card["qfmt"] + card["afmt"])
        assert list_latin(read_page(shown)) == []


def test_help_and_errors_are_english(own_home, capsys):
    (own_home / "settings.toml").write_text('language = "zh"\n', encoding="utf-8")
    assert run(["stats", "-h"]) == 0
    assert "Usage: ptquiz stats" in capsys.readouterr().out
    assert run(["exam", "nix"]) == 1
    assert capsys.readouterr().err.startswith("there is no quiz 'nix'")
