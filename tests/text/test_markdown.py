"""Markdown to HTML."""

import pytest

from flashcards.text.images import find_pictures
from flashcards.text.markdown import render_html, render_line, set_picture_sources


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("plain", "<p>plain</p>"),
        ("a < b & c", "<p>a &lt; b &amp; c</p>"),
        ("use `x[0]`", "<p>use <code>x[0]</code></p>"),
        ("`` a`b ``", "<p><code>a`b</code></p>"),
        ("**bold** and *soft*", "<p><strong>bold</strong> and <em>soft</em></p>"),
        ("- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>"),
        ("$a_1$ costs $5", "<p>\\(a_1\\) costs $5</p>"),
        ("from $5-$6 to $7", "<p>from $5-$6 to $7</p>"),
        ("$a$ ends with \\", "<p>\\(a\\) ends with \\</p>"),
        ("<b>no</b>", "<p>&lt;b&gt;no&lt;/b&gt;</p>"),
        ("[docs](https://x.org/?a=1&b=2)", '<p><a href="https://x.org/?a=1&amp;b=2">docs</a></p>'),
        ("[evil](javascript:alert)", "<p>[evil](javascript:alert)</p>"),
        ("[near](other.html)", "<p><a>near</a></p>"),
        ("The call [ … ](x) is", "<p>The call [ … ](x) is</p>"),
        ("[ … ]: backpropagation", "<p>[ … ]: backpropagation</p>"),
        ("```\nx < 1\n```", '<pre class="code"><code>x &lt; 1</code></pre>'),
    ],
)
def test_a_text_as_html(text, html):
    assert render_html(text) == html


def test_a_line_has_no_paragraph():
    assert render_line("one `line`") == "one <code>line</code>"
    assert render_line("two\n\nparts") == "<p>two</p>\n<p>parts</p>"


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("$$\na^2\n$$", "<p>\\[a^2\\]</p>"),
        ("$$a^2$$", "<p>\\[a^2\\]</p>"),
        ("so $$ a < b $$ holds", "<p>so \\[a &lt; b\\] holds</p>"),
        ("The loss\n$$\na^2\n$$\nis small.", "<p>The loss\n\\[a^2\\]\nis small.</p>"),
        ("- one\n\n  $$\n  a\n  $$", "<ul>\n<li>\n<p>one</p>\n<p>\\[a\\]</p>\n</li>\n</ul>"),
        ("$$ is open", "<p>$$ is open</p>"),
        ("$$5 and $6", "<p>$$5 and $6</p>"),
        ("$$$$", "<p>$$$$</p>"),
        ("$$\\href{x}{y}$$ no", "<p>$$\\href{x}{y}$$ no</p>"),
        ("`$$x$$`", "<p><code>$$x$$</code></p>"),
    ],
)
def test_display_mathematics(text, html):
    assert render_html(text) == html


def test_a_table():
    assert render_html("| a | b |\n|---|--:|\n| `x\\|y` | $\\|z\\|$ |\n| <b> | **c** |") == (
        '<table class="lined">\n<thead>\n<tr>\n<th>a</th>\n<th style="text-align:right">b</th>\n'
        "</tr>\n</thead>\n<tbody>\n<tr>\n<td><code>x|y</code></td>\n"
        '<td style="text-align:right">\\(|z|\\)</td>\n</tr>\n<tr>\n<td>&lt;b&gt;</td>\n'
        '<td style="text-align:right"><strong>c</strong></td>\n</tr>\n</tbody>\n</table>'
    )


def test_a_formula_that_is_only_text_stays_text():
    assert "\\(" not in render_html(r"the call \\(x\\) here")
    assert "\\begin" not in render_html(r"so \begin{align} x \end{align} it is")


def test_pictures_are_named_and_then_placed():
    text = "See ![a *leaf* & more](my%20leaf.svg) here"
    assert [picture.name for picture in find_pictures(text)] == ["my leaf.svg"]
    html = set_picture_sources(render_html(text), {"my leaf.svg": "leaf-1.svg"})
    assert html == '<p>See <img src="leaf-1.svg" alt="a leaf &amp; more"> here</p>'
