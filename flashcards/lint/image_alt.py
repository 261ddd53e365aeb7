"""Pictures that a learner who cannot see them, or is offline, learns nothing from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from flashcards.lint.finding import Finding
from flashcards.model import Course, Entry
from flashcards.text.entry_texts import Leaf, collect_texts
from flashcards.text.images import find_pictures

_MESSAGE = "a picture has no words for those who cannot see it"
_HINT = "say what it shows: ![two views of one storage](views.svg)"


def find_missing_alt(entry: Entry) -> Iterator[Finding]:
    """Every text of the entry with a picture that has no text alternative."""
    for path, leaf in collect_texts(entry).items():
        if _lacks_alt(leaf):
            yield Finding(entry.key, path, _MESSAGE, _HINT)


def find_missing_alt_in_translations(course: Course, entries: Iterable[Entry]) -> Iterator[Finding]:
    """The same in the translations of the entries."""
    keys = {entry.key for entry in entries}
    for lang, translated in course.translations.items():
        for key, translation in translated.items():
            for path, leaf in translation.texts.items():
                if _lacks_alt(leaf) and key in keys:
                    yield Finding(key, path, _MESSAGE, _HINT, lang)


def _lacks_alt(leaf: Leaf) -> bool:
    if isinstance(leaf, str):
        return "![" in leaf and any(not shown.alt.strip() for shown in find_pictures(leaf))
    return any(_lacks_alt(text) for text in leaf)
