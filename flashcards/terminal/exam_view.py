"""What a candidate reads before and after an exam."""

from __future__ import annotations

from collections.abc import Iterator

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from flashcards.study.exam import Exam, ExamAnswer
from flashcards.terminal.durations import format_clock
from flashcards.terminal.interface import ConsoleInterface
from flashcards.terminal.output import make_visible
from flashcards.terminal.question_view import (
    format_points,
    print_answer,
    print_explanation,
    print_hanging,
    render_options,
    render_pair,
    render_typed,
)
from flashcards.terminal.rich_text import render_code, render_markdown
from flashcards.words.catalog import Words


def list_begin(words: Words, exam: Exam, now: int) -> Iterator[str]:
    """What a candidate is told before the first question; `now` in UTC milliseconds."""
    yield make_visible(exam.quiz.title)
    yield words.say("exam_begins", n=len(exam.questions), points=format_points(words, exam.total))
    if exam.quiz.purpose:
        yield make_visible(exam.quiz.purpose)
    if exam.drawn.left_out:
        titles = words.say("list_comma").join(exam.drawn.left_out)
        yield words.say("left_out", titles=make_visible(titles))
    if exam.quiz.minutes is not None:
        yield words.say("exam_minutes", n=float(exam.quiz.minutes))
    if exam.quiz.pass_mark is not None and not exam.is_placement:
        yield words.say("exam_pass_mark", n=float(exam.quiz.pass_mark))
    yield words.say("exam_practice")
    if exam.answered:
        yield words.say("exam_resumed", n=len(exam.answered))
    if exam.away and exam.deadline is not None:
        yield words.say("exam_clock", clock=format_clock(max(0, exam.deadline - now)))


def print_mistakes(console: Console, words: Words, exam: Exam) -> None:
    """Every answer that was not right, under its number, with the right one and why."""
    for number, answered in enumerate(exam.answered, 1):
        if not answered.verdict.right:
            console.print(Text(f"── {words.say('exam_mistake', n=number)} ──", "bold"))
            _print_mistake(console, words, answered)


def print_result(
    console: Console,
    words: Words,
    exam: Exam,
    file: str | None,
    command: str = "",
    stage: int | None = None,
) -> None:
    """The score, whether that is enough, where the result is, and the command that goes on.

    An exam that was stopped says nothing of the score yet, if it is kept and can go on. `stage`
    is where the learner's new cards begin.
    """
    console.print()
    left = len(exam.questions) - len(exam.answered)
    if left:
        console.print(Text(words.say("unanswered", n=left)))
    stopped = not exam.is_over
    if not stopped or (file is None and not exam.is_placement):
        _print_blocks(console, words, exam)
        _print_score(console, words, exam, stage)
    if stopped:
        _print_command(console, words.say("exam_goes_on"), command)
    if file:
        console.print(Text(words.say("written_to", file=make_visible(file))), soft_wrap=True)


def print_not_begun(console: Console, words: Words, resumed: bool, command: str) -> None:
    """The command that begins an exam which was left at its rules, or goes on with it."""
    _print_command(console, words.say("exam_goes_on" if resumed else "exam_not_begun"), command)


def _print_command(console: Console, words: str, command: str) -> None:
    console.print(Text(words))
    console.print(Text(f"  {command}"), soft_wrap=True)


def _print_score(console: Console, words: Words, exam: Exam, stage: int | None) -> None:
    """The points, and whether they are enough or where to begin."""
    if exam.out_of_time:
        console.print(Text(words.say("out_of_time"), "magenta"))
    marks = {"points": format_points(words, exam.points)}
    marks["total"] = format_points(words, exam.total)
    score = words.say("exam_score", **marks, percent=round(exam.percent), n=exam.total)
    console.print(Text(score, "bold"))
    if exam.is_placement:
        begin = exam.begin_with
        word = "begin_stays" if begin == stage else "begin_with"
        told = words.say(word, n=begin) if begin else words.say("begin_anywhere")
        console.print(Text(told, "green"))
    elif exam.passed is not None:
        style = "green" if exam.passed else "red"
        word = "passed" if exam.handed_in else "passed_unfinished"
        console.print(Text(words.say(word if exam.passed else "failed"), style))


def _print_blocks(console: Console, words: Words, exam: Exam) -> None:
    """What was reached where, if the quiz has blocks with names."""
    for score in exam.scores:
        if score.block.title:
            line = words.say(
                "block_score",
                title=make_visible(score.block.title),
                points=format_points(words, score.points),
                total=format_points(words, score.total),
                percent=round(score.percent),
                n=score.total,
            )
            console.print(Text(line))


def _print_mistake(console: Console, words: Words, answered: ExamAnswer) -> None:
    question = answered.drawn.question
    if question.stem:
        console.print(render_markdown(question.stem))
    if question.code is not None:
        console.print(render_code(question.code, question.code_language))
    word = "you_chose" if question.options else "you_wrote"
    head = words.say(word) + words.say("colon")
    for given in _given(words, answered):
        print_hanging(console, head, given)
        head = " " * cell_len(head)
    console.print(Text(words.say("the_answer"), "bold"))
    print_answer(console, question)
    print_explanation(console, question)
    console.print()


def _given(words: Words, answered: ExamAnswer) -> list[Text]:
    """What was answered, in words: one line for each choice."""
    question = answered.drawn.question
    texts = render_options(question)
    if question.form == "match" and answered.answer:
        pairs = zip(question.things, answered.answer, strict=True)
        return [render_pair(thing, texts[name]) for (_, thing, _), name in pairs]
    if question.form == "order":
        steps = enumerate(answered.answer, 1)
        found = [Text(f"{number}. ") + texts[name] for number, name in steps]
    elif question.options:
        found = [texts[name] for name in answered.answer]
    else:
        found = [render_typed(text) for text in answered.answer if text.strip()]
    return found or [Text(words.say("nothing_written"))]


def show_review(ui: ConsoleInterface, exam: Exam, stage: int | None = None) -> None:
    """The score and every mistake, page by page, once an exam is over."""

    def draw(console: Console) -> None:
        _print_score(console, ui.words, exam, stage)
        console.print()
        print_mistakes(console, ui.words, exam)

    if list_mistakes(exam):
        ui.show_pages(draw)


def offer_mistakes(ui: ConsoleInterface, exam: Exam) -> bool:
    """Whether the cards that were wrong are to be learned, once an exam is over."""
    mistakes = list_mistakes(exam)
    stages = sorted({each.drawn.question.card.note.stage for each in mistakes})
    told = ui.words.say("list_comma").join(map(str, stages))
    asked = ui.words.say("learn_mistakes", n=len(mistakes), stages=told)
    return bool(mistakes) and ui.confirm(asked)


def list_mistakes(exam: Exam) -> list[ExamAnswer]:
    """The answers that were not right; none as long as the exam can go on."""
    return [each for each in exam.answered if exam.is_over and not each.verdict.right]


def offer_stage(ui: ConsoleInterface, exam: Exam, stage: int) -> int | None:
    """Where a whole placement lets new cards begin, if that is wished; they begin at `stage`."""
    found = exam.begin_with
    if found in (None, stage) or not exam.handed_in:
        return None
    return found if ui.confirm(ui.words.say("begin_there", n=found)) else None
