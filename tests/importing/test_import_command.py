"""What the command prints: notes where they are seen, counts for the rest."""

import pytest

from flashcards.cli import run


@pytest.fixture
def ask(desk, capsys, monkeypatch):
    monkeypatch.chdir(desk.folder)

    def ask(*arguments):
        code = run(["import", *arguments, "-o", "course"])
        said = capsys.readouterr()
        return code, said.out.splitlines(), said.err.splitlines()

    return ask


TABLE = "question,answer,stage\nWhy?,Because.,\nWhat?,,\nHow?,So.,77\nWho?,Me.,\n"


def test_items_with_a_note_are_told_and_the_others_counted_or_named_if_verbose(desk, ask):
    desk.put("cards.csv", TABLE)
    code, lines, _ = ask("cards.csv")
    assert (code, lines[1:]) == (0, [
        "left out  cards.csv, row 3: has no answer",
        "new       how (cards.csv, row 4): stage '77' is not from 1 to 9",
        "3 new, 1 left out: course",
        "Next: ptquiz check course",
    ])  # fmt: skip
    _, lines, _ = ask("cards.csv", "--verbose")
    names = [line.split(" (")[0] for line in lines[1:] if line.startswith("known")]
    assert names == ["known     why", "known     how", "known     who"]


def test_new_decks_of_a_course_that_is_there_are_named_for_its_quizzes(desk, ask):
    desk.put("cards.csv", "question,answer\nWhy?,Because.\n")
    ask("cards.csv")
    desk.put("cards.csv", "question,answer\nWhy?,Because.\nHow?,So.\n")
    _, lines, _ = ask("cards.csv")
    assert lines[-1] == "A quiz asks them when its file in quizzes/ names cards-2"


def test_a_deck_with_mistakes_is_told_and_nothing_is_imported(desk, ask):
    desk.put("cards.csv", "question,answer,key\nWhy?,Because.,why\n")
    ask("cards.csv")
    desk.edit("cards.yaml", "answer: Because.", "anwser: Because.")
    before = (desk.course / "decks/cards.yaml").read_text()
    desk.put("cards.csv", "question,answer,key\nWhy?,Because.,why\nHow?,So.,how\n")
    code, _, errors = ask("cards.csv")
    assert code == 1
    assert "cards.yaml:" in errors[0]
    assert (desk.course / "decks/cards.yaml").read_text() == before


@pytest.mark.parametrize("more", [(), ("--dry-run",), ("--json",)])
def test_an_import_of_which_nothing_can_be_used_fails(desk, ask, more):
    desk.put("cards.csv", "question,answer\nWhy?,\nHow?,\n")
    code, lines, err = ask("cards.csv", *more)
    assert code == 1
    assert lines
    assert err == ["nothing of it could become an entry"]
    assert not desk.course.exists()
