"""Importing into a course that is there: a new deck file, and nothing of the author's changes."""

import pytest

from tests.importing.conftest import PNG


def told(report):
    return {item.key or item.place: (item.status, *item.notes) for item in report.items}


def write_rows(desk, *rows):
    lines = (",".join(f'"{cell}"' for cell in (*row, "")[:3]) for row in rows)
    desk.put("cards.csv", "question,answer,why\n" + "\n".join(lines) + "\n")


def load_files(desk):
    return {path: path.read_bytes() for path in desk.course.rglob("*") if path.is_file()}


def test_nothing_new_changes_no_file(desk):
    write_rows(desk, ("Why p?", "Because a."))
    desk.imports("cards.csv")
    before = {path: path.stat().st_mtime_ns for path in desk.course.rglob("*")}
    report = desk.imports("cards.csv")
    assert told(report) == {"p": ("known",)}
    assert report.written == []
    assert {path: path.stat().st_mtime_ns for path in desk.course.rglob("*")} == before


def test_a_grown_table_brings_its_new_rows_in_a_deck_of_their_own(desk):
    write_rows(desk, ("Why p?", "Because a."))
    desk.imports("cards.csv")
    desk.edit("cards.yaml", "answer: Because a.", "# mine\n  answer: Because of me.")
    before = load_files(desk)
    write_rows(desk, ("Why p?", "Because a."), ("Why q?", "Because b."))
    report = desk.imports("cards.csv")
    assert told(report) == {
        "p": ("known",
              "the course keeps its answer 'Because of me.'; the file has 'Because a.'"),
        "q": ("new",),
    }  # fmt: skip
    new = desk.course / "decks/cards-2.yaml"
    assert report.written == [new]
    assert load_files(desk) == {**before, new: new.read_bytes()}
    found = {key: entry.answer for key, entry in desk.entries().items()}
    assert found == {"p": "Because of me.", "q": "Because b."}


def test_an_explanation_that_differs_needs_no_note_and_case_and_spaces_do_not_count(desk):
    write_rows(desk, ("Why  `p`?", "Because a.", "Old."))
    desk.imports("cards.csv")
    write_rows(desk, ("why p?", "because  a.", "New."))
    assert told(desk.imports("cards.csv")) == {"p": ("known",)}


@pytest.mark.parametrize(
    ("heading", "row", "other", "ours", "theirs"),
    [
        ("term,meaning", "leaf,Made by a user.", "leaf,Made by nobody.",
         "Made by a user.", "Made by nobody."),
        ("question,A,B,right", "Which?,one,two,A", "Which?,one,two,B", "one", "two"),
    ],
)  # fmt: skip
def test_both_answers_are_told_where_they_differ(desk, heading, row, other, ours, theirs):
    desk.put("cards.csv", f"{heading}\n{row}\n")
    desk.imports("cards.csv")
    desk.put("cards.csv", f"{heading}\n{other}\n")
    ((status, note),) = told(desk.imports("cards.csv")).values()
    expected = f"the course keeps its answer '{ours}'; the file has '{theirs}'"
    assert (status, note) == ("known", expected)


def test_a_gap_with_another_answer_is_the_same_question(desk):
    for call in ("one", "two"):
        answer = f"<answer fraction='100'><text>{call}</text></answer>"
        report = desk.import_question("shortanswer", "Which call?", answer)
    kept = "the course keeps its answer 'one'; the file has 'two'"
    assert [*told(report).values()] == [("known", kept)]


def test_the_same_words_with_other_options_or_in_one_table_are_another_question(desk):
    rows = [f"Which is right?,{options},A" for options in ("one,two", "three,four")]
    desk.import_rows("question,A,B,right", rows[0])
    assert [item.status for item in desk.import_rows("question,A,B,right", rows[1])[1]] == ["new"]
    write_rows(desk, ("Why p?", "Because a."), ("Why p?", "Because b."))
    assert desk.imports("cards.csv").count() == {"new": 2}
    assert len(desk.entries()) == 4


def test_the_entries_of_the_author_count_as_well(desk):
    write_rows(desk, ("Why p?", "Because a."))
    desk.imports("cards.csv")
    desk.put(
        "course/decks/mine.yaml",
        "deck: mine\ntitle: Mine\nentries:\n- concept: Q\n  key: mine\n  ask: Why q?\n"
        "  points: {a: A.}\n",
    )
    write_rows(desk, ("Why q?", "A."))
    assert told(desk.imports("cards.csv")) == {"mine": ("known",)}


def test_a_key_that_is_taken_becomes_another_and_moodles_id_numbers_are_keys(desk):
    write_rows(desk, ("Why p?", "Because a."))
    desk.imports("cards.csv")
    desk.put("other.csv", "key,question,answer\np,Why q?,Because b.\nown,Why r?,Because c.\n")
    assert told(desk.imports("other.csv")) == {"q": ("new",), "own": ("new",)}


def test_a_picture_is_written_once_and_only_for_what_comes_in(desk):
    desk.put("leaf.png", PNG)
    desk.put("twig.png", PNG + b"1")
    heading, row = "question,answer,image,why\n", "What is it?,A leaf,leaf.png,"
    desk.put("cards.csv", f"{heading}{row}\n")
    desk.imports("cards.csv")
    media = desk.course / "decks/media"
    desk.put("cards.csv", f"{heading}{row}![a twig](twig.png)\n")
    assert desk.imports("cards.csv").count() == {"known": 1}
    assert [path.name for path in media.iterdir()] == ["leaf.png"]
    desk.put("leaf.png", PNG + b"2")
    assert desk.imports("cards.csv").count() == {"new": 1}
    assert {path.name: path.read_bytes() for path in media.iterdir()} == {
        "leaf.png": PNG, "leaf-2.png": PNG + b"2", "twig.png": PNG + b"1",
    }  # fmt: skip
