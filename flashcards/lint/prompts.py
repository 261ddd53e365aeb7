"""The questions of an entry in one form, so that a rule need not know the kinds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from flashcards.model import Choose, Code, Compare, Concept, Entry, Option, Order, Recall
from flashcards.text.entry_texts import Path, normalize_output

Texts = Mapping[Path, str]


class Prompt(NamedTuple):
    """A question with its answers and the wrong options beside them, each at its path."""

    path: Path
    text: str
    right: Texts
    wrong: Texts
    """Empty if the answer is typed or recalled."""


def list_prompts(entry: Entry) -> list[Prompt]:
    """Every question that the author wrote as one; terms, gaps and headings are none."""
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


def list_stems(entry: Entry, prompts: Sequence[Prompt]) -> Iterator[tuple[Path, str]]:
    """Every text that asks for something, headings to explain or to put in order among them."""
    yield from ((prompt.path, prompt.text) for prompt in prompts)
    if isinstance(entry, Concept | Order):
        yield (entry.kind,), getattr(entry, entry.kind)


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
