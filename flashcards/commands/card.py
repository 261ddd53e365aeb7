"""`ptquiz card`: suspend, bury and flag cards by name."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flashcards.commands.options import Command, Option
from flashcards.commands.shared_options import COURSE, JSON, LANG, list_keys
from flashcards.commands.speech import print_message, say_message
from flashcards.terminal.output import print_columns, print_json, print_line
from flashcards.words.message import Message, Names

if TYPE_CHECKING:
    from flashcards import Card

HELP = "Suspend, bury or flag cards; an entry's key stands for all its cards."
KEYS = Option(
    "keys", many=True, required=True, metavar="KEY", help="An entry, or a card such as leaf#1.",
    complete=list_keys,
)  # fmt: skip
OPTIONS = (KEYS, LANG, COURSE)


def suspend(**options: Any) -> None:
    """Ask these cards no more, until you restore them."""
    _mark("suspended", True, "card-suspended", **options)


def restore(**options: Any) -> None:
    """Ask suspended or buried cards again."""
    _mark("suspended", False, "card-restored", "buried", **options)


def bury(**options: Any) -> None:
    """Leave these cards until tomorrow."""
    _mark("buried", True, "card-buried-today", **options)


def flag(**options: Any) -> None:
    """Flag these cards, to find them again with 'ptquiz card list'."""
    _mark("flagged", True, "card-flagged", **options)


def unflag(**options: Any) -> None:
    """Take the flag off these cards."""
    _mark("flagged", False, "card-unflagged", **options)


def list_cards(lang: str | None, course: Path | None, as_json: bool) -> None:
    """The cards that are suspended, buried or flagged."""
    from flashcards import list_marked, load_course, load_marks, select_cards
    from flashcards.commands.environment import choose_language, open_log_for_reading, read_moment
    from flashcards.paths import open_cache
    from flashcards.terminal.rich_text import render_inline

    found_course = load_course(course, cache=open_cache())
    notes, cards = select_cards(found_course, choose_language(found_course, lang))
    with open_log_for_reading() as log:
        found = list_marked(notes, cards, load_marks(log, notes), read_moment().day)
    if as_json:
        print_json([marked.for_json() for marked in found])
        return
    rows = []
    for marked in found:
        held = [name for name in ("suspended", "buried", "flagged") if getattr(marked, name)]
        words = Message("text", text=Names(Message(f"card-{name}") for name in held))
        rows.append((marked.card.id, say_message(words, lang), render_inline(marked.asks).plain))
    print_columns(rows)
    if not found:
        print_message(Message("cards-marked-none"), lang)


def _mark(
    name: Any, on: bool, done: str, *more: Any, keys: Sequence[str], lang: str | None,
    course: Path | None,
) -> None:  # fmt: skip
    from flashcards import find_named_cards, load_course, mark_cards, select_cards
    from flashcards.commands.environment import choose_language, open_log, read_moment
    from flashcards.paths import open_cache

    found = load_course(course, cache=open_cache())
    _, cards = select_cards(found, choose_language(found, lang))
    chosen = find_named_cards(cards, keys)
    with open_log() as log:
        changed = [
            card
            for each in (name, *more)
            for card in mark_cards(log, chosen, each, on, read_moment())
        ]
    _print_changed(changed, say_message(Message(done), lang), len(chosen))


def _print_changed(changed: Sequence[Card], word: str, chosen: int) -> None:
    names = list(dict.fromkeys(card.id for card in changed))
    for name in names:
        print_line(f"{name} {word}")
    if same := chosen - len(names):
        print_message(Message("cards-same", n=same))


SUBCOMMANDS = {
    "suspend": Command(OPTIONS, suspend),
    "restore": Command(OPTIONS, restore),
    "bury": Command(OPTIONS, bury),
    "flag": Command(OPTIONS, flag),
    "unflag": Command(OPTIONS, unflag),
    "list": Command((LANG, COURSE, JSON), list_cards),
}
