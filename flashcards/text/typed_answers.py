"""What somebody may type for a text: without its markup, and a formula in several ways.

A keyboard has no α and no x²: for `$\\alpha$` the letter that the terminal shows is right, its
name, and the TeX. Who has no key for ü writes ue, and in a language with a decimal comma both
signs mean the same number: a language says so in its words. One rule makes the list for the
terminal, Anki and every export.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from unicodedata import normalize

from flashcards.words.catalog import Words

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
_BEFORE_INDEX = re.compile(r"_(?=\w)")
_POWER = re.compile(r"([^\W\d_]+)\^(\d+)")
_COMMA = re.compile(r"(-?\d+),(\d+)")
_THOUSANDS = re.compile(r"-?[1-9]\d{0,2},\d{3}")
"""What could be read as thousands if its comma was a point."""


@lru_cache(4096)
def list_typed_forms(text: str) -> tuple[str, ...]:
    """Everything that is right to type for a Markdown text, the best first, on one line each."""
    raw = text.replace("`", "").strip()
    if not _MARKED.search(text):
        return (raw,)
    in_name = _FORMULA_IN_NAME.search(text) is not None
    texts = dict.fromkeys((text, *(_BESIDE_DIGIT.sub(rf"\1{sign}", text) for sign in " -")))
    forms = [form for each in texts for form in _list_forms(each, in_name)]
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
    if "$" not in text:
        return True
    parts = _list_parts(text)
    spelled = _write(parts, {tex: _spell(tex) for tex, is_formula in parts if is_formula})
    keyed = all(letter.isascii() or letter in text for letter in spelled)
    return bool(spelled) and keyed and "\\" not in spelled


def _list_forms(text: str, in_name: bool) -> Iterator[str]:
    """The text without markup on one line, all its formulas in one way after the other."""
    parts = _list_parts(text)
    ways = {tex: _list_ways(tex, in_name) for tex, is_formula in parts if is_formula}
    for number in range(max(map(len, ways.values()), default=1)):
        yield _write(parts, {tex: each[number] for tex, each in ways.items()})


def _list_parts(text: str) -> list[tuple[str, bool]]:
    """What the text shows in its order, and whether it is the TeX of a formula."""
    from flashcards.text.markdown import parse_markdown

    parts = []
    for block in parse_markdown(text):
        for token in (block, *(block.children or ())):
            if token.type.startswith("math_"):
                parts.append((token.content, True))
            elif token.type in ("text", "code_inline", "fence", "code_block"):
                parts.append((token.content, False))
            elif token.type in ("softbreak", "hardbreak"):
                parts.append((" ", False))
        parts.append((" ", False))
    return parts


def _write(parts: Iterable[tuple[str, bool]], formulas: Mapping[str, str]) -> str:
    """The parts on one line, each formula as it is given for its TeX."""
    written = "".join(formulas[part] if is_formula else part for part, is_formula in parts)
    return " ".join(written.split())


def _list_ways(tex: str, in_name: bool) -> list[str]:
    """One formula in all the ways to type it, the best first; all are TeX if it has no other.

    As part of a name the digits of a power may stand beside its letter; alone, x2 is not x².
    """
    tex, shown = tex.strip(), _show(tex)
    flat, spelled, joined = _flatten(shown), _spell(tex), _spell(tex, joined=True)
    ways = [way for loose in (shown, flat, spelled, joined) for way in (loose, _tighten(loose))]
    ways += [tex, _BESIDE_SIGN.sub("", tex)]
    if in_name:
        ways += [_lower(flat), _lower(spelled), _lower(spelled, "-"), _lower(spelled, " ")]
    return ways


def _show(tex: str) -> str:
    from flashcards.text.formulas import format_formula

    return format_formula(tex)


def _flatten(shown: str) -> str:
    """With x^2 for x²: Greek keyboards have letters, and no small digits."""
    shown = _RAISED_RUN.sub(lambda run: f"^{run[0].translate(_RAISED)}", shown)
    return _LOWERED_RUN.sub(lambda run: f"_{run[0].translate(_LOWERED)}", shown)


def _spell(tex: str, joined: bool = False) -> str:
    """With the names of letters and signs, in plain keys as far as there are some.

    `joined` gives x1 for x_1 and xbar for x bar.
    """
    shown = _show(tex)
    if "\\" in shown:
        return shown
    spelled = _name_letters(_flatten(shown), "" if joined else " ")
    return _BEFORE_INDEX.sub("", spelled) if joined else spelled


def _tighten(made: str) -> str:
    """The same without spaces beside signs; TeX as it is."""
    return made if "\\" in made else _BESIDE_SIGN.sub("", made)


def _lower(made: str, sign: str = "") -> str:
    """The same with the digits of a power beside its letter: chi2 for chi^2."""
    found = _POWER.fullmatch(made)
    return f"{found[1]}{sign}{found[2]}" if found and (not sign or len(found[1]) > 1) else made


def _name_letters(shown: str, accent: str) -> str:
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
