"""A table of answers as instructors type it: headings, people, gaps and what is said of them."""

import json

import pytest

from flashcards import FlashcardsError
from flashcards.results.load import load_results

KEY = """\
    form,position,question_id,answer,points,type,options,title,pass_mark
    A,1,w3-sampler#0,B,1,single,random distributed batch,Week 3,60
    A,2,w3-rank#1,rank,1,type,,Week 3,60
    A,3,w3-start#0,Equal.,4,reveal,,Week 3,60
    B,1,w3-rank#1,rank,1,type,,Week 3,60
    B,2,w3-sampler#0,A,1,single,distributed random batch,Week 3,60
    B,3,w3-start#0,Equal.,4,reveal,,Week 3,60
    """


@pytest.fixture
def read(written):
    """Attempts and notices of a table of answers, without the name of the file."""

    def load(answers, key=KEY, **options):
        files = [written("key.csv", key), written("answers.csv", answers)]
        found = load_results(files, **options)
        return found.attempts, [
            told.partition("answers.csv: ")[2] or told for told in found.notices
        ]

    return load


def scores(attempt):
    return [answer.score for answer in attempt.answers.values()]


@pytest.mark.parametrize(
    "heading",
    [
        "name,form,1,2,3", "Name,Form,Q1,Q2,Q3", "Student,Version,Question 1,Question 2,Question 3",
        "Name,Variante,Frage 1,Frage 2,Frage 3", "Naam,Versie,Vraag 1,Vraag 2,Vraag 3",
        "姓名,卷,第1题,第2题,第3题", "NAME,form,1.,2.,3.", "Candidate,Form,No. 1,No. 2,No. 3",
        "name,form,Q1 (1 point),Q2 (1 point),Q3 (4 points)", "student_name,form,q_1,q_2,q_3",
    ],
)  # fmt: skip
def test_headings_in_words_that_people_use_are_known(read, heading):
    (ada, bob), notices = read(f"{heading}\nAda,A,B,rank,4\nBob,B,rank,A,2\n")
    assert (ada.person, scores(ada), scores(bob)) == ("Ada", [1, 1, 1], [1, 1, 0.5])
    assert notices == []


@pytest.mark.parametrize(
    "name",
    ["Apellidos y nombre", "Nombre y apellidos", "Nombre completo", "Apellidos, nombre", "Alumno/a",
     "Alumna", "Nom et prénom", "Nom, prénom", "Name, Vorname", "Cognome e nome", "ФИО"],
)  # fmt: skip
def test_a_whole_name_may_stand_in_one_column(read, name):
    (ada,), notices = read(f'"{name}",Modelo,1,2,3\n"Lovelace, Ada",A,B,rank,4\n')
    assert (ada.person, notices) == ("Lovelace, Ada", [])


@pytest.mark.parametrize(
    "number",
    ["DNI", "NIF", "DNI/NIE", "Matrícula", "N.º de matrícula", "Nº de expediente", "Expediente",
     "NIU", "NIA", "Correo", "Correo electrónico", "N° étudiant", "Nr. Matricola",
     "Номер студента"],
)  # fmt: skip
def test_a_number_or_address_that_schools_use_tells_who_is_who(read, number):
    people, notices = read(f"Nombre,{number},Modelo,1,2,3\nAda,7,A,B,rank,4\nAda,8,A,B,rank,4\n")
    assert [(each.person, each.number) for each in people] == [("Ada", "7"), ("Ada", "8")]
    assert notices == []


@pytest.mark.parametrize(
    ("name", "form", "number"),
    [
        ("name", "form", "student number"),
        ("Name", "Variante", "Matrikelnummer"),
        ("Nombre", "Modelo", "N.º de estudiante"),
        ("Nom", "Sujet", "N° d’étudiant"),
        ("ФИО", "Вариант", "Номер студента"),
        ("姓名", "卷", "学号"),
    ],
)
def test_columns_are_known_in_six_languages(read, name, form, number):
    (ada,), notices = read(f"{name},{form},{number},1,2,3\nAda,A,7,B,rank,4\n")
    assert (ada.person, ada.number, notices) == ("Ada", "7", [])


