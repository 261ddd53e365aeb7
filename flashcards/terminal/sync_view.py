"""What a learner sees of syncs with Anki that run beside a sitting."""

from __future__ import annotations

from flashcards.words.catalog import say


def describe_failed_sync(lang: str, why: str) -> str:
    """The line after a sitting that could not be synced."""
    return say(lang, "not_synced", why=why)
