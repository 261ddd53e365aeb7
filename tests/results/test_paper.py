"""A table of answers as instructors type it: headings, people, cells, and what is said of them."""

import json
from pathlib import Path

import pytest

from flashcards.text.csv_cells import read_table
from tests.helpers.export_readers import read_csv
from tests.helpers.workbooks import make_ods, make_xlsx, open_cell, styled
from tests.results.conftest import write

KEY = """\
    form,position,question_id,answer,points,type,options,title,pass_mark
    A,1,w3-sampler#0,B,1,single,random distributed batch,Week 3,60
    A,2,w3-rank#1,rank,1,type,,Week 3,60
    A,3,w3-start#0,Equal.,4,reveal,,Week 3,60
    B,1,w3-rank#1,rank,1,type,,Week 3,60
    B,2,w3-sampler#0,A,1,single,distributed random batch,Week 3,60
    B,3,w3-start#0,Equal.,4,reveal,,Week 3,60
    """
ALL = "A,B,rank,4"
"""A form, and all that is right in it."""


def points(report):
    return {person["name"]: (person["points"], person["total"]) for person in report["people"]}


@pytest.mark.parametrize(
    "heading",
    [
        "name,form,1,2,3", "Student,Version,Question 1,Question 2,Question 3",
        "Name,Variante,Frage 1,Frage 2,Frage 3", "姓名,卷,第1题,第2题,第3题",
        "Apellidos y nombre,Modelo,1.,2.,3.", "Nom et prénom,Sujet,No. 1,No. 2,No. 3",
        "ФИО,Вариант,1,2,3", "name,form,Q1 (1 point),Q2 (1 point),Q3 (4 points)",
        "student_name,form,q_1,q_2,q_3",
    ],
)  # fmt: skip
def test_headings_in_words_that_people_use_are_known(grade, heading):
    found, notices = grade(f"{heading}\nAda,{ALL}\nBob,B,rank,A,2\n", KEY)
    assert (points(found), notices) == ({"Ada": (6, 6), "Bob": (4, 6)}, [])


@pytest.mark.parametrize(
    "number", ["student number", "Matrikelnummer", "N.º de matrícula", "DNI/NIE", "N° d’étudiant",
               "Номер студента", "学号", "Correo electrónico"],
)  # fmt: skip
def test_a_number_or_address_that_schools_use_tells_who_is_who(grade, number):
    found, notices = grade(
        f"Apellidos,Nombre,{number},Modelo,1,2,3\nL,Ada,7,{ALL}\nL,Ada,8,{ALL}\n", KEY
    )
    people = [(person["name"], person["number"]) for person in found["people"]]
    assert (people, notices) == ([("Ada L", "7"), ("Ada L", "8")], [])


@pytest.mark.parametrize("cell", ["a", "Form A", "form: a", "A 卷"])
def test_a_form_may_be_written_with_its_word(grade, cell):
    found, notices = grade(f"name,form,1,2,3\nAda,{cell},B,rank,4\n", KEY)
    assert (points(found), notices) == ({"Ada": (6, 6)}, [])


def test_a_form_of_ones_own_is_found_by_the_whole_name(grade):
    key = KEY.replace("    A,", "    Ada Lovelace,").replace("    B,", "    Ada,")
    rows = "ada lovelace,,B,rank,4\nAda L,ADA lovelace,B,rank,4\nJuan Ada García,,A,A,0\n"
    found, notices = grade(f"name,form,1,2,3\n{rows}", key)
    assert points(found) == {"ada lovelace": (6, 6), "Ada L": (6, 6)}
    assert notices == [
        "row 4 has no form of the key (Ada Lovelace, Ada): “Juan Ada García” is left out"
    ]


