"""What makes a card bad, as warnings: true but hard to learn, or easy to guess.

The rules come from the literature on flashcards, and from readers who judged cards
blind: one card asks one thing in a sentence, can be understood alone, does not give its
answer away, says why, and is not asked twice.

The question: `phrasing`, `stems`, `referents`. The answer in it: `giveaways`,
`name_hints`. The options: `options`. The explanation: `explanations`, `pointing`. Size,
twins and pictures: `length`, `duplicates`, `image_alt`. Markup: `markup`, `braces`,
`formulas`, `emphasis`; what is typed: `typed_formulas`. Words of translations:
`terminology`. Code: `python_code`, `languages`. `prompts` and `words` are what the rules look at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain

from flashcards.lint.duplicates import find_duplicates
from flashcards.lint.explanations import find_explanation_faults
from flashcards.lint.finding import Finding
from flashcards.lint.giveaways import find_giveaways
from flashcards.lint.image_alt import find_missing_alt, find_missing_alt_in_translations
from flashcards.lint.languages import find_unknown_languages
from flashcards.lint.length import find_long_texts
from flashcards.lint.markup import find_lost_markup, find_lost_markup_in_translations
from flashcards.lint.name_hints import find_name_hints
from flashcards.lint.options import find_option_faults
from flashcards.lint.phrasing import find_phrasing_faults
from flashcards.lint.pointing import find_pointing, find_pointing_in_translations
from flashcards.lint.prompts import Prompt, list_prompts
from flashcards.lint.python_code import find_broken_python
from flashcards.lint.referents import find_missing_referents
from flashcards.lint.stems import find_broken_stems
from flashcards.lint.terminology import find_other_words
from flashcards.lint.typed_formulas import find_untyped_formulas
from flashcards.model import SOURCE_LANGUAGE, Course, Entry
from flashcards.text.entry_texts import Leaf, Path, collect_texts

__all__ = ["Finding", "lint"]


_PromptRules = tuple[Callable[[Entry, Sequence[Prompt]], Iterable[Finding]], ...]
_PROMPT_RULES: _PromptRules = (find_giveaways, find_name_hints, find_option_faults)
"""Rules that look at one entry and at the questions it asks."""
_ENGLISH_RULES: _PromptRules = (find_phrasing_faults, find_broken_stems, find_missing_referents)
"""Those that know a fault by English words; what they say of another language is chance."""
_TEXT_RULES: tuple[Callable[[Entry, Mapping[Path, Leaf]], Iterable[Finding]], ...] = (
    find_long_texts,
    find_pointing,
    find_lost_markup,
)
"""Rules that look at every text of one entry."""


def lint(course: Course) -> list[Finding]:
    """Every weakness of the entries that are taught."""
    entries = [entry for deck in course.decks for entry in deck.entries if not entry.retired]
    english = course.source == SOURCE_LANGUAGE
    found = [
        *chain.from_iterable(_lint_entry(entry, english) for entry in entries),
        *find_pointing_in_translations(course, entries),
        *find_lost_markup_in_translations(course, entries),
        *find_untyped_formulas(course, entries),
        *find_other_words(course, entries),
        *find_duplicates(entries),
        *find_broken_python(entries),
        *find_unknown_languages(entries),
    ]
    if course.media:
        found += [
            *chain.from_iterable(map(find_missing_alt, entries)),
            *find_missing_alt_in_translations(course, entries),
        ]
    return found


def _lint_entry(entry: Entry, english: bool) -> Iterator[Finding]:
    prompts, texts = list_prompts(entry), collect_texts(entry)
    for judge_prompts in (*_ENGLISH_RULES, *_PROMPT_RULES) if english else _PROMPT_RULES:
        yield from judge_prompts(entry, prompts)
    for judge_texts in _TEXT_RULES:
        yield from judge_texts(entry, texts)
    yield from find_explanation_faults(entry, english)
