"""`ptquiz checklist`, `path`, `stats`, `glossary` and `card`: where the learner stands."""

from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

from flashcards.cards import Card
from flashcards.commands.context import Context, read_learner_settings, wants_lines
from flashcards.commands.learner import open_log, read_moment
from flashcards.course.model import Selection
from flashcards.errors import FlashcardsError, suggest
from flashcards.progress.glossary import make_glossary
from flashcards.progress.path import make_checklist, make_path
from flashcards.progress.stats import compute_stats
from flashcards.questions.build import make_question
from flashcards.questions.question import summarize_question
from flashcards.reviews.review import MarkName
from flashcards.selection import check_stages
from flashcards.study.learner import LearnerState, make_learner, make_mark
from flashcards.terminal.output import make_line, print_columns, print_json, print_line, print_lines
from flashcards.terminal.reports import (
    print_card,
    print_checklist,
    print_glossary,
    print_path,
    print_statistics,
)
from flashcards.terminal.rich_text import open_page, render_inline
from flashcards.words import Words

REPORTS: dict[str, tuple[Callable[..., Any], Callable[..., None]]] = {
    "checklist": (lambda learner, log: make_checklist(learner), print_checklist),
    "path": (lambda learner, log: make_path(learner), print_path),
    "stats": (compute_stats, print_statistics),
}
"""By command what makes a report of where the learner stands and the log, and what prints it."""
CHANGES: dict[str, tuple[tuple[MarkName, ...], bool, str]] = {
    "suspend": (("suspended",), True, "suspended"),
    "restore": (("suspended", "buried"), False, "restored"),
    "bury": (("buried",), True, "buried until tomorrow"),
    "flag": (("flagged",), True, "flagged"),
    "unflag": (("flagged",), False, "no longer flagged"),
}
"""By command the marks, whether they are set or removed, and what is said of a card."""


def print_report(context: Context, name: str, stages: Sequence[int], as_json: bool) -> None:
    """Print a report about the learner."""
    make, show = REPORTS[name]
    check_stages(context.course, stages, "--stage")
    selection, settings = Selection(stage=tuple(stages)), read_learner_settings()
    learner = make_learner(context.course, read_moment(), context.language, selection, settings)
    with open_log() as log:
        report = make(learner.load(log), log)
    if as_json:
        print_json(report)
        return
    page = open_page(wants_lines(), Words(learner.lang))
    if context.folder is not None:
        title = learner.titles.get("course", context.course.info.title)
        page.print(make_line(title), soft_wrap=True)
    show(page, report)


def show_glossary(
    context: Context,
    words: Sequence[str],
    stages: Sequence[int],
    decks: Sequence[str],
    as_json: bool,
) -> None:
    """Print the terms of a course; of these words, stages and decks only, if any are given.

    Raises FlashcardsError if no term matches them.
    """
    found = make_glossary(context.course, context.language, words, stages, decks)
    if as_json:
        print_json([asdict(term) for term in found])
        return
    if not found:
        raise FlashcardsError("No term of the course matches; 'ptquiz glossary' lists all of them.")
    print_glossary(open_page(wants_lines(), Words(context.language)), found)


def find_named_cards(learner: LearnerState, names: Sequence[str]) -> list[Card]:
    """Return the cards of entries, notes or of their own by these names, in teaching order.

    Raises FlashcardsError for a name that nothing has.
    """
    names_of = {card.id: {card.id, card.note.key, card.entry.key} for card in learner.cards}
    known = set[str]().union(*names_of.values())
    for name in names:
        if name not in known:
            near = suggest(name, (other for other in known if "#" in name or "#" not in other))
            raise FlashcardsError(f"There is no card or entry '{name}'{near}")
    return [card for card in learner.cards if not names_of[card.id].isdisjoint(names)]


def change_marks(context: Context, command: str, keys: Sequence[str]) -> None:
    """Set or remove marks of cards."""
    marks, is_set, message = CHANGES[command]
    learner = make_learner(context.course, read_moment(), context.language)
    cards, moment = find_named_cards(learner, keys), learner.moment
    with open_log() as log:
        known = learner.load(log)
        for card in cards:
            for name in marks:
                value = moment.day + 1 if name == "buried" and is_set else int(is_set)
                if getattr(known.get_marks(card), name) != value:
                    log.decide(make_mark(card, name, value, moment.now))
    print_lines(f"{card.id} {message}" for card in cards)


def list_marked_cards(context: Context) -> None:
    """Print the cards that are suspended, buried or flagged, and what they ask."""
    learner, rows = make_learner(context.course, read_moment(), context.language), []
    with open_log() as log:
        known = learner.load(log)
    today = known.moment.day
    for card in known.cards:
        marks = known.get_marks(card)
        held = {
            "suspended": marks.suspended,
            "buried": marks.buried > today,
            "flagged": marks.flagged,
        }
        if names := ", ".join(name for name in held if held[name]):
            asks = summarize_question(make_question(card, known.term_names))
            rows.append((card.id, names, render_inline(asks).plain))
    print_columns(rows)
    if not rows:
        print_line("No card is suspended, buried or flagged.")


def show_cards(context: Context, keys: Sequence[str]) -> None:
    """Print cards with their answers, how they were answered so far, and when they come back."""
    learner = make_learner(context.course, read_moment(), context.language)
    with open_log() as log:
        known, reviews = learner.load(log), list(log.reviews())
    page = open_page(wants_lines(), Words(learner.lang))
    for card in find_named_cards(known, keys):
        name = card.note.course, card.note.lang, card.id
        answers = [
            review for review in reviews if (review.course, review.lang, review.card) == name
        ]
        question = make_question(card, known.term_names)
        memory, marks = known.find_memory(card), known.get_marks(card)
        print_card(page, question, answers, memory, marks, known.moment)
        page.print()


def find_cards(context: Context, words: Sequence[str]) -> None:
    """Print the cards that have all of these words in question or answer, with what they ask.

    Raises FlashcardsError if there is none.
    """
    learner, rows = make_learner(context.course, read_moment(), context.language), []
    for card in learner.cards:
        question = make_question(card, learner.term_names)
        options = (part for option in question.options for part in (option.text, option.why))
        texts = (card.id, question.heading, question.stem, question.code, question.answer)
        parts = (*texts, question.explanation, *question.accepted, *options)
        text = " ".join(filter(None, parts)).casefold()
        if all(word.casefold() in text for word in words):
            rows.append((card.id, render_inline(summarize_question(question)).plain))
    if not rows:
        raise FlashcardsError(f"No card has the words {' '.join(words)!r}.")
    print_columns(rows)
