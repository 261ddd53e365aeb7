"""The note types as Anki sees them: fields and card templates of each kind.

The number, order and meaning of fields and templates are frozen: a field or template
more would conflict with the note type that learners already have. What a template says,
its script and the style sheet may change with any release. Each language has note types of
its own, whose templates say the words of that language alone, or those that a course has for
it as `labels`: one more language changes no note type that learners have.

The scripts of cards are parts in `script/`, put together for each template. What a script says
comes from the same words, and how it reads a typed answer from the terminal's rules, so that
neither is written twice. A card reads well without any of it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from flashcards.course.model import MAX_THINGS, Kind
from flashcards.study.answer_rules import NAME_SPELLING, NUMBER, RAISED, SLIPS, to_javascript
from flashcards.text.markdown import escape_prose
from flashcards.words.catalog import ENGLISH, Words

_HEAD = ("Name", "Question", "Lang", "Key")
_TAIL = ("Why", "Retired", "Head", "Foot", "Check", "Source", "Spare 1", "Spare 2")
_THINGS = range(1, MAX_THINGS + 1)
_THING_FIELDS = tuple(f"{name} {place}" for name in ("Ask", "Options", "Why") for place in _THINGS)

FIELDS: Mapping[Kind, tuple[str, ...]] = {
    "concept": (*_HEAD, "Points", "Misconception", *_TAIL),
    "term": (*_HEAD, "Meaning", "Answer", "Aliases", "Accepted", *_TAIL),
    "compare": (*_HEAD, "Things", "Table", *_THING_FIELDS, *_TAIL),
    "code": (*_HEAD, "Line", "Code", "Output", "Choices", *_TAIL),
    "choose": (*_HEAD, "Ask", "Options", "Answer", *_TAIL),
    "order": (*_HEAD, "Shuffled", "Steps", *_TAIL),
    "cloze": (*_HEAD, *_TAIL),
    "recall": (*_HEAD, "Answer", *_TAIL),
}


@dataclass(frozen=True)
class Template:
    """One card: its front, its back, and the field without which there is no card."""

    name: str
    front: str
    back: str
    needs: str
    columns: tuple[str, str] = ("", "")
    """What Anki's browser shows as question and answer: plain text, so without the words around
    it and the marks that the style sheet hides. Of nothing Anki takes the sides."""
    parts: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    """The parts of `script/` that run on the front and on the back, besides `CORE`."""


_Scripts = tuple[tuple[str, ...], tuple[str, ...]]
"""The parts of the script on front and back, besides those that all cards have."""
_OPTION_SCRIPTS = (
    ("keys", "choices", "options", "options_front"),
    ("keys", "choices", "verdict", "options", "options_back"),
)
_LINE = '<hr id="answer">\n'
_FOLDER = Path(__file__).with_name("script")
CORE = ("core", "elements", "chance", "hanging")
"""The parts that every side of a card has, before its own."""
_COMMENT = re.compile(r"^\s*//.*\n", re.MULTILINE)
_INDENT = re.compile(r"^\s+", re.MULTILINE)
_WORD = re.compile(r'\bwords\.(\w+)|\bsay\("(\w+)"')


@cache
def make_templates(words: Words = ENGLISH) -> Mapping[Kind, tuple[Template, ...]]:
    """The templates of every kind, with these words around what a note says."""
    write = _TemplateWriter(words)
    return {
        "concept": (write.concept(),),
        "term": (write.term_to_meaning(), write.meaning_to_term()),
        "compare": (write.comparison(), *map(write.thing, _THINGS)),
        "code": (write.code(),),
        "choose": (write.choose(),),
        "order": (write.order(),),
        "cloze": (write.cloze(),),
        "recall": (write.recall(),),
    }


class _TemplateWriter:
    """Writes templates with the words of one language."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.question = self._part("question", "Question")

    def concept(self) -> Template:
        return self._template(
            "concept",
            "Explain",
            self.question + self._ask("card_explain"),
            self._part("points", "Points", "card_points")
            + self._fold("misconception", "Misconception", "misconception"),
            columns=("{{Question}}", "{{Points}}"),
            scripts=(("keys", "hints"), ("keys", "points")),
            held='<div class="points-held">{{Points}}</div>',
        )

    def term_to_meaning(self) -> Template:
        return self._template(
            "term",
            "Term to meaning",
            self.question + self._ask("what_means"),
            self._part("answer", "Meaning") + self._part("aliases", "Aliases", "card_aliases"),
            columns=("{{Question}}", "{{Meaning}}"),
            why_label="card_note",
        )

    def meaning_to_term(self) -> Template:
        meaning = self._part("meaning", "Meaning")
        typed = '<div class="typed">{{type:Answer}}</div>\n'
        name = '<span class="name">{{Answer}}</span>'
        return self._template(
            "term",
            "Meaning to term",
            meaning + self._ask("card_which_term") + typed,
            typed
            + self._part("answer", "Question")
            + self._part("aliases", "Aliases", "card_aliases")
            + _hold(name + '<div class="accepted">{{Accepted}}</div>'),
            columns=("{{Meaning}}", "{{Question}}"),
            scripts=(("keys", "hints"), ("verdict", "rules", "typed")),
            needs="Meaning",
            repeated=meaning,
            held=name,
            why_label="card_note",
            place=1,
        )

    def comparison(self) -> Template:
        """All things of a row; no card where the row is asked by its single questions only."""
        made = self._template(
            "compare",
            "All of them",
            self.question + self._ask("card_how_differ") + self._part("things", "Things"),
            self._part("grid", "Table"),
            columns=("{{Question}} {{Things}}", "{{Table}}"),
            scripts=(
                ("keys", "choices", "hidden_order", "match", "match_front"),
                ("verdict", "hidden_order", "match", "match_back"),
            ),
            needs="Things",
            repeated=self.question,
            held="{{Table}}",
        )
        return _require(made)

    def thing(self, place: int) -> Template:
        """The authored question about one thing; no card where there is none."""
        ask, options = f"Ask {place}", f"Options {place}"
        made = self._template(
            "compare",
            f"Question {place}",
            self._part("question", ask) + self._ask("choose_one") + f"{{{{{options}}}}}\n",
            "",
            columns=(f"{{{{{ask}}}}}", "{{Table}}"),
            scripts=_OPTION_SCRIPTS,
            needs=ask,
            why=f"Why {place}",
            place=place,
        )
        return _require(made)

    def code(self) -> Template:
        choices = (
            '{{#Choices}}<details class="choices"><summary class="tappable">'
            f"{self._say('card_choices')}</summary>{{{{Choices}}}}</details>{{{{/Choices}}}}\n"
        )
        return self._template(
            "code",
            "Output",
            self.question + "{{Code}}\n" + choices,
            '<div class="answer">{{Output}}</div>\n',
            columns=("{{Code}}", "{{Output}}"),
            scripts=_OPTION_SCRIPTS,
            repeated=self.question + '<div class="asked" id="answer">{{Code}}</div>\n',
            line="<hr>\n",
            after=self._fold("mistakes", "Choices", "card_choices", state=""),
        )

    def choose(self) -> Template:
        return self._template(
            "choose",
            "Choose",
            self.question + self._part("ask", "Ask") + "{{Options}}\n",
            "",
            columns=("{{Question}}", "{{Answer}}"),
            scripts=_OPTION_SCRIPTS,
        )

    def order(self) -> Template:
        return self._template(
            "order",
            "In order",
            self.question + self._ask("card_order") + "{{Shuffled}}\n",
            '<div class="answer">{{Steps}}</div>\n',
            columns=("{{Question}}", "{{Steps}}"),
            scripts=(
                ("keys", "hidden_order", "order_front"),
                ("verdict", "hidden_order", "order_back"),
            ),
            repeated=self.question,
        )

    def cloze(self) -> Template:
        gapped = '<div class="question text" dir="auto">{{cloze:Question}}</div>\n'
        return self._template(
            "cloze",
            "Gap",
            self._ask("gap") + gapped,
            "",
            columns=("{{cloze:Question}}", "{{cloze:Question}}"),
            scripts=(("keys", "hints"), ("gap_back",)),
        )

    def recall(self) -> Template:
        return self._template(
            "recall",
            "Answer",
            self.question,
            self._part("answer", "Answer"),
            columns=("{{Question}}", "{{Answer}}"),
            why_label="card_note",
        )

    def _template(
        self,
        kind: Kind,
        name: str,
        front: str,
        answer: str,
        *,
        columns: tuple[str, str],
        scripts: _Scripts = ((), ()),
        needs: str = "Question",
        repeated: str | None = None,
        held: str = "",
        why: str = "Why",
        why_label: str = "card_why",
        line: str = _LINE,
        after: str = "",
        place: int = 0,
    ) -> Template:
        """A card; its back shows the `front`, or `repeated` in its place, before the `answer`,
        which the reason and what comes `after` it follow. Anki scrolls to the `line` between them.

        `held` is on the front for the script alone. The card is the `place`-th of its note.
        """
        front_script = ("reading", *scripts[0])
        back_script = ("reading", "folds", "anchor", *scripts[1])
        back = (front if repeated is None else repeated) + (line if answer else "") + answer
        back += self._fold("why", why, why_label) + after + self._part("foot", "Foot")
        return Template(
            name,
            self._side("front", kind, place, front + (_hold(held) if held else ""))
            + _render_script(self.words, *front_script),
            self._side("back", kind, place, back) + _render_script(self.words, *back_script),
            needs,
            columns,
            (front_script, back_script),
        )

    def _side(self, side: str, kind: Kind, place: int, inside: str) -> str:
        who = f'lang="{{{{Lang}}}}" data-card="{{{{Name}}}} {place}"'
        head = self._part("head", "Head") + self._part("retired", "Retired", "card_retired")
        return f'<div class="pq {side} kind-{kind}" {who}>\n{head}{inside}</div>\n'

    def _say(self, word: str) -> str:
        return escape_prose(self.words.texts[word])

    def _ask(self, word: str) -> str:
        return f'<div class="ask">{self._say(word)}</div>\n'

    def _part(self, name: str, field: str, label: str | None = None) -> str:
        """A field in an element of its own; nothing if the field is empty."""
        said = "" if label is None else f'<div class="label">{self._say(label)}</div>'
        shown = f'<div class="{name}" dir="auto">{said}{{{{{field}}}}}</div>'
        return f"{{{{#{field}}}}}{shown}{{{{/{field}}}}}\n"

    def _fold(self, name: str, field: str, label: str, state: str = " open") -> str:
        """A field that can be folded away; nothing if the field is empty."""
        head = f'<summary class="label tappable">{self._say(label)}</summary>'
        shown = f'<details class="{name}" dir="auto"{state}>{head}{{{{{field}}}}}</details>'
        return f"{{{{#{field}}}}}{shown}{{{{/{field}}}}}\n"


