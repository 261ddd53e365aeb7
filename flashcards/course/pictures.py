"""The pictures of a course, with their texts in the language of the cards."""

from collections.abc import Iterable
from pathlib import Path

from flashcards.course.model import Course
from flashcards.errors import FlashcardsError
from flashcards.text.images import load_picture, translate_svg


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
