"""Every command and every subcommand answers `-h` and `--help`; a near name is told."""

import pytest

from flashcards.cli import run
from flashcards.commands.settings import MEANINGS
from flashcards.course.model import DIFFICULTIES
from flashcards.export.quiz_export import EXPORT_FORMATS
from flashcards.options import Difficulty
from flashcards.questions.question import FORMS
from tests.helpers.command_tree import list_commands, list_flags

COMMANDS = list_commands()
TOP = {words[0] for words in COMMANDS if words}


def test_the_commands_of_the_contract_are_there():
    learn = {"quiz", "exam", "checklist", "stats", "path", "glossary", "goal", "config"}
    learn |= {"optimize", "card", "log", "anki"}
    write = {"new", "import", "check", "list", "preview", "build", "translate", "verify", "schema"}
    assert learn | write | {"export", "results"} == TOP
    assert {("log", "export"), ("card", "suspend"), ("anki", "sync")} <= COMMANDS.keys()


@pytest.mark.parametrize("option", ["-h", "--help"])
def test_help_is_given_and_is_no_failure(option, capsys):
    for words in COMMANDS:
        assert run([*words, option]) == 0
        page = capsys.readouterr().out
        assert f"Usage: {' '.join(['ptquiz', *words])} " in page
        assert "--help" in page


def test_every_command_and_option_says_what_it_is_for():
    for words, command in COMMANDS.items():
        assert command.help, words
        assert [each.name for each in command.params if not each.help] == [], words


def test_the_commands_are_listed_for_who_learns_writes_and_teaches(capsys):
    assert run(["--help"]) == 0
    page = capsys.readouterr().out
    places = [page.index(f"─ {panel} ─") for panel in ("Options", "Learn", "Write", "Teach")]
    assert places == sorted(places)
    assert all(f"│ {name} " in page for name in TOP)
    assert "INTEGER" not in page
    assert "<" not in page.replace("<bool>", "").replace("<=", "")


def test_the_choices_are_those_that_the_program_knows():
    assert tuple(Difficulty) == DIFFICULTIES
    for form in FORMS:
        assert run(["--form", form, "--key", "no-such-entry"]) == 1
    for name in MEANINGS:
        assert run(["config", name]) == 0
    for name in ("web", *EXPORT_FORMATS):
        assert run(["export", name, "--key", "no-such-entry"]) == 1
    for attempt in ("best", "first", "last", "all"):
        assert run(["results", "no-such-file", "--attempt", attempt]) == 1


def test_no_flag_is_doubled_and_quiz_has_those_of_the_program():
    own = {"--install-completion", "--show-completion"}
    assert list_flags(COMMANDS[()]) - own == list_flags(COMMANDS["quiz",])


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("exma", "No such command 'exma'. Did you mean 'exam', 'schema'?"),
        ("anki snyc", "No such command 'snyc'. Did you mean 'sync'?"),
        ("--cousre x", "No such option: --cousre (Possible options: --count, --course)"),
        ("--kind cod", "'cod' is not one of concept, term, compare, code, choose, order, cloze, "
         "recall. (did you mean 'code'?)"),
        ("export mooodle", "'mooodle' is not one of 'web', 'moodle', 'canvas', 'sheet', 'csv', "
         "'json'."),
    ],
)  # fmt: skip
def test_a_near_name_is_told_for_a_wrong_line(line, told, capsys):
    assert run(line.split()) == 2
    assert capsys.readouterr().err.endswith(f"{told}\n")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("--deck tensor", "--deck: the course has no deck 'tensor' (did you mean 'tensors'?)\n"),
        ("--tag gp", "--tag: the course has no tag 'gp' (did you mean 'gpu'?)\n"),
        ("--stage 7", "--stage: the course has no stage 7; it has 1, 2, 3, 4\n"),
        ("list --stage 7", "--stage: the course has no stage 7; it has 1, 2, 3, 4\n"),
        ("exam stage1", "stage-4-practice (did you mean 'stage-1'?)\n"),
        ("--tag qqqqqq", "--tag: the course has no tag 'qqqqqq'\n"),
    ],
)
def test_a_near_name_is_told_for_what_the_course_does_not_have(line, told, own_home, capsys):
    assert run(line.split()) == 1
    assert capsys.readouterr().err.endswith(told)


def test_a_group_without_a_command_shows_its_help(capsys):
    assert run(["anki"]) == 2
    assert "Usage: ptquiz anki " in capsys.readouterr().out
