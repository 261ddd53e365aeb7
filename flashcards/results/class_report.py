"""Everything about a class in one value: people, questions, concepts, what to look at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from statistics import mean, median, stdev
from typing import Any

from flashcards.errors import Position
from flashcards.results.attempts import EXAM_COMMAND, AskedQuestion, Attempt, Collected, hide_people
from flashcards.results.item_analysis import (
    Finding,
    ItemAnalysis,
    Reliability,
    analyse_items,
    find_suspects,
    measure_reliability,
)
from flashcards.results.question_bank import CardFacts, QuestionBank
from flashcards.study.answer_rules import fold_name, list_readings
from flashcards.words.catalog import Words
from flashcards.words.message import Message, Names

MOST_NAMED = 10
"""Questions in one sentence."""
DIGITS = 4
"""Of points, and of the shares in JSON."""


@dataclass(frozen=True, slots=True)
class ConceptShare:
    """What the class reached in the questions about one concept."""

    key: str
    title: str
    questions: int
    answers: int
    share: float
    """Of the points, from 0 to 1."""


@dataclass(frozen=True)
class ClassReport:
    """What a class's results say."""

    words: Words
    title: str
    exam: str
    pass_mark: float | None
    people: Sequence[PersonResult]
    """The best first."""
    items: Sequence[ItemAnalysis]
    concepts: Sequence[ConceptShare]
    """The weakest first."""
    reliability: Reliability | None
    findings: Sequence[Finding]
    places: Mapping[str, Position]
    """Id of a question to where its entry stands."""
    left_out: Sequence[Message]
    notices: Sequence[Message]

    @property
    def percents(self) -> list[float]:
        return [person.percent for person in self.people]

    @property
    def stand_out(self) -> frozenset[str]:
        """Ids of the questions to look at: the same in the list, on the map, in the terminal."""
        return frozenset(finding.question for finding in self.findings)

    def summarize(self) -> dict[str, Any]:
        """Count, mean, median, deviation, passed; times in seconds."""
        percents = self.percents
        times = [each.seconds for each in self.people if each.seconds is not None]
        known = self.pass_mark is not None
        return {
            "people": len(percents),
            "questions": len(self.items),
            "mean": round(mean(percents), 2),
            "median": round(median(percents), 2),
            "deviation": round(stdev(percents), 2) if len(percents) > 1 else None,
            "passed": sum(bool(each.passed) for each in self.people) if known else None,
            "open": sum(each.passed is None for each in self.people) if known else None,
            "seconds": median(times) if times else None,
            "timed": len(times),
        }

    def for_json(self) -> dict[str, Any]:
        """Plain values for programs."""
        whole = {
            "format": 1,
            "title": self.title,
            "exam": self.exam,
            "pass_mark": self.pass_mark,
            "summary": self.summarize(),
            "reliability": self.reliability and asdict(self.reliability),
            "people": [*map(asdict, self.people)],
            "questions": [
                {**asdict(item), "place": str(self.places.get(item.id, "")) or None}
                for item in self.items
            ],
            "concepts": [*map(asdict, self.concepts)],
            "look_at": [*map(asdict, self.findings)],
            "left_out": [*map(str, self.left_out)],
            "notices": [*map(str, self.notices)],
        }
        rounded: dict[str, Any] = _round(whole)
        return rounded


def make_report(
    found: Collected, bank: QuestionBank, pass_mark: float | None = None, names: bool = True
) -> ClassReport:
    """The report on what was collected; `pass_mark` in percent stands above the exam's own.

    Without `names` people are numbered by rank.
    """
    mark = found.pass_mark if pass_mark is None else pass_mark
    facts = {id: each for id in found.questions if (each := bank.describe(id))}
    texts = {id: each.options for id, each in facts.items()}
    _complete_questions(found, facts)
    items = analyse_items(found.attempts, found.questions, texts)
    return ClassReport(
        words=bank.words,
        title=found.title or found.exam,
        exam=found.exam,
        pass_mark=mark,
        people=rank_people(found.attempts, mark, names),
        items=items,
        concepts=_weigh_concepts(found.attempts, facts, bank.concept_titles if facts else {}),
        reliability=measure_reliability(found.attempts),
        findings=find_suspects(items),
        places={id: each.place for id, each in facts.items()},
        left_out=found.left_out if names else [*map(hide_people, found.left_out)],
        notices=[
            *(found.notices if names else map(hide_people, found.notices)),
            *_list_notices(found, bank, facts),
        ],
    )


def _complete_questions(found: Collected, facts: Mapping[str, CardFacts]) -> None:
    """Gives the questions the texts of the course; answers typed in one way become one."""
    for id, each in facts.items():
        asked = found.questions[id]
        things = each.things if len(each.things) == len(asked.things) else asked.things
        found.questions[id] = replace(asked, text=each.text, things=things)
    for id, asked in found.questions.items():
        if asked.is_typed:
            texts = facts[id].options if id in facts else {}
            found.questions[id] = merge_typed_answers(found.attempts, asked, texts)


