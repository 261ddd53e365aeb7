"""A sound file of every format that `ptquiz import` and `ptquiz results` read."""

import json
import os
from pathlib import Path
from textwrap import dedent
from typing import NamedTuple
from unittest import mock

from flashcards.cli import run
from tests.helpers.course_files import COURSE, write_course
from tests.helpers.workbooks import make_ods, make_xlsx, open_cell, styled
from tests.results.test_paper import GRADED
from tests.results.test_result_files import RESULT

DATA = Path(__file__).parents[1] / "importing" / "data"
TABLES = {
    "choice.csv": "question,A,B,C,D,right,tags,why,key,stage\n"
    "Which is a leaf?,a,b,c,d,B,week 1,It has no parents.,leaf,1\n"
    "Which are roots?,a,b,c,,A C,\"week 1, tree\",They end it.,root,2\n",
    "terms.tsv": "leaf\tA tensor that was made\nroot\tWhere it ends\nnode\tIt joins\n",
}  # fmt: skip
ANSWERS = "name,form,1,2,3,4,5,6\nAda,A,b,AC,b c a,1B 2A,Process-Number,4\nBob,B,A\n"


CARDS = [
    ["Question", "Answer", "Tags"],
    ["Which share?", styled(0.125, "0.00%"), styled(7, "00000")],
    ["When?", styled(46000.5, "d.m.yyyy h:mm"), '<c t="b"><v>1</v></c>'],
    ['<c t="s"><v>0</v></c>', "<c><f>A1</f></c>", '<c t="e"><f>1/0</f><v>#DIV/0!</v></c>'],
]
SHARED = ["<si><r><t>Which </t></r><r><t>one?</t></r></si>"]
OPEN_CARDS = [
    ["Which share?", open_cell("percentage", 0.125, "12,5 %"), open_cell("float", 7, "00007")],
    ["When?", "<table:table-cell office:value-type='date' office:date-value='2026-01-02'/>"],
    ["<table:table-cell table:formula='of:=[.A1]' table:number-columns-repeated='2'/>"],
]


class Sample(NamedTuple):
    """Files that one command reads together; any of them may be mutated."""

    command: str
    files: dict[str, bytes]


def make_samples(folder: Path) -> list[Sample]:
    """All samples; what we export ourselves is made in `folder`, with a clock that stands still."""
    files = {name: text.encode() for name, text in TABLES.items()}
    files |= {path.name: path.read_bytes() for path in DATA.iterdir()}
    files |= _export(folder)
    files |= {"cards.xlsx": make_xlsx({"Read me": [["Hello"]], "Cards": CARDS}, shared=SHARED)}
    files |= {"cards.ods": make_ods({"Cards": [CARDS[0], *OPEN_CARDS]})}
    return [
        *(Sample("import", {name: data}) for name, data in files.items()),
        *(Sample("results", each) for each in _list_reports()),
    ]


def _list_reports() -> list[dict[str, bytes]]:
    texts = [
        {"ada.json": json.dumps(RESULT)},
        {"ada.json": json.dumps(RESULT), "bob.json": json.dumps(
            {**RESULT, "candidate": "Bob", "points": 0.0, "answers": []})},
        {"key.csv": GRADED, "answers.csv": ANSWERS},
    ]  # fmt: skip
    return [{name: dedent(text).encode() for name, text in each.items()} for each in texts]


def _export(folder: Path) -> dict[str, bytes]:
    """The tiny course in every format that we write."""
    course = str(write_course(folder / "tiny", COURSE))
    commands = {
        "ours.csv": ["export", "csv"],
        "ours.xml": ["export", "moodle"],
        "ours.apkg": ["build"],
    }
    with mock.patch.dict(os.environ, SOURCE_DATE_EPOCH="1800000000"):
        for name, words in commands.items():
            assert run([*words, course, "-o", str(folder / name)]) == 0, name
    return {name: (folder / name).read_bytes() for name in commands}
