"""What a table leaves open is decided from all of it, or asked for."""

import pytest

from flashcards import FlashcardsError
from flashcards.course.model import Choose
from flashcards.errors import UsageError
from tests.importing.conftest import PNG


@pytest.mark.parametrize(
    "heading",
    [
        "Frage;Antwort;Erklärung;Schlagwörter;Thema;Bild",
        "Question;Réponse;Explication;Mots-clés;Thème;Image",
        "Pregunta;Respuesta;Explicación;Etiquetas;Tema;Imagen",
        "Вопрос;Ответ;Пояснение;Теги;Тема;Рисунок",
        "问题;答案;解析;标签;章节;图片",
        "FRAGE:;antwort ;Begründung;Stichwörter;Kapitel;Abbildung",
    ],
)
def test_headings_in_six_languages_are_known(desk, heading):
    desk.put("cell.png", PNG)
    desk.put("cards.csv", f"{heading}\nWhat is it?;A cell;Seen above.;one, two;Cells;cell.png\n")
    desk.imports("cards.csv")
    (entry,) = desk.entries().values()
    assert entry.recall == "What is it?\n\n![cell](cell.png)"
    assert (entry.answer, entry.why, entry.tags) == ("A cell", "Seen above.", ("one", "two"))
    assert (desk.course / "decks/cells.yaml").exists()


@pytest.mark.parametrize(
    "heading",
    ["Frage,A,B,C,Richtig", "Pregunta,a),b),c),Correcta", "问题,A,B,C,正确答案",
     "Вопрос,А,Б,В,Правильный ответ", "Question,Answer A,Answer B,Answer C,Answer"],
)  # fmt: skip
def test_columns_headed_by_letters_and_one_of_right_letters_are_a_choice(desk, heading):
    desk.put("mc.csv", f"{heading}\nWhich?,one,two,three,B\n")
    desk.imports("mc.csv")
    (entry,) = desk.entries().values()
    assert isinstance(entry, Choose)
    assert entry.choose == "Which?"
    assert [each.text for each in entry.right.values()] == ["two"]


BANK = (
    ",Nº,Bloque temático,Enunciado de la pregunta,a),b),,"
    "Solución (letra o texto),Por qué,Dibujo,Código\n"
    ",1,Hilos,¿Uno?,x,y,,b,Porque sí.,cell.png,ps-001\n"
)


def test_titles_above_the_headings_are_passed_over_and_told(desk):
    desk.put("cell.png", PNG)
    desk.put("banco.csv", f"Banco de preguntas,Curso 2026\n,30 de junio\n,\n{BANK}")
    report = desk.imports("banco.csv")
    assert "banco.csv: what stands above row 4 is not read" in report.notices
    entry = desk.entries()["ps-001"]
    assert entry.choose == "¿Uno?\n\n![cell](cell.png)"
    assert ([each.text for each in entry.right.values()], entry.why) == (["y"], "Porque sí.")
    assert (desk.course / "decks/hilos.yaml").exists()


@pytest.mark.parametrize("heading", ["Vraag,Antwoord,Uitleg", "Question,Svar,Tags"])
def test_three_columns_that_say_nothing_stop_and_show_what_to_type(desk, heading):
    mapping = "question=1,answer=2"
    desk.put("cards.csv", f"{heading}\nWhat is it?,A cell,x\nWhat else?,A leaf,y\n")
    with pytest.raises(UsageError) as wrong:
        desk.imports("cards.csv")
    assert str(wrong.value).endswith(f"--map {mapping}")
    assert not desk.course.exists()
    named = mapping.replace("=1", f"={heading.split(',')[0]}")
    desk.imports("cards.csv", mapping=named)
    assert [each.recall for each in desk.entries().values()] == ["What is it?", "What else?"]


def test_two_columns_without_a_known_heading_say_that_the_first_row_is_a_card(desk):
    desk.put("cards.csv", "Vraag,Antwoord\nWhat is it in the end?,A cell\n")
    _, notice = desk.imports("cards.csv").notices
    assert "the first row has no headings that are known" in notice
    assert "--map term=1,meaning=2" in notice
    assert next(iter(desk.entries().values())).recall == "Vraag"


def test_rows_with_too_many_cells_are_named(desk):
    rows = "".join(f"What is {n}?,a,b\n" for n in range(5))
    desk.put("cards.csv", f"question,answer,why\n{rows}What is x?,y\nWhat is z?,y,w,over,board\n")
    report = desk.imports("cards.csv")
    told = {each.place: each.notes for each in report.outcomes if each.notes}
    assert told == {
        "row 8": ("has more cells than the table, which are not used: 'over', 'board'",)
    }


CODE = "for i in range(10):\n    print(i)\n    if i > 3:\n        break"


