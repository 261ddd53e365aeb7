"""Times as people say them: in 10 min, tomorrow, in 3 months."""

from __future__ import annotations

from datetime import date

from flashcards.reviews.memory import DAY_MS
from flashcards.words.catalog import Words

FAR_DAYS = 60
"""An end that is farther away is told roughly."""
_MINUTE, _HOUR = 60_000, 3_600_000


def format_time_ahead(words: Words, span: int) -> str:
    """How far ahead something is, in milliseconds."""
    if span < _MINUTE // 2:
        return words.say("now")
    ahead, _, count = _measure(span)
    if (ahead, count) == ("in_days", 1):
        return words.say("tomorrow")
    return words.say(ahead, n=count)


def format_span(words: Words, span: int) -> str:
    """How long a card stays away, in milliseconds, as short as possible: 10 min, 8 d."""
    _, away, count = _measure(span)
    return words.say(away, n=count)


def _measure(span: int) -> tuple[str, str, float]:
    """The words for a time ahead and for a span, in the unit that people use, and its number."""
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


def format_end(words: Words, end: date, today: date) -> str:
    """On which day something ends; the third of a month if that is far away, for it will move."""
    if (end - today).days <= FAR_DAYS:
        return words.say("on_date", date=end)
    word = "early_month" if end.day <= 10 else "mid_month" if end.day <= 20 else "late_month"
    return words.say(word, month=words.spell_months(f"{end:%Y-%m}"))


def format_clock(left: int) -> str:
    """Milliseconds as a clock shows them: 4:05, 1:02:03."""
    seconds = max(0, -(-left // 1000))
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def format_duration(words: Words, span: int) -> str:
    """How long something took, in milliseconds: seconds below two minutes, else minutes."""
    if span < 2 * _MINUTE:
        return words.say("took_seconds", n=round(span / 1000))
    return words.say("took_minutes", n=round(span / _MINUTE))
