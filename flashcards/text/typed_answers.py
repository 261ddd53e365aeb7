"""What somebody may type for a text: without its markup, and a formula in several ways.

A keyboard has no α and no x²: for `$\\alpha$` the letter that the terminal shows is right, its
name, and the TeX. Who has no key for ü writes ue, and in a language with a decimal comma both
signs mean the same number: a language says so in its words. One rule makes the list for the
terminal, Anki and every export.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING
from unicodedata import normalize

from flashcards.words.catalog import Words

if TYPE_CHECKING:
    from markdown_it.token import Token

_MARKED = re.compile(r"[$\\]|^\*.*\*$", re.DOTALL)
"""Texts that are not typed as they are written; backticks need no parser."""
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿⁱᵀ", "0123456789+-niT")
_RAISED_RUN = re.compile("[⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿⁱᵀ]+")
_LOWERED = str.maketrans("₀₁₂₃₄₅₆₇₈₉₊₋ᵢⱼₖₙₜ", "0123456789+-ijknt")
_LOWERED_RUN = re.compile("[₀₁₂₃₄₅₆₇₈₉₊₋ᵢⱼₖₙₜ]+")
_GREEK = (
    "α alpha β beta γ gamma δ delta ε epsilon ζ zeta η eta θ theta ι iota κ kappa λ lambda μ mu "
    "ν nu ξ xi ο omicron π pi ρ rho σ sigma ς sigma τ tau υ upsilon φ phi χ chi ψ psi ω omega "
    "ϵ epsilon ϑ theta ϕ phi ϱ rho ϖ pi ϰ kappa "
    "Γ Gamma Δ Delta Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma Υ Upsilon ϒ Upsilon Φ Phi Ψ Psi Ω Omega"
)
_SIGNS = (
    "√ sqrt ∞ infinity ≤ <= ≥ >= ≠ != × * · * ⋅ * ∗ * − - ± +- → -> ⟶ -> ← <- ⇒ => ⟹ => ⇔ <=> "
    "≈ ~= ∼ ~ ∣ | ‖ || ′ ' … ... ⋯ ... ∑ sum ∏ prod ∫ int ∇ nabla ∂ d ∈ in ¬ not ∧ and ∨ or "
    "÷ / ∝ ~ ⟨ < ⟩ >"
)
_KEYS = dict(zip(_GREEK.split()[::2], _GREEK.split()[1::2], strict=True)) | dict(
    zip(_SIGNS.split()[::2], _SIGNS.split()[1::2], strict=True)
)
"""What keys make of a letter or a sign of mathematics."""
_ACCENTS = {"\u0302": "hat", "\u0303": "tilde", "\u0304": "bar", "\u0307": "dot", "\u20d7": "vec"}
_ROOT = re.compile(r"√(\d+|[^\W\d])")
_BESIDE_SIGN = re.compile(r"(?<=[^\w\s]) | (?=[^\w\s])")
_FORMULA_IN_NAME = re.compile(r"\$[ -][^\W\d_]|[^\W\d_][ -]\$")
"""A formula beside a word: the two are a name, as χ² test is."""
_BESIDE_DIGIT = re.compile(r"(\d\}?\$)[ -](?=[^\W\d_])")
"""The space or hyphen between a formula that ends with a digit and a word."""
_POWER = re.compile(r"([^\W\d_]+)\^(\d+)")
_COMMA = re.compile(r"(-?\d+),(\d+)")
_THOUSANDS = re.compile(r"-?[1-9]\d{0,2},\d{3}")
"""What could be read as thousands if its comma was a point."""
_Style = Callable[[str], str]


@lru_cache(4096)
def list_typed_forms(text: str) -> tuple[str, ...]:
    """Everything that is right to type for a Markdown text, the best first, on one line each."""
    raw = text.replace("`", "").strip()
    if not _MARKED.search(text):
        return (raw,)
    styles = (*_STYLES, *_NAME_STYLES) if _FORMULA_IN_NAME.search(text) else _STYLES
    texts = dict.fromkeys((text, *(_BESIDE_DIGIT.sub(rf"\1{sign}", text) for sign in " -")))
    parsed = [_parse(each) for each in texts]
    forms = (" ".join(_write(blocks, style).split()) for blocks in parsed for style in styles)
    return tuple(dict.fromkeys(form for form in (*forms, raw) if form))


def list_names(answers: Iterable[str], words: Words) -> tuple[str, ...]:
    """All that is right to type for these texts of a language, each once."""
    forms = (form for each in answers for form in list_typed_forms(each))
    return tuple(dict.fromkeys(made for form in forms for made in (form, *_respell(form, words))))


def _respell(form: str, words: Words) -> Iterator[str]:
    spelled = form
    for pair in words.say("letters").split():
        letter, _, plain = pair.partition("=")
        spelled = spelled.replace(letter, plain).replace(letter.upper(), plain.capitalize())
    if spelled != form:
        yield spelled
    found = _COMMA.fullmatch(form)
    if found and words.say("decimal") == "," and not _THOUSANDS.fullmatch(form):
        yield f"{found[1]}.{found[2]}"


def show_typed(text: str) -> str:
    """The best thing to type: what the terminal shows."""
    return list_typed_forms(text)[0]


def can_be_typed(text: str) -> bool:
    """Whether every formula in the text has a form that keys can write, other than its TeX."""
    return "$" not in text or (
        "\\" not in (made := _write(_parse(text), _spell)) and _is_keyed(text, made)
    )


def _is_keyed(text: str, made: str) -> bool:
    """Whether nothing but the letters around the formulas needs more than plain keys."""
    return bool(made.strip()) and all(
        letter.isascii() or letter in text for letter in made if not letter.isspace()
    )


def _parse(text: str) -> list[Token]:
    from flashcards.text.markdown import parse_markdown

    return parse_markdown(text)


def _write(blocks: Iterable[Token], style: _Style) -> str:
    """A text without markup, each formula in a style."""
    return " ".join("".join(_write_parts(block, style)) for block in blocks).strip()


def _write_parts(block: Token, style: _Style) -> Iterator[str]:
    for token in (block, *(block.children or ())):
        if token.type.startswith("math_"):
            yield style(token.content)
        elif token.type in ("text", "code_inline", "fence", "code_block"):
            yield token.content
        elif token.type in ("softbreak", "hardbreak"):
            yield " "


def _show(tex: str) -> str:
    from flashcards.text.formulas import format_formula

    return format_formula(tex)


def _show_flat(tex: str) -> str:
    """As shown, with x^2 for x²: Greek keyboards have letters, and no small digits."""
    shown = _RAISED_RUN.sub(lambda run: f"^{run[0].translate(_RAISED)}", _show(tex))
    return _LOWERED_RUN.sub(lambda run: f"_{run[0].translate(_LOWERED)}", shown)


def _spell(tex: str) -> str:
    """With the names of letters and signs, in plain keys as far as there are some."""
    shown = _show(tex)
    return shown if "\\" in shown else _name_letters(_show_flat(tex))


def _name_letters(shown: str, accent: str = " ") -> str:
    written, after_name = "", False
    for letter in normalize("NFD", _prepare(shown)):
        if letter in _ACCENTS:
            written += accent + _ACCENTS[letter]
            continue
        name = _KEYS.get(letter) or _find_plain(letter)
        is_name = len(name) > 1 and name.isalpha()
        runs_on = name.isalpha() and written[-1:].isalpha() and (is_name or after_name)
        written += f" {name}" if runs_on else name
        after_name = is_name
    return written


def _prepare(shown: str) -> str:
    """With signs that keys write around what follows: sqrt(n) for √n, no space beside a bar."""
    shown = _ROOT.sub(r"sqrt(\1)", shown).replace("≠", "!=").replace("∉", "not in")
    return shown.replace(" ∣ ", "|")


def _find_plain(letter: str) -> str:
    """The letter of which this is another shape: R for ℝ."""
    plain = normalize("NFKC", letter)
    return plain if plain.isascii() and len(plain) == 1 else letter


def _spell_joined(tex: str) -> str:
    """x1 for x_1, xbar for x bar."""
    shown = _show(tex)
    if "\\" in shown:
        return shown
    return re.sub(r"_(?=\w)", "", _name_letters(_show_flat(tex), accent=""))


def _tighten(style: _Style) -> _Style:
    """The same without spaces beside signs."""
    return lambda tex: made if "\\" in (made := style(tex)) else _BESIDE_SIGN.sub("", made)


def _tighten_tex(tex: str) -> str:
    return _BESIDE_SIGN.sub("", tex.strip())


_LOOSE_STYLES = (_show, _show_flat, _spell, _spell_joined)
_STYLES: tuple[_Style, ...] = (
    *(each for style in _LOOSE_STYLES for each in (style, _tighten(style))),
    str.strip,
    _tighten_tex,
)


def _lower(style: _Style, sign: str = "") -> _Style:
    """The same with the digits of a power beside its letter: chi2 for chi^2."""

    def write(tex: str) -> str:
        made = style(tex)
        found = _POWER.fullmatch(made)
        return f"{found[1]}{sign}{found[2]}" if found and (not sign or len(found[1]) > 1) else made

    return write


_NAME_STYLES = (_lower(_show_flat), _lower(_spell), _lower(_spell, "-"), _lower(_spell, " "))
"""Styles for a formula that is part of a name; alone, x2 is not x²."""
