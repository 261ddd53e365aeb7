"""One study session: ask, keep the answer, say what was right, go on.

The session knows no terminal, no clock and no file: it gets a `UserInterface` that talks to the
learner, a clock and the log. An answer is in the log before its feedback is shown. Cards in
short steps come back until they are learned for today; any answer of the session can be taken
back. When the minutes of the day are used up, the learner is asked whether to go on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
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
from flashcards.reviews.review import CardMarks, new_uid
from flashcards.reviews.store import AnswerIsFinal, ReviewLog
from flashcards.study.grading import (
    Answer,
    choose_form,
    fingerprint_card,
    judge_answer,
    make_review,
)
from flashcards.study.plan import LEARNING_STEPS, MAX_WRONG, Step
from flashcards.study.standing import Standing, make_mark, measure_times, name_card
from flashcards.study.ui import (
    MARKS,
    RATINGS,
    Action,
    Decision,
    Feedback,
    Left,
    QuestionContext,
    SessionAnswer,
    Turn,
    UserInterface,
    Waits,
)

AT_ONCE = -1
"""The time of a card that is asked before any other."""


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
    """Ask all cards, each until it is right once, and keep no answer."""

    @property
    def asks_once(self) -> bool:
        """Whether a card is done as soon as it was right, whatever its memory is."""
        return self.cram or self.quiz is not None


class SessionQueue:
    """Cards to ask in order, and cards that wait for a short step; a card is in it at most once.

    A card in its steps is asked when its time has come; until then others are asked.
    If only steps are left, the learner goes on at once, as Anki's learn-ahead does.
    """

    def __init__(self, cards: Iterable[Card], steps: Iterable[Step] = ()) -> None:
        self._ready = list(cards)
        self._steps = sorted(steps, key=itemgetter(0))

    def __len__(self) -> int:
        return len(self._ready) + len(self._steps)

    @property
    def cards(self) -> list[Card]:
        """All cards that are still to be asked: first those that wait for nothing."""
        return [*self._ready, *(card for _, card in self._steps)]

    def pop(self, now: int, last: Card | None = None) -> Card:
        """Take the next card at a time in UTC milliseconds; not `last` if there is another."""
        others = [
            step
            for step in self._steps
            if last is None or step[1].id != last.id or step[0] == AT_ONCE
        ]
        if others and (others[0][0] <= now or not self._ready):
            self._steps.remove(others[0])
            return others[0][1]
        return self._ready.pop(0) if self._ready else self._steps.pop(0)[1]

    def add(self, cards: Iterable[Card]) -> None:
        """Ask these cards after the others."""
        self._ready += cards

    def wait(self, card: Card, due: int) -> None:
        """Ask the card at `due` (UTC milliseconds), or when nothing else is left."""
        self.remove(card)
        place = 0 if due == AT_ONCE else len(self._steps)
        self._steps.insert(place, (due, card))
        self._steps.sort(key=itemgetter(0))

    def remove(self, card: Card) -> None:
        """Ask the card no more."""
        self._ready = [other for other in self._ready if other.id != card.id]
        self._steps = [step for step in self._steps if step[1].id != card.id]


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
        practice: ReviewLog | None = None,
    ) -> None:
        """Ask what is in the queue; `is_day` says that it is what is left of today.

        `rest` are the due cards that do not fit into the minutes of the day. While cramming,
        answers go to the log `practice`, which nobody keeps.
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
        self._log, self._marks_log = practice or log, log
        self._memories, self._marks = dict(standing.memories), dict(standing.marks)
        self._wrong = {} if request.asks_once else standing.wrong
        """How often cards were wrong today, before this session."""
        self._last: Card | None = None

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
        before = [(answer.at, answer.duration) for answer in self.standing.answers_of_today]
        return sum(measure_times([*here, *before])) >= self.standing.settings.minutes * 60_000

    def _step(self) -> bool:
        """Ask one card; return False when the learner wants to stop."""
        card = self.queue.pop(self._clock(), self._last)
        try:
            return self._ask(card)
        except (EOFError, KeyboardInterrupt):
            if self._last is not card:
                self.queue.wait(card, AT_ONCE)
            raise

    def _ask(self, card: Card) -> bool:
        question = self._make_question(card)
        self._ui.show_question(question, self._make_context(card))
        began = self._clock()
        while not isinstance(answer := self._ui.ask(question), Answer):
            if answer != "flag":
                self.queue.wait(card, AT_ONCE)
                return self._carry_out(answer, card)
            self._decide(answer, card)
        feedback = self._keep(question, answer, began)
        while (action := self._ui.show_feedback(feedback)) == "flag":
            self._decide(action, card)
        return self._carry_out(action, card)

    def _keep(self, question: Question, answer: Answer, began: int) -> Feedback:
        """Grade and write: after this the answer is on the disk."""
        verdict = judge_answer(question, answer)
        rating = answer.rating or (GOOD if verdict.right else AGAIN)
        now, card = self._clock(), question.card
        day = self.standing.moment.count_day(now)
        review = make_review(
            question, answer, verdict, rating, duration=now - began, at=now, day=day
        )
        before = self._memories.get(name_card(card))
        if before and before.last > now + DAY_MS:
            self._log.undo_after(review.owner, now + DAY_MS)  # the clock was ahead
        waits = self._log.preview(review.owner, now, day)
        memory = self._log.record(review)
        feedback = Feedback(
            question=question,
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
        is_open = rating == AGAIN if self._request.asks_once else memory.state != REVIEW
        if not is_open or self._get_marks(card).rests(self.standing.moment.day):
            return "later"
        if self._count_wrong(card) + (rating == AGAIN) >= MAX_WRONG:
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
        """Do what the learner wants instead of the next question; return False to stop."""
        try:
            if action == "undo" and self.answers:
                self._undo()
            elif action in MARKS:
                self._decide(action, card)
            elif action in RATINGS or (action == "overrule" and self._can_overrule()):
                self._correct(RATINGS.get(action, GOOD))
        except AnswerIsFinal:
            self._ui.show_final()
        return action != "quit"

    def _decide(self, action: Action, card: Card) -> None:
        """Suspend, bury or flag a card; the first two take it out of the session."""
        name, now, marks = MARKS[action], self._clock(), self._get_marks(card)
        tomorrow = self.standing.moment.count_day(now) + 1
        value = {"suspended": 1, "buried": tomorrow, "flagged": int(not marks.flagged)}[name]
        self._marks_log.add([make_mark(card, name, value, now)])
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
        self._memories.pop(name_card(last.card), None)
        if memory := self._log.memory(last.review.owner) or self.standing.find_memory(last.card):
            self._memories[name_card(last.card)] = memory
        self.queue.remove(last.card)
        if not self._get_marks(last.card).rests(self.standing.moment.day):
            self.queue.wait(last.card, AT_ONCE)
        self._ui.show_undo(last.card)

    def _can_overrule(self) -> bool:
        """Return whether the last answer was wrong and can be counted as right."""
        if not self.answers or self.answers[-1].right:
            return False
        card, feedback = self.answers[-1].card, self.answers[-1].feedback
        is_none = feedback.verdict.unknown and not feedback.answer.rating
        return not is_none and not self._get_marks(card).rests(self.standing.moment.day)

    def _correct(self, rating: Rating) -> None:
        """Let the last answer count otherwise, because the learner says so."""
        last, feedback = self.answers[-1], self.answers[-1].feedback
        is_overruled = rating != AGAIN and not feedback.verdict.right
        overruled = is_overruled and feedback.answer.rating is None
        verdict = judge_answer(feedback.question, replace(feedback.answer, rating=rating))
        score = 1.0 if overruled else verdict.score
        review = replace(
            last.review, rating=rating, overruled=overruled, score=score, uid=new_uid()
        )
        memory = self._log.correct(last.review.uid, review)
        self.answers.pop()
        self.queue.remove(last.card)
        comes = self._find_turn(last.card, memory, rating)
        feedback = replace(feedback, rating=rating, memory=memory, comes=comes)
        self._remember(SessionAnswer(review, feedback))
        self._ui.show_correction(feedback)

    def _make_question(self, card: Card) -> Question:
        memory = self._memories.get(name_card(card))
        turn, stability = (memory.reviews, memory.stability) if memory else (0, 0.0)
        form = choose_form(card, list_forms(card), stability, self._request.form)
        return make_question(card, self.standing.neighbours, f"{self._request.seed}/{turn}", form)

    def _make_context(self, card: Card) -> QuestionContext:
        memory, deck = self._memories.get(name_card(card)), card.note.deck
        info, moment = self.standing.course.info, self.standing.moment
        done, limit = len(self.answers), self._request.limit
        waiting = [self._memories.get(name_card(other)) for other in (card, *self.queue.cards)]
        counts = (1 if self._request.asks_once else _count_answers(other) for other in waiting)
        total = done + sum(counts)

        def find_waits() -> Waits:
            now, owner = self._clock(), (card.note.course, card.note.lang, card.id)
            return self._log.preview(owner, now, moment.count_day(now))

        return QuestionContext(
            done=done,
            total=total if limit is None else min(total, limit),
            again=any(answer.card.id == card.id for answer in self.answers),
            changed=memory is not None and memory.fingerprint not in ("", fingerprint_card(card)),
            deck=self.standing.titles.get(f"deck/{deck.deck}", deck.title),
            left=_count_left(waiting) if self.is_day and limit is None else None,
            read_on=self._list_reading(card),
            find_waits=find_waits,
            report=(info.report or "").replace("{key}", quote(card.note.key, safe="")),
            flagged=bool(self._get_marks(card).flagged),
            can_undo=bool(self.answers),
            can_overrule=self._can_overrule(),
        )

    def _list_reading(self, card: Card) -> tuple[Resource, ...]:
        """Return what to read about a card, with titles in the language of the cards."""
        course, lang = self.standing.course, self.standing.lang
        resources = (find_resource(course, lang, key) for key in card.entry.see)
        return tuple(resource for resource in resources if resource)


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
