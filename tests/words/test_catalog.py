"""One catalogue of words: complete in every language, and nothing in it that nobody says."""

import ast
import re
from typing import get_args, get_type_hints

import pytest

from flashcards.course.model import Resource
from flashcards.progress.checklist import Tick
from flashcards.reviews.review import MARK_NAMES
from flashcards.study.ui import Refusal
from flashcards.words.catalog import (
    FOLDER,
    HOLE,
    LANGUAGES,
    find_words,
    load_catalogue,
    load_own_words,
)
from tests.helpers.source_code import PACKAGE, load_sources, walk

KEYS = sorted(key for key in load_own_words("en") if "-" not in key)
FROM_DATA = {
    *(status.replace("-", "_") for status in get_args(get_type_hints(Resource)["status"])),
    *get_args(Tick),
    *("decimal_point", "list_separator", "other_term", "kind_names"),
    *get_args(Refusal),
    *(f"{way}_{name}" for way in ("now", "undone") for name in MARK_NAMES),
}
"""Keys that come as values: a resource's status, a tick, the hint of a verdict, a setting, why an
answer stays as it is, what was decided about a card."""


def placeholders(text):
    """What is filled in; commands fill in themselves."""
    return sorted({name for name in HOLE.findall(text) if not name.startswith("ptquiz")})


ALWAYS_MANY = {"card_points_count", "rests", "resting", "stats_all", "stats_earned"}
"""What a script says, what has another word for one, what counts two things or never one."""


def test_one_of_something_is_not_said_in_the_plural():
    many = re.compile(r"\b1 (?:more |new |due )?(?:card|answer|question|point|concept|time)s\b")
    one = {key: dict.fromkeys(placeholders(load_own_words("en")[key]), 1) for key in KEYS}
    found = {key for key in KEYS if many.search(find_words("en").say(key, **one[key]))}
    assert found == ALWAYS_MANY


def test_what_is_filled_in_brings_its_own_article():
    texts = load_own_words("en")
    assert [id for id, text in texts.items() if re.search(r"\b[Aa]n? ['\"‘“]?\{", text)] == []


def nodes_of_sayers():
    """The nodes of each module that says something, with its place."""
    return [(path, node) for path, source in load_sources().items() if "words" in source
            for node in walk(source)]  # fmt: skip


def calls_of_say():
    """Each call of `say` with a key that can be read in the source, as (place, key, call)."""
    for path, node in nodes_of_sayers():
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "say":
            for key in keys_of(node.args[0]):
                yield f"{path}:{node.lineno}", key, node


def keys_of(argument):
    if isinstance(argument, ast.IfExp):
        return [*keys_of(argument.body), *keys_of(argument.orelse)]
    return [argument.value] if isinstance(argument, ast.Constant) else []


def literals():
    """Every text in quotes of the modules and templates that say something; what scripts say."""
    templates = [path.read_text(encoding="utf-8") for path in PACKAGE.rglob("templates/*.html")]
    scripts = [path.read_text(encoding="utf-8") for path in PACKAGE.rglob("script/*.js")]
    quoted = {found for text in templates for found in re.findall(r'["$](\w+)', text)}
    quoted |= {found for text in scripts for found in re.findall(r'(?:words\.|say\(")(\w+)', text)}
    modules = [path.read_text(encoding="utf-8") for path in PACKAGE.rglob("pages/web/*.js")]
    names = {found for text in modules for found in re.findall(r'"([\w-]+)"', text)}
    quoted |= names | {f"web_{name.replace('-', '_')}" for name in names}
    return quoted | {
        node.value
        for _, node in nodes_of_sayers()
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


FOR_LEARNERS = [
    group
    for group in load_catalogue("en").groups
    if any("-" not in key for key in load_catalogue("en").groups[group])
    and not group.startswith(("settings", "what an import did", "in reports on a class"))
]


def test_chinese_has_all_that_learners_see_and_nothing_else():
    english, chinese = load_catalogue("en").groups, load_catalogue("zh").groups
    assert list(chinese) == FOR_LEARNERS
    for group in FOR_LEARNERS:
        assert {*english[group]} - {*chinese[group]} <= {"counted"}
        assert {*chinese[group]} - {*english[group]} == set()


def test_chinese_fills_in_the_same_values():
    english, chinese = load_own_words("en"), load_own_words("zh")
    assert [key for key in KEYS if placeholders(chinese[key]) != placeholders(english[key])] == []


def test_no_language_fills_in_what_nobody_gives():
    english = load_own_words("en")
    assert [
        (lang, key)
        for lang in LANGUAGES
        for key, words in load_own_words(lang).items()
        if key in english and {*placeholders(words)} - {*placeholders(english[key])}
    ] == []


def test_every_file_of_words_is_a_language():
    assert {path.stem for path in FOLDER.iterdir()} == {*LANGUAGES}


def test_every_key_is_said_somewhere():
    said = literals() | FROM_DATA
    assert [key for key in KEYS if key not in said] == []


def test_every_key_that_is_said_is_in_the_catalogue():
    assert [
        (place, key) for place, key, _ in calls_of_say() if key not in load_own_words("en")
    ] == []


def test_every_call_gives_the_values_that_the_words_need():
    every = load_own_words("en")
    wrong = [
        (place, key)
        for place, key, call in calls_of_say()
        if all(given.arg for given in call.keywords)
        and sorted(str(given.arg) for given in call.keywords) != placeholders(every[key])
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", "Stage 2"),
        ("zh", "第 2 阶段"),
        ("zh-TW", "第 2 阶段"),
        ("en-GB", "Stage 2"),
        ("qaa", "Stage 2"),
        ("fr-CA", "Étape 2"),
        ("zhuang", "Stage 2"),
    ],
)
def test_a_variety_speaks_its_language_and_a_stranger_english(lang, words):
    assert find_words(lang).say("stage", n=2) == words


def test_a_key_that_is_not_there_is_an_error():
    with pytest.raises(KeyError, match="no_such_key"):
        find_words("en").say("no_such_key")
