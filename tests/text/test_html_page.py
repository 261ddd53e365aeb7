"""Tables that a program printed stay tables."""

import pytest

from flashcards.text.highlight import mark_wide_blocks, render_code_block, render_output_block

TABLE = "Name        CPU total   # of Calls\naten::mm     84.12 %           10\n"


def test_a_table_is_told_with_its_width_and_can_be_focused():
    marked = mark_wide_blocks(f"<p>Look:</p>{render_output_block(TABLE)}<p>Well?</p>")
    begin = '<p>Look:</p><pre class="output aligned" tabindex="0" style="--columns: 34"><samp>Name'
    assert marked.startswith(begin)
    assert marked.endswith("10</samp></pre><p>Well?</p>")


@pytest.mark.parametrize(
    ("code", "columns"),
    [
        ("x = 1\n", None),
        ("x" * 60, None),
        ("x" * 61, 61),
        ("s = '<a> & b'  # " + "y" * 60, 77),
        ("步" * 31, 62),
        ("x" * 106, None),
    ],
)
def test_code_that_small_type_brings_into_a_line_is_told_and_no_other(code, columns):
    block = render_code_block(code, "python")
    style = "" if columns is None else f' style="--columns: {columns}"'
    assert mark_wide_blocks(block) == block.replace('"code"', f'"code"{style}')
    plain = block.replace(' class="code"', "")
    assert mark_wide_blocks(plain) == plain.replace("<pre", f"<pre{style}")
