"""What a learner reads in Chinese has no English word that is not a name or code."""

import json
import os
import re
from html import unescape
from pathlib import Path

import pytest

import flashcards
from flashcards.cli import run
from flashcards.text.plain_text import read_word_list
from tests.helpers.course_files import write_course
from tests.helpers.course_pages import load_page
from tests.helpers.learner_terminal import get_forker

COURSE = {
    "decks/course.yaml": """\
        id: words
        title: Some words
        author: 作者
        licence: CC0-1.0
        languages: [en, zh]
        promises: {zh: [concept, term, choose, order, recall]}
        stages: {1: {title: Begin, weeks: weeks 1–2, goal: Know it.}}
        """,
    "decks/resources.yaml": """\
        resources:
          book: {title: A book, url: "https://example.org/b", stage: 1}
          shu: {title: 一本书, url: "https://example.org/z", stage: 1, language: zh}
        """,
    "decks/a.yaml": """\
        deck: a
        title: Letters
        entries:
        - {concept: How a tree grows, key: how, see: [book], points: {x: One., y: Two.}, why: So.}
        - {term: tree, key: tree, meaning: A plant with leaves., about: [how], why: As in a wood.}
        - choose: Which thing is green?
          key: green
          about: [how]
          right: {leaf: A leaf}
          wrong: {sky: {text: The sky, why: It is blue.}, sun: {text: The sun, why: It is yellow.}}
          why: Leaves are green.
        - {order: A day, key: day, steps: {m: Morning, n: Noon, e: Evening}, why: The sun moves.}
        - {recall: Why is the sky dark?, key: dark, answer: The sun is away., why: So it is.}
        """,
    "decks/zh/a.yaml": """\
        lang: zh
        course: 一些词
        stages: {1: 开始}
        weeks: {1: 第 1–2 周}
        goals: {1: 学会它。}
        decks: {a: 字母}
        quizzes: {small: 小测验}
        purposes: {small: 试一试。}
        blocks: {Colors: 颜色}
        resources: {book: 英文书}
        words: {tree: 树, leaf: 叶子}
        entries:
          how: {concept: 树怎样生长？, points: {x: 一。, y: 二。}, why: 就是这样。}
          tree: {term: 树, meaning: 它有叶子。, why: 例如林中的树。}
          green:
            choose: 哪一个是绿色的？
            right: {leaf: 叶子}
            wrong: {sky: {text: 天空, why: 天空是蓝色的。}, sun: {text: 太阳, why: 太阳是黄色的。}}
            why: 叶子是绿色的。
          day: {order: 一天, steps: {m: 早晨, n: 中午, e: 傍晚}, why: 太阳在移动。}
          dark: {recall: 为什么天黑？, answer: 因为是夜里。, why: 太阳不在。}
        """,
    "quizzes/small.yaml": """\
        quiz: small
        title: A small quiz
        purpose: Try it.
        pass_mark: 50
        minutes: 10
        picks: [{title: Colors, select: {key: [green]}}]
        """,
}
NAMES = read_word_list(
    "ptquiz PyTorch Anki AnkiWeb FSRS JSON HTML Moodle Canvas GIFT CSV Schema YAML Ctrl Enter Esc "
    "Space PgUp PgDn Tab shell UTF PTQUIZ_HOME SOURCE_DATE_EPOCH colpkg apkg pip install Function "
    "decks build stdin en zh fr html csv json toml db settings nix default small https example "
    "org leaf Lines"
)
"""Names of programs, formats, keys and files; what is typed; and what this course is made of."""
KEYWORDS = read_word_list(
    "concept term compare code choose order cloze recall how tree green day dark login auto "
    "language stage path new minutes width retention sync manual reviews jsonl restore leaf "
    "single multiple match type gap reveal points"
)
"""What is typed: kinds, keys, settings, forms."""
LINES = """\
checklist
stats
path
glossary
exam"""
_WORD = re.compile(
    r"(?<![\w#/.-])[A-Za-z][A-Za-z]+(?![\w/.-]|#)|(?<![\w#/.-])[A-Za-z]+[a-z]\.(?=\s|$)"
)
_CODE = re.compile(
    r"\S*[/\\]\S*|(?<!\w)--?[\w-]+(=\S+)?|^ *language .*|^(new|minutes|retention|width|sync) ", re.M
)


_SPOKEN = re.compile(r'\s(aria-label|aria-description|title|alt|placeholder)="([^"]*)"')
_SETS = re.compile(
    r'(?:setAttribute\("(?:aria-label|aria-description|title|alt|placeholder)", '
    r"|\.(?:title|alt|placeholder|ariaLabel|textContent|innerText) = )(.*)"
)
"""What a line of a script sets to be read or spoken."""


