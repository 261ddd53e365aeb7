"""The picture files of a course: what is wrong with one, and their bytes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path, PurePosixPath

from flashcards.course.files import DECKS, MEDIA
from flashcards.course.model import Course
from flashcards.course.validation import suggest
from flashcards.errors import FlashcardsError
from flashcards.text.images import load_picture, translate_svg


def load_pictures(course: Course, names: Iterable[str], lang: str = "") -> dict[str, bytes]:
    """Return the bytes of each picture by the name that authors write. Raises FlashcardsError.

    Drawings have their texts in the language `lang`, where the course translates them.
    """
    translated = course.pictures.get(lang, {})
    pictures = {}
    for name in dict.fromkeys(names):
        folder = Path(course.root, DECKS, MEDIA)
        if name not in course.media and (Path(name).name != name or folder.is_symlink()):
            raise FlashcardsError(f"picture '{name}' is a link, or no file in decks/media itself")
        data = load_picture(Path(course.media.get(name, folder / name)), name)
        pictures[name] = translate_svg(data, translated[name], lang) if name in translated else data
    return pictures


class PictureFiles:
    """The picture files of a course; each that is shown is opened once."""

    def __init__(self, folder: Path, own: Mapping[str, str], lent: Mapping[str, str]) -> None:
        self._folder = folder
        self._lent = lent
        self._known = [*own, *lent]
        self._flaws: dict[str, str] = {}

    def find_flaw(self, name: str) -> str:
        """Return what is wrong with the picture of this name; nothing if it can be shown."""
        if name not in self._flaws:
            self._flaws[name] = self._inspect(name)
        return self._flaws[name]

    def _inspect(self, name: str) -> str:
        if "/" in name or "\\" in name or PurePosixPath(name).name != name:
            return f"a picture is a file in decks/media, not '{name}'; give its name alone"
        path = self._folder / name
        alike = next((each for each in self._known if each.casefold() == name.casefold()), name)
        if not _exists(path):
            if name not in self._lent:
                hint = suggest(name, self._known, f"put {name} into decks/media")
                return f"there is no picture decks/media/{name}{hint}"
            path = Path(self._lent[name])
        elif name not in self._known and alike != name:
            return f"the file is called '{alike}', and some systems tell them apart; write that"
        elif self._folder.is_symlink():
            return f"picture '{name}' is behind a link: decks/media must be a folder itself"
        try:
            load_picture(path, name)
        except FlashcardsError as error:
            return str(error)
        return ""


def _exists(path: Path) -> bool:
    try:
        path.lstat()
    except (OSError, ValueError):
        return False
    return True
