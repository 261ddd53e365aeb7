"""The pictures that texts show: found in Markdown, loaded from the media folder of a course.

The finder reads a text once from left to right, without rendering it, so that no
text takes long. A test holds it against what Markdown shows; a picture that it
misses in a contrived text is refused when the text is rendered. The loader takes
plain files only: no links, nothing from elsewhere, nothing huge; a deck may come
from a stranger.
"""

from __future__ import annotations

import base64
import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, NamedTuple

from flashcards.errors import FlashcardsError
from flashcards.fileio import FileRefused, load_bytes

if TYPE_CHECKING:
    from flashcards.model import Course
from flashcards.text.svg_texts import translate_svg

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
_LETTER = r"(?:\\\S|[^()\s\\]|\\(?=\s))"
_TARGET = rf"<(?:\\.|[^<>\n\\])*>|(?!<)(?:{_LETTER}|\({_LETTER}*\)){{0,800}}"
"""What `](` is followed by: at most 800 characters, which is more than any file name needs."""
_TOKEN = re.compile(
    r"\\.|(?P<ticks>`+)|(?P<open>!?\[)"
    rf"|(?P<close>\])(?:(?=\(\s*(?P<target>{_TARGET})(?:\s*\)|\s+(?:[\"']|\([^()]*\)\s*\)))))?",
    re.DOTALL,
)
_DEFINITION = re.compile(
    r"^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*\[((?:\\.|[^\[\]\\])+)\]:\s*(<[^<>\n]*>|\S+)",
    re.MULTILINE,
)
_LABEL = re.compile(r"\[((?:\\.|[^\[\]\\])*)\]")
_LONGEST_LABEL = 999
_PARAGRAPH_END = re.compile(r"\n[ \t>]*(?:\n|```)")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_LIKE_PICTURE = re.compile(
    rf"!\[(?P<alt>[^\[\]\n]*)\]\((?P<name>[^<>\n]*?(?:{'|'.join(map(re.escape, ENDINGS))}))\s*\)",
    re.IGNORECASE,
)
_NEEDS_BRACKETS = re.compile(r"[\s()]")


class Picture(NamedTuple):
    """A picture in a text: the file it names, and the words for those who cannot see it."""

    name: str
    alt: str


def find_pictures(text: str) -> Iterator[Picture]:
    """The pictures that a Markdown text shows, in its order; code in it shows none."""
    if "![" not in text:
        return
    named = _definitions(text)
    opened: list[tuple[bool, int]] = []
    ticks, code_ends = _tick_ends(text), 0
    for token in _TOKEN.finditer(text):
        if token.start() < code_ends:
            continue
        if token["ticks"]:
            code_ends = _code_end(text, token, ticks[len(token["ticks"])])
        elif token["open"]:
            opened.append((token["open"] == "![", token.end()))
        elif opened and token["close"]:
            is_shown, begins = opened.pop()
            if is_shown and token["target"] is not None:
                yield Picture(_file_name(token["target"]), text[begins : token.start()])
            elif is_shown and named and token.start() - begins <= _LONGEST_LABEL:
                alt, label = text[begins : token.start()], _LABEL.match(text, token.end())
                for target in _targets(named, label[1] if label else "", alt):
                    yield Picture(_file_name(target), alt)


def find_unread_pictures(text: str) -> Iterator[Picture]:
    """What looks like a picture in a Markdown text and is shown as it is written.

    A name with a space, or with half a pair of brackets, must stand between `<` and `>`.
    """
    shown = {picture.name for picture in find_pictures(text)}
    found = [each for each in _LIKE_PICTURE.finditer(text) if each["name"] not in shown]
    if not any(_NEEDS_BRACKETS.search(each["name"]) for each in found):
        return
    from flashcards.text.markdown import parse_markdown

    inner = (token for block in parse_markdown(text) for token in block.children or ())
    words = [token.content for token in inner if token.type == "text"]
    for each in found:
        if any(f"]({each['name']}" in part for part in words):
            yield Picture(each["name"], each["alt"])


def write_target(name: str) -> str:
    """The name of a picture as it is written between round brackets."""
    return f"<{name}>" if _NEEDS_BRACKETS.search(name) else name


def make_data_url(name: str, data: bytes) -> str:
    """The address of a picture that is inside the page itself."""
    ending = PurePosixPath(name).suffix[1:].lower()
    kind = {"svg": "svg+xml", "jpg": "jpeg"}.get(ending, ending)
    return f"data:image/{kind};base64,{base64.b64encode(data).decode()}"


def load_pictures(course: Course, names: Iterable[str], lang: str = "") -> dict[str, bytes]:
    """The bytes of each picture by the name that authors write.

    Drawings have their texts in the language `lang`, where the course translates them.
    """
    found = {name: load_picture(_path(course, name), name) for name in dict.fromkeys(names)}
    translated = course.pictures.get(lang, {})
    return {
        name: translate_svg(data, translated[name], lang) if name in translated else data
        for name, data in found.items()
    }


