"""Ordering and matching, one choice after the other: what is left, and what comes now."""

from __future__ import annotations

from collections.abc import Sequence

from flashcards.i18n.terminal_words import say
from flashcards.questions import Choice, Question
from flashcards.terminal.rich_text import inline


def left_over(question: Question, names: Sequence[str]) -> list[Choice]:
    """Options not used yet; cells that fit several things stay."""
    if question.form == "match" and len(question.options) < len(question.things):
        return list(question.options)
    return [option for option in question.options if option.name not in names]


def turn(question: Question, names: Sequence[str]) -> str:
    """What was placed so far, and what comes now."""
    lang, done = question.card.note.lang, len(names)
    texts = {option.name: inline(option.text).plain for option in question.options}
    if question.form == "match":
        heads = [inline(text).plain for _, text, _ in question.things]
        placed = [f"{heads[n]} → {texts[name]}" for n, name in enumerate(names)]
        return "\n".join([question.instruction, *placed, heads[done]])
    placed = [f"{n}. {texts[name]}" for n, name in enumerate(names, 1)]
    return "\n".join([*placed, say(lang, "place_step", n=done + 1, all=len(texts))])
