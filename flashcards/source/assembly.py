"""The parts of a course put together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from flashcards.errors import Position, Problem
from flashcards.model import Course, CourseInfo, Deck, EntryTranslation, Resource
from flashcards.source.course_files import Parts, read_parts
from flashcards.source.folder import CourseFolder
from flashcards.source.references import (
    check_references,
    find_broken_promises,
    find_incomplete_translations,
    find_untitled_stages,
    find_unused_pictures,
)
from flashcards.source.translations import find_missing_texts

_WARNINGS = (
    find_broken_promises,
    find_incomplete_translations,
    find_unused_pictures,
    find_untitled_stages,
)


@dataclass(frozen=True)
class Reading:
    """A course as far as it is sound, with its problems and warnings."""

    course: Course | None
    problems: tuple[Problem, ...] = ()
    warnings: tuple[Problem, ...] = ()


def assemble(folder: CourseFolder, base: Course | None) -> Reading:
    """Read every file of a course, check what crosses files, and put it together."""
    parts = read_parts(folder, base)
    check_references(parts)
    problems = tuple(sorted(set(_list_certain(parts))))
    told = {problem.message for problem in problems}
    found = (warning for find in _WARNINGS for warning in find(parts))
    warnings = tuple(dict.fromkeys(each for each in found if each.message not in told))
    if parts.info is None:
        return Reading(None, problems, warnings)
    info = parts.info
    parts.decks.sort(key=lambda pair: _teaching_order(pair[1].deck, info))
    return Reading(_make_course(parts, info), problems, warnings)


def _list_certain(parts: Parts) -> Iterator[Problem]:
    """The problems, without names that are missed and stand in a file that could not be read."""
    read = {source.name for source, _ in parts.decks} | {each.file for each in parts.documents}
    unread = [file.raw for file in parts.folder.files() if file.name not in read]
    for problem in parts.problems:
        id, values = problem.message.id, dict(problem.message.values)
        name = str(values.get("name") or values.get("key") or "").partition("/")[0].encode()
        is_missed = id.startswith(("names-no-", "translates-nothing")) and id != "names-no-option"
        if not is_missed or not any(name in raw for raw in unread):
            yield problem


def _make_course(parts: Parts, info: CourseInfo) -> Course:
    base = parts.base
    places = {key: at for _, file in parts.decks for key, at in file.places.items()}
    borrowed = [entry.key for deck in parts.borrowed for entry in deck.entries]
    return Course(
        info=info,
        decks=(*(file.deck for _, file in parts.decks), *parts.borrowed),
        resources={**_select_resources(parts), **parts.resources},
        quizzes=parts.quizzes,
        translations=_collect_translations(parts, borrowed),
        titles=_join_overlays(parts, "titles", _select_titles(parts)),
        pictures=_join_overlays(parts, "pictures", base.pictures if base else {}),
        words=_join_overlays(parts, "words"),
        places={**_select_places(base, borrowed), **places},
        origins=dict.fromkeys(borrowed, base.info.id) if base else {},
        root=str(parts.folder.root),
        media={**(base.media if base else {}), **parts.folder.media},
    )


def _teaching_order(deck: Deck, info: CourseInfo) -> tuple[int, int]:
    """Decks as the course orders them; others by stage, then as the files come."""
    listed = info.decks.index(deck.deck) if deck.deck in info.decks else len(info.decks)
    return listed, deck.stage or 1


def _collect_translations(
    parts: Parts, borrowed: list[str]
) -> Mapping[str, Mapping[str, EntryTranslation]]:
    found: dict[str, dict[str, EntryTranslation]] = {}
    for lang, lent in (parts.base.translations if parts.base else {}).items():
        found[lang] = {key: lent[key] for key in borrowed if key in lent}
    entries = parts.entries()
    for document, overlay in parts.overlays:
        sound = entries.keys() - document.find_flawed("entries")
        for key, translation in overlay.entries.items():
            if key in sound and not find_missing_texts(entries[key], translation):
                found.setdefault(overlay.lang, {})[key] = translation
    return found


def _join_overlays(
    parts: Parts, name: str, lent: Mapping[str, Mapping[str, Any]] | None = None
) -> Mapping[str, Mapping[str, Any]]:
    """What the overlays of each language say under a name, and what the built-in course lends."""
    found = {lang: dict(said) for lang, said in (lent or {}).items()}
    for _, overlay in parts.overlays:
        if said := getattr(overlay, name):
            found.setdefault(overlay.lang, {}).update(said)
    return found


def _select_titles(parts: Parts) -> dict[str, dict[str, str]]:
    """Titles of the decks that are borrowed, in each language of the built-in course."""
    names = {f"deck/{deck.deck}" for deck in parts.borrowed}
    return {
        lang: {name: title for name, title in titles.items() if name in names}
        for lang, titles in (parts.base.titles if parts.base else {}).items()
    }


def _select_resources(parts: Parts) -> dict[str, Resource]:
    """Resources of the built-in course that an entry of this one names."""
    lent = parts.base.resources if parts.base else {}
    named = {key for entry in parts.entries().values() for key in entry.see}
    return {key: resource for key, resource in lent.items() if key in named}


def _select_places(base: Course | None, keys: list[str]) -> dict[str, Position]:
    return {key: base.places[key] for key in keys} if base else {}
