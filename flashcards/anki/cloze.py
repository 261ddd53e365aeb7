"""HTML as Anki's editor writes it back, and texts with gaps as Anki's `{{c1::…}}`.

The editor saves a field as the browser serialises it. A field that differs from that counts as
edited by whoever only looks at the note, and later releases no longer reach it. So entities are
those that browsers write (`&amp;`, `&lt;`, `&gt;`, `&nbsp;`), attributes hold no `<` and `>`,
which browsers write differently, and text is in Unicode's form C.

Anki reads `{{c1::…}}`, `[sound:…]`, `[anki:…]`, `[latex]`, `[$]` and `[[type:…]]` wherever they
stand in a field. An entity would not survive the editor; `<wbr>` does, and shows nothing. In a
formula, which the editor shows as text, it is a space, which TeX ignores.

The ends of gaps travel through Markdown and Pygments as private characters. Nothing that the
author wrote can be taken for one, and what comes out must be the HTML of the text without gaps; a
gap that cuts through markup is an error.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple
from unicodedata import normalize

from flashcards.course.model import Cloze
from flashcards.errors import EntryProblem, FlashcardsError
from flashcards.text.highlight import Insertion, render_code_block
from flashcards.text.markdown import GAP_ENDS, cuts_formula, render_html

_FIRST_GAP_END = 0xE000
_EDGES = "\u2e3a\u2e3b\u2e17\u2e1a"
"""Rare punctuation. CommonMark lets `**` open and close beside punctuation, and a private
character is none, so one of these is put between them and taken out again."""
_ANKI = r"\{(?=\{)|\[(?=\[?type:|sound:|anki:|/?latex\]|/?\$)"
_FIELD = re.compile(_ANKI, re.IGNORECASE)
_GAPPED = re.compile(
    rf"{_ANKI}|\{{(?={GAP_ENDS.pattern})|\}}(?=\}}|{GAP_ENDS.pattern})|:(?=:)", re.IGNORECASE
)
_PART = re.compile(r"(<(code|samp)>.*?</\2>|<[^>]*>|\\\(.*?\\\)|\\\[.*?\\\])", re.DOTALL)
"""Code, another tag, or a formula."""
_IN_LINKS = {"&lt;": "%3C", "&gt;": "%3E", "[": "%5B", "{": "%7B", "}": "%7D", "::": ":%3A"}
_IN_PICTURES = {"-&gt;": "→", "&lt;": "＜", "&gt;": "＞"}
_GAP_END_IN_TAG = re.compile(f"<[^>]*{GAP_ENDS.pattern}")
_WHOLE = re.compile(r"<(?:img|br|hr)\b[^>]*>|<([a-z0-9]+)[^>]*>[^<]*</\1>")
"""An element with nothing but text in it."""


def normalize_html(html: str, gapped: bool = False) -> str:
    """Return the HTML that the editor leaves as it is, and Anki too.

    In a field with gaps, whose ends are still private characters, nothing else opens or ends one.
    """
    html = normalize("NFC", html.replace(">\u0338", ">"))  # NFC makes one character of the two
    html = html.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd")
    html = html.replace("\xa0", "&nbsp;").replace("&#x27;", "'")
    # Where a table's text runs from right to left, its columns end on the left.
    html = html.replace('style="text-align:right"', 'style="text-align:end"')
    markup = _GAPPED if gapped else _FIELD
    if not markup.search(html) and "<img" not in html and "<a " not in html:
        return html
    normalized, at = "", 0
    for part in _PART.finditer(html):
        normalized += markup.sub(r"\g<0><wbr>", html[at : part.start()])
        normalized += _normalize_part(part[0], markup)
        at = part.end()
    return normalized + markup.sub(r"\g<0><wbr>", html[at:])


def _normalize_part(part: str, markup: re.Pattern[str]) -> str:
    """Return code, a tag or a formula; links and pictures have text of authors in attributes."""
    if part.startswith(("<code>", "<samp>")):
        return markup.sub(r"\g<0><wbr>", part)
    replaced = _IN_LINKS if part.startswith("<a ") else {}
    if part.startswith("<img "):
        replaced = _IN_PICTURES
    for written, safe in replaced.items():
        part = part.replace(written, safe)
    return markup.sub(r"\g<0> ", part)


class _Gap(NamedTuple):
    """Where a gap stands in the text."""

    start: int
    end: int
    number: int

    @property
    def opening(self) -> str:
        """The private character before it."""
        return chr(_FIRST_GAP_END + 2 * self.number)

    @property
    def closing(self) -> str:
        return chr(_FIRST_GAP_END + 2 * self.number + 1)


def render_cloze(text: str, gaps: Mapping[int, str], language: str | None = None) -> str:
    """Return the HTML of the text, with the gaps in Anki's notation. Raises `FlashcardsError`.

    Each gap is in the text once and none overlaps another, as the checks of a course make sure.
    """
    text = GAP_ENDS.sub("\ufffd", text)
    places = []
    for number, hidden in gaps.items():
        hidden = GAP_ENDS.sub("\ufffd", hidden)
        start = text.index(hidden) + len(hidden) - len(hidden.lstrip())
        places.append(_Gap(start, start + len(hidden.strip()), number))
    # Where gaps end and begin, the inner one ends first and the outer one begins first.
    ends = [(gap.end, 0, -gap.start, gap.closing) for gap in places]
    ends += [(gap.start, 1, -gap.end, gap.opening) for gap in places]
    insertions = [(offset, end) for offset, *_, end in sorted(ends)]
    if language is None:
        html = _render_markdown(text, places, insertions)
    else:
        html = render_code_block(text, language, insertions)
    html = normalize_html(html, gapped=True)
    for gap in places:
        html = html.replace(gap.opening, f"{{{{c{gap.number}::").replace(gap.closing, "}}")
    return html


def _render_markdown(text: str, places: Sequence[_Gap], insertions: Sequence[Insertion]) -> str:
    """Return the HTML of Markdown with the ends of its gaps, if they do not change its meaning."""
    edge = next((edge for edge in _EDGES if edge not in text), "")
    marked, at = "", 0
    for offset, end in insertions:
        is_opening = (ord(end) - _FIRST_GAP_END) % 2 == 0
        beside = text[offset : offset + 1] if is_opening else text[offset - 1 : offset]
        kept = edge if beside in ("*", "_") else ""
        marked += text[at:offset] + (end + kept if is_opening else kept + end)
        at = offset
    html = render_html(marked + text[at:])
    html = html.replace(edge, "") if edge else html
    if GAP_ENDS.sub("", html) != render_html(text) or _GAP_END_IN_TAG.search(html):
        raise FlashcardsError("a gap cuts through Markdown; put its ends beside the marks")
    for gap in places:
        if not _is_whole(html, gap):
            message = f"gap {gap.number} begins and ends in different places of the text"
            raise FlashcardsError(message)
    return html


def _is_whole(html: str, gap: _Gap) -> bool:
    """Return whether a gap hides whole elements; else the page would fall apart."""
    inside = html.partition(gap.opening)[2].partition(gap.closing)[0]
    while (rest := _WHOLE.sub("", inside)) != inside:
        inside = rest
    return "<" not in inside and html.count(gap.opening) == 1


def find_cut_gap(entry: Cloze, number: int, lang: str = "") -> Iterator[EntryProblem]:
    """Yield that a gap, which is found once, hides a part of what Markdown makes one.

    A gap inside a formula is another problem.
    """
    text, gap = entry.cloze, entry.gaps[number]
    start = text.index(gap)
    if cuts_formula(text, start, start + len(gap)):
        return
    try:
        render_cloze(text, {1: gap})
    except FlashcardsError:
        hint = "write the sentence so that the gap stands outside of the marks"
        message = f"gap {number} cuts through Markdown: '{gap}'; {hint}"
        yield EntryProblem(entry.key, ("gaps", str(number)), message, lang)
