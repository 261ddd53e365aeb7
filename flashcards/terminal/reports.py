"""What is printed around the questions: first page and summary, exams, where the learner stands."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from math import ceil

from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from flashcards.progress.glossary import GlossaryTerm, name_term
from flashcards.progress.path import ChecklistItem, StageProgress
from flashcards.progress.stats import Statistics
from flashcards.questions.question import Question, summarize_question
from flashcards.reviews.memory import Memory, is_due
from flashcards.reviews.review import CardMarks, Review
from flashcards.study.exam import PLACEMENT, Exam
from flashcards.study.grading import RIGHT, Verdict
from flashcards.study.learner import LearnerState, Moment, measure_times
from flashcards.study.plan import GoalPlan, Today, forecast_due
from flashcards.study.ui import RATINGS, Feedback, More
from flashcards.terminal import card_view as view
from flashcards.terminal.output import make_line, make_visible
from flashcards.terminal.rich_text import Page, render_inline
from flashcards.words import Words

MAX_DAYS, MAX_BAR = 14, 40


def print_welcome(page: Page, learner: LearnerState, today: Today) -> None:
    """Print what this is; for somebody new also where to begin, and what to read."""
    course, is_new = learner.course, not learner.memories
    page.print(Text(make_visible(learner.titles.get("course", course.info.title)), "bold"))
    cards, every = len(learner.cards), len(learner.every_card)
    page.say("cards_chosen" if cards < every else "cards_all", n=cards, all=every)
    option = "" if learner.lang == learner.settings.language else f" --lang {learner.lang}"
    if is_new and (quiz := course.quizzes.get(PLACEMENT)):
        page.say("welcome_placement", quiz=quiz.quiz + option)
    stage = today.new[0].note.stage if today.new else 0
    if is_new and any(resource.stage == stage for resource in course.resources.values()):
        page.say("welcome_path", n=f"{stage}{option}")
    page.print()


def print_today(page: Page, today: Today, limit: int | None) -> None:
    """Print what today holds and takes, where the session ends, and how far today leads."""
    if today.ahead:
        page.say("today_ahead", "bold", n=len(today.ahead), minutes=today.minutes)
    else:
        left = view.list_left(page.words, today.left)
        page.say("today", "bold", what=page.translate("comma").join(left), minutes=today.minutes)
    if limit:
        page.say("session_ends", n=limit)
    if today.backlog:
        page.say("backlog", n=len(today.backlog))
    if today.stage_ends:
        end, stage = min((end, stage) for stage, end in today.stage_ends.items())
        page.say("stage_ends", n=stage, when=page.translate("on_date", date=end))
    if today.goal:
        page.print(describe_goal(page.words, today.goal))


def print_today_done(page: Page, today: Today) -> None:
    """Print why nothing is asked and when something will be."""
    if today.waiting:
        page.say("minutes_used", "bold", n=today.waiting)
        return
    page.say("nothing_due", "bold")
    if today.next_wait is not None:
        page.say("next_due", when=view.format_time(page.words, today.next_wait, "in"))
    if today.unseen:
        page.say("new_tomorrow", n=today.unseen)


def name_offers(words: Words, offers: Mapping[More, int]) -> dict[More, str]:
    """Return what each offer beyond today does, with its number of cards."""
    return {more: words.translate(f"more_{more}", n=count) for more, count in offers.items()}


def print_commands(page: Page, offers: Mapping[More, int], command: str) -> None:
    """Print the command of each offer beyond today; `command` is the one without options."""
    options = {"new": f"--new {offers.get('new')}", "ahead": "--ahead", "cram": "--cram"}
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for more, does in name_offers(page.words, offers).items():
        table.add_row(Text(f"  {make_visible(command)} {options[more]}"), Text(does))
    page.say("more_commands")
    page.print(table)


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
        word = "goal_pace" if plan.affordable is None else "goal_short"
    return words.translate(word, date=day, n=plan.cards, new=plan.new, held=plan.affordable or 0)


def print_summary(
    page: Page, answers: Sequence[Feedback], learner: LearnerState, today: Today | None
) -> None:
    """Print how it went, the cards that were wrong, what is earned and still due."""
    if not answers:
        page.say("summary_none")
        return
    spent = sum(measure_times([answer.review for answer in reversed(answers)]))
    time = view.format_time(page.words, spent, "span")
    right = sum(answer.right for answer in answers)
    page.say("summary", "bold", right=right, n=len(answers), time=time)
    wrong = {answer.card.id: answer.question for answer in answers if not answer.right}
    if wrong:
        page.say("weakest", "bold")
    for question in wrong.values():
        line = render_inline(summarize_question(question)).plain
        page.print(f"  • {line}", overflow="ellipsis", no_wrap=True)
    if not answers[0].kept:
        page.say("cram_done")
        return
    page.say("saved")
    counts = learner.count_cards(learner.cards)
    page.say("cards_seen", seen=counts.seen, n=counts.cards)
    begun = [answer for answer in answers if answer.memory.first == answer.review.at]
    stages = {answer.card.note.stage for answer in begun}
    for stage in sorted(stages - {card.note.stage for card in learner.list_unseen()}):
        page.say("stage_finished", n=stage)
    if today and (left := view.list_left(page.words, today.left)):
        page.say("still_left", what=page.translate("comma").join(left))
    elif today:
        page.say("today_full" if today.backlog else "today_done", n=len(today.backlog))
    if due := forecast_due(learner)[1]:
        page.say("due_tomorrow", n=due)


def print_checklist(page: Page, items: Sequence[ChecklistItem]) -> None:
    """Print the concepts of each stage, and below them what the ticks and numbers mean.

    The shares of cards in review stand in one column for all stages.
    """
    names = {item.key: render_inline(item.name) for item in items}
    longest = max((name.cell_len for name in names.values()), default=0)
    shares = {item.key: f"{item.in_review}/{item.cards}" for item in items}
    for stage, title in sorted({(item.stage, item.stage_title) for item in items}):
        page.print_stage(stage, title)
        table = Table.grid(padding=(0, 1, 0, 0))
        table.add_column(no_wrap=True)
        table.add_column(min_width=longest + 1, overflow="fold")
        table.add_column(no_wrap=True, justify="right", min_width=max(map(len, shares.values())))
        for item in (item for item in items if item.stage == stage):
            table.add_row(render_tick(item), names[item.key], shares[item.key])
        page.print(table)
    if items:
        page.print()
    page.say("checklist_means" if items else "no_concepts")


def render_tick(item: ChecklistItem) -> Text:
    """Return what stands before a concept: [x] if it is known, else [ ]."""
    return Text("[x]", "green") if item.known else Text("[ ]")


def print_path(page: Page, stages: Sequence[StageProgress]) -> None:
    """Print the stages with weeks, goal, progress, concepts and what to read."""
    translate = page.translate
    for stage in stages:
        page.print_stage(stage.stage, stage.title)
        if stage.weeks:
            weeks = translate("path_weeks", weeks=make_visible(stage.weeks))
            page.print_hanging("  ", Text(weeks))
        if stage.state != "later":
            page.print_hanging("  ", Text(translate(f"path_{stage.state}"), "magenta"))
        if stage.goal:
            page.print_hanging("  ", render_inline(stage.goal))
        known = sum(item.known for item in stage.checklist)
        counts = [
            translate("of_concepts", known=known, n=len(stage.checklist)),
            translate("cards_seen", seen=stage.seen, n=stage.cards),
            translate("cards_earned", earned=stage.earned, n=stage.cards),
        ]
        page.print_hanging("  ", Text(" · ".join(counts)))
        if stage.seen_by:
            when = translate("on_date", date=stage.seen_by)
            page.print_hanging("  ", Text(translate("stage_ends", n=stage.stage, when=when)))
        for item in stage.checklist:
            page.print_hanging(
                Text("  ").append(render_tick(item)).append(" "), render_inline(item.name)
            )
        view.print_reading(page, "  • ", stage.resources, whole=True)


def print_glossary(page: Page, terms: Sequence[GlossaryTerm]) -> None:
    """Print a table of the terms: the term, its meaning, and the deck that teaches it.

    A term with a word that is wider than its column stands on a line of its own above its row.
    """
    words = ("glossary_term", "glossary_meaning", "glossary_deck")
    heading = [Text(page.translate(word), "bold") for word in words]
    names = [Text(make_visible(name_term(entry, page.words)), "bold") for entry in terms]
    decks = [Text(entry.deck) for entry in terms]

    def measure(text: Text) -> Measurement:
        return Measurement.get(page, page.options, text)

    term_width = min(max(measure(text).maximum for text in (heading[0], *names)), page.width // 4)
    deck_width = min(max(measure(text).maximum for text in (heading[2], *decks)), page.width // 3)

    def print_row(term: Text, meaning: Text, deck: Text) -> None:
        row = Table.grid(padding=(0, 2, 0, 0), expand=True)
        row.add_column(width=term_width, overflow="fold")
        row.add_column(ratio=1, overflow="fold")
        row.add_column(width=deck_width, overflow="fold")
        row.add_row(term, meaning, deck)
        page.print(row)

    print_row(*heading)
    for entry, name, deck in zip(terms, names, decks, strict=True):
        page.print()
        if measure(name).minimum > term_width:
            page.print(name)
            name = Text()
        print_row(name, render_inline(entry.meaning), deck)


def print_statistics(page: Page, stats: Statistics) -> None:
    """Print the numbers: today, in all, what is due, what was remembered, and leeches."""
    translate = page.translate
    if not stats.answers:
        page.say("stats_none")
        return
    today = stats.today
    page.begin("stats_today")
    page.say("stats_today_line", n=today.answers, right=today.right, minutes=stats.minutes)
    page.begin("stats_total")
    page.say("stats_all", n=stats.answers, seen=stats.seen, all=stats.cards)
    counts = {"earned": stats.earned, "all": stats.cards, "known": stats.known}
    page.say("stats_earned", concepts=stats.concepts, **counts)
    page.begin("stats_forecast")
    names, days = translate("weekdays").split(), stats.forecast[:MAX_DAYS]
    width = min(MAX_BAR, page.width // 2)
    for ahead, count in enumerate(days):
        day = date.fromisoformat(stats.date) + timedelta(ahead)
        label = f" {names[day.weekday()]} {page.words.format_short_day(day)}  "
        bar = "█" * ceil(width * count / max(days)) if count else ""
        page.print(Text(label).append(bar, "green").append(f" {count}"))
    page.begin("stats_retention")
    for stage, tally in stats.retention.items():
        share = translate("percent", n=round(100 * (tally.share or 0)))
        text = translate("stats_share", share=share, n=tally.answers) if tally.answers else "–"
        page.print(f" {translate('stage', n=stage)}  {text}")
    if stats.leeches:
        page.begin("stats_leeches")
    for leech in stats.leeches:
        times = f"  {translate('times', n=leech.lapses)}"
        page.print_hanging(" • ", render_inline(leech.asks) + times)


def print_card(
    page: Page,
    question: Question,
    reviews: Sequence[Review],
    memory: Memory | None,
    marks: CardMarks,
    moment: Moment,
) -> None:
    """Print a card with its answer, how it was answered so far, and when it is asked next."""
    stage = page.translate("stage", n=question.card.note.stage)
    page.print(Text(f"{question.id} · {stage}", "bold"))
    view.print_question(page, question)
    if question.form == "reveal":
        view.print_answer(page, question)
    else:
        view.print_marked(page, question, (), Verdict(0.0, unknown=True))
    view.print_reasons(page, question, RIGHT)
    page.print()
    for review in reviews:
        day = page.words.format_day(datetime.fromtimestamp(review.at / 1000).date())
        rating = page.translate([*RATINGS][review.rating - 1])
        typed = review.answer if review.form in ("type", "gap") else ""
        page.print(make_visible(f"  {day}  {rating}  {typed}".rstrip()[: page.width]))
    if marks.rests(moment.day):
        page.say("now_suspended" if marks.suspended else "now_buried", key=question.id)
    elif memory is None:
        page.say("never_asked")
    elif is_due(memory, moment.now, moment.day_end):
        page.say("due_today")
    else:
        wait = moment.measure_wait(memory)
        page.say("next_time", when=view.format_time(page.words, wait, "in"))


def print_rules(page: Page, exam: Exam, now: int) -> None:
    """Print what a candidate is told before the first question; `now` in UTC milliseconds."""
    quiz, points = exam.drawn.quiz, page.words.format_number(round(exam.score.total, 1))
    page.print(Text(make_visible(quiz.title), "bold"))
    page.say("exam_begins", n=len(exam.drawn.questions), points=points)
    if quiz.purpose:
        page.print(make_visible(quiz.purpose))
    if exam.drawn.left_out:
        titles = page.translate("list_comma").join(exam.drawn.left_out)
        page.say("left_out", titles=make_visible(titles))
    if exam.minutes is not None:
        page.say("exam_minutes", n=float(exam.minutes))
        page.say("exam_clock")
    if quiz.pass_mark is not None and not exam.is_placement:
        page.say("exam_pass_mark", n=float(quiz.pass_mark))
    page.say("exam_practice")
    if exam.answered:
        page.say("exam_resumed", n=len(exam.answered))
    if exam.deadline is not None:
        page.say("time_left", n=ceil((exam.deadline - now) / 60_000))


def print_stopped(page: Page, exam: Exam, now: int, command: str) -> None:
    """Print the command that begins or resumes an exam, and until when that is possible.

    `now` is in UTC milliseconds.
    """
    if exam.deadline is not None:
        page.say("exam_resume_until", when=view.format_clock(page.words, exam.deadline, now))
    else:
        page.say("exam_resume" if exam.began else "exam_not_begun")
    print_command(page, command)


def print_command(page: Page, command: str) -> None:
    """Print a command on a line of its own, to be copied."""
    page.print(f"  {make_line(command)}", soft_wrap=True)


def print_mistakes(page: Page, exam: Exam) -> None:
    """Print every answer that was not right, under its number, marked and with the reason."""
    for number, answered in exam.mistakes.items():
        question = answered.drawn.question
        page.print(Text(f"── {page.translate('exam_mistake', n=number)} ──", "bold"))
        view.print_question(page, question)
        view.print_marked(page, question, answered.answer, answered.verdict)
        view.print_reasons(page, question, answered.verdict)
        page.print()


def print_score(page: Page, exam: Exam, stage: int) -> None:
    """Print the points of each block and of all, and whether they are enough.

    `stage` is where the learner's new cards begin.
    """
    if exam.out_of_time:
        page.say("out_of_time", "magenta")
    blocks = [("block_score", score) for score in exam.scores if score.title]
    for word, score in [*blocks, ("exam_score", exam.score)]:
        points, total = (page.words.format_number(round(n, 1)) for n in (score.points, score.total))
        values = {"title": make_visible(score.title), "points": points, "total": total}
        style = "bold" if word == "exam_score" else ""
        # Rounded down: 66.67 is not the 67 that was needed.
        page.say(word, style, **values, percent=int(score.percent), n=score.total)
    if exam.is_placement:
        begin = exam.begin_with
        word = "begin_stays" if begin == stage else "begin_with" if begin else "begin_anywhere"
        page.say(word, "green", n=begin or 0)
    elif exam.passed:
        page.say("passed" if exam.is_finished else "passed_unfinished", "green")
    elif exam.passed is not None:
        page.say("failed", "red")
