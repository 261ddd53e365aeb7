"""The note types as Anki sees them: fields and card templates of each kind.

The number, order and meaning of fields and templates are frozen: a field or template
more would conflict with the note type that learners already have. What a template says,
its script and the style sheet may change with any release. One note type serves all
languages: the words around a text stand in the template in every language, and the
style sheet shows those of the note's own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TypedDict

from flashcards.anki.scripts import render_script
from flashcards.model import MAX_THINGS, Kind
from flashcards.words.catalog import LANGUAGES, load_own_words

_HEAD = ("Name", "Question", "Lang", "Key")
_TAIL = ("Why", "Retired", "Foot", "Check", "Spare 1", "Spare 2")
_THINGS = range(1, MAX_THINGS + 1)

FIELDS: Mapping[Kind, tuple[str, ...]] = {
    "concept": (*_HEAD, "Points", "Misconception", *_TAIL),
    "term": (*_HEAD, "Meaning", "Answer", "Aliases", "Accepted", *_TAIL),
    "compare": (
        *_HEAD, "Things", "Table",
        *(f"{name} {place}" for name in ("Ask", "Options", "Why") for place in _THINGS),
        *_TAIL,
    ),
    "code": (*_HEAD, "Line", "Code", "Output", "Choices", *_TAIL),
    "choose": (*_HEAD, "Ask", "Options", "Answer", *_TAIL),
    "order": (*_HEAD, "Shuffled", "Steps", *_TAIL),
    "cloze": (*_HEAD, *_TAIL),
    "recall": (*_HEAD, "Answer", *_TAIL),
}  # fmt: skip


@dataclass(frozen=True)
class Template:
    """One card: its front, its back, and the field without which there is no card."""

    name: str
    front: str
    back: str
    needs: str


def _render_words(word: str) -> str:
    """The words for a key in every language, of which the style sheet shows one."""
    return "".join(
        f'<span class="say" lang="{lang}">{load_own_words(lang)[word]}</span>' for lang in LANGUAGES
    )


def _render_ask(word: str) -> str:
    return f'<div class="ask">{_render_words(word)}</div>\n'


def _render_part(name: str, field: str, label: str | None = None) -> str:
    """A field in an element of its own; nothing if the field is empty."""
    said = "" if label is None else f'<div class="label">{_render_words(label)}</div>'
    shown = f'<div class="{name}" dir="auto">{said}{{{{{field}}}}}</div>'
    return f"{{{{#{field}}}}}{shown}{{{{/{field}}}}}\n"


def _render_fold(name: str, field: str, label: str, state: str = " open") -> str:
    """A field that can be folded away; nothing if the field is empty."""
    head = f'<summary class="label tappable">{_render_words(label)}</summary>'
    shown = f'<details class="{name}" dir="auto"{state}>{head}{{{{{field}}}}}</details>'
    return f"{{{{#{field}}}}}{shown}{{{{/{field}}}}}\n"


def _render_held(inside: str) -> str:
    """What only the script reads: for hints, choices and typed answers."""
    return f'<div class="held" hidden>{inside}</div>\n'


def _render_side(side: str, kind: Kind, place: int, inside: str) -> str:
    who = f'lang="{{{{Lang}}}}" data-card="{{{{Name}}}} {place}"'
    retired = _render_part("retired", "Retired", "card_retired")
    return f'<div class="pq {side} kind-{kind}" {who}>\n{retired}{inside}</div>\n'


class _Scripts(TypedDict):
    """The parts of the script on either side."""

    scripts: tuple[str, ...]
    back_scripts: tuple[str, ...]


def _make_template(
    kind: Kind,
    name: str,
    front: str,
    answer: str,
    *,
    scripts: tuple[str, ...] = (),
    back_scripts: tuple[str, ...] = (),
    needs: str = "Question",
    repeated: str | None = None,
    held: str = "",
    why: str = "Why",
    why_label: str = "card_why",
    line: str = '<hr id="answer">\n',
    after: str = "",
    place: int = 0,
) -> Template:
    """A card; its back shows the `front`, or `repeated` in its place, before the `answer`,
    which the reason and what comes `after` it follow. Anki scrolls to the `line` between them.

    `held` is on the front for the script alone. The card is the `place`-th of its note.
    """
    back = (front if repeated is None else repeated) + (line if answer else "") + answer
    back += _render_fold("why", why, why_label) + after + _render_part("foot", "Foot")
    shown = front + (_render_held(held) if held else "")
    return Template(
        name,
        _render_side("front", kind, place, shown) + render_script("reading", *scripts),
        _render_side("back", kind, place, back)
        + render_script("reading", "folds", "anchor", *back_scripts),
        needs,
    )


_QUESTION = _render_part("question", "Question")
_OPTIONS: _Scripts = {
    "scripts": ("keys", "options", "options_front"),
    "back_scripts": ("verdict", "options", "options_back"),
}


def _make_thing_template(place: int) -> Template:
    """The authored question about one thing; no card where there is none."""
    ask, options = f"Ask {place}", f"Options {place}"
    front = _render_part("question", ask) + _render_ask("choose_one") + f"{{{{{options}}}}}\n"
    made = _make_template(
        "compare", f"Question {place}", front, "", **_OPTIONS,
        needs=ask, why=f"Why {place}", place=place,
    )  # fmt: skip
    return replace(made, front=f"{{{{#{ask}}}}}{made.front}{{{{/{ask}}}}}")


_TYPED = '<div class="typed">{{type:Answer}}</div>\n'
_NAME = '<span class="name">{{Answer}}</span>'
_ACCEPTED = '<div class="accepted">{{Accepted}}</div>'
_TERM_FROM_MEANING = _make_template(
    "term",
    "Meaning to term",
    _render_part("meaning", "Meaning") + _render_ask("card_which_term") + _TYPED,
    _TYPED
    + _render_part("answer", "Question")
    + _render_part("aliases", "Aliases", "card_aliases")
    + _render_held(_NAME + _ACCEPTED),
    scripts=("hints",),
    back_scripts=("verdict", "rules", "typed"),
    needs="Meaning",
    repeated=_render_part("meaning", "Meaning"),
    held=_NAME,
    why_label="card_note",
    place=1,
)
_CODE = '<div class="asked" id="answer">{{Code}}</div>\n'
_CHOICES = (
    '{{#Choices}}<details class="choices"><summary class="tappable">'
    f"{_render_words('card_choices')}</summary>{{{{Choices}}}}</details>{{{{/Choices}}}}\n"
)
_GAPPED = '<div class="question text" dir="auto">{{cloze:Question}}</div>\n'

TEMPLATES: Mapping[Kind, tuple[Template, ...]] = {
    "concept": (
        _make_template(
            "concept", "Explain", _QUESTION + _render_ask("card_explain"),
            _render_part("points", "Points", "card_points")
            + _render_fold("misconception", "Misconception", "misconception"),
            scripts=("hints",), back_scripts=("keys", "points"),
            held='<div class="points-held">{{Points}}</div>',
        ),
    ),
    "term": (
        _make_template(
            "term", "Term to meaning", _QUESTION + _render_ask("what_means"),
            _render_part("answer", "Meaning") + _render_part("aliases", "Aliases", "card_aliases"),
            why_label="card_note",
        ),
        _TERM_FROM_MEANING,
    ),
    "compare": (
        _make_template(
            "compare", "All of them",
            _QUESTION + _render_ask("card_how_differ") + _render_part("things", "Things"),
            _render_part("grid", "Table"), repeated=_QUESTION, held="{{Table}}",
            scripts=("hidden_order", "match", "match_front"),
            back_scripts=("verdict", "hidden_order", "match", "match_back"),
        ),
        *map(_make_thing_template, _THINGS),
    ),
    "code": (
        _make_template(
            "code", "Output", _QUESTION + "{{Code}}\n" + _CHOICES,
            '<div class="answer">{{Output}}</div>\n',
            after=_render_fold("mistakes", "Choices", "card_mistakes", state=""),
            repeated=_QUESTION + _CODE, line="<hr>\n",
            scripts=_OPTIONS["scripts"], back_scripts=_OPTIONS["back_scripts"],
        ),
    ),
    "choose": (
        _make_template(
            "choose", "Choose", _QUESTION + _render_part("ask", "Ask") + "{{Options}}\n", "",
            **_OPTIONS,
        ),
    ),
    "order": (
        _make_template(
            "order", "In order", _QUESTION + _render_ask("card_order") + "{{Shuffled}}\n",
            '<div class="answer">{{Steps}}</div>\n', repeated=_QUESTION,
            scripts=("keys", "hidden_order", "order_front"),
            back_scripts=("verdict", "hidden_order", "order_back"),
        ),
    ),
    "cloze": (
        _make_template(
            "cloze", "Gap", _render_ask("gap") + _GAPPED, "", scripts=("hints",),
            back_scripts=("gap_back",),
        ),
    ),
    "recall": (
        _make_template(
            "recall", "Answer", _QUESTION, _render_part("answer", "Answer"), why_label="card_note"
        ),
    ),
}  # fmt: skip
