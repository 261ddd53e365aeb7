"""The texts around the cards: all in English and Chinese, with the same values."""

import ast
import json
import re
from datetime import date
from string import Formatter

import pytest

from flashcards.words import Words, choose_form, load_texts
from tests.helpers.source_code import PACKAGE, load_sources, walk

ENGLISH, CHINESE = load_texts("en"), load_texts("zh")


def list_placeholders(text):
    forms = [text] if isinstance(text, str) else text.values()
    return {name for form in forms for _, name, _, _ in Formatter().parse(form) if name}


def test_chinese_has_the_texts_of_english_with_the_same_placeholders():
    english = {name: list_placeholders(text) for name, text in ENGLISH.items()}
    assert {name: list_placeholders(text) for name, text in CHINESE.items()} == english


@pytest.mark.parametrize("lang", ["de", "es", "fr", "ru"])
def test_a_page_in_another_language_has_no_english_text_and_no_text_loses_a_value(lang):
    texts = load_texts(lang)
    assert [name for name in ENGLISH if name.startswith("web_") and name not in texts] == []
    for name, text in texts.items():
        assert (name, list_placeholders(text)) == (name, list_placeholders(ENGLISH[name]))


NAMES = (
    "Anki PyTorch MB ptquiz card compare restore config stage default exam goal log export import "
    "path list Ctrl Enter Esc Backspace Home End PgUp PgDn shell fg FILE yes"
)
"""Names of programs, commands and keys."""


def test_chinese_texts_have_no_english_word():
    written = re.sub(r"\{\w+\}", " ", json.dumps([*CHINESE.values()], ensure_ascii=False))
    forms = {"one", "other"}
    assert {*re.findall("[A-Za-z]{2,}", written.replace("\\n", " "))} - {
        *NAMES.split()
    } - forms == set()


def test_scripts_say_only_words_of_the_catalogue():
    sets = re.compile(
        r'(?:setAttribute\("(?:aria-label|aria-description|title|alt|placeholder)", '
        r"|\.(?:title|alt|placeholder|ariaLabel|textContent|innerText) = )(.*)"
    )
    scripts = [*PACKAGE.rglob("*.js"), *PACKAGE.rglob("templates/*.html")]
    values = [text for each in scripts for text in sets.findall(each.read_text(encoding="utf-8"))]
    assert len(values) > 5
    plain = [re.sub(r"\b(?:tell|say)\(.*|;.*", "", value) for value in values]
    quoted = [text for value in plain for text in re.findall('"([^"]*)"', value)]
    assert [text for text in quoted if re.search("[A-Za-z]{2}", text)] == []


def list_calls():
    """Each call that names a text by a constant, as (place, name, names of values)."""
    for path, source in load_sources().items():
        for node in walk(source):
            method = getattr(node.func, "attr", "") if isinstance(node, ast.Call) else ""
            if method in ("translate", "say"):
                for name in list_names(node.args[0]):
                    yield f"{path}:{node.lineno}", name, {value.arg for value in node.keywords}


def list_names(argument):
    if isinstance(argument, ast.IfExp):
        return [*list_names(argument.body), *list_names(argument.orelse)]
    return [argument.value] if isinstance(argument, ast.Constant) else []


def test_every_call_names_a_text_and_gives_its_values():
    wrong = []
    for place, name, values in list_calls():
        text = ENGLISH.get(name)
        needed = list_placeholders(text) | ({"n"} if isinstance(text, dict) else set())
        if text is None or (None not in values and not values >= needed):
            wrong.append((place, name))
    assert wrong == []


@pytest.mark.parametrize(
    ("lang", "text"),
    [("zh-TW", "第 2 阶段"), ("en-GB", "Stage 2"), ("qaa", "Stage 2"), ("zhuang", "Stage 2")],
)
def test_a_variety_reads_its_language_and_an_unknown_one_english(lang, text):
    assert Words(lang).translate("stage", n=2) == text


def test_a_name_that_is_not_there_is_an_error():
    with pytest.raises(KeyError, match="no_such_name"):
        Words("de").translate("no_such_name")


@pytest.mark.parametrize(
    ("lang", "forms"),
    [
        ("en", {"one": [1, 1.0], "other": [0, 2, 0.5, 21, "1"]}),
        ("de", {"one": [1], "other": [0, 2, 1.5]}),
        ("fr", {"one": [0, 1, 1.5], "other": [2, 21]}),
        ("zh", {"other": [0, 1, 2]}),
        ("ru", {"one": [1, 21, 101], "few": [2, 4, 22], "many": [0, 5, 11, 12, 14, 111, 112],
                "other": [1.5]}),
    ],
)  # fmt: skip
def test_a_number_chooses_the_plural_form(lang, forms):
    for form, numbers in forms.items():
        assert [choose_form(lang, number) for number in numbers] == [form] * len(numbers)


@pytest.mark.parametrize(
    ("value", "written"),
    [(2.5, "2,5"), (30.0, "30"), (3, "3"), ("2.5", "2.5"), (date(2026, 11, 16), "16.11.2026")],
)
def test_numbers_and_days_are_written_as_the_language_does(value, written):
    assert Words("de").translate("next_time", when=value) == f"Kommt {written} wieder."
