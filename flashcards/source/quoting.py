r"""Quotes that do not do what their author meant: curly ones, and double ones around a backslash.

Inside double quotes YAML reads a backslash as the beginning of an escape, as Python does.
Whoever writes TeX or a path of Windows there loses letters in silence. Outputs such as
`"3\n1"` are what escapes are for.
"""

from __future__ import annotations

import re

_CURLY = re.compile(
    "[\u201c\u201e\u00ab\u2018\u00b4\uff02\u2039][^\u201c-\u201e\u00ab\u00bb\u2018\u2019\u00b4\uff02\u2039\u203a]*"
    "[\u201d\u201c\u00bb\u2019\u00b4\uff02\u203a]"
)
_ESCAPE = re.compile(
    r"\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|(?P<word>[A-Za-z]+)|(?P<sign>.))",
    re.DOTALL,
)
_FORMULA = re.compile(r"\$(?=\S)(?:[^$\\]|\\.)+?\$(?![0-9])", re.DOTALL)
_DRIVE = re.compile(r"(?<!\w)[C-Z]:\\(?!n(?:[A-Z0-9\s\\]|$))\w")
"""A path of Windows; `C:\nThe` is a line break."""
_MEANT = ('"', "\\", "\n", "\r")
"""Signs that every author escapes on purpose."""
_UNSEEN = tuple("abfv")
"""Letters whose escapes are characters that nobody sees: nobody means them."""
_COMMANDS = (
    "Lambda Nu Phi Pi Psi ell emptyset epsilon equiv eta exists exp nabla ne neg neq nexists ni "
    "nmid not notin nparallel nu rVert rangle rceil rfloor rho right rightarrow rvert tan tanh tau "
    "text textbf textit textrm texttt tfrac therefore theta tilde times to top triangle"
)
_TEX = frozenset(_COMMANDS.split())
"""Commands of TeX that begin as an escape does."""
_WORDS = frozenset(("nmid", "nexists", "nparallel", "tan"))
"""Commands that are a word after a line break or a tab: `"left\nmid"`."""


def is_in_curly_quotes(text: str) -> bool:
    """Whether curly quotes stand around a whole text."""
    return _CURLY.fullmatch(text) is not None


def find_lost_backslash(raw: str) -> re.Match[str] | None:
    """The first escape of a text in double quotes that is meant as TeX or as a path; or None."""
    formulas = [found.span() for found in _FORMULA.finditer(raw)]
    path = _DRIVE.search(raw)
    for found in _ESCAPE.finditer(raw):
        word, sign = found["word"] or "", found["sign"] or ""
        in_formula = any(start < found.start() < end for start, end in formulas)
        in_path = path is not None and found.start() > path.start() and sign not in _MEANT
        is_command = word in _TEX and (in_formula or (len(word) > 2 and word not in _WORDS))
        is_sign = sign == "_" or (in_formula and sign in ("/", " ", "\t", "0"))
        if in_path or is_command or is_sign or word.startswith(_UNSEEN):
            return found
    return None
