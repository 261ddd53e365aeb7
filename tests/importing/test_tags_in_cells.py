"""Tags in the cells of a table: read where they are opened and closed, shown where they are not."""

import pytest

from flashcards.text.markdown import render_html
from flashcards.text.plain_text import html_to_text


def import_answer(desk, cell):
    quoted = cell.replace('"', '""')
    desk.put("cards.csv", f'question,answer\nWhat is shown here?,"{quoted}"\n')
    report = desk.imports("cards.csv")
    (entry,) = desk.entries().values()
    return entry.answer, report.notices[1:]


@pytest.mark.parametrize(
    "cell",
    [
        "the bold tag <b>", "a<b>c", "x<y and a<i>b", "<b>", "<br>", "</b> ends it", "</b>x<b>",
        "List<String> and <p>", "<script>alert(1)</script>", "<foo>", "&lt; and &amp; and &nbsp;",
        "vector<b> of vector<i>", "<!-- a note -->", "`",
    ],
)  # fmt: skip
def test_a_tag_without_its_partner_is_shown_as_it_was_typed(desk, cell):
    answer, notices = import_answer(desk, cell)
    assert html_to_text(render_html(answer)) == cell
    told = ["cards.csv: what looks like HTML is shown as it was typed in row 2"]
    assert notices == (told if cell != "`" else [])


@pytest.mark.parametrize(
    ("cell", "answer"),
    [
        ("a <b>bold</b> word", "a **bold** word"),
        ("one<br>two", "one\\\ntwo"),
        ("one<BR/>two &lt; three", "one\\\ntwo < three"),
        ("<ul><li>one</li><li>two</li></ul>", "- one\n- two"),
        ("<i>a</i> `<b>`", "*a* `<b>`"),
    ],
)
def test_tags_that_are_opened_and_closed_are_html_and_the_report_says_so(desk, cell, answer):
    assert import_answer(desk, cell) == (
        answer,
        ["cards.csv: tags such as <b> are read as HTML in row 2"],
    )


def test_a_cell_with_both_reads_the_one_and_shows_the_other(desk):
    answer, notices = import_answer(desk, "<b>now</b> a<i>b and List<String>")
    assert html_to_text(render_html(answer)) == "now a<i>b and List<String>"
    assert "<strong>now</strong>" in render_html(answer)
    assert len(notices) == 2


def test_options_may_be_tags(desk):
    desk.put("mc.csv", "question,A,B,C,D,correct\nWhich is bold?,<b>,<i>,<foo>,<br>,A\n")
    report = desk.imports("mc.csv")
    (entry,) = desk.entries().values()
    shown = [each.text for each in (*entry.right.values(), *entry.wrong.values())]
    assert [html_to_text(render_html(text)) for text in shown] == ["<b>", "<i>", "<foo>", "<br>"]
    assert [each.status for each in report.outcomes] == ["new"]