@pytest.mark.parametrize(
    ("table", "notice"),
    [
        ("who,which,1,2\nAda,A,B,rank\n", "it needs the columns 'name', 'form' if there are"),
        ("who,which,1,2\nAda,A,B,rank\n", "found: “who”, “which”, “1”, “2”"),
        ("name,room,1,2,3\nAda,12,B,rank,4\n", "“room”, “1”, “2”, “3”\nthere are no results"),
        ("name,form,1,2,1\nAda,A,B,rank,C\n", "has two columns for position 1"),
        ("name,form,7,8\nAda,A,B,rank\n", "no column for position 1, 2"),
        ("name,form,1,2\nAda,A,,\n", "row 2 has no answers: “Ada” was absent"),
        ("name,form,1,2,3\nAda,A,B,rank,4\nBob,A,B,rank,4\nAda,B,rank,B,1\n",
         "has “ada” twice (answers.csv:2, answers.csv:4); give a column 'student number'"),
        ("name,id,form,1,2,3\nAda,7,A,B,rank,4\nAda,,A,A,rank,4\n",
         "has “ada” twice (answers.csv:2, answers.csv:3); give a column 'student number'"),
        ("name,id,form,1,2,3\nAda,100,A,A,rank,4\nBob,100,B,rank,A,4\n",
         "has “100” twice (answers.csv:2, answers.csv:3)"),
    ],
)  # fmt: skip
def test_a_table_that_cannot_be_used_says_what_is_needed_and_what_was_found(grade, table, notice):
    found, notices = grade(table, KEY)
    assert (found, notices[-1]) == (None, "there are no results in what was given")
    assert notice in "\n".join(notices)


def test_one_number_twice_is_one_person_whose_best_attempt_counts(grade):
    table = f"name,Matrikel-Nr.,form,1,2,3\nAda,100,A,A,rank,4\nAda,100,{ALL}\n"
    assert grade(table, KEY)[1] == [
        "“Ada” has 2 attempts (answers.csv:2, answers.csv:3); the best one counts",
    ]
    assert points(grade(table, KEY)[0]) == {"Ada": (6, 6)}


def test_the_best_attempt_is_never_one_with_unreadable_cells(grade):
    """Right in all that can be read, against 4 of 6 points."""
    found, _ = grade("name,id,form,1,2,3\nAda,7,A,E,rank,4\nAda,7,A,B,no,3\n", KEY)
    assert points(found) == {"Ada": (4, 6)}


def test_rows_without_a_name_stay_apart(grade):
    found, _ = grade("name,form,1,2,3\n,A,B,rank,1\n,A,B,rank,2\n", KEY)
    assert sorted(points(found).values()) == [(3, 6), (4, 6)]


def test_a_position_without_a_column_is_left_out_for_everybody(grade):
    found, notices = grade("name,form,1\nAda,A,B\nBob,B,rank\n", KEY)
    assert notices == ["no column for position 2, 3: left out for all"]
    assert points(found) == {"Ada": (1, 1), "Bob": (1, 1)}
    assert [(person["open"], person["passed"]) for person in found["people"]] == [(0, True)] * 2


@pytest.mark.parametrize(("above", "row"), [("", 2), ("Grupo 1\n\n", 4)])
def test_rows_are_numbered_as_in_the_file_and_one_that_is_too_long_is_told(grade, above, row):
    table = f"{above}name,form,1,2,3\nAda,A,B\n,,,,\n\nBob,A,E,rank,4,x\n"
    found, notices = grade(table, KEY)
    assert notices == [
        *(["what stands above row 3 is not read"] if above else []),
        f"row {row + 3} has 6 cells, the heading 5",
        f"row {row + 3}, position 1: 'E' names no option of w3-sampler#0",
    ]
    assert len(found["people"]) == 2


@pytest.mark.parametrize("cell", ["", "NP", "no presentado", "absent", "abs.", "缺考"])
def test_who_has_no_answer_was_absent_and_a_dash_is_an_empty_paper(grade, cell):
    found, notices = grade(f"name,form,1,2,3\nBob,A,{cell},,\nCy,A,-,,0\n", KEY)
    assert points(found) == {"Cy": (0, 6)}
    assert notices == ["row 2 has no answers: “Bob” was absent; '-' makes an empty paper"]


