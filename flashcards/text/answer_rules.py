"""How a typed answer is read: rules as data, for the terminal and for the script of Anki cards.

A rule is a regular expression and what replaces each match, in the part of the language that
Python and browsers share; `{letter}` stands for any letter.
"""

import re
import unicodedata
from collections.abc import Sequence
from functools import cache
from typing import Literal, NamedTuple, TypeAlias, get_args

from flashcards.text.markdown import GAP
from flashcards.text.plain_text import edit_distance


class Rewrite(NamedTuple):
    """A pattern, and what stands in place of each match; `$1` is its first group."""

    pattern: str
    replacement: str


RAISED = Rewrite("([⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿⁱᵀ]+)", "^$1")
"""What is above the line stays there: 2ⁿ is 2^n, and not 2n, which compatibility form would make
of it. This comes before all else.
"""

SPELLING = (
    Rewrite("[‘’]", "'"),
    Rewrite("[“”]", '"'),
    Rewrite("[‐‒–—―−]", "-"),
    Rewrite("`", ""),
    Rewrite(r"[\s\u001c-\u001f\u0085\ufeff]+", " "),
    Rewrite("^ | $", ""),
)
"""Width, kinds of quotes and dashes, code marks and spaces do not count in any answer."""

_HAN = r"[\u3400-\u9fff]"
"""A Chinese character."""

NAME_SPELLING = (
    *SPELLING,
    Rewrite("({letter})-(?={letter})", "$1 "),
    Rewrite(f"({_HAN}) | (?={_HAN})", "$1"),
    Rewrite("(.)的(?=.)", "$1"),
    Rewrite("、", ","),
    Rewrite("([^ .。,;!?])[ .。,;!?]+$", "$1"),
)
"""In a name, a hyphen between two letters is a space. Spaces beside Chinese characters, the
particle 的 within and the mark that ends a sentence do not count.
"""

HYPHENS = (*SPELLING, Rewrite("({letter})-(?={letter})", "$1"))
"""The name with its hyphens left out."""

NUMBER = r"[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)(e[-+]?[0-9]+)?"
"""Numbers are compared by value."""
_NUMBER = re.compile(NUMBER, re.IGNORECASE)
_NAME_BEFORE = re.compile(r"[\w.:]+$")

SLIPS = ((9, 2), (5, 1))
"""A name of so many letters is nearly right with so many slips; a shorter one has to be exact."""

_SPACE_IN_CODE = re.compile(r"(?<!\w) | (?!\w)")
"""All but a space between two words."""
_RAISED = re.compile(RAISED.pattern)
_LETTER = r"[^\W\d_]"
_JAVASCRIPT_LETTER = r"\p{L}"


AnswerKind: TypeAlias = Literal["name", "code", "output"]
_KINDS: tuple[AnswerKind, ...] = get_args(AnswerKind)


class Comparison(NamedTuple):
    """How a typed answer is compared with the accepted ones, at the keyboard and on paper."""

    kind: AnswerKind = "name"
    """In a name, a hyphen may be a dash, a space or nothing; in code, only spaces between two words
    count; an output is compared line by line."""
    case: bool = False
    """Whether upper and lower case count."""
    around: str = ""
    """The code around a gap, which an answer may repeat, with GAP in its place."""


def find_accepted(typed: str, accepted: Sequence[str], comparison: Comparison) -> str | None:
    """Return the accepted answer that somebody typed; None if it is none of them.

    With `torch.[ … ](x)` around the gap, `torch.compile()` is `compile`.
    """
    if not typed.strip() and any(accepted):
        return None
    answer = remove_surroundings(typed, accepted, comparison.around)
    return next((text for text in accepted if _is_same(answer, text, comparison)), None)


def remove_surroundings(answer: str, accepted: Sequence[str], around: str) -> str:
    """Return what fills the gap of `torch.[ … ](x)` if the answer is `torch.compile()`."""
    before, _, after = around.partition(GAP)
    if after.startswith("(") and not any(text.endswith(")") for text in accepted):
        answer = answer.strip().removesuffix("()")
    name = _NAME_BEFORE.search(before)
    return answer.strip().removeprefix(name[0]) if name else answer


def format_comparison(comparison: Comparison) -> str:
    """Return a comparison as the key of an exam has it: `code, case`."""
    return f"{comparison.kind}, case" if comparison.case else comparison.kind


