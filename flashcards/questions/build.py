"""How a card can be asked, and the question itself, for each kind of entry."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from flashcards.cards import Card, describe_term, list_accepted_names, name_term
from flashcards.course.model import (
    MIN_OPTIONS,
    Choose,
    Cloze,
    Code,
    Compare,
    Concept,
    Entry,
    Kind,
    Option,
    Order,
    Recall,
    Term,
)
from flashcards.errors import FlashcardsError
from flashcards.questions.comparison import (
    find_row,
    find_row_form,
    make_row_question,
    make_thing_question,
)
from flashcards.questions.neighbours import NO_NEIGHBOURS, Neighbours
from flashcards.questions.question import RIGHT_OUTPUT, Choice, Form, Question
from flashcards.questions.shuffle import (
    find_locks,
    order_kept_options,
    shuffle_hidden,
    shuffle_options,
)
from flashcards.seeding import stable_digest
from flashcards.text.plain_text import normalize_text
from flashcards.text.typed_answers import list_names
from flashcards.words import Words

GAP = "[ … ]"
MAX_WRONG = 3
"""Wrong options in a question about code."""


class Asking(NamedTuple):
    """A card, and how it is to be asked."""

    card: Card
    neighbours: Neighbours
    form: Form
    seed: str
    keep_order: bool


class KindOfQuestion(NamedTuple):
    """What is known here of a kind of entry."""

    list_forms: Callable[[Card, Any], tuple[Form, ...]]
    """The forms that a card of it can be asked in, the usual one first."""
    make: Callable[[Asking, Any], Question]
    list_options: Callable[[Card, Any], Mapping[str, Option]]
    """The options that an author wrote, by name."""
    shows_others: bool
    """Whether a question about one card of an entry shows what the other cards ask for."""


def list_forms(card: Card) -> tuple[Form, ...]:
    """The forms that this card can be asked in, the usual one first."""
    return KINDS_OF_QUESTION[card.entry.kind].list_forms(card, card.entry)


def make_question(
    card: Card,
    neighbours: Neighbours = NO_NEIGHBOURS,
    seed: str = "",
    form: Form | None = None,
    keep_order: bool = False,
) -> Question:
    """Return the card as a question, in its usual form unless one is given.

    A typed answer that is the name of one of the `neighbours` is never nearly right.
    `keep_order` leaves authored options in one order, whatever the seed. Raises FlashcardsError
    if the card cannot be asked in that form.
    """
    possible = list_forms(card)
    form = form or possible[0]
    if form not in possible:
        raise FlashcardsError(f"{card.id} cannot be asked as '{form}', only {', '.join(possible)}")
    asking = Asking(card, neighbours, form, seed, keep_order)
    return KINDS_OF_QUESTION[card.entry.kind].make(asking, card.entry)


def find_authored_options(card: Card) -> Mapping[str, Option]:
    """The options of a card that its author wrote, by name."""
    return KINDS_OF_QUESTION[card.entry.kind].list_options(card, card.entry)


def _concept(asking: Asking, concept: Concept) -> Question:
    card = asking.card
    points = tuple(Choice(name, text, right=True) for name, text in concept.points.items())
    words = card.note.words
    mistake = concept.misconception
    warning = (
        f"{words.translate('misconception')}{words.translate('colon')}{mistake}" if mistake else ""
    )
    return Question(
        card,
        "points",
        words.translate("explain"),
        concept.concept,
        options=points,
        answer=_format_list(concept.points.values()),
        explanation="\n\n".join(part for part in (concept.why or "", warning) if part),
    )


def _recall(asking: Asking, recall: Recall) -> Question:
    return Question(
        asking.card,
        "reveal",
        asking.card.note.words.translate("recall"),
        recall.recall,
        answer=recall.answer,
        explanation=recall.why or "",
    )


def _code(asking: Asking, code: Code) -> Question:
    card, _, form, seed, _ = asking
    words = card.note.words
    output = code.prints.rstrip()
    names = sorted(code.wrong, key=lambda name: stable_digest(seed, card.id, "wrong", name))
    wrong = {name: option for name, option in code.wrong.items() if name in names[:MAX_WRONG]}
    options = (
        Choice(RIGHT_OUTPUT, output, right=True, literal=True),
        *(Choice(name, w.text.rstrip(), why=w.why, literal=True) for name, w in wrong.items()),
    )
    shuffled = shuffle_options(options, seed, card.id, find_locks(wrong))
    return Question(
        card,
        form,
        words.translate("choose_one") if form == "single" and code.question else "",
        "\n\n".join([code.question or words.translate("what_prints"), *_tell_setup(code, words)]),
        code=code.code.rstrip("\n"),
        code_language=code.language,
        setup=(code.setup or "").rstrip(),
        options=shuffled if form == "single" else (),
        accepted=(output,) if form == "type" else (),
        case=True,
        lines=True,
        answer="" if output else words.translate("prints_nothing"),
        answer_code=output or None,
        explanation=code.why or "",
    )


def _tell_setup(code: Code, words: Words) -> Iterator[str]:
    """That there is code which is not shown, if there is."""
    if code.setup:
        yield words.translate("setup_first", n=code.count_setup())


def _choose(asking: Asking, choose: Choose) -> Question:
    card, _, form, seed, keep_order = asking
    kept = not choose.shuffle or keep_order
    options = tuple(
        Choice(name, choose.options[name].text, name in choose.right, choose.options[name].why)
        for name in (order_kept_options(choose.key, choose) if kept else choose.options)
    )
    if not kept:
        options = shuffle_options(options, seed, card.id, find_locks(choose.options))
    return Question(
        card,
        form,
        card.note.words.translate("choose_several" if form == "multiple" else "choose_one"),
        choose.choose,
        options=options,
        answer=_list_answers([option.text for option in options if option.right]),
        explanation=choose.why or "",
    )


def _order(asking: Asking, order: Order) -> Question:
    card = asking.card
    steps = tuple(Choice(name, text) for name, text in order.steps.items())
    return Question(
        card,
        "order",
        card.note.words.translate("order"),
        order.order,
        options=shuffle_hidden(steps, asking.seed, card.id),
        sequence=tuple(order.steps),
        answer="\n".join(f"{n}. {_indented(step.text)}" for n, step in enumerate(steps, 1)),
        explanation=order.why or "",
    )


def _cloze(asking: Asking, cloze: Cloze) -> Question:
    card = asking.card
    number = card.ordinal + 1
    hidden = cloze.gaps[number]
    text = cloze.cloze.rstrip("\n").replace(hidden, GAP, 1)
    accepted = (hidden, *cloze.accept.get(number, ()))
    is_code = cloze.language is not None
    return Question(
        card,
        "gap",
        card.note.words.translate("gap"),
        "" if is_code else text,
        code=text if is_code else None,
        code_language=cloze.language or "python",
        accepted=_list_code_forms(accepted) if is_code else list_names(accepted, card.note.words),
        case=is_code,
        others=asking.neighbours.find_other_names(accepted),
        answer="" if is_code else hidden,
        answer_code=hidden if is_code else None,
        explanation=cloze.explain(number),
    )


def _compare(asking: Asking, compare: Compare) -> Question:
    card, _, form, seed, _ = asking
    if card.ordinal == 0:
        return make_row_question(card, compare, form, seed)
    return make_thing_question(card, compare, seed)


def _term(asking: Asking, term: Term) -> Question:
    card, neighbours, form, _, _ = asking
    asks_meaning = card.ordinal == 0
    words = card.note.words
    accepted = list_accepted_names(term, words)
    return Question(
        card,
        form,
        words.translate("what_means" if asks_meaning else "which_term"),
        name_term(term, words) if asks_meaning else describe_term(term, words),
        accepted=accepted if form == "type" else (),
        case=term.case,
        others=neighbours.names.difference(map(normalize_text, accepted))
        if form == "type"
        else frozenset(),
        answer=term.meaning if asks_meaning else term.term,
        explanation=term.why or "",
    )


def _forms_of_term(card: Card, term: Term) -> tuple[Form, ...]:
    return ("reveal",) if card.ordinal == 0 else ("type",)


def _forms_of_code(card: Card, code: Code) -> tuple[Form, ...]:
    return ("single", "type") if len(code.wrong) + 1 >= MIN_OPTIONS else ("type",)


def _forms_of_choice(card: Card, choose: Choose) -> tuple[Form, ...]:
    return ("multiple",) if len(choose.right) > 1 else ("single",)


def _forms_of_row(card: Card, compare: Compare) -> tuple[Form, ...]:
    return ("single",) if card.ordinal else (find_row_form(card),)


def _list_answers(texts: Sequence[str]) -> str:
    """One answer as it is, several as a list."""
    return texts[0] if len(texts) == 1 else _format_list(texts)


def _format_list(texts: Iterable[str]) -> str:
    """Markdown that lists the texts."""
    return "\n".join(f"- {_indented(text)}" for text in texts)


def _indented(text: str) -> str:
    return text.strip().replace("\n", "\n  ")


def _list_code_forms(answers: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(answer.replace("`", "").strip() for answer in answers))


def _no_options(card: Card, entry: Entry) -> Mapping[str, Option]:
    return {}


KINDS_OF_QUESTION: Mapping[Kind, KindOfQuestion] = {
    "concept": KindOfQuestion(lambda *_: ("points",), _concept, _no_options, False),
    "term": KindOfQuestion(_forms_of_term, _term, _no_options, True),
    "compare": KindOfQuestion(
        _forms_of_row,
        _compare,
        lambda card, _: find_row(card).wrong,
        False,
    ),
    "code": KindOfQuestion(
        _forms_of_code,
        _code,
        lambda _, code: code.wrong,
        False,
    ),
    "choose": KindOfQuestion(
        _forms_of_choice,
        _choose,
        lambda _, choose: choose.options,
        False,
    ),
    "order": KindOfQuestion(lambda *_: ("order",), _order, _no_options, False),
    "cloze": KindOfQuestion(lambda *_: ("gap",), _cloze, _no_options, True),
    "recall": KindOfQuestion(lambda *_: ("reveal",), _recall, _no_options, False),
}
"""Every kind of entry stands here: what is not named cannot be asked."""
