r"""Whether everything in a formula has what belongs to it: `x_`, `\frac{1}` and `a^b^c` have not.

MathJax shows an error in the place of such a formula, and paper its TeX. Whether braces fit
is asked before (`tex_structure`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from flashcards.text.plain_text import read_word_list
from flashcards.text.tex_structure import Break

_TOKEN = re.compile(
    r"\\(?P<env>begin|end)\s*\{\s*(?P<name>[^}]*?)\s*\}|\\[A-Za-z]+\*?|\\.|\s+|[^\\\s]", re.DOTALL
)
_OF_TWO = read_word_list("frac dfrac tfrac cfrac binom dbinom tbinom overset underset stackrel")
_OF_ONE = read_word_list(
    "sqrt overline underline overbrace underbrace hat widehat bar tilde widetilde vec dot ddot "
    "dddot acute grave breve check mathring overrightarrow overleftarrow boxed phantom hphantom "
    "vphantom smash mathrm mathbf mathit mathsf mathtt mathcal mathbb mathfrak mathscr boldsymbol "
    "mathop mathbin mathrel mathord mathopen mathclose mathpunct mathinner operatorname "
    "operatorname* substack xleftarrow xrightarrow pmod pod tag"
)
_OF_WORDS = read_word_list("text textrm textbf textit textsf texttt mbox")
"""Commands whose argument is no mathematics."""
_WITH_OPTION = read_word_list("sqrt cfrac smash xleftarrow xrightarrow")
_WITH_COLUMNS = read_word_list("array alignedat")
_NO_ARGUMENT = frozenset(("}", "&", r"\\", "^", "_", r"\right", r"\end"))
"""What ends the place where an argument could stand."""
_SIGNS = {"%": "hides all that follows it", "#": "cannot stand in a formula"}
_EMPTY = "{…}"


class _Token(NamedTuple):
    text: str
    start: int
    end: int


@dataclass
class _Place:
    """What has been read between two braces."""

    scripts: dict[str, int] = field(default_factory=dict)
    """Signs behind the last thing, and where the argument of each begins."""
    owed: int = 0
    """Things to come that belong to the last one."""
    columns: bool = False
    """Inside of an environment, where `&` may stand."""

    def take(self) -> None:
        """Count one thing."""
        if self.owed:
            self.owed -= 1
        else:
            self.scripts = {}


def find_missing_part(formula: str) -> Break | None:
    """The first thing of a formula that lacks an argument, or has a script too many."""
    return _Reader(formula).read()


class _Reader:
    def __init__(self, formula: str) -> None:
        self._formula = formula
        self._tokens = [
            _Token(rf"\{found['env']}" if found["env"] else found[0], *found.span())
            for found in _TOKEN.finditer(formula)
            if not found[0].isspace()
        ]
        self._ends = _match_braces(self._tokens)
        self._places = [_Place()]

    def read(self) -> Break | None:
        at = 0
        while at < len(self._tokens):
            found = self._read_token(at)
            if isinstance(found, Break):
                return found
            at = found
        return None

    def _read_token(self, at: int) -> Break | int:
        """What is wrong with a token, or which one comes next."""
        token, place = self._tokens[at], self._places[-1]
        match token.text:
            case "^" | "_" | "'":
                return self._read_script(at, token, place)
            case "{" | r"\begin":
                place.take()
                return self._open(at, token)
            case "}" | r"\end":
                if len(self._places) > 1:
                    self._places.pop()
            case "&" if not any(each.columns for each in self._places):
                return Break("'&' stands outside of an environment", self._align(token))
            case "&" | r"\\":
                place.scripts, place.owed = {}, 0
            case "%" | "#":
                message = f"'{token.text}' {_SIGNS[token.text]}"
                return Break(message, self._insert(token.start, "\\"))
            case r"\limits" | r"\nolimits":
                pass
            case text if text.startswith("\\"):
                return self._read_command(at, token, place)
            case _:
                place.take()
        return at + 1

    def _read_script(self, at: int, token: _Token, place: _Place) -> Break | int:
        sign = "^" if token.text == "'" else token.text
        after = self._find_argument_end(at + 1)
        if token.text != "'" and after is None:
            shown = self._insert(token.end, _EMPTY)
            return Break(f"'{sign}' has nothing behind it", shown)
        if sign in place.scripts and token.text == "'":
            return Break("a prime stands behind '^'", self._group(place.scripts[sign], token.end))
        if sign in place.scripts and after is not None:
            message = f"two '{sign}' stand behind one thing"
            return Break(message, self._group(place.scripts[sign], self._tokens[after - 1].end))
        if token.text != "'":
            place.scripts[sign] = self._tokens[at + 1].start
            place.owed = 1
        return at + 1

    def _read_command(self, at: int, token: _Token, place: _Place) -> Break | int:
        name = token.text[1:]
        needed = 2 if name in _OF_TWO else 1 if name in _OF_ONE or name in _OF_WORDS else 0
        place.take()
        next_at = self._skip_option(at + 1) if name in _WITH_OPTION else at + 1
        end = next_at
        for number in range(needed):
            found = self._find_argument_end(end)
            if found is None:
                message = f"'{token.text}' lacks what belongs to it"
                missing = _EMPTY * (needed - number)
                return Break(message, self._insert(self._tokens[end - 1].end, missing))
            end = found
        if name in _OF_WORDS:
            return end
        place.owed += needed
        return next_at

    def _open(self, at: int, token: _Token) -> int:
        self._places.append(_Place(columns=token.text == r"\begin"))
        if token.text == r"\begin" and any(
            f"{{{name}}}" in self._formula[token.start : token.end] for name in _WITH_COLUMNS
        ):
            return self._find_argument_end(at + 1) or at + 1
        return at + 1

    def _find_argument_end(self, at: int) -> int | None:
        """The token behind the argument that begins here; None if none does."""
        if at >= len(self._tokens) or self._tokens[at].text in _NO_ARGUMENT:
            return None
        return self._ends.get(at, at) + 1

    def _skip_option(self, at: int) -> int:
        if at < len(self._tokens) and self._tokens[at].text == "[":
            closing = (n for n in range(at, len(self._tokens)) if self._tokens[n].text == "]")
            return next(closing, at - 1) + 1
        return at

    def _align(self, token: _Token) -> str:
        """Lines of a derivation in their environment; any other formula with the sign itself."""
        formula = self._formula
        if r"\\" in formula or formula[token.end : token.end + 1] in ("=", "<", ">"):
            return rf"\begin{{aligned}} {formula.strip()} \end{{aligned}}"
        return self._insert(token.start, "\\")

    def _insert(self, place: int, text: str) -> str:
        return self._formula[:place] + text + self._formula[place:]

    def _group(self, start: int, end: int) -> str:
        """The formula with braces around a part of it."""
        inner = self._formula[start:end]
        return f"{self._formula[:start]}{{{inner}}}{self._formula[end:]}"


def _match_braces(tokens: list[_Token]) -> dict[int, int]:
    """The token that closes each brace, by the one that opens it."""
    opened: list[int] = []
    ends = {}
    for at, token in enumerate(tokens):
        if token.text == "{":
            opened.append(at)
        elif token.text == "}" and opened:
            ends[opened.pop()] = at
    return ends
