"""Every command and every subcommand answers `-h` and `--help`."""

import pytest

from flashcards.cli import run
from flashcards.commands.registry import COMMANDS, load_command

SUBCOMMANDS = [[name, inner] for name in COMMANDS for inner in load_command(name).commands]
LINES = [[], *([name] for name in COMMANDS), *SUBCOMMANDS]


def test_the_log_has_subcommands():
    assert ["log", "export"] in SUBCOMMANDS


@pytest.mark.parametrize("option", ["-h", "--help"])
def test_help_is_given_and_is_no_failure(option, capsys):
    for words in LINES:
        assert run([*words, option]) == 0
        out = capsys.readouterr().out
        assert out.startswith(f"Usage: {' '.join(['ptquiz', *words])} ")
        assert "-h, --help" in out


@pytest.mark.parametrize(
    ("command", "shown", "taken"),
    [
        ("export", "--course-title NAME", ["--shuffle", "--no-shuffle", "--key-in"]),
        ("check", "--course DIR", []),
    ],
)
def test_help_names_one_way_of_each_and_the_others_are_taken(command, shown, taken, capsys):
    run([command, "--help"])
    page = capsys.readouterr().out
    assert shown in page
    assert [flag for flag in taken if flag in page] == []
    given = {flag: ["x"] * (flag == "--key-in") for flag in taken}
    for flag, value in given.items():
        run([command, flag, *value])
        assert "No such option" not in capsys.readouterr().err


@pytest.mark.parametrize("columns", ["80", "60"])
def test_the_first_24_rows_hold_what_a_learner_needs(columns, monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", columns)
    assert run(["--help"]) == 0
    page = capsys.readouterr().out.splitlines()
    first = "\n".join(page[:24]) if columns == "80" else "\n".join(page)
    for name in ("quiz", "exam", "stats", "goal", "config", "log", "anki"):
        assert f"\n  {name} " in first
    places = [page.index(f"{head}:") for head in ("Learn", "Your pace", "Your data", "Teach")]
    assert places == sorted(places)
    assert page.index("Options:") > places[-1]
    assert any(line.startswith("  -V, --version") for line in page)


@pytest.mark.parametrize("words", [[], ["exam"], ["anki"], ["anki", "sync"], ["quiz"]])
def test_the_command_help_shows_the_same_page(words, capsys):
    assert run(["help", *words]) == 0
    shown = capsys.readouterr().out
    assert run([*words, "--help"]) == 0
    assert capsys.readouterr().out == shown


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("help exma", "No such command 'exma'. (did you mean 'exam'?)"),
        ("help anki snyc", "No such command 'snyc'. (did you mean 'sync'?)"),
        ("help exam 1", "No such command '1'."),
        ("exma", "No such command 'exma'. (did you mean 'exam'?)"),
        ("--kind cod", "recall. (did you mean 'code'?)"),
        ("export mooodle", "json. (did you mean 'moodle'?)"),
    ],
)
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


def test_no_sentence_of_a_list_of_commands_is_cut(capsys):
    for words in ([], ["anki"], ["log"], ["card"]):
        assert run([*words, "--help"]) == 0
        assert not any(line.endswith("…") for line in capsys.readouterr().out.splitlines())
