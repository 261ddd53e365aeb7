"""Pictures that imported texts show: they get a name of their own in the folder `media`."""

from __future__ import annotations

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
from flashcards.text.images import MAX_PICTURE_BYTES, PICTURE_SUFFIXES, find_picture_fault
from flashcards.words import Words

MAX_BYTES = 200_000_000
"""Of all pictures of an import."""
_FOLDERS = ("", "media", "images", "pictures")
"""Where beside a file its pictures may lie."""
_OUTSIDE = "lies outside the folder of the file"
_SHOWN = re.compile(
    r"(?P<code>^```.*?^```[ \t]*$|(?<!`)`[^`\n]+`(?!`))"
    r"|!\[(?P<alt>(?:\\.|[^\[\]\\]|\[[^\[\]]*\])*)\]"
    r"\(\s*(?P<name><[^<>\n]*>|(?:[^()\s\\]|\\.|\([^()\s]*\))*)(?:\s+[\"'][^\"'\n]*[\"'])?\s*\)",
    re.MULTILINE | re.DOTALL,
)


def make_folder_loader(folder: Path) -> PictureLoader:
    """Return a loader of pictures beside a file, in its folder or below; none from elsewhere."""

    def load(name: str) -> bytes:
        inner = PurePosixPath(name.replace("\\", "/"))
        if inner.is_absolute() or ".." in inner.parts or ":" in name:
            raise FlashcardsError(_OUTSIDE)
        paths = [path for place in _FOLDERS if (path := folder / place / inner).is_file()]
        for path in paths:
            if path.resolve().is_relative_to(folder.resolve()):
                try:
                    return load_bytes(path, MAX_PICTURE_BYTES)
                except FileRefused as refused:
                    raise FlashcardsError(refused.reason) from None
        raise FlashcardsError(_OUTSIDE if paths else "does not lie beside the file")

    return load


class CoursePictures:
    """The pictures that an import adds to a course."""

    def __init__(self, media: Path, words: Words) -> None:
        self.files: dict[str, bytes] = {}
        """Name to the bytes that must be written."""
        self._words, self._media = words, media

    def place(
        self, value: Any, load: PictureLoader, files: dict[str, bytes], notes: list[str]
    ) -> Any:
        """Return plain values without characters nobody can see, whose pictures are the course's.

        New files are added to `files`; a picture that is missing becomes words. `notes` has both.
        """
        if isinstance(value, Mapping):
            return {name: self.place(part, load, files, notes) for name, part in value.items()}
        if isinstance(value, list):
            return [self.place(part, load, files, notes) for part in value]
        if not isinstance(value, str):
            return value

        def replace(shown: re.Match[str]) -> str:
            if shown["code"]:
                return shown[0]
            name, alt = unquote(shown["name"].strip("<>")), shown["alt"]
            path = PurePosixPath(name)
            try:
                data = _load_picture(name, load)
            except FlashcardsError as error:
                notes.append(f"picture '{name[:60]}' {error}")
                lost = alt or PurePosixPath(name[:60]).stem
                return self._words.translate("picture_lost", name=lost)
            words = alt.strip() or re.sub(r"[\W_]+", " ", path.stem).strip() or "picture"
            return f"![{words}]({self._choose_name(path, data, files)})"

        return _SHOWN.sub(replace, drop_invisible(value, notes))

    def _choose_name(self, path: PurePosixPath, data: bytes, files: dict[str, bytes]) -> str:
        """Return the name here: that of the same picture, or one that is free."""
        stem = re.sub(r"[^A-Za-z0-9_-]+", "-", path.stem).strip("-")[:60] or "picture"
        for number in count(1):
            name = f"{stem}-{number}" if number > 1 else stem
            name += path.suffix.lower()
            known, there = {**self.files, **files}.get(name), self._media / name
            if known is None and there.exists():
                known = load_bytes(there, MAX_PICTURE_BYTES)
            if known in (None, data):
                break
        if known is None:
            files[name] = data
        return name


def _load_picture(name: str, load: PictureLoader) -> bytes:
    """Return the bytes of a picture. Raises FlashcardsError."""
    if PurePosixPath(name).suffix.lower() not in PICTURE_SUFFIXES:
        raise FlashcardsError(f"does not end with {', '.join(PICTURE_SUFFIXES)}")
    data = load(name)
    if len(data) > MAX_PICTURE_BYTES:
        raise FlashcardsError(f"is larger than {MAX_PICTURE_BYTES // 1_000_000} MB")
    if fault := find_picture_fault(name, data):
        raise FlashcardsError(fault)
    return data