def read_comparison(text: str, around: str) -> Comparison | None:
    """Return the comparison in a key, None if it is not one; without a text, that of a name."""
    kind, *case = text.split(", ") if text else ["name"]
    if kind not in _KINDS or case not in ([], ["case"]):
        return None
    return Comparison(kind, bool(case), around)


def shorten_surroundings(code: str) -> str:
    """Return what an answer may repeat of the code around its gap: `torch.[ … ](`."""
    before, _, after = code.partition(GAP)
    name = _NAME_BEFORE.search(before)
    return f"{name[0] if name else ''}{GAP}{after[:1] if after.startswith('(') else ''}"


def _is_same(answer: str, accepted: str, comparison: Comparison) -> bool:
    """Return whether an answer is this one; at the end of an output, empty lines do not count."""
    texts, case = (answer, accepted), comparison.case
    if comparison.kind == "output":
        typed, printed = (text.rstrip().split("\n") for text in texts)
        pairs = zip(typed, printed, strict=False)
        return len(typed) == len(printed) and all(_is_same_line(*pair, case) for pair in pairs)
    if comparison.kind == "code":
        one, other = (fold_code(text, case) for text in texts)
        return one == other or _is_same_number(one, other)
    name, readings = fold_name(answer, case), list_readings(accepted, case)
    return name in readings or _is_same_number(name, readings[0])


def _is_same_line(typed: str, printed: str, case: bool) -> bool:
    """Return whether a line was printed so; 1 is not 1.0, as Python prints numbers."""
    one, other = fold_code(typed, case), fold_code(printed, case)
    are_alike = one.lstrip("+-").isdigit() == other.lstrip("+-").isdigit()
    return one == other or (are_alike and _is_same_number(one, other))


def _is_same_number(one: str, other: str) -> bool:
    are_numbers = _NUMBER.fullmatch(one) and _NUMBER.fullmatch(other)
    return bool(are_numbers) and float(one) == float(other)


def apply_rules(text: str, rules: Sequence[Rewrite], case: bool = False) -> str:
    """The text in compatibility form (NFKC), rewritten; in one case unless `case` counts."""
    text = unicodedata.normalize("NFKC", _RAISED.sub(r"^\1", text))
    for pattern, replacement in _compile_rules(tuple(rules)):
        text = pattern.sub(replacement, text)
    if case:
        return text
    # By capitals and letter by letter, as scripts do: ß is ss, and Σ at the end of a word is σ.
    return "".join(letter.lower() for letter in text.upper())


def fold_name(text: str, case: bool = False) -> str:
    """A typed name as it is compared: a term, a command or a gap in prose, but no program."""
    return apply_rules(text, NAME_SPELLING, case)


def fold_code(text: str, case: bool = False) -> str:
    """A typed piece of code or line of output as it is compared."""
    return _SPACE_IN_CODE.sub("", apply_rules(text, SPELLING, case))


def list_readings(name: str, case: bool = False) -> list[str]:
    """What `fold_name` gives for an answer that is this name: its hyphens may be left out."""
    read = fold_name(name, case)
    if name.isascii() and "-" not in name:
        return [read]
    joined = apply_rules(name, HYPHENS, case=True)
    return [read] if joined == name else list(dict.fromkeys((read, fold_name(joined, case))))


def is_nearly(typed: str, right: str) -> bool:
    """Whether what is typed, both as they are compared, is right but for slips in letters."""
    allowed = next((slips for length, slips in SLIPS if len(right) >= length), 0)
    if abs(len(typed) - len(right)) > allowed:
        return False  # without the distance, which takes longer
    has_same_digits = [*filter(str.isdigit, typed)] == [*filter(str.isdigit, right)]
    return has_same_digits and edit_distance(typed, right) <= allowed


def to_javascript(rules: Sequence[Rewrite]) -> list[list[str]]:
    """The rules for `new RegExp(pattern, "gu")` and `String.replace`."""
    return [
        [rule.pattern.replace("{letter}", _JAVASCRIPT_LETTER), rule.replacement] for rule in rules
    ]


@cache
def _compile_rules(rules: tuple[Rewrite, ...]) -> list[tuple[re.Pattern[str], str]]:
    """The rules for Python, made once: a build reads thousands of names."""
    return [
        (
            re.compile(rule.pattern.replace("{letter}", _LETTER)),
            rule.replacement.replace("$1", r"\1"),
        )
        for rule in rules
    ]
