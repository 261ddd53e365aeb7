"""Spreadsheets come in as an instructor would expect."""

import pytest

from flashcards import check_course, import_material
from flashcards.errors import UsageError
from flashcards.text.markdown import render_html
from flashcards.text.plain_text import html_to_text
from flashcards.words import Words
from tests.importing.conftest import PNG


def show(text):
    return html_to_text(render_html(text))


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
    (entry,), _ = desk.import_rows(heading, "What?;A cell;Seen above.;one, two;Cells;cell.png")
    assert entry.recall == "What?\n\n![cell](cell.png)"
    assert (entry.answer, entry.why, entry.tags) == ("A cell", "Seen above.", ("one", "two"))
    assert (desk.course / "decks/cells.yaml").exists()


@pytest.mark.parametrize(
    ("heading", "row"),
    [
        ("question,A,B,C,correct", "Which?,one,two,three,B"),
        ("question,option 1,option 2,option 3,answer", "Which?,one,two,three,2"),
        ("question,option,option,option,right", "Which?,one,two,three,two"),
        ("question,choice,choice,choice,right", "Which?,one,two,three,B"),
        ("question,answer,wrong 1,wrong 2", "Which?,two,one,three"),
        ("Question;Correct answer;Distractor;Distractor", "Which?;two;one;three"),
        ("Pregunta,a),b),c),Correcta", "Which?,one,two,three,b"),
        ("问题,A,B,C,正确答案", "Which?,one,two,three,B"),
        ("Вопрос,А,Б,В,Правильный ответ", "Which?,one,two,three,Б"),
        ("Question,Answer A,Answer B,Answer C,Answer", "Which?,one,two,three,B"),
        ("Pregunta,Respuesta 1,Respuesta 2,Respuesta 3,Correcta", "Which?,one,two,three,2"),
        ("Frage,Antwort 1,Antwort 2,Antwort 3,Antwort", "Which?,one,two,three,2"),
    ],
)
def test_a_row_with_options_becomes_a_question_to_choose(desk, heading, row):
    (entry,), _ = desk.import_rows(heading, row)
    assert [option.text for option in entry.right.values()] == ["two"]
    assert sorted(option.text for option in entry.wrong.values()) == ["one", "three"]


@pytest.mark.parametrize(
    "cell",
    ["A, C", "A;C", "AC", "A and C", "A+C", "A和C", "(A) (C)", "A y C", "A und C", "A et C",
     "А и В", "red, blue", "1,3", "1 y 3"],
)  # fmt: skip
def test_several_right_options_are_read_however_they_are_joined(desk, cell):
    signs = "Option 1,Option 2,Option 3" if cell[0] == "1" else "A,B,C"
    (entry,), _ = desk.import_rows(f"Question,{signs},Correct", f'Which?,red,green,blue,"{cell}"')
    assert [option.text for option in entry.right.values()] == ["red", "blue"]


@pytest.mark.parametrize("cell", ["A, E", "A and E", "AE", "A E", "(E) (A)", "a, e", "E und A"])
def test_the_fifth_option_is_no_italian_word(desk, cell):
    (entry,), _ = desk.import_rows("Question,A,B,C,D,E,Correct", f'Which?,1a,2b,3c,4d,5e,"{cell}"')
    assert [option.text for option in entry.right.values()] == ["1a", "5e"]


@pytest.mark.parametrize(
    ("row", "right", "told"),
    [
        ("T,U,G,C,C", "G", "the letter counts"),
        ("4,3,2,1,3", "3", "the text counts; write (3) for the letter"),
        ("T,U,G,C,(C)", "G", ""),
        ("red,,blue,white,C", "blue", ""),
        ("AC,DC,none,x,AC", "AC", ""),
        ('"3,00","6,00","1,00","2,00",3', "3,00", "the text counts"),
        ('"1,20","2,10","0,60","2,40","1,2"', "1,20", ""),
        ("25%,50%,100%,200%,1", "100%", "the text counts"),
        ("25%,50 %,100%,200%,0.5", "50 %", ""),
        ("1.00 €,3.00 €,2.00 €,4.00 €,2", "2.00 €", "the text counts"),
        ("tres,dos,uno,cuatro,1", "tres", "the letter counts"),
    ],
)
def test_a_letter_counts_before_a_text_and_a_text_before_a_number(desk, row, right, told):
    (entry,), (item,) = desk.import_rows("question,A,B,C,D,correct", f"Which?,{row}")
    assert [option.text for option in entry.right.values()] == [right]
    assert told in " ".join(item.notes)
    assert bool(told) is bool(item.notes)