def _require(made: Template) -> Template:
    """The same card, but none where the field that it needs is empty."""
    return replace(made, front=f"{{{{#{made.needs}}}}}{made.front}{{{{/{made.needs}}}}}")


def _hold(inside: str) -> str:
    """What only the script reads: for hints, choices and typed answers."""
    return f'<div class="held" hidden>{inside}</div>\n'


def _render_script(words: Words, *parts: str) -> str:
    """A `<script>` element with what all cards need and these parts, and what they say."""
    body = "".join(map(load_part, (*CORE, *parts)))
    table = _dump(select_script_words(words, body)).replace("<", "\\u003c")
    return f"<script>(function () {{\nvar words = {table};\n{body}}})();</script>"


def select_script_words(words: Words, script: str) -> Mapping[str, str]:
    """The words that a script says, by name."""
    keys = sorted({one or other for one, other in _WORD.findall(script)})
    return {key: words.texts[key] for key in keys}


def load_part(name: str) -> str:
    """One part as it stands in a script; `rules` begins with the terminal's rules."""
    return (_render_rules() if name == "rules" else "") + load_script(name)


@cache
def load_script(name: str) -> str:
    """The text of one part, without comments and indentation."""
    return strip_script((_FOLDER / f"{name}.js").read_text(encoding="utf-8"))


def strip_script(text: str) -> str:
    """A script without comments and indentation; no text in it may run over lines."""
    return _INDENT.sub("", _COMMENT.sub("", text))


def _render_rules() -> str:
    (raised,), rules = to_javascript([RAISED]), to_javascript(NAME_SPELLING)
    values = {"RAISED": raised, "RULES": rules, "NUMBER": NUMBER, "SLIPS": SLIPS}
    return f"var {', '.join(f'{name} = {_dump(value)}' for name, value in values.items())};\n"


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
