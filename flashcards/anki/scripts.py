"""The scripts of cards: parts in `script/`, put together for each template.

What a script says comes from the tables of words, and how it reads a typed answer from the
terminal's rules, so that neither is written twice. A card reads well without any of it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from flashcards.study.answer_rules import NAME_SPELLING, NUMBER, RAISED, to_javascript

_FOLDER = Path(__file__).with_name("script")
_COMMENT = re.compile(r"^\s*//.*\n", re.MULTILINE)
_INDENT = re.compile(r"^\s+", re.MULTILINE)
_WORD = re.compile(r'\bwords\.(\w+)|\bsay\("(\w+)"')


def render_script(words: Mapping[str, Mapping[str, str]], *parts: str) -> str:
    """A `<script>` element with what all cards need and these parts; `words` by language."""
    used = ("core", *parts)
    body = "".join(map(load_part, used))
    keys = sorted(frozenset().union(*map(_find_words, used)))
    table = {lang: {key: said[key] for key in keys} for lang, said in words.items()}
    return f"<script>(function () {{\nvar WORDS = {_dump(table)};\n{body}}})();</script>"


@cache
def load_part(name: str) -> str:
    """One part without comments and indentation; `rules` begins with the terminal's rules."""
    text = (_FOLDER / f"{name}.js").read_text(encoding="utf-8")
    text = _INDENT.sub("", _COMMENT.sub("", text))
    return _render_rules() + text if name == "rules" else text


@cache
def _find_words(part: str) -> frozenset[str]:
    """The keys of what a part says."""
    return frozenset(one or other for one, other in _WORD.findall(load_part(part)))


def _render_rules() -> str:
    (raised,), rules = to_javascript([RAISED]), to_javascript(NAME_SPELLING)
    values = {"RAISED": raised, "RULES": rules, "NUMBER": NUMBER}
    return f"var {', '.join(f'{name} = {_dump(value)}' for name, value in values.items())};\n"


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