def test_a_text_under_the_heading_of_questions_is_no_term_and_terms_may_have_other_names(desk):
    entries, _ = desk.import_rows(
        "Pregunta,A,B,C,Correcta,Término,Definición,Sinónimos",
        "¿Uno?,x,y,z,B,,,",
        "Explique el abrazo mortal.,,,,Cada hilo espera a otro.,,,",
        ",,,,,__init__,Se llama primero,init|ctor",
    )
    assert [entry.kind for entry in entries] == ["choose", "recall", "term"]
    assert (entries[2].term, entries[2].aliases) == ("`__init__`", ("init", "ctor"))


def test_titles_above_the_headings_are_passed_over_and_told(desk):
    desk.put("cell.png", PNG)
    desk.put(
        "banco.csv",
        "Banco de preguntas,Curso 2026\n,30 de junio\n,\n"
        ",Nº,Bloque temático,Enunciado de la pregunta,a),b),,"
        "Solución (letra o texto),Por qué,Dibujo,Código\n"
        ",1,Hilos,¿Uno?,x,y,,b,Porque sí.,cell.png,ps-001\n",
    )
    report = desk.imports("banco.csv")
    assert "banco.csv: what stands above row 4 is not read" in report.notices
    entry = desk.entries()["ps-001"]
    assert entry.choose == "¿Uno?\n\n![cell](cell.png)"
    assert ([option.text for option in entry.right.values()], entry.why) == (["y"], "Porque sí.")
    assert (desk.course / "decks/hilos.yaml").exists()


@pytest.mark.parametrize("heading", ["Vraag,Antwoord,Uitleg", "Vraag,Antwoord"])
def test_columns_that_say_nothing_stop_and_show_what_to_type(desk, heading):
    desk.put("cards.csv", f"{heading}\nWhat is it?,A cell\nWhat else?,A leaf\n")
    with pytest.raises(UsageError) as wrong:
        desk.imports("cards.csv")
    assert str(wrong.value).endswith("--map question=1,answer=2")
    assert not desk.course.exists()
    desk.imports("cards.csv", mapping="question=Vraag,answer=2")
    assert [entry.recall for entry in desk.entries().values()] == ["What is it?", "What else?"]


@pytest.mark.parametrize("mapping", ["question", "nothing=1", "question=Other", "question=9"])
def test_a_map_that_does_not_fit_is_wrong_usage(desk, mapping):
    with pytest.raises(UsageError) as wrong:
        desk.import_rows("Nr,Vorne,Hinten", "1,Why a?,Because.", mapping=mapping)
    assert wrong.value.option == "--map"


@pytest.mark.parametrize(
    "cell",
    [
        "__init__ and *args, **kwargs", "# of GPUs", "- 5", "1. no list", "a*b*c = d_e_f", "C:\\_x",
        "$5 or $6", "std::vector<int>", "x < 3 & y", "`", "[a](b)", "&lt without semicolon", "> 3",
        "=SUM(A1)", "100%", "@property", "!important", "no", "12:30", "~", "{a: b}", "a: b: c",
    ],
)  # fmt: skip
def test_a_cell_shows_the_letters_that_were_typed(desk, cell):
    assert show(desk.import_answer(cell)[0]) == cell


@pytest.mark.parametrize(
    "cell",
    ["the bold tag <b>", "a <b>bold</b> word", "x<y and a<i>b", "<br>", "List<String> and <p>",
     "<script>alert(1)</script>", "&lt; and &amp; and &nbsp;"],
)  # fmt: skip
def test_what_looks_like_html_is_shown_as_it_was_typed_and_told(desk, cell):
    answer, notes = desk.import_answer(cell)
    assert (show(answer), notes) == (cell, ["what looks like HTML is shown as it was typed"])


@pytest.mark.parametrize(
    "meant",
    ["Use `x_y`, **bold**, $x^2$ and ![a leaf](leaf.png)", "See [it](https://pytorch.org).",
     "```\nif a:\n    b\n```"],
)  # fmt: skip
def test_markup_that_somebody_meant_stays_markup(desk, meant):
    desk.put("leaf.png", PNG)
    assert desk.import_answer(meant) == (meant, [])


CODE = "for i in range(10):\n    print(i)\n    if i > 3:\n        break"


