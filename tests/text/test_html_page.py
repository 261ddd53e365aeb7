"""Tables that a program printed stay tables."""

from flashcards.text.highlight import mark_wide_blocks, render_code_block, render_output_block

TABLE = "Name        CPU total   # of Calls\naten::mm     84.12 %           10\n"


def test_a_table_is_told_with_its_width_and_can_be_focused():
    marked = mark_wide_blocks(f"<p>Look:</p>{render_output_block(TABLE)}<p>Well?</p>")
    begin = '<p>Look:</p><pre class="output aligned" tabindex="0" style="--columns: 34"><samp>Name'
    assert marked.startswith(begin)
    assert marked.endswith("10</samp></pre><p>Well?</p>")


def test_code_that_small_type_brings_into_a_line_is_told_and_no_other():
    fits, wide, wraps = (
        render_code_block(letters, "text") for letters in ("x" * 60, "步" * 31, "x" * 106)
    )
    assert mark_wide_blocks(fits + wraps) == fits + wraps
    assert mark_wide_blocks(wide) == wide.replace('"code"', '"code" style="--columns: 62"')
