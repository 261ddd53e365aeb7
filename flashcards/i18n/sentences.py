"""Sentences that are written in English where they arise, said in another language.

Help is declared with its option, and an error is raised where it is found; neither place
knows the learner's language. A language has a table of such sentences, with `{names}` for
what varies; what a sentence was filled with is found by comparing it with the table. In a
translation `{names、}` is a list whose names are divided by that mark instead of a comma.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from flashcards.i18n.catalog import LANGUAGES

_NAME = re.compile(r"\{(\w+)\}")
_HOLE = re.compile(r"\{(\w+)(、?)\}")
_BETWEEN_HAN = re.compile(r"(?<=[\u4e00-\u9fff]) (?=[\u4e00-\u9fff])")
"""The space that a name in Latin letters would have had."""
_HAN_END = re.compile(r"[\u4e00-\u9fff”）]$")


def translate_sentence(lang: str, sentence: str) -> str:
    """The sentence in a language; as it is, if the table of the language does not have it."""
    table = load_sentences(lang)
    if not table or not sentence:
        return sentence
    if (known := table.get(sentence)) is not None:
        return known
    for pattern, translated in _compile_templates(lang):
        if found := pattern.fullmatch(sentence):
            values = {
                name: translate_sentence(lang, text) for name, text in found.groupdict().items()
            }
            return _BETWEEN_HAN.sub("", _fill(translated, values))
    return sentence


def translate_complaint(lang: str, sentence: str) -> str:
    """As `translate_sentence`; what ends in a Chinese word, not in a command, gets a full stop."""
    told = translate_sentence(lang, sentence)
    return f"{told}。" if told != sentence and _HAN_END.search(told) else told


def _fill(translated: str, values: Mapping[str, str]) -> str:
    return _HOLE.sub(
        lambda hole: values[hole[1]].replace(", ", hole[2]) if hole[2] else values[hole[1]],
        translated,
    )


def load_sentences(lang: str) -> Mapping[str, str]:
    """English sentences to those of a language; none in English and in unknown languages."""
    if lang.partition("-")[0] != "zh" or "zh" not in LANGUAGES:
        return {}
    from flashcards.i18n import zh_help, zh_sentences

    return {**zh_help.SENTENCES, **zh_sentences.SENTENCES}


@cache
def _compile_templates(lang: str) -> list[tuple[re.Pattern[str], str]]:
    """Patterns of the sentences with holes; those with more words of their own first."""
    found = [(text, told) for text, told in load_sentences(lang).items() if _HOLE.search(text)]
    found.sort(key=lambda pair: -len(_HOLE.sub("", pair[0])))
    return [(_make_pattern(text), told) for text, told in found]


def _make_pattern(template: str) -> re.Pattern[str]:
    parts, seen = [], set()
    for index, part in enumerate(_NAME.split(template)):
        if index % 2 == 0:
            parts.append(re.escape(part))
        elif part in seen:
            parts.append(f"(?P={part})")
        else:
            seen.add(part)
            parts.append(f"(?P<{part}>.*?)")
    return re.compile("".join(parts), re.DOTALL)
