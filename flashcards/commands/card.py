"""`ptquiz card`: suspend, bury and flag cards by name."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from flashcards.cards import Card
from flashcards.commands.learner import open_log, open_log_for_reading, read_moment
from flashcards.commands.options import Command
from flashcards.commands.shared_options import COURSE, JSON, LANG, entry_keys
from flashcards.commands.speaker import Speaker
from flashcards.selection import select_cards
from flashcards.study.marks import find_named_cards, list_marked, mark_cards
from flashcards.study.standing import find_standing
from flashcards.terminal.output import print_columns, print_json, print_line
from flashcards.terminal.rich_text import render_inline
from flashcards.words.message import Message, Names

KEYS = entry_keys("keys", "help-card-key")._replace(flags=(), required=True)
OPTIONS = (KEYS, LANG, COURSE)


def suspend(speaker: Speaker, **options: Any) -> None:
    """Ask these cards no more, until you restore them."""
    _mark(speaker, "suspended", True, "card-suspended", **options)


def restore(speaker: Speaker, **options: Any) -> None:
    """Ask suspended or buried cards again."""
    _mark(speaker, "suspended", False, "card-restored", "buried", **options)


def bury(speaker: Speaker, **options: Any) -> None:
    """Leave these cards until tomorrow."""
    _mark(speaker, "buried", True, "card-buried-today", **options)


def flag(speaker: Speaker, **options: Any) -> None:
    """Flag these cards, to find them again with 'ptquiz card list'."""
    _mark(speaker, "flagged", True, "card-flagged", **options)


def unflag(speaker: Speaker, **options: Any) -> None:
    """Take the flag off these cards."""
    _mark(speaker, "flagged", False, "card-unflagged", **options)


def list_cards(speaker: Speaker, course: Path | None, as_json: bool) -> None:
    """The cards that are suspended, buried or flagged."""
    found_course = speaker.load_course(course)
    language = speaker.choose_language(found_course)
    standing = find_standing(found_course, read_moment(), language)
    with open_log_for_reading() as log:
        found = list_marked(standing, log)
    if as_json:
        print_json([marked.for_json() for marked in found])
        return
    rows, words = [], speaker.find_words(speaker.lang)
    for marked in found:
        held = [name for name in ("suspended", "buried", "flagged") if getattr(marked, name)]
        told = words.render(Message("text", text=Names(Message(f"card-{name}") for name in held)))
        rows.append((marked.card.id, told, render_inline(marked.asks).plain))
    print_columns(rows)
    if not found:
        print_line(words.render(Message("cards-marked-none")))


def _mark(
    speaker: Speaker,
    name: Any,
    on: bool,
    done: str,
    *more: Any,
    keys: Sequence[str],
    course: Path | None,
) -> None:
    found = speaker.load_course(course)
    _, cards = select_cards(found, speaker.choose_language(found))
    chosen = find_named_cards(cards, keys)
    with open_log() as log:
        changed = [
            card
            for each in (name, *more)
            for card in mark_cards(log, chosen, each, on, read_moment())
        ]
    _print_changed(speaker, changed, speaker.find_words(speaker.lang).say(done), len(chosen))


def _print_changed(speaker: Speaker, changed: Sequence[Card], word: str, chosen: int) -> None:
    names = list(dict.fromkeys(card.id for card in changed))
    for name in names:
        print_line(f"{name} {word}")
    if same := chosen - len(names):
        speaker.print(Message("cards-same", n=same))


SUBCOMMANDS = {
    "suspend": Command(OPTIONS, suspend),
    "restore": Command(OPTIONS, restore),
    "bury": Command(OPTIONS, bury),
    "flag": Command(OPTIONS, flag),
    "unflag": Command(OPTIONS, unflag),
    "list": Command((LANG, COURSE, JSON), list_cards),
}
