"""Options that do not fit the command or the format are refused before anything is read."""

from pathlib import Path

import pytest

REFUSED = [
    ("export moodle nowhere -o quiz.pdf",
     "--output: 'quiz.pdf' ends in .pdf, but 'moodle' writes .xml; name another file."),
    ("export web nowhere -o page.pdf",
     "--output: 'page.pdf' ends in .pdf, but 'web' writes .html; name another file."),
    ("export csv nowhere -o cards.json",
     "--output: 'cards.json' ends in .json, but 'csv' writes .csv; name another file."),
    ("build nowhere -o deck.html",
     "--output: 'deck.html' ends in .html, but 'build' writes .apkg; name another file."),
    ("preview nowhere -o cards.apkg",
     "--output: 'cards.apkg' ends in .apkg, but 'preview' writes .html; name another file."),
    ("export canvas nowhere -o -",
     "--output: '-' is standard output, where only one file of text fits; name a file."),
    ("export web nowhere -o -",
     "--output: '-' is standard output, where only one file of text fits; name a file."),
    ("build nowhere -o -",
     "--output: '-' is standard output, where only one file of text fits; name a file."),
    ("export sheet nowhere --forms A,A",
     "--forms: give different names of letters and digits, such as A,B,C; 'key' is none."),
    ("export sheet nowhere -o exam.html --browser chrome",
     "--browser: only a .pdf is printed by a browser; name one with -o."),
    ("goal 2027-03-31 --remove",
     "--remove: give a date or --remove, not both."),
    ("goal 2020-01-01 --remove",
     "--remove: give a date or --remove, not both."),
    ("goal --stage 2",
     "--stage: it needs a date, for example: ptquiz goal 2027-03-31 --stage 2"),
    ("goal --remove --stage 2",
     "--stage: it needs a date, for example: ptquiz goal 2027-03-31 --stage 2"),
    ("translate nowhere --todo --accept all",
     "--accept: --todo lists entries and --accept changes them; give one of the two."),
    ("results nowhere.csv -o report.pdf",
     "--output: 'report.pdf' must end with .html or .csv, which says what it becomes."),
]  # fmt: skip


@pytest.mark.parametrize(("line", "reason"), REFUSED, ids=[line for line, _ in REFUSED])
def test_an_option_that_does_not_fit_is_named_with_exit_code_two(ptquiz, line, reason):
    said = ptquiz(line)
    assert (said.code, said.err) == (2, f"Error: Invalid value for {reason}\n")
    assert [path.name for path in Path().iterdir()] == ["course"]


def test_a_page_to_study_in_takes_no_option_of_a_quiz(ptquiz):
    said = ptquiz("export web course --verbose")
    assert (said.code, said.lines[-1]) == (2, "Error: '--verbose' is not for 'export web'.")


@pytest.mark.parametrize(
    ("command", "offered"),
    [("build", False), ("preview", True), ("export", True), ("results", False)],
)
def test_standard_output_is_offered_only_where_it_works(ptquiz, command, offered):
    said = ptquiz(f"{command} --help")
    assert ("standard output" in " ".join(said.text.replace("│", "").split())) == offered


@pytest.mark.parametrize("format_name", ["moodle", "csv", "json"])
def test_text_is_written_to_standard_output(ptquiz, format_name):
    said = ptquiz(f"export {format_name} course -o -")
    assert (said.code, bool(said.out)) == (0, True)
