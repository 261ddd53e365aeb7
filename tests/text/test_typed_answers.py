"""What may be typed for a formula: what the terminal shows, names of letters, and TeX."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flashcards.cards import list_notes
from flashcards.model import Cloze, Term
from flashcards.text.formulas import format_formula
from flashcards.text.typed_answers import can_be_typed, list_typed_forms, show_typed
from tests.helpers.builtin import builtin_course


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        (r"$\alpha$", ["α", "alpha", r"\alpha", r"$\alpha$"]),
        (r"$\Sigma$", ["Σ", "Sigma", r"\Sigma"]),
        (r"$\chi^2$ test", ["χ² test", "χ^2 test", "chi^2 test", r"\chi^2 test"]),
        (r"$\chi^2$ test", ["χ² test", "χ²-test", "χ2 test", "χ2-test", "χ^2-test"]),
        (r"$\chi^2$ test", ["χ² test", "chi2 test", "chi2-test", "chi-2 test", "chi 2 test"]),
        (r"$\chi^{2}$-test", ["χ²-test", "χ² test", "chi2 test", "chi-2-test", "chi^2 test"]),
        (r"test $\chi^2$", ["test χ²", "test chi2", "test χ2"]),
        (r"$F_1$ score", ["F₁ score", "F1 score", "F1-score", "F_1-score"]),
        (r"$R^2$ score", ["R² score", "R2 score", "R2-score", "R^2-score"]),
        (r"$H_0$", ["H₀", "H_0", "H0"]),
        (r"$\bar{x}$", ["x̄", "x bar", "xbar", r"\bar{x}"]),
        (r"$1-\beta$", ["1 − β", "1 - beta", "1-beta", r"1-\beta"]),
        (r"$1 - \beta$", ["1 − β", r"1 - \beta", r"1-\beta"]),
        (r"$\mu \ne 0$", ["μ ≠ 0", "mu != 0", "mu!=0"]),
        (r"$\sqrt{n}$", ["√n", "sqrt(n)"]),
        (r"$\sqrt{n+1}$", ["√(n + 1)", "sqrt(n + 1)", "sqrt(n+1)"]),
        (r"$2\pi r$", ["2πr", "2pi r"]),
        (r"$\log x$", ["log x"]),
        (r"$P(A \mid B)$", ["P(A ∣ B)", "P(A|B)"]),
        (r"$x \to y$", ["x → y", "x -> y", "x->y"]),
        (r"$$x^2$$", ["x²", "x^2"]),
        ("**mean**", ["mean"]),
        (r"\$5 fee", ["$5 fee"]),
        ("`grad`", ["grad"]),
    ],
)
def test_what_is_right_to_type(text, typed):
    forms = list_typed_forms(text)
    assert forms[0] == typed[0]
    assert set(typed) <= set(forms)
    assert can_be_typed(text)


@pytest.mark.parametrize(
    "text", [r"$\binom{n}{k}$", r"$\overline{AB}$", r"$\boxed{x}$", r"$\oplus$"]
)
def test_some_formulas_have_nothing_that_keys_write(text):
    assert not can_be_typed(text)
    assert text in list_typed_forms(text)


def test_a_sign_of_the_language_around_it_can_be_typed():
    assert can_be_typed(r"显著性水平 $\alpha$")
    assert show_typed(r"显著性水平 $\alpha$") == "显著性水平 α"


def test_a_power_is_not_a_product():
    assert "2n" not in list_typed_forms("$2^n$")
    assert "x2" not in list_typed_forms("$x^2$")
    assert "2n cases" not in list_typed_forms("$2^n$ cases")
    assert "23 cases" not in list_typed_forms("$2^3$ cases")
    assert "R-2 score" not in list_typed_forms("$R^2$ score")


def test_no_form_reads_as_two_answers_of_a_printed_key():
    assert not any(" | " in form for form in list_typed_forms(r"$P(A \mid B)$"))


@given(st.text(alphabet="ab12+-=()<> ", min_size=1))
def test_the_first_form_is_what_the_terminal_shows(tex):
    inner = f"x{tex}y"
    assert show_typed(f"${inner}$") == " ".join(format_formula(inner).split())


def test_terms_and_gaps_without_formulas_are_typed_as_they_stand():
    for lang in ("en", "zh"):
        for note in list_notes(builtin_course(), lang):
            entry = note.entry
            if isinstance(entry, Term):
                texts = (entry.term, *entry.aliases)
            elif isinstance(entry, Cloze) and entry.language is None:
                texts = tuple(entry.gaps.values())
            else:
                continue
            for text in texts:
                assert list_typed_forms(text) == (text.replace("`", "").strip(),)