@pytest.mark.parametrize(
    ("sentence", "code"),
    [("", CODE), ("What does it print?", CODE), ("", "if a:\n  a *= 2  # _x_"),
     ("", "if a:  \n  b\nnot c")],
)  # fmt: skip
def test_indented_lines_keep_their_spaces_in_a_block_of_code(desk, sentence, code):
    answer, notes = desk.import_answer(f"{sentence}\n{code}".strip())
    shown = code.replace("  \n", "\n")
    assert answer == f"{sentence}\n\n```\n{shown}\n```".strip()
    assert notes == ["indented lines are a block of code"]


def test_every_row_that_cannot_come_in_is_told_with_its_reason(desk):
    desk.put("a.pdf", b"%PDF")
    _, items = desk.import_rows(
        "question,A,B,correct,image,stage,difficulty",
        ",x,y,A,,,",
        "Which one?,x,x,A,,,",
        "Which two?,x,y,Q,,,",
        "Which four?,x,y,A,gone.png,77,huge",
        "Which ten?,x,y,A,a.pdf,,",
        "Which five?,x,y,①,,,",
        "Which six?,x,y,A,,,,over,board",
        f"Which seven?,{'![' * 8000},y,A,,,",
    )
    told = {item.place: (item.status, "; ".join(item.notes)) for item in items}
    assert told["row 2"] == ("left out", "has no question")
    assert told["row 3"][0] == "left out"
    assert "says the same" in told["row 3"][1]
    reason = "names none of its options; write A, or A, C for several"
    reason += "; for texts say --map right=…,wrong=…"
    assert told["row 4"] == ("left out", f"the right answer 'Q' {reason}")
    assert told["row 5"] == (
        "new",
        "stage '77' is not from 1 to 9; difficulty 'huge' is not easy, medium or hard; "
        "picture 'gone.png' does not lie beside the file",
    )
    assert told["row 6"][0] == "new"
    assert "picture 'a.pdf' must end with" in told["row 6"][1]
    assert told["row 7"] == ("left out", f"the right answer '①' {reason}")
    over = "has more cells than the table, which are not used: 'over', 'board'"
    assert told["row 8"] == ("new", over)
    assert told["row 9"] == ("left out", "has a text longer than 10000 characters")


def test_tags_stand_between_commas_or_semicolons_and_other_alphabets_are_told(desk):
    """What is left of a word without its letters would be another tag: `2` of `урок2`."""
    tags = "Über Straße; Woche 2,深度学习::pytorch,урок2、week::1"
    (entry,), (item,) = desk.import_rows("question,answer,tags,,", f'What is a?,b,"{tags}",,')
    assert entry.tags == ("uber-strasse", "woche-2", "week:1")
    told = [note.partition(" is left out")[0] for note in item.notes]
    assert told == ["tag '深度学习::pytorch'", "tag 'урок2'"]


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_lost_picture_is_told_in_the_language_of_the_course_and_by_check(desk, lang):
    rows = ("question,answer,picture", "What is it?,A map.,map.png")
    (entry,), _ = desk.import_rows(*rows, lang=lang)
    written = Words(lang).translate("picture_lost", name="map")
    assert entry.recall == f"What is it?\n\n{written}"
    told = [str(warning.message) for warning in check_course(desk.course).warnings]
    assert any(message.startswith(f"'{written}' is shown as it is") for message in told)


def test_letters_of_windows_are_read_and_told(desk):
    desk.put("cards.csv", "Frage;Antwort\nWas heißt „Größe“?;Das Maß\n".encode("cp1252"))
    report = desk.imports("cards.csv")
    (entry,) = desk.entries().values()
    assert (entry.recall, entry.answer) == ("Was heißt „Größe“?", "Das Maß")
    assert "was read as Windows-1252" in report.notices[0]


def test_a_new_course_has_one_quiz_as_an_example_and_a_dry_run_writes_nothing(desk):
    rows = ("question,answer,topic", "Why p?,Because.,One", "Why q?,So.,", "Why r?,Yes.,Two")
    desk.put("cards.csv", "\n".join(rows))
    report = import_material([desk.folder / "cards.csv"], desk.course, dry_run=True)
    assert (report.count(), desk.course.exists()) == ({"new": 3}, False)
    written = desk.imports("cards.csv").written
    quizzes = [path for path in written if path.parent.name == "quizzes"]
    assert [path.name for path in quizzes] == ["first.yaml"]
    assert "count: 3" in quizzes[0].read_text(encoding="utf-8")
    deck = (desk.course / "decks/one.yaml").read_text(encoding="utf-8")
    entries = "- recall: Why p?\n  key: p\n  answer: Because.\n- recall: Why q?\n  key: q\n"
    assert entries in deck


