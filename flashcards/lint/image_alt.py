"""Pictures that a learner who cannot see them, or is offline, learns nothing from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from flashcards.lint.finding import Finding
from flashcards.model import Course, Entry
from flashcards.text.entry_texts import Leaf, collect_texts
from flashcards.text.images import find_pictures
from flashcards.text.plain_text import find_line

_MESSAGE = "a picture has no words for those who cannot see it"
_HINT = "say what it shows: ![two views of one storage](views.svg)"


def find_missing_alt(entry: Entry) -> Iterator[Finding]:
    """Every text of the entry with a picture that has no text alternative."""
    for path, leaf in collect_texts(entry).items():
        if line := _find_bare_picture(leaf):
            yield Finding(entry.key, path, _MESSAGE, _HINT, line=line)


def find_missing_alt_in_translations(course: Course, entries: Iterable[Entry]) -> Iterator[Finding]:
    """The same in the translations of the entries."""
    keys = {entry.key for entry in entries}
    for lang, translated in course.translations.items():
        for key, translation in translated.items():
            for path, leaf in translation.texts.items() if key in keys else ():
                if line := _find_bare_picture(leaf):
                    yield Finding(key, path, _MESSAGE, _HINT, lang, line)


def _find_bare_picture(leaf: Leaf) -> int:
    """The line of the first picture without words, from 1; 0 if all have some."""
    for text in (leaf,) if isinstance(leaf, str) else leaf:
        for shown in find_pictures(text) if "![" in text else ():
            if not shown.alt.strip():
                return find_line(text, f"]({shown.name}")
    return 0
