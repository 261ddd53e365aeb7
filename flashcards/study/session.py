"""One session: ask, keep the answer, say what was right, go on.

The session knows no terminal, no clock and no file: it is given a `UserInterface` that
talks to the learner, a clock and the log. An answer is in the log before its
feedback is shown. Cards in short steps come back until they are learned for
today; any answer can be taken back.
"""

from __future__ import annotations

from dataclasses import replace

from flashcards.cards import Card
from flashcards.questions import Form, Question, list_forms, make_question
from flashcards.reviews.memory import AGAIN, GOOD, REVIEW, Memory, Rating, becomes_leech
from flashcards.reviews.synced import AnswerIsFinal
from flashcards.study import session_context as counts
from flashcards.study.answering import (
    fingerprint_card,
    judge_answer,
    make_preview,
    make_review,
)
from flashcards.study.correction import find_rating, find_refusal, make_correction
from flashcards.study.decisions import Decisions
from flashcards.study.earlier_answer import find_earlier_answer
from flashcards.study.forms import choose_form
from flashcards.study.memories import memory_key
from flashcards.study.queue import SessionQueue
from flashcards.study.resting import MOST_WRONG
from flashcards.study.session_setup import SessionSetup, make_report_address
from flashcards.study.ui import (
    Action,
    Answer,
    Feedback,
    QuestionContext,
    Refusal,
    SessionAnswer,
    Turn,
    Waits,
)