@pytest.mark.parametrize(
    ("heading", "row", "right"),
    [
        ("Pregunta,Opción B,Opción C,Opción D,Opción E,Correcta", "x,y,z,w,C", "y"),
        ("Question,Option B,Option C,Option D,Option E,Correct", "x,y,z,w,C", "y"),
        ("Question,Option 2,Option 3,Option 4,Option 5,Correct", "x,y,z,w,3", "y"),
        ("Frage,Antwort B,Antwort C,Antwort D,Antwort E,Lösung", "x,y,z,w,C", "y"),
        ("问题,选项B,选项C,选项D,选项E,正确答案", "x,y,z,w,C", "y"),
        ("Question,Option A,Option C,Option B,Option D,Correct", "x,y,z,w,C", "y"),
        ("Question,Option A,Option C,Option B,Option D,Correct", "x,y,z,w,3", "y"),
        ("Pregunta,Opción B,Opción C,Opción D,Opción E,Respuesta correcta", "x,y,z,w,uno", "uno"),
        ("Pregunta,Correcta,Opción B,Opción C,Opción D", "uno y dos,x,y,z", "uno y dos"),
        ("Question,Option 2,Option 3,Option 4,Option 5,Correct answer", "x,y,z,w,12", "12"),
    ],
)  # fmt: skip
def test_an_answer_names_the_heading_of_an_option_and_a_text_may_be_the_first_one(
    desk, heading, row, right
):
    (entry,), _ = desk.import_rows(heading, f"Which?,{row}")
    assert [option.text for option in entry.right.values()] == [right]
    assert right in "xyzw" or next(iter(entry.options)) in entry.right
    others = {*row.split(",")} & {*"xyzw"} - {right}
    assert {option.text for option in entry.wrong.values()} == others


@pytest.mark.parametrize(
    ("letters", "answer", "reason"),
    [
        ("BCDE", "F", "names none of its options"),
        ("BCDE", "A", "names none of its options"),
        ("BCDE", "3", "names none of its options"),
        ("ABCD", "E", "names none of its options"),
        ("ABCD", "uno", "say --map right=…,wrong=…"),
        ("AABC", "A", "names none of its options"),
        ("ABCD", "D", "the right answer 'D' names an option that is empty"),
    ],
)
def test_an_answer_that_names_no_option_is_left_out_with_a_reason(desk, letters, answer, reason):
    heading = ",".join(f"Opción {letter}" for letter in letters)
    desk.put("cards.csv", f"Pregunta,{heading},Correcta\n¿Qué?,x,y,z,,{answer}\n¿Y?,x,y,z,w,B\n")
    item, _ = desk.imports("cards.csv").items
    assert item.status == "left out"
    assert reason in item.notes[0]


@pytest.mark.parametrize(
    ("heading", "row", "reason"),
    [
        ("A,B,C,D", "4 GB,8 GB,2 GB,1 GB,2", "the right answer '2' names none of its options"),
        ("A,B,C,D", '0,5,50,500,"0,5"', "the right answer '0,5' names none of its options"),
        ("A,B,C,D", '1,2,3,4,"1/2"', "the right answer '1/2' names none of its options"),
        ("A,B,C,D", '"1,0","1,00",2,3,"1"', "the right answer '1' names none of its options"),
        ("A,B,C,D", '"1,250","1,30",2,3,"1,25"', "'1,25' names none of its options"),
        ("A,B,C,D", ",,,,2", "'2' names an option, but there is none"),
        (",,,Opciones", "uno,dos,tres,cuatro,B", "'B' names an option, but there is none"),
    ],
)
def test_what_may_mean_another_option_or_a_number_is_left_out(desk, heading, row, reason):
    _, (item, _) = desk.import_rows(f"Pregunta,{heading},Respuesta", f"¿Qué?,{row}", "¿Y?,x,y,,,x")
    assert item.status == "left out"
    assert reason in item.notes[0]


def test_texts_of_options_that_begin_with_b_name_them(desk):
    rows = ("Pregunta,Opción B,Opción C,Opción D,Correcta", '¿Qué?,uno,dos,tres,"uno, tres"')
    (entry,), _ = desk.import_rows(*rows)
    assert [option.text for option in entry.right.values()] == ["uno", "tres"]
    assert len(entry.options) == 3


def test_the_map_in_the_reason_makes_the_answer_an_option(desk):
    mapping = "question=Pregunta,right=Correcta,wrong=Opción A,wrong=Opción B"
    rows = ("Pregunta,Opción A,Opción B,Correcta", "¿Qué?,x,y,uno")
    (entry,), _ = desk.import_rows(*rows, mapping=mapping)
    assert [option.text for option in entry.right.values()] == ["uno"]
