"""`ptquiz card`: suspend, bury and flag cards by name."""

from __future__ import annotations

from collections.abc import Sequence

from flashcards.commands.context import Context
from flashcards.commands.learner import open_log, open_log_for_reading, read_moment
from flashcards.reviews.review import MarkName
from flashcards.selection import select_cards
from flashcards.study.marks import find_named_cards, list_marked, mark_cards
from flashcards.study.standing import find_standing
from flashcards.terminal.output import print_columns, print_json, print_line
from flashcards.terminal.rich_text import render_inline
from flashcards.text.plain_text import format_count

CHANGES: dict[str, tuple[tuple[MarkName, ...], bool, str]] = {
    "suspend": (("suspended",), True, "suspended"),
    "restore": (("suspended", "buried"), False, "restored"),
    "bury": (("buried",), True, "buried until tomorrow"),
    "flag": (("flagged",), True, "flagged"),
    "unflag": (("flagged",), False, "no longer flagged"),
}
"""By command the marks, whether they are set or removed, and what is said of a card."""


def change_marks(context: Context, command: str, keys: Sequence[str]) -> None:
    """Set or remove marks of cards, and say which of them changed."""
    marks, is_set, message = CHANGES[command]
    _, cards = select_cards(context.course, context.language)
    chosen = find_named_cards(cards, keys)
    with open_log() as log:
        changed = dict.fromkeys(
            card.id
            for mark in marks
            for card in mark_cards(log, chosen, mark, is_set, read_moment())
        )
    for id in changed:
        print_line(f"{id} {message}")
    if same := len(chosen) - len(changed):
        print_line(f"{format_count(same, 'card')} {'was' if same == 1 else 'were'} so already")


def list_marked_cards(context: Context, as_json: bool) -> None:
    """Print the cards that are suspended, buried or flagged."""
    standing = find_standing(context.course, read_moment(), context.language)
    with open_log_for_reading() as log:
        cards = list_marked(standing, log)
    if as_json:
        print_json(cards)
        return
    rows = []
    for card in cards:
        marks = ", ".join(name for name in ("suspended", "buried", "flagged") if card[name])
        asks = render_inline(card["asks"]).plain
        rows.append((card["card"], marks, asks))
    print_columns(rows)
    if not cards:
        print_line("No card is suspended, buried or flagged.")
