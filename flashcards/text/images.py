"""The pictures that texts show: found in Markdown, loaded from the media folder of a course.

The loader takes plain files only: no links, nothing from elsewhere, nothing huge; a deck
may come from a stranger.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Mapping
from html import escape, unescape
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote
from xml.parsers import expat

from flashcards.errors import FlashcardsError
from flashcards.fileio import FileRefused, load_bytes
from flashcards.text.plain_text import MAX_BRACKETS, MAX_TEXT

if TYPE_CHECKING:
    from markdown_it.token import Token

ENDINGS = (".svg", ".png", ".jpg", ".jpeg", ".gif", ".webp")
LARGEST = 10_000_000
_BEGINNINGS = {
    ".png": (b"\x89PNG\r\n\x1a\n",),
    ".jpg": (b"\xff\xd8\xff",),
    ".jpeg": (b"\xff\xd8\xff",),
    ".gif": (b"GIF87a", b"GIF89a"),
    ".webp": (b"RIFF",),
}
_PNG_END = b"IEND\xaeB`\x82"
_GIF_HEAD = 13
"""Bytes before the first picture of a GIF."""
_LIKE_PICTURE = re.compile(
    rf"!\[(?P<alt>[^\[\]\n]*)\]\((?P<name>[^<>\n]*?(?:{'|'.join(map(re.escape, ENDINGS))}))\s*\)",
    re.IGNORECASE,
)
_NO_FILE = re.compile(
    r"!\[(?P<alt>[^\[\]\n]*)\]\((?P<name>(?!https?:|mailto:)[a-z][a-z0-9+.-]*:[^\s()]*)\)",
    re.IGNORECASE,
)
"""An address that Markdown does not take, and shows as it is written."""
_NEEDS_BRACKETS = re.compile(r"[\s()]")
_SVG_ROOT = re.compile(r"<svg\b(?![^>]*\blang=)")
_SVG_TEXT = re.compile(r"(<(?:title|desc|text|tspan)\b[^<>]*>)([^<]*)(?=<)")


class Picture(NamedTuple):
    """A picture in a text: the file it names, and the words for those who cannot see it."""

    name: str
    alt: str


def find_pictures(text: str) -> Iterator[Picture]:
    """The pictures that a Markdown text shows, or tries to show, in its order."""
    if "![" not in text or len(text) > MAX_TEXT or text.count("[") > MAX_BRACKETS:
        return
    for token in _list_inner(text):
        if token.type == "image":
            yield Picture(unquote(str(token.attrs["src"])), token.content)
        for found in _NO_FILE.finditer(token.content) if token.type == "text" else ():
            yield Picture(found["name"], found["alt"])


def find_unread_pictures(text: str) -> Iterator[Picture]:
    """What looks like a picture in a Markdown text and is shown as it is written.

    A name with a space, or with half a pair of brackets, must stand between `<` and `>`.
    """
    shown = {picture.name for picture in find_pictures(text)}
    found = [each for each in _LIKE_PICTURE.finditer(text) if each["name"] not in shown]
    if not any(_NEEDS_BRACKETS.search(each["name"]) for each in found):
        return
    words = [token.content for token in _list_inner(text) if token.type == "text"]
    for each in found:
        if any(f"]({each['name']}" in part for part in words):
            yield Picture(each["name"], each["alt"])


def _list_inner(text: str) -> Iterator[Token]:
    from flashcards.text.markdown import parse_markdown

    return (token for block in parse_markdown(text) for token in block.children or ())


def format_target(name: str) -> str:
    """The name of a picture as it is written between round brackets."""
    return f"<{name}>" if _NEEDS_BRACKETS.search(name) else name


def make_data_url(name: str, data: bytes) -> str:
    """The address of a picture that is inside the page itself."""
    ending = PurePosixPath(name).suffix[1:].lower()
    kind = {"svg": "svg+xml", "jpg": "jpeg"}.get(ending, ending)
    return f"data:image/{kind};base64,{base64.b64encode(data).decode()}"


def load_picture(path: Path, name: str) -> bytes:
    """The bytes of one picture: a plain file, not too large, and what its name says."""
    if PurePosixPath(name).suffix.lower() not in ENDINGS:
        raise _refuse(name, _wrong_ending())
    if path.is_symlink():
        raise _refuse(name, "is a link; put the file itself into decks/media")
    try:
        data = load_bytes(path, LARGEST, links=False)
    except FileRefused as refused:
        raise _refuse(name, refused.reason) from None
    if fault := find_picture_fault(name, data):
        raise _refuse(name, fault)
    return data


def find_picture_fault(name: str, data: bytes) -> str | None:
    """Why a file is no picture of the kind that its name says; None if it is one."""
    ending = PurePosixPath(name).suffix.lower()
    if ending == ".svg":
        return _find_svg_fault(data)
    told = data.startswith(_BEGINNINGS.get(ending, ()))
    if not told or (ending == ".webp" and data[8:12] != b"WEBP"):
        return "is not what its name says"
    return None if _is_whole(ending, data) else "is cut off: copy the whole file"


def _is_whole(ending: str, data: bytes) -> bool:
    """Whether a picture has its end, as far as its format tells."""
    if ending == ".png":
        return data[12:16] == b"IHDR" and _PNG_END in data
    if ending == ".gif":
        return len(data) > _GIF_HEAD and b";" in data[-64:]
    if ending == ".webp":
        return len(data) >= 8 + int.from_bytes(data[4:8], "little")
    return b"\xff\xd9" in data


def _find_svg_fault(data: bytes) -> str | None:
    if b"<svg" not in data and b":svg" not in data:
        return "is not what its name says"
    try:
        expat.ParserCreate().Parse(data, True)
    except expat.ExpatError as error:
        return f"is not well-formed XML: {error}"
    return None


def _wrong_ending() -> str:
    return f"must end with {', '.join(ENDINGS)}"


def _refuse(name: str, reason: object) -> FlashcardsError:
    return FlashcardsError(f"picture '{name}' {reason}")


def list_svg_texts(data: bytes) -> list[str]:
    """What is written in a drawing, each once, in its order."""
    found = (unescape(text) for _, text in _SVG_TEXT.findall(data.decode("utf-8", "replace")))
    return list(dict.fromkeys(text for text in found if text.strip()))


def translate_svg(data: bytes, texts: Mapping[str, str], lang: str) -> bytes:
    """The drawing with its texts in `lang`; those that are not named stay.

    It says its language: without it, Chinese signs are drawn as other countries write them.
    """

    def replace_text(found: re.Match[str]) -> str:
        text = texts.get(unescape(found[2]))
        return found[0] if text is None else found[1] + escape(text, quote=False)

    translated = _SVG_TEXT.sub(replace_text, data.decode())
    return _SVG_ROOT.sub(rf'\g<0> xml:lang="{lang}"', translated, count=1).encode()
