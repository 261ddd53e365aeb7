"""One session: ask, keep the answer, say what was right, go on.

The session knows no terminal, no clock and no file: it is given a `UserInterface` that
talks to the learner, a clock and the log. An answer is in the log before its
feedback is shown. Cards in short steps come back until they are learned for
today; any answer can be taken back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from flashcards.cards import Card
from flashcards.model import Code, Resource
from flashcards.questions import Form, Neighbours, Question, list_forms, make_question
from flashcards.reviews.memory import AGAIN, GOOD, REVIEW, Memory, Rating, count_day
from flashcards.reviews.review import Review, checksum, new_uid
from flashcards.reviews.store import ReviewLog
from flashcards.study.forms import choose_form
from flashcards.study.grading import RIGHT, WRONG, Verdict, grade_answer
from flashcards.study.memories import Memories, memory_key
from flashcards.study.queue import SessionQueue, Step
from flashcards.study.ui import (
    RATINGS,
    Action,
    Answer,
    Feedback,
    QuestionContext,
    SessionAnswer,
    UserInterface,
)
from flashcards.text.entry_texts import fingerprint_texts

MOST_WRONG = 4
"""Wrong answers after which a card is left for another time."""
LONGEST_MS = 3_600_000


class Session:
    """The state of one session."""

    def __init__(
        self,
        cards: Sequence[Card],
        neighbours: Neighbours,
        *,
        steps: Sequence[Step] = (),
        limit: int | None = None,
        ui: UserInterface,
        log: ReviewLog,
        clock: Callable[[], int],
        memories: Memories,
        version: str,
        seed: str = "",
        form: Form | None = None,
        resources: Mapping[str, Resource] | None = None,
        titles: Mapping[str, str] | None = None,
        while_reading: Callable[[], None] = lambda: None,
        count_day: Callable[[int], int] = count_day,
    ) -> None:
        self.answers: list[SessionAnswer] = []
        self.interrupted = False
        self.queue = SessionQueue(cards, steps)
        self._last: Card | None = None
        self._total = len(self.queue)
        self._limit = limit
        self._neighbours = neighbours
        self._ui = ui
        self._log = log
        self._clock = clock
        self._memories = dict(memories)
        self._version = version
        self._seed = seed
        self._form = form
        self._resources = resources or {}
        self._titles = titles or {}
        self._while_reading = while_reading
        self._count_day = count_day

    def run(self) -> list[SessionAnswer]:
        """Asks until nothing is left or the learner leaves; the answers that count."""
        try:
            while self.queue and not self._is_over() and self._step():
                pass
        except EOFError:
            pass
        except KeyboardInterrupt:
            self.interrupted = True
        return self.answers

    def _step(self) -> bool:
        """One card; False when the learner wants to stop."""
        card = self.queue.pop(self._clock(), self._last)
        try:
            return self._ask(card)
        except (EOFError, KeyboardInterrupt):
            if self._last is not card:
                self.queue.put_first(card)
            raise

    def _ask(self, card: Card) -> bool:
        asked = self._question(card)
        self._ui.show_question(asked, self._context(card))
        self._while_reading()
        self._while_reading = lambda: None
        began = self._clock()
        answer = self._ui.ask(asked)
        if not isinstance(answer, Answer):
            self.queue.put_first(card)
            return self._carry_out(answer)
        return self._carry_out(self._ui.show_feedback(self._keep(asked, answer, began).feedback))

    def _keep(self, asked: Question, answer: Answer, began: int) -> SessionAnswer:
        """Grades and writes: after this the answer is on the disk."""
        verdict = _grade(asked, answer)
        rating = answer.rating or (GOOD if verdict.right else AGAIN)
        now = self._clock()
        took = min(max(0, now - began), LONGEST_MS)
        review = self._review(asked, answer, verdict, rating, now, took)
        memory = self._log.record(review)
        read_on = self._read_on(asked.card)
        feedback = Feedback(asked, answer, verdict, rating, memory, now, read_on=read_on)
        return self._remember(SessionAnswer(review, feedback))

    def _remember(self, answer: SessionAnswer) -> SessionAnswer:
        card, memory = answer.card, answer.feedback.memory
        self.answers.append(answer)
        self._last = card
        self._memories[memory_key(card)] = memory
        if memory.state != REVIEW and self._count_wrong(card) < MOST_WRONG:
            self.queue.wait(card, memory.due)
        return answer

    def _carry_out(self, action: Action) -> bool:
        match action:
            case "quit":
                return False
            case "undo":
                self._undo()
            case "overrule" | "again" | "hard" | "good" | "easy":
                self._correct(action)
        return True

    def _undo(self) -> None:
        """Takes the last answer back and asks its card again."""
        if not self.answers:
            self._ui.show_undo(None)
            return
        last = self.answers.pop()
        self._log.undo(last.review.uid)
        self._refresh(last.card)
        self.queue.put_first(last.card)
        self._ui.show_undo(last.card)

    def _correct(self, action: Action) -> None:
        """Lets the last answer count otherwise, because the learner says so."""
        if not self.answers:
            self._ui.show_undo(None)
            return
        last = self.answers.pop()
        rating = RATINGS.get(action, GOOD)
        overruled = _overrules(last.feedback, rating)
        verdict = _grade(last.feedback.question, replace(last.feedback.answer, rating=rating))
        review = replace(
            last.review,
            rating=rating,
            overruled=overruled,
            score=1.0 if overruled else verdict.score,
            uid=new_uid(),
        )
        memory = self._log.correct(last.review.uid, review)
        self.queue.remove(last.card)
        feedback = replace(last.feedback, rating=rating, memory=memory, overruled=overruled)
        self._remember(SessionAnswer(review, feedback))
        self._ui.show_correction(feedback)

    def _review(
        self,
        asked: Question,
        answer: Answer,
        verdict: Verdict,
        rating: Rating,
        at: int,
        took: int,
    ) -> Review:
        note = asked.card.note
        return Review(
            course=note.course,
            card=asked.id,
            lang=note.lang,
            fingerprint=fingerprint_card(asked.card),
            at=at,
            rating=rating,
            score=verdict.score,
            form=asked.form,
            answer=" ".join(answer.given) if asked.options else "".join(answer.given),
            duration=took,
            version=self._version,
            day=self._count_day(at),
        )

    def _read_on(self, card: Card) -> tuple[Resource, ...]:
        found = (self._resources.get(key) for key in card.entry.see)
        return tuple(resource for resource in found if resource)

    def _question(self, card: Card) -> Question:
        memory = self._memories.get(memory_key(card))
        turn = memory.reviews if memory else 0
        form = self._form_of(card, memory)
        return make_question(card, self._neighbours, f"{self._seed}/{turn}", form)

    def _form_of(self, card: Card, memory: Memory | None) -> Form:
        """The form wished for; else choosing while the memory is young, later what is harder."""
        possible = list_forms(card, self._neighbours)
        if self._form in possible:
            return self._form
        return choose_form(card, possible, memory.stability if memory else 0.0)

    def _context(self, card: Card) -> QuestionContext:
        memory = self._memories.get(memory_key(card))
        deck = card.note.deck
        is_cut = self._limit is not None and self._limit <= self._total
        streak = 0
        while streak < len(self.answers) and self.answers[-1 - streak].right:
            streak += 1
        return QuestionContext(
            done=len(self.answers) if is_cut else self._total - len(self.queue) - 1,
            total=self._limit if is_cut and self._limit else self._total,
            streak=streak,
            again=any(answer.card.id == card.id for answer in self.answers),
            changed=memory is not None and memory.fingerprint != fingerprint_card(card),
            deck=self._titles.get(f"deck/{deck.deck}", deck.title),
        )

    def _refresh(self, card: Card) -> None:
        note = card.note
        memory = self._log.memory((note.course, note.lang, card.id))
        if memory is None:
            self._memories.pop(memory_key(card), None)
        else:
            self._memories[memory_key(card)] = memory

    def _is_over(self) -> bool:
        return self._limit is not None and len(self.answers) >= self._limit

    def _count_wrong(self, card: Card) -> int:
        return sum(answer.card.id == card.id and not answer.right for answer in self.answers)


def _grade(asked: Question, answer: Answer) -> Verdict:
    """What was revealed is as right as the learner says."""
    if asked.form == "reveal":
        return WRONG if answer.rating == AGAIN else RIGHT
    return grade_answer(asked, answer.given)


def _overrules(feedback: Feedback, rating: Rating) -> bool:
    """Whether the learner counts as right what was graded otherwise."""
    return rating != AGAIN and not feedback.verdict.right and feedback.answer.rating is None


def fingerprint_card(card: Card) -> str:
    """The fingerprint of what a card asks and answers, code included."""
    entry = card.entry
    if isinstance(entry, Code):
        return f"{fingerprint_texts(entry)}{checksum(entry.code, entry.prints):08x}"
    return fingerprint_texts(entry)
