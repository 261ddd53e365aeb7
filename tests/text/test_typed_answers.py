"""What may be typed for a formula: what the terminal shows, names of letters, and TeX."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flashcards.cards import list_notes
from flashcards.course.model import Cloze, Term
from flashcards.text.formulas import format_formula
from flashcards.text.typed_answers import list_typed_forms
from tests.helpers.builtin import builtin_course


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        (r"$\alpha$", ("α", "alpha", r"\alpha", r"$\alpha$")),
        (r"$\chi^2$ test", ("χ² test", "chi^2 test", r"\chi^2 test", r"$\chi^2$ test")),
        (r"$H_0$", ("H₀", "H_0", "$H_0$")),
        (r"$\sqrt{n}$", ("√n", "sqrt(n)", r"\sqrt{n}", r"$\sqrt{n}$")),
        (
            r"显著性水平 $\alpha$",
            ("显著性水平 α", "显著性水平 alpha", r"显著性水平 \alpha", r"显著性水平 $\alpha$"),
        ),
        ("$$x^2$$", ("x²", "x^2", "$$x^2$$")),
        ("**mean**", ("mean", "**mean**")),
        (r"\$5 fee", ("$5 fee", r"\$5 fee")),
        ("`grad`", ("grad",)),
    ],
)
def test_what_is_right_to_type(text, typed):
    assert list_typed_forms(text) == typed


@given(st.text(alphabet="ab12+-=()<> ", min_size=1))
def test_the_first_form_is_what_the_terminal_shows(tex):
    inner = f"x{tex}y"
    assert list_typed_forms(f"${inner}$")[0] == " ".join(format_formula(inner).split())


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
