"""What the scripts of a page know of cards and questions, and the rules of typed answers.

When a card comes back, what a day asks and what an answer is worth exist twice: in `reviews` and
`study` for the terminal, and in `web/*.js` for a page behind which no program stands. The cases of
`tests/pages` hold the two together. How typed answers are read exists once for all scripts: the
page's module is the script of the cards, `anki/script/rules.js`.
"""

import json
from collections.abc import Sequence
from typing import Any

from flashcards.anki.note_types import load_card_script
from flashcards.cards import Card
from flashcards.questions.question import Form, Question
from flashcards.study.plan import order_new_cards
from flashcards.text.answer_rules import SPELLING, list_readings, to_javascript
from flashcards.text.markdown import GAP

ENGINE = ("rules", "schedule", "plan", "grading", "log")
"""The modules that show nothing, in order of imports; `render_rules_module` writes the first."""


def describe_cards(cards: Sequence[Card]) -> list[dict[str, Any]]:
    """Return what planning a day needs to know of all cards of a language, in teaching order."""
    turns = {card.id: turn for turn, card in enumerate(order_new_cards(cards))}
    return [
        {
            "id": card.id,
            "course": card.note.course,
            "note": card.note.key,
            "key": card.entry.key,
            "ordinal": card.ordinal,
            "stage": card.note.stage,
            "deck": card.note.deck.deck,
            "kind": card.entry.kind,
            "tags": list(card.entry.tags),
            "turn": turns[card.id],
        }
        for card in cards
    ]


def describe_question(question: Question, forms: Sequence[Form]) -> dict[str, Any]:
    """Return what grading an answer and keeping it needs to know of a question.

    `accepted` are the answers and then, of names, the same without hyphens.
    """
    card = question.card
    names = question.accepted if question.code is None else ()
    readings = [text for name in names for text in list_readings(name, question.case)[1:]]
    return {
        "id": card.id,
        "course": card.note.course,
        "lang": card.note.lang,
        "forms": list(forms),
        "form": question.form,
        "options": [{"name": each.name, "right": each.right} for each in question.options],
        "sequence": list(question.sequence),
        "things": [[name, fits] for name, _, fits in question.things],
        "accepted": [*question.accepted, *readings],
        "case": question.case,
        "lines": question.lines,
        "others": sorted(question.others),
        "code": question.code,
        "gap": GAP,
    }


def render_rules_module() -> str:
    """Return the cards' script that reads typed answers, as a module; for code with fewer rules."""
    spelling = json.dumps(to_javascript(SPELLING), ensure_ascii=False)
    return (
        f"export function makeRules(isCode) {{\n{load_card_script('rules')}"
        f"if (isCode) {{ RULES = {spelling}; }}\n"
        "return { foldName, isAccepted, isNear, NUMBER };\n}\n"
    )
