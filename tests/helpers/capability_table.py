"""What each format holds of each kind of question, found out by trying.

The table in the documentation is made here, so that it says what the code does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flashcards.cards import Note
from flashcards.course.model import (
    Choose,
    Cloze,
    Code,
    Compare,
    Concept,
    Deck,
    Entry,
    Option,
    Order,
    Quiz,
    Recall,
    Row,
    Term,
)
from flashcards.export import EXPORT_FORMATS
from flashcards.export.quiz_export import convert_plan
from flashcards.export.quiz_plan import QuizPlan
from flashcards.export.report import Outcome
from flashcards.questions.draw import DrawnQuestion, draw_quiz

_SAMPLES: Sequence[tuple[str, str, Entry]] = (
    (
        "one right option",
        "one#0",
        Choose(
            key="one",
            choose="Q",
            right={"a": Option(text="A")},
            wrong={"b": Option(text="B", why="W"), "c": Option(text="C")},
        ),
    ),
    (
        "several right options",
        "many#0",
        Choose(
            key="many",
            choose="Q",
            right={"a": Option(text="A"), "b": Option(text="B")},
            wrong={"c": Option(text="C")},
        ),
    ),
    ("typed term", "term#1", Term(key="term", term="A", meaning="M")),
    ("typed output, one line", "line#0", Code(key="line", code="c", prints="True")),
    ("typed output, several lines", "lines#0", Code(key="lines", code="c", prints="1\n2")),
    (
        "match",
        "pair/row#0",
        Compare(
            key="pair",
            compare={"a": "A", "b": "B", "c": "C"},
            rows={"row": Row(aspect="X", cells={"a": "1", "b": "2", "c": "3"})},
        ),
    ),
    ("order", "order#0", Order(key="order", order="Q", steps={"a": "A", "b": "B", "c": "C"})),
    ("gap in text", "gap#0", Cloze(key="gap", cloze="a b", gaps={1: "b"})),
    (
        "gap in code",
        "code#0",
        Cloze(key="code", cloze="f(Int(1));", gaps={1: "Int(1)"}, language="cpp"),
    ),
    ("own words", "recall#0", Recall(key="recall", recall="Q", answer="A")),
    ("own words, with points", "concept#0", Concept(key="concept", concept="Q", points={"a": "A"})),
    ("with a picture", "shown#0", Recall(key="shown", recall="![a](a.svg)", answer="A")),
)


def make_capability_table() -> str:
    """A Markdown table of what is lost, questions down and formats across; then what is kept."""
    told = {name: _find_outcomes(name) for name in EXPORT_FORMATS}
    lossy = [name for name, outcomes in told.items() if _list_losses(outcomes)]
    titles: dict[tuple[str, ...], list[str]] = {}
    for title, drawn, _ in _SAMPLES:
        titles.setdefault(tuple(_cell(told[name][drawn]) for name in lossy), []).append(title)
    kept = ", ".join(titles.pop(("kept",) * len(lossy), ["nothing"]))
    whole = " and ".join(f"`{name}`" for name in EXPORT_FORMATS if name not in lossy)
    lines = [f"| question | {' | '.join(lossy)} |", f"|---|{'---|' * len(lossy)}"]
    lines += [f"| {'; '.join(names)} | {' | '.join(cells)} |" for cells, names in titles.items()]
    lines += ["", f"All formats keep: {kept}. {whole} keep everything."]
    return "\n".join(lines) + "\n"


def _find_outcomes(name: str) -> dict[str, Outcome]:
    return {outcome.id: outcome for outcome in convert_plan(name, _make_plan()).outcomes}


def _list_losses(outcomes: Mapping[str, Outcome]) -> list[Outcome]:
    return [outcome for outcome in outcomes.values() if outcome.status != "kept"]


def _cell(outcome: Outcome) -> str:
    said = "; ".join(map(str, outcome.said))
    return f"{outcome.status}: {said}" if said else outcome.status


def _make_plan() -> QuizPlan:
    quiz = Quiz(quiz="samples", title="Samples", shuffle=False)
    pictures = {"a.svg": b"<svg/>"}
    return QuizPlan(
        title="Samples", course="C", questions=tuple(_draw_samples(quiz)), seed="", version="",
        pictures=pictures,
    )  # fmt: skip


def _draw_samples(quiz: Quiz) -> list[DrawnQuestion]:
    deck = Deck(deck="samples", title="Samples")
    found = []
    for _, wanted, entry in _SAMPLES:
        row = "row" if isinstance(entry, Compare) else None
        note = Note(f"{entry.key}/row" if row else entry.key, entry, deck, "samples", row=row)
        found += [drawn for drawn in draw_quiz(quiz, [note]).questions if drawn.id == wanted]
    return found


if __name__ == "__main__":
    print(make_capability_table())
