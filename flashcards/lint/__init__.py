"""What makes a card bad, as warnings: true but hard to learn, or easy to guess.

The rules come from the literature on flashcards, and from readers who judged cards
blind: one card asks one thing in a sentence, can be understood alone, does not give its
answer away, says why, and is not asked twice.

Every rule is one function, and stands in one of the tables below, but for those that compare
entries with each other, at the end of `lint`. A new rule: the function in the module that it fits,
its messages among the warnings in `words/languages/en.json`, a line in a table here, and one in
`docs/warnings.md`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from flashcards.errors import EntryProblem
from flashcards.lint import (
    explanations,
    formulas,
    markup,
    options,
    programs,
    revealed_answers,
    scopes,
    terminology,
    wording,
)
from flashcards.lint.entry_view import (
    ASKING,
    WITH_QUESTIONS,
    EntryView,
    view_entry,
    view_translations,
)
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

__all__ = ["ENTRY_RULES", "TEXT_RULES", "lint"]


class EntryRule(NamedTuple):
    """A rule about one entry."""

    find: Callable[[EntryView[Any]], Iterable[EntryProblem]]
    kinds: tuple[type[Entry], ...] = tuple(ENTRY_TYPES.values())
    """The entries that it looks at."""
    english: bool = False
    """Whether it knows a fault by English words; what it says of another language is chance."""
    translations: bool = False
    """Whether it looks at translations too."""


ENTRY_RULES = (
    EntryRule(wording.find_double_questions, ASKING, english=True),
    EntryRule(wording.find_list_questions, ASKING, english=True),
    EntryRule(wording.find_list_answers, (Recall,), english=True),
    EntryRule(wording.find_yes_no_questions, ASKING, english=True),
    EntryRule(wording.find_broken_questions, WITH_QUESTIONS, english=True),
    EntryRule(wording.find_broken_aspects, (Compare,), english=True),
    EntryRule(wording.find_unasked_rows, (Compare,), translations=True),
    EntryRule(wording.find_unclear_pronouns, (*ASKING, Cloze), english=True),
    EntryRule(wording.find_long_texts),
    EntryRule(wording.find_many_points, (Concept,)),
    EntryRule(revealed_answers.find_answers_in_questions, ASKING),
    EntryRule(revealed_answers.find_terms_in_meanings, (Term,)),
    EntryRule(revealed_answers.find_numbered_steps, (Order,), translations=True),
    EntryRule(revealed_answers.find_sorted_steps, (Order,), translations=True),
    EntryRule(revealed_answers.find_answers_beside_gaps, (Cloze,)),
    EntryRule(revealed_answers.find_bare_names, (Cloze,)),
    EntryRule(revealed_answers.find_leading_names, WITH_QUESTIONS),
    EntryRule(revealed_answers.find_cells_with_names, (Compare,)),
    EntryRule(scopes.find_missing_scopes, (Term,), english=True),
    EntryRule(scopes.find_telling_scopes, (Term,)),
    EntryRule(options.find_few_options, (Choose,)),
    EntryRule(options.find_many_options, (Choose,)),
    EntryRule(options.find_moving_summaries, (Choose,)),
    EntryRule(options.find_telling_lengths, (Choose, Code)),
    EntryRule(options.find_unlike_options, (Choose, Compare)),
    EntryRule(explanations.find_missing_explanations),
    EntryRule(explanations.find_empty_explanations),
    EntryRule(explanations.find_unexplained_gaps, (Cloze,)),
    EntryRule(explanations.find_misplaced_explanations, (Compare,)),
    EntryRule(explanations.find_things_not_explained, (Compare,)),
    EntryRule(explanations.find_counted_options, (Term, Compare, Code, Choose), translations=True),
    EntryRule(markup.find_wordless_pictures, translations=True),
    EntryRule(terminology.find_other_words, translations=True),
    EntryRule(programs.find_unknown_languages, (Code, Cloze)),
    EntryRule(programs.find_large_programs, (Code,)),
    EntryRule(programs.find_broken_python, (Code,)),
    EntryRule(programs.find_poor_setups, (Code,)),
)
"""About one entry each."""
TEXT_RULES: Sequence[Callable[[ShownText], Iterable[TextProblem]]] = (
    markup.find_quoted_mappings,
    markup.find_foreign_formulas,
    markup.find_foreign_gaps,
    markup.find_foreign_markdown,
    markup.find_html,
    markup.find_lost_pictures,
    formulas.find_broken_formulas,
    markup.find_lost_signs,
    markup.find_table_faults,
)
"""About one text of an entry or of a translation."""


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
    return [
        *found,
        *wording.find_duplicates(entries),
        *scopes.find_shared_names(entries),
    ]


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
        for find in TEXT_RULES:
            for message, hint, place in find(shown):
                line = shown.text.count("\n", 0, place) + 1
                yield view.tell(path, message, hint, line)
