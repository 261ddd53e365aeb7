"""Items to entries: what each kind of source becomes here, as the plain values of a deck file."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import count, islice
from string import ascii_lowercase
from typing import Any

from flashcards.importing.item import Answer, Item, ItemKind, LeftOut
from flashcards.importing.keys import has_only_latin, spell_latin
from flashcards.importing.plain_markdown import make_typeable, make_typed
from flashcards.importing.question_words import is_question
from flashcards.model import DIFFICULTIES, MAX_THINGS, TAG_RULE

Plain = dict[str, Any]
LOST_FEEDBACK = "feedback on single answers is lost"
_LONGEST_TERM = 60
_MOST_TERM_WORDS = 5
_NO_TAGS = {"leech", "marked"}
"""What Anki itself writes on notes."""


def make_entry(item: Item) -> tuple[Plain, list[str]]:
    """The fields of an entry without its key, and what was lost. Raises LeftOut."""
    losses = list(item.losses)
    fields = _MAKERS[item.kind](item, losses)
    if item.kind != "entry":
        fields |= _make_common(item, losses)
    return fields, losses


def name_letters(number: int) -> list[str]:
    """So many short names: a, b … z, a2, b2 …"""
    rounds = (
        f"{letter}{turn if turn > 1 else ''}" for turn in count(1) for letter in ascii_lowercase
    )
    return list(islice(rounds, number))


def _make_common(item: Item, losses: list[str]) -> Plain:
    made: Plain = {}
    if item.stage:
        if item.stage in "123456789" and len(item.stage) == 1:
            made["stage"] = int(item.stage)
        else:
            losses.append(f"stage '{item.stage}' is not from 1 to 9")
    if item.difficulty:
        if item.difficulty.lower() in DIFFICULTIES:
            made["difficulty"] = item.difficulty.lower()
        else:
            losses.append(f"difficulty '{item.difficulty}' is not easy, medium or hard")
    if tags := make_tags(item.tags, losses):
        made["tags"] = tags
    if item.why:
        made["why"] = item.why
    return made


def make_tags(tags: Sequence[str], losses: list[str]) -> list[str]:
    """Tags as decks have them; those that cannot be written so are lost."""
    made = []
    for tag in tags:
        plain, is_whole = _make_tag(tag)
        if not plain:
            losses.append(f"tag '{tag}' is left out: a tag has letters from a to z and digits")
        elif plain not in _NO_TAGS:
            made.append(plain)
            if not is_whole:
                losses.append(f"tag '{tag}' became '{plain}': a tag has letters from a to z")
    return list(dict.fromkeys(made))


@cache
def _make_tag(tag: str) -> tuple[str, bool]:
    """The tag as decks have it, and whether no part of it in another alphabet is lost.

    It is empty if it cannot be.
    """
    parts = tag.split("::")
    latin = [part for part in parts if has_only_latin(part)]
    plain = re.sub(r"[^a-z0-9:_]+", "-", spell_latin("::".join(latin)).lower()).replace("::", ":")
    plain = re.sub(r"[-_:]*([-_:])[-_:]*", r"\1", plain).strip("-_:")[:64].strip("-_:")
    return plain if TAG_RULE.allows(plain) else "", len(latin) == len(parts)


def _make_card(item: Item, losses: list[str]) -> Plain:
    answer = _join_answers(item)
    if not item.question:
        raise LeftOut("has no question")
    if not answer:
        raise LeftOut("has no answer")
    if not item.is_asked and looks_like_term(item):
        return _make_term(item, losses)
    return {"recall": item.question, "answer": answer}


def looks_like_term(item: Item) -> bool:
    """Whether a card is a word or a few, with a longer text that explains them."""
    return (
        item.kind == "card"
        and fits_term(item.question)
        and not is_question(item.question)
        and len(item.question.split()) <= _MOST_TERM_WORDS
        and 0 < len(item.question) <= len(_join_answers(item))
    )


def fits_term(text: str) -> bool:
    """Whether a text is short enough to be typed."""
    return len(text) <= _LONGEST_TERM and "\n" not in text and "![" not in text


def _make_term(item: Item, losses: list[str]) -> Plain:
    if not item.question or not item.answers:
        raise LeftOut("has no term" if not item.question else "has no meaning")
    aliases = [make_typed(answer.text) for answer in item.answers[1:] if answer.right]
    made: Plain = {"term": make_typeable(item.question), "meaning": item.answers[0].text}
    return {**made, **({"aliases": aliases} if aliases else {})}


def _make_typed(item: Item, losses: list[str]) -> Plain:
    """A question whose answer is typed: a text that ends with a gap."""
    accepted = [make_typeable(answer.text) for answer in item.answers if answer.right]
    accepted = list(dict.fromkeys(accepted))
    if not accepted:
        raise LeftOut("has no right answer")
    _tell_feedback(item, losses)
    first, *others = accepted
    text = f"{item.question}\n\n{first}"
    if "\n" in first or item.question.count(first):
        made: Plain = {"recall": item.question, "answer": first}
        if others:
            losses.append(f"is not typed here, so these are lost: {', '.join(others)}")
        return made
    made = {"cloze": text, "gaps": {"1": first}}
    return {**made, **({"accept": {"1": list(map(make_typed, others))}} if others else {})}


def _make_choose(item: Item, losses: list[str]) -> Plain:
    names = name_letters(len(item.answers))
    right = [name for name, each in zip(names, item.answers, strict=True) if each.right]
    if not right or len(right) == len(names):
        raise LeftOut("has no right option" if not right else "has no wrong option")
    options = {name: _make_option(each) for name, each in zip(names, item.answers, strict=True)}
    return {
        "choose": item.question,
        "options": options,
        "right": right[0] if len(right) == 1 else right,
        **({"shuffle": False} if item.keeps_order else {}),
    }


def _make_option(answer: Answer) -> Any:
    return {"text": answer.text, "why": answer.why} if answer.why else answer.text


def _make_cloze(item: Item, losses: list[str]) -> Plain:
    if not item.gaps:
        raise LeftOut("has no gap")
    text, gaps, accept = item.question, {}, {}
    for number, (first, *others) in item.gaps.items():
        gaps[str(number)] = make_typeable(first) if text.count(first) == 1 else first
        text = text.replace(first, gaps[str(number)]) if text.count(first) == 1 else text
        if others:
            accept[str(number)] = list(map(make_typed, others))
    made: Plain = {"cloze": text, "gaps": gaps}
    return {**made, **({"accept": accept} if accept else {})}


def _make_order(item: Item, losses: list[str]) -> Plain:
    _tell_feedback(item, losses)
    names = name_letters(len(item.answers))
    steps = {name: each.text for name, each in zip(names, item.answers, strict=True)}
    return {"order": item.question, "steps": steps}


def _make_match(item: Item, losses: list[str]) -> Plain:
    """Pairs are the things of a comparison and their cells in its one row."""
    pairs = [pair for pair in item.pairs if pair[0]]
    wrong = [second for first, second in item.pairs if not first]
    if not 2 <= len(pairs) <= MAX_THINGS:
        raise LeftOut(f"has {len(pairs)} pairs; from 2 to {MAX_THINGS} can be matched here")
    names = name_letters(len(item.pairs))
    row: Plain = {"aspect": item.question}
    row |= {name: second for name, (_, second) in zip(names, pairs, strict=False)}
    if wrong:
        row["wrong"] = dict(zip(names[len(pairs) :], wrong, strict=True))
    things = {name: first for name, (first, _) in zip(names, pairs, strict=False)}
    return {"compare": things, "rows": {"a": row}}


def _make_table(item: Item, losses: list[str]) -> Plain:
    (_, *things), *rows = item.table
    if not 2 <= len(things) <= MAX_THINGS:
        raise LeftOut(f"compares {len(things)} things; from 2 to {MAX_THINGS} can be compared here")
    names = name_letters(len(things))
    whole = [row for number, row in enumerate(rows, 2) if _is_whole(row, number, things, losses)]
    if not whole:
        raise LeftOut("has no row without an empty cell")
    made = {
        name: {"aspect": aspect, **dict(zip(names, cells, strict=True))}
        for name, (aspect, *cells) in zip(name_letters(len(whole)), whole, strict=True)
    }
    return {"compare": dict(zip(names, things, strict=True)), "rows": made}


def _is_whole(row: Sequence[str], number: int, things: Sequence[str], losses: list[str]) -> bool:
    """Whether a row of a comparison has no empty cell; one that has is told."""
    aspect, *cells = row
    empty = [f"'{thing}'" for thing, cell in zip(things, cells, strict=True) if not cell]
    if empty:
        told = f"row '{aspect}'" if aspect else f"row {number}"
        losses.append(f"{told} is left out: it has no cell for {', '.join(empty)}")
    elif not aspect:
        losses.append(f"row {number} is left out: its first cell is empty")
    return bool(aspect and not empty)


def _make_essay(item: Item, losses: list[str]) -> Plain:
    answer = _join_answers(item)
    if not answer:
        raise LeftOut("is a free text without an answer to learn")
    return {"recall": item.question, "answer": answer}


def _copy_entry(item: Item, losses: list[str]) -> Plain:
    return {name: value for name, value in (item.entry or {}).items() if name != "key"}


def _join_answers(item: Item) -> str:
    return "\n\n".join(answer.text for answer in item.answers if answer.right and answer.text)


def _tell_feedback(item: Item, losses: list[str]) -> None:
    if any(answer.why for answer in item.answers):
        losses.append(LOST_FEEDBACK)


_MAKERS: Mapping[ItemKind, Callable[[Item, list[str]], Plain]] = {
    "card": _make_card,
    "term": _make_term,
    "typed": _make_typed,
    "choose": _make_choose,
    "cloze": _make_cloze,
    "order": _make_order,
    "match": _make_match,
    "essay": _make_essay,
    "table": _make_table,
    "entry": _copy_entry,
}
