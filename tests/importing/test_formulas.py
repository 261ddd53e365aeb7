"""No text changes its meaning in silence: formulas stay formulas, and what is lost is told."""

import pytest

from flashcards.importing.markdown_text import convert_html
from flashcards.text.markdown import find_formulas
from tests.helpers.workbooks import add_parts, make_ods, make_xlsx, styled

PRICES = ["$5 or $6", "US$5 and US$6", "$5-$6", "5$ or 6$", "100 $", "5$\nor 6$ a",
          "a $5 b\nor 6$ c"]  # fmt: skip
FORMULAS = [
    ("It is $2x$.", ["2x"]),
    ("It is $10^{-3}$.", ["10^{-3}"]),
    (r"It is \(2x\).", ["2x"]),
    (r"It is \[\frac{1}{2}\].", [r"\frac{1}{2}"]),
    ("It is $$x^2$$.", ["x^2"]),
    ("It is $a<b$.", ["a<b"]),
    ("It is $x_1$ of `y_1`.", ["x_1"]),
    ("It is $5$.", ["5"]),
    (r"\[x\]\(y\)", ["x", "y"]),
    (r"$5 and \(2x\) for 3$", ["2x"]),
    ("$$x$$$$y$$ and $$z$$", ["x", "y", "z"]),
    *((price, []) for price in PRICES),
]


@pytest.mark.parametrize(("cell", "tex"), FORMULAS)
def test_a_formula_in_a_cell_stays_one_and_a_price_is_none(desk, cell, tex):
    answer, notes = desk.import_answer(cell)
    assert (find_formulas(answer), notes) == (tex, [])


@pytest.mark.parametrize("cell", ["I paid $20 for it and got 5$ back", "a$x^2$"])
def test_dollars_that_could_be_a_formula_and_are_shown_are_told(desk, cell):
    answer, notes = desk.import_answer(cell)
    assert find_formulas(answer) == []
    assert notes == ["dollars are shown as they were typed, and are no formula"]


@pytest.mark.parametrize("format", ["html", "moodle_auto_format", "markdown"])
@pytest.mark.parametrize(
    ("text", "tex"), [("$$x^2$$", "x^2"), (r"\(2x\)", "2x"), (r"\[y\]", "y"), ("$2x$", "2x")]
)
def test_a_formula_of_moodle_stays_one(desk, format, text, tex):
    answers = (
        f"<answer fraction='100' format='{format}'><text>{text}</text></answer>"
        "<answer fraction='0'><text>no</text></answer><answer fraction='0'><text>n</text></answer>"
    )
    desk.import_question("multichoice", f"Is it {text}?", answers, format)
    (entry,) = desk.entries().values()
    assert find_formulas(entry.choose) == [tex]
    assert find_formulas(next(iter(entry.right.values())).text) == [tex]


@pytest.mark.parametrize(
    ("html", "shown"),
    [
        ("10<sup>6</sup>", "10${}^{6}$"),
        ("x<sub>i+1</sub>", "x${}_{i+1}$"),
        ("2<sup><i>n</i></sup>", "2^(*n*)"),
        ("a <mark>b</mark><iframe src='x'>c</iframe>", "a **b**"),
        *((f"[latex]{tex}[/latex]", "$y^2$") for tex in ("y^2", "$y^2$", "$$y^2$$", r"\[y^2\]")),
        ("[$]y^2[/$] [$$]z[/$$]", "$y^2$ $$z$$"),
        (r"\[y &lt; z\]", "$$y < z$$"),
        ("<table><tr><th>a</th></tr><tr><td>$P(A|B)$</td></tr></table>", r"| $P(A\vert B)$ |"),
    ],
)
def test_raised_letters_and_formulas_in_html_stay_what_they_are(html, shown):
    assert shown in convert_html(html)


RICH = '<si><r><t>10</t></r><r><rPr><vertAlign val="superscript"/></rPr><t>6</t></r></si>'
STRUCK = "<si><r><rPr><strike/></rPr><t>no</t></r><r><t>yes</t></r></si>"


