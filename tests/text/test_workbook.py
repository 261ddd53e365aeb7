"""Workbooks are read as they look, and nothing in one takes the memory of a machine."""

import io
import zipfile

import pytest

from flashcards import FlashcardsError
from flashcards.text.csv_cells import Unreadable
from flashcards.text.workbook import load_sheets
from tests.helpers.workbooks import make_ods, make_open_row, make_xlsx, make_zip, open_cell, styled


@pytest.fixture
def sheets(tmp_path):
    """Reads the sheets of a workbook that is written to a file."""

    def read(data, name="book.xlsx"):
        path = tmp_path / name
        path.write_bytes(data)
        return load_sheets(path)

    return read


def make_cell(attributes, shown=""):
    """A cell of LibreOffice with a value, and what it shows."""
    text = f"<text:p>{shown}</text:p>" if shown else ""
    return f"<table:table-cell {attributes}>{text}</table:table-cell>"


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ("  Why p?  ", "Why p?"),
        ("a_x000D_\nb", "a\nb"),
        ('<c s=""><v>3</v></c>', "3"),
        ("'=SUM(A1)", "=SUM(A1)"),
        ("''", "''"),
        (-7.5, "-7.5"),
        (0.30000000000000004, "0.3"),
        (1e20, "1E+20"),
        (styled(0.125, "0%"), "13%"),
        (styled(-0.5, "0%"), "-50%"),
        (styled(-42, "00000"), "-00042"),
        (styled(3.14159, "0.00"), "3.14"),
        (styled(46000, "yyyy-mm-dd"), "2025-12-09"),
        (styled(46000.5, "d.m.yyyy h:mm"), "9.12.2025 12:00"),
        (styled(46000 + 86340 / 86400, "dd/mm/yyyy hh:mm"), "09/12/2025 23:59"),
        (styled(46000, "dd/mm/yyyy hh:mm"), "09/12/2025 00:00"),
        (styled(46000.5, "d mmm yy"), "2025-12-09 12:00:00"),
        (styled(1e-8, "0.00E+00"), "1.00E-08"),
        (styled(0.25, "h:mm:ss"), "6:00:00"),
        (styled(125 / 86400, "45"), "02:05"),
        (styled(95, '0"%"'), "95%"),
        (styled(95, "0\\%"), "95%"),
        (styled(0.5, "0.0_%"), "0.5"),
        (styled(-5, "0.00;(0.00)"), "(5.00)"),
        (styled(0, '0;-0;"none"'), "none"),
        (styled(-1234, "37"), "(1,234)"),
        ('<c t="b"><v>0</v></c>', "FALSE"),
        ('<c s="1"><f>A1/8</f><v>0.5</v></c>', "50%"),
        ('<c t="str"><f>A1&amp;"x"</f><v>ax</v></c>', "ax"),
        ('<c t="s"><v>0</v></c>', "rich text"),
    ],
)
def test_a_cell_of_excel_is_read_as_it_looks(sheets, cell, text):
    shared = ['<si><r><t xml:space="preserve">rich </t></r><r><t>text</t></r></si>']
    assert sheets(make_xlsx({"A": [["q", cell]]}, shared=shared))[0].rows == [["q", text]]


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ("  Why p?  ", "Why p?"),
        (open_cell("percentage", 0.125, "12,5 %"), "12,5 %"),
        (open_cell("currency", 5, "5,00 €"), "5,00 €"),
        (make_cell('office:value-type="date" office:date-value="2026-01-02"', "2.1."), "2.1."),
        (make_cell('office:value-type="date" office:date-value="2026-01-02"'), "2026-01-02"),
        (make_cell('office:value-type="time" office:time-value="PT26H30M"', "26:30"), "26:30"),
        (make_cell('office:value-type="boolean" office:boolean-value="true"', "WAHR"), "WAHR"),
        (
            '<table:table-cell office:value-type="string"><text:p>if <text:a xlink:href="h">x'
            '</text:a>:</text:p><text:p><text:s text:c="4"/>y</text:p></table:table-cell>',
            "if x:\n    y",
        ),
    ],
)
def test_a_cell_of_libreoffice_is_read_as_it_looks(sheets, cell, text):
    assert sheets(make_ods({"A": [["q", cell]]}), "book.ods")[0].rows == [["q", text]]


def test_a_formula_that_was_never_calculated_is_told_with_its_cell(sheets):
    rows = [["q", "a"], ["<c><f>A1</f></c>", "<c><f>A1</f><v></v></c>"], ["x", "y"]]
    (sheet,) = sheets(make_xlsx({"Cards": rows}))
    assert sheet.rows == [["q", "a"], [], ["x", "y"]]
    (told,) = sheet.list_notices()
    assert told.startswith("sheet “Cards”, 2 cells “A2, B2”: a formula was never calculated")
    formula = make_cell('table:formula="of:=[.A1]"')
    (sheet,) = sheets(make_ods({"Karten": [["q", "a"], ["x", formula]]}), "book.ods")
    (told,) = sheet.list_notices()
    assert told.startswith("sheet “Karten”, cell “B2”: a formula was never calculated")


