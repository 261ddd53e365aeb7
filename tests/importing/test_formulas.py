"""No text changes its meaning in silence: formulas stay formulas, and what is lost is told."""

import io
import zipfile

import pytest

from flashcards.text.markdown import find_formulas
from tests.helpers.workbooks import make_ods, make_xlsx

FORMULAS = [
    ("$2x$", "2x"),
    ("$10^{-3}$", "10^{-3}"),
    (r"\(2x\)", "2x"),
    (r"\[\frac{1}{2}\]", r"\frac{1}{2}"),
    ("$$x^2$$", "x^2"),
    ("$a<b$", "a<b"),
    ("$x_1$ of `y_1`", "x_1"),
    ("$5$", "5"),
]
BESIDE = [
    (r"\[x\]\(y\)", ["x", "y"]),
    ("$$x$$$$y$$ and $$z$$", ["x", "y", "z"]),
    ("| a | b |\n|---|---|\n| $P(A|B)$ | 2 |", ["P(A|B)"]),
]


def import_answer(desk, cell):
    quoted = cell.replace('"', '""')
    desk.put("cards.csv", f'question,answer\nWhat is it?,"{quoted}"\n')
    report = desk.imports("cards.csv")
    (entry,) = desk.entries().values()
    return entry.answer, report.notices[1:]


@pytest.mark.parametrize(("cell", "tex"), FORMULAS)
def test_a_formula_in_a_cell_stays_one(desk, cell, tex):
    answer, notices = import_answer(desk, f"It is {cell}.")
    assert (find_formulas(answer), notices) == ([tex], [])


@pytest.mark.parametrize(("cell", "tex"), BESIDE)
def test_formulas_beside_each_other_and_in_a_table_stay_apart(desk, cell, tex):
    assert find_formulas(import_answer(desk, cell)[0]) == tex


@pytest.mark.parametrize("cell", ["$5 or $6", "US$5 and US$6", "$5-$6", "5$ or 6$", "100 $"])
def test_a_price_is_no_formula(desk, cell):
    answer, notices = import_answer(desk, cell)
    assert (find_formulas(answer), notices) == ([], [])


@pytest.mark.parametrize("cell", ["I paid $20 for it and got 5$ back", "a$x^2$"])
def test_dollars_that_could_be_a_formula_and_are_shown_are_told(desk, cell):
    desk.put("cards.csv", f"question,answer\nWhat is it?,{cell}\n")
    (outcome,) = desk.imports("cards.csv").outcomes
    (entry,) = desk.entries().values()
    assert find_formulas(entry.answer) == []
    assert outcome.notes == ("dollars are shown as they were typed, and are no formula",)


@pytest.mark.parametrize("format", ["html", "moodle_auto_format", "markdown"])
@pytest.mark.parametrize(
    ("text", "tex"), [("$$x^2$$", "x^2"), (r"\(2x\)", "2x"), (r"\[y\]", "y"), ("$2x$", "2x")]
)
def test_a_formula_of_moodle_stays_one(desk, format, text, tex):
    answers = (
        f"<answer fraction='100' format='{format}'><text>{text}</text></answer>"
        "<answer fraction='0'><text>no</text></answer><answer fraction='0'><text>n</text></answer>"
    )
    stem = f"<questiontext format='{format}'><text>Is it {text}?</text></questiontext>"
    desk.put("bank.xml", f"<quiz><question type='multichoice'>{stem}{answers}</question></quiz>")
    desk.imports("bank.xml")
    (entry,) = desk.entries().values()
    assert find_formulas(entry.choose) == [tex]
    assert find_formulas(next(iter(entry.right.values())).text) == [tex]


@pytest.mark.parametrize(
    ("html", "shown"),
    [
        ("10<sup>6</sup>", "10${}^{6}$"),
        ("x<sub>i+1</sub>", "x${}_{i+1}$"),
        ("2<sup><i>n</i></sup>", "2^(*n*)"),
    ],
)
def test_raised_letters_in_html_stay_raised(desk, html, shown):
    assert import_answer(desk, f"It is {html} here")[0] == f"It is {shown} here"


RICH = '<si><r><t>10</t></r><r><rPr><vertAlign val="superscript"/></rPr><t>6</t></r></si>'
STRUCK = "<si><r><rPr><strike/></rPr><t>no</t></r><r><t>yes</t></r></si>"


