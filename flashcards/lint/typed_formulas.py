"""Formulas that are asked to be typed, and that no keyboard can write."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from flashcards.lint.finding import Finding
from flashcards.model import Cloze, Course, Entry, Term
from flashcards.text.entry_texts import Path, replace_texts

_IN_ENGLISH = " to the English entry; translations have it too"


def find_untyped_formulas(course: Course, entries: Iterable[Entry]) -> Iterator[Finding]:
    """Each term or gap whose formula has only TeX to type, and no other name that is accepted.

    In the entries and in their translations.
    """
    asked = {entry.key: entry for entry in entries if isinstance(entry, Term | Cloze)}
    for entry in asked.values():
        if "$" in (entry.term if isinstance(entry, Term) else entry.cloze):
            yield from _judge_entry(entry)
    for lang, translated in course.translations.items():
        for key in translated.keys() & asked.keys():
            texts = translated[key].texts
            if "$" in texts.get(("term",), "") or "$" in texts.get(("cloze",), ""):
                for found in _judge_entry(replace_texts(asked[key], texts)):
                    hint = found.hint if found.path == ("term",) else found.hint + _IN_ENGLISH
                    yield found._replace(lang=lang, hint=hint)


def _judge_entry(entry: Term | Cloze) -> Iterator[Finding]:
    if isinstance(entry, Term):
        hint = "add what a student would type: 'aliases: [words]'"
        yield from _judge(entry.key, ("term",), (entry.term, *entry.aliases), hint)
    elif entry.language is None:
        for number, gap in entry.gaps.items():
            hint = f"add what a student would type: 'accept: {{{number}: [words]}}'"
            names = (gap, *entry.accept.get(number, ()))
            yield from _judge(entry.key, ("gaps", str(number)), names, hint)


def _judge(key: str, path: Path, names: tuple[str, ...], hint: str) -> Iterator[Finding]:
    from flashcards.text.typed_answers import can_be_typed

    if "$" in names[0] and not any(map(can_be_typed, names)):
        yield Finding(key, path, f"no keyboard writes '{names[0]}'", hint)
