"""Term or question, several right letters, contradictions: what a table leaves to be judged."""

import pytest

from flashcards.errors import UsageError
from flashcards.importing.entry_maker import is_question

ASKED = [
    "Name the stages of mitosis", "List the bases of DNA", "Write GC content in Python",
    "Fenced: reverse a string", "细胞膜的英文是什么？", "Define osmosis", "DNA vs RNA",
    "什么是细胞", "Explain mitosis.", "Nenne die Phasen", "Erkläre die Mitose",
    "How DNA replicates",
    "Give two enzymes", "State the first law", "列出四种碱基",
]  # fmt: skip
TERMS = ["ribosome", "state dict", "world size", "cell wall", "细胞膜", "name"]


@pytest.mark.parametrize("text", ASKED)
def test_a_question_or_a_task_is_recall(desk, text):
    assert is_question(text)
    desk.put("set.tsv", f"{text}\tA text that is longer than what was asked for here\n")
    desk.imports("set.tsv")
    assert [entry.kind for entry in desk.entries().values()] == ["recall"]


@pytest.mark.parametrize("text", TERMS)
def test_a_word_or_a_few_without_a_heading_are_a_term_and_told(desk, text):
    desk.put("set.tsv", f"{text}\tWhat it means in some more words\nWhy?\tBecause.\n")
    report = desk.imports("set.tsv")
    assert [entry.kind for entry in desk.entries().values()] == ["term", "recall"]
    assert report.notices[-1] == (
        "set.tsv: 1 of 2 rows became terms, asked both ways (row 1), the others recall; to have "
        "only one of them use --map term=1,meaning=2 or --map question=1,answer=2"
    )


@pytest.mark.parametrize(
    ("heading", "mapping", "kind"),
    [
        ("Question,Answer\n", "", "recall"),
        ("Term,Definition\n", "", "term"),
        ("Question,Answer\n", "term=Question,meaning=Answer", "term"),
        ("", "question=1,answer=2", "recall"),
        ("", "term=1,meaning=2", "term"),
    ],
)
def test_headings_and_the_map_say_what_all_rows_are(desk, heading, mapping, kind):
    desk.put("cards.csv", f"{heading}ribosome,It makes proteins\nName it all,A word of it\n")
    desk.imports("cards.csv", mapping=mapping)
    assert [entry.kind for entry in desk.entries().values()] == [kind, kind]


def test_a_text_under_the_heading_of_questions_is_no_term(desk):
    heading = "Pregunta,A,B,C,Correcta,Término,Definición"
    rows = "¿Uno?,x,y,z,B,,\nExplique el abrazo mortal.,,,,Cada hilo espera a otro.,,\n"
    desk.put("banco.csv", f"{heading}\n{rows},,,,,hilo,Unidad de ejecución\n")
    desk.imports("banco.csv")
    assert [entry.kind for entry in desk.entries().values()] == ["choose", "recall", "term"]


def test_words_under_a_heading_of_questions_tell_how_they_become_terms(desk):
    desk.put("cards.csv", "Topic,Front,Back\nX,ribosome,It makes proteins\n")
    told = "1 row without options became recall; to ask words both ways use --map "
    assert desk.imports("cards.csv").notices[-1] == f"cards.csv: {told}deck=1,term=2,meaning=3"


def test_rows_with_options_are_not_counted_among_those_that_became_recall(desk):
    rows = "Which?,x,y,A\nribosome,,,It makes proteins\nnucleus,,,It holds DNA\n"
    desk.put("cards.csv", f"Question,A,B,Correct\n{rows}")
    told = "2 rows without options became recall; to ask words both ways use --map "
    assert desk.imports("cards.csv").notices[-1].startswith(f"cards.csv: {told}")


@pytest.mark.parametrize("cell", ["A, C", "A;C", "AC", "A and C", "A+C", "A和C", "(A) (C)"])
@pytest.mark.parametrize("heading", ["Correct", "Bingo"])
def test_several_right_letters_are_read_however_they_are_joined(desk, cell, heading):
    desk.put("mc.csv", f'Question,A,B,C,{heading}\nWhich two?,red,green,blue,"{cell}"\n')
    desk.imports("mc.csv")
    (entry,) = desk.entries().values()
    assert [option.text for option in entry.right.values()] == ["red", "blue"]


def test_an_option_with_the_text_of_several_letters_is_that_option(desk):
    desk.put("mc.csv", "Question,A,B,C,Correct\nWhich?,AC,DC,none,AC\nWhich one?,x,y,z,B\n")
    desk.imports("mc.csv")
    assert [option.text for option in desk.entries()["which"].right.values()] == ["AC"]


@pytest.mark.parametrize(
    ("above", "told"),
    [
        ("Biologie WS 26;;\n", r"row 2 is the heading .'Frage', 'Antwort', 'Thema'.: delete row 1"),
        ("Biologie;;\nWS 26;;\n;;\n", "row 4 is the heading .*: delete rows 1 to 3 above it"),
    ],
)  # fmt: skip
def test_rows_above_the_heading_are_to_be_deleted(desk, above, told):
    desk.put("cards.csv", f"{above}Frage;Antwort;Thema\nWarum?;Darum.;X\n")
    with pytest.raises(UsageError, match=told):
        desk.imports("cards.csv")


def test_a_row_whose_answer_was_emptied_is_left_out_and_its_entry_stays(desk):
    desk.put("cards.csv", "question,answer\nWhy?,Because.\nHow?,So.\n")
    desk.imports("cards.csv")
    desk.put("cards.csv", "question,answer\nWhy?,\nHow?,So.\n")
    told = [(o.status, *o.notes) for o in desk.imports("cards.csv").outcomes if o.notes]
    assert told == [
        ("left out", "has no answer"),
    ]
    assert desk.entries()["why"].answer == "Because."


def test_points_taken_off_for_a_wrong_answer_are_told(desk):
    answers = "".join(
        f'<answer fraction="{share}"><text>{text}</text></answer>'
        for share, text in ((50, "a"), (50, "b"), (-100, "c"))
    )
    text = "<questiontext><text>Which two?</text></questiontext>"
    desk.put("bank.xml", f'<quiz><question type="multichoice">{text}{answers}</question></quiz>')
    (told,) = desk.imports("bank.xml").outcomes
    assert told.notes == ("points taken off for a wrong answer are lost",)
