"""Text that was never meant as Markdown, written so that Markdown shows the same letters."""

from __future__ import annotations

import re

from flashcards.source.decoding import UNSAFE

_SPECIAL = re.compile(r"[\\`*_\[<&$]")
_INLINE = re.compile(
    r"\\(?=[!-/:-@\[-`{-~\n])|`|(?<!\s)\*(?=\S)|(?<=\s)\*(?=\S)|(?<=\S)\*|\A\*(?=\S)"
    r"|(?<![^\W_])_(?=\S)|(?<=\S)_(?![^\W_])"
    r"|\[(?=[^\]\n]{0,1000}\][(\[:])|&(?=#?\w+;)|<(?=[a-z][a-z0-9+.-]*:)|(?<!\\)\$(?=[^\s$][^$\n]*\$)|\$\$",
    re.IGNORECASE,
)
"""What Markdown would take for emphasis, code, a link, an entity or a formula."""
_BLOCK = re.compile(
    r"^([ \t]*)(?=[#>]|[-+*][ \t]|[-=~`]{3,}[ \t]*$|={1,}[ \t]*$|[-+*]$)", re.MULTILINE
)
_NUMBER = re.compile(r"^([ \t]*\d{1,9})([.)])(?=\s|$)", re.MULTILINE)
_PRIVATE_FIRST, _PRIVATE_LAST = 0xE000, 0xF8FF
_PRIVATE = re.compile("[\ue000-\uf8ff]")
_ENTITY = re.compile(r"&#(?:[xX]0*([0-9a-fA-F]{1,6})|0*([0-9]{1,7}));?")
_BLOCK_SIGNS = "#>-+*=~`"
"""What a line that is more than text may begin with, beside a number."""
_BOLD_WORDS = re.compile(r"(?<!\S)(\*\*|\*)(?=\S)(.+?)(?<=\S)\1(?!\S)")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")


def clean_text(text: str) -> str:
    """The text with `\n` for every line break, and without characters that nobody can see."""
    if text.isascii() and text.replace("\n", "").isprintable():
        return text.strip()
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\u2028", "\n")
    return UNSAFE.sub("", text.replace("\xa0", " ")).strip()


def drop_private(text: str) -> str:
    """The text without private characters, which stand for something while texts are converted."""
    return text if text.isascii() else _PRIVATE.sub("", text)


def drop_private_entities(html: str) -> str:
    """The HTML without private characters that are written as numbers."""
    return _ENTITY.sub(_keep_public, html) if "&#" in html else html


def _keep_public(found: re.Match[str]) -> str:
    code = int(found[1], 16) if found[1] else int(found[2])
    return "" if _PRIVATE_FIRST <= code <= _PRIVATE_LAST else found[0]


def escape_markdown(text: str) -> str:
    """Markdown that shows exactly these letters; line breaks stay where they are."""
    if _SPECIAL.search(text):
        text = _INLINE.sub(lambda found: "\\" + found[0] if found[0] != "$$" else r"\$\$", text)
    if "\n" not in text:
        first = text.lstrip(" \t")[:1]
        if first not in _BLOCK_SIGNS and not first.isdecimal():
            return text
    text = _BLOCK.sub(r"\1\\", text)
    return _NUMBER.sub(r"\1\\\2", text)


def keep_lines(text: str) -> str:
    """Markdown in which every line break is seen."""
    if "\n" not in text:
        return text
    paragraphs = re.split(r"\n[ \t]*\n\s*", text)
    return "\n\n".join(
        re.sub(r"(?<![ \t])[ \t]*\n[ \t]*", "\\\\\n", each.strip()) for each in paragraphs
    )


def make_typeable(text: str) -> str:
    """A short Markdown text as somebody can type it: what had to be escaped becomes code."""
    bare = _BOLD_WORDS.sub(r"\2", text) if "*" in text else text
    if "\\" not in bare:
        return bare
    plain = _ESCAPED.sub(r"\1", bare)
    if plain == bare or "`" in plain:
        return bare
    return f"`{plain}`"


def make_typed(text: str) -> str:
    """What is typed for a short Markdown text."""
    return make_typeable(text).strip("`")
