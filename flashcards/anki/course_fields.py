"""The fields of a note that depend on the rest of its course.

No release is needed for them: what they say of other notes may be older than these are.

The field *Source* is the entry as its author wrote it. It is JSON: `entry` has the plain values of
a deck file in the language of the note, of a comparison with the row of the note alone; `deck` and
`title` name its deck, `place` has the number of the entry there and that of the row, both from 0.
`resources`, `pictures` (authors' names to those in the package) and `verified` are left out if
there are none. What Anki, its editor or HTML would change is escaped as JSON does it.
"""

from __future__ import annotations

import json
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from html import escape
from typing import Any

from flashcards.anki.content import collect_text_rows, find_picture_names
from flashcards.anki.fields import SOURCE, Fields, list_telling_lines
from flashcards.anki.foot import Stamp, find_deck_title, render_foot, render_head
from flashcards.cards import Note, find_resource
from flashcards.model import Code, Compare, Course, Term
from flashcards.source.plain_values import make_plain, make_plain_entry
from flashcards.study.answer_rules import count_slips, is_nearly, list_readings
from flashcards.text.markdown import ANKI_TAG, escape_anki_markup, escape_prose
from flashcards.text.typed_answers import list_names

_ENDING = 12
"""Letters of a name that are looked at to find others like it: `torch.nn.` begins a thousand."""


class CourseFields:
    """Renders them for the notes of a course in one language."""

    def __init__(self, course: Course, notes: Sequence[Note], pictures: Mapping[str, str]) -> None:
        """`pictures` have the names that they get in the package."""
        self._course = course
        self._notes = notes
        self._pictures = pictures
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
            SOURCE: _dump_source(self._describe_source(note, fields, stamp)),
        }
        if isinstance(note.entry, Term):
            made["Accepted"] += self._render_near_names(note)
        if isinstance(note.entry, Code):
            line = escape(self._find_own_line(note.entry), quote=False)
            made["Line"] = f"{fields['Question']} · {escape_anki_markup(line)}"
        return made

    def _describe_source(self, note: Note, fields: Fields, stamp: Stamp) -> dict[str, Any]:
        """The entry of a note, and what has to be known of the course around it."""
        entry, place, row = note.entry, [self._places[note.entry.key]], str(note.row)
        if isinstance(entry, Compare):
            place.append([*entry.rows].index(row))
            entry = replace(entry, rows={row: entry.rows[row]})
        has_pictures = any("<img" in html for html in fields.values())
        shown = find_picture_names(collect_text_rows(note)) if has_pictures else ()
        made = {
            "deck": note.deck.deck,
            "title": find_deck_title(note, self._course),
            "place": place,
            "entry": make_plain_entry(entry),
            "resources": {key: self._resources[key] for key in entry.see if key in self._resources},
            "pictures": {name: self._pictures[name] for name in shown},
            "verified": stamp.verified,
        }
        return {name: value for name, value in made.items() if value}

    @cached_property
    def _resources(self) -> dict[str, dict[str, str]]:
        """What the foot of a card tells of each resource."""
        lang, told, made = self._notes[0].lang, ("title", "url", "status", "now"), {}
        for key in self._course.resources:
            plain = make_plain(find_resource(self._course, lang, key))
            made[key] = {name: plain[name] for name in told if name in plain}
        return made

    @cached_property
    def _places(self) -> dict[str, int]:
        """The key of each entry to its place in its deck."""
        decks = self._course.decks
        return {each.key: place for deck in decks for place, each in enumerate(deck.entries)}

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


def _dump_source(source: Mapping[str, Any]) -> str:
    """JSON in which nothing is markup, be it of HTML, MathJax or Anki.

    Anki composes accents; a text that has others is written in ASCII, which it leaves alone.
    """
    text = json.dumps(source, ensure_ascii=False, separators=(",", ":"))
    if not unicodedata.is_normalized("NFC", text):
        text = json.dumps(source, separators=(",", ":"))
    text = text.replace("\\\\", "\\u005c")  # it begins every escape, so it goes first
    for sign in "<>&\u00a0":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return ANKI_TAG.sub(r"\\u005b", text.replace("{{", r"{\u007b"))