def load_picture(path: Path, name: str) -> bytes:
    """The bytes of one picture: a plain file, not too large, and what its name says."""
    if PurePosixPath(name).suffix.lower() not in ENDINGS:
        raise FlashcardsError(f"picture '{name}' must end with {', '.join(ENDINGS)}")
    if path.is_symlink():
        raise _is_link(name)
    try:
        data = load_bytes(path, LARGEST, links=False)
    except FileRefused as refused:
        raise FlashcardsError(f"picture '{name}' {refused.reason}") from None
    if fault := find_picture_fault(name, data):
        raise FlashcardsError(f"picture '{name}' {fault}")
    return data


def find_picture_fault(name: str, data: bytes) -> str:
    """Why a file is no picture of the kind that its name says; empty if it is one.

    A drawing is read whole: it may hold nothing that runs or loads.
    """
    ending = PurePosixPath(name).suffix.lower()
    if ending == ".svg":
        return _find_svg_fault(data)
    told = data.startswith(_BEGINNINGS.get(ending, ()))
    if not told or (ending == ".webp" and data[8:12] != b"WEBP"):
        return "is not what its name says"
    return "" if _is_whole(ending, data) else "is cut off: copy the whole file"


def _is_whole(ending: str, data: bytes) -> bool:
    """Whether a picture has its end, as far as its format tells."""
    if ending == ".png":
        return data[12:16] == b"IHDR" and _PNG_END in data
    if ending == ".gif":
        return len(data) > _GIF_HEAD and b";" in data[-64:]
    if ending == ".webp":
        return len(data) >= 8 + int.from_bytes(data[4:8], "little")
    return b"\xff\xd9" in data


def _find_svg_fault(data: bytes) -> str:
    from flashcards.text.svg import SvgRefused, check_svg

    if b"<svg" not in data and b":svg" not in data:
        return "is not what its name says"
    try:
        check_svg(data)
    except SvgRefused as refused:
        return str(refused)
    return ""


def _path(course: Course, name: str) -> Path:
    inner = PurePosixPath(name)
    if inner.is_absolute() or ".." in inner.parts or ":" in name or "\\" in name:
        raise FlashcardsError(f"picture '{name}' is not a file in decks/media")
    if inner.suffix.lower() not in ENDINGS:
        raise FlashcardsError(f"picture '{name}' must end with {', '.join(ENDINGS)}")
    folder = Path(course.root, "decks", "media")
    path = Path(course.media[name]) if name in course.media else folder / inner
    if not path.exists():
        raise FlashcardsError(f"picture '{name}' is missing in decks/media")
    if any(folder.is_symlink() for folder in list(path.parents)[: len(inner.parts) - 1]):
        raise _is_link(name)
    return path


def _is_link(name: str) -> FlashcardsError:
    return FlashcardsError(f"picture '{name}' is a link; put the file itself into decks/media")


def _definitions(text: str) -> Mapping[str, list[str]]:
    """Targets by their labels, from lines such as `[leaf]: leaf.svg`."""
    found: dict[str, list[str]] = defaultdict(list)
    for definition in _DEFINITION.finditer(text):
        found[_normalize_label(definition[1])].append(definition[2])
    return found


def _targets(named: Mapping[str, list[str]], *labels: str) -> list[str]:
    """Of `![alt][label]` or `![alt]`: what label and alt are defined as."""
    keys = dict.fromkeys(map(_normalize_label, labels))
    return [target for key in keys for target in named.get(key, ())]


def _normalize_label(label: str) -> str:
    return " ".join(label.split()).casefold()


def _file_name(target: str) -> str:
    """The name that a target stands for: without escapes and entities."""
    from html import unescape
    from urllib.parse import unquote

    inner = target[1:-1] if target.startswith("<") else target
    return unquote(unescape(_ESCAPE.sub(r"\1", inner)))


def _tick_ends(text: str) -> Mapping[int, list[int]]:
    """Where each run of backticks ends, by its length."""
    found: dict[int, list[int]] = defaultdict(list)
    for run in re.finditer("`+", text):
        found[len(run[0])].append(run.end())
    return found


def _code_end(text: str, ticks: re.Match[str], ends: list[int]) -> int:
    """Where the code ends that these backticks begin: after the next run as long as they are.

    The end of a paragraph ends all code but a block between fences.
    """
    following = bisect_right(ends, ticks.end())
    end = ends[following] if following < len(ends) else ticks.end()
    before = text[max(0, ticks.start() - 16) : ticks.start()].rpartition("\n")[2]
    is_fence = len(ticks[0]) >= 3 and not before.strip(" >")
    return end if is_fence or not _PARAGRAPH_END.search(text, ticks.end(), end) else ticks.end()
