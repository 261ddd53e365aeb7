"""The card templates of each note type, and the scripts that run in them.

`templates/KIND.html` has the cards of a kind: a comment with the name of the card, the field
without which there is no card and what Anki's browser shows as question and answer; the front;
`<!-- back -->` and the back. `$name` is a text of the card's language, `$script_NAME` a script and
`$place` the number of a thing that is asked about: such a card is there for each of them.
Each language has note types of its own, so one more language changes no note type that learners
have. Names and order of cards are frozen; what they show may change with any release.

Scripts are in `script/`. What they say comes from the same words, and how they read a typed answer
from the terminal's rules. A card reads well without any of it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Template as Text

from flashcards.course.model import KINDS, MAX_ASKED_THINGS, Kind
from flashcards.study.answer_rules import NAME_SPELLING, NUMBER, RAISED, SLIPS, to_javascript
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
    r"<!-- card: (?P<name>.+?); needs: (?P<needs>.+?); "
    r"browser: (?P<question>.+?) \| (?P<answer>.+?) -->\n"
    r"(?P<front>.+?)<!-- back -->\n(?P<back>.+?)(?=<!-- card|\Z)",
    re.DOTALL,
)
_SCRIPT = re.compile(r"\$script_(\w+)")
_COMMENT = re.compile(r"^\s*//.*\n", re.MULTILINE)
_INDENT = re.compile(r"^\s+", re.MULTILINE)
_WORD = re.compile(r'\bwords\.(\w+)|\bsay\("(\w+)"')


@dataclass(frozen=True)
class Template:
    """One card: its front, its back, and the field without which there is no card."""

    name: str
    front: str
    back: str
    needs: str
    columns: tuple[str, str]
    """What Anki's browser shows as question and answer."""
    script: str
    """The name of the script that runs on both sides."""


@cache
def make_templates(words: Words = ENGLISH) -> Mapping[Kind, tuple[Template, ...]]:
    """Return the templates of every kind, with these words around what a note says."""
    values = {
        name: escape_prose(text) for name, text in words.texts.items() if isinstance(text, str)
    }
    values |= {f"script_{name}": _render_script(words, name) for name in SCRIPTS}
    return {kind: tuple(_load_templates(kind, values)) for kind in KINDS}


def _load_templates(kind: Kind, values: Mapping[str, str]) -> Iterator[Template]:
    html = (_FOLDER / "templates" / f"{kind}.html").read_text(encoding="utf-8")
    for card in _CARD.finditer(html):
        script = _SCRIPT.findall(card[0])[0]
        for place in range(1, MAX_ASKED_THINGS + 1) if "$place" in card[0] else (0,):
            texts = {
                name: Text(text).substitute(values, place=place)
                for name, text in card.groupdict().items()
            }
            columns = texts.pop("question"), texts.pop("answer")
            yield Template(**texts, columns=columns, script=script)


def _render_script(words: Words, name: str) -> str:
    """Return a `<script>` element, with what it says."""
    parts = [*map(load_script, SHARED), "if (!startCard()) { return; }\n"]
    body = "".join([*parts, *map(load_script, SCRIPTS[name])])
    table = dump_words(select_script_words(words, body))
    return f"<script>(function () {{\nvar words = {table};\n{body}}})();</script>"


def select_script_words(words: Words, script: str) -> Mapping[str, object]:
    """Return the words that a script says, by name."""
    keys = sorted({one or other for one, other in _WORD.findall(script)})
    texts = words.texts
    return {key: texts[key] for key in keys}


def dump_words(table: object) -> str:
    """Return the words as JSON that can stand in a `<script>` element."""
    return json.dumps(table, ensure_ascii=False).replace("<", "\\u003c")


@cache
def load_script(name: str, is_whole: bool = True) -> str:
    """Return a file of `script/`; a whole `rules` begins with the terminal's rules."""
    script = strip_script((_FOLDER / "script" / f"{name}.js").read_text(encoding="utf-8"))
    if name != "rules" or not is_whole:
        return script
    (raised,), rules = to_javascript([RAISED]), to_javascript(NAME_SPELLING)
    values = {"RAISED": raised, "RULES": rules, "NUMBER": NUMBER, "SLIPS": SLIPS}
    dumped = (f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in values.items())
    return f"var {', '.join(dumped)};\n{script}"


def strip_script(text: str) -> str:
    """Return a script without comments and indentation; no text in it may run over lines."""
    return _INDENT.sub("", _COMMENT.sub("", text))
