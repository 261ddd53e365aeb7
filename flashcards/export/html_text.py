"""Texts as HTML that a learning platform shows as they were written.

Platforms read Markdown each in its own way and run what looks like HTML in it;
HTML made here means the same everywhere. Colours of code are in `style`
attributes, which importers leave alone where they drop style sheets.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape

from flashcards.export.quiz_plan import Losses, Refused
from flashcards.questions.question import Choice, Question
from flashcards.text.formulas import strip_delimiters
from flashcards.text.highlight import highlight_code, load_code_colours
from flashcards.text.images import find_pictures
from flashcards.text.markdown import (
    TABLE_TAG,
    WORD_JOINER,
    render_html,
    set_picture_sources,
    unwrap_paragraph,
)
from flashcards.text.plain_text import html_to_text

IMAGE = re.compile(r'<img src="media:[^"]*" alt="([^"]*)">')
_CLASS = re.compile(r'<span class="([a-z]+)">')
_FORMULA = re.compile(rf"\\[(\[](?!{WORD_JOINER})")
_LINED_TABLE = '<table border="1" cellpadding="6" style="border-collapse:collapse">'


@dataclass(frozen=True)
class HtmlRenderer:
    """Renders the texts of questions, with the pictures that they show."""

    sources: Mapping[str, str]
    """Name of a picture to its address."""

    def render_block(self, text: str) -> str:
        """Return the HTML of a text of any length."""
        return _style(set_picture_sources(render_html(text), self.sources))

    def render_line(self, text: str) -> str:
        """Return the HTML of an option or an item; one paragraph comes without its element."""
        return unwrap_paragraph(self.render_block(text))

    def render_option(self, choice: Choice) -> str:
        """Return the HTML of an option: output of a program, or a text on one line."""
        return _render_output(choice.text) if choice.literal else self.render_line(choice.text)

    def render_prompt(self, question: Question) -> str:
        """Return the HTML of all that is asked: the stem, the code and what to do."""
        parts = [self.render_block(question.stem)] if question.stem else []
        if question.code is not None:
            code = _style(highlight_code(question.code, question.code_language))
            parts.append(f"<pre><code>{code}</code></pre>")
        if question.instruction:
            parts.append(f"<p>{escape(question.instruction, quote=False)}</p>")
        return "\n".join(parts)

    def render_answer(self, question: Question) -> str:
        """Return the HTML of the right answer, for a person who grades."""
        parts = [self.render_block(question.answer)] if question.answer else []
        if question.answer_code is not None:
            parts.append(_render_output(question.answer_code))
        return "\n".join(parts)


def render_plain(text: str, losses: Losses) -> str:
    """Return a text for a list that holds no markup; what it loses is added to `losses`."""
    html = render_html(text)
    for picture in find_pictures(text):
        losses.append(f"the picture {picture.name} is only described")
    html = IMAGE.sub(lambda image: image[1], html)
    if "<pre" in html:
        losses.append("a block of code stands on one line")
    if TABLE_TAG in html:
        losses.append("a table stands on one line")
    shown = html_to_text(html)
    if _FORMULA.search(html):
        shown = strip_delimiters(shown)
        losses.append("a formula is shown as TeX")
    if not shown:
        raise Refused(f"'{text}' shows nothing in a list without markup")
    return shown


def _render_output(text: str) -> str:
    """Return the HTML of what a program prints."""
    body = escape(text, quote=False)
    one_line = " ".join(text.split()) == text
    return f"<code>{body}</code>" if one_line else f"<pre><code>{body}</code></pre>"


def _style(html: str) -> str:
    """Return the HTML with its looks in attributes: colours of code, lines of tables."""
    html = html.replace('<pre class="code">', "<pre>").replace(TABLE_TAG, _LINED_TABLE)
    colours = load_code_colours()
    return _CLASS.sub(lambda span: f'<span style="color:{colours.get(span[1], "inherit")}">', html)
