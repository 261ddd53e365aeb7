"""How a card can be asked, and the question itself, for each kind of entry."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from flashcards.cards import Card, describe_term, is_matched, list_names_of_term, name_term
from flashcards.course.model import (
    MIN_OPTIONS,
    Choose,
    Cloze,
    Code,
    Compare,
    Concept,
    Kind,
    Order,
    Recall,
    Term,
    get_reason,
)
from flashcards.errors import FlashcardsError
from flashcards.questions.comparison import get_row, make_row_question
from flashcards.questions.question import (
    GAP,
    MAX_WRONG,
    Choice,
    Form,
    Question,
    TermNames,
    join_parts,
    list_kept_options,
    reorder_options,
    sample_named,
    shuffle_options,
)
from flashcards.text.typed_answers import list_names

RIGHT_OUTPUT = "right_"
"""Name of the option that is a code entry's own output; authored names have no underscore."""


class Asking(NamedTuple):
    """A card, and how it is to be asked."""

    card: Card
    term_names: TermNames
    form: Form
    seed: str


def list_forms(card: Card) -> tuple[Form, ...]:
    """Return the forms that this card can be asked in, the usual one first."""
    match card.entry:
        case Concept():
            return ("points",)
        case Term():
            return ("type",) if card.ordinal else ("reveal",)
        case Compare() if card.ordinal:
            return ("single",)
        case Compare():
            return ("match",) if is_matched(get_row(card)) else ("reveal",)
        case Code() as code:
            return ("single", "type") if len(code.wrong) + 1 >= MIN_OPTIONS else ("type",)
        case Choose() as choose:
            return ("multiple",) if len(choose.right) > 1 else ("single",)
        case Order():
            return ("order",)
        case Cloze():
            return ("gap",)
        case _:
            return ("reveal",)


def make_question(
    card: Card,
    term_names: TermNames | None = None,
    seed: str = "",
    form: Form | None = None,
) -> Question:
    """Return the card as a question, in its usual form unless one is given.

    A typed answer that is the name of one of the `term_names` is never nearly right.
    Raises FlashcardsError if the card cannot be asked in that form.
    """
    possible = list_forms(card)
    form = form or possible[0]
    if form not in possible:
        raise FlashcardsError(f"{card.id} cannot be asked as '{form}', only {', '.join(possible)}")
    asking = Asking(card, term_names or TermNames(()), form, seed)
    return KINDS_OF_QUESTION[card.entry.kind](asking, card.entry)


def _concept(asking: Asking, concept: Concept) -> Question:
    words = asking.card.note.words
    mistake = concept.misconception
    warning = (
        f"{words.translate('misconception')}{words.translate('colon')}{mistake}" if mistake else ""
    )
    return Question(
        asking.card,
        "points",
        words.translate("explain"),
        concept.concept,
        options=tuple(Choice(name, text, right=True) for name, text in concept.points.items()),
        answer=_format_list(concept.points.values()),
        explanation=join_parts(concept.why, warning),
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
    card, _, form, seed = asking
    words, output = card.note.words, code.prints.rstrip()
    wrong = sample_named(code.wrong, MAX_WRONG, seed, card.id, "wrong")
    options = (
        Choice(RIGHT_OUTPUT, output, right=True, literal=True),
        *(
            Choice(name, option.text.rstrip(), why=option.why, literal=True, lock=option.lock)
            for name, option in wrong.items()
        ),
    )
    setup = words.translate("setup_first", n=code.count_setup()) if code.setup else ""
    return Question(
        card,
        form,
        words.translate("choose_one") if form == "single" and code.question else "",
        join_parts(code.question or words.translate("what_prints"), setup),
        code=code.code.rstrip("\n"),
        code_language=code.language,
        setup=(code.setup or "").rstrip(),
        options=shuffle_options(options, seed, card.id) if form == "single" else (),
        accepted=(output,) if form == "type" else (),
        case=True,
        lines=True,
        answer="" if output else words.translate("prints_nothing"),
        answer_code=output or None,
        explanation=code.why or "",
    )


def _choose(asking: Asking, choose: Choose) -> Question:
    card, _, form, seed = asking
    options = tuple(
        Choice(name, option.text, name in choose.right, option.why, lock=option.lock)
        for name, option in list_kept_options(choose)
    )
    if choose.shuffle:
        options = shuffle_options(options, seed, card.id)
    texts = [option.text for option in options if option.right]
    return Question(
        card,
        form,
        card.note.words.translate("choose_several" if form == "multiple" else "choose_one"),
        choose.choose,
        options=options,
        answer=texts[0] if len(texts) == 1 else _format_list(texts),
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
        options=reorder_options(steps, asking.seed, card.id),
        sequence=tuple(order.steps),
        answer="\n".join(f"{n}. {_indent(step.text)}" for n, step in enumerate(steps, 1)),
        explanation=order.why or "",
    )


def _cloze(asking: Asking, cloze: Cloze) -> Question:
    card, words = asking.card, asking.card.note.words
    number = card.ordinal + 1
    hidden = cloze.gaps[number]
    text = cloze.cloze.rstrip("\n").replace(hidden, GAP, 1)
    accepted = (hidden, *cloze.accept.get(number, ()))
    is_code = cloze.language is not None
    code_forms = tuple(dict.fromkeys(name.replace("`", "").strip() for name in accepted))
    return Question(
        card,
        "gap",
        words.translate("gap"),
        "" if is_code else text,
        code=text if is_code else None,
        code_language=cloze.language or "python",
        accepted=code_forms if is_code else list_names(accepted, words),
        case=is_code,
        others=asking.term_names.list_other_names(accepted),
        answer="" if is_code else hidden,
        answer_code=hidden if is_code else None,
        explanation=get_reason(cloze.why, number),
    )


def _term(asking: Asking, term: Term) -> Question:
    card, words = asking.card, asking.card.note.words
    if asking.form == "reveal":
        return Question(
            card,
            "reveal",
            words.translate("what_means"),
            name_term(term, words),
            case=term.case,
            answer=term.meaning,
            explanation=term.why or "",
        )
    accepted = list_names(list_names_of_term(term, words), words)
    return Question(
        card,
        "type",
        words.translate("which_term"),
        describe_term(term, words),
        accepted=accepted,
        case=term.case,
        others=asking.term_names.list_other_names(accepted),
        answer=term.term,
        explanation=term.why or "",
    )


def _format_list(texts: Iterable[str]) -> str:
    """Return Markdown that lists the texts."""
    return "\n".join(f"- {_indent(text)}" for text in texts)


def _indent(text: str) -> str:
    return text.strip().replace("\n", "\n  ")


KINDS_OF_QUESTION: Mapping[Kind, Callable[[Asking, Any], Question]] = {
    "concept": _concept,
    "term": _term,
    "compare": lambda asking, compare: make_row_question(
        asking.card, compare, asking.form, asking.seed
    ),
    "code": _code,
    "choose": _choose,
    "order": _order,
    "cloze": _cloze,
    "recall": _recall,
}
"""Every kind of entry stands here: what is not named cannot be asked."""
