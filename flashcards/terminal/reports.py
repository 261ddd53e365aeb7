"""What is printed around the questions: first page and summary, exams, where the learner stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from rich.console import Console
from rich.table import Table
from rich.text import Text

from flashcards.course.model import Term
from flashcards.progress.glossary import Glossary
from flashcards.progress.path import Checklist, LearningPath
from flashcards.progress.stats import Statistics
from flashcards.questions import Question
from flashcards.reviews.memory import Memory
from flashcards.reviews.review import Review
from flashcards.study.exam import Exam
from flashcards.study.grading import RIGHT, Verdict
from flashcards.study.plan import MAX_WRONG, GoalPlan, Today
from flashcards.study.standing import EPOCH
from flashcards.study.ui import Left, SessionSummary, Welcome
from flashcards.terminal import card_view as view
from flashcards.terminal.output import make_visible
from flashcards.terminal.rich_text import render_inline
from flashcards.words import Value, Words

MAX_MISSED, MAX_TO_READ = 10, 3
"""Cards that were wrong and are named, and sources to read about them."""
MAX_DAYS, MAX_WEAK, MAX_BAR = 14, 5, 40
TICKS = {"known": ("[✓]", "green"), "begun": ("[◐]", "magenta"), "new": ("[ ]", "")}


class Page:
    """Prints texts of the words files to a console."""

    def __init__(self, console: Console, words: Words) -> None:
        self.console, self.words, self.translate = console, words, words.translate

    def say(self, word: str, style: str = "", /, **values: Value) -> None:
        """Print the text of this name."""
        self.console.print(Text(self.translate(word, **values), style))

    def begin(self, word: str, /, **values: Value) -> None:
        """Print a heading below an empty line."""
        self.console.print()
        self.say(word, "bold", **values)

    def print_bars(self, rows: Sequence[tuple[str, float, str]]) -> None:
        """Print a bar for each label with its share of one, and words."""
        width = max(5, min(MAX_BAR, self.console.width // 2 - 10))
        table = Table.grid(padding=(0, 1, 0, 0))
        for label, share, text in rows:
            bar = "█" * (round(width * share) or int(share > 0))
            table.add_row(f" {label}", Text(f"{bar:<{width}}", "green"), text)
        self.console.print(table)

    def print_stage(self, stage: int, title: str) -> None:
        """Print the number and the title of a stage below an empty line."""
        heading = f"{self.translate('stage', n=stage)}  {make_visible(title)}".rstrip()
        self.console.print(Text(f"\n{heading}", "bold"))


def print_welcome(console: Console, words: Words, welcome: Welcome) -> None:
    """Print what this is; for somebody new also where to begin, and what to read."""
    page = Page(console, words)
    console.print(Text(make_visible(welcome.title), "bold"))
    word = "cards_chosen" if welcome.cards < welcome.all_cards else "cards_all"
    page.say(word, n=welcome.cards, all=welcome.all_cards)
    if welcome.is_new and welcome.placement:
        count, minutes = welcome.questions, float(welcome.limit or 0)
        length = words.translate("placement_length", n=count, minutes=minutes)
        length = length if count and minutes else ""
        page.say("welcome_placement", quiz=welcome.placement, length=length)
    if welcome.is_new and welcome.reading:
        page.say("welcome_path", n=welcome.reading)
    console.print()


def print_today(console: Console, words: Words, today: Today) -> None:
    """Print what today holds and takes, and how far that leads."""
    page = Page(console, words)
    left = view.list_left(words, Left(len(today.due), len(today.new), len(today.steps)))
    page.say("today", "bold", what=words.translate("comma").join(left), minutes=today.minutes)
    if today.rest:
        page.say("backlog", n=len(today.rest))
    if today.stage_ends:
        end, stage = min((end, stage) for stage, end in today.stage_ends.items())
        page.say("stage_ends", n=stage, when=words.translate("on_date", date=end))
    if today.goal:
        console.print(Text(describe_goal(words, today.goal)))


def print_nothing_due(console: Console, words: Words, today: Today, now: int) -> None:
    """Print why nothing is asked and when something will be; `now` in UTC milliseconds."""
    page = Page(console, words)
    page.say("nothing_due", "bold")
    if today.next_due is not None:
        page.say("next_due", when=view.format_time(words, today.next_due - now, "in"))
    if today.unseen:
        page.say("new_tomorrow", n=today.unseen)


def describe_goal(words: Words, plan: GoalPlan | None) -> str:
    """Return what the goal asks for, and whether the minutes hold that; or that it is over."""
    if plan is None:
        return words.translate("goal_none")
    day = words.format_day(plan.goal.date)
    if plan.goal.stage is not None:
        day = words.translate("goal_day", date=day, n=plan.goal.stage)
    if plan.is_over:
        word = "goal_reached" if plan.is_done else "goal_past"
    elif plan.is_done:
        word = "goal_done"
    else:
        word = "goal_pace" if plan.held is None else "goal_short"
    return words.translate(word, date=day, n=plan.cards, new=plan.new, held=plan.held or 0)


def print_summary(console: Console, words: Words, summary: SessionSummary) -> None:
    """Print how it went, what to look at again and to read, what is earned and still due."""
    page, answers, counts = Page(console, words), summary.answers, summary.counts
    if not answers:
        page.say("summary_none")
        return
    seconds = round(summary.duration / 1000)
    word, number = ("took_seconds", seconds) if seconds < 120 else ("took_minutes", seconds / 60)
    time = words.translate(word, n=round(number))
    how = words.translate("summary", right=summary.right, n=len(answers), time=time)
    if summary.days > 1:
        how = f"{how} · {words.translate('days_in_a_row', n=summary.days)}"
    console.print(Text(how, "bold"))
    _print_missed(page, summary)
    if not answers[0].feedback.kept:
        page.say("cram_done")
        return
    page.say("saved")
    page.say("seen_earned", seen=counts.seen, n=counts.cards, earned=counts.earned)
    for stage in summary.finished:
        page.say("stage_finished", n=stage)
    if summary.left is not None and (left := view.list_left(words, summary.left)):
        page.say("still_left", what=words.translate("comma").join(left))
    elif summary.left is not None:
        page.say("today_full" if summary.waiting else "today_done", n=summary.waiting)
    if summary.resting:
        page.say("resting", n=summary.resting, times=MAX_WRONG)
    if summary.due_tomorrow:
        page.say("due_tomorrow", n=summary.due_tomorrow)


def _print_missed(page: Page, summary: SessionSummary) -> None:
    """Print the cards that were wrong, each by what it asks, and what to read about them."""
    wrong = [answer.feedback for answer in summary.answers if not answer.right]
    missed = {feedback.question.id: feedback.question for feedback in wrong}
    if missed:
        page.say("weakest", "bold")
    for question in list(missed.values())[:MAX_MISSED]:
        name, entry = view.shorten_question(question, page.console.width), question.card.entry
        if isinstance(entry, Term) and question.card.ordinal:  # the meaning alone says little
            name = f"{render_inline(entry.term).plain}: {name}"
        page.console.print(Text(f"  • {name}"), overflow="ellipsis", no_wrap=True)
    if len(missed) > MAX_MISSED:
        page.console.print(f"  {page.translate('and_more', n=len(missed) - MAX_MISSED)}")
    sources = {resource.title: resource for feedback in wrong for resource in feedback.read_on}
    if sources:
        page.say("to_read", "bold")
    view.print_reading(page.console, "  • ", page.words, list(sources.values())[:MAX_TO_READ])


def print_checklist(console: Console, checklist: Checklist) -> None:
    """Print each stage with its concepts, ticked; a word says the same as the tick."""
    page, items = Page(console, checklist.words), checklist.items
    page.say("checklist_means" if items else "no_concepts")
    for stage in sorted({item.stage for item in items}):
        own = [item for item in items if item.stage == stage]
        page.print_stage(stage, checklist.stage_titles.get(stage, ""))
        page.say("of_concepts", known=sum(item.tick == "known" for item in own), n=len(own))
        table = Table.grid(padding=(0, 1))
        for is_fixed in (True, False, True):
            table.add_column(no_wrap=is_fixed)
        for item in own:
            word = "checklist_earlier" if item.tick == "new" and item.earned else item.tick
            mark, style = TICKS[item.tick]
            count = Text(f"{page.translate(word)} {item.earned}/{item.cards}", style)
            table.add_row(f" {mark}", render_inline(item.title), count)
        console.print(table)


def print_path(console: Console, path: LearningPath) -> None:
    """Print the stages with weeks, goal, progress and what to read."""
    page, translate = Page(console, path.words), path.words.translate
    for stage in path.stages:
        page.print_stage(stage.stage, stage.title)
        weeks = translate("reading_time", weeks=make_visible(stage.weeks)) if stage.weeks else ""
        if stage is path.here:
            console.print(Text(f"  {weeks}  ← {translate('you_are_here')}", "magenta"))
        elif stage.is_done or stage.stage < path.begins:
            word = "path_done" if stage.is_done else "path_skipped"
            console.print(Text(f"  {weeks}  {translate(word)}"))
        elif weeks:
            console.print(Text(f"  {weeks}"))
        if stage.goal:
            view.print_hanging(console, "  ", render_inline(stage.goal))
        concepts, cards = max(1, stage.concepts), max(1, stage.cards)
        known = translate("of_concepts", known=stage.known, n=stage.concepts)
        earned = translate("cards_earned", earned=stage.earned, n=stage.cards)
        seen = translate("cards_seen", seen=stage.seen, n=stage.cards)
        rows = [("", stage.known / concepts, known), ("", stage.earned / cards, earned)]
        page.print_bars([*rows, ("", stage.seen / cards, seen)])
        if stage.seen_by:
            when = translate("on_date", date=stage.seen_by)
            console.print(Text(f"  {translate('stage_ends', n=stage.stage, when=when)}"))
        view.print_reading(console, "  • ", path.words, stage.resources, whole=True)


def print_glossary(console: Console, glossary: Glossary) -> None:
    """Print each term, and below it what it means."""
    for entry in glossary.terms:
        console.print(Text(make_visible(glossary.name_term(entry)), "bold"))
        if entry.meaning:
            view.print_hanging(console, "  ", render_inline(entry.meaning))


def print_statistics(console: Console, stats: Statistics) -> None:
    """Print the numbers: today, in all, what is due, what was remembered and what is weak."""
    page, translate = Page(console, stats.words), stats.words.translate
    if not stats.reviews:
        page.say("stats_none")
        return
    minutes, right = round(stats.minutes_today, 1), stats.today.right
    today = translate("stats_today_line", n=stats.today.answers, right=right, minutes=minutes)
    total = translate("stats_all", n=stats.reviews, seen=stats.seen, all=stats.cards)
    known = {"known": stats.known, "concepts": stats.concepts}
    earned = translate("stats_earned", earned=stats.earned, all=stats.cards, **known)
    page.begin("stats_today")
    console.print(Text(f" {today}"))
    page.begin("stats_total")
    console.print(Text(f" {total}\n {earned}"))
    page.begin("stats_forecast")
    names, days, rows = translate("weekdays").split(), stats.forecast[:MAX_DAYS], []
    for ahead, count in enumerate(days):
        day = EPOCH + timedelta(stats.today_number + ahead)
        label = f"{names[day.weekday()]} {stats.words.format_short_day(day)}"
        rows.append((label, count / (max(days) or 1), str(count)))
    page.print_bars(rows)
    page.begin("stats_retention")
    rows = []
    for stage, tally in stats.retention.items():
        share = translate("percent", n=round(100 * (tally.share or 0)))
        text = translate("stats_share", share=share, n=tally.answers) if tally.answers else "–"
        rows.append((translate("stage", n=stage), tally.share or 0.0, text))
    page.print_bars(rows)
    if stats.leeches:
        page.begin("stats_leeches")
    for leech in stats.leeches:
        times = Text(f"  {translate('times', n=leech.lapses)}")
        view.print_hanging(console, " • ", render_inline(leech.asks) + times)
    if stats.weakest:
        page.begin("stats_weakest")
    for weak in stats.weakest[:MAX_WEAK]:
        share = translate("percent", n=round(100 * weak.recall))
        view.print_hanging(console, f" {share:>5}  ", render_inline(weak.title))


def print_card(
    console: Console, question: Question, reviews: Sequence[Review], memory: Memory | None, now: int
) -> None:
    """Print a card with its answer, how it was answered so far, and when it is asked next."""
    words, note = question.card.note.words, question.card.note
    page = Page(console, words)
    console.print(Text(f"{question.id} · {words.translate('stage', n=note.stage)}", "bold"))
    view.print_question(console, question)
    if question.form == "reveal":
        view.print_answer(console, question)
    else:
        names = question.right_names if question.form == "points" else ()
        view.print_marked(console, question, names, Verdict(0.0, unknown=True))
    view.print_reasons(console, question, RIGHT)
    console.print()
    for review in reviews:
        day = words.format_day(datetime.fromtimestamp(review.at / 1000).date())
        rating = words.translate(("again", "hard", "good", "easy")[review.rating - 1])
        console.print(Text(make_visible(f"  {day}  {rating}  {review.answer}"[: console.width])))
    if memory:
        page.say("next_time", when=view.format_time(words, max(0, memory.due - now), "in"))
    else:
        page.say("never_asked")


def list_rules(words: Words, exam: Exam, now: int) -> Iterator[str]:
    """Yield what a candidate is told before the first question; `now` in UTC milliseconds."""
    points = view.format_points(words, exam.total)
    yield make_visible(exam.quiz.title)
    yield words.translate("exam_begins", n=len(exam.questions), points=points)
    if exam.quiz.purpose:
        yield make_visible(exam.quiz.purpose)
    if exam.drawn.left_out:
        titles = words.translate("list_comma").join(exam.drawn.left_out)
        yield words.translate("left_out", titles=make_visible(titles))
    if exam.quiz.minutes is not None:
        yield words.translate("exam_minutes", n=float(exam.quiz.minutes))
    if exam.quiz.pass_mark is not None and not exam.is_placement:
        yield words.translate("exam_pass_mark", n=float(exam.quiz.pass_mark))
    yield words.translate("exam_practice")
    if exam.answered:
        yield words.translate("exam_resumed", n=len(exam.answered))
    if exam.answered and exam.deadline is not None:
        yield words.translate("time_left", n=max(0, round((exam.deadline - now) / 60_000)))


def print_mistakes(console: Console, words: Words, exam: Exam) -> None:
    """Print every answer that was not right, under its number, marked and with the reason."""
    for number, answered in enumerate(exam.answered, 1):
        if exam.is_over and not answered.verdict.right:
            question = answered.drawn.question
            console.print(Text(f"── {words.translate('exam_mistake', n=number)} ──", "bold"))
            view.print_question(console, question)
            view.print_marked(console, question, answered.answer, answered.verdict)
            view.print_reasons(console, question, answered.verdict)
            console.print()


def print_score(console: Console, words: Words, exam: Exam, stage: int) -> None:
    """Print the points of each block and of all, and whether they are enough.

    `stage` is where the learner's new cards begin.
    """
    page = Page(console, words)

    def count_points(points: float, total: float, percent: float) -> dict[str, Value]:
        texts = {"points": view.format_points(words, points)}
        texts["total"] = view.format_points(words, total)
        return {**texts, "percent": round(percent), "n": total}

    for score in exam.scores:
        if title := make_visible(score.block.title or ""):
            points = count_points(score.points, score.total, score.percent)
            page.say("block_score", title=title, **points)
    if exam.out_of_time:
        page.say("out_of_time", "magenta")
    page.say("exam_score", "bold", **count_points(exam.points, exam.total, exam.percent))
    if exam.is_placement:
        begin = exam.begin_with
        word = "begin_stays" if begin == stage else "begin_with" if begin else "begin_anywhere"
        page.say(word, "green", n=begin or 0)
    elif exam.passed:
        page.say("passed" if exam.handed_in else "passed_unfinished", "green")
    elif exam.passed is not None:
        page.say("failed", "red")
