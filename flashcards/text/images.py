"""The pictures that texts show: found in Markdown, loaded from the media folder of a course.

The loader takes plain files only: no links, nothing from elsewhere, nothing huge; a deck
may come from a stranger.
"""

import base64
import re
from collections.abc import Iterator, Mapping
from html import escape, unescape
from pathlib import Path, PurePosixPath
from typing import NamedTuple
from urllib.parse import unquote
from xml.parsers import expat

from markdown_it.token import Token

from flashcards.errors import FlashcardsError
from flashcards.fileio import FileRefused, load_bytes
from flashcards.text.markdown import parse_markdown
from flashcards.text.plain_text import MAX_BRACKETS, MAX_TEXT

PICTURE_SUFFIXES = (".svg", ".png", ".jpg", ".jpeg", ".gif", ".webp")
MAX_PICTURE_BYTES = 10_000_000
_SIGNATURES = {
    ".png": re.compile(rb"\x89PNG\r\n\x1a\n"),
    ".jpg": re.compile(rb"\xff\xd8\xff"),
    ".jpeg": re.compile(rb"\xff\xd8\xff"),
    ".gif": re.compile(rb"GIF8[79]a"),
    ".webp": re.compile(rb"RIFF.{4}WEBP", re.DOTALL),
}
"""What the bytes of a picture begin with."""
_LIKE_PICTURE = re.compile(
    r"!\[(?P<alt>[^\[\]\n]*)\]\("
    r"(?P<name>[^<>\n]*?\.(?:svg|png|jpe?g|gif|webp)|[a-z][a-z0-9+.-]*:[^\s()]*)\s*\)",
    re.IGNORECASE,
)
_SVG_ROOT = re.compile(r"<svg\b(?![^>]*\blang=)")
_SVG_TEXT = re.compile(r"(<(?:title|desc|text|tspan)\b[^<>]*>)([^<]*)(?=<)")


class Picture(NamedTuple):
    """A picture in a text: the file it names, and the words for those who cannot see it."""

    name: str
    alt: str


def find_pictures(text: str) -> Iterator[Picture]:
    """Yield the pictures that a Markdown text shows, in its order."""
    if "![" not in text or len(text) > MAX_TEXT or text.count("[") > MAX_BRACKETS:
        return
    for token in _list_inline_tokens(text):
        if token.type == "image":
            yield Picture(unquote(str(token.attrs["src"])), token.content)


def find_unread_pictures(text: str) -> Iterator[Picture]:
    """Yield what looks like a picture in a Markdown text and is shown as it is written.

    A name with a space, or with half a pair of brackets, must stand between `<` and `>`.
    """
    if "![" not in text:
        return
    prose = [token.content for token in _list_inline_tokens(text) if token.type == "text"]
    for match in _LIKE_PICTURE.finditer(text):
        if any(f"]({match['name']}" in part for part in prose):
            yield Picture(match["name"], match["alt"])


def _list_inline_tokens(text: str) -> Iterator[Token]:
    return (token for block in parse_markdown(text) for token in block.children or ())


def make_data_url(name: str, data: bytes) -> str:
    """Return the address of a picture that is inside the page itself."""
    suffix = PurePosixPath(name).suffix[1:].lower()
    kind = {"svg": "svg+xml", "jpg": "jpeg"}.get(suffix, suffix)
    return f"data:image/{kind};base64,{base64.b64encode(data).decode()}"


def load_picture(path: Path, name: str) -> bytes:
    """Return the bytes of one picture: a plain file, not too large, and what its name says."""
    if path.is_symlink():
        raise FlashcardsError(f"picture '{name}' is a link; put the file itself into decks/media")
    try:
        data = load_bytes(path, MAX_PICTURE_BYTES)
    except FileRefused as refused:
        raise FlashcardsError(f"picture '{name}' {refused.reason}") from None
    if fault := find_picture_fault(name, data):
        raise FlashcardsError(f"picture '{name}' {fault}")
    return data


def find_picture_fault(name: str, data: bytes) -> str | None:
    """Return why a file is no picture of the kind that its name says; None if it is one."""
    suffix = PurePosixPath(name).suffix.lower()
    if suffix not in PICTURE_SUFFIXES:
        return f"must end with {', '.join(PICTURE_SUFFIXES)}"
    if len(data) > MAX_PICTURE_BYTES:
        return f"is larger than {MAX_PICTURE_BYTES // 1_000_000} MB"
    if suffix != ".svg":
        return None if _SIGNATURES[suffix].match(data) else "is not what its name says"
    if b"<svg" not in data and b":svg" not in data:
        return "is not what its name says"
    try:
        expat.ParserCreate().Parse(data, True)
    except expat.ExpatError as error:
        return f"is not well-formed XML: {error}"
    return None


def list_svg_texts(data: bytes) -> list[str]:
    """Return what is written in a drawing, each once, in its order."""
    texts = (unescape(text) for _, text in _SVG_TEXT.findall(data.decode("utf-8", "replace")))
    return list(dict.fromkeys(text for text in texts if text.strip()))


def translate_svg(data: bytes, texts: Mapping[str, str], lang: str) -> bytes:
    """Return the drawing with its texts in `lang`; those that are not named stay.

    It says its language: without it, Chinese signs are drawn as other countries write them.
    """

    def replace_text(match: re.Match[str]) -> str:
        text = texts.get(unescape(match[2]))
        return match[0] if text is None else match[1] + escape(text, quote=False)

    translated = _SVG_TEXT.sub(replace_text, data.decode("utf-8", "replace"))
    return _SVG_ROOT.sub(rf'\g<0> xml:lang="{lang}"', translated, count=1).encode()
