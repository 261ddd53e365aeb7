"""`ptquiz card`: suspend, bury and flag cards by name."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from flashcards.commands.learner import load_standing, open_log, open_log_for_reading, read_moment
from flashcards.commands.options import Command
from flashcards.commands.shared_options import COURSE, JSON, LANG, entry_keys
from flashcards.commands.speaker import Speaker
from flashcards.reviews.review import MarkName
from flashcards.selection import select_cards
from flashcards.study.marks import find_named_cards, list_marked, mark_cards
from flashcards.terminal.output import print_columns, print_json, print_line
from flashcards.terminal.rich_text import render_inline
from flashcards.words.message import Message, Names

KEYS = entry_keys("keys", "help-card-key")._replace(flags=(), required=True)
OPTIONS = (KEYS, LANG, COURSE)


def list_cards(speaker: Speaker, course: Path | None, as_json: bool) -> None:
    """The cards that are suspended, buried or flagged."""
    standing = load_standing(speaker, course)
    with open_log_for_reading() as log:
        found = list_marked(standing, log)
    if as_json:
        print_json(found)
        return
    rows, words = [], speaker.find_words(speaker.lang)
    for marked in found:
        held = [name for name in ("suspended", "buried", "flagged") if marked[name]]
        told = words.render(Message("text", text=Names(Message(f"card-{name}") for name in held)))
        rows.append((marked["card"], told, render_inline(marked["asks"]).plain))
    print_columns(rows)
    if not found:
        print_line(words.render(Message("cards-marked-none")))


class _Marking(NamedTuple):
    """What a subcommand does to the cards that it is given."""

    names: tuple[MarkName, ...]
    on: bool
    done: str
    """The message that says it of a card."""

    def run(self, speaker: Speaker, keys: Sequence[str], course: Path | None) -> None:
        """Mark the cards, or take their marks away, and tell which of them changed."""
        found = speaker.load_course(course)
        _, cards = select_cards(found, speaker.choose_language(found))
        chosen = find_named_cards(cards, keys)
        with open_log() as log:
            changed = dict.fromkeys(
                card.id
                for name in self.names
                for card in mark_cards(log, chosen, name, self.on, read_moment())
            )
        word = speaker.find_words(speaker.lang).say(self.done)
        for id in changed:
            print_line(f"{id} {word}")
        if same := len(chosen) - len(changed):
            speaker.print(Message("cards-same", n=same))


_MARKINGS = {
    "suspend": _Marking(("suspended",), True, "card-suspended"),
    "restore": _Marking(("suspended", "buried"), False, "card-restored"),
    "bury": _Marking(("buried",), True, "card-buried-today"),
    "flag": _Marking(("flagged",), True, "card-flagged"),
    "unflag": _Marking(("flagged",), False, "card-unflagged"),
}
SUBCOMMANDS = {
    **{name: Command(OPTIONS, marking.run) for name, marking in _MARKINGS.items()},
    "list": Command((LANG, COURSE, JSON), list_cards),
}
