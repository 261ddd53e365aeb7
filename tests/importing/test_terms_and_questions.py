"""Term or question, several right letters: what headings and the map say."""

import pytest


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


@pytest.mark.parametrize(
    "cell",
    [
        "A, C",
        "A;C",
        "AC",
        "A and C",
        "A+C",
        "A和C",
        "(A) (C)",
        "A y C",
        "A und C",
        "A et C",
        "А и В",
    ],
)
def test_several_right_letters_are_read_however_they_are_joined(desk, cell):
    desk.put("mc.csv", f'Question,A,B,C,Correct\nWhich two?,red,green,blue,"{cell}"\n')
    desk.imports("mc.csv")
    (entry,) = desk.entries().values()
    assert [option.text for option in entry.right.values()] == ["red", "blue"]


def test_an_option_with_the_text_of_several_letters_is_that_option(desk):
    desk.put("mc.csv", "Question,A,B,C,Correct\nWhich?,AC,DC,none,AC\nWhich one?,x,y,z,B\n")
    desk.imports("mc.csv")
    assert [option.text for option in desk.entries()["which"].right.values()] == ["AC"]


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
