"""Formulas that are none, that paper cannot draw, or that no keyboard can write."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from flashcards.errors import EntryProblem
from flashcards.lint.entry_view import EntryView
from flashcards.lint.markup import ShownText, TextProblem
from flashcards.model import Cloze, Term
from flashcards.text.entry_texts import replace_texts
from flashcards.text.formulas import convert_formula
from flashcards.text.markdown import find_formulas
from flashcards.text.tex import find_forbidden_tex, find_tex_fault, is_known_command
from flashcards.text.typed_answers import can_be_typed
from flashcards.words.message import Message

_SPACED_FORMULA = re.compile(r"(?<!\\)\$(?:\s[^$\n]*|[^$\n]*\s)\$")
_LIKE_TEX = re.compile(r"\\[a-zA-Z]|[\^_]")
_WORDS = re.compile(r"[^\W\d_]{2}|`")
_CLOSED_TERM = re.compile(r"[\w)\]}!'|%]$")
_NO_PRICE = re.compile(r"[^\W\d_]|.*[=<>]")
"""What a formula with one space too many may begin with or hold, and no price does."""
_PRICE_BEHIND = re.compile(r"\s?\d")
_OPEN_DISPLAY = re.compile(r"(?<!\\)\$\$")
_ARGUMENT = r"(?:\{[^{}]*\}|\\[A-Za-z]+|[A-Za-z0-9])"
_BARE = re.compile(
    rf"(?<![A-Za-z:.\\/])\\(?P<name>[A-Za-z]{{2,}})(?P<rest>(?:\{{[^{{}}]*\}}|[_^]{_ARGUMENT})*)"
)
"""A command of TeX outside of dollars, with what belongs to it; `C:\new` is a path."""
_UNCLOSED = re.compile(r"(?<![\\$\w])\$(?P<inner>[^\s$`]*[\\^_{][^\s$`]*|[A-Za-z](?![\w$]))")
"""A dollar that begins a formula, up to the next space."""
_NO_FORMULA = re.compile(r"\d[\d_.,]*|\{?[A-Za-z][A-Za-z0-9]++(?:_[A-Za-z0-9]++)*+\}?[^\\^_{]*")
"""A price, or the name of a variable in a shell: `7_000`, `MY_VAR`, `{HOME}`."""
_SENTENCE_ENDS = ".,;:!?)"
LONGEST_SHOWN = 100


def find_broken_formulas(shown: ShownText) -> Iterator[TextProblem]:
    """What keeps a formula from being one: a learner sees dollars and TeX instead.

    One for a text: who mends one looks at the others.
    """
    prose = shown.prose
    found = [*_find_open_formulas(prose), *_find_endless_formulas(prose), *_find_bare_tex(prose)]
    yield from found[:1] or _find_undrawn_formula(shown.text)


def find_untyped_formulas(view: EntryView[Term | Cloze]) -> Iterator[EntryProblem]:
    """Terms and gaps whose formula has only TeX to type, and no other name that is accepted."""
    asked = view.texts.get(("term",), "") or view.texts.get(("cloze",), "")
    if "$" not in asked:
        return
    entry = replace_texts(view.entry, view.texts) if view.lang else view.entry
    if isinstance(entry, Term):
        if _is_untyped(entry.term, entry.aliases):
            message = Message("formula-untyped", formula=entry.term)
            yield view.tell(("term",), message, Message("hint-alias"))
    elif entry.language is None:
        for number, gap in entry.gaps.items():
            if _is_untyped(gap, entry.accept.get(number, ())):
                which = "hint-accept-in-source" if view.lang else "hint-accept"
                hint = Message(which, number=number, open="{", close="}")
                path = ("gaps", str(number))
                yield view.tell(path, Message("formula-untyped", formula=gap), hint)


def _is_untyped(asked: str, others: Iterable[str]) -> bool:
    """Whether a formula is asked for that nobody can type, nor any of its other names."""
    return "$" in asked and not any(map(can_be_typed, (asked, *others)))


def _find_endless_formulas(prose: str) -> Iterator[TextProblem]:
    for found in _UNCLOSED.finditer(prose):
        inner = found["inner"].rstrip(_SENTENCE_ENDS)
        if inner and not _NO_FORMULA.fullmatch(inner):
            message = Message("formula-endless", formula=f"${inner}")
            hint = Message("hint-dollar-behind", formula=f"${inner}$")
            yield TextProblem(message, hint, found.start())


def _find_bare_tex(prose: str) -> Iterator[TextProblem]:
    for found in _BARE.finditer(prose):
        message = Message("tex-outside-formula", tex=found[0])
        if found["name"] in ("begin", "end"):
            yield TextProblem(message, Message("hint-dollars-around"), found.start())
        elif is_known_command(found["name"]):
            hint = Message("hint-write", text=f"${found[0]}$")
            yield TextProblem(message, hint, found.start())


def _find_undrawn_formula(text: str) -> Iterator[TextProblem]:
    """A formula that is whole and allowed, and that has no MathML."""
    if "$" not in text or "\\" not in text:
        return
    for formula in find_formulas(text):
        broken = find_forbidden_tex(formula) or find_tex_fault(formula)
        if not broken and convert_formula(formula.strip(), "inline") is None:
            message = Message("formula-undrawn", formula=f"${formula.strip()}$")
            if len(formula) > LONGEST_SHOWN:
                message = Message("formula-long-undrawn")
            yield TextProblem(message, Message("hint-simpler-tex"), text.find(formula))
            return


def _find_open_formulas(prose: str) -> Iterator[TextProblem]:
    if found := _OPEN_DISPLAY.search(prose):
        yield TextProblem(Message("display-endless"), Message("hint-dollars-behind"), found.start())
        return
    for found in _SPACED_FORMULA.finditer(prose):
        if _is_like_formula(found) and not _ends_at_another(found):
            hint = Message("hint-write", text=f"${found[0].strip('$').strip()}$")
            yield TextProblem(Message("formula-spaced", text=found[0]), hint, found.start())
            return


def _ends_at_another(found: re.Match[str]) -> bool:
    """Whether the second dollar rather begins a formula: `$x^2 and $y^2`."""
    after = found.string[found.end() : found.end() + 1]
    return not found[0][1].isspace() and (after.isalnum() or after in tuple("\\{("))


def _is_like_formula(found: re.Match[str]) -> bool:
    """Whether a text between dollars is mathematics; prices and words are not."""
    written, inner = found[0], found[0].strip("$").strip()
    if _LIKE_TEX.search(inner):
        return True
    if not inner or _WORDS.search(inner) or not _CLOSED_TERM.search(inner):
        return False
    spaced_twice = written[1].isspace() and written[-2].isspace()
    is_price = _PRICE_BEHIND.match(found.string, found.end())
    return not is_price and (spaced_twice or bool(_NO_PRICE.match(inner)))