def make_told_xlsx():
    """A workbook with superscript in B2, struck text in B3 and the corner of a picture in B4."""
    rows = [["Question", "Answer"], ["How many?", '<c t="s"><v>0</v></c>'],
            ["Which?", '<c t="s"><v>1</v></c>']]  # fmt: skip
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/drawing"
    link = f'<Relationship Id="d" Type="{kind}" Target="../drawings/d.xml"/>'
    anchor = (
        "<xdr:twoCellAnchor><xdr:from><xdr:col>1</xdr:col><xdr:row>3</xdr:row></xdr:from>"
        "<xdr:to><xdr:col>4</xdr:col><xdr:row>9</xdr:row></xdr:to><xdr:pic/></xdr:twoCellAnchor>"
    )
    return add_parts(make_xlsx({"Bank": rows}, shared=[RICH, STRUCK]), {
        "xl/worksheets/_rels/sheet1.xml.rels": f"<Relationships>{link}</Relationships>",
        "xl/drawings/d.xml": f'<xdr:wsDr xmlns:xdr="x">{anchor}</xdr:wsDr>',
    })  # fmt: skip


def make_told_ods():
    style = "urn:oasis:names:tc:opendocument:xmlns:style:1.0"
    looks = ('text-position="super 58%', 'text-line-through-style="solid')
    styles = "".join(
        f'<style:style xmlns:style="{style}" style:name="T{number}">'
        f'<style:text-properties style:{look}"/></style:style>'
        for number, look in enumerate(looks)
    )
    cell = '<table:table-cell office:value-type="string"><text:p>{}</text:p></table:table-cell>'
    spans = [f'10<text:span text:style-name="T{n}">6</text:span>' for n in range(2)]
    image = 'so<draw:frame xmlns:draw="d"><draw:image/></draw:frame>'
    rows = [["Question", "Answer"]]
    rows += [[f"Why {n}?", cell.format(shown)] for n, shown in enumerate([*spans, image])]
    return make_ods({"Bank": rows}, styles)


@pytest.mark.parametrize(("name", "make"), [("b.xlsx", make_told_xlsx), ("b.ods", make_told_ods)])
def test_what_a_cell_of_a_workbook_shows_and_no_text_says_is_told_with_its_cell(desk, name, make):
    desk.put(name, make())
    notices = "\n".join(desk.imports(name).notices)
    for told in ("cell “B2”: superscript and subscript are lost", "cell “B3”: what is struck thr",
                 "cell “B4”: a picture inside the workbook is not read"):  # fmt: skip
        assert f"{name}: sheet “Bank”, {told}" in notices


def test_numbers_and_truth_look_as_in_the_language_of_the_course(desk):
    rows = [["Pregunta", "Respuesta"], ["¿Pi?", styled(3.14159, "0.00")], ["¿Medio?", 0.5],
            ["¿Verdad?", '<c t="b"><v>1</v></c>'], ["¿Cuánto?", styled(0.125, "0%")],
            ["¿Mil?", styled(1234.5, "#,##0.0")], ["¿Hora?", styled(0.75, "h:mm:ss")]]  # fmt: skip
    desk.put("banco.xlsx", make_xlsx({"Banco": rows}))
    desk.imports("banco.xlsx", lang="es")
    answers = [entry.answer for entry in desk.entries().values()]
    assert answers == ["3,14", "0,5", "VERDADERO", "13%", "1.234,5", "18:00:00"]


def test_difficulty_and_an_option_for_the_end_are_known_in_spanish(desk):
    heading = "Pregunta,A,B,C,Correcta,Dificultad,Etapa"
    row = "¿Cuál?,x,y,Ninguna de las anteriores,A y B,fácil,Etapa 2"
    (entry,), _ = desk.import_rows(heading, row, lang="es")
    assert (entry.difficulty, entry.stage) == ("easy", 2)
    assert [option.text for option in entry.right.values()] == ["x", "y"]
    assert [option.lock for option in entry.wrong.values()] == ["last"]
