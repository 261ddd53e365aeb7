"""Which pictures an entry shows, and what is wrong with the file of one."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from flashcards.errors import FlashcardsError, suggest_nearest
from flashcards.source.yaml_reader import Path as NodePath
from flashcards.text.images import find_pictures, load_picture
from flashcards.words.message import Message

Flaw = tuple[Message, Message | None]
"""Message and hint."""

_NOT_MARKDOWN = {
    "code": ("setup", "code", "prints"),
    "language": ("cloze", "gaps", "accept"),
}
"""Fields that are program text if an entry has the field named first."""


def find_images(entry: Mapping[str, Any], path: NodePath) -> Iterator[tuple[str, NodePath]]:
    """Each picture in the Markdown of an entry as it was written, and the path of its text."""
    skipped = {name for mark, names in _NOT_MARKDOWN.items() if mark in entry for name in names}
    for name, value in entry.items():
        if name not in skipped:
            of_code = "code" in entry and name == "wrong"
            yield from _walk_images(value, (*path, name), "text" if of_code else "")


def is_markdown(entry: object, path: tuple[str, ...]) -> bool:
    """Whether the text at `path` of a translation is Markdown, or program text."""
    return not getattr(entry, "language", None) or path[0] not in _NOT_MARKDOWN["language"]


def _walk_images(value: Any, path: NodePath, skipped: str) -> Iterator[tuple[str, NodePath]]:
    if isinstance(value, str):
        yield from ((shown.name, path) for shown in find_pictures(value))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _walk_images(inner, (*path, index), skipped)
    else:
        for name, inner in value.items():
            if name != skipped:
                yield from _walk_images(inner, (*path, name), skipped)


class ImageFiles:
    """The picture files of a course; each that is shown is opened once."""

    def __init__(self, media: Path, lent: Mapping[str, str], known: Collection[str]) -> None:
        self._media = media
        self._lent = lent
        self._known = known
        self._flaws: dict[str, Flaw | None] = {}

    def find_flaw(self, name: str) -> Flaw | None:
        """What is wrong with the picture of this name, if anything."""
        if name not in self._flaws:
            self._flaws[name] = self._inspect(name)
        return self._flaws[name]

    def _inspect(self, name: str) -> Flaw | None:
        if "/" in name or "\\" in name or PurePosixPath(name).name != name:
            return Message("picture-not-in-media", name=name), Message("hint-name-alone")
        path = self._media / name
        if not _exists(path):
            if name not in self._lent:
                hint = suggest_nearest(name, self._known) or Message("hint-put-picture", name=name)
                return Message("no-picture", name=name), hint
            path = Path(self._lent[name])
        elif name not in self._known and (meant := self._find_by_letters(name)):
            hint = Message("hint-did-you-mean", name=meant)
            return Message("picture-letters", name=meant), hint
        elif self._media.is_symlink():
            return Message("picture-behind-link", name=name), Message("hint-copy-it")
        try:
            load_picture(path, name)
        except FlashcardsError as error:
            return error.message, None
        return None

    def _find_by_letters(self, name: str) -> str:
        """The picture whose name differs in upper and lower case only."""
        return next((each for each in self._known if each.casefold() == name.casefold()), "")


def _exists(path: Path) -> bool:
    try:
        path.lstat()
    except (OSError, ValueError):
        return False
    return True
