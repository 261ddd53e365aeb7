"""Pictures that imported texts show: they get a name of their own in the folder `media`."""

import re
from collections.abc import Mapping
from itertools import count
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import unquote

from flashcards.errors import FlashcardsError
from flashcards.fileio import FileRefused, load_bytes
from flashcards.importing.items import PictureLoader
from flashcards.importing.markdown_text import drop_invisible
from flashcards.text.images import MAX_PICTURE_BYTES, find_picture_fault
from flashcards.words import Words

MAX_BYTES = 200_000_000
"""Of all pictures of an import."""
_TRAILING = re.compile(r"[ \t]+$", re.MULTILINE)
"""Spaces for which YAML could not write a text in lines of its own."""
_SHOWN = re.compile(
    r"(?P<code>^```.*?^```[ \t]*$|(?<!`)`[^`\n]+`(?!`))"
    r"|!\[(?P<alt>(?:\\.|[^\[\]\\]|\[[^\[\]]*\])*)\]"
    r"\(\s*(?P<name><[^<>\n]*>|(?:[^()\s\\]|\\.|\([^()\s]*\))*)(?:\s+[\"'][^\"'\n]*[\"'])?\s*\)",
    re.MULTILINE | re.DOTALL,
)


def make_folder_loader(folder: Path) -> PictureLoader:
    """Return a loader of pictures beside a file, in its folder or below; none from elsewhere."""

    def load(name: str) -> bytes:
        path = folder / name.replace("\\", "/")
        if not path.is_file():
            raise FlashcardsError("does not lie beside the file")
        if not path.resolve().is_relative_to(folder.resolve()):
            raise FlashcardsError("lies outside the folder of the file")
        try:
            return load_bytes(path, MAX_PICTURE_BYTES)
        except FileRefused as refused:
            raise FlashcardsError(refused.reason) from None

    return load


class CoursePictures:
    """The pictures that an import adds to the folder `media` of a course."""

    def __init__(self, media: Path, words: Words) -> None:
        self.files: dict[str, bytes] = {}
        """Name to the bytes that must be written."""
        self._words, self._media = words, media

    def place(self, value: Any, load: PictureLoader, notes: list[str]) -> Any:
        """Return plain values without what nobody can see, whose pictures are the course's.

        A picture that is missing becomes words. Both are added to `notes`. Raises FlashcardsError
        if there are too many pictures.
        """
        if isinstance(value, Mapping):
            return {name: self.place(part, load, notes) for name, part in value.items()}
        if isinstance(value, list):
            return [self.place(part, load, notes) for part in value]
        if not isinstance(value, str):
            return value

        def replace(shown: re.Match[str]) -> str:
            if shown["code"]:
                return shown[0]
            path = PurePosixPath(unquote(shown["name"].strip("<>")))
            words = shown["alt"].strip() or re.sub(r"[\W_]+", " ", path.stem[:60]).strip()
            try:
                data = load(str(path))
                if fault := find_picture_fault(path.name, data):
                    raise FlashcardsError(fault)
            except FlashcardsError as error:
                notes.append(f"picture '{str(path)[:60]}' {error}")
                return self._words.translate("picture_lost", name=words)
            return f"![{words or 'picture'}]({self._add(path, data)})"

        return _TRAILING.sub("", _SHOWN.sub(replace, drop_invisible(value, notes)))

    def _add(self, path: PurePosixPath, data: bytes) -> str:
        """Return the name here: that of the same picture, or one that is free."""
        stem = re.sub(r"[^A-Za-z0-9_-]+", "-", path.stem).strip("-")[:60] or "picture"
        for number in count(1):
            name = f"{stem}-{number}" if number > 1 else stem
            name += path.suffix.lower()
            known, there = self.files.get(name), self._media / name
            if known is None and there.exists():
                known = load_bytes(there, MAX_PICTURE_BYTES)
            if known in (None, data):
                break
        if known is None:
            self.files[name] = data
            if sum(map(len, self.files.values())) > MAX_BYTES:
                most = f"{MAX_BYTES // 1_000_000} MB"
                raise FlashcardsError(f"there are pictures of more than {most}: import in parts")
        return name
