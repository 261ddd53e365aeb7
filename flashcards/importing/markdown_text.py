"""Foreign texts to Markdown that shows the same: HTML converted, cells and plain text escaped.

Formulas stay formulas, however they are written. What runs or loads something is left behind.
Private characters stand for formulas and gaps while the rest is converted. A cell of a table is
plain text unless somebody clearly wrote markup.
"""

import re
from html import escape, unescape

from html_to_markdown import ConversionOptions, convert

from flashcards.course.yaml_file import UNSAFE
from flashcards.importing.items import LeftOut
from flashcards.text.plain_text import MAX_TEXT

FIRST_MARK, MAX_MARKS = 0xE000, 0x1000
"""The private characters that stand for formulas."""
_MARK = re.compile("[\ue000-\uefff]")
_TOUCHING = re.compile("[\ue000-\uefff](?=[\ue000-\uefff])")
_TWO_BLOCKS = re.compile(r"^([ \t]*\$\$[^$]+\$\$)[ \t]*(?=[^\n]*\S[^\n]*\$\$[ \t]*$)", re.MULTILINE)
"""A formula that begins a line which another one ends: Markdown would take both for one."""
_BACKSLASH = "\uf8ff"
"""Stands for a backslash, which the library would escape once more."""
_PRIVATE = re.compile("[\ue000-\uf8ff]")
_ENTITY = re.compile(r"&#\w{1,9};?")
_FORMULA = re.compile(
    r"(?P<code>^```.*?^```[ \t]*$|(?<!`)`[^`\n]+`(?!`)|<(?P<tag>code|pre)\b.*?</(?P=tag)>)"
    r"|\$\$(?P<block>[^$]+?)\$\$|\\\[(?P<bracket>(?:(?!\\\[).)+?)\\\]"
    r"|\\\((?P<inline>(?:(?!\\[(\[]).)+?)\\\)"
    r"|(?<![\\$\w])\$(?![\s$])(?P<dollars>(?:(?!\\[(\[])[^$\n])*?(?<![\s\\]))\$(?![\d$])"
    r"|<(?P<level>su[bp])>(?P<raised>[^<>$\\{}]{1,60})</su[bp]>",
    re.DOTALL | re.IGNORECASE | re.MULTILINE,
)
_PROSE = re.compile(r"[^\W\d_]{2,}\s+[^\W\d_]{2,}")
_TEX_SIGN = re.compile(r"[\\^_{}=]")
_OLD_ANKI_FORMULAS = (
    (r"\[\$\$\]((?:(?!\[\$).)+?)\[/\$\$\]", r"\\[\1\\]"),
    (r"\[\$\]((?:(?!\[\$).)+?)\[/\$\]", r"\\(\1\\)"),
    (
        r"\[latex\]\s*(?:\$\$?|\\\[)?((?:(?!\[latex\]).)+?)(?:\$\$?|\\\])?\s*\[/latex\]",
        r"\\(\1\\)",
    ),
)
"""How formulas were written before MathJax, and how they are written since."""
_SHOWN_DOLLARS = re.compile(r"\\\$(?![\s$])[^$\n]*?(?<![\s\\])\$(?!\d)")
"""What Markdown would show as a formula if its first dollar were not escaped."""
_MEANT = re.compile(
    r"!\[[^\[\]\n]*\]\([^()\n]+\)|\[[^\[\]\n]+\]\(https?://[^()\s]+\)"
    r"|(?<!\S)\*\*\w[^*\n]*(?<=\S)\*\*(?!\w)"
)
"""Pictures, links and bold words: nobody writes them by accident."""
_TAG = re.compile(r"(<!--.*?(?:-->|\Z)|<(?:[a-zA-Z/!][^<>]*)>)", re.DOTALL)
_VERBATIM = re.compile(r"<(/?)(pre|code|tt|kbd|samp)\b", re.IGNORECASE)
_SUBSCRIPT = re.compile(r"<sub\b[^<>]*>(.*?)</sub\s*>", re.DOTALL | re.IGNORECASE)
_SUPERSCRIPT = re.compile(r"<sup\b[^<>]*>(.*?)</sup\s*>", re.DOTALL | re.IGNORECASE)
_UNSAFE_LINK = re.compile(
    r"<a\b(?![^<>]*\bhref\s*=\s*[\"']?\s*(?:https?://|mailto:))[^<>]*>", re.IGNORECASE
)
_OPTIONS = ConversionOptions(
    newline_style="backslash", exclude_selectors=["iframe", "object"], highlight_style="bold"
)
_INLINE = re.compile(
    r"\\(?=[!-/:-@\[-`{-~\n])|`|(?<!\s)\*(?=\S)|(?<=\s)\*(?=\S)|(?<=\S)\*|\A\*(?=\S)"
    r"|(?<![^\W_])_(?=\S)|(?<=\S)_(?![^\W_])|\[(?=[^\]\n]{0,1000}\][(\[:])|&(?=#?\w+;)"
    r"|<(?=[a-z][a-z0-9+.-]*:)|(?<!\\)\$(?=(?:[^\s$]|[ \t]*\n)[^$]*\$)|\$(?=\$)|(?<=\$)\$",
    re.IGNORECASE,
)
"""What Markdown would take for emphasis, code, a link, an entity or a formula."""
_BLOCK = re.compile(
    r"^([ \t]*)(?=[#>]|[-+*][ \t]|[-=~`]{3,}[ \t]*$|={1,}[ \t]*$|[-+*]$)", re.MULTILINE
)
_NUMBERED = re.compile(r"^([ \t]*\d{1,9})([.)])(?=\s|$)", re.MULTILINE)
_LIKE_TAG = re.compile(r"</?[a-z][^<>]*>|&(?:[a-z]+|#\d+);", re.IGNORECASE)
_INDENTED = re.compile(r"^(?: {2}|\t)[ \t]*\S", re.MULTILINE)


