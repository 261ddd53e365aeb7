"""A command that somebody is told to type works as it is told, from where they are."""

import io
import re
import shlex

import pytest

from flashcards.cli import run
from flashcards.commands.registry import COMMANDS, load_command
from flashcards.commands.speaker import Speaker, quote_word
from flashcards.source.course import builtin_folder
from flashcards.words.catalog import load_own_words
from flashcards.words.message import Message
from tests.helpers.course_files import write_course

COURSE = {
    "decks/course.yaml": """\
        id: nets
        title: Nets
        author: A
        licence: CC0-1.0
        languages: [en, zh]
        """,
    "decks/resources.yaml": "resources: {rfc: {title: RFC, url: 'https://e.org/', stage: 1}}\n",
    "decks/n.yaml": """\
        deck: n
        title: Basics
        entries:
        - {term: hop, key: hop, meaning: One step of a packet., why: So.}
        - {term: route, key: route, meaning: All steps of a packet., why: So.}
        - {term: old, key: old, meaning: Gone., why: So., retired: taught no more}
        - choose: Which is faster?
          key: fast
          stage: 2
          right: {glass: Glass}
          wrong: {post: {text: Letters, why: They walk.}, smoke: {text: Smoke, why: No.}}
          why: Light.
        """,
    "decks/zh/n.yaml": """\
        lang: zh
        entries:
          hop: {term: 跳, meaning: 一步。, why: 是。}
          route: {term: 路, meaning: 全部。, why: 是。}
          fast:
            choose: 哪个快？
            right: {glass: 光}
            wrong: {post: {text: 信, why: 慢。}, smoke: {text: 烟, why: 不。}}
            why: 光。
        """,
    "quizzes/placement.yaml": """\
        quiz: placement
        title: Where to begin
        minutes: 5
        picks: [{title: One, select: {key: [fast]}, count: 1}]
        """,
    "quizzes/final.yaml": "quiz: final\ntitle: Final\nselect: {key: [fast]}\npass_mark: 50\n",
}
DUTCH = COURSE["decks/course.yaml"].replace("zh]", "zh, qaa]")
TOLD = re.compile(r"ptquiz(?: (?:\"[^\"]*\"|[\w./#:-]+))*", re.ASCII)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A course in a folder whose name needs quotes; the working folder lies in none."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LANG", "C")
    monkeypatch.setenv("COLUMNS", "400")
    return write_course(tmp_path / "my {nets}", COURSE).relative_to(tmp_path)


@pytest.fixture
def hear(monkeypatch, capsys):
    """Runs a command line with keys; gives the exit code and all that was said."""

    def call(line, keys=""):
        monkeypatch.setattr("sys.stdin", io.StringIO(keys))
        code = run(shlex.split(line))
        said = capsys.readouterr()
        return code, said.out + said.err

    return call


SITTINGS = [
    ("--plain --course {}", ":s\n:q\n"),
    ("--plain --course {} --lang zh", ":s\n:q\n"),
    ("exam placement --plain --course {}", "\n1\ny\n"),
    ("exam final --plain --course {}", "\n:q\ny\n"),
    ("exam final --plain --course {} --seed 1", "\n2\ny\n"),
    ("exam final --plain --course {} --seed 1", "\n1\ny\n"),
    ("exam --course {}", ""),
    ("path --plain --course {}", ""),
    ("checklist --plain --course {}", ""),
    ("glossary --course {}", ""),
    ("goal --course {}", ""),
    ("card list --course {}", ""),
    ("list {}", ""),
    ("build {} --key old -o b.apkg", ""),
    ("build {} -o a.apkg", ""),
    ("check {}", ""),
    ("translate {} --lang zh", ""),
    ("card suspend hop route fast --course {}", ""),
    ("--plain --course {}", ""),
    ("card restore hop route fast --course {}", ""),
]


def test_every_command_that_is_told_in_a_course_elsewhere_works_as_typed(folder, hear):
    place = quote_word(str(folder))
    found = dict.fromkeys(collect(hear(f"stats --plain --course {place}")))
    for line, keys in SITTINGS:
        found |= dict.fromkeys(collect(hear(line.format(place), keys)))
    assert {each.replace(place, "DIR") for each in found} == {
        "ptquiz --course DIR",
        "ptquiz path --course DIR --stage 1",
        "ptquiz path --lang zh --course DIR --stage 1",
        "ptquiz exam --course DIR placement",
        "ptquiz exam --lang zh --course DIR placement",
        "ptquiz exam --course DIR final",
        "ptquiz exam --course DIR final --plain",
        "ptquiz goal --course DIR 2027-01-31 --stage 2",
        "ptquiz card restore --course DIR hop#0",
        "ptquiz card restore --lang zh --course DIR hop#0",
        "ptquiz card list",
        "ptquiz build DIR --release",
        "ptquiz translate DIR --lang zh --accept hop",
        "ptquiz translate DIR --lang zh --accept route",
        "ptquiz translate DIR --lang zh --accept fast",
    }
    for command in found:
        code, said = hear(command.removeprefix("ptquiz"), "\n1\n:q\ny\n")
        assert code == 0, (command, said)
        assert "PyTorch" not in said, (command, said)


def collect(heard):
    """Every command in what was said."""
    return TOLD.findall(heard[1])


@pytest.mark.parametrize("inside", [True, False])
def test_a_course_that_is_taken_without_being_told_is_not_named(folder, hear, monkeypatch, inside):
    monkeypatch.chdir(folder)
    course = "." if inside else builtin_folder()
    _, said = hear(f"--plain --course {quote_word(str(course))}", ":s\n:q\n")
    named = "" if inside else f" --course {quote_word(str(course))}"
    assert f"'ptquiz path{named} --stage 1'" in said
    monkeypatch.chdir(folder.parent)


def test_the_built_in_course_is_named_nowhere_else(folder, hear):
    _, said = hear(f"exam --course {builtin_folder()}")
    assert "\nptquiz exam " in said
    assert "--course" not in said


def test_a_line_without_a_course_forgets_that_of_the_line_before(folder, hear):
    hear(f"exam --course {quote_word(str(folder))}")
    assert "--course" not in hear("exam")[1]


def test_commands_that_take_no_course_stay(folder):
    speaker = Speaker()
    speaker.listen(load_command("path").options, {"course": folder})
    words = speaker.find_words("en")
    for command in ("ptquiz config stage 2", "ptquiz new NAME", "ptquiz card", "ptquiz export"):
        assert words.format_command(command) == command
    assert words.format_command("ptquiz export csv") == f'ptquiz export csv "{folder}"'


def test_the_hint_of_a_problem_names_the_course_in_its_command(folder):
    speaker = Speaker()
    speaker.listen(load_command("check").options, {"folder": folder})
    hint = Message("hint-accept-translation", lang="zh", key="leaf")
    command = f'ptquiz translate "{folder}" --lang zh --accept leaf'
    assert speaker.find_words("en").render(hint) == f"check it, then '{command}'"


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_command_that_is_told_stands_in_braces(lang):
    bare = re.compile(rf"(?<![{{\w/.-])ptquiz (?:{'|'.join(COMMANDS)})\b")
    assert [name for name, words in load_own_words(lang).items() if bare.search(words)] == []


@pytest.mark.parametrize(
    ("name", "word"),
    [("nets", "nets"), ("my nets", '"my nets"'), ("a$b", "'a$b'"), ("C:\\x", '"C:\\x"')],
)
def test_a_name_is_one_word_for_a_shell(name, word):
    assert quote_word(name) == word
    assert shlex.split(word) == [name]
