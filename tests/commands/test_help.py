"""Help, completion, and what a wrong line is told."""

from typing import get_args

import pytest

from flashcards.cli import Difficulty, EntryKind
from flashcards.commands.learner import MEANINGS
from flashcards.course.model import DIFFICULTIES, KINDS
from flashcards.export.quiz_export import EXPORT_FORMATS
from flashcards.questions.question import Form
from flashcards.words import LANGUAGES, load_texts
from tests.helpers.command_tree import list_commands

COMMANDS = list_commands()
TOP = {words[0] for words in COMMANDS if words}
CONTRACT = {
    "Learn": "quiz exam checklist stats path glossary compare goal config optimize card log anki",
    "Write": "new import check list preview build translate verify schema",
    "Teach": "export results",
}
GROUPS = {
    "card": "show find list suspend restore bury flag unflag",
    "log": "export import",
    "anki": "login sync status logout pull",
}


def test_the_commands_of_the_contract_are_there_under_their_panels(ptquiz):
    page = ptquiz("--help").out
    panels = page.split("─ Learn ─")[1].replace("─ Teach ─", "─ Write ─").split("─ Write ─")
    for panel, names in zip(panels, CONTRACT.values(), strict=True):
        assert all(f"│ {name} " in panel for name in names.split())
    assert {name for names in CONTRACT.values() for name in names.split()} == TOP
    for group, names in GROUPS.items():
        assert {words[1] for words in COMMANDS if words[:1] == (group,) and words[1:]} == {
            *names.split()
        }
    assert ptquiz("anki").code == 2
    assert "Usage: ptquiz anki " in ptquiz("anki").out


def test_every_command_has_help_for_itself_and_each_option(ptquiz):
    for words, command in COMMANDS.items():
        said = ptquiz([*words, "-h" if len(words) == 1 else "--help"])
        assert (said.code, f"Usage: {' '.join(['ptquiz', *words])} " in said.out) == (0, True)
        assert command.help, words
        assert [each.name for each in command.params if not each.help] == [], words


def test_the_choices_are_those_that_the_program_knows(ptquiz):
    assert (tuple(Difficulty), tuple(EntryKind)) == (DIFFICULTIES, tuple(KINDS))
    for form in get_args(Form):
        assert ptquiz(["--form", form, "--key", "no-such-entry"]).code == 1
    for name in MEANINGS:
        assert ptquiz(["config", name]).code == 0
    for name in ("web", *EXPORT_FORMATS):
        assert ptquiz(["export", name, "--key", "no-such-entry"]).code == 1


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("exma", "No such command 'exma'. Did you mean 'exam', 'schema'?"),
        ("anki snyc", "No such command 'snyc'. Did you mean 'sync'?"),
        ("--cousre x", "No such option: --cousre (Possible options: --count, --course)"),
        ("export mooodle", "'mooodle' is not one of 'web', 'moodle', 'canvas', 'sheet', 'csv', "
         "'json'."),
        ("--kind cod", "'cod' is not one of 'concept', 'term', 'compare', 'code', 'choose', "
         "'order', 'cloze', 'recall'."),
        ("--minutes 0", "Error: Invalid value for '--minutes': Input should be greater than or "
         "equal to 1"),
        ("--ahead --new 3", "Error: '--new' cannot be combined with '--ahead'."),
        ("--plain=3", "Error: Option '--plain' does not take a value."),
        ("anki pull", "Error: Missing argument 'FILE'."),
        ("stats default", "Error: Got unexpected extra argument(s) (default)"),
        ("goal tomorrow", "Error: Invalid value for 'DATE': Invalid isoformat string: 'tomorrow'"),
        ("--stage 1 stats", "'--stage' before 'stats' would be ignored; write it after 'stats'."),
        ("--plain anki sync", "'--plain' before 'anki' would be ignored; write it after 'anki'."),
        ("export csv --forms A,B", "Error: '--forms' is only for 'export sheet'."),
        ("export web --points 2", "Error: '--points' is not for 'export web'."),
        ("config colour red", "'colour' is not one of 'language', 'stage', 'new', 'minutes', "
         "'ask', 'retention'."),
    ],
)  # fmt: skip
def test_a_wrong_line_is_told_by_what_is_wrong_with_it(line, told, ptquiz):
    said = ptquiz(line)
    assert (said.code, said.err.splitlines()[-1].endswith(told)) == (2, True)
    if "Usage" in said.err:
        assert "\nTry 'ptquiz" in said.err


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("--deck tensor", "--deck: the course has no deck 'tensor'; did you mean 'tensors'?\n"),
        ("--tag qqqqqq", "no tag 'qqqqqq'; 'ptquiz list' shows what the course has\n"),
        ("--key dpddp", "--key: the course has no entry 'dpddp'; did you mean 'dp-ddp'?\n"),
        (
            "build --exclude qqqqqq",
            "no entry 'qqqqqq'; 'ptquiz list --keys' shows what the course has\n",
        ),
        ("build --stage 7", "--stage: the course has no stage 7; it has 1, 2, 3, 4\n"),
        ("exam stage1", "; did you mean 'stage-1'?\n"),
        (
            "glossary zzzz",
            "No term of the course matches; 'ptquiz glossary' lists all of them.\n",
        ),
        (
            "glossary --deck tensor",
            "--deck: the course has no deck 'tensor'; did you mean 'tensors'?\n",
        ),
    ],
)
def test_a_near_name_is_told_for_what_the_course_does_not_have(line, told, ptquiz):
    said = ptquiz(line)
    assert (said.code, said.err.endswith(told)) == (1, True)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_command_that_learners_are_told_is_there(lang):
    for id, text in load_texts(lang).items():
        for command in str(text).split("'ptquiz ")[1:]:
            assert command.split()[0].rstrip("'") in TOP, id
