"""What makes a card bad, as warnings: true but hard to learn, or easy to guess.

The rules come from the literature on flashcards, and from readers who judged cards
blind: one card asks one thing in a sentence, can be understood alone, does not give its
answer away, says why, and is not asked twice.

Every rule is one function, and stands with the names of its messages in one of the tables
below. A new rule: the function in the module that it fits, its messages in
`words/languages/en.json`, a line in a table here, and one in `docs/warnings.md`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from flashcards.errors import EntryProblem
from flashcards.lint import (
    duplicates,
    explanations,
    formulas,
    markup,
    options,
    programs,
    revealed_answers,
    terminology,
    wording,
)
from flashcards.lint.entry_view import EntryView, view_entry, view_translations
from flashcards.lint.markup import ShownText, TextProblem, list_shown_texts
from flashcards.model import (
    ENTRY_TYPES,
    SOURCE_LANGUAGE,
    Choose,
    Cloze,
    Code,
    Compare,
    Concept,
    Course,
    Entry,
    Order,
    Recall,
    Term,
)

__all__ = ["COURSE_RULES", "ENTRY_RULES", "TEXT_RULES", "lint"]


class EntryRule(NamedTuple):
    """A rule about one entry."""

    find: Callable[[EntryView[Any]], Iterable[EntryProblem]]
    tells: tuple[str, ...]
    """The names of its messages."""
    kinds: tuple[type[Entry], ...] = tuple(ENTRY_TYPES.values())
    """The entries that it looks at."""
    english: bool = False
    """Whether it knows a fault by English words; what it says of another language is chance."""
    translations: bool = False
    """Whether it looks at translations too."""


class TextRule(NamedTuple):
    """A rule about one text of an entry or of a translation."""

    find: Callable[[ShownText], Iterable[TextProblem]]
    tells: tuple[str, ...]


class CourseRule(NamedTuple):
    """A rule about all entries that are taught."""

    find: Callable[[Sequence[Entry]], Iterable[EntryProblem]]
    tells: tuple[str, ...]


_ASKING = (Concept, Compare, Code, Choose, Order, Recall)
"""Kinds with a question or a heading that asks for something."""
_QUESTIONS = (Compare, Code, Choose, Recall)
"""Kinds with questions that an author wrote as such."""
_SHUFFLED = (Term, Compare, Code, Choose)
"""Kinds whose options are shuffled."""

ENTRY_RULES = (
    EntryRule(wording.find_double_questions, ("question-double",), _ASKING, english=True),
    EntryRule(wording.find_list_questions, ("question-list",), _ASKING, english=True),
    EntryRule(wording.find_list_answers, ("answer-list",), (Recall,), english=True),
    EntryRule(wording.find_yes_no_questions, ("question-yes-no",), _ASKING, english=True),
    EntryRule(wording.find_broken_questions, ("question-no-sentence",), _QUESTIONS, english=True),
    EntryRule(wording.find_broken_aspects, ("aspect-no-heading",), (Compare,), english=True),
    EntryRule(wording.find_unclear_pronouns, ("pronoun-unclear",), (*_ASKING, Cloze), english=True),
    EntryRule(wording.find_long_texts, ("text-long",)),
    EntryRule(wording.find_many_points, ("points-many",), (Concept,)),
    EntryRule(revealed_answers.find_answers_in_questions, ("answer-in-question",), _ASKING),
    EntryRule(revealed_answers.find_terms_in_meanings, ("term-in-meaning",), (Term,)),
    EntryRule(revealed_answers.find_numbered_steps, ("step-tells-place",), (Order,)),
    EntryRule(revealed_answers.find_answers_beside_gaps, ("answer-beside-gap",), (Cloze,)),
    EntryRule(revealed_answers.find_leading_names, ("name-in-question",), _QUESTIONS),
    EntryRule(revealed_answers.find_cells_with_names, ("cell-names-thing",), (Compare,)),
    EntryRule(options.find_few_options, ("options-few",), (Choose,)),
    EntryRule(options.find_many_options, ("options-many",), (Choose,)),
    EntryRule(options.find_moving_summaries, ("option-moves",), (Choose,)),
    EntryRule(options.find_telling_lengths, ("option-length",), (Choose, Code)),
    EntryRule(
        options.find_unlike_options,
        ("options-stops", "options-capitals", "option-grammar"),
        (Choose, Compare),
    ),
    EntryRule(explanations.find_missing_explanations, ("why-missing",)),
    EntryRule(explanations.find_empty_explanations, ("why-repeats",)),
    EntryRule(explanations.find_unexplained_gaps, ("why-without-gap",), (Cloze,)),
    EntryRule(explanations.find_misplaced_explanations, ("why-of-some-things",), (Compare,)),
    EntryRule(explanations.find_things_not_explained, ("why-of-other-things",), (Compare,)),
    EntryRule(
        explanations.find_counted_options, ("options-counted",), _SHUFFLED, translations=True
    ),
    EntryRule(
        formulas.find_untyped_formulas, ("formula-untyped",), (Term, Cloze), translations=True
    ),
    EntryRule(markup.find_wordless_pictures, ("picture-wordless",), translations=True),
    EntryRule(
        terminology.find_other_words,
        ("word-missing", "word-rejected", "term-named-otherwise"),
        translations=True,
    ),
    EntryRule(programs.find_unknown_languages, ("language-unknown",), (Code, Cloze)),
    EntryRule(programs.find_large_programs, ("program-long", "program-wide"), (Code,)),
)
TEXT_RULES = (
    TextRule(markup.find_quoted_mappings, ("text-is-mapping",)),
    TextRule(markup.find_foreign_formulas, ("formula-foreign",)),
    TextRule(markup.find_foreign_gaps, ("gap-foreign",)),
    TextRule(markup.find_foreign_markdown, ("struck-shown", "box-shown", "link-shown")),
    TextRule(markup.find_html, ("tag-shown",)),
    TextRule(
        formulas.find_broken_formulas,
        (
            "display-endless",
            "formula-spaced",
            "formula-endless",
            "tex-outside-formula",
            "formula-undrawn",
            "formula-long-undrawn",
        ),
    ),
    TextRule(markup.find_lost_signs, ("stars-lost", "underscores-lost")),
    TextRule(
        markup.find_table_faults, ("table-missing", "table-cells", "table-swallows", "table-wide")
    ),
)
COURSE_RULES = (
    CourseRule(duplicates.find_duplicates, ("asked-twice",)),
    CourseRule(programs.find_broken_python, ("program-broken",)),
)


def lint(course: Course) -> list[EntryProblem]:
    """Every weakness of the entries that are taught."""
    entries = [entry for deck in course.decks for entry in deck.entries if not entry.retired]
    is_english = course.source == SOURCE_LANGUAGE
    rules = [rule for rule in ENTRY_RULES if is_english or not rule.english]
    own = _sort_by_kind(rules)
    of_translations = _sort_by_kind(rule for rule in rules if rule.translations)
    found: list[EntryProblem] = []
    for entry in entries:
        view = view_entry(course, entry)
        found += _judge(view, own[type(entry)])
        for translation in view_translations(view):
            found += _judge(translation, of_translations[type(entry)])
    for course_rule in COURSE_RULES:
        found += course_rule.find(entries)
    return found


def _sort_by_kind(rules: Iterable[EntryRule]) -> Mapping[type[Entry], Sequence[EntryRule]]:
    found: dict[type[Entry], list[EntryRule]] = defaultdict(list)
    for rule in rules:
        for kind in rule.kinds:
            found[kind].append(rule)
    return found


def _judge(view: EntryView[Entry], rules: Sequence[EntryRule]) -> Iterator[EntryProblem]:
    """Everything that the rules for its kind, and those for texts, find in an entry."""
    for rule in rules:
        yield from rule.find(view)
    for path, shown in list_shown_texts(view):
        for text_rule in TEXT_RULES:
            for message, hint, place in text_rule.find(shown):
                line = shown.text.count("\n", 0, place) + 1
                yield view.tell(path, message, hint, line)
