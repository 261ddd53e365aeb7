"""Workbooks written by hand, part by part, so that a test says what is in each cell.

A cell is a text, a number, None for nothing, or the XML of a cell without its place.
"""

import io
import zipfile
from xml.sax.saxutils import escape, quoteattr

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_OPEN = "urn:oasis:names:tc:opendocument:xmlns"
HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
FORMATS = ("General", "0%", "0.00%", "00000", "yyyy-mm-dd", "d.m.yyyy h:mm", "h:mm:ss", "0.00",
           "#,##0.0", "dd/mm/yyyy hh:mm", "d mmm yy", "0.00E+00", '0"%"', "0\\%", "0.0_%", "# ?/?",
           '0,"k"', "[>=1000]0;0.0", "45", "58", "0.00;(0.00)", '0;-0;"none"', "37")  # fmt: skip
"""The formats of numbers that every workbook has, by the number of its style; 45 is Excel's own."""


def styled(value, format):
    """A number of Excel that looks as the format says."""
    return f'<c s="{FORMATS.index(format)}"><v>{value}</v></c>'


def make_zip(parts):
    """An archive of these parts."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return made.getvalue()


def add_parts(book, parts):
    """The archive with more parts."""
    made = io.BytesIO(book)
    with zipfile.ZipFile(made, "a") as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return made.getvalue()


def make_xlsx(sheets, *, hidden=(), since_1904=False, shared=(), **more):
    """A workbook of Excel; `sheets` are rows, or the whole XML of a sheet, by name.

    `more` are parts of a sheet before and behind its rows, `hidden` names sheets that nobody sees.
    """
    names = list(sheets)
    listed = "".join(
        f'<sheet name="{escape(name)}" sheetId="{n}" r:id="rId{n}"'
        f"{' state=' + chr(34) + 'hidden' + chr(34) if name in hidden else ''}/>"
        for n, name in enumerate(names, 1)
    )
    links = "".join(
        f'<Relationship Id="rId{n}" Type="{_OFFICE}/worksheet" Target="worksheets/sheet{n}.xml"/>'
        for n in range(1, len(names) + 1)
    )
    links += f'<Relationship Id="s" Type="{_OFFICE}/styles" Target="styles.xml"/>'
    links += f'<Relationship Id="t" Type="{_OFFICE}/sharedStrings" Target="sharedStrings.xml"/>'
    epoch = '<workbookPr date1904="1"/>' if since_1904 else ""
    parts = {
        "[Content_Types].xml": f'{HEAD}<Types xmlns="{_PACKAGE}/content-types"/>',
        "_rels/.rels": f'{HEAD}<Relationships xmlns="{_PACKAGE}/relationships"><Relationship'
        f' Id="w" Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'{HEAD}<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}">{epoch}'
        f"<sheets>{listed}</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": f'{HEAD}<Relationships xmlns="{_PACKAGE}/relationships">'
        f"{links}</Relationships>",
        "xl/styles.xml": _make_styles(),
        "xl/sharedStrings.xml": f'{HEAD}<sst xmlns="{_MAIN}">{"".join(shared)}</sst>',
    }
    for n, rows in enumerate(sheets.values(), 1):
        body = rows if isinstance(rows, str) else "".join(_list_rows(rows))
        head, tail = more.get("head", ""), more.get("tail", "")
        parts[f"xl/worksheets/sheet{n}.xml"] = (
            f'{HEAD}<worksheet xmlns="{_MAIN}">{head}'
            f"<sheetData>{body}</sheetData>{tail}</worksheet>"
        )
    return make_zip(parts)


def _make_styles():
    formats = "".join(
        f'<numFmt numFmtId="{164 + n}" formatCode={quoteattr(code)}/>'
        for n, code in enumerate(FORMATS)
    )
    styles = "".join(
        f'<xf numFmtId="{code if code in ("45", "58", "37") else 164 + n if n else 0}"/>'
        for n, code in enumerate(FORMATS)
    )
    return (
        f'{HEAD}<styleSheet xmlns="{_MAIN}"><numFmts>{formats}</numFmts>'
        f'<cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs>{styles}</cellXfs></styleSheet>'
    )


def _list_rows(rows):
    for number, row in enumerate(rows, 1):
        cells = (_place(cell, f"{chr(65 + at)}{number}") for at, cell in enumerate(row))
        yield f'<row r="{number}">{"".join(cells)}</row>'


def _place(cell, at):
    if cell is None:
        return ""
    if isinstance(cell, str) and cell.startswith("<c"):
        return f'<c r="{at}"{cell[2:]}'
    if isinstance(cell, str):
        return f'<c r="{at}" t="inlineStr"><is><t xml:space="preserve">{escape(cell)}</t></is></c>'
    return f'<c r="{at}"><v>{cell}</v></c>'


def open_cell(kind, value, shown):
    """A number of LibreOffice, and how it looks."""
    return (
        f'<table:table-cell office:value-type="{kind}" office:value="{value}">'
        f"<text:p>{shown}</text:p></table:table-cell>"
    )


def make_ods(sheets, styles=""):
    """A workbook of LibreOffice; `sheets` are rows, or the XML of all rows, by name."""
    tables = "".join(
        f'<table:table table:name="{escape(name)}">'
        f"{rows if isinstance(rows, str) else ''.join(map(make_open_row, rows))}</table:table>"
        for name, rows in sheets.items()
    )
    spaces = " ".join(f'xmlns:{name}="{_OPEN}:{name}:1.0"' for name in ("office", "table", "text"))
    content = (
        f'{HEAD}<office:document-content {spaces} xmlns:xlink="http://www.w3.org/1999/xlink">'
        f"{styles}<office:body><office:spreadsheet>{tables}</office:spreadsheet></office:body>"
        f"</office:document-content>"
    )
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    manifest = f'{HEAD}<manifest:manifest xmlns:manifest="{_OPEN}:manifest:1.0"/>'
    return make_zip({"mimetype": kind, "content.xml": content, "META-INF/manifest.xml": manifest})


def make_open_row(row):
    return f"<table:table-row>{''.join(map(_make_open_cell, row))}</table:table-row>"


def _make_open_cell(cell):
    if cell is None:
        return "<table:table-cell/>"
    if isinstance(cell, str) and cell.startswith("<table:"):
        return cell
    if isinstance(cell, str):
        kind = 'office:value-type="string"'
    else:
        kind = f'office:value-type="float" office:value="{cell}"'
    return f"<table:table-cell {kind}><text:p>{escape(str(cell))}</text:p></table:table-cell>"
