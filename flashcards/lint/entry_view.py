"""An entry as the rules look at it: its questions in one form, so that a rule need not know kinds.

A rule gets an `EntryView` and tells what is wrong with it by `view.tell(…)`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Generic, NamedTuple, TypeVar

from flashcards.errors import EntryProblem
from flashcards.model import (
    SOURCE_LANGUAGE,
    Choose,
    Code,
    Compare,
    Concept,
    Course,
    Entry,
    Option,
    Order,
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
    texts, prompts = collect_texts(entry), _list_prompts(entry)
    asking = [(prompt.path, strip_blocks(prompt.text).strip()) for prompt in prompts]
    if isinstance(entry, Concept | Order):
        heading = getattr(entry, entry.kind)
        asking.append(((entry.kind,), strip_blocks(heading).strip()))
    return EntryView(course, entry, texts, texts, prompts, asking, "")


def view_translations(view: EntryView[Entry]) -> Iterator[EntryView[Entry]]:
    """The translations of an entry, in every language that has one."""
    for lang, translated in view.course.translations.items():
        if translation := translated.get(view.entry.key):
            yield view._replace(texts=translation.texts, prompts=[], asking=[], lang=lang)


def _list_prompts(entry: Entry) -> list[Prompt]:
    """The questions of an entry; terms, gaps and headings are none."""
    match entry:
        case Recall():
            return [Prompt(("recall",), entry.recall, {("answer",): entry.answer}, {})]
        case Choose():
            right, wrong = _get_texts(("right",), entry.right), _get_texts(("wrong",), entry.wrong)
            return [Prompt(("choose",), entry.choose, right, wrong)]
        case Code(question=str()):
            output: Texts = {("prints",): normalize_output(entry.prints)}
            wrong = _get_texts(("wrong",), entry.wrong)
            return [Prompt(("question",), entry.question or "", output, wrong)]
        case Compare():
            return list(_list_row_prompts(entry))
    return []


def _list_row_prompts(entry: Compare) -> Iterator[Prompt]:
    for name, row in entry.rows.items():
        path = ("rows", name)
        if not (row.ask or row.which):
            continue
        cells: Texts = {(*path, thing): cell for thing, cell in row.cells.items()}
        things: Texts = {("compare", thing): text for thing, text in entry.compare.items()}
        wrong = _get_texts((*path, "wrong"), row.wrong)
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