@pytest.mark.parametrize(
    ("heading", "name"),
    [("Primer apellido,Nombre", "Ada Lovelace"),
     ("Last name,First name", "Ada Lovelace"), ("Nachname,Vorname", "Ada Lovelace"),
     ("Name,Vorname", "Ada Lovelace"), ("Apellidos,Nombre", "Ada Lovelace")],
)  # fmt: skip
def test_first_and_last_name_are_one_name(read, heading, name):
    (ada,), _ = read(f"{heading},Form,1,2,3\nLovelace,Ada,A,B,rank,4\n")
    assert ada.person == name


@pytest.mark.parametrize("cell", ["A", "a", "Form A", "form: a", "Version A", "A 卷"])
def test_a_form_may_be_written_with_its_word(read, cell):
    (ada,), notices = read(f"name,form,1,2,3\nAda,{cell},B,rank,4\n")
    assert (scores(ada), notices) == ([1, 1, 1], [])


def test_a_form_of_ones_own_is_found_by_the_name(read):
    key = KEY.replace("    A,", "    Ada Lovelace,").replace("    B,", "    张三,")
    (ada, _), notices = read("name,1,2,3\nada lovelace,B,rank,4\n张三,rank,A,0\n", key)
    assert (scores(ada), notices) == ([1, 1, 1], [])


@pytest.mark.parametrize(
    ("table", "told"),
    [
        ("who,which,1,2\nAda,A,B,rank\n", "it needs the columns 'name', 'form' if there are"),
        ("who,which,1,2\nAda,A,B,rank\n", "found: “who”, “which”, “1”, “2”"),
        ("name,room,1,2\nAda,12,B,rank\n", "row 2 has no form of the key (A, B)"),
        ("name,form,1,2,1\nAda,A,B,rank,C\n", "has two columns for position 1"),
        ("name,form,7,8\nAda,A,B,rank\n", "no column for position 1, 2"),
        ("name,form,1,2\nAda,C,B,rank\n", "row 2 has no form of the key (A, B): “Ada” is left out"),
        ("name,form,1,2\nAda,,B,rank\n", "row 2 has no form of the key (A, B): “Ada” is left out"),
        ("name,form,1,2\nAda,A,,\n", "no answers, so absent: “Ada” (row 2)"),
    ],
)
def test_a_table_that_cannot_be_used_says_what_is_needed_and_what_was_found(read, table, told):
    people, notices = read(table)
    assert people == []
    assert told in "\n".join(notices)


def test_each_reason_stands_on_a_line_of_its_own(ptquiz, written):
    written("key.csv", KEY)
    written("a.csv", "who,1\nAda,B\n")
    written("b.csv", "name,form,1,2\nAda,C,B,x\n")
    code, out, err = ptquiz("results", "a.csv", "b.csv", "key.csv")
    assert (code, out) == (1, "")
    lines = err.splitlines()
    assert [line.split()[0] for line in lines] == ["a.csv", "b.csv:", "there"]
    assert lines[-1] == "there are no results in what was given"
    assert "␊" not in err


def test_a_row_that_was_pasted_twice_counts_once_and_is_told(read):
    people, notices = read("name,form,1,2,3\nAda,A,B,rank,4\nAda,A,B,rank,4\n")
    assert [each.person for each in people] == ["Ada"]
    assert [told.partition("answers.csv")[2] for told in notices] == [
        ":3 is given twice and counts once"
    ]


def test_a_student_number_says_who_is_who(read):
    table = "name,student number,form,1,2,3\nAda,100,A,B,rank,4\nAda,107,B,rank,A,1\n"
    people, notices = read(table)
    assert [(each.person, each.number) for each in people] == [("Ada", "100"), ("Ada", "107")]
    assert notices == []


