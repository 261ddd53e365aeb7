"""What a learner sees of syncs with Anki that run beside a sitting."""

from __future__ import annotations

from flashcards.words.catalog import Words


def describe_failed_sync(words: Words, why: str) -> str:
    """The line after a sitting that could not be synced."""
    return words.say("not_synced", why=why)
