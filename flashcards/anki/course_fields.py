"""The fields of a note that depend on the rest of its course, which no cache of fields may keep.

No release is needed for them: what they say of other notes may be older than these are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from html import escape

from flashcards.anki.fields import Fields, list_telling_lines
from flashcards.anki.foot import Stamp, render_foot, render_head
from flashcards.cards import Note
from flashcards.model import Code, Course, Term
from flashcards.study.answer_rules import count_slips, is_nearly, list_readings
from flashcards.text.markdown import escape_anki_markup, escape_prose
from flashcards.text.typed_answers import list_names


class CourseFields:
    """Renders them for the notes of a course in one language."""

    def __init__(self, course: Course, notes: Sequence[Note]) -> None:
        self._course = course
        self._notes = notes
        self._lines = Counter(
            (code.question, line)
            for code in (note.entry for note in notes)
            if isinstance(code, Code)
            for line in {*list_telling_lines(code.code)}
        )

    def render(self, note: Note, fields: Fields, stamp: Stamp) -> Fields:
        """All fields of a note, given those that depend on it alone."""
        made = {
            **fields,
            "Head": render_head(note, self._course),
            "Foot": render_foot(note, self._course, stamp),
        }
        if isinstance(note.entry, Term):
            made["Accepted"] += self._render_near_names(note, note.entry)
        if isinstance(note.entry, Code):
            line = escape(self._find_own_line(note.entry), quote=False)
            made["Line"] = f"{fields['Question']} · {escape_anki_markup(line)}"
        return made

    def _find_own_line(self, code: Code) -> str:
        """The first line that no other program has which is asked for with the same words."""
        lines = list_telling_lines(code.code)
        own = (line for line in lines if self._lines[code.question, line] == 1)
        return next(own, next(iter(lines), ""))

    def _render_near_names(self, note: Note, term: Term) -> str:
        """Names of other terms that are a slip away: who types one means that other term."""
        readings = _list_readings(note, term)
        mine = {key for each in readings for key in self._terms_by_name[each]}
        alike = {name for each in readings for name in self._alike.get(each, ())}
        near = [
            name
            for name in sorted(alike)
            if mine.isdisjoint(self._terms_by_name[name])
            and any(is_nearly(name, each) for each in readings)
        ]
        items = "".join(f"<li>{escape_prose(name)}</li>" for name in near)
        return escape_anki_markup(f'<ul class="others">{items}</ul>') if near else ""

    @cached_property
    def _terms_by_name(self) -> dict[str, set[str]]:
        """Each name of a term, as it is compared, to the keys of those that have it."""
        found: dict[str, set[str]] = {}
        for note in self._notes:
            if isinstance(note.entry, Term):
                for name in _list_readings(note, note.entry):
                    found.setdefault(name, set()).add(note.key)
        return found

    @cached_property
    def _alike(self) -> Mapping[str, set[str]]:
        """Each name of a term to those that may be nearly the same."""
        return _find_alike(frozenset(self._terms_by_name))


@cache
def _find_alike(names: frozenset[str]) -> Mapping[str, set[str]]:
    """Each name to those that may be nearly the same: a second's work for a large course."""
    by_cut: dict[str, list[str]] = {}
    for name in names:
        for cut in _list_cuts(name):
            by_cut.setdefault(cut, []).append(name)
    found: dict[str, set[str]] = {}
    for alike in by_cut.values():
        for name in alike if len(alike) > 1 else ():
            found.setdefault(name, set()).update(alike)
    return found


def _list_readings(note: Note, term: Term) -> set[str]:
    names = list_names((term.term, *term.aliases), note.words)
    return {each for name in names for each in list_readings(name)}


def _list_cuts(name: str) -> Iterator[str]:
    """The name, and all that is left of it without as many letters as it may have slips.

    Two names that are nearly the same have one of these in common.
    """
    yield name
    slips = count_slips(name)
    for first in range(len(name) if slips else 0):
        yield name[:first] + name[first + 1 :]
        for second in range(first + 1, len(name) if slips > 1 else 0):
            yield name[:first] + name[first + 1 : second] + name[second + 1 :]