@pytest.mark.parametrize(
    ("cell", "code", "text"),
    [
        (CODE, CODE, ""),
        (f"What does it print?\n{CODE}", CODE, "What does it print?"),
        (f"{CODE}\nWhat does it print?", CODE, "What does it print?"),
        ("if a < b:\n  a *= 2  # __x__", "if a < b:\n  a *= 2  # __x__", ""),
    ],
)
def test_indented_lines_keep_their_spaces_in_a_block_of_code(desk, cell, code, text):
    desk.put("cards.csv", f'question,answer\nWhat is it?,"{cell}"\n')
    report = desk.imports("cards.csv")
    (entry,) = desk.entries().values()
    assert f"```\n{code}\n```" in entry.answer
    assert text in entry.answer
    assert report.notices[1:] == ["cards.csv: indented lines are a block of code in row 2"]


@pytest.mark.parametrize(
    "cell",
    ["- a\n  - b\n- c", "| x | y |\n|---|---|\n| 1 | 2 |", "```\nif a:\n    b\n```"],
)
def test_lists_tables_and_fences_in_a_cell_stay_as_they_were_written(desk, cell):
    desk.put("cards.csv", f'question,answer\nWhat is it?,"{cell}"\n')
    desk.imports("cards.csv")
    (entry,) = desk.entries().values()
    assert entry.answer == cell


@pytest.mark.parametrize(
    ("cells", "tags"),
    [
        (["Woche 2", "Woche 2, Zelle"], [("woche-2",), ("woche-2", "zelle")]),
        (["cell; leaf node", "one tag"], [("cell", "leaf-node"), ("one-tag",)]),
        (["Größe、Maß", ""], [("grosse", "mass"), ()]),
    ],
)
def test_tags_stand_between_commas_or_semicolons(desk, cells, tags):
    rows = "".join(f'What is {n}?,a,"{cell}"\n' for n, cell in enumerate(cells))
    desk.put("cards.csv", f"question,answer,tags\n{rows}")
    desk.imports("cards.csv")
    assert [each.tags for each in desk.entries().values()] == tags


def import_right(desk, rows):
    body = "".join(f"Which is number {n}?,{row}\n" for n, row in enumerate(rows))
    desk.put("mc.csv", f"question,A,B,C,D,correct\n{body}")
    report = desk.imports("mc.csv")
    right = [next(iter(each.right.values())).text for each in desk.entries().values()]
    return right, [each.notes for each in report.outcomes]


def test_a_column_of_letters_means_letters_even_where_an_option_has_that_text(desk):
    right, notes = import_right(desk, ["T,U,G,C,C", "red,green,blue,white,A"])
    assert right == ["G", "red"]
    assert "the letter counts" in notes[0][0]
    assert notes[1] == ()


def test_a_column_of_texts_means_texts_even_where_one_is_a_number(desk):
    right, notes = import_right(desk, ["4,3,2,1,3", "red,green,blue,white,blue"])
    assert right == ["3", "blue"]
    assert "the text counts; write (3) for the letter" in notes[0][0]


def test_brackets_say_that_a_letter_is_meant_and_empty_options_keep_their_place(desk):
    right, notes = import_right(desk, ["T,U,G,C,(C)", "red,,blue,white,C"])
    assert right == ["G", "blue"]
    assert notes == [(), ()]


def test_letters_of_windows_are_read_and_told(desk):
    desk.put("cards.csv", "Frage;Antwort\nWas heißt „Größe“?;Das Maß\n".encode("cp1252"))
    report = desk.imports("cards.csv")
    (entry,) = desk.entries().values()
    assert (entry.recall, entry.answer) == ("Was heißt „Größe“?", "Das Maß")
    assert "was read as Windows-1252" in report.notices[0]
    assert "heißt" in report.notices[0]


@pytest.mark.parametrize(
    ("letters", "text"),
    [
        ("gb18030", "什么是叶子;没有父节点的张量"),
        ("cp1251", "Что такое лист?;Тензор"),
    ],
)
def test_letters_of_other_alphabets_are_not_guessed(desk, letters, text):
    desk.put("cards.csv", f"question;answer\n{text}\n".encode(letters))
    with pytest.raises(FlashcardsError, match=r"\.xlsx, \.ods or CSV UTF-8"):
        desk.imports("cards.csv")


@pytest.mark.parametrize("piece", ["![", "\\("])
def test_a_cell_that_is_far_too_long_costs_only_its_row(desk, piece):
    desk.put("cards.csv", f'question,answer\nWhy?,Because.\nHow?,"{piece * 80_000}"\n')
    report = desk.imports("cards.csv")
    assert report.count() == {"new": 1, "left out": 1}
    assert report.outcomes[-1].notes == ("has a text longer than 10000 characters",)
