"""Numbers of a report in words, the same on the page and in the terminal, and as CSV."""

from __future__ import annotations

from dataclasses import asdict, fields

from flashcards.results.class_report import DIGITS, ClassReport, PersonResult
from flashcards.results.item_analysis import Finding, ItemAnalysis
from flashcards.text.csv_cells import write_table
from flashcards.words.catalog import Words
from flashcards.words.message import Number

FEW = 30
"""Fewer people say little about reliability."""
MOST_PICKS = 12
"""Answers of one question in its row; JSON has all."""
_QUESTIONS = (
    "question_id",
    "text",
    "points",
    "people",
    "right",
    "share_right",
    "low",
    "high",
    "mean_score",
    "discrimination",
    "seconds",
    "unanswered",
    "place",
)


def format_time(words: Words, seconds: float | None) -> str:
    """12 s, 3:05 or 1:02:03; a dash if it is not known."""
    if seconds is None:
        return "–"
    if seconds < 60:
        return words.say("took_seconds", n=round(seconds))
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def format_points(words: Words, points: float | None) -> str:
    """Points with two digits after the point at most; a dash if they are not known."""
    return "–" if points is None else words.format_number(float(round(points, 2)))


def format_percent(words: Words, share: float | None) -> str:
    """A share in percent; a dash if it is not known."""
    return "–" if share is None else words.say("percent", n=round(100 * share))


def format_signed(words: Words, value: float | None) -> str:
    """A correlation with its sign; a dash if it is not defined."""
    return "–" if value is None else words.format_number(Number(value, "+.2f")).replace("-", "−")


def summarize_class(report: ClassReport, brief: bool = False) -> list[str]:
    """How many people and questions; how they did: three lines at most if `brief`."""
    words, found = report.words, report.summarize()
    mean, median = Number(found["mean"], ".1f"), Number(found["median"], ".1f")
    told = [
        words.say("results_people_count", n=found["people"])
        + words.say("comma")
        + words.say("results_questions_count", n=found["questions"]),
        words.say("results_mean", mean=mean, median=median),
    ]
    if found["deviation"] is not None and not brief:
        told.append(words.say("results_deviation", n=Number(found["deviation"], ".1f")))
    if found["passed"] is not None:
        passed, mark = found["passed"], report.pass_mark
        told.append(words.say("results_passed", n=passed, all=found["people"], mark=mark))
    if found["open"] and not brief:
        told.append(words.say("results_open", n=found["open"]))
    if found["seconds"] is not None and not brief:
        word = "results_time" if found["timed"] == found["people"] else "results_time_some"
        time, n = format_time(words, found["seconds"]), found["timed"]
        told.append(words.say(word, time=time, n=n, all=found["people"]))
    return told


def describe_reliability(report: ClassReport) -> str:
    """Alpha, its interval and what it means for one score."""
    words, found = report.words, report.reliability
    if found is None:
        return words.say("results_alpha_none")
    if found.alpha < 0:  # no interval and no error of a score means anything then
        told = [words.say("results_alpha_negative")]
    else:
        low, high = Number(max(-1.0, found.low), ".2f"), Number(found.high, ".2f")
        told = [words.say("results_alpha", alpha=Number(found.alpha, ".2f"), low=low, high=high)]
        told.append(words.say("results_error", n=Number(found.error, ".1f")))
    if found.people < len(report.people):
        told.append(words.say("results_alpha_some", n=found.people, all=len(report.people)))
    if found.people < FEW:
        told.append(words.say("results_alpha_few", n=found.people))
    return words.say("between_sentences").join(told)


def describe_person(words: Words, person: PersonResult) -> str:
    """What a score leaves out: questions not reached, not read or not graded; else nothing."""
    told = [] if person.finished else [words.say("results_unfinished")]
    if person.left_out:
        told.append(words.say("results_cells_left_out", n=person.left_out))
    if person.not_graded:
        told.append(words.say("results_not_graded", n=person.not_graded))
    return words.say("comma").join(told)


def describe_finding(words: Words, finding: Finding) -> str:
    """Why to look at a question, in one sentence."""
    pick = finding.pick if len(finding.pick) <= 60 else finding.pick[:59].rstrip() + "…"
    match finding.kind:
        case "key":
            return words.say("results_key", pick=pick, n=finding.people, all=finding.of)
        case "negative":
            return words.say("results_negative", value=format_signed(words, finding.value))
        case "hard":
            return words.say("results_hard", n=finding.people, all=finding.of)
        case "easy":
            return words.say("results_easy", n=finding.people, all=finding.of)
        case _:
            return words.say("results_unused", pick=pick, all=finding.of)


def list_suggestions(report: ClassReport) -> list[str]:
    """One line for each reason to look at an entry, with its file and line."""
    return [
        f"{report.places.get(finding.question, finding.question)}: {finding.question}: "
        f"{describe_finding(report.words, finding)}"
        for finding in report.findings
    ]


def make_people_table(report: ClassReport) -> bytes:
    """One row a person, the best first."""
    names = [field.name for field in fields(PersonResult)]
    people = (
        {**asdict(each), "seconds": each.seconds and round(each.seconds)} for each in report.people
    )
    return write_table(names, ([*map(_cell, each.values())] for each in people))


def make_question_table(report: ClassReport) -> bytes:
    """One row a question; behind its numbers how often each answer was given."""
    rows = [_question_row(report, item) for item in report.items]
    most = max((len(row) - len(_QUESTIONS) for row in rows), default=0)
    names = [
        name
        for n in range(1, most // 3 + 1)
        for name in (f"answer_{n}", f"chosen_{n}", f"right_{n}")
    ]
    padded = ([*row, *("",) * (len(_QUESTIONS) + most - len(row))] for row in rows)
    return write_table([*_QUESTIONS, *names], padded)


def _question_row(report: ClassReport, item: ItemAnalysis) -> list[str | float]:
    low, high = item.interval or (None, None)
    place = report.places.get(item.id)
    facts = {**asdict(item), "question_id": item.id, "low": low, "high": high, "place": place}
    picks = [
        cell
        for pick in item.picks[:MOST_PICKS]
        for cell in (pick.text, pick.people, _cell(pick.right))
    ]
    return [*(_cell(facts[name]) for name in _QUESTIONS), *picks]


def _cell(value: object) -> str | float:
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case float():
            return int(value) if value.is_integer() else round(value, DIGITS)
        case int():
            return value
        case _:
            return str(value)