TYPED = r"rank | process number | 3,14 | Tensor \| None | dim=-1 | [1, 2] | 1 2 | 0.5 | i; '--i"
GRADED = f"""\
    form,position,question_id,answer,points,type,options
    A,1,single#0,B,1,single,random distributed batch
    A,2,several#0,A C,2,multiple,grads weights buckets data
    A,3,order#0,B C A,3,order,update forward backward
    A,4,match#0,1B 2A,2,match,one each
    A,5,typed#1,"{TYPED}",1,type,
    A,6,words#0,Equal steps,4,reveal,
    """


def make_answers(place, cell):
    cells = ["-"] * 5 + ["0"]
    cells[place - 1] = cell
    return f"name,1,2,3,4,5,6\nAda,{','.join(cells)}\nBob,B,,,,,4\n"


@pytest.mark.parametrize(
    ("place", "cell", "score"),
    [
        *((1, cell, 1) for cell in ("B", "b)", "(b)", " b ", "B B")), (1, "A", 0),
        *((2, cell, 1) for cell in ("AC", "A y C", "a AND c", "A和C", "A и C")), (2, "C", 0.5),
        (2, '"a, b, c"', 0.5), (2, "b d", 0), (2, "ABCD", 0), (3, "B y C and A", 1),
        (3, "b c a", 1), (3, "BCA", 1), (3, "A", 0), (3, "B A C", 1 / 3),
        (4, "1B 2A", 1), (4, "B A", 1), (4, "2A", 0.5), (4, "2A 1B", 1), (4, "1A 2B", 0),
        (5, "Process-Number", 1), (5, "RANKS", 0), (5, "3.14", 1), (5, "3.15", 0),
        (5, "Tensor | None", 1), (5, "Tensor", 0), (5, "dim = -1", 0),
        (5, '"[1,2]"', 0), (5, "0.50", 1), (5, "i; --i", 1), (5, "12", 0),
        (6, '"1,5"', 0.375), (6, "-", 0), (6, "4", 1),
    ],
)  # fmt: skip
def test_a_cell_is_graded_by_the_key(grade, place, cell, score):
    found, notices = grade(make_answers(place, cell), GRADED)
    worth = [1, 2, 3, 2, 1, 4][place - 1]
    assert (points(found)["Ada"][0], notices) == (pytest.approx(score * worth, abs=1e-4), [])


def test_a_dash_may_be_what_is_asked_for(grade):
    key = "form,position,question_id,answer,points,type,options\nA,1,minus#0,-,1,gap,\n"
    assert points(grade("name,1\nAda,-\nBob,+\n", key)[0]) == {"Ada": (1, 1), "Bob": (0, 1)}


@pytest.mark.parametrize(
    ("place", "cell", "notice"),
    [
        (1, "E", "'E' names no option of single#0"), (1, "B*", "'B*' names no option of single#0"),
        (1, "A/B", "'A/B' are several answers, and single#0 has one"),
        (4, "1B 999999999A", "'1B 999999999A' names no option of match#0"),
        (6, "9", "'9' are no points from 0 to 4"), (6, "good", "'good' are no points from 0 to 4"),
    ],
)  # fmt: skip
def test_a_cell_that_is_no_answer_is_told_and_left_out(grade, place, cell, notice):
    found, notices = grade(make_answers(place, cell), GRADED, "--pass-mark", "1")
    assert notices == [f"row 2, position {place}: {notice}"]
    people = {person["name"]: (person["open"], person["passed"]) for person in found["people"]}
    assert people == {"Ada": (1, None), "Bob": (0, True)}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        *(("#0,B,1,", f"#0,B,{n},", "row 2 has negative points") for n in ("-1", "9" * 400)),
        ("A,2,w3-rank", "A,1,w3-rank", "row 3 has position 1 a second time"),
        ("A,2,w3-rank", "A,1.5,w3-rank", "row 3 has no position, question or points"),
        ("w3-sampler#0,B,", "w3-sampler#0,,", "row 2 has no answer"),
        ("w3-sampler#0,B,", "w3-sampler#0,D,", "row 2 'D' names no option"),
        (",single,", ",sinlge,", "row 2 has the type 'sinlge', which is not known"),
        ("A,3,w3-start#0,", "A,3,w3-rank#1,", "row 4 has question w3-rank#1 a second time"),
        (KEY, "form,position,question_id,answer,points,type,options\nA,1,x,B,0,single,a b\n",
         "form 'A' is worth no points"),
    ],
)  # fmt: skip
def test_a_key_that_cannot_be_meant_is_refused(grade, old, new, message):
    found, notices = grade(f"name,form,1,2,3\nAda,{ALL}\n", KEY.replace(old, new, 1))
    assert found is None
    assert notices[-1].startswith(f"key.csv is a key whose {message}")


