"""A pipe, an endless device and endless brackets in the place of each file that is read.

Every command says in one clear line which file it cannot use, at once.
"""

import os
import shutil
from pathlib import Path

import pytest

BRACKETS = "[" * 100_000
COURSE = {
    "decks/course.yaml": "id: c\ntitle: C\nauthor: A\nlicence: CC BY 4.0\nlanguages: [en, zh]\n",
    "decks/resources.yaml": "resources:\n  r: {title: R, url: 'https://example.org', stage: 1}\n",
    "decks/a.yaml": "deck: a\ntitle: A\nstage: 1\nentries:\n"
    "- {term: leaf, key: leaf, meaning: 'no parents ![a leaf](leaf.svg)'}\n"
    "- {term: root, key: root, meaning: no children}\n",
    "decks/b.yaml": "deck: b\ntitle: B\nstage: 1\nentries:\n"
    "- {recall: Why b?, key: why-b, answer: Because.}\n",
    "decks/zh/words.yaml": "lang: zh\nentries:\n  root: {term: 根, meaning: 没有}\n",
    "decks/media/leaf.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
    "decks/verified.json": "{}\n",
    "decks/deck.lock": "ptquiz-lock 2\n",
    "quizzes/q.yaml": "quiz: q\ntitle: Q\nselect: {deck: [a]}\ncount: 1\n",
    "own.yaml": "quiz: own\ntitle: Own\nselect: {deck: [a]}\ncount: 1\n",
    "own.css": ".card { color: red; }\n",
    "lines.jsonl": "",
    "cards.csv": "question,answer\nWhy is it so?,Because.\n",
    "bank.xml": "<quiz><question type='shortanswer'><questiontext><text>Why?</text></questiontext>"
    "<answer fraction='100'><text>So.</text></answer></question></quiz>",
}
CHECK = ["check", "."]
BUILD = ["build", ".", "-o", "out/a.apkg", "--force"]
PREVIEW = ["preview", ".", "-o", "out/p.html", "--force"]
EXPORT = ["export", "json", ".", "-o", "out/q.json", "--force"]
EXAM = ["exam", "q", "--course", ".", "--plain"]
QUIZ = ["--course", ".", "--plain"]
PATH, CHECKLIST, STATS = ([name, "--course", "."] for name in ("path", "checklist", "stats"))
EVERY = [CHECK, BUILD, PREVIEW, EXAM, QUIZ]
"""Of each way to read a course one command: its files, with its pictures, or the copy of it."""
TEXTS = [CHECK, QUIZ]
"""The same where pictures make no difference."""

READERS = {
    "decks/course.yaml": EVERY,
    "decks/resources.yaml": TEXTS,
    "decks/b.yaml": TEXTS,
    "decks/zh/words.yaml": TEXTS,
    "quizzes/q.yaml": TEXTS,
    "decks/media/leaf.svg": EVERY,
    "decks/verified.json": [BUILD, PREVIEW],
    "decks/deck.lock": [CHECK, BUILD, PREVIEW],
    "own.yaml": [
        [*BUILD, "--quiz", "own.yaml"],
        [*PREVIEW, "--quiz", "own.yaml"],
        [*EXPORT, "--quiz", "own.yaml"],
        [*QUIZ, "--quiz", "own.yaml"],
        ["exam", "own.yaml", "--course", ".", "--plain"],
    ],
    "own.css": [[*BUILD, "--style", "own.css"]],
    "old.apkg": [["import", "old.apkg", "-o", "out/a"]],
    "lines.jsonl": [["log", "import", "lines.jsonl"]],
    "cards.csv": [["import", "cards.csv", "-o", "out/c"]],
    "bank.xml": [["import", "bank.xml", "-o", "out/x"]],
    "home/reviews.db": [QUIZ, STATS, CHECKLIST, PATH, ["log", "export", "out/l"]],
}
WORDS = {
    "pipe": ("is not a file", "no plain file", "is a link", "no file", "disk I/O error"),
    "zeros": ("is not a file", "no plain file", "is a link", "disk I/O error"),
    "brackets": (
        "nested deeper", "not what its name says", "is damaged", "expected 'ptquiz-lock 2'",
        "not a picture", "not a package", "nested too deep", "only one column",
        "no XML that can be read", "not a database",
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def valid(tmp_path_factory) -> Path:
    """A valid course with everything that any command reads."""
    folder = tmp_path_factory.mktemp("valid")
    for name, text in COURSE.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    shutil.copy(Path(__file__).parent / "importing/data/anki-old.apkg", folder / "old.apkg")
    return folder


@pytest.fixture
def folder(valid, tmp_path) -> Path:
    shutil.copytree(valid, tmp_path / "course")
    (tmp_path / "course" / "home").mkdir()
    return tmp_path / "course"


@pytest.fixture
def ptquiz(forker, folder):
    """Runs a command in the course; one that hangs raises."""
    env = {"PTQUIZ_HOME": str(folder / "home"), "PATH": "/usr/bin:/bin"}
    return lambda line: forker.run(arguments=line, folder=str(folder), env=env)


def put(attack: str, path: Path) -> None:
    """Put something hostile in the place of a file."""
    path.unlink(missing_ok=True)
    if attack == "pipe":
        os.mkfifo(path)
    elif attack == "zeros":
        path.symlink_to("/dev/zero")
    else:
        path.write_text(BRACKETS)


@pytest.mark.thorough
def test_every_command_works_without_an_attack(ptquiz):
    readers = [line for lines in READERS.values() for line in lines]
    for line in (line for n, line in enumerate(readers) if line not in readers[:n]):
        said = ptquiz(line)
        assert "Traceback" not in said.stderr, line
        assert said.returncode == 0 or (said.returncode in (1, 130) and not said.stderr), said


@pytest.mark.sampled(3)
@pytest.mark.parametrize("attack", ["pipe", "zeros", "brackets"])
@pytest.mark.parametrize("name", READERS)
def test_one_clear_line_says_which_file_cannot_be_used(folder, ptquiz, name, attack):
    if (name, attack) == ("own.css", "brackets"):
        return  # a style sheet may say that
    put(attack, folder / name)
    for line in READERS[name]:
        said = ptquiz(line)
        assert said.returncode == 1 or line[0] == "preview", said
        lines = (said.stdout + said.stderr).splitlines()
        naming = [each for each in lines if Path(name).name in each]
        assert len(naming) == 1, said
        assert any(words in naming[0] for words in WORDS[attack]), said
        assert len(naming[0]) < 300, said
        assert "Traceback" not in said.stderr, said
        told = [each for each in said.stderr.splitlines() if not each.startswith("    ")]
        assert len(told) <= 1, said  # beside hints
