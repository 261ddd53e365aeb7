"""Sentences that are written in English where they arise, said in another language.

Help is declared with its option, and an error is raised where it is found; neither place
knows the learner's language. A language has a table of such sentences, with `{names}` for
what varies; what a sentence was filled with is found by comparing it with the table. In a
translation `{names、}` is a list whose names are divided by that mark instead of a comma.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache

from flashcards.i18n.catalog import LANGUAGES, load_brought_sentences, load_words

_Templates = list[tuple[re.Pattern[str], str]]
_NAME = re.compile(r"\{(\w+)\}")
_HOLE = re.compile(r"\{(\w+)(、?)\}")
_BETWEEN_HAN = r"(?<=[\u4e00-\u9fff]) (?=[\u4e00-\u9fff])"
"""The space that a name in Latin letters would have had. Compiled where it is used: a class of
so many letters takes milliseconds, which English has no use for."""
_BETWEEN_NAMES = re.compile(r", |(?<=\d) and (?=\d)")
_HAN_END = r"[\u4e00-\u9fff”）]$"


def translate_sentence(lang: str, sentence: str) -> str:
    """The sentence in a language; as it is, if the table of the language does not have it."""
    table = load_sentences(lang)
    if not table or not sentence:
        return sentence
    told = _find_told(lang, sentence, table, _compile_templates(lang))
    return sentence if told is None else told


def _find_told(
    lang: str, sentence: str, table: Mapping[str, str], templates: _Templates
) -> str | None:
    """What a table says for a sentence; None if it has neither it nor a template of it."""
    if (known := table.get(sentence)) is not None:
        return known
    for pattern, translated in templates:
        if found := pattern.fullmatch(sentence):
            values = {
                name: translate_sentence(lang, text) for name, text in found.groupdict().items()
            }
            return re.sub(_BETWEEN_HAN, "", _fill(translated, values))
    return None


def translate_complaint(lang: str, sentence: str) -> str:
    """As `translate_sentence`; what ends in a Chinese word, not in a command, gets a full stop."""
    told = translate_sentence(lang, sentence)
    return f"{told}。" if told != sentence and re.search(_HAN_END, told) else told


def translate_notice(lang: str, line: str) -> str:
    """What `results` says of a file, or of something in it after its name and a colon."""
    every = load_sentences(lang)
    if not every:
        return line
    from flashcards.i18n.notices import NOTICES

    table = {english: every[english] for english in NOTICES if english in every}
    templates = _compile(tuple(table.items()))
    name, _, rest = line.partition(": ")
    if (told := _find_told(lang, rest, table, templates)) is not None:
        return f"{name}{load_words(lang)['colon']}{told}"
    told = _find_told(lang, line, table, templates)
    return translate_sentence(lang, line) if told is None else told


def _fill(translated: str, values: Mapping[str, str]) -> str:
    def find(hole: re.Match[str]) -> str:
        value = values[hole[1]]
        return _BETWEEN_NAMES.sub(hole[2], value) if hole[2] else value

    return _HOLE.sub(find, translated)


def load_sentences(lang: str) -> Mapping[str, str]:
    """English sentences to those of a language; none in English and in unknown languages."""
    if brought := load_brought_sentences(lang):
        return {**_load_own_sentences(lang), **brought}
    return _load_own_sentences(lang)


def list_sentences() -> Iterator[tuple[str, str]]:
    """Every sentence that can be said in another language, each with what it is about."""
    from flashcards.i18n import zh_help, zh_results, zh_sentences
    from flashcards.i18n.sections import list_sections

    for module in (zh_sentences, zh_results, zh_help):
        yield from (pair for pair in list_sections(module) if pair[0] in module.SENTENCES)


def _load_own_sentences(lang: str) -> Mapping[str, str]:
    if lang.partition("-")[0] != "zh" or "zh" not in LANGUAGES:
        return {}
    from flashcards.i18n import zh_help, zh_results, zh_sentences

    return {**zh_help.SENTENCES, **zh_results.SENTENCES, **zh_sentences.SENTENCES}


def _compile_templates(lang: str) -> _Templates:
    """Patterns of the sentences with holes; those with more words of their own first."""
    return _compile(tuple(load_sentences(lang).items()))


@cache
def _compile(sentences: tuple[tuple[str, str], ...]) -> _Templates:
    found = [(text, told) for text, told in sentences if _HOLE.search(text)]
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