def add_drawing(book):
    """The workbook with a picture whose corner is in B3."""
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/drawing"
    anchor = (
        "<xdr:twoCellAnchor><xdr:from><xdr:col>1</xdr:col><xdr:row>2</xdr:row></xdr:from>"
        "<xdr:to><xdr:col>4</xdr:col><xdr:row>9</xdr:row></xdr:to><xdr:pic/></xdr:twoCellAnchor>"
    )
    made = io.BytesIO(book)
    with zipfile.ZipFile(made, "a") as archive:
        archive.writestr(
            "xl/worksheets/_rels/sheet1.xml.rels",
            f'<Relationships><Relationship Id="d" Type="{kind}" Target="../drawings/d.xml"/>'
            "</Relationships>",
        )
        archive.writestr("xl/drawings/d.xml", f'<xdr:wsDr xmlns:xdr="x">{anchor}</xdr:wsDr>')
    return made.getvalue()


def test_what_a_cell_of_excel_shows_and_no_text_says_is_told_with_its_cell(desk):
    rows = [
        ["Question", "Answer"],
        ["How many?", '<c t="s"><v>0</v></c>'],
        ["Which?", '<c t="s"><v>1</v></c>'],
    ]
    desk.put("cards.xlsx", add_drawing(make_xlsx({"Bank": rows}, shared=[RICH, STRUCK])))
    told = desk.imports("cards.xlsx").notices
    assert any("“Bank”, cell “B2”: superscript and subscript are lost" in each for each in told)
    assert any("cell “B3”: what is struck through is read" in each for each in told)
    assert any("cell “B3”: a picture inside the workbook is not read" in each for each in told)


def test_what_a_cell_of_libreoffice_shows_and_no_text_says_is_told_with_its_cell(desk):
    style = "urn:oasis:names:tc:opendocument:xmlns:style:1.0"
    styles = "".join(
        f'<style:style xmlns:style="{style}" style:name="{name}">'
        f'<style:text-properties style:{look}"/></style:style>'
        for name, look in (
            ("T1", 'text-position="super 58%'),
            ("T2", 'text-line-through-style="solid'),
        )
    )
    cell = '<table:table-cell office:value-type="string"><text:p>{}</text:p></table:table-cell>'
    spans = [f'10<text:span text:style-name="{name}">6</text:span>' for name in ("T1", "T2")]
    image = '<draw:frame xmlns:draw="d"><draw:image/></draw:frame>'
    rows = [["Question", "Answer"], *(["Why?", cell.format(span)] for span in spans)]
    rows.append(["How?", cell.format(f"so{image}")])
    book = make_ods({"Bank": rows})
    with zipfile.ZipFile(io.BytesIO(book)) as archive:
        parts = {name: archive.read(name).decode() for name in archive.namelist()}
    parts["content.xml"] = parts["content.xml"].replace("<office:body>", f"{styles}<office:body>")
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    desk.put("cards.ods", made.getvalue())
    told = desk.imports("cards.ods").notices
    assert any("cell “B2”: superscript and subscript are lost" in each for each in told)
    assert any("cell “B3”: what is struck through is read" in each for each in told)
    assert any("cell “B4”: a picture inside the workbook is not read" in each for each in told)


def test_numbers_and_truth_look_as_in_the_language_of_the_course(desk):
    rows = [
        ["Pregunta", "Respuesta"],
        ["¿Pi?", '<c s="7"><v>3.14159</v></c>'],
        ["¿Verdad?", '<c t="b"><v>1</v></c>'],
        ["¿Cuánto?", '<c s="1"><v>0.125</v></c>'],
        ["¿Medio?", 0.5],
    ]
    desk.put("banco.xlsx", make_xlsx({"Banco": rows}))
    desk.imports("banco.xlsx", lang="es")
    answers = [entry.answer for entry in desk.entries().values()]
    assert answers == ["3,14", "VERDADERO", "13%", "0,5"]


def test_difficulty_and_an_option_for_the_end_are_known_in_spanish(desk):
    heading = "Pregunta,A,B,C,Correcta,Dificultad,Etapa"
    desk.put("banco.csv", f"{heading}\n¿Cuál?,x,y,Ninguna de las anteriores,A y B,fácil,Etapa 2\n")
    desk.imports("banco.csv", lang="es")
    (entry,) = desk.entries().values()
    assert (entry.difficulty, entry.stage) == ("easy", 2)
    assert [option.text for option in entry.right.values()] == ["x", "y"]
    assert [option.lock for option in entry.wrong.values()] == ["last"]


def test_a_new_course_has_one_quiz_as_an_example(desk):
    desk.put("cards.csv", "question,answer,topic\nWhy p?,Because.,One\nWhy q?,So.,Two\n")
    report = desk.imports("cards.csv")
    quizzes = [path for path in report.written if path.parent.name == "quizzes"]
    assert [path.name for path in quizzes] == ["first.yaml"]
    assert "count: 2" in quizzes[0].read_text(encoding="utf-8")
