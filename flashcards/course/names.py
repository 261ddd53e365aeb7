"""What crosses files: names used twice or defined nowhere, pictures, languages; and warnings."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path as FilePath
from typing import Any

from flashcards.course.decks import get_value
from flashcards.course.files import DECKS, MEDIA
from flashcards.course.model import KINDS, Course, CourseInfo, Entry
from flashcards.course.parts import Parts
from flashcards.course.pictures import PictureFiles
from flashcards.course.source import Path, Source
from flashcards.course.texts import Leaf, collect_texts, is_markdown
from flashcards.course.texts import Path as TextPath
from flashcards.course.translations import (
    HEADINGS,
    Overlay,
    check_drawings,
    check_texts,
    list_missing_texts,
)
from flashcards.course.validation import suggest
from flashcards.errors import Position, Problem
from flashcards.text.images import find_pictures, format_target
from flashcards.text.plain_text import find_line

Known = Mapping[str, Collection[str]]
"""Names that are defined, by the field that refers to them."""
_NOUNS = {
    "see": ("resource", "decks/resources.yaml"),
    "about": ("concept", "a deck"),
    "confused_with": ("term", "a deck"),
    "key": ("entry", "a deck"),
    "deck": ("deck", "decks/"),
    "tag": ("tag", "an entry"),
}


def check_names(parts: Parts) -> None:
    """Report all that is wrong between the files of a course."""
    names = _Names(parts)
    names.check_decks()
    names.check_overlays()
    known = names.list_quiz_names()
    for source in parts.files.quizzes:
        check_quiz_names(source, known, names.unread)
    names.check_info()


def check_quiz_names(source: Source, known: Known, unread: Collection[bytes] = ()) -> None:
    """Report every name in a quiz that is not known."""
    data = source.fields
    blocks: list[tuple[Path, Any]] = [((), data)]
    if isinstance(data.get("picks"), list):
        blocks += [(("picks", index), pick) for index, pick in enumerate(data["picks"])]
    fields: list[tuple[Path, str, Any]] = [(("lock",), "key", data.get("lock"))]
    for path, block in blocks:
        select = block.get("select") if isinstance(block, dict) else None
        if isinstance(select, dict):
            at = (*path, "select")
            fields += [((*at, name), name, select.get(name)) for name in ("tag", "deck", "about")]
            fields += [((*at, name), "key", select.get(name)) for name in ("key", "exclude")]
    for path, name, listed in fields:
        _check_list(source, path, name, listed, known, unread)


def _check_list(
    source: Source, path: Path, name: str, listed: Any, known: Known, unread: Collection[bytes]
) -> None:
    """Report the names of a list that are not known, unless an unread file may define them."""
    noun, place = _NOUNS[name]
    for index, target in enumerate(listed if isinstance(listed, list) else ()):
        is_known = not isinstance(target, str) or target in known[name]
        if not is_known and not _is_unread(target, unread):
            hint = suggest(target, known[name], f"remove it, or add it to {place}")
            message = f"'{path[-1]}' names no {noun}: '{target}'{hint}"
            source.add((*path, index), message)


def _is_unread(name: str, unread: Collection[bytes]) -> bool:
    """Return whether a name may be defined in a file that could not be read."""
    return any(name.partition("/")[0].encode() in raw for raw in unread)


class _Names:
    """The names of a course, and the checks of what refers to them."""

    def __init__(self, parts: Parts) -> None:
        self.parts = parts
        self.base = parts.base
        self.entries = parts.list_entries()
        self.kinds = parts.list_kinds()
        self.unread = [source.raw for source in parts.files.list_sources() if source.data is None]
        lent = self.base.media if self.base else {}
        self.media = {**lent, **parts.files.media}
        folder = parts.files.root / DECKS / MEDIA
        self.pictures = PictureFiles(folder, parts.files.media, lent)

    def list_quiz_names(self) -> Known:
        """Return the names that quizzes refer to; what is in an entry with mistakes counts."""
        tags = {tag for entry in self.entries.values() for tag in entry.tags}
        keys = {*self.kinds}
        for entry in self.entries.values():
            keys |= {f"{entry.key}/{row}" for row in getattr(entry, "rows", ())}
        for (lang, key), (source, path) in self.parts.places.items():
            if not lang and key not in self.entries:
                data = get_value(source, path)
                rows, named = data.get("rows"), data.get("tags")
                keys |= {f"{key}/{row}" for row in rows} if isinstance(rows, dict) else set()
                tags |= {str(tag) for tag in named} if isinstance(named, list) else set()
        return {
            "tag": tags,
            "deck": {deck.deck for deck in self.parts.all_decks},
            "key": keys,
            "about": self._list_of_kind("concept"),
        }

    def _list_of_kind(self, kind: str) -> set[str]:
        return {key for key, of_kind in self.kinds.items() if of_kind == kind}

    def check_decks(self) -> None:
        known = {
            "see": {*self.parts.resources, *(self.base.resources if self.base else ())},
            "about": self._list_of_kind("concept"),
            "confused_with": self._list_of_kind("term"),
        }
        first: dict[str, Source] = {}
        for source, deck in self.parts.decks:
            if deck.deck and first.setdefault(deck.deck, source) is not source:
                used = first[deck.deck].locate(("deck",))
                source.add(("deck",), f"deck '{deck.deck}' is already used at {used}")
            listed = source.data.get("entries")
            for path, data in [
                ((), source.data),
                *((("entries", n), data) for n, data in enumerate(listed or ())),
            ]:
                for name in known if isinstance(data, dict) else ():
                    at = (*path, name)
                    _check_list(source, at, name, data.get(name), known, self.unread)
            for entry in deck.entries:
                self._check_pictures(source, self.parts.places["", entry.key][1], entry)

    def _check_pictures(
        self,
        source: Source,
        path: Path,
        entry: Entry,
        texts: Mapping[TextPath, Leaf] | None = None,
    ) -> None:
        """Report pictures of an entry, or of its translation, that cannot be shown."""
        for inner, text, name in list_pictures(entry, texts):
            if flaw := self.pictures.find_flaw(name):
                source.add((*path, *inner), flaw, line=find_line(text, f"]({name}"))

    def check_overlays(self) -> None:
        decks = {deck.deck for deck in self.parts.all_decks}
        for overlay in self.parts.overlays:
            source = overlay.source
            for key, translation in overlay.entries.items():
                if key in self.entries:
                    check_texts(overlay, self.entries[key])
                    path = ("entries", key)
                    self._check_pictures(source, path, self.entries[key], translation.texts)
                elif key not in self.kinds and not _is_unread(key, self.unread):
                    hint = suggest(key, self.kinds, "remove it and its texts")
                    source.add(("entries", key), f"translates no entry: '{key}'{hint}", key=True)
            self._check_titles(source, "decks", "deck", decks)
            for name in ("quizzes", "purposes"):
                self._check_titles(source, name, "quiz", self.parts.quizzes)
            check_drawings(overlay, self.media)

    def _check_titles(self, source: Source, field: str, noun: str, known: Iterable[str]) -> None:
        titles, known = source.fields.get(field), [*known]
        for name in titles if isinstance(titles, dict) else ():
            if name not in known and not _is_unread(name, self.unread):
                message = f"'{field}' names no {noun}: '{name}'{suggest(name, known, 'remove it')}"
                source.add((field, name), message, key=True)

    # What `course.yaml` says about languages, decks and borrowed entries

    def check_info(self) -> None:
        info, source = self.parts.info, self.parts.files.info
        if info is None or source is None:
            return
        self._check_languages(info, source)
        known = {deck.deck for _, deck in self.parts.decks}
        _check_list(source, ("decks",), "deck", list(info.decks), {"deck": known}, self.unread)
        if self.base and info.source != self.base.info.source:
            theirs, ours = self.base.info.source, info.source
            message = f"what it would use is written in '{theirs}', and this course in '{ours}'"
            source.add(("uses",), f"{message}; remove 'uses'", key=True)
        elif self.base:
            self._check_uses(self.base, info, source)
        if not self.parts.files.decks and not self.parts.borrowed and not source.problems:
            message = "the course has no deck, and uses no entry; write a deck in 'decks'"
            source.add((), message)

    def _check_uses(self, base: Course, info: CourseInfo, source: Source) -> None:
        entries = [(deck, entry) for deck in base.decks for entry in deck.entries]
        known: dict[str, set[str]] = {
            "key": {entry.key for _, entry in entries},
            "stage": {str(entry.stage or deck.stage or 1) for deck, entry in entries},
            "deck": {deck.deck for deck in base.decks},
            "tag": {tag for _, entry in entries for tag in entry.tags},
        }
        for field, names in known.items():
            for index, name in enumerate(map(str, getattr(info.uses, field))):
                if name not in names:
                    noun = "entry" if field == "key" else field
                    message = f"'uses' names no {noun} of the built-in curriculum: '{name}'"
                    source.add(("uses", field, index), message + suggest(name, names))
        for entry in (entry for deck in self.parts.borrowed for entry in deck.entries):
            if ("", entry.key) in self.parts.places:
                at = [*info.uses.key].index(entry.key) if entry.key in info.uses.key else 0
                message = f"'{entry.key}' is an entry of this course as well"
                source.add(("uses", "key", at), message)

    def _check_languages(self, info: CourseInfo, source: Source) -> None:
        if info.source not in info.languages:
            hint = (
                f"add '{info.source}' to it; if the decks are written in '{info.languages[0]}', "
                f"add 'source: {info.languages[0]}'"
            )
            if "source" in source.fields:
                filled = {overlay.source.lang for overlay in self.parts.overlays}
                others = [lang for lang in info.languages if lang in filled]
                hint = f"write: languages: [{', '.join([info.source, *others])}]"
            message = f"'languages' must have '{info.source}', the source; {hint}"
            source.add(("languages",), message)
        for lang in info.promises.keys() - {*info.languages}:
            message = f"'{lang}' is not among the languages; add '{lang}' to 'languages'"
            source.add(("promises", lang), message, key=True)
        for overlay in self.parts.overlays:
            lang = overlay.source.lang
            if lang not in (*info.languages, info.source):
                message = f"'{lang}' is not among the languages of the course; "
                overlay.source.add((), f"{message}add '{lang}' to 'languages' in course.yaml")
            elif lang == info.source and (overlay.entries or overlay.titles):
                part = next(n for n in overlay.source.fields if n == "entries" or n in HEADINGS)
                message = f"'{lang}' is the source: what it says is in the decks and in course.yaml"
                overlay.source.add((part,), message, key=True)


def list_pictures(
    entry: Entry, texts: Mapping[TextPath, Leaf] | None = None
) -> Iterator[tuple[Path, str, str]]:
    """Yield path, text and name of each picture that an entry, or its translation, shows."""
    for path, leaf in (collect_texts(entry) if texts is None else texts).items():
        if "![" in str(leaf) and is_markdown(entry, path):
            for index, text in enumerate((leaf,) if isinstance(leaf, str) else leaf):
                at: Path = path if isinstance(leaf, str) else (*path, index)
                yield from ((at, text, picture.name) for picture in find_pictures(text))


# Warnings


def list_warnings(parts: Parts) -> Iterator[Problem]:
    """Yield what is valid and yet not whole: translations, pictures, stages."""
    entries = parts.list_entries()
    if parts.info is not None:
        yield from _list_untranslated(parts, parts.info, entries)
        yield from _list_untitled(parts, parts.info, entries)
    promises = parts.info.promises if parts.info else {}
    for overlay in parts.overlays:
        kinds: Collection[str] = promises.get(overlay.source.lang, KINDS)
        for key, translation in overlay.entries.items():
            is_promised = key in entries and entries[key].kind in kinds
            missing = list_missing_texts(entries[key], translation) if is_promised else ()
            if missing:
                message = f"'{key}' is not translated whole: {', '.join(missing)} missing"
                yield Problem(translation.at, message, rule="incomplete-translation")
    if not any(source.problems for source in parts.files.list_sources()):
        shown = {name for entry in entries.values() for _, _, name in list_pictures(entry)}
        shown |= {name for overlay in parts.overlays for name in _list_shown(overlay, entries)}
        for name, path in parts.files.media.items():
            if name not in shown:
                at = Position(parts.files.display_path(FilePath(path)))
                hint = f"remove the file, or show it: ![what it shows]({format_target(name)})"
                yield Problem(at, f"no text shows this picture; {hint}", rule="unused-picture")


def _list_shown(overlay: Overlay, entries: Mapping[str, Entry]) -> Iterator[str]:
    for key, translation in overlay.entries.items():
        if key in entries:
            yield from (name for _, _, name in list_pictures(entries[key], translation.texts))


def _list_untranslated(
    parts: Parts, info: CourseInfo, entries: Mapping[str, Entry]
) -> Iterator[Problem]:
    done = {(overlay.source.lang, key) for overlay in parts.overlays for key in overlay.entries}
    for lang, kinds in info.promises.items():
        for key, entry in entries.items() if lang != info.source else ():
            is_promised = entry.kind in kinds and not entry.retired and ("", key) in parts.places
            if is_promised and (lang, key) not in done:
                source, path = parts.places["", key]
                hint = f"add it to a file in decks/{lang}, or take '{entry.kind}' out of 'promises'"
                message = f"no translation into '{lang}' of '{key}'; {hint}"
                yield Problem(source.locate(path), message, rule="missing-translation")


def _list_untitled(
    parts: Parts, info: CourseInfo, entries: Mapping[str, Entry]
) -> Iterator[Problem]:
    taught = {entry.stage or 1 for entry in entries.values() if not entry.retired}
    for stage in sorted(taught - info.stages.keys()) if info.stages else ():
        assert parts.files.info is not None
        at = parts.files.info.locate(("stages",), key=True)
        message = f"stage {stage} has entries and no title; add '{stage}: {{title: …}}' below it"
        yield Problem(at, message, rule="stage-without-title")