def test_one_number_twice_is_one_person_who_is_named_with_the_rows(read):
    table = "name,Matrikel-Nr.,form,1,2,3\nAda,100,A,A,rank,4\nAda,100,B,rank,A,4\n"
    (ada,), (told,) = read(table)
    assert ada.points == 6
    assert told.startswith("“Ada” has 2 attempts (")
    assert "answers.csv:2, " in told
    assert told.endswith("answers.csv:3); the best one counts")


@pytest.mark.parametrize(
    ("table", "told"),
    [
        ("name,form,1,2,3\nAda,A,B,rank,4\nBob,A,B,rank,4\nAda,B,rank,B,1\n",
         "has “Ada” twice (answers.csv:2, answers.csv:4); give a column 'student number'"),
        ("name,id,form,1,2,3\nAda,7,A,B,rank,4\nAda,,A,A,rank,4\n",
         "has “Ada” twice (answers.csv:2, answers.csv:3); give a column 'student number'"),
        ("name,id,form,1,2,3\nAda,100,A,A,rank,4\nBob,100,B,rank,A,4\n",
         "has the number “100” beside two names (answers.csv:2, answers.csv:3)"),
    ],
)  # fmt: skip
def test_two_people_with_one_identity_are_refused(read, tmp_path, table, told):
    people, notices = read(table)
    assert people == []
    assert told in notices[-1].replace(f"{tmp_path}/", "")


def test_the_best_attempt_is_never_one_with_unreadable_cells(read):
    """Right in all that can be read, against 4 of 6 points."""
    table = "name,id,form,1,2,3\nAda,7,A,E,rank,4\nAda,7,A,B,no,3\n"
    (ada,), _ = read(table)
    assert (ada.points, ada.total) == (4, 6)


def test_rows_without_a_name_stay_apart_in_two_tables(written):
    files = [written("key.csv", KEY)]
    files += [written(f"{n}.csv", f"name,form,1,2,3\n,A,B,rank,{n}\n") for n in (1, 2)]
    found = load_results(files)
    assert sorted(each.points for each in found.attempts) == [3, 4]


def test_a_position_without_a_column_is_told_and_left_out_for_everybody(read):
    (ada, bob), notices = read("name,form,1,3\nAda,A,B,4\nBob,B,rank,4\n")
    assert notices == ["no column for position 2: left out for all"]
    assert (ada.points, ada.total, ada.answers["w3-rank#1"].is_unreadable) == (5, 5, True)
    assert bob.answers["w3-sampler#0"].is_unreadable


def test_points_that_nobody_has_typed_yet_are_no_missing_column(read):
    (ada,), notices = read("name,form,1,2\nAda,A,B,rank\n")
    assert (scores(ada), notices) == ([1, 1, None], [])


def test_rows_that_are_cut_or_too_long_are_told(read):
    _, notices = read("name,form,Room,1,2,3\nAda,A,7,B\nBob,A,7,B,rank,4,x\n")
    assert notices == [
        "row 2 has 4 cells, the heading 6",
        "row 3 has 7 cells, the heading 6",
    ]


def test_an_empty_row_between_others_does_not_shift_the_numbers_of_rows(read):
    _, notices = read("name,form,1,2,3\nAda,A,B,rank,4\n,,,,\n\nBob,A,E,rank,4\n")
    assert notices == ["row 5, position 1: 'E' names no option of w3-sampler#0"]


def test_who_has_no_answer_was_absent_and_a_dash_is_an_empty_paper(read):
    (ada, cy), notices = read("name,form,1,2,3\nAda,A,B,rank,4\nBob,A,,,\nCy,A,-,,0\n")
    assert (ada.person, cy.person, scores(cy)) == ("Ada", "Cy", [0, 0, 0])
    assert notices == ["no answers, so absent: “Bob” (row 3); '-' makes an empty paper"]


@pytest.mark.parametrize(
    "cell", ["NP", "N.P.", "no presentado", "Ausente", "absent", "abs.", "缺考"]
)
def test_a_word_for_absent_alone_in_a_row_is_no_answer(read, cell):
    (ada,), (told,) = read(f"name,form,1,2,3\nAda,A,B,rank,4\nBob,A,{cell},,\n")
    assert ada.person == "Ada"
    assert told.startswith("no answers, so absent: “Bob” (row 3)")


