"""How a card can be asked, and the question itself, for each kind of entry."""

from collections.abc import Iterable
from dataclasses import replace

from flashcards.cards import Card, describe_term, is_matched, list_names_of_term, name_term
from flashcards.course.model import (
    MIN_OPTIONS,
    Choose,
    Cloze,
    Code,
    Compare,
    Concept,
    Order,
    Recall,
    Term,
    get_reason,
)
from flashcards.errors import FlashcardsError
from flashcards.questions.comparison import ask_row, get_row
from flashcards.questions.question import (
    INSTRUCTIONS,
    MAX_WRONG,
    Choice,
    Form,
    Question,
    TermNames,
    join_parts,
    reorder_options,
    sample_named,
    shuffle_options,
)
from flashcards.text.markdown import GAP
from flashcards.text.typed_answers import list_accepted

RIGHT_OUTPUT = "right_"
"""Name of the option that is a code entry's own output; authored names have no underscore."""


def list_forms(card: Card) -> tuple[Form, ...]:
    """Return the forms that this card can be asked in, the usual one first."""
    match card.entry:
        case Concept():
            return ("points",)
        case Term():
            return ("type",) if card.ordinal else ("reveal",)
        case Compare() if card.ordinal:
            return ("single",) if get_row(card).needs_options else ("single", "reveal")
        case Compare():
            return ("match",) if is_matched(get_row(card)) else ("reveal",)
        case Code() as code if len(code.wrong) + 1 < MIN_OPTIONS:
            return ("type",)
        case Code() as code:
            return ("single", "type") if code.needs_options else ("single", "reveal", "type")
        case Choose() as choose if len(choose.right) > 1:
            return ("multiple",)
        case Choose() as choose:
            return ("single",) if choose.needs_options else ("single", "reveal")
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
    variant: int = 0,
) -> Question:
    """Return the card as a question, in its usual form unless one is given.

    If its numbers change, `variant` says which are asked; behind the last comes the first.
    A typed answer that is the name of one of the `term_names` is never nearly right.
    Raises FlashcardsError if the card cannot be asked in that form.
    """
    possible = list_forms(card)
    form = form or possible[0]
    if form not in possible:
        raise FlashcardsError(f"{card.id} cannot be asked as '{form}', only {', '.join(possible)}")
    varied = replace(card, note=card.note.choose_variant(variant))
    return replace(_ask(varied, term_names or TermNames(()), seed, form), card=card)


def _ask(card: Card, names: TermNames, seed: str, form: Form) -> Question:
    match card.entry:
        case Concept() as concept:
            return _ask_concept(card, concept)
        case Term() as term:
            return _ask_term(card, term, names)
        case Compare() as compare:
            return ask_row(card, compare, form, seed)
        case Code() as code:
            return _ask_code(card, code, form, seed)
        case Choose() as choose:
            return _ask_choose(card, choose, form, seed)
        case Order() as order:
            return _ask_order(card, order, seed)
        case Cloze() as cloze:
            return _ask_cloze(card, cloze, names)
        case Recall() as recall:
            return _ask_recall(card, recall)
        case entry:
            raise NotImplementedError(f"a card of kind '{entry.kind}' cannot be asked")


def _ask_concept(card: Card, concept: Concept) -> Question:
    words = card.note.words
    mistake = concept.misconception
    warning = (
        f"{words.translate('misconception')}{words.translate('colon')}{mistake}" if mistake else ""
    )
    return Question(
        card,
        "points",
        words.translate("explain"),
        concept.ask,
        heading=concept.concept,
        options=tuple(Choice(name, text, right=True) for name, text in concept.points.items()),
        answer=_format_list(concept.points.values()),
        explanation=join_parts(concept.why, warning),
    )


def _ask_recall(card: Card, recall: Recall) -> Question:
    return Question(
        card,
        "reveal",
        card.note.words.translate("recall"),
        recall.recall,
        answer=recall.answer,
        explanation=recall.why or "",
    )


def _ask_code(card: Card, code: Code, form: Form, seed: str) -> Question:
    words, output = card.note.words, code.prints.rstrip()
    has_instruction = form == "reveal" or (form == "single" and code.question is not None)
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
        words.translate(INSTRUCTIONS[form]) if has_instruction else "",
        join_parts(code.question or words.translate("what_prints"), setup),
        code=code.code.rstrip("\n"),
        code_language=code.language,
        setup=(code.setup or "").rstrip(),
        options=() if form == "type" else shuffle_options(options, seed, card.id),
        accepted=(output,) if form == "type" else (),
        case=True,
        lines=True,
        answer="" if output else words.translate("prints_nothing"),
        answer_code=output or None,
        explanation=code.why or "",
    )


def _ask_choose(card: Card, choose: Choose, form: Form, seed: str) -> Question:
    # Unshuffled is the author's order; without one it is always the same, and tells nothing.
    unshuffled = () if choose.option_order else (choose.key,)
    options = shuffle_options(
        [
            Choice(name, option.text, name in choose.right, option.why, lock=option.lock)
            for name in choose.option_order or choose.options
            if (option := choose.options[name])
        ],
        *((seed, card.id) if choose.shuffle else unshuffled),
    )
    texts = [option.text for option in options if option.right]
    return Question(
        card,
        form,
        card.note.words.translate(INSTRUCTIONS[form]),
        choose.choose,
        options=options,
        answer=texts[0] if len(texts) == 1 else _format_list(texts),
        explanation=choose.why or "",
    )


def _ask_order(card: Card, order: Order, seed: str) -> Question:
    steps = tuple(Choice(name, text) for name, text in order.steps.items())
    return Question(
        card,
        "order",
        card.note.words.translate("order"),
        order.order,
        options=reorder_options(steps, seed, card.id),
        sequence=tuple(order.steps),
        answer="\n".join(f"{n}. {_indent(step.text)}" for n, step in enumerate(steps, 1)),
        explanation=order.why or "",
    )


def _ask_cloze(card: Card, cloze: Cloze, names: TermNames) -> Question:
    number, words = card.ordinal + 1, card.note.words
    hidden = cloze.gaps[number]
    text = cloze.cloze.rstrip("\n").replace(hidden, GAP, 1)
    accepted = (hidden, *cloze.accept.get(number, ()))
    is_code = cloze.language is not None
    codes = tuple(dict.fromkeys(code.replace("`", "").strip() for code in accepted))
    return Question(
        card,
        "gap",
        words.translate("gap"),
        "" if is_code else text,
        code=text if is_code else None,
        code_language=cloze.language or "python",
        accepted=codes if is_code else list_accepted(accepted, words),
        case=is_code,
        others=names.list_other_names(accepted),
        answer="" if is_code else hidden,
        answer_code=hidden if is_code else None,
        explanation=get_reason(cloze.why, number),
    )


def _ask_term(card: Card, term: Term, names: TermNames) -> Question:
    words = card.note.words
    if not card.ordinal:
        return Question(
            card,
            "reveal",
            words.translate("what_means"),
            name_term(term, words),
            answer=term.meaning,
            explanation=term.why or "",
        )
    accepted = list_accepted(list_names_of_term(term, words), words)
    return Question(
        card,
        "type",
        words.translate("which_term"),
        describe_term(term, words),
        accepted=accepted,
        case=term.case,
        others=names.list_other_names(accepted),
        answer=term.term,
        explanation=term.why or "",
    )


def _format_list(texts: Iterable[str]) -> str:
    """Return Markdown that lists the texts."""
    return "\n".join(f"- {_indent(text)}" for text in texts)


def _indent(text: str) -> str:
    return text.strip().replace("\n", "\n  ")
