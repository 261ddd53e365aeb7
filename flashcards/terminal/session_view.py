"""Before and after a session: what today asks for, how far that leads, and how it went."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.text import Text

from flashcards.course.model import Term
from flashcards.questions import Question
from flashcards.study.goal import MAX_NEW, GoalPlan
from flashcards.study.settings import Goal
from flashcards.study.standing import MOST_WRONG
from flashcards.study.today import Today
from flashcards.study.ui import Left, SessionAnswer, SessionSummary, Welcome
from flashcards.terminal.durations import format_duration, format_end, format_time_ahead
from flashcards.terminal.feedback_view import print_reading
from flashcards.terminal.output import make_visible
from flashcards.terminal.question_view import list_left, name_question
from flashcards.terminal.rich_text import render_inline
from flashcards.words.catalog import Value, Words

MOST_MISSED = 5
"""Cards that were wrong and are named."""
FEW_EARNED = 10
"""As long as fewer cards are earned, the summary says what that means."""
_GOAL_WORDS = {"past": "goal_past", "too_soon": "goal_too_soon"}


def print_today(console: Console, words: Words, today: Today) -> None:
    """One line with counts and minutes, then what else there is to say."""
    plan = today.plan
    parts = [words.say("left_new", n=len(plan.new)), words.say("left_due", n=len(plan.due))]
    if plan.steps:
        parts.append(words.say("left_steps", n=len(plan.steps)))
    what = words.say("comma").join(parts)
    console.print(Text(words.say("today", what=what, minutes=today.minutes), "bold"))
    for line in list_outlook(words, today):
        console.print(Text(line))


def list_welcome(words: Words, welcome: Welcome) -> Iterator[str]:
    """What this is, what a day costs, and where to find out how much one knows."""
    title = make_visible(welcome.title)
    yield words.say("welcome", title=title, n=welcome.cards)
    yield words.say("welcome_day", minutes=welcome.minutes)
    if welcome.placement:
        length = ""
        if welcome.questions and welcome.limit:
            values = {"n": welcome.questions, "minutes": float(welcome.limit)}
            length = words.say("placement_length", **values)
        yield words.say("welcome_placement", quiz=welcome.placement, length=length)
    if welcome.reading:
        yield words.say("welcome_path", n=welcome.reading)


def print_nothing_due(console: Console, words: Words, today: Today, now: int) -> None:
    """Says why nothing is asked and when something will be; `now` in UTC milliseconds."""
    plan = today.plan
    console.print(Text(words.say("nothing_due"), "bold"))
    if plan.next_due is not None:
        when = format_time_ahead(words, plan.next_due - now)
        console.print(Text(words.say("next_due", when=when)))
    if plan.coming:
        console.print(Text(words.say("new_tomorrow", n=len(plan.coming))))


def describe_goal(words: Words, plan: GoalPlan | None) -> str:
    """What the goal asks for, or why it cannot be reached and what would be possible."""
    if plan is None:
        return words.say("goal_none")
    about: dict[str, Value] = {"date": _name_goal(words, plan.goal), "n": plan.cards}
    if plan.is_done:
        return words.say("goal_done", **about)
    if plan.trouble:
        about |= {"possible": plan.possible, "reached": plan.reached, "pace": MAX_NEW}
        return words.say(_GOAL_WORDS[plan.trouble], **about)
    if plan.held is not None:
        return words.say("goal_short", **about, new=plan.new, held=plan.held)
    return words.say("goal_pace", **about, new=plan.new)


def describe_old_goal(words: Words, goal: Goal | None) -> str:
    """That a goal was not set, and which one stays."""
    if goal is None:
        return words.say("goal_not_set")
    return words.say("goal_stays", date=_name_goal(words, goal))


def _name_goal(words: Words, goal: Goal) -> str:
    """The day of a goal, with the stage that it leads to, if it is not the last."""
    if goal.stage is None:
        return words.format_day(goal.date)
    return words.say("goal_day", date=goal.date, n=goal.stage)


def list_outlook(words: Words, today: Today) -> Iterator[str]:
    """What there is to say about the days to come, besides how much there is today."""
    if today.plan.ahead:
        yield words.say("clock_ahead", n=today.plan.ahead)
    if today.plan.waiting:
        yield words.say("backlog", n=today.plan.waiting)
    for end, stage in sorted((end, stage) for stage, end in today.stage_ends.items())[:1]:
        word = "stage_ends_alone" if today.is_part else "stage_ends"
        yield words.say(word, n=stage, when=format_end(words, end, today.day))
    if today.goal:
        yield describe_goal(words, today.goal)


def print_summary(console: Console, words: Words, summary: SessionSummary) -> None:
    """How it went, what to look at again and what to read, how much is earned and still due."""
    console.print()
    answers = summary.answers
    if not answers:
        console.print(words.say("summary_none"))
        return
    time = format_duration(words, summary.duration)
    parts = [words.say("summary", right=summary.right, n=len(answers), time=time)]
    if summary.days > 1:
        parts.append(words.say("days_in_a_row", n=summary.days))
    console.print(Text(" · ".join(parts), "bold"))
    _print_weakest(console, words, answers)
    missed = [answer.feedback for answer in answers if not answer.right]
    reading = {resource.title: resource for each in missed for resource in each.read_on}
    print_reading(console, words, list(reading.values()), "to_read")
    kept = answers[0].feedback.kept
    console.print(Text(words.say("saved" if kept else "cram_done")))
    if kept:
        console.print(Text(_describe_earned(words, summary)))
    if summary.left is not None:
        console.print(Text(describe_left(words, summary.left, summary.waiting)))
    if summary.resting:
        console.print(Text(words.say("resting", n=summary.resting, times=MOST_WRONG)))
    if kept and summary.due_tomorrow:
        console.print(Text(words.say("due_tomorrow", n=summary.due_tomorrow)))


def _describe_earned(words: Words, summary: SessionSummary) -> str:
    """What moved today; what earned means, as long as little is."""
    counts = summary.counts
    said = words.say("seen_earned", seen=counts.seen, n=counts.cards, earned=counts.earned)
    if summary.newly_earned:
        said = f"{words.say('earned_now', n=summary.newly_earned)} · {said}"
    if counts.earned < FEW_EARNED:
        said = words.say("earned_told", told=said)
    return said


def describe_left(words: Words, left: Left, waiting: int) -> str:
    """What of today was not asked, or that today is done; then also how many due cards wait."""
    said = list_left(words, left)
    if not said:
        return words.say("today_full", n=waiting) if waiting else words.say("today_done")
    return words.say("still_left", what=words.say("comma").join(said))


def _print_weakest(console: Console, words: Words, answers: Sequence[SessionAnswer]) -> None:
    missed = {o.card.id: o.feedback.question for o in answers if not o.right}
    if missed:
        console.print(Text(words.say("weakest"), "bold"))
    for question in list(missed.values())[:MOST_MISSED]:
        line = Text(f"  • {_name_missed(question)}")
        console.print(line, overflow="ellipsis", no_wrap=True)
    if len(missed) > MOST_MISSED:
        console.print(Text(f"  {words.say('and_more', n=len(missed) - MOST_MISSED)}"))


def _name_missed(question: Question) -> str:
    """What was asked; before a meaning stands the term that was missed."""
    name, entry = name_question(question), question.card.entry
    if not isinstance(entry, Term) or question.card.ordinal == 0:
        return name
    return f"{render_inline(entry.term).plain}: {name}"
