"""An entry as the rules look at it: its questions in one form, so that a rule need not know kinds.

A rule gets an `EntryView` and tells what is wrong with it by `view.tell(…)`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

from flashcards.errors import EntryProblem
from flashcards.model import (
    ENTRY_TYPES,
    SOURCE_LANGUAGE,
    Choose,
    Cloze,
    Code,
    Compare,
    Course,
    Entry,
    Kind,
    Option,
    Recall,
)
from flashcards.text.entry_texts import Leaf, Path, collect_texts, normalize_output
from flashcards.text.plain_text import strip_blocks
from flashcards.words.message import Message

Texts = Mapping[Path, str]
AnyEntry = TypeVar("AnyEntry", bound=Entry, covariant=True)


class Prompt(NamedTuple):
    """A question with its answers and the wrong options beside them, each at its path."""

    path: Path
    text: str
    right: Texts
    wrong: Texts
    """Empty if the answer is typed or recalled."""


class Explanation(NamedTuple):
    """Why an answer is right, and what its card shows beside that."""

    path: Path
    text: str
    shown: str


class KindOfView(NamedTuple):
    """What the rules need to know of a kind of entry."""

    meant: tuple[str, ...]
    """The fields of question and answer."""
    list_prompts: Callable[[Any], Iterable[Prompt]]
    """Its questions; terms, gaps and headings are none."""
    list_explanations: Callable[[Any], Iterable[Explanation]]
    """Those of right answers."""
    has_heading: bool = False
    """Whether its first field asks for something, but not by a question."""


class EntryView(NamedTuple, Generic[AnyEntry]):
    """An entry of a course, or its translation."""

    course: Course
    entry: AnyEntry
    own_texts: Mapping[Path, Leaf]
    """Those of the entry itself."""
    texts: Mapping[Path, Leaf]
    """Those of the translation, if it is one."""
    prompts: list[Prompt]
    """Every question that the author wrote as one; none of a translation."""
    asking: list[tuple[Path, str]]
    """Every text that asks for something, without its blocks of code: questions, and headings to
    explain or to put in order; none of a translation."""
    lang: str
    """The language of a translation; empty for the entry itself."""

    @property
    def is_english(self) -> bool:
        """Whether its words can be judged: rules know a fault of words by English ones."""
        return not self.lang and self.course.source == SOURCE_LANGUAGE

    def tell(
        self, path: Path, message: Message, hint: Message | None = None, line: int = 0
    ) -> EntryProblem:
        """What is wrong at a path of the entry, how to mend it, and the line of a long text."""
        return EntryProblem(self.entry.key, path, message, hint, self.lang, line)


def view_entry(course: Course, entry: Entry) -> EntryView[Entry]:
    """The entry itself, as the rules look at it."""
    kind, texts = KINDS_OF_VIEW[entry.kind], collect_texts(entry)
    prompts = list(kind.list_prompts(entry))
    asking = [(prompt.path, strip_blocks(prompt.text).strip()) for prompt in prompts]
    if kind.has_heading:
        heading = getattr(entry, entry.kind)
        asking.append(((entry.kind,), strip_blocks(heading).strip()))
    return EntryView(course, entry, texts, texts, prompts, asking, "")


def view_translations(view: EntryView[Entry]) -> Iterator[EntryView[Entry]]:
    """The translations of an entry, in every language that has one."""
    for lang, translated in view.course.translations.items():
        if translation := translated.get(view.entry.key):
            yield view._replace(texts=translation.texts, prompts=[], asking=[], lang=lang)


def _list_recall_prompts(entry: Recall) -> list[Prompt]:
    return [Prompt(("recall",), entry.recall, {("answer",): entry.answer}, {})]


def _list_choice_prompts(entry: Choose) -> list[Prompt]:
    right, wrong = _get_texts(("right",), entry.right), _get_texts(("wrong",), entry.wrong)
    return [Prompt(("choose",), entry.choose, right, wrong)]


def _list_code_prompts(entry: Code) -> list[Prompt]:
    if entry.question is None:
        return []
    output: Texts = {("prints",): normalize_output(entry.prints)}
    return [Prompt(("question",), entry.question, output, _get_texts(("wrong",), entry.wrong))]


def _list_row_prompts(entry: Compare) -> Iterator[Prompt]:
    for name, row in entry.rows.items():
        path = ("rows", name)
        if not (row.question or row.ask or row.which):
            continue
        cells: Texts = {(*path, thing): cell for thing, cell in row.cells.items()}
        things: Texts = {("compare", thing): text for thing, text in entry.compare.items()}
        wrong = _get_texts((*path, "wrong"), row.wrong)
        if row.question:
            yield Prompt((*path, "question"), row.question, cells, {})
        for thing, text in row.ask.items():
            yield _pick(Prompt((*path, "ask", thing), text, {}, {**cells, **wrong}), (*path, thing))
        for thing, text in row.which.items():
            yield _pick(Prompt((*path, "which", thing), text, {}, things), ("compare", thing))


def _pick(prompt: Prompt, answer: Path) -> Prompt:
    """The prompt with the option at `answer` right, and those that say the same left out."""
    right = prompt.wrong[answer]
    wrong = {path: text for path, text in prompt.wrong.items() if text != right}
    return prompt._replace(right={answer: right}, wrong=wrong)


def _get_texts(path: Path, options: Mapping[str, Option]) -> Texts:
    return {(*path, name, "text"): option.text for name, option in options.items()}


def _explain_entry(entry: Entry) -> Iterator[Explanation]:
    """The explanation of an entry whose question and answer are one text each."""
    yield Explanation(("why",), entry.why or "", read_meant(entry))


def _explain_options(entry: Choose) -> Iterator[Explanation]:
    for name, option in entry.right.items():
        shown = f"{entry.choose} {option.text}"
        yield Explanation(("right", name, "why"), option.why or "", shown)
    yield from _explain_entry(entry)


def _explain_output(entry: Code) -> Iterator[Explanation]:
    yield Explanation(("why",), entry.why or "", f"{entry.question or ''} {entry.prints}")


def _explain_gaps(entry: Cloze) -> Iterator[Explanation]:
    yield from _explain_entry(entry)
    for number, reason in entry.reasons.items():
        yield Explanation(("why", str(number)), reason, entry.cloze)


def _explain_rows(entry: Compare) -> Iterator[Explanation]:
    for name, row in entry.rows.items():
        for thing, reason in row.reasons.items():
            asked = row.ask.get(thing) or row.which.get(thing) or ""
            shown = f"{row.aspect} {asked} {entry.compare[thing]} {row.cells[thing]}"
            yield Explanation(("rows", name, "why", thing), reason, shown)
        shown = " ".join((row.aspect, *entry.compare.values(), *row.cells.values()))
        yield Explanation(("rows", name, "why"), row.why or "", shown)


def read_meant(entry: Entry) -> str:
    """Question and answer: another entry with the same words asks the same."""
    said = (getattr(entry, name) for name in KINDS_OF_VIEW[entry.kind].meant)
    parts = (each.values() if isinstance(each, Mapping) else (each,) for each in said)
    return " ".join(str(getattr(text, "text", text)) for part in parts for text in part)


def _find_none(entry: Entry) -> tuple[()]:
    return ()


KINDS_OF_VIEW: Mapping[Kind, KindOfView] = {
    "concept": KindOfView(("concept",), _find_none, _find_none, has_heading=True),
    "term": KindOfView(("term", "meaning"), _find_none, _explain_entry),
    "compare": KindOfView(("compare",), _list_row_prompts, _explain_rows),
    "code": KindOfView(("code", "prints"), _list_code_prompts, _explain_output),
    "choose": KindOfView(("choose", "right"), _list_choice_prompts, _explain_options),
    "order": KindOfView(("order",), _find_none, _find_none, has_heading=True),
    "cloze": KindOfView(("cloze",), _find_none, _explain_gaps),
    "recall": KindOfView(("recall", "answer"), _list_recall_prompts, _explain_entry),
}


def list_types(wanted: Callable[[KindOfView], bool]) -> tuple[type[Entry], ...]:
    """The types of entries whose kind is wanted."""
    return tuple(ENTRY_TYPES[name] for name, kind in KINDS_OF_VIEW.items() if wanted(kind))


WITH_QUESTIONS = list_types(lambda kind: kind.list_prompts is not _find_none)
"""Entries with questions that an author wrote as such."""
ASKING = list_types(lambda kind: kind.has_heading or kind.list_prompts is not _find_none)
"""Entries with a question or a heading that asks for something."""