class _Placeholders:
    """Private characters for parts of a text, which may be HTML, while the rest is converted."""

    def __init__(self, is_html: bool) -> None:
        self._is_html = is_html
        self._has_table = False
        self._parts: list[str] = []

    def put(self, part: str) -> str:
        """Return a private character that stands for a part."""
        if len(self._parts) == MAX_MARKS:
            return part
        self._parts.append(part)
        return chr(FIRST_MARK + len(self._parts) - 1)

    def put_formulas(self, text: str) -> str:
        """Return the text with its formulas hidden, each between dollars."""
        self._has_table = self._is_html and "<table" in text.lower()
        return _FORMULA.sub(self._put_formula, text)

    def restore(self, text: str) -> str:
        """Return the text with all parts in their places; two formulas do not touch."""
        text = _TOUCHING.sub(r"\g<0> ", text)
        shown, before = _MARK.sub(lambda mark: self._parts[ord(mark[0]) - FIRST_MARK], text), ""
        while shown != before:
            before, shown = shown, _TWO_BLOCKS.sub(r"\1\n\n", shown)
        return shown

    def _put_formula(self, match: re.Match[str]) -> str:
        if match["code"]:
            return match[0] if match["tag"] else self.put(match[0])
        if match["level"]:
            sign = "_" if match["level"].lower() == "sub" else "^"
            return self.put(f"${{}}{sign}{{{unescape(match['raised'])}}}$")
        dollars = match["dollars"]
        if dollars and _PROSE.search(dollars) and not _TEX_SIGN.search(dollars):
            return match[0]
        block = match["block"] or match["bracket"]
        tex = block or match["inline"] or dollars
        tex = " ".join((unescape(_TAG.sub(" ", tex)) if self._is_html else tex).split())
        if self._has_table:  # where a bar would end its cell
            tex = tex.replace(r"\|", r"\Vert ").replace("|", r"\vert ").strip()
        return self.put(f"$${tex}$$" if block else f"${tex}$") if tex else match[0]


def convert_html(html: str) -> str:
    """Return the Markdown that shows what the HTML shows; its private characters are kept."""
    for old, formula in _OLD_ANKI_FORMULAS:
        html = re.sub(old, formula, html, flags=re.DOTALL | re.IGNORECASE)
    placeholders = _Placeholders(is_html=True)
    return placeholders.restore(_convert_tags(placeholders.put_formulas(html)))