def find_english(text, names=frozenset()):
    """Words of Latin letters that are neither names nor code."""
    found = (word.rstrip(".") for word in _WORD.findall(_CODE.sub(" ", text)))
    return sorted({word for word in found if word not in NAMES.union(names)})


def read_page(html):
    """What is seen and heard of a page."""
    html = re.sub(r"<(style|script)>.*?</\1>", " ", html, flags=re.DOTALL)
    return "\n".join([re.sub(r"<[^>]+>", " ", html), *list_spoken(html)])


def list_spoken(html):
    """The texts of attributes that a screen reader reads or a pointer shows."""
    tags = re.findall(r"<[a-zA-Z][^>]*>", html)
    return [unescape(text) for tag in tags for _, text in _SPOKEN.findall(tag)]


@pytest.fixture
def learner(tmp_path, own_home, monkeypatch):
    """In the folder of a course, with Chinese set for good."""
    folder = write_course(tmp_path / "course", COURSE)
    monkeypatch.chdir(folder)
    (own_home / "settings.toml").write_text('language = "zh"\n', encoding="utf-8")
    return folder


def test_the_finder_finds_english():
    assert find_english("已写入 the file: 3 cards. --stage 1") == ["cards", "file", "the"]
    assert find_english("用法：ptquiz exam [选项]", ["exam"]) == []


def test_what_learners_read_of_their_progress_has_no_english_word(learner, capsys):
    said = {}
    for line in LINES.splitlines():
        assert run([line]) == 0
        said[line] = "".join(capsys.readouterr())
    found = {line: find_english(text, KEYWORDS | {"exam"}) for line, text in said.items()}
    assert [f"{line}: {words}" for line, words in found.items() if words] == []
    assert all(re.search("[\u4e00-\u9fff]", text) for text in said.values())


def test_help_and_errors_are_english(learner, capsys):
    assert run(["stats", "-h"]) == 0
    assert "Usage: ptquiz stats" in capsys.readouterr().out
    assert run(["exam", "nix"]) == 1
    assert capsys.readouterr().err == "there is no quiz 'nix'; the course has: small\n"


@pytest.mark.parametrize(
    ("line", "answers"),
    [
        ("--plain", "1\n\n:s\n树\n:q\n"),
        ("exam small --plain", "2\n\n\n"),
        ("--plain --cram", "?\n:q\n"),
    ],
)
def test_quiz_and_exam_ask_and_tell_in_chinese(learner, own_home, line, answers):
    env = {**os.environ, "PTQUIZ_HOME": str(own_home)}
    said = get_forker().run(answers, arguments=line.split(), env=env)
    shown = said.stdout + said.stderr
    assert "哪一个" in shown or "树" in shown
    assert find_english(shown, {"small", "exam", *KEYWORDS, "card"}) == []


def test_the_pages_are_in_chinese(learner, capsys, tmp_path):
    page = tmp_path / "page.html"
    assert run(["preview", "--lang", "zh", "-o", str(page)]) == 0
    text = load_page(page)
    assert '<html lang="zh"' in text
    assert find_english(read_page(text), {*KEYWORDS, "easy", "medium", "hard"}) == []
    assert run(["export", "sheet", "--lang", "zh", "--quiz", "small", "-o", str(tmp_path)]) == 0
    sheet = (tmp_path / "small.html").read_text(encoding="utf-8")
    assert find_english(read_page(sheet)) == []


def test_what_a_screen_reader_says_is_read_too():
    page = '<p>好</p><input aria-label="typed answer" title="好"><img alt="a &gt; b, said">'
    assert find_english(read_page(page)) == ["answer", "said", "typed"]


def test_scripts_say_only_words_of_the_catalogue():
    folder = Path(flashcards.__file__).parent
    scripts = [*folder.rglob("*.js"), *folder.rglob("templates/*.html")]
    found = [value for each in scripts for value in _SETS.findall(each.read_text(encoding="utf-8"))]
    assert len(found) > 12
    plain = [re.sub(r"\b(?:tell|say)\(.*", "", value) for value in found]
    assert [value for value in plain if re.search(r'"[^"]*[A-Za-z]{2}[^"]*"', value)] == []


def test_path_names_what_is_written_in_chinese_first(learner, capsys):
    run(["path", "--json"])
    [stage] = json.loads(capsys.readouterr().out)
    assert [each["title"] for each in stage["resources"]] == ["一本书", "英文书"]
