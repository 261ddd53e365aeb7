"""The pictures of a course: which an entry shows, and their bytes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from flashcards.course.model import Course, Entry
from flashcards.course.texts import Leaf, collect_texts, is_markdown
from flashcards.course.texts import Path as TextPath
from flashcards.errors import FlashcardsError
from flashcards.text.images import find_pictures, load_picture, translate_svg


def load_pictures(course: Course, names: Iterable[str], lang: str = "") -> dict[str, bytes]:
    """Return the bytes of each picture by the name that authors write. Raises FlashcardsError.

    Drawings have their texts in the language `lang`, where the course translates them.
    """
    translated = course.pictures.get(lang, {})
    pictures = {}
    for name in dict.fromkeys(names):
        if name not in course.media:
            raise FlashcardsError(f"there is no picture decks/media/{name}")
        data = load_picture(Path(course.media[name]), name)
        pictures[name] = translate_svg(data, translated[name], lang) if name in translated else data
    return pictures


def list_pictures(
    entry: Entry, texts: Mapping[TextPath, Leaf] | None = None
) -> Iterator[tuple[tuple[str | int, ...], str, str]]:
    """Yield path, text and name of each picture that an entry, or its translation, shows."""
    for path, leaf in (collect_texts(entry) if texts is None else texts).items():
        if "![" in str(leaf) and is_markdown(entry, path):
            for index, text in enumerate((leaf,) if isinstance(leaf, str) else leaf):
                at: tuple[str | int, ...] = path if isinstance(leaf, str) else (*path, index)
                yield from ((at, text, picture.name) for picture in find_pictures(text))
