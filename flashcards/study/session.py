"""One session: ask, keep the answer, say what was right, go on.

The session knows no terminal, no clock and no file: it is given a `UserInterface` that
talks to the learner, a clock and the log. An answer is in the log before its
feedback is shown. Cards in short steps come back until they are learned for
today; any answer of the session can be taken back. When the minutes of the day are used
up, the learner is asked whether to go on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from urllib.parse import quote

from flashcards.cards import Card, find_resource
from flashcards.course.model import Quiz, Resource
from flashcards.questions import Form, Question, list_forms, make_question
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
from flashcards.reviews.review import CardMarks
from flashcards.reviews.store import AnswerIsFinal, ReviewLog
from flashcards.study.answering import (
    CramLog,
    choose_form,
    fingerprint_card,
    judge_answer,
    make_correction,
    make_review,
)
from flashcards.study.marks import make_mark
from flashcards.study.plan import LEARNING_STEPS
from flashcards.study.queue import SessionQueue
from flashcards.study.standing import MOST_WRONG, Standing, measure_times, name_card
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
        rest: Sequence[Card] = (),
    ) -> None:
        """Ask what is in the queue; `is_day` says that it is what is left of today.

        `rest` are the due cards that do not fit into the minutes of the day.
        """
        self.standing = standing
        """When it began."""
        self.queue = queue
        self.answers: list[SessionAnswer] = []
        """Those of this session that count."""
        self.interrupted = False
        self.is_day = is_day
        self._rest, self._has_time = rest, not is_day
        self._request, self._ui, self._clock = request, ui, clock
        self._learner_log = log
        self._log = CramLog(standing.memories) if request.cram else log
        self._memories = dict(standing.memories)
        self._wrong = {} if request.quiz or request.cram else standing.wrong
        """How often cards were wrong today, before this session."""
        self._marks = dict(standing.marks)
        self._last: Card | None = None
        self._share = 0.0
        """How much was done at most: what is added later does not take it back."""

    def run(self) -> list[SessionAnswer]:
        """Ask until nothing is left or the learner leaves; return the answers that count."""
        try:
            while not self._is_over() and self._goes_on() and self._step():
                pass
        except EOFError:
            pass
        except KeyboardInterrupt:
            self.interrupted = True
        return self.answers

    @property
    def resting(self) -> int:
        """How many cards were wrong so often that they rest until tomorrow."""
        last = {answer.card.id: answer.feedback.comes for answer in self.answers}
        return sum(comes == "rests" for comes in last.values())

    def _is_over(self, more: int = 0) -> bool:
        """Return whether there are as many answers as wished for, or will be with some `more`."""
        limit = self._request.limit
        return limit is not None and len(self.answers) + more >= limit

    def _goes_on(self) -> bool:
        """Return whether a card is left; asks once who has used up the minutes of the day."""
        waiting = len(self.queue) + len(self._rest)
        if waiting and not self._has_time and (not self.queue or self._is_time_up()):
            if not self._ui.offer_more(waiting):
                return False
            self._has_time = True
            self.queue.add(self._rest)
            self._rest = ()
        return bool(self.queue)

    def _is_time_up(self) -> bool:
        """Return whether the minutes of the day are used up."""
        here = [answer.time for answer in reversed(self.answers)]
        before = [(answer[0], answer[4]) for answer in self.standing.answers_of_today]
        return sum(measure_times([*here, *before])) >= self.standing.settings.minutes * 60_000

    def _step(self) -> bool:
        """Ask one card; return False when the learner wants to stop."""
        card = self.queue.pop(self._clock(), self._last)
        try:
            return self._ask(card)
        except (EOFError, KeyboardInterrupt):
            if self._last is not card:
                self.queue.put_first(card)
            raise

    def _ask(self, card: Card) -> bool:
        asked = self._make_question(card)
        self._ui.show_question(asked, self._make_context(card))
        began = self._clock()
        while not isinstance(answer := self._ui.ask(asked), Answer):
            if answer == "flag":
                self._decide(answer, card)
            elif answer == "undo" and not self.answers:
                self._ui.show_refusal("nothing_to_undo")
            else:
                self.queue.put_first(card)
                return self._carry_out(answer, card)
        feedback = self._keep(asked, answer, began)
        while (action := self._ui.show_feedback(feedback)) == "flag":
            self._decide(action, card)
        return self._carry_out(action, card)

    def _keep(self, asked: Question, answer: Answer, began: int) -> Feedback:
        """Grade and write: after this the answer is on the disk."""
        verdict = judge_answer(asked, answer)
        rating = answer.rating or (GOOD if verdict.right else AGAIN)
        now, card = self._clock(), asked.card
        day = self.standing.moment.count_day(now)
        review = make_review(asked, answer, verdict, rating, duration=now - began, at=now, day=day)
        before = self._memories.get(name_card(card))
        if before and before.last > now + DAY_MS:
            self._log.undo_after(review.owner, now + DAY_MS)  # the clock was ahead
        waits = self._log.preview(review.owner, now, day)
        memory = self._log.record(review)
        feedback = Feedback(
            question=asked,
            answer=answer,
            verdict=verdict,
            rating=rating,
            memory=memory,
            now=now,
            waits=waits,
            read_on=self._list_reading(card),
            leech=memory.lapses if becomes_leech(before, memory) else 0,
            kept=not self._request.cram,
            comes=self._find_turn(card, memory, rating),
        )
        self._remember(SessionAnswer(review, feedback))
        return feedback

    def _find_turn(self, card: Card, memory: Memory, rating: Rating) -> Turn:
        """Return when a card comes back after an answer that is not among the others yet."""
        is_open = rating == AGAIN if self._request.quiz else memory.state != REVIEW
        if not is_open:
            return "later"
        if self._count_wrong(card) + (rating == AGAIN) >= MOST_WRONG:
            return "rests"
        return "next session" if self._is_over(1) else "session"

    def _count_wrong(self, card: Card) -> int:
        """Return how often the card was wrong today, before and in this session."""
        here = sum(answer.card.id == card.id and not answer.right for answer in self.answers)
        return self._wrong.get(name_card(card), 0) + here

    def _remember(self, answer: SessionAnswer) -> None:
        """Draw the consequences: the memory of the card, and when it is asked again."""
        self.answers.append(answer)
        card, memory = answer.card, answer.feedback.memory
        self._last = card
        self._memories[name_card(card)] = memory
        if answer.feedback.comes in ("session", "next session"):
            self.queue.wait(card, memory.due)

    def _carry_out(self, action: Action, card: Card) -> bool:
        try:
            if action == "undo":
                self._undo()
            elif action in MARKS:
                self._decide(action, card)
            elif action == "overrule" or action in RATINGS:
                self._correct(action)
        except AnswerIsFinal:
            self._ui.show_refusal("answer_is_final")
        return action != "quit"

    def _decide(self, action: Action, card: Card) -> None:
        """Suspend, bury or flag a card; the first two take it out of the session."""
        name, now, marks = MARKS[action], self._clock(), self._get_marks(card)
        tomorrow = self.standing.moment.count_day(now) + 1
        value = {"suspended": 1, "buried": tomorrow, "flagged": int(not marks.flagged)}[name]
        self._learner_log.add([make_mark(card, name, value, now)])
        self._marks[name_card(card)] = marks._replace(**{name: value})
        if name != "flagged":
            self.queue.remove(card)
        self._ui.show_decision(Decision(card, name, bool(value)))

    def _get_marks(self, card: Card) -> CardMarks:
        return self._marks.get(name_card(card), CardMarks())

    def _undo(self) -> None:
        """Take the last answer of this session back; its card is asked again unless it rests."""
        last = self.answers[-1]
        self._log.undo(last.review.uid)
        self.answers.pop()
        self._share = 0.0
        self._memories.pop(name_card(last.card), None)
        if memory := self._log.memory(last.review.owner):
            self._memories[name_card(last.card)] = memory
        self.queue.remove(last.card)
        if not self._get_marks(last.card).rests(self.standing.moment.day):
            self.queue.put_first(last.card)
        self._ui.show_undo(last.card)

    def _correct(self, action: Action) -> None:
        """Let the last answer count otherwise, because the learner says so."""
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
        self.answers.pop()
        self.queue.remove(last.card)
        comes = self._find_turn(last.card, memory, rating)
        feedback = replace(last.feedback, rating=rating, memory=memory, comes=comes)
        self._remember(SessionAnswer(review, feedback))
        self._ui.show_correction(feedback)

    def _find_refusal(self, last: SessionAnswer, action: Action) -> Refusal | None:
        """Return why the last answer cannot count otherwise; None if it can."""
        feedback = last.feedback
        if self._get_marks(last.card).rests(self.standing.moment.day):
            return "was_put_away"
        if action == "overrule" and feedback.rating != AGAIN:
            return "was_right"
        is_none = feedback.verdict.unknown and not feedback.answer.rating
        return "was_unknown" if is_none and RATINGS.get(action, GOOD) != AGAIN else None

    def _make_question(self, card: Card) -> Question:
        memory = self._memories.get(name_card(card))
        turn, stability = (memory.reviews, memory.stability) if memory else (0, 0.0)
        if self._request.cram:
            turn += self._count_wrong(card)
        form = choose_form(card, list_forms(card), stability, self._request.form)
        return make_question(card, self.standing.neighbours, f"{self._request.seed}/{turn}", form)

    def _make_context(self, card: Card) -> QuestionContext:
        memory, deck = self._memories.get(name_card(card)), card.note.deck
        info, moment = self.standing.course.info, self.standing.moment
        done, limit = len(self.answers), self._request.limit
        waiting = [self._memories.get(name_card(each)) for each in (card, *self.queue.cards)]
        once = self._request.quiz or self._request.cram
        total = done + (len(waiting) if once else sum(map(_count_answers, waiting)))
        total = total if limit is None else min(total, limit)
        self._share = max(self._share, done / total)

        def find_waits() -> Waits:
            now, owner = self._clock(), (card.note.course, card.note.lang, card.id)
            return self._log.preview(owner, now, moment.count_day(now))

        return QuestionContext(
            done=done,
            total=total,
            streak=sum(1 for _ in takewhile(lambda each: each.right, reversed(self.answers))),
            again=any(answer.card.id == card.id for answer in self.answers),
            changed=memory is not None and memory.fingerprint not in ("", fingerprint_card(card)),
            deck=self.standing.titles.get(f"deck/{deck.deck}", deck.title),
            left=_count_left(waiting) if self.is_day and limit is None else None,
            read_on=self._list_reading(card),
            find_waits=find_waits,
            report=(info.report or "").replace("{key}", quote(card.note.key, safe="")),
            flagged=bool(self._get_marks(card).flagged),
            can_undo=bool(self.answers),
            can_overrule=any(
                self._find_refusal(last, "overrule") is None for last in self.answers[-1:]
            ),
            share=self._share,
        )

    def _list_reading(self, card: Card) -> tuple[Resource, ...]:
        """Return what to read about a card, with titles in the language of the cards."""
        course, lang = self.standing.course, self.standing.lang
        found = (find_resource(course, lang, key) for key in card.entry.see)
        return tuple(resource for resource in found if resource)


def _count_answers(memory: Memory | None) -> int:
    """Return how many right answers a card takes until it is done for its day."""
    if memory is None:
        return LEARNING_STEPS
    return max(1, LEARNING_STEPS - (memory.step or 0)) if memory.state == LEARNING else 1


def _count_left(memories: Sequence[Memory | None]) -> Left:
    """Return what is left of today: the memories of the cards to be asked, None for a new one."""
    new = memories.count(None)
    due = sum(memory is not None and memory.state == REVIEW for memory in memories)
    return Left(due, new, len(memories) - new - due)