def test_a_number_in_a_format_that_is_not_known_is_read_as_it_is_and_told(sheets):
    cells = [styled(0.5, "# ?/?"), styled(12e3, '0,"k"'), styled(1200, "[>=1000]0;0.0")]
    (sheet,) = sheets(make_xlsx({"A": [["q", *cells, styled(46000, "58")]]}))
    assert sheet.rows == [["q", "0.5", "12000", "1200", "46000"]]
    (told,) = sheet.list_notices()
    assert told.startswith("sheet “A”, 4 cells “B1, C1, D1, E1”: its format is not known here")


def test_a_hidden_column_is_not_read_and_told_with_its_cells(sheets):
    rows = [["q", "mine", "a"], ["Why?", "no", "So."]]
    head = '<cols><col min="1" max="1"/><col min="2" max="2" hidden="1"/></cols>'
    columns = '<table:table-column/><table:table-column table:visibility="collapse"/>'
    body = "".join(map(make_open_row, rows))
    for book in (
        sheets(make_xlsx({"A": rows}, head=head)),
        sheets(make_ods({"A": columns + body}), "book.ods"),
    ):
        assert book[0].rows == [["q", "", "a"], ["Why?", "", "So."]]
        (told,) = book[0].list_notices()
        assert told.startswith("sheet “A”, 2 cells “B1, B2”: a hidden column is not read")


def test_more_hidden_columns_than_a_sheet_has_are_refused(sheets):
    head = '<cols><col min="1" max="9999999" hidden="1"/></cols>'
    with pytest.raises(Unreadable, match="divide it"):
        sheets(make_xlsx({"A": [["q", "a"]]}, head=head))


def test_days_of_workbooks_of_a_mac_are_counted_from_1904(sheets):
    made = make_xlsx({"A": [["q", styled(44538, "yyyy-mm-dd")]]}, since_1904=True)
    assert sheets(made)[0].rows == [["q", "2025-12-09"]]


def test_cells_stand_where_they_stand(sheets):
    body = (
        '<row r="2"><c r="B2"><v>1</v></c><c r="AA2"><v>2</v></c></row><row><c><v>3</v></c></row>'
    )
    empty, row, last = sheets(make_xlsx({"A": body}))[0].rows
    assert (empty, row[1], row[26], last[0]) == ([], "1", "2", "3")


def test_empty_cells_behind_the_heading_are_none(sheets):
    rows = [["q", "a", "why", " "], ["x", "y", None, ""], ["x", "y", None, None, "note"]]
    read = sheets(make_xlsx({"A": rows}))[0].rows
    assert read == [["q", "a", "why"], ["x", "y"], ["x", "y", "", "", "note"]]


def test_sheets_that_are_hidden_or_empty_are_not_read(sheets):
    made = make_xlsx({"Lists": [["a", "b"]], "Cards": [["q", "a"]], "Sheet3": []}, hidden=["Lists"])
    assert [sheet.name for sheet in sheets(made)] == ["Cards"]


def test_a_cell_that_is_repeated_is_several(sheets):
    cell = (
        '<table:table-cell table:number-columns-repeated="2" office:value-type="percentage"'
        ' office:value="0.5"><text:p>50 %</text:p></table:table-cell>'
    )
    rows = f'<table:table-row table:number-rows-repeated="2">{cell}</table:table-row>'
    assert sheets(make_ods({"A": rows}), "book.ods")[0].rows == [["50 %", "50 %"]] * 2


FAR = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
WIDE = (
    '<table:table-row table:number-rows-repeated="1048576"><table:table-cell {}'
    ' table:number-columns-repeated="16384"/></table:table-row>'
)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("book.xlsx", make_xlsx({"A": FAR})),
        (
            "book.xlsx",
            make_xlsx({str(n): '<row r="1000"><c r="CZZ1000"><v>1</v></c></row>' for n in (1, 2)}),
        ),
        ("book.xlsx", make_xlsx({"A": "<row/>" * 3_000_001})),
        ("book.ods", make_ods({"A": WIDE.format('office:value-type="float" office:value="1"')})),
        ("book.ods", make_ods({"A": WIDE.format('table:formula="of:=1"')})),
    ],
    ids=["far", "two", "tags", "repeated", "formulas"],
)
def test_what_would_take_too_much_memory_is_refused(sheets, name, data):
    with pytest.raises(FlashcardsError, match="has more in it than is read at once"):
        sheets(data, name)


def break_part(data, name, old, new):
    """The archive with another text in one part."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {each: archive.read(each).decode() for each in archive.namelist()}
    assert old in parts[name]
    parts[name] = parts[name].replace(old, new)
    return make_zip(parts)


PLAIN = make_xlsx({"A": [["q", 1]]})
SHEET = "xl/worksheets/sheet1.xml"


@pytest.mark.parametrize(
    "data",
    [
        b"not even a zip",
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(512),
        make_zip({"xl/workbook.bin": "x"}),
        make_zip({"mimetype": "x", "content.xml": "<a"}),
        break_part(PLAIN, SHEET, "</worksheet>", ""),
        break_part(PLAIN, SHEET, 'r="B1"', 'r="$B$1"'),
        break_part(PLAIN, SHEET, "<worksheet", '<!DOCTYPE x [<!ENTITY a "b">]><worksheet'),
        break_part(PLAIN, SHEET, '<c r="B1">', '<c r="B1" t="s">'),
    ],
)
def test_what_is_damaged_old_or_locked_is_refused_with_what_to_do(sheets, data):
    with pytest.raises(FlashcardsError, match=r"cannot be read.*save it as \.xlsx, \.ods or CSV"):
        sheets(data)
