"""The pictures of a course: which an entry shows, what is wrong with one, and their bytes."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from flashcards.course.files import DECKS, MEDIA
from flashcards.course.model import Course, Entry
from flashcards.course.source import Path as ValuePath
from flashcards.course.texts import Leaf, collect_texts, is_markdown
from flashcards.course.texts import Path as TextPath
from flashcards.course.validation import suggest
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
) -> Iterator[tuple[ValuePath, str, str]]:
    """Yield path, text and name of each picture that an entry, or its translation, shows."""
    for path, leaf in (collect_texts(entry) if texts is None else texts).items():
        if "![" in str(leaf) and is_markdown(entry, path):
            for index, text in enumerate((leaf,) if isinstance(leaf, str) else leaf):
                at: ValuePath = path if isinstance(leaf, str) else (*path, index)
                yield from ((at, text, picture.name) for picture in find_pictures(text))


def find_picture_flaw(
    name: str, root: Path, own: Mapping[str, str], lent: Mapping[str, str]
) -> str:
    """Return what is wrong with the picture of this name; nothing if it can be shown.

    `own` and `lent` are the pictures of the course and of the built-in one, names to paths.
    """
    if "/" in name or "\\" in name:
        return f"a picture is a file in decks/media, not '{name}'; give its name alone"
    known = {**lent, **own}
    if name not in known:
        alike = next((each for each in known if each.casefold() == name.casefold()), None)
        if alike:
            return f"the file is called '{alike}', and some systems tell them apart; write that"
        folder = root / DECKS / MEDIA
        if folder.is_symlink():
            return f"picture '{name}' is behind a link: decks/media must be a folder itself"
        if not os.path.lexists(folder / name):
            hint = suggest(name, known, f"put {name} into decks/media")
            return f"there is no picture decks/media/{name}{hint}"
        known[name] = str(folder / name)
    try:
        load_picture(Path(known[name]), name)
    except FlashcardsError as error:
        return str(error)
    return ""
