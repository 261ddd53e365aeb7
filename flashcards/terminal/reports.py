"""Where the learner stands, printed: checklist, statistics, path, glossary; and exams."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta

from rich.console import Console
from rich.table import Table
from rich.text import Text

from flashcards.progress.checklist import Checklist
from flashcards.progress.glossary import Glossary
from flashcards.progress.path import LearningPath, StageProgress
from flashcards.progress.stats import Statistics
from flashcards.questions import Question
from flashcards.reviews.memory import Memory
from flashcards.reviews.review import Review
from flashcards.study.exam import Exam
from flashcards.study.grading import RIGHT, Verdict
from flashcards.study.standing import EPOCH
from flashcards.terminal.card_view import (
    format_points,
    print_answer,
    print_hanging,
    print_marked,
    print_question,
    print_reading,
    print_reasons,
)
from flashcards.terminal.output import make_visible
from flashcards.terminal.rich_text import render_inline
from flashcards.terminal.session_view import format_time_ahead
from flashcards.words import Value, Words

FORECAST_SHOWN, WEAKEST_SHOWN = 14, 5
MAX_BAR = 40
SHADES = "·░▒▓█"
TICKS = {"known": ("[✓]", "green"), "begun": ("[◐]", "magenta"), "new": ("[ ]", "")}


def print_checklist(console: Console, checklist: Checklist) -> None:
    """Print each stage with its concepts, ticked; a word says the same as the tick."""
    words, items = checklist.words, checklist.items
    console.print(Text(words.translate("checklist_means" if items else "no_concepts")))
    for stage in sorted({item.stage for item in items}):
        mine = [item for item in items if item.stage == stage]
        known = sum(item.tick == "known" for item in mine)
        console.print()
        console.print(_render_stage(words, stage, checklist.stage_titles.get(stage, "")))
        console.print(Text(words.translate("of_concepts", known=known, n=len(mine))))
        table = Table.grid(padding=(0, 1))
        for is_fixed in (True, False, True):
            table.add_column(no_wrap=is_fixed)
        for item in mine:
            word = "checklist_earlier" if item.tick == "new" and item.earned else item.tick
            mark, style = TICKS[item.tick]
            told = Text(f"{words.translate(word)} {item.earned}/{item.cards}", style)
            table.add_row(f" {mark}", render_inline(item.title), told)
        console.print(table)


def print_path(console: Console, path: LearningPath) -> None:
    """Print the stages with weeks, goal, progress and what to read."""
    words = path.words
    for stage in path.stages:
        console.print()
        console.print(_render_stage(words, stage.stage, stage.title))
        if place := _list_places(path, stage):
            console.print(Text("  ") + Text("  ").join(place))
        if stage.goal:
            print_hanging(console, "  ", render_inline(stage.goal))
        concepts, cards = max(1, stage.concepts), max(1, stage.cards)
        known = words.translate("of_concepts", known=stage.known, n=stage.concepts)
        earned = words.translate("cards_earned", earned=stage.earned, n=stage.cards)
        seen = words.translate("cards_seen", seen=stage.seen, n=stage.cards)
        rows = [("", stage.known / concepts, known), ("", stage.earned / cards, earned)]
        _print_bars(console, [*rows, ("", stage.seen / cards, seen)])
        if stage.seen_by:
            when = words.translate("on_date", date=stage.seen_by)
            console.print(Text(f"  {words.translate('stage_ends', n=stage.stage, when=when)}"))
        print_reading(console, "  • ", words, stage.resources, whole=True)


def _list_places(path: LearningPath, stage: StageProgress) -> list[Text]:
    """Return when a stage is read, and whether the learner is there, through, or began later."""
    words, parts = path.words, []
    if stage.weeks:
        parts.append(Text(words.translate("reading_time", weeks=make_visible(stage.weeks)), "bold"))
    if stage is path.here:
        parts.append(Text(f"← {words.translate('you_are_here')}", "magenta"))
    elif stage.is_done:
        parts.append(Text(words.translate("path_done"), "green"))
    elif stage.stage < path.begins:
        parts.append(Text(words.translate("path_skipped")))
    return parts


def print_glossary(console: Console, glossary: Glossary) -> None:
    """Print each term, and below it what it means."""
    for entry in glossary.terms:
        console.print(Text(make_visible(glossary.name_term(entry)), "bold"))
        if entry.meaning:
            print_hanging(console, "  ", render_inline(entry.meaning))


def print_statistics(console: Console, stats: Statistics) -> None:
    """Print the numbers: today, in all, a calendar, what is due, what was remembered."""
    words = stats.words
    if not stats.reviews:
        console.print(words.translate("stats_none"))
        return
    right, minutes = stats.today.right, round(stats.minutes_today, 1)
    today = words.translate("stats_today_line", n=stats.today.answers, right=right, minutes=minutes)
    _print_title(console, words.translate("stats_today"))
    console.print(Text(f" {today}"))
    _print_title(console, words.translate("stats_total"))
    counts = words.translate("stats_all", n=stats.reviews, seen=stats.seen, all=stats.cards)
    console.print(Text(f" {counts}"))
    known = {"known": stats.known, "concepts": stats.concepts}
    earned = words.translate("stats_earned", earned=stats.earned, all=stats.cards, **known)
    console.print(Text(f" {earned}"))
    _print_title(console, words.translate("stats_calendar"))
    _print_calendar(console, words, stats.calendar, stats.today_number)
    _print_title(console, words.translate("stats_forecast"))
    _print_bars(console, _list_forecast(stats))
    _print_title(console, words.translate("stats_retention"))
    _print_bars(console, _list_retention(stats))
    _print_weak(console, stats)


def _list_forecast(stats: Statistics) -> list[tuple[str, float, str]]:
    words, names = stats.words, stats.words.translate("weekdays").split()
    top = max(stats.forecast[:FORECAST_SHOWN], default=0) or 1
    rows = []
    for ahead, count in enumerate(stats.forecast[:FORECAST_SHOWN]):
        day = EPOCH + timedelta(stats.today_number + ahead)
        label = f"{names[day.weekday()]} {words.format_short_day(day)}"
        rows.append((label if ahead else words.translate("day_today"), count / top, str(count)))
    return rows


def _list_retention(stats: Statistics) -> list[tuple[str, float, str]]:
    words, rows = stats.words, []
    for stage, tally in stats.retention.items():
        share = words.translate("percent", n=round(100 * (tally.share or 0)))
        told = (
            words.translate("stats_share", share=share, n=tally.answers) if tally.answers else "–"
        )
        rows.append((words.translate("stage", n=stage), tally.share or 0.0, told))
    return rows


def _print_weak(console: Console, stats: Statistics) -> None:
    words = stats.words
    if stats.leeches:
        _print_title(console, words.translate("stats_leeches"))
    for leech in stats.leeches:
        times = Text(f"  {words.translate('times', n=leech.lapses)}")
        print_hanging(console, " • ", render_inline(leech.asks) + times)
    if stats.weakest:
        _print_title(console, words.translate("stats_weakest"))
    for weak in stats.weakest[:WEAKEST_SHOWN]:
        share = words.translate("percent", n=round(100 * weak.recall))
        print_hanging(console, f" {share:>5}  ", render_inline(weak.title))


def _print_calendar(console: Console, words: Words, days: Mapping[int, int], today: int) -> None:
    """Print a heat map: weeks from left to right, Monday at the top."""
    names = words.translate("weekdays").split()
    weeks = max(4, min(53, (console.width - 7) // 2))
    first = today - (EPOCH + timedelta(today)).weekday() - 7 * (weeks - 1)
    busiest = max((days.get(day, 0) for day in range(first, today + 1)), default=0) or 1
    table = Table.grid(padding=(0, 1, 0, 0))
    for weekday, name in enumerate(names):
        counts = [days.get(first + 7 * week + weekday, 0) for week in range(weeks)]
        shades = [2 * SHADES[-(-4 * count // busiest)] for count in counts]
        shown = shades if first + 7 * (weeks - 1) + weekday <= today else shades[:-1]
        table.add_row(f" {name}", Text("".join(shown), "green"))
    console.print(table)
    console.print(Text(f" {words.translate('less_more', marks=SHADES[1:])}"))


def _print_bars(console: Console, rows: Sequence[tuple[str, float, str]]) -> None:
    """Print a bar for each label with its share of one, and words; what is not nothing is seen."""
    room = max(5, min(MAX_BAR, console.width // 2 - 10))
    table = Table.grid(padding=(0, 1, 0, 0))
    for label, share, told in rows:
        bar = "█" * (round(room * share) or int(share > 0))
        table.add_row(f" {label}", Text(f"{bar:<{room}}", "green"), told)
    console.print(table)


def _print_title(console: Console, title: str) -> None:
    console.print()
    console.print(Text(title, "bold"))


def _render_stage(words: Words, stage: int, title: str) -> Text:
    return Text(f"{words.translate('stage', n=stage)}  {make_visible(title)}".rstrip(), "bold")


def print_card(
    console: Console, question: Question, reviews: Sequence[Review], memory: Memory | None, now: int
) -> None:
    """Print a card with its answer, how it was answered so far, and when it is asked next."""
    words, note = question.card.note.words, question.card.note
    console.print(Text(f"{question.id} · {words.translate('stage', n=note.stage)}", "bold"))
    print_question(console, question)
    if question.form in ("reveal", "points"):
        print_answer(console, question)
    else:
        print_marked(console, question, (), Verdict(0.0, unknown=True))
    print_reasons(console, question, RIGHT)
    console.print()
    for review in reviews:
        day = words.format_day(datetime.fromtimestamp(review.at / 1000).date())
        rating = words.translate(("again", "hard", "good", "easy")[review.rating - 1])
        console.print(Text(make_visible(f"  {day}  {rating}  {review.answer}"[: console.width])))
    due = format_time_ahead(words, max(0, memory.due - now)) if memory else ""
    console.print(
        Text(words.translate("next_time", when=due) if due else words.translate("never_asked"))
    )


def list_rules(words: Words, exam: Exam, now: int) -> Iterator[str]:
    """Yield what a candidate is told before the first question; `now` in UTC milliseconds."""
    yield make_visible(exam.quiz.title)
    yield words.translate(
        "exam_begins", n=len(exam.questions), points=format_points(words, exam.total)
    )
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
            print_question(console, question)
            print_marked(console, question, answered.answer, answered.verdict)
            print_reasons(console, question, answered.verdict)
            console.print()


def print_score(console: Console, words: Words, exam: Exam, stage: int) -> None:
    """Print the points of each block and of all, and whether they are enough.

    `stage` is where the learner's new cards begin.
    """
    for score in exam.scores:
        if score.block.title:
            title = make_visible(score.block.title)
            points = _count_points(words, score.points, score.total, score.percent)
            console.print(Text(words.translate("block_score", title=title, **points)))
    if exam.out_of_time:
        console.print(Text(words.translate("out_of_time"), "magenta"))
    points = _count_points(words, exam.points, exam.total, exam.percent)
    console.print(Text(words.translate("exam_score", **points), "bold"))
    if exam.is_placement:
        begin = exam.begin_with
        word = "begin_stays" if begin == stage else "begin_with" if begin else "begin_anywhere"
        console.print(Text(words.translate(word, n=begin or 0), "green"))
    elif exam.passed is not None:
        word = "passed" if exam.handed_in else "passed_unfinished"
        style = "green" if exam.passed else "red"
        console.print(Text(words.translate(word if exam.passed else "failed"), style))


def _count_points(words: Words, points: float, total: float, percent: float) -> dict[str, Value]:
    shown = {"points": format_points(words, points), "total": format_points(words, total)}
    return {**shown, "percent": round(percent), "n": total}
