"""Computed numbers stand in texts as people write them in the language of the card."""

import pytest

from flashcards.cards import list_notes
from flashcards.course.load import load_course
from flashcards.course.variants import list_variants
from flashcards.words import Words
from tests.helpers.course_files import write_course
from tests.helpers.one_deck import read_deck


def make_question(values: str, expression: str, text: str) -> str:
    return (
        f"- choose: {text}\n  key: k\n  vary: [{values}]\n  compute: {{x: {expression}}}\n"
        "  right: {a: A}\n  wrong: {b: B, c: C}\n  why: So.\n"
    )


def ask(expression: str, lang: str = "en", text: str = "It is ${x}", n: str = "4") -> str:
    """The question of a variant with a computed value."""
    entry = make_question(f"{{n: {n}}}, {{n: 5}}", f'"{expression}"', f"'{text} of ${{n}}.'")
    (choose,) = read_deck(f"deck: d\ntitle: D\nentries:\n{entry}", "d.yaml").entries
    return list_variants(choose, lang)[0].choose.removesuffix(f" of {n}.")


@pytest.mark.parametrize(
    ("expression", "shown"),
    [
        ("n / 2", "2"), ("10 / 3 + 0 * n", "3.33"), ("2 / 3 + 0 * n", "0.667"),
        ("0.1 + 0.2 + 0 * n", "0.3"), ("n / 2048", "0.00195"), ("123456 / 7 + 0 * n", "17637"),
        ("10 ** 12 * n / 4", "1000000000000"), ("-10 / 3 * n / 4", "-3.33"),
        ("12.25 * n / 4", "12.3"), ("round(12.25 * n / 4, 2)", "12.25"), ("0.0 * n", "0"),
        ("9.999 * n / 4", "10"), ("-0.0 * n", "0"), ("n * 1024", "4096"),
    ],
)  # fmt: skip
def test_three_digits_are_shown_and_all_of_a_whole_number(expression, shown):
    assert ask(expression) == f"It is {shown}"


@pytest.mark.parametrize(
    ("lang", "shown"),
    [("en", "0.667"), ("zh", "0.667"), ("de", "0,667"), ("fr", "0,667"), ("ru", "0,667"),
     ("es", "0,667"), ("de-AT", "0,667")],
)  # fmt: skip
def test_decimals_have_the_sign_of_the_language(lang, shown):
    assert ask("2 / 3 + 0 * n", lang) == f"It is {shown}"


def test_a_value_that_is_computed_with_has_the_sign_of_the_language_too():
    assert ask("n * 2", "de", "${n} · 2 = ${x}", n="2.50").startswith("2,50 · 2 = 5")
    assert ask("n / 2", "de", "${n} / 2 = ${x}", n="7.0").startswith("7 / 2 = 3,5")


def test_a_formula_has_a_decimal_comma_without_a_space_and_code_has_a_point():
    text = "`lr = ${x}`, $a = ${x}$ and ${x}"
    assert ask("n / 8", "fr", text) == "`lr = 0.5`, $a = 0{,}5$ and 0,5"


def test_numbers_that_differ_never_look_the_same():
    """1000 / 3 and 1000 / 3 + 0.01 are equal in three digits."""
    entry = (
        "deck: d\ntitle: D\nentries:\n- choose: '${n}?'\n  key: k\n  vary: [{n: 3}, {n: 6}]\n"
        "  compute: {one: 10 / n, other: 10 / n + 0.001}\n"
        "  right: {a: '${one}'}\n  wrong: {b: '${other}', c: C}\n"
    )
    (choose,) = read_deck(entry, "d.yaml").entries
    first = list_variants(choose)[0]
    assert (first.right["a"].text, first.wrong["b"].text) == ("3.333", "3.334")


def test_a_program_and_its_outputs_have_the_numbers_of_python():
    entry = (
        "deck: d\ntitle: D\nentries:\n- code: print(${half}, ${third})\n  key: k\n"
        "  vary: [{n: 4, prints: x}, {n: 8, prints: y}]\n"
        "  compute: {half: n / 2, third: n / 3}\n"
        "  wrong: {a: {text: '${half}', why: 'It is ${half}, not `${half}`.'}}\n"
        "  why: A third is ${third}.\n"
    )
    (code,) = read_deck(entry, "d.yaml").entries
    first = list_variants(code, "de")[0]
    assert first.code == "print(2.0, 1.3333333333333333)"
    assert (first.wrong["a"].text, first.wrong["a"].why) == ("2.0", "It is 2, not `2.0`.")
    assert first.why == "A third is 1,33."


def test_a_card_has_the_numbers_of_its_own_language(tmp_path):
    entry = make_question("{n: 3}, {n: 7}", "10 / n", '"Is it ${x}?"')
    files = {
        "decks/course.yaml": "id: c\ntitle: C\nauthor: A\nlicence: CC0\nlanguages: [en, fr]\n",
        "decks/d.yaml": f"deck: d\ntitle: D\nentries:\n{entry}",
        "decks/fr/d.yaml": 'lang: fr\nentries:\n  k: {choose: "Est-ce ${x} ?", right: {a: A},'
        " wrong: {b: B, c: C}, why: Oui.}\n",
    }
    course = load_course(write_course(tmp_path, files), label="")
    shown = {lang: list_notes(course, lang)[0].entry.choose for lang in ("en", "fr")}
    assert shown == {"en": "Is it 3.33?", "fr": "Est-ce 3,33 ?"}


@pytest.mark.parametrize(
    ("number", "shown"), [(1234567.0, "1234567"), (2.0, "2"), (2.5, "2,5"), (0.1 + 0.2, "0,3")]
)
def test_numbers_around_the_cards_are_whole_and_have_the_sign_of_the_language(number, shown):
    assert Words("de").format_number(number) == shown
