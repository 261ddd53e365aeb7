"""Times as people say them: in 10 min, tomorrow, in 3 months."""

from __future__ import annotations

from flashcards.i18n.catalog import say
from flashcards.reviews.memory import DAY_MS

_MINUTE, _HOUR = 60_000, 3_600_000


def format_time_ahead(lang: str, span: int) -> str:
    """How far ahead something is, in milliseconds."""
    if span < _MINUTE // 2:
        return say(lang, "now")
    if span < _HOUR:
        return say(lang, "in_minutes", n=max(1, round(span / _MINUTE)))
    if span < DAY_MS:
        return say(lang, "in_hours", n=round(span / _HOUR))
    days = round(span / DAY_MS)
    if days < 60:
        return say(lang, "tomorrow") if days == 1 else say(lang, "in_days", n=days)
    if days < 730:
        return say(lang, "in_months", n=round(days / 30.4))
    return say(lang, "in_years", n=f"{days / 365:.1f}")