class Session:
    """The state of one session."""

    def __init__(self, setup: SessionSetup) -> None:
        self.answers: list[SessionAnswer] = []
        self.interrupted = False
        self.before = setup.memories
        """What was remembered when it began."""
        self.queue = SessionQueue(setup.cards, setup.steps)
        self._setup = setup
        self._ui, self._log, self._clock = setup.ui, setup.log, setup.clock
        self._memories = dict(setup.memories)
        self._decisions = Decisions(setup.log, setup.clock, setup.count_day, setup.marks)
        self._wrong = setup.find_wrong()
        self._last: Card | None = None
        self._share = 0.0
        """How much was done at most: what is added later does not take it back."""
        self._while_reading = setup.while_reading

    def run(self) -> list[SessionAnswer]:
        """Asks until nothing is left or the learner leaves; the answers that count."""
        try:
            while not self._is_over() and self._has_more() and self._step():
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
        while not isinstance(answer := self._ui.ask(asked), Answer) and self._stays(answer, card):
            pass
        if not isinstance(answer, Answer):
            self.queue.put_first(card)
            return self._carry_out(answer, card)
        feedback = self._keep(asked, answer, began).feedback
        while (action := self._ui.show_feedback(feedback)) == "flag":
            self._decide(action, card)
        return self._carry_out(action, card)

    def _stays(self, action: Action, card: Card) -> bool:
        """Whether an action leaves the question as it is: a flag, or an undo that is not wished."""
        if action == "flag":
            self._decide(action, card)
            return True
        return action == "undo" and not self._is_undo_wished(card)

    def _keep(self, asked: Question, answer: Answer, began: int) -> SessionAnswer:
        """Grades and writes: after this the answer is on the disk."""
        verdict = judge_answer(asked, answer)
        rating = answer.rating or (GOOD if verdict.right else AGAIN)
        now = self._clock()
        review = make_review(
            asked, answer, verdict, rating, began=began, at=now, day=self._setup.count_day(now),
            version=self._setup.version,
        )  # fmt: skip
        waits = self._log.preview(review)
        memory = self._log.record(review)
        leech = becomes_leech(self._memories.get(memory_key(asked.card)), memory)
        feedback = Feedback(
            asked, answer, verdict, rating, memory, now, waits=waits,
            read_on=counts.list_reading(self._setup.resources, asked.card),
            leech=memory.lapses if leech else 0, kept=not self._setup.cram,
            comes=self._find_turn(asked.card, memory, rating),
        )  # fmt: skip
        return self._remember(SessionAnswer(review, feedback))

    def _find_turn(self, card: Card, memory: Memory, rating: Rating) -> Turn:
        """When a card comes back after an answer that is not among the others yet."""
        is_open = rating == AGAIN if self._setup.once else memory.state != REVIEW
        if not is_open:
            return "later"
        if self._count_wrong(card) + (rating == AGAIN) >= MOST_WRONG:
            return "rests"
        return "next sitting" if self._is_over(1) else "sitting"

    def _remember(self, answer: SessionAnswer) -> SessionAnswer:
        card, memory = answer.card, answer.feedback.memory
        self.answers.append(answer)
        self._last = card
        self._memories[memory_key(card)] = memory
        if answer.feedback.comes in ("sitting", "next sitting"):
            self.queue.wait(card, memory.due)
        return answer

    def _carry_out(self, action: Action, card: Card) -> bool:
        try:
            match action:
                case "quit":
                    return False
                case "undo":
                    self._undo()
                case "suspend" | "bury" | "flag":
                    self._decide(action, card)
                case "overrule" | "again" | "hard" | "good" | "easy":
                    self._correct(action, card)
        except AnswerIsFinal:
            self._ui.show_final()
        return True

    def _decide(self, action: Action, card: Card) -> None:
        """Suspends, buries or flags a card; the first two take it out of the session."""
        queued = card in self.queue
        decision = self._decisions.decide(action, card, queued, len(self.answers))
        if decision.name != "flagged":
            self.queue.remove(card)
        self._ui.show_decision(decision)

    def _is_undo_wished(self, asked: Card) -> bool:
        """Whether there is something to take back; what an earlier session kept is asked about."""
        if self.answers or self._decisions.has_past:
            return True
        if earlier := find_earlier_answer(self._log, self._setup.notes):
            return self._ui.offer_undo(self._question(earlier[1]))
        self._ui.show_no_undo()
        return False

    def _undo(self) -> None:
        """Takes the last decision or answer back, which may be of an earlier session."""
        if decision := self._decisions.undo(len(self.answers)):
            if decision.name != "flagged" and decision.queued:
                self.queue.put_first(decision.card)
            self._ui.show_undo(decision.card, decision.name)
            return
        own = [(one.review, one.card) for one in self.answers[-1:]]
        found = own[0] if own else find_earlier_answer(self._log, self._setup.notes)
        if found is None:
            return
        review, card = found
        self._log.undo(review.uid)
        self._share = 0.0
        if not own:
            self._wrong = self._setup.find_wrong()
        del self.answers[-1:]
        self._refresh(card)
        self.queue.put_first(card)
        self._ui.show_undo(card)

    def _correct(self, action: Action, asked: Card) -> None:
        """Lets the last answer count otherwise, because the learner says so."""
        if not self.answers:
            self._ui.show_no_answer()
            return
        last = self.answers[-1]
        if refusal := self._find_refusal(action):
            self._ui.show_refusal(last.card, refusal)
            return
        rating = find_rating(action)
        review = make_correction(last, rating)
        memory = self._log.correct(last.review.uid, review)
        self.answers.pop()
        self.queue.remove(last.card)
        comes = self._find_turn(last.card, memory, rating)
        feedback = replace(
            last.feedback, rating=rating, memory=memory, overruled=review.overruled, comes=comes
        )
        self._remember(SessionAnswer(review, feedback))
        self._ui.show_correction(feedback)

    def _find_refusal(self, action: Action) -> Refusal | None:
        """Why the last answer cannot count otherwise; None if it can, or there is none."""
        if not self.answers:
            return None
        last = self.answers[-1]
        return find_refusal(last, action, self._decisions.is_put_away(last.card))

    def _can_undo(self) -> bool:
        """Whether there is an answer or a decision to take back."""
        if self.answers or self._decisions.has_past:
            return True
        return find_earlier_answer(self._log, self._setup.notes) is not None

    def _question(self, card: Card) -> Question:
        memory = self._memories.get(memory_key(card))
        turn = (memory.reviews if memory else 0) + self._setup.cram * self._count_wrong(card)
        form = self._form_of(card, memory)
        return make_question(card, self._setup.neighbours, f"{self._setup.seed}/{turn}", form)

    def _form_of(self, card: Card, memory: Memory | None) -> Form:
        """The form wished for; else choosing while the memory is young, later what is harder."""
        possible = list_forms(card, self._setup.neighbours)
        if self._setup.form in possible:
            return self._setup.form
        return choose_form(card, possible, memory.stability if memory else 0.0)

    def _context(self, card: Card) -> QuestionContext:
        memory = self._memories.get(memory_key(card))
        deck = card.note.deck
        done = len(self.answers)
        found = [self._memories.get(memory_key(one)) for one in (card, *self.queue.cards)]
        total = done + counts.count_questions(found, self._setup.once or self._setup.cram)
        total = total if self._setup.limit is None else min(total, self._setup.limit)
        self._share = max(self._share, done / total)
        return QuestionContext(
            done=done,
            total=total,
            streak=counts.count_streak(self.answers),
            again=any(answer.card.id == card.id for answer in self.answers),
            changed=memory is not None and memory.fingerprint not in ("", fingerprint_card(card)),
            deck=self._setup.titles.get(f"deck/{deck.deck}", deck.title),
            left=counts.count_left(found) if self._setup.is_day else None,
            read_on=counts.list_reading(self._setup.resources, card),
            find_waits=lambda: self._find_waits(card),
            report=make_report_address(self._setup.report, card.note.key),
            author=self._setup.author,
            flagged=self._decisions.is_flagged(card),
            can_undo=self._can_undo,
            can_overrule=bool(self.answers) and self._find_refusal("overrule") is None,
            share=self._share,
        )

    def _find_waits(self, card: Card) -> Waits:
        """When the card would come back if it were rated now."""
        now = self._clock()
        return self._log.preview(
            make_preview(card, now, self._setup.count_day(now), self._setup.version)
        )

    def _refresh(self, card: Card) -> None:
        self._memories.pop(memory_key(card), None)
        if memory := self._log.memory((card.note.course, card.note.lang, card.id)):
            self._memories[memory_key(card)] = memory

    @property
    def resting(self) -> int:
        return counts.count_resting(self.answers)

    def _has_more(self) -> bool:
        if not self.queue:
            self.queue = SessionQueue(self._setup.more())
        return len(self.queue) > 0

    def _is_over(self, more: int = 0) -> bool:
        """Whether there are as many answers as are wished for, or will be with some `more`."""
        return self._setup.limit is not None and len(self.answers) + more >= self._setup.limit

    def _count_wrong(self, card: Card) -> int:
        """How often the card was wrong today, before and in this session."""
        here = sum(answer.card.id == card.id and not answer.right for answer in self.answers)
        return self._wrong.get(memory_key(card), 0) + here
