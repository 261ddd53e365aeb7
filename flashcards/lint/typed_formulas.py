"""Formulas that are asked to be typed, and that no keyboard can write."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from flashcards.lint.finding import Finding
from flashcards.model import Cloze, Course, Entry, Term
from flashcards.text.entry_texts import Leaf, Path, replace_texts
from flashcards.text.typed_forms import can_be_typed

_IN_ENGLISH = " to the English entry; translations have it too"


def find_untyped_formulas(entry: Entry, texts: Mapping[Path, Leaf]) -> Iterator[Finding]:
    """A term or gap whose formula has only TeX to type, and no other name that is accepted."""
    if isinstance(entry, Term):
        hint = "add what a student would type: 'aliases: [words]'"
        yield from _judge(entry.key, ("term",), (entry.term, *entry.aliases), hint)
    elif isinstance(entry, Cloze) and entry.language is None and "$" in entry.cloze:
        for number, gap in entry.gaps.items():
            hint = f"add what a student would type: 'accept: {{{number}: [words]}}'"
            names = (gap, *entry.accept.get(number, ()))
            yield from _judge(entry.key, ("gaps", str(number)), names, hint)


def find_untyped_translations(course: Course, entries: Iterable[Entry]) -> Iterator[Finding]:
    """The same in the translations of the entries."""
    asked = {entry.key: entry for entry in entries if isinstance(entry, (Term, Cloze))}
    for lang, translated in course.translations.items():
        for key in translated.keys() & asked.keys():
            texts = translated[key].texts
            if any("$" in leaf for path, leaf in texts.items() if path[0] in ("term", "cloze")):
                entry = replace_texts(asked[key], texts)
                for found in find_untyped_formulas(entry, texts):
                    hint = found.hint if found.path == ("term",) else f"{found.hint}{_IN_ENGLISH}"
                    yield found._replace(lang=lang, hint=hint)


def _judge(key: str, path: Path, names: tuple[str, ...], hint: str) -> Iterator[Finding]:
    if "$" in names[0] and not any(map(can_be_typed, names)):
        yield Finding(key, path, f"no keyboard writes '{names[0]}'", hint)
