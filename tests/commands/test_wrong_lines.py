"""A wrong line is told by what is wrong with it."""

import pytest

from flashcards.cli import run


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            "--minutes 0",
            "Invalid value for '--minutes': Input should be greater than or equal to 1",
        ),
        ("--stage x", "Invalid value for '--stage': Input should be a valid integer"),
        ("--plain=3", "Option '--plain' does not take a value."),
        ("--minutes", "Option '--minutes' requires an argument."),
        ("-x", "No such option: -x"),
        ("anki pull", "Missing argument 'FILE'."),
        ("import cards.csv", "Missing option '--output' / '-o'."),
        ("stats default", "Got unexpected extra argument(s) (default)"),
        ("goal tomorrow", "Invalid value for 'DATE': Invalid isoformat string: 'tomorrow'"),
        ("--stage 1 stats", "'--stage' before 'stats' would be ignored; write it after 'stats'."),
        ("--plain anki sync", "'--plain' before 'anki' would be ignored; write it after 'anki'."),
        ("check a --course .", "Invalid value for --course: two courses are given: a and ."),
        ("build -o x.pdf", "Invalid value for --output: an Anki package is made; call it x.apkg."),
    ],
)
def test_a_wrong_line_is_told_by_what_is_wrong_with_it(capsys, line, told):
    assert run(line.split()) == 2
    *usage, error = capsys.readouterr().err.splitlines()
    assert error.startswith(f"Error: {told}")
    if usage and "requires" not in told:
        assert usage[0].startswith("Usage: ptquiz ")
        assert usage[1].startswith("Try 'ptquiz")


def test_a_word_that_no_term_has_is_a_problem(capsys):
    assert run(["glossary", "zzzz"]) == 1
    assert capsys.readouterr().err == "No term of the course has this word.\n"
    assert run(["glossary", "zzzz", "--json"]) == 0
    assert capsys.readouterr().out == "[]\n"
    assert run(["glossary", "stride"]) == 0
