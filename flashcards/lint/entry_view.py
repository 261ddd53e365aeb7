"""What a rule is, and an entry as rules look at it: prompts and options by path, not by kind."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeAlias

from flashcards.cards import is_matched
from flashcards.course.checks import Finding
from flashcards.course.model import (
    Choose,
    Cloze,
    Code,
    Compare,
    Concept,
    Course,
    Entry,
    Option,
    Recall,
    Row,
    Term,
    name_asking_field,
)
from flashcards.course.texts import Leaf, TextPath, collect_texts
from flashcards.course.variants import list_variants
from flashcards.text.plain_text import CODE_BLOCK, NOT_PROSE, normalize_output, normalize_text

_COMMENT = re.compile(r"(?:#|//)\s*(.*)")
"""A comment of a program, in Python or C++: it may say the answer."""
_MARKUP = re.compile(r"[\\{<$|*_~\]]")
"""A text without one of these characters has no markup."""

Check: TypeAlias = Callable[["EntryView"], Iterator[Finding]]


class Rule(NamedTuple):
    """A rule by its name, which `check` prints behind each warning."""

    name: str
    check: Check
    translations: bool
    """Whether it looks at translations too."""


RULES: dict[str, Rule] = {}


def rule(name: str, *, translations: bool = False) -> Callable[[Check], Check]:
    """Register a function as a rule; its docstring's first line stands in docs/warnings.md."""

    def register(check: Check) -> Check:
        RULES[name] = Rule(name, check, translations)
        return check

    return register


class Prompt(NamedTuple):
    """What a card shows, the answers that it asks for, and wrong options beside them."""

    path: TextPath
    text: str
    answers: tuple[str, ...]
    wrong: tuple[str, ...] = ()


class MarkedText(NamedTuple):
    """A text of an entry in which something may be markup."""

    path: TextPath
    text: str
    prose: str
    """The same with backticks in place of code and formulas; lines and places stay."""

    def get_line(self, index: int) -> int:
        """Return the line, from 1, of a character of the text."""
        return self.text.count("\n", 0, index) + 1


@dataclass(frozen=True)
class EntryView:
    """An entry, or a variant of it, in the language of its deck or in that of a translation."""

    course: Course
    entry: Entry
    """With the texts of the translation, if it is one."""
    source: Entry
    written: Entry
    """With its placeholders, if its numbers change."""
    texts: Mapping[TextPath, Leaf]
    """Every text that a person reads; only the translated ones of a translation."""
    first_asked: Mapping[str, str]
    """Question of the course to the key of the first entry that asks it."""
    lang: str = ""
    """The language of a translation; empty for the entry itself."""

    @cached_property
    def prompts(self) -> list[Prompt]:
        """What the cards of the entry show, with the answers that they ask for."""
        return list(list_prompts(self.entry))

    @cached_property
    def marked_texts(self) -> list[MarkedText]:
        """The Markdown texts of the entry that have a character of markup."""
        is_code = isinstance(self.entry, Cloze) and self.entry.language is not None
        marked = []
        for path, leaf in self.texts.items():
            if path[0] in ("aliases", "accept") or (is_code and "why" not in path):
                continue  # what is typed, and code, has no markup
            for text in (leaf,) if isinstance(leaf, str) else leaf:
                if _MARKUP.search(text):
                    prose = NOT_PROSE.sub(lambda code: re.sub(r"[^\n]", "`", code[0]), text)
                    marked.append(MarkedText(path, text, prose))
        return marked

    @property
    def options(self) -> dict[TextPath, Option]:
        """The options that an author wrote, and that are shuffled, by their paths."""
        options: dict[TextPath, Option] = {}
        match self.entry:
            case Choose(shuffle=True, right=right, wrong=wrong):
                options |= {("right", name): option for name, option in right.items()}
                options |= {("wrong", name): option for name, option in wrong.items()}
            case Compare(rows=rows):
                for key, row in rows.items():
                    options |= {("rows", key, "wrong", n): o for n, o in row.wrong.items()}
            case _:
                pass
        return options