def _convert_tags(html: str) -> str:
    """Return the Markdown of HTML whose formulas are hidden."""
    if "<" not in html:
        return escape_markdown(clean_text(unescape(html)))
    html = _SUBSCRIPT.sub(r"_(\1)", _SUPERSCRIPT.sub(r"^(\1)", html))
    pieces, depth = _TAG.split(_UNSAFE_LINK.sub("<span>", html)), 0
    for number, piece in enumerate(pieces):
        if number % 2:
            if tag := _VERBATIM.match(piece):
                depth += -1 if tag[1] else 1
        elif depth <= 0 and piece:
            escaped = escape_markdown(unescape(piece)).replace("\\", _BACKSLASH)
            pieces[number] = escape(escaped, quote=False)
    text = convert("".join(pieces), _OPTIONS).content or ""
    return clean_text(text.replace(_BACKSLASH, "\\"))


def convert_markdown(text: str) -> str:
    """Return a Markdown text with its formulas between dollars."""
    placeholders = _Placeholders(is_html=False)
    shown = placeholders.restore(placeholders.put_formulas(clean_text(text)))
    return re.sub(r" {2,}\n(?=.)", "\\\\\n", shown)


def find_shown_dollars(text: str) -> bool:
    """Return whether Markdown shows dollars that could stand around a formula."""
    return _SHOWN_DOLLARS.search(text) is not None


def clean_text(text: str) -> str:
    """Return the text with `\n` for every line break, and without characters nobody can see."""
    return drop_invisible(text.replace("\xa0", " "), []).strip()


def drop_invisible(text: str, notes: list[str]) -> str:
    """Return the text without control characters and what changes its order, which is told."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\u2028", "\n")
    seen = UNSAFE.sub("", text)
    if seen != text:
        notes.append("characters that nobody can see are left out")
    return seen


def drop_private(text: str) -> str:
    """Return the text without private characters, also those written as entities."""
    text = _PRIVATE.sub("", text)
    return _ENTITY.sub(lambda sign: "" if _PRIVATE.match(unescape(sign[0])) else sign[0], text)


def escape_markdown(text: str) -> str:
    """Return Markdown that shows exactly these letters; line breaks stay where they are."""
    text = _INLINE.sub(r"\\\g<0>", text)
    return _NUMBERED.sub(r"\1\\\2", _BLOCK.sub(r"\1\\", text))


def keep_lines(text: str) -> str:
    """Return Markdown in which every line break is seen."""
    paragraphs = re.split(r"\n[ \t]*\n\s*", text)
    return "\n\n".join(
        re.sub(r"(?<![ \t])[ \t]*\n[ \t]*", "\\\\\n", paragraph.strip()) for paragraph in paragraphs
    )


def convert_cell(cell: str, notes: list[str]) -> str:
    """Return the Markdown that shows what a cell says; what is to be told is added to `notes`.

    A cell with indented lines is code, perhaps below a sentence. Raises LeftOut if it is too long.
    """
    if len(cell) > MAX_TEXT:
        raise LeftOut(f"has a text longer than {MAX_TEXT} characters")
    cell = cell.replace("\r\n", "\n").strip("\n")
    cell = cell if "\n" in cell else cell.strip()
    if _INDENTED.search(cell) and "```" not in cell:
        notes.append("indented lines are a block of code")
        sentence, _, code = cell.partition("\n")
        if not sentence.rstrip().endswith((".", "?", "？", "。")):
            return f"```\n{cell}\n```"
        return f"{convert_cell(sentence.strip(), notes)}\n\n```\n{code}\n```"
    placeholders = _Placeholders(is_html=False)
    text = placeholders.put_formulas(clean_text(cell))
    text = _MEANT.sub(lambda part: placeholders.put(part[0]), text)
    if _LIKE_TAG.search(text):
        notes.append("what looks like HTML is shown as it was typed")
    shown = placeholders.restore(escape_markdown(text))
    return shown if "```" in shown else keep_lines(shown)