def test_keys_of_several_forms_are_one_key_and_two_of_one_form_are_refused(report):
    other = "".join(line for line in KEY.splitlines(True) if not line.startswith("    A"))
    files = [write("answers.csv", f"name,form,1,2,3\nAda,{ALL}\nBob,C,rank,A,2\n"),
             write("one.csv", KEY), write("two.csv", other.replace("  B,", "  C,"))]  # fmt: skip
    assert points(report(*files)[0]) == {"Ada": (6, 6), "Bob": (4, 6)}
    write("two.csv", KEY)
    assert "two.csv is a key whose row 2 has position 1 a second time" in report(*files)[1][-1]


def test_who_answers_as_the_key_of_the_printed_exam_says_has_all_points(ptquiz, report):
    words = ("--quiz", "exam", "--forms", "A,B", "-o", "exam.html")
    assert ptquiz("export", "sheet", "week3", *words)[0] == 0
    rows = [["name", "form", 1, 2, 3, 4], ["Ada", "A"], ["Bob", "B"]]
    for row in read_csv(Path("exam-key.csv").read_bytes()):
        cell = row["points"] if row["type"] == "reveal" else row["answer"]
        rows[" AB".index(row["form"])].append(cell)
    Path("answers.xlsx").write_bytes(make_xlsx({"Class": rows}))
    found, _ = report("answers.xlsx", "exam-key.csv")
    assert (found["title"], found["pass_mark"]) == ("Week 3", 50)
    assert [person["percent"] for person in found["people"]] == [100, 100]


def test_a_pass_mark_that_is_no_percentage_is_none(grade):
    for mark in ("many", "-60"):
        found, _ = grade(f"name,form,1,2,3\nAda,{ALL}\n", KEY.replace(",60\n", f",{mark}\n"))
        assert found["pass_mark"] is None


def test_a_number_of_a_workbook_counts_as_it_is_not_as_it_looks(report):
    heading, cells = ["name", 1, 5, 6], [styled(3.14, "00000"), styled(1.54, "#,##0.0")]
    Path("a.xlsx").write_bytes(make_xlsx({"A": [heading, ["Ada", "B", *cells]]}))
    cells = [open_cell("float", 3.14, "3"), open_cell("float", 1.1 + 0.44, "2")]
    Path("b.ods").write_bytes(make_ods({"B": [heading, ["Bob", "B", *cells]]}))
    found, _ = report("a.xlsx", "b.ods", write("key.csv", GRADED))
    assert [person["points"] for person in found["people"]] == [pytest.approx(1 + 1 + 1.54)] * 2


def test_answers_and_key_may_be_workbooks_in_one_folder(ptquiz, tmp_path):
    rows = [
        ["name", "student number", "form", 1, 2, 3],
        ["Ada Lovelace", styled(42, "00000"), "A", "b", "rank", 4],
        ["Bob Babbage", styled(7, "00000"), "B", "rank", "a", 0.5],
    ]
    folder = tmp_path / "back"
    folder.mkdir()
    (folder / "answers.xlsx").write_bytes(make_xlsx({"Notes": [["Room 3"]], "Class": rows}))
    key = read_table(Path(write("key.csv", KEY)).read_text(), ",")
    (folder / "key.ods").write_bytes(make_ods({"Notes": [["x", "y"]], "Key": key}))
    code, out, err = ptquiz("results", "back", "--json")
    people = [(person["number"], person["points"]) for person in json.loads(out)["people"]]
    assert (code, people) == (0, [("00042", 6), ("00007", 2.5)])
    assert "answers.xlsx: sheet “Class” is read; not read: “Notes”" in err
