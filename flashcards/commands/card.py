"""`ptquiz card`: show, find, suspend, bury and flag cards."""

from __future__ import annotations

from collections.abc import Sequence

from flashcards.commands.context import Context
from flashcards.commands.environment import read_clock, wants_lines
from flashcards.commands.learner import open_log, open_log_for_reading, read_moment
from flashcards.errors import FlashcardsError
from flashcards.questions import make_question, summarize_question
from flashcards.reviews.review import MarkName
from flashcards.selection import select_cards
from flashcards.study.marks import find_named_cards, list_marked, mark_cards
from flashcards.study.standing import find_standing
from flashcards.terminal.output import print_columns, print_json, print_line
from flashcards.terminal.reports import print_card
from flashcards.terminal.rich_text import make_console, render_inline
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


def show_cards(context: Context, keys: Sequence[str]) -> None:
    """Print cards with their answers, how they were answered so far, and when they come back."""
    standing = find_standing(context.course, read_moment(), context.language)
    with open_log_for_reading() as log:
        known, reviews = standing.load(log), list(log.reviews())
    console = make_console(wants_lines(False))
    for card in find_named_cards(known.cards, keys):
        owner = card.note.course, card.note.lang, card.id
        mine = [each for each in reviews if (each.course, each.lang, each.card) == owner]
        question = make_question(card, known.neighbours)
        print_card(console, question, mine, known.find_memory(card), read_clock())
        console.print()


def find_cards(context: Context, words: Sequence[str]) -> None:
    """Print the cards that have all of these words in question or answer, with what they ask.

    Raises FlashcardsError if there is none.
    """
    standing, rows = find_standing(context.course, read_moment(), context.language), []
    for card in standing.cards:
        question = make_question(card, standing.neighbours)
        options = (part for option in question.options for part in (option.text, option.why))
        texts = (card.id, question.stem, question.code, question.answer, question.explanation)
        text = " ".join(filter(None, (*texts, *question.accepted, *options))).casefold()
        if all(word.casefold() in text for word in words):
            rows.append((card.id, render_inline(summarize_question(question)).plain))
    if not rows:
        raise FlashcardsError(f"No card has the words {' '.join(words)!r}.")
    print_columns(rows)
