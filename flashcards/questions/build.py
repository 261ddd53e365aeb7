"""How a card can be asked, and the question itself, for each kind of entry."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import cast

from flashcards.cards import Card, normalize_text
from flashcards.errors import FlashcardsError
from flashcards.model import (
    FEWEST_OPTIONS,
    Choose,
    Cloze,
    Code,
    Compare,
    Concept,
    Order,
    Recall,
    Term,
)
from flashcards.questions.comparison import find_row_form, make_row_question, make_thing_question
from flashcards.questions.distractors import MOST, Neighbours, find_answer
from flashcards.questions.question import RIGHT_OUTPUT, Choice, Form, Question
from flashcards.questions.shuffle import (
    find_locks,
    order_kept_options,
    shuffle_hidden,
    shuffle_options,
)
from flashcards.seeding import stable_digest
from flashcards.text.typed_answers import list_names
from flashcards.words.catalog import Words
from flashcards.words.message import Message, Names

GAP = "[ … ]"


def list_forms(card: Card, neighbours: Neighbours) -> tuple[Form, ...]:
    """The forms that this card can be asked in, the usual one first."""
    match card.entry:
        case Concept():
            return ("points",)
        case Recall():
            return ("reveal",)
        case Code() as code:
            return ("single", "type") if len(code.wrong) + 1 >= FEWEST_OPTIONS else ("type",)
        case Choose() as choose:
            return ("multiple",) if len(choose.right) > 1 else ("single",)
        case Order():
            return ("order",)
        case Cloze():
            return ("gap",)
        case Compare() if card.ordinal == 0:
            return (find_row_form(card),)
        case Compare():
            return ("single",)
        case _:
            return _forms_of_term(card, cast(Term, card.entry), neighbours)


def make_question(
    card: Card,
    neighbours: Neighbours,
    seed: str = "",
    form: Form | None = None,
    keep_order: bool = False,
) -> Question:
    """The card as a question, in its usual form unless one is given.

    `keep_order` leaves authored options in one order, whatever the seed. Raises FlashcardsError
    if the card cannot be asked in that form.
    """
    possible = list_forms(card, neighbours)
    form = form or possible[0]
    if form not in possible:
        raise FlashcardsError(
            Message("card-other-forms", card=card.id, form=form, possible=Names(possible))
        )
    match card.entry:
        case Concept() as concept:
            return _concept(card, concept)
        case Recall() as recall:
            return _recall(card, recall)
        case Code() as code:
            return _code(card, code, form, seed)
        case Choose() as choose:
            return _choose(card, choose, form, seed, keep_order)
        case Order() as order:
            return _order(card, order, seed)
        case Cloze() as cloze:
            return _cloze(card, cloze, neighbours)
        case Compare() as compare if card.ordinal == 0:
            return make_row_question(card, compare, form, seed)
        case Compare() as compare:
            return make_thing_question(card, compare, seed)
        case _:
            return _term(card, cast(Term, card.entry), neighbours, form, seed)


def _concept(card: Card, concept: Concept) -> Question:
    points = tuple(Choice(name, text, right=True) for name, text in concept.points.items())
    words = card.note.words
    mistake = concept.misconception
    warning = f"{words.say('misconception')}{words.say('colon')}{mistake}" if mistake else ""
    return Question(
        card,
        "points",
        words.say("explain"),
        concept.concept,
        options=points,
        answer=_format_list(concept.points.values()),
        explanation="\n\n".join(part for part in (concept.why or "", warning) if part),
    )


def _recall(card: Card, recall: Recall) -> Question:
    return Question(
        card,
        "reveal",
        card.note.words.say("recall"),
        recall.recall,
        answer=recall.answer,
        explanation=recall.why or "",
    )


def _code(card: Card, code: Code, form: Form, seed: str) -> Question:
    words = card.note.words
    output = code.prints.rstrip()
    names = sorted(code.wrong, key=lambda name: stable_digest(seed, card.id, "wrong", name))[:MOST]
    wrong = {name: option for name, option in code.wrong.items() if name in names}
    options = (
        Choice(RIGHT_OUTPUT, output, right=True, literal=True),
        *(Choice(name, w.text.rstrip(), why=w.why, literal=True) for name, w in wrong.items()),
    )
    shuffled = shuffle_options(options, seed, card.id, find_locks(wrong))
    return Question(
        card,
        form,
        words.say("choose_one") if form == "single" and code.question else "",
        code.question or words.say("what_prints"),
        code=code.code.rstrip("\n"),
        code_language=code.language,
        options=shuffled if form == "single" else (),
        accepted=(output,) if form == "type" else (),
        case=True,
        lines=True,
        answer="" if output else words.say("prints_nothing"),
        answer_code=output or None,
        explanation="\n\n".join([*filter(None, [code.why]), *_other_outputs(code, words)]),
    )


def _other_outputs(code: Code, words: Words) -> Iterator[str]:
    """Markdown that says what each other version prints."""
    for version, output in code.prints_on.items():
        said = words.say("prints_on" if output.strip() else "prints_nothing_on", version=version)
        yield f"{said}\n\n{_fenced(output)}" if output.strip() else said


def _fenced(output: str) -> str:
    """Output as a block of code, whatever is in it."""
    fence = "```"
    while fence in output:
        fence += "`"
    return f"{fence}text\n{output.rstrip()}\n{fence}"


def _choose(card: Card, choose: Choose, form: Form, seed: str, keep_order: bool) -> Question:
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
        card.note.words.say("choose_several" if form == "multiple" else "choose_one"),
        choose.choose,
        options=options,
        answer=_list_answers([option.text for option in options if option.right]),
        explanation=choose.why or "",
    )


def _order(card: Card, order: Order, seed: str) -> Question:
    steps = tuple(Choice(name, text) for name, text in order.steps.items())
    return Question(
        card,
        "order",
        card.note.words.say("order"),
        order.order,
        options=shuffle_hidden(steps, seed, card.id),
        sequence=tuple(order.steps),
        answer="\n".join(f"{n}. {_indented(step.text)}" for n, step in enumerate(steps, 1)),
        explanation=order.why or "",
    )


def _cloze(card: Card, cloze: Cloze, neighbours: Neighbours) -> Question:
    number = card.ordinal + 1
    hidden = cloze.gaps[number]
    text = cloze.cloze.rstrip("\n").replace(hidden, GAP, 1)
    accepted = (hidden, *cloze.accept.get(number, ()))
    is_code = cloze.language is not None
    return Question(
        card,
        "gap",
        card.note.words.say("gap"),
        "" if is_code else text,
        code=text if is_code else None,
        code_language=cloze.language or "python",
        accepted=_list_code_forms(accepted) if is_code else list_names(accepted, card.note.words),
        case=is_code,
        others=neighbours.find_other_names(accepted),
        answer="" if is_code else hidden,
        answer_code=hidden if is_code else None,
        explanation=cloze.reasons.get(number) or cloze.why or "",
    )


def _term(card: Card, term: Term, neighbours: Neighbours, form: Form, seed: str) -> Question:
    asks_meaning = card.ordinal == 0
    accepted = list_names((term.term, *term.aliases), card.note.words)
    return Question(
        card,
        form,
        card.note.words.say("what_means" if asks_meaning else "which_term"),
        term.term if asks_meaning else term.meaning,
        options=_term_options(card, term, neighbours, seed) if form == "single" else (),
        accepted=accepted if form == "type" else (),
        case=term.case,
        others=neighbours.names.difference(map(normalize_text, accepted))
        if form == "type"
        else frozenset(),
        answer=find_answer(term, card.ordinal),
        explanation=term.why or "",
    )


def _term_options(card: Card, term: Term, neighbours: Neighbours, seed: str) -> tuple[Choice, ...]:
    """The answer among its neighbours; each wrong one says what it belongs to."""
    asks_meaning = card.ordinal == 0
    right = Choice(term.key, find_answer(term, card.ordinal), right=True)
    wrong = [
        Choice(
            other.key,
            find_answer(other, card.ordinal),
            why=card.note.words.say("means_term", term=other.term)
            if asks_meaning
            else f"{other.term}{card.note.words.say('colon')}{other.meaning}",
        )
        for other in neighbours.find_distractors(term, f"{seed}#{card.ordinal}")
    ]
    return shuffle_options([right, *wrong], seed, card.id)


def _forms_of_term(card: Card, term: Term, neighbours: Neighbours) -> tuple[Form, ...]:
    can_choose = bool(neighbours.find_distractors(term))
    usual: tuple[Form, ...] = ("single",) if can_choose else ()
    return (*usual, "reveal") if card.ordinal == 0 else ("type", *usual)


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
