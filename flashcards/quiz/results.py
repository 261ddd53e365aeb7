"""What a candidate reads before and after an exam."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from flashcards.quiz.exam import Answered, Exam
from flashcards.quiz.telling import tell_answer, tell_explanation
from flashcards.render.terminal import inline, literal, printable
from flashcards.words import say


def tell_begin(console: Console, lang: str, exam: Exam) -> None:
    title, count = printable(exam.quiz.title), len(exam.asked)
    words = say(lang, "exam_begins", title=title, n=count, points=f"{exam.total:g}")
    console.print(Text(words, "bold"))
    if exam.left_out:
        titles = printable(", ".join(exam.left_out))
        console.print(Text(say(lang, "left_out", titles=titles)))
    if exam.quiz.minutes is not None:
        console.print(Text(say(lang, "exam_minutes", n=f"{exam.quiz.minutes:g}")))
    console.print(Text(say(lang, "exam_practice"), "bright_black"))


def tell_result(console: Console, lang: str, exam: Exam, file: str | None) -> None:
    """The score, then every mistake with its answer."""
    console.print()
    if exam.out_of_time:
        console.print(Text(say(lang, "out_of_time"), "bold yellow"))
    for answered in exam.answered:
        if not answered.verdict.right:
            _tell_mistake(console, lang, answered)
    left = len(exam.asked) - len(exam.answered)
    if left:
        console.print(Text(say(lang, "unanswered", n=left)))
    score = say(
        lang, "exam_score", points=f"{exam.points:g}", total=f"{exam.total:g}", percent=exam.percent
    )
    console.print(Text(score, "bold"))
    if exam.passed is not None:
        style = "bold green" if exam.passed else "bold red"
        finished = "passed" if not left else "passed_unfinished"
        console.print(Text(say(lang, finished if exam.passed else "failed"), style))
    if file:
        console.print(Text(say(lang, "written_to", file=printable(file)), "bright_black"))


def _tell_mistake(console: Console, lang: str, answered: Answered) -> None:
    question = answered.asked.question
    first = (question.stem or question.code or "").strip().splitlines()[0]
    console.print(inline(first))
    console.print(Text(f"  {say(lang, 'you_chose')}{say(lang, 'colon')}") + _given(answered))
    console.print(Text(f"  {say(lang, 'the_answer')}"))
    tell_answer(console, question)
    tell_explanation(console, question)
    console.print()


def _given(answered: Answered) -> Text:
    """What was answered, in words."""
    texts = {option.name: option.text for option in answered.asked.question.options}
    parts = [texts.get(name, name) for name in answered.answer]
    return literal(", ".join(" ".join(part.split()) for part in parts) or "–")
