"""The fields of a note that depend on the rest of its course.

No release is needed for them: what they say of other notes may be older than these are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from html import escape

from flashcards.anki.fields import Fields, list_telling_lines
from flashcards.anki.foot import Stamp, render_foot, render_head
from flashcards.cards import Note
from flashcards.model import Code, Course, Term
from flashcards.study.answer_rules import count_slips, is_nearly, list_readings
from flashcards.text.markdown import escape_anki_markup, escape_prose
from flashcards.text.typed_answers import list_names

_ENDING = 12
"""Letters of a name that are looked at to find others like it: `torch.nn.` begins a thousand."""


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
            made["Accepted"] += self._render_near_names(note)
        if isinstance(note.entry, Code):
            line = escape(self._find_own_line(note.entry), quote=False)
            made["Line"] = f"{fields['Question']} · {escape_anki_markup(line)}"
        return made

    def _find_own_line(self, code: Code) -> str:
        """The first line that no other program has which is asked for with the same words."""
        lines = list_telling_lines(code.code)
        own = (line for line in lines if self._lines[code.question, line] == 1)
        return next(own, next(iter(lines), ""))

    def _render_near_names(self, note: Note) -> str:
        """Names of other terms that are a slip away: who types one means that other term."""
        readings = self._readings[note.key]
        mine = {key for each in readings for key in self._terms_by_name[each]}
        near = {
            name
            for each in readings
            for name in self._alike.get(each, ())
            if mine.isdisjoint(self._terms_by_name[name]) and is_nearly(name, each)
        }
        items = "".join(f"<li>{escape_prose(name)}</li>" for name in sorted(near))
        return escape_anki_markup(f'<ul class="others">{items}</ul>') if near else ""

    @cached_property
    def _terms_by_name(self) -> dict[str, set[str]]:
        """Each name of a term, as it is compared, to the keys of those that have it."""
        found: dict[str, set[str]] = {}
        for key, names in self._readings.items():
            for name in names:
                found.setdefault(name, set()).add(key)
        return found

    @cached_property
    def _readings(self) -> dict[str, set[str]]:
        """The key of each term to its names, as they are compared."""
        return {
            note.key: _list_readings(note, note.entry)
            for note in self._notes
            if isinstance(note.entry, Term)
        }

    @cached_property
    def _alike(self) -> Mapping[str, set[str]]:
        """Each name of a term to those that may be nearly the same."""
        first: dict[str, str] = {}
        shared: dict[str, set[str]] = {}
        for name in self._terms_by_name:
            for cut in _list_cuts(name):
                other = first.setdefault(cut, name)  # as good as always this one
                if other is not name:
                    shared.setdefault(cut, {other}).add(name)
        found: dict[str, set[str]] = {}
        for names in shared.values():
            for name in names:
                found.setdefault(name, set()).update(names)
        return found


def _list_readings(note: Note, term: Term) -> set[str]:
    names = list_names((term.term, *term.aliases), note.words)
    return {each for name in names for each in list_readings(name)}


def _list_cuts(name: str) -> set[str]:
    """How a name ends, and what is left of that without as many letters as it may have slips.

    Two names that are nearly the same have one of these in common, and the same digits.
    """
    cuts = last = {name[-_ENDING:]}
    for _ in range(count_slips(name)):
        last = {cut[:at] + cut[at + 1 :] for cut in last for at in range(len(cut))}
        cuts = cuts | last
    digits = "".join(filter(str.isdigit, name))
    return {f"{digits} {cut}" for cut in cuts}