def test_a_word_for_absent_that_is_an_answer_is_one(read):
    (ada,), notices = read("name,form,1,2,3\nAda,A,,abs,\n", KEY.replace("rank,1,", "abs,1,"))
    assert (ada.person, notices) == ("Ada", [])


@pytest.mark.parametrize("cell", ["E", "?", "7", "A E"])
def test_a_cell_that_is_no_letter_is_told_left_out_and_keeps_the_verdict_open(
    ptquiz, written, cell
):
    """Right in 2 of 5 points; with the one that is not known 3 of 6: the mark of 45 % decides."""
    written("key.csv", KEY)
    written("a.csv", f"name,form,1,2,3\nAda,A,{cell},rank,1\nBob,A,B,rank,4\n")
    words = ("a.csv", "key.csv", "--json", "--pass-mark")
    _, out, err = ptquiz("results", *words, "45")
    assert f"row 2, position 1: '{cell}' names no option of w3-sampler#0" in err
    ada = json.loads(out)["people"][1]
    assert (ada["points"], ada["total"], ada["unreadable"], ada["passed"]) == (2, 5, 1, None)
    _, out, _ = ptquiz("results", *words, "55")
    assert json.loads(out)["people"][1]["passed"] is False


def test_a_match_with_a_number_that_nothing_has_is_told(read):
    key = "form,position,question_id,answer,points,type,options\nA,1,m,1B 2A,2,match,one each\n"
    (ada, bob), notices = read("name,1\nAda,1B 999999999A\nBob,1B 2A\n", key)
    assert (scores(ada), scores(bob)) == ([None], [1])
    assert notices == ["row 2, position 1: '1B 999999999A' names no option of m"]


@pytest.mark.parametrize(("rivals", "told"), [(2, False), (3, True)])
def test_half_of_the_best_third_is_no_agreement_on_a_wrong_answer(ptquiz, written, rivals, told):
    """Twelve people, the best four are known by nine other questions."""
    rows = "".join(f"A,{n},x{n},A,1,single,a b c\n" for n in range(1, 11))
    written("key.csv", f"form,position,question_id,answer,points,type,options\n{rows}")
    best = [["B" if n < rivals else "AC"[n % 2]] + ["A"] * 9 for n in range(4)]
    others = [["B"] + ["A"] * n + ["B"] * (9 - n) for n in range(8)]
    table = [",".join([f"P{n}", *row]) for n, row in enumerate([*best, *others])]
    written("a.csv", "\n".join(["name," + ",".join(map(str, range(1, 11))), *table]))
    _, out, _ = ptquiz("results", "a.csv", "key.csv", "--plain")
    assert ("x1: the best third chose “b”" in out) is told


@pytest.mark.parametrize("cell", ["B", "b", "B)", "(b)", "B.", " b ", "B B"])
def test_one_letter_is_that_letter_whatever_stands_around_it(read, cell):
    (ada,), notices = read(f"name,form,1,2,3\nAda,A,{cell},rank,4\n")
    assert (scores(ada), notices) == ([1, 1, 1], [])


@pytest.mark.parametrize(
    ("cell", "told"),
    [
        ("AB", "'AB' are several answers, and w3-sampler#0 has one"),
        ("A/B", "'A/B' are several answers, and w3-sampler#0 has one"),
        ("B?", "'B?' names no option of w3-sampler#0"),
        ("B*", "'B*' names no option of w3-sampler#0"),
    ],
)
def test_several_letters_for_one_answer_and_doubts_are_told_and_left_out(read, cell, told):
    (ada,), notices = read(f"name,form,1,2,3\nAda,A,{cell},rank,4\n")
    assert (scores(ada), ada.unreadable) == ([None, 1, 1], 1)
    assert notices == [f"row 2, position 1: {told}"]


