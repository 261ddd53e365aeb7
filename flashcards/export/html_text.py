"""Texts as HTML that a learning platform shows as they were written.

Platforms read Markdown each in its own way and run what looks like HTML in it;
HTML made here means the same everywhere. Colours of code are in `style`
attributes, which importers leave alone where they drop style sheets. Moodle's filters
would change code, formulas and emoticons: those are marked for them to pass by.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape, unescape

from flashcards.course.model import Compare
from flashcards.export.quiz_plan import LONGEST_NAME
from flashcards.export.report import Losses, Refused
from flashcards.questions import Choice, Question
from flashcards.text.formulas import format_formulas
from flashcards.text.highlight import highlight_code, load_code_colours
from flashcards.text.images import find_pictures
from flashcards.text.markdown import TABLE_TAG, render_html, set_picture_sources, unwrap_paragraph
from flashcards.text.plain_text import html_to_text

Sources = Mapping[str, str] | None
"""Name of a picture to its address; without them pictures are described in words."""

_CLASS = re.compile(r'<span class="([a-z]+)">')
_FORMULA = re.compile(r"\\[(\[](?!\u2060)")
_LINED_TABLE = '<table border="1" cellpadding="6" style="border-collapse:collapse">'
_IMAGE = re.compile(r'<img src="media:[^"]*" alt="([^"]*)">')
LONGEST_SPACE = 200
LONG_SPACES = re.compile(rf"[ \t\n]{{{LONGEST_SPACE}}}")
_NOLINK = '<span class="nolink">'
_WRAPPED = '<span style="overflow-wrap:anywhere">{}</span>'
_FITTING = {
    "<pre>": '<pre style="white-space:pre-wrap;overflow-wrap:anywhere">',
    "<img ": '<img style="max-width:100%;height:auto" ',
}
"""What would be wider than the window, and how Moodle, which takes style sheets out, fits it in."""
_LONGEST_WORD = 13
_PLAIN_CODE = re.compile(r"<code>[^<]*</code>")
_LONG_WORD = re.compile(rf"(?:&#?\w+;|[^\s&<>]){{{_LONGEST_WORD + 1},}}")
_JOINT = re.compile(r"(?<=[._,(\[/=:])(?=[^\W\d]|[&\"'])|(?<=[a-z])(?=[A-Z])")
"""Where a long word may be broken: behind a mark, and inside a name like `DataLoader`."""
_EMOTICONS = (
    ":-) :) :-D ;-) :-/ V-. :-P :-p B-) ^-) 8-) :o) :-( :( 8-. :-I :-X 8-o P-| 8-[ (grr) xx-P "
    "|-. }-] (h) (heart) (y) (n) (martin)"
)
"""What Moodle's emoticon filter, on by default, makes pictures of."""
_EMOTICON = rf"(?:&#?\w+(?=;-\)))?(?:{'|'.join(map(re.escape, (*_EMOTICONS.split(), '( )')))})"
_ADDRESS = r"(?i:https?://|www\.)"
"""How it begins; a filter makes a link of it, which would end where a tag begins."""
_IN_WORD = "[a-zA-Z0-9_./:;@#?=&%+~-]"
_SHIELDED = re.compile(
    r"<code>.*?</code>"
    r"|\\\((?!\u2060)[^<]*?\\\)|\\\[(?!\u2060)[^<]*?\\\]"
    r"|(?P<tag><[^>]*>)"
    rf"|(?P<address>{_ADDRESS}(?:(?!{_EMOTICON})[^\s<>\\])+)"
    rf"|(?P<word>(?<!{_IN_WORD})(?:(?!{_EMOTICON}|{_ADDRESS}){_IN_WORD}){{{_LONGEST_WORD + 1},}})"
    rf"|{_EMOTICON}",
    re.DOTALL,
)


def render_block(text: str, sources: Sources = None) -> str:
    """A text of any length."""
    html = render_html(text)
    if sources is None:
        return _style(_IMAGE.sub(lambda found: f"<em>{found[1]}</em>", html))
    return _style(set_picture_sources(html, sources))


def render_line(text: str, sources: Sources = None) -> str:
    """A text for an option or an item; one paragraph comes without its element."""
    return unwrap_paragraph(render_block(text, sources))


def render_code(text: str, language: str | None) -> str:
    """A block of code."""
    return f"<pre><code>{_style(highlight_code(text, language))}</code></pre>"


