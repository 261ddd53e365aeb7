"""Before and after a session: the first page, when cards come back, the goal, and how it went."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from flashcards.course.model import Term
from flashcards.reviews.memory import AGAIN, DAY_MS, EASY, HARD
from flashcards.study.goal import GoalPlan
from flashcards.study.settings import Goal
from flashcards.study.standing import MOST_WRONG
from flashcards.study.today import Today
from flashcards.study.ui import Feedback, SessionSummary, Welcome
from flashcards.terminal.card_view import list_left, print_reading, shorten_question
from flashcards.terminal.output import make_visible
from flashcards.terminal.rich_text import render_inline
from flashcards.words import Value, Words

MAX_MISSED, MAX_TO_READ = 10, 3
"""Cards that were wrong and are named, and sources to read about them."""
_MINUTE, _HOUR = 60_000, 3_600_000
FEW_EARNED = 10
"""As long as fewer cards are earned, the summary says what that means."""


def format_time_ahead(words: Words, span: int) -> str:
    """Return how far ahead something is, in milliseconds: now, in 10 min, tomorrow."""
    if span < _MINUTE // 2:
        return words.translate("now")
    ahead, _, count = _measure(span)
    return (
        words.translate("tomorrow")
        if (ahead, count) == ("in_days", 1)
        else words.translate(ahead, n=count)
    )


def format_span(words: Words, span: int) -> str:
    """Return how long a card stays away, in milliseconds, as short as possible: 10 min, 8 d."""
    _, away, count = _measure(span)
    return words.translate(away, n=count)


def _measure(span: int) -> tuple[str, str, float]:
    """Return the words for a time ahead and for a span in the usual unit, and its number."""
    days = round(span / DAY_MS)
    if span < _HOUR:
        return "in_minutes", "span_minutes", max(1, round(span / _MINUTE))
    if span < DAY_MS:
        return "in_hours", "span_hours", round(span / _HOUR)
    if days < 60:
        return "in_days", "span_days", days
    if days < 730:
        return "in_months", "span_months", round(days / 30.4)
    return "in_years", "span_years", round(days / 365, 1)


def print_welcome(console: Console, words: Words, welcome: Welcome) -> None:
    """Print what this is; for somebody new also where to begin, and what to read."""
    console.print(Text(make_visible(welcome.title), "bold"))
    word = "cards_chosen" if welcome.cards < welcome.all_cards else "cards_all"
    console.print(Text(words.translate(word, n=welcome.cards, all=welcome.all_cards)))
    if welcome.is_new and welcome.placement:
        minutes = float(welcome.limit or 0)
        length = words.translate("placement_length", n=welcome.questions, minutes=minutes)
        length = length if welcome.questions and minutes else ""
        told = words.translate("welcome_placement", quiz=welcome.placement, length=length)
        console.print(Text(told))
    if welcome.is_new and welcome.reading:
        console.print(Text(words.translate("welcome_path", n=welcome.reading)))
    console.print()


def print_today(console: Console, words: Words, today: Today) -> None:
    """Print what today holds and takes, and how far that leads."""
    plan = today.plan
    counts = {"left_new": plan.new, "left_due": plan.due, "left_steps": plan.steps}
    parts = [words.translate(word, n=len(cards)) for word, cards in counts.items() if cards]
    what = words.translate("comma").join(parts)
    console.print(Text(words.translate("today", what=what, minutes=today.minutes), "bold"))
    lines = []
    if plan.ahead:
        lines.append(words.translate("clock_ahead", n=plan.ahead))
    if plan.waiting:
        lines.append(words.translate("backlog", n=plan.waiting))
    for end, stage in sorted((end, stage) for stage, end in today.stage_ends.items())[:1]:
        lines.append(
            words.translate("stage_ends", n=stage, when=words.translate("on_date", date=end))
        )
    if today.goal:
        lines.append(describe_goal(words, today.goal))
    for line in lines:
        console.print(Text(line))


def print_nothing_due(console: Console, words: Words, today: Today, now: int) -> None:
    """Print why nothing is asked and when something will be; `now` in UTC milliseconds."""
    console.print(Text(words.translate("nothing_due"), "bold"))
    if today.plan.next_due is not None:
        when = format_time_ahead(words, today.plan.next_due - now)
        console.print(Text(words.translate("next_due", when=when)))
    if today.plan.coming:
        console.print(Text(words.translate("new_tomorrow", n=len(today.plan.coming))))


def describe_turn(feedback: Feedback) -> str:
    """Return when the card comes back."""
    words = feedback.question.card.note.words
    if feedback.comes == "rests":
        return words.translate("rests", n=MOST_WRONG)
    if feedback.comes == "session" and feedback.rating == AGAIN:
        return words.translate("next_time", when=words.translate("in_sitting"))
    ahead = max(0, feedback.memory.due - feedback.now)
    return words.translate("next_time", when=format_time_ahead(words, ahead))


def describe_correction(feedback: Feedback, card: str) -> str:
    """Return how the last answer, to this card, counts now, and when it comes back."""
    words, right = feedback.question.card.note.words, feedback.verdict.right
    said = {AGAIN: "counts_guessed", HARD: "counts_hard", EASY: "counts_easy"} if right else {}
    usual = "counts_wrong" if feedback.rating == AGAIN else "counts_right"
    told = words.translate(said.get(feedback.rating, usual), card=card)
    if not feedback.kept:
        return told
    return words.translate("between_sentences").join((told, describe_turn(feedback)))


def describe_goal(words: Words, plan: GoalPlan | None) -> str:
    """Return what the goal asks for, and whether the minutes hold that; or that it is over."""
    if plan is None:
        return words.translate("goal_none")
    about: dict[str, Value] = {"date": _name_goal(words, plan.goal), "n": plan.cards}
    if plan.is_over:
        return words.translate("goal_reached" if plan.is_done else "goal_past", **about)
    if plan.is_done:
        return words.translate("goal_done", **about)
    if plan.held is not None:
        return words.translate("goal_short", **about, new=plan.new, held=plan.held)
    return words.translate("goal_pace", **about, new=plan.new)


def _name_goal(words: Words, goal: Goal) -> str:
    """Return the day of a goal, with the stage that it leads to, if it is not the last."""
    if goal.stage is None:
        return words.format_day(goal.date)
    return words.translate("goal_day", date=goal.date, n=goal.stage)


def print_summary(console: Console, words: Words, summary: SessionSummary) -> None:
    """Print how it went, what to look at again and to read, what is earned and still due."""
    answers = summary.answers
    if not answers:
        console.print(words.translate("summary_none"))
        return
    is_short = summary.duration < 2 * _MINUTE
    word, unit = ("took_seconds", 1000) if is_short else ("took_minutes", _MINUTE)
    time = words.translate(word, n=round(summary.duration / unit))
    parts = [words.translate("summary", right=summary.right, n=len(answers), time=time)]
    if summary.days > 1:
        parts.append(words.translate("days_in_a_row", n=summary.days))
    console.print(Text(" · ".join(parts), "bold"))
    _print_missed(console, words, summary)
    if not answers[0].feedback.kept:
        console.print(Text(words.translate("cram_done")))
        return
    console.print(Text(words.translate("saved")))
    counts = summary.counts
    told = words.translate("seen_earned", seen=counts.seen, n=counts.cards, earned=counts.earned)
    if summary.newly_earned:
        told = f"{words.translate('earned_now', n=summary.newly_earned)} · {told}"
    if counts.earned < FEW_EARNED:
        told = words.translate("earned_told", told=told)
    console.print(Text(told))
    for stage in summary.finished:
        console.print(Text(words.translate("stage_finished", n=stage)))
    if summary.left is not None:
        left = words.translate("comma").join(list_left(words, summary.left))
        done = words.translate("today_full", n=summary.waiting) if summary.waiting else ""
        said = (
            words.translate("still_left", what=left)
            if left
            else done or words.translate("today_done")
        )
        console.print(Text(said))
    if summary.resting:
        console.print(Text(words.translate("resting", n=summary.resting, times=MOST_WRONG)))
    if summary.due_tomorrow:
        console.print(Text(words.translate("due_tomorrow", n=summary.due_tomorrow)))


def _print_missed(console: Console, words: Words, summary: SessionSummary) -> None:
    """Print the cards that were wrong, each by what it asks, and what to read about them."""
    wrong = [answer.feedback for answer in summary.answers if not answer.right]
    missed = {feedback.question.id: feedback.question for feedback in wrong}
    if missed:
        console.print(Text(words.translate("weakest"), "bold"))
    for question in list(missed.values())[:MAX_MISSED]:
        name, entry = shorten_question(question, console.width), question.card.entry
        if isinstance(entry, Term) and question.card.ordinal:  # the meaning alone tells little
            name = f"{render_inline(entry.term).plain}: {name}"
        console.print(Text(f"  • {name}"), overflow="ellipsis", no_wrap=True)
    if len(missed) > MAX_MISSED:
        console.print(Text(f"  {words.translate('and_more', n=len(missed) - MAX_MISSED)}"))
    sources = {each.title: each for feedback in wrong for each in feedback.read_on}
    if sources:
        console.print(Text(words.translate("to_read"), "bold"))
    print_reading(console, "  • ", words, list(sources.values())[:MAX_TO_READ])
