"""One study session, from the plan of the day to the summary.

The session knows no terminal, no clock and no file: it gets a `UserInterface` that talks to the
learner, a clock and the log. An answer is in the log before its feedback is shown. Cards in
short steps come back until they are learned for today; any answer of the session can be taken
back. When the minutes of the day are used up, the learner is asked whether to go on; who begins
when today is done chooses what to do beyond it.
"""

import sys
from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field, replace
from operator import itemgetter
from pathlib import Path
from urllib.parse import quote

from flashcards.cards import Card, find_resource
from flashcards.course.model import Quiz, Selection
from flashcards.questions.build import list_forms, make_question
from flashcards.questions.draw import draw_whole_quiz
from flashcards.questions.question import Form, Question
from flashcards.reviews.memory import AGAIN, REVIEW, Memory, Rating
from flashcards.reviews.review import CardMarks, Review, new_uid
from flashcards.reviews.store import AnswerIsFinal, ReviewLog
from flashcards.selection import EVERYTHING, TooFewCards, format_filters
from flashcards.study import grading
from flashcards.study.grading import Answer
from flashcards.study.learner import LearnerState, make_mark, name_card
from flashcards.study.plan import (
    LEARNING_STEPS,
    Left,
    Step,
    Today,
    plan_ahead,
    plan_choice,
    plan_cram,
    plan_today,
)
from flashcards.study.settings import USUAL
from flashcards.study.ui import (
    MARKS,
    RATINGS,
    Action,
    Feedback,
    More,
    QuestionContext,
    UserInterface,
)

MAX_DURATION_MS = 3_600_000
"""An answer that took longer is kept as this long."""
AT_ONCE = -1
"""The time of a card that is asked before any other."""


@dataclass(frozen=True, kw_only=True)
class StudyRequest:
    """What the learner wants of a session: without any wish, what is left of today."""

    limit: int | None = None
    """The session ends after so many answers."""
    seed: str = ""
    form: Form | None = None
    """Ask the cards that have this form in it."""
    quiz: Quiz | None = None
    """Ask what this quiz draws from the cards, each until it is right once."""
    cram: bool = False
    """Ask all cards, each until it is right once, and keep no answer."""
    new: int | None = None
    """So many new cards come, whatever today has had."""
    ahead: bool = False
    """Review cards ahead of their day, the weakest first."""


def start_study(
    learner: LearnerState,
    request: StudyRequest,
    ui: UserInterface,
    log: ReviewLog,
    clock: Callable[[], int],
) -> list[Feedback]:
    """Ask what is left of today, chosen cards, all of a quiz, or all cards to cram.

    Return the answers that count. If nothing is left of today and nothing was chosen, the learner
    chooses what to do beyond it. `clock` gives UTC milliseconds. `log` is backed up, and has every
    answer before its feedback is shown; what is answered while cramming is not kept. Raises
    `TooFewCards` if no card can be asked in the form, all rest, none was asked before and no new
    one is wanted, or the quiz finds too few, and `KeyboardInterrupt` after the summary if the
    learner interrupted.
    """
    learner = _require_cards(learner.load(log), request)
    steps: Sequence[Step] = ()
    today = interrupt = None
    if request.quiz:
        cards = _draw_cards(learner, request.quiz, request.seed)
    elif request.cram:
        cards = plan_cram(learner)
    else:
        today = _plan_session(learner, request)
        cards, steps = [*today.cards], today.steps
        is_spent = learner.has_used_minutes(learner.reviews_of_today)
        if not (cards or steps) or (is_spent and not _ignores_today(learner, request)):
            more = _choose_more(learner, request, today, ui)
            return start_study(learner, more, ui, log, clock) if more else []
    backlog = today.backlog if today and not today.ahead else None
    with ReviewLog(Path(":memory:")) if request.cram else nullcontext(log) as kept:
        session = Session(learner, request, ui, kept, log, clock, cards, [*steps], backlog)
        try:
            with suppress(EOFError):  # the learner leaves
                if today and (cards or steps):
                    ui.show_today(learner, today, request.limit)
                log.back_up(learner.moment.today.isoformat())
                session.run()
        except KeyboardInterrupt as pressed:
            interrupt = pressed
    after = learner.load(log, clock())
    ui.show_summary(session.answers, after, plan_today(after) if backlog is not None else None)
    if interrupt:
        raise interrupt
    return session.answers