def view_entry(course: Course, entry: Entry, first_asked: Mapping[str, str]) -> Iterator[EntryView]:
    """Yield the entry itself, then each of its translations; all variants of each."""
    written = {"": entry}
    for lang, translations in course.translations.items():
        if (translation := translations.get(entry.key)) is not None:
            written[lang] = translation.entry
    sources = list_variants(entry, course.source)
    for lang, shown in written.items():
        variants = list_variants(shown, lang or course.source)
        for variant, source in zip(variants, sources, strict=True):
            texts = collect_texts(variant)
            yield EntryView(course, variant, source, shown, texts, first_asked, lang)


def normalize_question(entry: Entry) -> str:
    """Return what the entry asks; equal questions are equal texts."""
    asked = getattr(entry, name_asking_field(entry))
    parts = list(asked.values()) if isinstance(asked, Mapping) else [asked]
    match entry:
        case Choose():
            parts += sorted(option.text for option in entry.options.values())
        case Code():
            parts = [entry.program, entry.question or ""]
        case Term():
            parts.append(entry.scope or "")
        case _:
            pass
    return "\n".join([entry.kind, *(normalize_text(part).rstrip(" .?!。？！") for part in parts)])


def list_prompts(entry: Entry) -> Iterator[Prompt]:
    """Yield what the cards of an entry show, with the answers that they ask for."""
    match entry:
        case Term():
            yield Prompt(("meaning",), entry.meaning, (entry.term, *entry.aliases))
        case Choose():
            yield Prompt(("choose",), entry.choose, _texts(entry.right), _texts(entry.wrong))
        case Code():
            output = (normalize_output(entry.prints),)
            yield Prompt(("question",), entry.question or "", output, _texts(entry.wrong))
            yield Prompt(("code",), " ".join(_COMMENT.findall(entry.code)), output)
        case Cloze():
            for number, gap in entry.gaps.items():
                rest = entry.cloze.replace(gap, " … ", 1)
                blocks = CODE_BLOCK.finditer(entry.cloze)
                if entry.language or any(gap in block[0] for block in blocks):
                    # other code may have the hidden name too; only comments can give it away
                    outside = "" if entry.language else CODE_BLOCK.sub("", rest)
                    rest = " ".join([outside, *_COMMENT.findall(rest)])
                yield Prompt(("gaps", str(number)), rest, (gap,))
        case Compare():
            for name, row in entry.rows.items():
                yield from _list_row_prompts(entry.compare, row, ("rows", name))
        case Recall():
            yield Prompt(("recall",), entry.recall, (entry.answer,))
        case Concept():
            yield Prompt(("ask",), entry.ask, tuple(entry.points.values()))
        case _:
            return  # the question of an order may name its steps


def _list_row_prompts(things: Mapping[str, str], row: Row, path: TextPath) -> Iterator[Prompt]:
    options = (*row.cells.values(), *_texts(row.wrong))
    if row.question:
        yield Prompt((*path, "question"), row.question, tuple(row.cells.values()))
    for thing, text in row.ask.items():
        cell = row.cells[thing]
        wrong = tuple(option for option in options if option != cell)
        yield Prompt((*path, "ask", thing), text, (cell,), wrong)
    for thing, text in row.which.items():
        wrong = tuple(name for name in things.values() if name != things[thing])
        yield Prompt((*path, "which", thing), text, (things[thing],), wrong)
    if is_matched(row):
        for thing, cell in row.cells.items():
            wrong = tuple(name for other, name in things.items() if other != thing)
            yield Prompt((*path, thing), cell, (things[thing],), wrong)


def _texts(options: Mapping[str, Option]) -> tuple[str, ...]:
    return tuple(option.text for option in options.values())
