"""Words around a card in languages that a course brings along, put into templates and style.

The templates carry the program's own languages; a course with `labels` adds its own to
them, or has words of its own for one of them, so that fields and templates stay those
that learners have.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from flashcards.anki.templates import Template
from flashcards.text.markdown import escape_prose
from flashcards.words.catalog import LANGUAGES, load_own_words

Labels = tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
"""Languages, each with the words of its labels by name; hashable."""

_SPAN = '<span class="say" lang="{}">{}</span>'
_EACH = re.compile(_SPAN.format('([^"]*)', "(.*?)"))
_SAID = re.compile(_SPAN.format("en", "(.*?)") + f"(?:{_SPAN.format('[^<]*?', '.*?')})*")
"""The words for one key in all languages of the program, beginning with English."""
_WORDS = re.compile(r"^var WORDS = (.*);$", re.MULTILINE)


def freeze_labels(labels: Mapping[str, Mapping[str, str]]) -> Labels:
    """The labels of a course as a value that can be compared and cached by."""
    return tuple((lang, tuple(sorted(words.items()))) for lang, words in sorted(labels.items()))


def add_labels(template: Template, labels: Labels) -> Template:
    """A template that also speaks the languages of the labels."""
    if not labels:
        return template
    return replace(
        template, front=_add_words(template.front, labels), back=_add_words(template.back, labels)
    )


def render_label_style(labels: Labels) -> str:
    """Rules that show the words of the card's own language instead of the English ones."""
    rules = [
        f'.pq[lang|="{lang}"] .say {{ display: none; }}\n'
        f'.pq[lang|="{lang}"] .say[lang="{lang}"] {{ display: inline; }}\n'
        for lang, _ in labels
        if lang not in LANGUAGES
    ]
    return "".join(rules)


def _add_words(html: str, labels: Labels) -> str:
    def add_said(found: re.Match[str]) -> str:
        key = _find_keys().get(found[1], "")
        said: dict[str, str] = dict(_EACH.findall(found[0]))
        said |= {
            lang: escape_prose(dict(words).get(key, said.get(lang, str(found[1]))))
            for lang, words in labels
        }
        return "".join(_SPAN.format(*each) for each in said.items()) if key else found[0]

    def add_spoken(found: re.Match[str]) -> str:
        table = json.loads(found[1])
        for lang, words in labels:
            known = table.get(lang, table["en"])
            table[lang] = {key: dict(words).get(key, said) for key, said in known.items()}
        return f"var WORDS = {json.dumps(table, ensure_ascii=False)};"

    return _WORDS.sub(add_spoken, _SAID.sub(add_said, html))


@cache
def _find_keys() -> dict[str, str]:
    """English words of a card to the name of their label."""
    return {words: key for key, words in load_own_words("en").items()}