def _require_cards(learner: LearnerState, request: StudyRequest) -> LearnerState:
    """Return the learner with the cards that have the form.

    Raises TooFewCards, which names the options that chose them, if no card can be asked.
    """
    cards = [card for card in learner.cards if request.form in (None, *list_forms(card))]
    match = _describe_choice(learner, request)
    if not cards:
        raise TooFewCards(f"none of the cards{match} can be asked as '{request.form}'")
    if not any(learner.split_awake(cards)):
        raise TooFewCards(
            f"all cards{match} are suspended or buried; 'ptquiz card list' shows "
            "them, 'ptquiz card restore KEY' brings one back"
        )
    return replace(learner, cards=cards)


def _describe_choice(learner: LearnerState, request: StudyRequest) -> str:
    """Return " that match --stage 1", with all options that chose the cards; "" without any."""
    options = [f"--quiz {request.quiz.quiz}"] if request.quiz else []
    filters = " ".join(filter(None, [*options, format_filters(learner.selection)]))
    return f" that match {filters}" if filters else ""


def _chooses_cards(learner: LearnerState, request: StudyRequest) -> bool:
    """Return whether options choose cards: then some are asked, whatever today has had."""
    return learner.selection != EVERYTHING or request.form is not None


def _ignores_today(learner: LearnerState, request: StudyRequest) -> bool:
    """Return whether the session was asked for by options: then today's minutes start with it."""
    return request.ahead or request.new is not None or _chooses_cards(learner, request)


def _plan_session(learner: LearnerState, request: StudyRequest) -> Today:
    """Return what is left of today, or what options ask for beyond it.

    Raises TooFewCards if they allow no card.
    """
    is_choice = _chooses_cards(learner, request)
    if not (is_choice or request.ahead):
        return plan_today(learner, request.new)
    if not request.ahead:
        today = plan_choice(learner, request.new)
        if today.cards or today.steps:
            return today
    today = plan_ahead(learner)
    if not today.ahead:
        option = "--ahead" if request.ahead else "--new 0"
        raise TooFewCards(
            f"none of the cards{_describe_choice(learner, request)} was asked "
            f"before, so there is nothing to review; give '--new 10' instead of '{option}'"
        )
    return today


def _choose_more(
    learner: LearnerState, request: StudyRequest, today: Today, ui: UserInterface
) -> StudyRequest | None:
    """Return what the learner wants when today is done; None to stop."""
    counts: dict[More, int] = {
        "new": len(plan_today(learner, USUAL.new).new),
        "ahead": len(plan_ahead(learner).ahead),
        "cram": len(plan_cram(learner)),
    }
    offers = {more: count for more, count in counts.items() if count}
    match ui.choose_more(today, offers):
        case "new":
            return replace(request, new=counts["new"])
        case "ahead":
            return replace(request, ahead=True)
        case "cram":
            return replace(request, cram=True)
    return None


def _draw_cards(learner: LearnerState, quiz: Quiz, seed: str) -> list[Card]:
    """Return the cards of a quiz that may be asked, drawn and in order as its file says."""
    seen, unseen = learner.split_awake(learner.cards)
    awake = [*(card for card, _ in seen), *unseen]
    allowed = Selection(key=tuple(dict.fromkeys(card.note.key for card in awake)))
    drawn = draw_whole_quiz(learner.course, quiz, learner.lang, seed or None, selection=allowed)
    wanted = {card.id for card in awake}
    cards = [question.question.card for question in drawn.questions]
    return [card for card in cards if card.id in wanted]


