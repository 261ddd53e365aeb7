"""The note types of a language, one for each kind, with permanent ids, templates and scripts.

Anki matches note types, fields and templates by id. A field keeps its id when it is renamed; its
place can never change, so the id is made of the place. Each language has note types of its own, so
one more language changes no note type that learners have. Names and order of cards are frozen;
what they show may change with any release.

`templates/KIND.html` has the cards of a kind: a comment with the name of the card, the field
without which there is no card and what Anki's browser shows as question and answer; the front;
`<!-- back -->` and the back. `$name` is a text of the card's language, `$script_NAME` a script and
`$place` the number of a thing that is asked about: such a card is there for each of them.

Scripts are in `script/`. What they say comes from the same words, and how they read a typed answer
from the terminal's rules. A card reads well without any of it.
"""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from string import Template as Text
from typing import Any, NamedTuple

import genanki

from flashcards.anki.content import derive_id
from flashcards.anki.fields import FIELDS, FOLDED_FIELDS, HELPER_FIELDS
from flashcards.course.model import KINDS, MAX_ASKED_THINGS, SOURCE_LANGUAGE, Kind
from flashcards.text.answer_rules import NAME_SPELLING, NUMBER, RAISED, SLIPS, to_javascript
from flashcards.text.highlight import load_card_style
from flashcards.text.markdown import escape_prose
from flashcards.words import ENGLISH, Words

SCRIPTS: Mapping[str, tuple[str, ...]] = {
    "common": (),
    "options": ("options",),
    "order": ("order",),
    "typed": ("rules", "typed"),
}
"""The files of `script/` that a script has, besides `SHARED`."""
SHARED = ("common", "reading")
_FOLDER = Path(__file__).parent
_CARD = re.compile(
    r"<!-- card: (.+?); needs: (.+?); browser: (.+?) \| (.+?) -->\n"
    r"(.+?)<!-- back -->\n(.+?)(?=<!-- card|\Z)",
    re.DOTALL,
)
_SCRIPT = re.compile(r"\$script_(\w+)")
_COMMENT = re.compile(r"^\s*//.*\n", re.MULTILINE)
_INDENT = re.compile(r"^\s+", re.MULTILINE)
_WORD = re.compile(r'\bwords\.(\w+)|\bsay\("(\w+)"')
_FIELD_SLOTS, _TEMPLATE_SLOTS = 100, 500
_ANY_DECK = 1
"""Anki's own: a note type belongs to no deck."""


class Template(NamedTuple):
    """One card."""

    name: str
    needs: str
    """The field without which there is no card."""
    question: str
    """What Anki's browser shows as question."""
    answer: str
    front: str
    back: str
    script: str
    """The name of the script that runs on both sides."""


class NoteType(genanki.Model):  # type: ignore[misc]
    """How Anki keeps and shows the notes of one kind in one language.

    Unlike genanki's it has a time of its own, and knows the field that each card needs. All courses
    share it, but one that puts a `style` after the common style sheet: with its `course_id` it has
    note types of its own, so that it never changes the look of others.
    """

    def __init__(self, kind: Kind, words: Words, course_id: str = "", style: str = "") -> None:
        self.kind, self.lang = kind, words.lang
        self.lock_name = f"{words.lang}/{kind}"
        self.mod = 1
        """When it last changed, in seconds since 1970."""
        self.field_names = FIELDS[kind]
        cards = make_templates(words)[kind]
        # The first part sets these ids apart from all others, and stays: learners have the ids.
        number = derive_id("note type, released fields", course_id, words.lang, kind)
        suffix = ", ".join(filter(None, [course_id, words.lang.removeprefix(SOURCE_LANGUAGE)]))
        super().__init__(
            number,
            f"ptquiz {kind} ({suffix})" if suffix else f"ptquiz {kind}",
            fields=[
                {
                    "name": name,
                    "id": number * 1000 + _FIELD_SLOTS + place,
                    "font": "Arial",
                    "collapsed": name in FOLDED_FIELDS,
                    "excludeFromSearch": name in HELPER_FIELDS,
                }
                for place, name in enumerate(self.field_names)
            ],
            templates=[
                {
                    "name": card.name,
                    "id": number * 1000 + _TEMPLATE_SLOTS + place,
                    "qfmt": card.front,
                    "afmt": card.back,
                    "bqfmt": card.question,
                    "bafmt": card.answer,
                }
                for place, card in enumerate(cards)
            ],
            css=load_card_style() + style,
            model_type=self.CLOZE if kind == "cloze" else self.FRONT_BACK,
            # What the browser shows first; most code is asked with the same words.
            sort_field_index=self.field_names.index("Line" if kind == "code" else "Question"),
        )
        self._req = [
            [place, "all", [self.field_names.index(card.needs)]] for place, card in enumerate(cards)
        ]

    @property
    def content_hash(self) -> str:
        """Changes when learners should get another layout or style."""
        text = json.dumps(super().to_json(0, _ANY_DECK))
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    def to_json(self, timestamp: float, deck_id: int) -> Any:
        return super().to_json(self.mod, _ANY_DECK)


@cache
def make_templates(words: Words = ENGLISH) -> Mapping[Kind, tuple[Template, ...]]:
    """Return the templates of every kind, with these words around what a note says."""
    values = {
        name: escape_prose(text) for name, text in words.texts.items() if isinstance(text, str)
    }
    for name, files in SCRIPTS.items():
        parts = [*map(load_card_script, SHARED), "if (!startCard()) { return; }\n"]
        body = "".join([*parts, *map(load_card_script, files)])
        table = dump_script_words(words, body)
        values[f"script_{name}"] = (
            f"<script>(function () {{\nvar words = {table};\n{body}}})();</script>"
        )
    return {kind: tuple(_load_templates(kind, values)) for kind in KINDS}


def _load_templates(kind: Kind, values: Mapping[str, str]) -> Iterator[Template]:
    html = (_FOLDER / "templates" / f"{kind}.html").read_text(encoding="utf-8")
    for card in _CARD.finditer(html):
        script = _SCRIPT.findall(card[0])[0]
        places = range(1, MAX_ASKED_THINGS + 1) if "$place" in card[0] else range(1)
        for place in places:
            texts = (Text(text).substitute(values, place=place) for text in card.groups())
            yield Template._make([*texts, script])


def dump_script_words(words: Words, script: str) -> str:
    """Return the words that a script says, by name: JSON that can stand in `<script>`."""
    keys = sorted({one or other for one, other in _WORD.findall(script)})
    table = {key: words.texts[key] for key in keys}
    return json.dumps(table, ensure_ascii=False).replace("<", "\\u003c")


@cache
def load_card_script(name: str) -> str:
    """Return a file of `script/`; `rules` begins with the terminal's rules as constants."""
    script = strip_script((_FOLDER / "script" / f"{name}.js").read_text(encoding="utf-8"))
    if name != "rules":
        return script
    (raised,), rules = to_javascript([RAISED]), to_javascript(NAME_SPELLING)
    values = {"RAISED": raised, "RULES": rules, "NUMBER": NUMBER, "SLIPS": SLIPS}
    dumped = (f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in values.items())
    return f"var {', '.join(dumped)};\n{script}"


def strip_script(text: str) -> str:
    """Return a script without comments and indentation; no text in it may run over lines."""
    return _INDENT.sub("", _COMMENT.sub("", text))
