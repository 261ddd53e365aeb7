"""Words around a card in languages that a course brings along, put into templates and style.

The templates carry the program's own languages; a course with `labels` adds its own to
them, so that fields and templates stay those that learners have.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from flashcards.anki.templates import Template
from flashcards.i18n.catalog import load_words
from flashcards.text.anki_markup import escape_prose

Labels = tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
"""Languages, each with the words of its labels by name; hashable."""

_SAID = re.compile(r'<span class="say" lang="en">(.*?)</span>')
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
    ]
    return "".join(rules)


def _add_words(html: str, labels: Labels) -> str:
    def add_said(found: re.Match[str]) -> str:
        key = _find_keys().get(found[1], "")
        more = (
            f'<span class="say" lang="{lang}">{escape_prose(dict(words).get(key, found[1]))}</span>'
            for lang, words in labels
        )
        return found[0] + ("".join(more) if key else "")

    def add_spoken(found: re.Match[str]) -> str:
        table = json.loads(found[1])
        for lang, words in labels:
            table[lang] = {key: dict(words).get(key, said) for key, said in table["en"].items()}
        return f"var WORDS = {json.dumps(table, ensure_ascii=False)};"

    return _WORDS.sub(add_spoken, _SAID.sub(add_said, html))


@cache
def _find_keys() -> dict[str, str]:
    """English words of a card to the name of their label."""
    return {words: key for key, words in load_words("en").items()}