@dataclass
class Session:
    """The state of one session."""

    learner: LearnerState
    """As it was when the session began."""
    request: StudyRequest
    ui: UserInterface
    log: ReviewLog
    """For answers; while cramming nobody keeps it."""
    marks_log: ReviewLog
    """For what is decided about cards."""
    clock: Callable[[], int]
    ready: list[Card]
    """Cards to ask in this order."""
    steps: list[Step]
    """Cards to ask when their time has come; if only these are left, at once, as in Anki."""
    backlog: Sequence[Card] | None = None
    """The due cards that do not fit into the minutes; None if it is not about the day."""
    answers: list[Feedback] = field(default_factory=list)
    """Those that count."""
    goes_beyond: bool = False
    """Whether the learner goes on after the minutes of the day."""
    can_undo: bool = False
    """Whether an answer can be taken back; not right after a card was suspended or buried."""

    @property
    def asks_once(self) -> bool:
        """Whether a card is done as soon as it was right, whatever its memory is."""
        return self.request.cram or self.request.quiz is not None

    def run(self) -> None:
        """Ask until nothing is left or the learner leaves."""
        with suppress(EOFError):
            while len(self.answers) != self.request.limit:
                if self._is_day_done() and not self._offer_more():
                    break
                if not (self.ready or self.steps) or self._ask(self._pop()) == "quit":
                    break

    def _is_day_done(self) -> bool:
        """Return whether today's cards or minutes are used up, and the learner has not gone on."""
        if self.backlog is None or self.goes_beyond:
            return False
        reviews = [answer.review for answer in reversed(self.answers)]
        if not _ignores_today(self.learner, self.request):
            reviews += self.learner.reviews_of_today
        return self.learner.has_used_minutes(reviews) or not (self.ready or self.steps)

    def _offer_more(self) -> bool:
        """Ask the learner, if a card waits, whether to go on; then the backlog is asked too."""
        backlog = self.backlog or ()
        waiting = len(self.ready) + len(self.steps) + len(backlog)
        self.goes_beyond = waiting > 0 and self.ui.offer_more(waiting)
        if self.goes_beyond:
            self.ready += backlog
        return self.goes_beyond

    def _pop(self) -> Card:
        """Take the next card; not the last one if there is another."""
        last = self.answers[-1].card if self.answers else None
        others = [step for step in self.steps if step[1] is not last or step[0] == AT_ONCE]
        if others and (others[0][0] <= self.clock() or not self.ready):
            self.steps.remove(others[0])
            return others[0][1]
        return self.ready.pop(0) if self.ready else self.steps.pop(0)[1]

    def _wait(self, card: Card, due: int) -> None:
        """Ask a card at `due` (UTC milliseconds), or when nothing else is left."""
        self._remove(card)
        self.steps = sorted([(due, card), *self.steps], key=itemgetter(0))

    def _remove(self, card: Card) -> None:
        self.ready = [other for other in self.ready if other is not card]
        self.steps = [step for step in self.steps if step[1] is not card]

    def _ask(self, card: Card) -> Action:
        """Ask one card, and do what the learner wants then; return what that was."""
        question = self._make_question(card, self._choose_form(card))
        self.ui.show_question(question, self._make_context(card))
        began, is_helped = self.clock(), False
        while not isinstance(answer := self.ui.ask(question), Answer):
            if answer == "flag":
                self._decide(answer, card)
            elif answer == "choices":
                question, is_helped = self._make_question(card, "single"), True
            elif answer == "reveal":
                question = replace(question, form="reveal")
            else:
                self._wait(card, AT_ONCE)
                return self._carry_out(answer, card)
        feedback = self._keep(question, answer, began, is_helped)
        while (action := self.ui.show_feedback(feedback)) == "flag":
            self._decide(action, card)
        return self._carry_out(action, card)

    def _choose_form(self, card: Card) -> Form:
        possible, wished = list_forms(card), self.request.form
        if wished and wished in possible:
            return wished
        is_first_day = self.learner.is_first_day(card)
        return grading.choose_form(possible, self.learner.settings.ask, is_first_day)

    def _make_question(self, card: Card, form: Form) -> Question:
        """Return the card as a question; it keeps variant and order until it is answered."""
        memory = self._find_memory(card)
        reviews = memory.reviews if memory else 0
        seed = f"{self.request.seed}/{reviews}"
        return make_question(card, self.learner.term_names, seed, form, reviews)

    def _make_context(self, card: Card) -> QuestionContext:
        course, lang, deck = self.learner.course, self.learner.lang, card.note.deck
        cards = [card, *self.ready, *(other for _, other in self.steps)]
        memories = [*map(self._find_memory, cards)]
        due = sum(memory is not None and memory.state == REVIEW for memory in memories)
        left = Left(due, memories.count(None), len(cards) - due - memories.count(None))
        turns = sum(left) + (0 if self.asks_once else left.new * (LEARNING_STEPS - 1))
        done, limit = len(self.answers), self.request.limit
        now, reading = self.clock(), (find_resource(course, lang, key) for key in card.entry.see)
        owner = card.note.course, card.note.lang, card.id
        return QuestionContext(
            done=done,
            total=min(done + turns, limit or sys.maxsize),
            again=any(answer.card is card for answer in self.answers),
            deck=self.learner.titles.get(f"decks/{deck.deck}", deck.title),
            left=None if self.backlog is None or limit else left,
            read_on=tuple(filter(None, reading)),
            waits=self.log.preview(owner, now, self.learner.moment.count_day(now)),
            report=(course.info.report or "").replace("{key}", quote(card.note.key, safe="")),
            flagged=bool(self._get_marks(card).flagged),
            can_undo=self.can_undo,
        )

    def _find_memory(self, card: Card) -> Memory | None:
        """Return what is remembered of a card now; while cramming, at first what was before."""
        owner = card.note.course, card.note.lang, card.id
        return self.log.memory(owner) or self.learner.find_memory(card)

    def _keep(self, question: Question, answer: Answer, began: int, is_helped: bool) -> Feedback:
        """Grade and write: after this the answer is on the disk."""
        now = self.clock()
        note, verdict = question.card.note, grading.judge_answer(question, answer)
        ratings = grading.offer_ratings(question.card.entry.kind, verdict.right, is_helped)
        review = Review(
            course=note.course,
            card=question.id,
            lang=note.lang,
            at=now,
            rating=answer.rating or ratings[0],
            score=verdict.score,
            form=question.form,
            answer=(" " if question.options else "").join(answer.given),
            duration=min(max(0, now - began), MAX_DURATION_MS),
            day=self.learner.moment.count_day(now),
        )
        memory, kept = self.log.record(review), not self.request.cram
        feedback = Feedback(question, answer, verdict, review, memory, kept=kept)
        if kept and answer.rating is None:
            feedback = replace(feedback, ratings=ratings, helped=is_helped)
        return self._remember(feedback)

    def _remember(self, feedback: Feedback) -> Feedback:
        """Return the feedback on the newest answer, with whether its card is asked again."""
        card, memory = feedback.card, feedback.memory
        is_open = not feedback.right if self.asks_once else memory.state != REVIEW
        again = is_open and not self._rests(card)
        if again:
            self._wait(card, memory.due)
        self.answers.append(replace(feedback, again=again))
        self.can_undo = True
        return self.answers[-1]

    def _carry_out(self, action: Action, card: Card) -> Action:
        """Return what the learner wants instead of the next question, after it is done."""
        try:
            if action in MARKS:
                self._decide(action, card)
            elif action == "undo" and self.can_undo:
                self._undo()
            elif action in RATINGS:
                self._correct(RATINGS[action])
                self.ui.show_notice(f"counts_{action}", card)
        except AnswerIsFinal:
            self.ui.show_notice("answer_is_final", card)
        return action

    def _decide(self, action: Action, card: Card) -> None:
        """Suspend, bury or flag a card; the first two take it out of the session."""
        name, now, value = MARKS[action], self.clock(), 1
        if name == "buried":
            value = self.learner.moment.count_day(now) + 1
        elif name == "flagged":
            value = int(not self._get_marks(card).flagged)
        self.marks_log.decide(make_mark(card, name, value, now))
        if name != "flagged":
            self._remove(card)
            self.can_undo = False  # undo would not bring the card back, but lose an answer
        self.ui.show_notice(f"now_{name}" if value else "now_unflagged", card)

    def _get_marks(self, card: Card) -> CardMarks:
        marks = self.marks_log.marks([card.note.course], card.note.lang)
        return marks.get(name_card(card), CardMarks())

    def _rests(self, card: Card) -> bool:
        return self._get_marks(card).rests(self.learner.moment.day)

    def _undo(self) -> None:
        """Take the last answer of this session back; its card is asked again unless it rests."""
        last, card = self.answers[-1], self.answers[-1].card
        self.log.undo(last.review.uid)
        self.answers.pop()
        self.can_undo = bool(self.answers)
        self._remove(card)
        if not self._rests(card):
            self._wait(card, AT_ONCE)
        self.ui.show_notice("undone", card)

    def _correct(self, rating: Rating) -> None:
        """Let the last answer count otherwise, because the learner says so."""
        last = self.answers[-1]
        verdict = grading.judge_answer(last.question, replace(last.answer, rating=rating))
        overruled = rating != AGAIN and not last.verdict.right and last.answer.rating is None
        score = 1.0 if overruled else verdict.score
        review = replace(
            last.review, rating=rating, overruled=overruled, score=score, uid=new_uid()
        )
        memory = self.log.correct(last.review.uid, review)
        self.answers.pop()
        self._remove(last.card)
        self._remember(replace(last, review=review, memory=memory))
