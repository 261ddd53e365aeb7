"""One session: ask, keep the answer, say what was right, go on.

The session knows no terminal, no clock and no file: it is given a `UserInterface` that
talks to the learner, a clock and the log. An answer is in the log before its
feedback is shown. Cards in short steps come back until they are learned for
today; any answer of the session can be taken back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from urllib.parse import quote

from flashcards.cards import Card, find_resource
from flashcards.course.model import Quiz, Resource
from flashcards.questions import Form, Question, list_forms, make_question
from flashcards.reviews.backup import check_and_back_up
from flashcards.reviews.memory import (
    AGAIN,
    DAY_MS,
    GOOD,
    LEARNING,
    REVIEW,
    Memory,
    Rating,
    becomes_leech,
)
from flashcards.reviews.review import CardMarks, MarkName
from flashcards.reviews.store import ReviewLog
from flashcards.reviews.synced import AnswerIsFinal
from flashcards.study.answering import (
    CramLog,
    choose_form,
    fingerprint_card,
    judge_answer,
    make_correction,
    make_review,
)
from flashcards.study.marks import make_mark
from flashcards.study.queue import SessionQueue
from flashcards.study.standing import MOST_WRONG, Standing, name_card
from flashcards.study.ui import (
    MARKS,
    RATINGS,
    Action,
    Answer,
    Decision,
    Feedback,
    Left,
    QuestionContext,
    Refusal,
    SessionAnswer,
    Turn,
    UserInterface,
    Waits,
)

LEARNING_STEPS = 2
"""Right answers on the first day: at once and after ten minutes."""


@dataclass(frozen=True, kw_only=True)
class StudyRequest:
    """What the learner wants of a session: without any wish, what is left of today."""

    limit: int | None = None
    """The session ends after so many answers."""
    seed: str = ""
    form: Form | None = None
    """Ask in this form where a card has it."""
    quiz: Quiz | None = None
    """Ask what this quiz draws from the cards, each until it is right once."""
    cram: bool = False
    """Ask all cards and keep no answer."""


class Session:
    """The state of one session."""

    def __init__(
        self,
        standing: Standing,
        request: StudyRequest,
        queue: SessionQueue,
        ui: UserInterface,
        log: ReviewLog,
        clock: Callable[[], int],
        is_day: bool = False,
    ) -> None:
        """Ask what is in the queue; `is_day` says that it is what is left of today."""
        self.standing = standing
        """When it began."""
        self.queue = queue
        self.interrupted = False
        self.is_day = is_day
        self._history: list[SessionAnswer | Decision] = []
        """What can be taken back, the newest last."""
        self._request, self._ui, self._clock = request, ui, clock
        self._learner_log = log
        self._log = CramLog(standing.memories) if request.cram else log
        self._memories = dict(standing.memories)
        self._wrong = {} if request.quiz or request.cram else dict(standing.wrong)
        """How often cards were wrong today, before this session."""
        self._marks = dict(standing.marks)
        self._last: Card | None = None
        self._share = 0.0
        """How much was done at most: what is added later does not take it back."""
        self._is_checked = False

    @property
    def answers(self) -> list[SessionAnswer]:
        """The answers of this session that count."""
        return [each for each in self._history if isinstance(each, SessionAnswer)]

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
        self._use_first_moment()
        began = self._clock()
        while not isinstance(answer := self._ui.ask(asked), Answer) and self._stays(answer, card):
            pass
        if not isinstance(answer, Answer):
            self.queue.put_first(card)
            return self._carry_out(answer, card)
        feedback = self._keep(asked, answer, began).feedback
        while (action := self._ui.show_feedback(feedback)) == "flag":
            self._decide(action, card)
        return self._carry_out(action, card)

    def _use_first_moment(self) -> None:
        """Does what can wait until the first question is read: checks and backs up the log."""
        if not self._is_checked:
            check_and_back_up(self._learner_log, self.standing.moment.date)
            self._is_checked = True

    def _stays(self, action: Action, card: Card) -> bool:
        """Whether an action leaves the question as it is: a flag, or an undo of nothing."""
        if action == "flag":
            self._decide(action, card)
            return True
        if action == "undo" and not self._history:
            self._ui.show_refusal("nothing_to_undo")
            return True
        return False

    def _keep(self, asked: Question, answer: Answer, began: int) -> SessionAnswer:
        """Grades and writes: after this the answer is on the disk."""
        verdict = judge_answer(asked, answer)
        rating = answer.rating or (GOOD if verdict.right else AGAIN)
        now, card = self._clock(), asked.card
        day = self.standing.moment.count_day(now)
        review = make_review(asked, answer, verdict, rating, duration=now - began, at=now, day=day)
        before = self._memories.get(name_card(card))
        if before and before.last > now + DAY_MS and not self._request.cram:
            self._learner_log.undo_after(review.owner, now + DAY_MS)  # the clock was ahead
        waits = self._log.preview(review.owner, now, day)
        memory = self._log.record(review)
        leech = becomes_leech(before, memory)
        feedback = Feedback(
            question=asked,
            answer=answer,
            verdict=verdict,
            rating=rating,
            memory=memory,
            now=now,
            waits=waits,
            read_on=self._list_reading(card),
            leech=memory.lapses if leech else 0,
            kept=not self._request.cram,
            comes=self._find_turn(card, memory, rating),
        )
        made = SessionAnswer(review, feedback)
        self._history.append(made)
        self._remember(made)
        return made

    def _find_turn(self, card: Card, memory: Memory, rating: Rating) -> Turn:
        """When a card comes back after an answer that is not among the others yet."""
        is_open = rating == AGAIN if self._request.quiz else memory.state != REVIEW
        if not is_open:
            return "later"
        if self._count_wrong(card) + (rating == AGAIN) >= MOST_WRONG:
            return "rests"
        return "next session" if self._is_over(1) else "session"

    def _remember(self, answer: SessionAnswer) -> None:
        """What follows from an answer: the memory of its card, and when it is asked again."""
        card, memory = answer.card, answer.feedback.memory
        self._last = card
        self._memories[name_card(card)] = memory
        if answer.feedback.comes in ("session", "next session"):
            self.queue.wait(card, memory.due)

    def _carry_out(self, action: Action, card: Card | None = None) -> bool:
        try:
            match action:
                case "quit":
                    return False
                case "undo":
                    self._undo()
                case "suspend" | "bury" | "flag" if card:
                    self._decide(action, card)
                case "overrule" | "again" | "hard" | "good" | "easy":
                    self._correct(action)
        except AnswerIsFinal:
            self._ui.show_refusal("answer_is_final")
        return True

    def _decide(self, action: Action, card: Card) -> None:
        """Suspends, buries or flags a card; the first two take it out of the session."""
        name, now = MARKS[action], self._clock()
        before: int = getattr(self._find_marks(card), name)
        tomorrow = self.standing.moment.count_day(now) + 1
        value = {"suspended": 1, "buried": tomorrow, "flagged": int(not before)}[name]
        self._mark(card, name, value, now)
        decision = Decision(card, name, bool(value), card in self.queue, before)
        self._history.append(decision)
        if name != "flagged":
            self.queue.remove(card)
        self._ui.show_decision(decision)

    def _mark(self, card: Card, name: MarkName, value: int, at: int) -> None:
        """Keeps a decision: after this it is on the disk."""
        self._learner_log.mark(make_mark(card, name, value, at))
        self._marks[name_card(card)] = self._find_marks(card)._replace(**{name: value})

    def _find_marks(self, card: Card) -> CardMarks:
        return self._marks.get(name_card(card), CardMarks())

    def _undo(self) -> None:
        """Takes the last decision or answer of this session back."""
        last = self._history[-1]
        if isinstance(last, Decision):
            self._mark(last.card, last.name, last.before, self._clock())
            self._history.pop()
            if last.name != "flagged" and last.queued:
                self.queue.put_first(last.card)
            self._ui.show_undo(last.card, last.name)
            return
        self._log.undo(last.review.uid)
        self._history.pop()
        self._share = 0.0
        self._memories.pop(name_card(last.card), None)
        if memory := self._log.memory(last.review.owner):
            self._memories[name_card(last.card)] = memory
        self.queue.put_first(last.card)
        self._ui.show_undo(last.card)

    def _correct(self, action: Action) -> None:
        """Lets the last answer count otherwise, because the learner says so."""
        if not self.answers:
            self._ui.show_refusal("no_answer_yet")
            return
        last = self.answers[-1]
        if refusal := self._find_refusal(last, action):
            self._ui.show_refusal(refusal, last.card)
            return
        rating = RATINGS.get(action, GOOD)
        review = make_correction(last, rating)
        memory = self._log.correct(last.review.uid, review)
        place = self._history.index(last)
        del self._history[place]
        self.queue.remove(last.card)
        comes = self._find_turn(last.card, memory, rating)
        feedback = replace(
            last.feedback, rating=rating, memory=memory, overruled=review.overruled, comes=comes
        )
        corrected = SessionAnswer(review, feedback)
        self._history.insert(place, corrected)
        self._remember(corrected)
        self._ui.show_correction(feedback)

    def _find_refusal(self, last: SessionAnswer, action: Action) -> Refusal | None:
        """Why the last answer cannot count otherwise; None if it can."""
        feedback = last.feedback
        if any(_puts_away(each, last.card) for each in self._history):
            return "was_put_away"
        if action == "overrule" and feedback.rating != AGAIN:
            return "was_right"
        is_none = feedback.verdict.unknown and not feedback.answer.rating
        return "was_unknown" if is_none and RATINGS.get(action, GOOD) != AGAIN else None

    def _question(self, card: Card) -> Question:
        memory, neighbours = self._memories.get(name_card(card)), self.standing.neighbours
        turn, stability = (memory.reviews, memory.stability) if memory else (0, 0.0)
        if self._request.cram:
            turn += self._count_wrong(card)
        form, possible = self._request.form, list_forms(card)
        if form not in possible:
            form = choose_form(card, possible, stability)
        return make_question(card, neighbours, f"{self._request.seed}/{turn}", form)

    def _context(self, card: Card) -> QuestionContext:
        memory, deck = self._memories.get(name_card(card)), card.note.deck
        info = self.standing.course.info
        done, last = len(self.answers), self.answers[-1:]
        waiting = [self._memories.get(name_card(each)) for each in (card, *self.queue.cards)]
        once = self._request.quiz or self._request.cram
        total = done + (len(waiting) if once else sum(map(_count_answers, waiting)))
        total = total if self._request.limit is None else min(total, self._request.limit)
        self._share = max(self._share, done / total)
        return QuestionContext(
            done=done,
            total=total,
            streak=sum(1 for _ in takewhile(lambda each: each.right, reversed(self.answers))),
            again=any(answer.card.id == card.id for answer in self.answers),
            changed=memory is not None and memory.fingerprint not in ("", fingerprint_card(card)),
            deck=self.standing.titles.get(f"deck/{deck.deck}", deck.title),
            left=_count_left(waiting) if self.is_day and self._request.limit is None else None,
            read_on=self._list_reading(card),
            find_waits=lambda: self._find_waits(card),
            report=(info.report or "").replace("{key}", quote(card.note.key, safe="")),
            flagged=bool(self._find_marks(card).flagged),
            can_undo=bool(self._history),
            can_overrule=any(self._find_refusal(each, "overrule") is None for each in last),
            share=self._share,
        )

    def _list_reading(self, card: Card) -> tuple[Resource, ...]:
        """What to read about a card, with titles in the language of the cards."""
        course, lang = self.standing.course, self.standing.lang
        found = (find_resource(course, lang, key) for key in card.entry.see)
        return tuple(resource for resource in found if resource)

    def _find_waits(self, card: Card) -> Waits:
        """When the card would come back if it were rated now."""
        now, note = self._clock(), card.note
        day = self.standing.moment.count_day(now)
        return self._log.preview((note.course, note.lang, card.id), now, day)

    @property
    def resting(self) -> int:
        """How many cards were wrong so often that they rest until tomorrow."""
        last = {answer.card.id: answer.feedback.comes for answer in self.answers}
        return sum(comes == "rests" for comes in last.values())

    def _is_over(self, more: int = 0) -> bool:
        """Whether there are as many answers as are wished for, or will be with some `more`."""
        limit = self._request.limit
        return limit is not None and len(self.answers) + more >= limit

    def _count_wrong(self, card: Card) -> int:
        """How often the card was wrong today, before and in this session."""
        here = sum(answer.card.id == card.id and not answer.right for answer in self.answers)
        return self._wrong.get(name_card(card), 0) + here


def _puts_away(each: SessionAnswer | Decision, card: Card) -> bool:
    """Whether this is the decision that suspended or buried a card."""
    return isinstance(each, Decision) and each.card.id == card.id and each.name != "flagged"


def _count_answers(memory: Memory | None) -> int:
    """How many right answers a card takes until it is done for its day."""
    if memory is None:
        return LEARNING_STEPS
    return max(1, LEARNING_STEPS - (memory.step or 0)) if memory.state == LEARNING else 1


def _count_left(memories: Sequence[Memory | None]) -> Left:
    """What is left of today: the memories of the cards to be asked, None for a new one."""
    new = memories.count(None)
    due = sum(memory is not None and memory.state == REVIEW for memory in memories)
    return Left(due, new, len(memories) - new - due)
