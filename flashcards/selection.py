"""Which cards a choice means, and what it may name: the same for quiz, build, preview and export.

Sampling is stable: cards are sorted by a digest of the seed and their id, so adding an entry does
not reshuffle the rest.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from flashcards.cards import Card, Note
from flashcards.course.filters import VALUES, filter_items
from flashcards.course.model import GLOSSARY, Block, Course, Quiz, Selection
from flashcards.errors import FlashcardsError, UsageError, suggest
from flashcards.seeding import stable_digest

EVERYTHING = Selection()


@dataclass(frozen=True)
class CardChoice:
    """Which cards of a course are wanted, and how many of them."""

    selection: Selection = EVERYTHING
    quiz: str | None = None
    """The name of a quiz of the course, or a file: only what it asks."""
    lang: str | None = None
    """The quiz's own language, or that of the decks, if None."""
    count: int | None = None
    """How many notes, drawn with `seed`; all that match if None."""
    seed: str | None = None


class TooFewCards(FlashcardsError):
    """Fewer cards than asked for."""


def require_notes(notes: Sequence[Note], selection: Selection) -> list[Note]:
    """As `filter_items`. Raises TooFewCards, which names the filters, if that is none."""
    chosen = filter_items(notes, selection)
    if not chosen:
        filters = format_filters(selection)
        raise TooFewCards(f"no cards match {filters}" if filters else "there are no cards")
    return chosen


def format_filters(selection: Selection) -> str:
    """Return the filters as options: --stage 1,2 --kind term."""
    wanted = {name.replace("_", "-"): values for name, values in selection if values}
    return " ".join(f"--{name} {','.join(map(str, wanted[name]))}" for name in wanted)


def sample_cards(
    cards: Sequence[Card], count: int, seed: str, balanced: Sequence[str] = ()
) -> list[Card]:
    """Return sampled cards, at most one of each note, in teaching order.

    With `balanced` filters, such as `deck`, a card comes next whose decks were taken least.
    """
    taken: dict[str, str] = {}
    counts: Counter[object] = Counter()

    def list_values(card: Card) -> list[object]:
        return [(name, value) for name in balanced for value in VALUES[name](card.note)]

    waiting = sorted(cards, key=lambda card: stable_digest(seed, card.id))
    while waiting and len(taken) < count:
        place = 0
        if balanced:
            times = [sum(counts[value] for value in list_values(card)) for card in waiting]
            place = times.index(min(times))
        card = waiting.pop(place)
        if card.note.key not in taken:
            taken[card.note.key] = card.id
            counts.update(list_values(card))
    chosen = set(taken.values())
    return [card for card in cards if card.id in chosen]


def list_blocks(quiz: Quiz) -> list[Block]:
    """Return the blocks of a quiz, complete: what a block leaves open, the quiz itself says.

    The glossary is asked only where it is named.
    """
    if not quiz.picks:
        select = _leave_out_glossary(quiz.select)
        return [Block.model_construct(select=select, count=quiz.count)]
    blocks = []
    for block in quiz.picks:
        own = {name: value for name, value in block.select if value}
        for name in ("exclude", "exclude_deck"):
            both = (*getattr(quiz.select, name), *getattr(block.select, name))
            own[name] = tuple(dict.fromkeys(both))
        select = _leave_out_glossary(quiz.select.model_copy(update=own))
        blocks.append(block.model_copy(update={"select": select}))
    return blocks


def _leave_out_glossary(select: Selection) -> Selection:
    if GLOSSARY in select.deck or select.key:
        return select
    return select.model_copy(update={"exclude_deck": (*select.exclude_deck, GLOSSARY)})


def filter_by_quiz(notes: Sequence[Note], quiz: Quiz) -> list[Note]:
    """Return the notes that any block of the quiz may ask, in teaching order."""
    wanted = {note.key for block in list_blocks(quiz) for note in filter_items(notes, block.select)}
    return [note for note in notes if note.key in wanted]


_NAMED = {
    "tag": "tag",
    "deck": "deck",
    "key": "entry",
    "exclude": "entry",
    "exclude_deck": "deck",
}
"""Fields of a selection that name something of the course, and what they name."""