def _list_notices(
    found: Collected, bank: QuestionBank, facts: Mapping[str, CardFacts]
) -> Iterator[Message]:
    """What to know about the questions: another course or draw, texts and points that differ."""
    if not facts and found.course:
        yield Message("answers-other-course", course=found.course, mine=bank.course.info.id)
    printed = ((id, found.questions[id].content, each.content) for id, each in facts.items())
    changed = [id for id, then, now in printed if then and then != now]
    if changed:  # they read otherwise in the course than they did on paper
        more = ["…"] if len(changed) > MOST_NAMED else []
        yield Message("answers-changed", questions=Names([*changed[:MOST_NAMED], *more]))
    worth = Counter(round(sum(attempt.weights.values()), 2) for attempt in found.attempts)
    if len(worth) > 1:
        least, most = float(min(worth)), float(max(worth))
        people = {"fewer": len(found.attempts) - worth[most], "all": len(found.attempts)}
        points = {"least": least, "most": most}
        yield Message("answers-fewer-points", **people, **points, command=EXAM_COMMAND)
    asked = [set(attempt.weights) for attempt in found.attempts]
    every, shared = set[str]().union(*asked), asked[0].intersection(*asked)
    if max(map(len, asked)) < len(every):  # nobody was asked all of them
        yield Message("answers-other-draws", all=len(every), shared=len(shared))


def _weigh_concepts(
    attempts: Sequence[Attempt], facts: Mapping[str, CardFacts], titles: Mapping[str, str]
) -> list[ConceptShare]:
    """The concepts that questions were about; each question counts for all its concepts."""
    asked = Counter(concept for each in facts.values() for concept in each.concepts)
    earned: dict[str, list[tuple[float, float]]] = {}
    for attempt in attempts:
        for id, (score, _, _) in attempt.responses.items():
            if score is not None and id in facts:
                worth = attempt.weights[id]
                for concept in facts[id].concepts:
                    earned.setdefault(concept, []).append((worth * score, worth))
    found = []
    for key, pairs in earned.items():
        got, total = (sum(side) for side in zip(*pairs, strict=True))
        if total:
            title = titles.get(key, key)
            found.append(ConceptShare(key, title, asked[key], len(pairs), got / total))
    return sorted(found, key=lambda concept: (concept.share, concept.key))


def _round(value: Any) -> Any:
    """The same with shares that a person can read."""
    if isinstance(value, float):
        return round(value, DIGITS)
    if isinstance(value, Mapping):
        return {name: _round(each) for name, each in value.items()}
    return [_round(each) for each in value] if isinstance(value, list | tuple) else value


@dataclass(frozen=True, slots=True)
class PersonResult:
    """How one person did; the table of people has these columns."""

    name: str
    number: str
    """Of the student, if the source has it."""
    percent: float
    points: float
    total: float
    passed: bool | None
    """None without a pass mark, and while what is not graded or left out can still decide it."""
    seconds: float | None
    finished: bool
    left_out: int
    """Cells that are no answer; the score is of the others."""
    not_graded: int
    """Answers that wait for a person; the score is of the others."""

    @property
    def label(self) -> str:
        """The name, with the number of the student."""
        return f"{self.name} ({self.number})" if self.number not in ("", self.name) else self.name


def rank_people(attempts: Sequence[Attempt], mark: float | None, names: bool) -> list[PersonResult]:
    """The best first; without `names` they are numbered by rank."""
    graded = {  # questions that somebody got points for, or none
        id
        for attempt in attempts
        for id, response in attempt.responses.items()
        if response.score is not None
    }
    people = sorted(
        (_make_person(attempt, mark, graded) for attempt in attempts),
        key=lambda person: (-person.percent, person.name),
    )
    if names:
        return people
    return [replace(each, name=str(rank), number="") for rank, each in enumerate(people, 1)]


def _make_person(attempt: Attempt, mark: float | None, graded: Collection[str]) -> PersonResult:
    points, total = attempt.points, attempt.total
    return PersonResult(
        attempt.person,
        attempt.number,
        round(100 * points / total, 2) if total else 0.0,
        round(points, DIGITS),
        round(total, DIGITS),
        None if mark is None else _decide_pass(attempt, mark, graded),
        None if attempt.duration is None else attempt.duration / 1000,
        attempt.finished,
        len(attempt.refused),
        sum(score is None for score, _, _ in attempt.responses.values()),
    )


def _decide_pass(attempt: Attempt, mark: float, graded: Collection[str]) -> bool | None:
    """Whether a person passed; None if points that are not known yet can still decide it.

    Own words that are not `graded` for anybody are taken not to count.
    """
    answers = attempt.responses.items()
    ungraded = [id for id, (score, _, _) in answers if score is None and id in graded]
    waiting = sum(attempt.weights[id] for id in (*ungraded, *attempt.refused))
    total = attempt.total + waiting
    least, most = (
        round(100 * points / total, 2) if total else 0.0
        for points in (attempt.points, attempt.points + waiting)
    )
    return least >= mark if (least >= mark) == (most >= mark) else None


def merge_typed_answers(
    attempts: Sequence[Attempt], question: AskedQuestion, texts: Mapping[str, str]
) -> AskedQuestion:
    """The question with every answer that got full credit among the right ones.

    Answers in `attempts` are spelled as the accepted one that they are read as, else as
    the first of those that are read alike. `texts` has the texts of options by name.
    """
    accepted = list(dict.fromkeys(texts.get(name, name) for name in question.right))
    spellings = {reading: text for text in reversed(accepted) for reading in list_readings(text)}
    right = dict.fromkeys(accepted)
    for attempt in attempts:
        response = attempt.responses.get(question.id)
        if response is None:
            continue
        given = [texts.get(name, name) for name in response.chosen]
        chosen = tuple(spellings.setdefault(fold_name(text), text) for text in given)
        attempt.responses[question.id] = response._replace(chosen=chosen)
        if response.score == 1:
            right.update(dict.fromkeys(chosen))
    return replace(question, right=tuple(right))