def test_who_has_no_form_is_named_as_missing_from_the_report(read):
    (ada,), notices = read("name,form,1,2,3\nAda,A,B,rank,4\nBob,C,B,rank,4\nEve,,B,rank,4\n")
    assert ada.person == "Ada"
    assert notices == [
        "row 3 has no form of the key (A, B): “Bob” is left out",
        "row 4 has no form of the key (A, B): “Eve” is left out",
    ]


def test_a_table_in_the_letters_of_windows_is_read_and_told_without_names(written, tmp_path):
    path = tmp_path / "answers.csv"
    path.write_bytes("name,form,1,2,3\nJosé,A,B,rank,4\n".encode("cp1252"))
    found = load_results([written("key.csv", KEY), path])
    assert [each.person for each in found.attempts] == ["José"]
    (told,) = found.notices
    assert told.startswith(f"{path}: it is not UTF-8 and was read as Windows-1252")
    assert "José" in told


def test_two_keys_of_one_form_are_refused_as_nobody_knows_which_is_right(written):
    other = KEY.replace("A,2,w3-rank#1,rank", "A,2,w3-rank#1,world size")
    answers = written("answers.csv", "name,form,1,2,3\nAda,A,B,rank,4\n")
    keys = [written("one.csv", KEY), written("two.csv", other)]
    with pytest.raises(FlashcardsError, match=r"two\.csv .* row 2 has position 1 a second time"):
        load_results([answers, *keys])


def test_keys_of_several_forms_are_one_key(written):
    answers = written("answers.csv", "name,form,1,2,3\nAda,A,B,rank,4\nBob,C,rank,A,2\n")
    other = "".join(line for line in KEY.splitlines(True) if not line.startswith("    A"))
    keys = [written("one.csv", KEY), written("two.csv", other.replace("    B,", "    C,"))]
    found = load_results([answers, *keys])
    assert [scores(each) for each in found.attempts] == [[1, 1, 1], [1, 1, 0.5]]


def test_a_key_whose_answer_names_no_option_of_its_own_is_refused(read):
    damaged = KEY.replace("A,1,w3-sampler#0,B,", "A,1,w3-sampler#0,D,")
    with pytest.raises(FlashcardsError, match="is a key whose row 2 'D' names no option"):
        read("name,form,1,2,3\nAda,A,B,rank,4\n", damaged)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("A,1,w3-sampler#0,B,1,", "A,1,w3-sampler#0,B,-1,", "row 2 has negative points"),
        ("A,2,w3-rank", "A,1,w3-rank", "row 3 has position 1 a second time"),
        ("A,2,w3-rank", "A,1.5,w3-rank", "row 3 has no position, question or points"),
        ("w3-sampler#0,B,", "w3-sampler#0,,", "row 2 has no answer"),
        (",single,", ",sinlge,", "row 2 has the type 'sinlge', which is not known"),
        ("A,3,w3-start#0,", "A,3,w3-rank#1,", "row 4 has question w3-rank#1 a second time"),
    ],
)
def test_a_key_that_cannot_be_meant_is_refused(read, old, new, told):
    with pytest.raises(FlashcardsError, match=f"key.csv is a key whose {told}"):
        read("name,form,1,2,3\nAda,A,B,rank,4\n", KEY.replace(old, new, 1))


def test_a_key_worth_nothing_is_refused(read):
    key = "form,position,question_id,answer,points,type,options\nA,1,x1,B,0,single,a b\n"
    with pytest.raises(FlashcardsError, match="is a key whose form 'A' is worth no points"):
        read("name,1\nAda,B\n", key)


def test_a_number_that_a_spreadsheet_wrote_with_a_point_is_the_answer_with_a_comma(read):
    key = 'form,position,question_id,answer,points,type,options\nA,1,x,"3,14",1,type,\n'
    people, _ = read('name,1\nAda,3.14\nBob,"3,14"\nCy,3.15\n', key)
    assert [scores(each) for each in people] == [[1], [1], [0]]


def test_a_dash_for_points_is_none_of_them(read):
    (ada,), notices = read("name,form,1,2,3\nAda,A,B,rank,-\n")
    assert (scores(ada), notices) == ([1, 1, 0], [])