def check_names(course: Course, selection: Selection) -> None:
    """Raise if the selection names what the course does not have, or a retired entry."""
    check_stages(course, selection.stage, "--stage")
    known = list_known_names(course)
    for field, noun in _NAMED.items():
        for name in getattr(selection, field):
            if name not in known[noun]:
                option_of_list = " --keys" if noun == "entry" else ""
                all_names = f"; 'ptquiz list{option_of_list}' shows what the course has"
                near = suggest(name, known[noun]) or all_names
                option = field.replace("_", "-")
                raise FlashcardsError(f"--{option}: the course has no {noun} '{name}'{near}")
    for key, reason in find_retired(course, selection.key):
        raise FlashcardsError(f"--key: entry '{key}' is retired ({reason})")


def check_stages(course: Course, stages: Sequence[int], name: str) -> None:
    """Raise FlashcardsError if the course has none of one of the stages; `name` says whose."""
    known = {entry.stage for deck in course.decks for entry in deck.entries}
    for stage in stages:
        if stage not in known:
            numbers = ", ".join(map(str, sorted(known)))
            raise FlashcardsError(f"{name}: the course has no stage {stage}; it has {numbers}")


def find_retired(course: Course, keys: Sequence[str]) -> list[tuple[str, str]]:
    """Return those of the keys that name a retired entry or a row of it, with the reasons."""
    reasons = {e.key: e.retired for deck in course.decks for e in deck.entries if e.retired}
    names = ((key, key.partition("/")[0]) for key in keys)
    return [(key, reasons[name]) for key, name in names if name in reasons]


def find_language(course: Course, lang: str | None) -> str:
    """Return the language asked for, the source language if none is.

    Raises UsageError if the course does not have it, FlashcardsError if it is still empty.
    """
    if lang is None or lang == course.source:
        return course.source
    if lang not in course.info.languages:
        known = ", ".join(course.info.languages)
        raise UsageError(f"the course has {known}, not '{lang}'.", "--lang")
    if not course.translations.get(lang):
        raise FlashcardsError(f"nothing is translated into '{lang}' yet")
    return lang


def load_named_quiz(course: Course, name: str) -> Quiz:
    """Return the quiz of the course with that name, or the one in that file.

    Raises FlashcardsError if there is none, or if it names a retired entry, without which it
    would be a shorter quiz than the one that was written; ProblemsFound for mistakes in the file.
    """
    quiz = course.quizzes.get(name)
    if quiz is None and (Path(name).suffix in (".yaml", ".yml") or Path(name).is_file()):
        from flashcards.course.load import load_quiz

        quiz = load_quiz(Path(name), list_known_names(course))
    if quiz is None:
        known = ", ".join(sorted(course.quizzes)) or "none"
        near = suggest(name, course.quizzes)
        raise FlashcardsError(f"there is no quiz '{name}'; the course has: {known}{near}")
    for block in quiz.picks or (quiz,):
        for key, reason in find_retired(course, block.select.key):
            raise FlashcardsError(
                f"quiz '{quiz.quiz}': entry '{key}' is retired ({reason}); take it out of the quiz"
            )
    return quiz


def translate_quiz(course: Course, quiz: Quiz, lang: str) -> Quiz:
    """Return the quiz with its titles in a language, where the course translates them.

    A title or a purpose that differs from the course's quiz of that name is somebody's own, from
    `--title` or a file, and stays. A purpose that has no translation is left out.
    """
    titles = course.titles.get(lang, {})
    own = course.quizzes.get(quiz.quiz)
    if lang == course.source or own is None:
        return quiz
    picks = (
        block.model_copy(update={"title": titles.get(f"blocks/{block.title}", block.title)})
        for block in quiz.picks
    )
    title = quiz.title
    if title == own.title:
        title = titles.get(f"quizzes/{quiz.quiz}", title)
    purpose = titles.get(f"purposes/{quiz.quiz}") if quiz.purpose == own.purpose else quiz.purpose
    return quiz.model_copy(update={"title": title, "purpose": purpose, "picks": tuple(picks)})


def list_known_names(course: Course) -> Mapping[str, Collection[str]]:
    """Return what a selection of cards can name in a course, by what it is."""
    entries = [entry for deck in course.decks for entry in deck.entries]
    rows = {f"{entry.key}/{row}" for entry in entries for row in getattr(entry, "rows", ())}
    keys = {entry.key for entry in entries} | rows
    return {
        "tag": {tag for entry in entries for tag in entry.tags},
        "deck": {deck.deck for deck in course.decks},
        "entry": keys,
        "concept": {entry.key for entry in entries if entry.kind == "concept"},
    }
