"""A package stays small: what a note costs to download, against the text that it holds."""

import pytest

from flashcards.anki.package import pack_package
from flashcards.cards import list_notes
from flashcards.course.model import Code
from flashcards.course.texts import collect_texts
from tests.helpers.builtin import builtin_course
from tests.helpers.courses import package_of

BEFORE = {"en": 0.750, "zh": 0.868}
"""Bytes of the package for each byte of text, before cards could be answered by hand."""
GROWTH = 1.25


def _texts(note):
    """All that the author wrote for a note."""
    for path, leaf in collect_texts(note.entry).items():
        if note.row and path[0] == "rows" and path[1] != note.row:
            continue
        yield from [leaf] if isinstance(leaf, str) else leaf
    if isinstance(note.entry, Code):
        yield from (note.entry.code, note.entry.prints)
        yield from (option.text for option in note.entry.wrong.values())


@pytest.mark.thorough
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_note_costs_at_most_a_quarter_more_than_it_did(lang):
    course = builtin_course()
    made = package_of(course, lang=lang)
    size = len(pack_package(made)) - sum(map(len, made.media.values()))
    text = sum(len(each.encode()) for note in list_notes(course, lang) for each in _texts(note))
    assert size / text <= GROWTH * BEFORE[lang]