def render_output(text: str) -> str:
    """Output of a program."""
    body = escape(text, quote=False)
    one_line = " ".join(text.split()) == text
    return f"<code>{body}</code>" if one_line else f"<pre><code>{body}</code></pre>"


def render_option(choice: Choice, sources: Sources = None) -> str:
    """An option: output of a program, or a text on one line."""
    return render_output(choice.text) if choice.literal else render_line(choice.text, sources)


def render_prompt(question: Question, sources: Sources = None) -> str:
    """All that is asked: the stem, the code and what to do."""
    parts = [render_block(question.stem, sources)] if question.stem else []
    if question.code is not None:
        parts.append(render_code(question.code, question.code_language))
    if question.instruction:
        parts.append(f"<p>{escape(question.instruction, quote=False)}</p>")
    return "\n".join(parts)


def render_answer(question: Question, sources: Sources = None) -> str:
    """The right answer as told to a person who grades."""
    entry, row = question.card.entry, question.card.note.row
    if isinstance(entry, Compare) and row is not None and question.card.ordinal == 0:
        return _table(entry, row, sources)
    parts = [render_block(question.answer, sources)] if question.answer else []
    if question.answer_code is not None:
        parts.append(render_output(question.answer_code))
    return "\n".join(parts)


def _table(entry: Compare, row: str, sources: Sources) -> str:
    """Every thing of a comparison beside its cell."""
    rows = "".join(
        f"<tr><th>{render_line(thing, sources)}</th>"
        f"<td>{render_line(entry.rows[row].cells[name], sources)}</td></tr>"
        for name, thing in entry.compare.items()
    )
    return f"<table>{rows}</table>"


def render_plain(text: str, losses: Losses) -> str:
    """A text for a list that holds no markup; what it loses is told."""
    html = render_html(text)
    for picture in find_pictures(text):
        losses.append(f"the picture {picture.name} is only described")
    html = _IMAGE.sub(lambda found: found[1], html)
    if "<pre" in html:
        losses.append("a block of code stands on one line")
    if TABLE_TAG in html:
        losses.append("a table stands on one line")
    shown = html_to_text(html)
    if _FORMULA.search(html):
        shown = format_formulas(shown)
        losses.append(
            "a formula is shown as TeX" if "\\" in shown else "a formula is written on one line"
        )
    if not shown:
        raise Refused(f"'{text}' shows nothing in a list without markup")
    return shown


def make_listed_name(question: Question) -> str:
    """The name of a question for Moodle's lists, which take tags out and read entities."""
    shown = render_html(question.stem or question.instruction).replace("\u2060", "")
    stem = html_to_text(_IMAGE.sub("", shown))
    name = f"{question.id}: {stem if len(stem) <= 60 else stem[:59].rstrip() + '…'}"
    return escape(name[:LONGEST_NAME], quote=False)


def _style(html: str) -> str:
    """The HTML with its looks in attributes: colours of code, lines of tables."""
    html = html.replace('<pre class="code">', "<pre>").replace(TABLE_TAG, _LINED_TABLE)
    colours = load_code_colours()
    return _CLASS.sub(
        lambda found: f'<span style="color:{colours.get(found[1], "inherit")}">', html
    )


def make_moodle_html(html: str) -> str:
    """The HTML with code, formulas and emoticons marked `nolink`: filters pass them by.

    Long lines and names are broken and pictures shrink where the window is narrow.
    """
    html = _PLAIN_CODE.sub(lambda code: _LONG_WORD.sub(_soften, code[0]), html)
    for tag, fitting in _FITTING.items():
        html = html.replace(tag, fitting)
    shielded = _SHIELDED.sub(_shield, html)
    # a reference in every run of white space that Moodle's reader could drop
    return LONG_SPACES.sub(lambda run: f"{run[0][:-1]}&#{ord(run[0][-1])};", shielded)


def _shield(found: re.Match[str]) -> str:
    """Mark what a filter would change; a long word outside code is none of it."""
    if found["word"]:
        return _soften(found)
    if found["address"]:
        return _WRAPPED.format(found[0])
    return found[0] if found["tag"] else f"{_NOLINK}{found[0]}</span>"


def _soften(word: re.Match[str]) -> str:
    """The word in parts that a line may end behind.

    An option and what is said of it share a row in Moodle, which is as wide as their longest words.
    """
    parts = [""]
    for part in _JOINT.split(word[0]):
        if len(unescape(parts[-1] + part)) > _LONGEST_WORD:
            parts.append("")
        parts[-1] += part
    return "<wbr>".join(filter(None, parts))
