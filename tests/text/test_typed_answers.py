"""What may be typed for a formula: names of letters, and TeX."""

import pytest

from flashcards.text.typed_answers import list_accepted, list_spellings
from flashcards.words import Words


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        (r"$\alpha$", ("alpha", r"\alpha", r"$\alpha$")),
        (r"$\chi^2$ test", ("chi^2 test", r"\chi^2 test", r"$\chi^2$ test")),
        (r"$H_0$", ("H_0", "$H_0$")),
        (r"$\sqrt{n}$", ("sqrt(n)", r"\sqrt{n}", r"$\sqrt{n}$")),
        (
            r"显著性水平 $\alpha$",
            ("显著性水平 alpha", r"显著性水平 \alpha", r"显著性水平 $\alpha$"),
        ),
        ("$$x^2$$", ("x^2", "$$x^2$$")),
        ("**mean**", ("mean", "**mean**")),
        (r"\$5 fee", ("$5 fee", r"\$5 fee")),
        ("`grad`", ("grad",)),
    ],
)
def test_what_is_right_to_type(text, typed):
    assert list_spellings(text) == typed


def test_german_letters_may_be_typed_without_their_dots_and_nothing_else_changes():
    assert list_accepted(["Größe", "SSD"], Words("de")) == ("Größe", "Groesse", "SSD")
