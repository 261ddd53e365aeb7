r"""The TeX that a formula may use, and whether a formula is whole.

MathJax also knows commands that load pictures, open links, run scripts, set styles or
define other commands. A deck may come from a stranger, so commands are allowed by name;
what is not listed is refused by `check` and shown as text by whoever renders a card.

MathJax shows an error in the place of `\sqrt{x`, `\left( x`, `x_`, `\frac{1}` or `a^b^c`,
and paper its TeX: such a formula is told with one that is whole.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple, NoReturn

from flashcards.text.plain_text import read_word_list

LONGEST_FORMULA = 2000
"""Characters."""

_COMMAND = re.compile(r"\\(?:([A-Za-z]+\*?)|(.)|\Z)", re.DOTALL)
_ENVIRONMENT = re.compile(r"\\(?:begin|end)\s*\{\s*([^}]*?)\s*\}")
_SYMBOLS = frozenset(",:;!>| \n\\{}_%$#&-/")
"""Characters that may follow a backslash."""
ENVIRONMENTS = read_word_list(
    "matrix pmatrix bmatrix Bmatrix vmatrix Vmatrix smallmatrix cases rcases array aligned "
    "alignedat gathered split align align* equation equation* gather gather*"
)
COMMAND_GROUPS = {
    "letters": """
        alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa varkappa
        lambda mu nu xi omicron pi varpi rho varrho sigma varsigma tau upsilon phi varphi chi
        psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega digamma ell hbar
        hslash imath jmath wp Re Im aleph beth gimel daleth partial nabla infty emptyset
        varnothing complement
    """,
    "operators": """
        pm mp times div ast star circ bullet cdot cdotp dagger ddagger amalg cap cup uplus sqcap
        sqcup vee wedge setminus smallsetminus wr diamond bigtriangleup bigtriangledown
        triangleleft triangleright oplus ominus otimes oslash odot bigcirc boxplus boxminus
        boxtimes boxdot ltimes rtimes land lor lnot neg bmod pmod mod pod
    """,
    "relations": """
        leq le geq ge neq ne equiv sim simeq approx cong asymp doteq propto models perp mid
        parallel nmid nparallel ll gg lll ggg prec succ preceq succeq subset supset subseteq
        supseteq subsetneq supsetneq sqsubset sqsupset sqsubseteq sqsupseteq in ni notin owns
        vdash dashv smile frown bowtie Join coloneqq eqqcolon triangleq leqslant geqslant
        lesssim gtrsim not nsubseteq nsupseteq
    """,
    "arrows": """
        to gets leftarrow rightarrow leftrightarrow Leftarrow Rightarrow Leftrightarrow
        longleftarrow longrightarrow longleftrightarrow Longleftarrow Longrightarrow
        Longleftrightarrow mapsto longmapsto hookleftarrow hookrightarrow uparrow downarrow
        updownarrow Uparrow Downarrow Updownarrow nearrow searrow swarrow nwarrow rightharpoonup
        rightharpoondown leftharpoonup leftharpoondown rightleftharpoons iff implies impliedby
        leadsto xleftarrow xrightarrow
    """,
    "large operators and functions": """
        sum prod coprod int iint iiint oint bigcap bigcup bigsqcup bigvee bigwedge bigodot
        bigotimes bigoplus biguplus arccos arcsin arctan arg cos cosh cot coth csc deg det dim
        exp gcd hom inf ker lg lim liminf limsup ln log max min Pr sec sin sinh sup tan tanh
        argmax argmin operatorname operatorname* limits nolimits
    """,
    "structure": """
        frac dfrac tfrac cfrac binom dbinom tbinom sqrt root overline underline overbrace
        underbrace overset underset stackrel substack hat widehat bar tilde widetilde vec dot
        ddot dddot acute grave breve check mathring overrightarrow overleftarrow prime backprime
        boxed phantom hphantom vphantom smash left right middle big Big bigg Bigg bigl Bigl
        biggl Biggl bigr Bigr biggr Biggr bigm Bigm lbrace rbrace lbrack rbrack langle rangle
        lceil rceil lfloor rfloor lvert rvert lVert rVert vert Vert backslash lgroup rgroup
        lmoustache rmoustache begin end hline hdashline
    """,
    "fonts and words": """
        mathrm mathbf mathit mathsf mathtt mathcal mathbb mathfrak mathscr boldsymbol bf rm it
        sf tt cal text textrm textbf textit textsf texttt mbox displaystyle textstyle
        scriptstyle scriptscriptstyle mathop mathbin mathrel mathord mathopen mathclose
        mathpunct mathinner
    """,
    "space and dots": """
        quad qquad enspace thinspace medspace thickspace negthinspace negmedspace negthickspace
        ldots cdots vdots ddots dots dotsb dotsc dotsi dotsm dotso colon
    """,
    "signs": """
        forall exists nexists top bot angle measuredangle triangle square blacksquare Box
        Diamond surd flat natural sharp clubsuit diamondsuit heartsuit spadesuit therefore
        because S P copyright checkmark degree tag notag nonumber
    """,
}
"""What a formula may say, as the documentation lists it."""
COMMANDS = read_word_list(" ".join(COMMAND_GROUPS.values()))


def find_forbidden_tex(formula: str) -> str:
    """The first thing in a formula that is not allowed, as it is written; empty if all is."""
    for found in _COMMAND.finditer(formula):
        name, symbol = found[1], found[2]
        if name in ("begin", "end") and not _ENVIRONMENT.match(formula, found.start()):
            return found[0]
        if (name is None and symbol not in _SYMBOLS) or (name and not is_known_command(name)):
            return found[0]
    for found in _ENVIRONMENT.finditer(formula):
        if found[1] not in ENVIRONMENTS:
            return found[0]
    return f"more than {LONGEST_FORMULA} characters" if len(formula) > LONGEST_FORMULA else ""


def is_known_command(name: str) -> bool:
    """Whether a command is listed; a star may also be a sign after it."""
    return name in COMMANDS or name.removesuffix("*") in COMMANDS


_TOKEN = re.compile(
    r"\\(?P<side>begin|end)\s*\{\s*(?P<environment>[^}]*?)\s*\}"
    r"|\\(?P<fence>left|right)(?![A-Za-z])(?:\s*(?P<bracket>[()\[\]|/.<>]|\\[{}|]"
    r"|\\(?:[lr](?:angle|ceil|floor|brace|brack|vert|Vert|group|moustache)|[vV]ert|backslash"
    r"|(?:up|down|updown|Up|Down|Updown)arrow)(?![A-Za-z])))?"
    r"|\\operatorname\*|\\[A-Za-z]+|\\.|[^\\\s]",
    re.DOTALL,
)
"""A command, a sign, the begin or end of an environment, or `\\left` with its bracket."""
_MIRRORED = {"(": ")", "[": "]", "<": ">", "|": "|", r"\{": r"\}", r"\|": r"\|"}
_OF_TWO = read_word_list("frac dfrac tfrac cfrac binom dbinom tbinom overset underset stackrel")
"""Commands with two arguments."""
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
_SIGNS = {"%": "hides all that follows it", "#": "cannot stand in a formula"}
_ARGUMENT = re.compile(r"\s*(?:\{[^{}]*\}|\\[A-Za-z]+|[^\s{])")
"""What a script holds, if it is simple."""
_EMPTY = "{…}"


class TexFault(NamedTuple):
    """What keeps a formula from being one, and the formula without it; empty if not certain."""

    message: str
    mended: str


def find_tex_fault(formula: str) -> TexFault | None:
    """The first thing that keeps an allowed formula from being drawn; None if it is whole."""
    fault = _find_fault(formula)
    if fault and fault.mended and _find_fault(fault.mended):
        return TexFault(fault.message, "")
    return fault


def _find_fault(formula: str) -> TexFault | None:
    reader = _FormulaReader(formula)
    try:
        for found in _TOKEN.finditer(formula):
            reader.read(found)
        reader.finish()
    except _BrokenFormula as broken:
        return broken.fault
    return None


class _BrokenFormula(Exception):
    def __init__(self, fault: TexFault) -> None:
        self.fault = fault


@dataclass
class _Group:
    """What has been read since a brace, an option, `\\left` or `\\begin`."""

    written: str = ""
    end: str = ""
    """What closes it."""
    columns: bool = False
    """Inside of an environment, where `&` may stand."""
    words: bool = False
    """Inside of `\\text`, where only braces mean something."""
    scripts: dict[str, int] = field(default_factory=dict)
    """Signs behind the last thing, and where the argument of each begins."""
    owed: list[str] = field(default_factory=list)
    """What waits for things to come, once for each of them."""
    option: bool = False
    """Whether `[` would begin an option."""

    def take(self) -> None:
        """Count one thing: what is owed, or a new one."""
        if self.owed:
            self.owed.pop()
        else:
            self.scripts = {}


class _FormulaReader:
    """Reads a formula token by token. Raises _BrokenFormula."""

    def __init__(self, formula: str) -> None:
        self._formula = formula
        self._groups = [_Group()]
        self._end = 0
        """Where the last token ended."""

    def read(self, found: re.Match[str]) -> None:
        """Take the next token."""
        group = self._groups[-1]
        option, group.option = group.option, False
        match found["side"] or found["fence"] or found[0]:
            case text if group.words and text not in ("{", "}"):
                pass
            case "[" if option:
                self._groups.append(_Group("[", "]"))
            case "left" | "right" if not found["bracket"]:
                told = f"'{found[0]}' has no bracket behind it"
                self._refuse(told, found.start(), found.end())
            case "{" | "begin" | "left":
                self._open(found, group)
            case "}" | "end" | "right":
                self._close(found)
            case "]" if group.end == "]":
                self._close(found)
            case text:
                self._read_inside(text, found, group)
        self._end = found.end()

    def finish(self) -> None:
        """Look at what is left when all is read."""
        if len(self._groups) > 1:
            told = f"'{self._groups[1].written}' is never closed"
            self._refuse(told, self._end, len(self._formula), self._join_ends(1))
        self._require_arguments(self._groups[0])

    def _refuse(self, message: str, start: int = 0, end: int = 0, instead: str = "") -> NoReturn:
        """Tell a fault; it goes away if another text stands from `start` to `end`."""
        mended = self._formula[:start] + instead + self._formula[end:]
        raise _BrokenFormula(TexFault(message, "" if mended == self._formula else mended))

    def _join_ends(self, depth: int) -> str:
        return "".join(each.end for each in reversed(self._groups[depth:]))

    def _open(self, found: re.Match[str], group: _Group) -> None:
        end = "}"
        if found["side"]:
            end = rf" \end{{{found['environment']}}}"
        elif found["fence"]:
            end = rf" \right{_MIRRORED.get(found['bracket'], '.')}"
        words = group.words or (bool(group.owed) and group.owed[-1][1:] in _OF_WORDS)
        group.take()
        self._groups.append(_Group(found[0], end, columns=bool(found["side"]), words=words))

    def _close(self, found: re.Match[str]) -> None:
        """End a group; where another is open, its end is missing, or this one is too much."""
        ends = {"end": rf"\end{{{found['environment']}}}", "right": r"\right"}
        end = ends.get(found["side"] or found["fence"], found[0])
        fits = [
            depth for depth, each in enumerate(self._groups) if each.end.strip().startswith(end)
        ]
        if not fits:
            told = f"'{found[0]}' closes nothing"
            self._refuse(told, found.start(), found.end(), found["bracket"] or "")
        if fits[-1] < len(self._groups) - 1:
            told = f"'{self._groups[-1].written}' is never closed"
            self._refuse(told, found.start(), found.start(), self._join_ends(fits[-1] + 1))
        self._require_arguments(self._groups.pop())

    def _require_arguments(self, group: _Group) -> None:
        if group.owed:
            name = group.owed[-1]
            lacks = "has nothing behind it" if name in ("^", "_") else "lacks what belongs to it"
            self._refuse(f"'{name}' {lacks}", self._end, self._end, _EMPTY * len(group.owed))

    def _read_inside(self, text: str, found: re.Match[str], group: _Group) -> None:
        """A sign or a command inside of a group."""
        match text:
            case "^" | "_":
                self._require_arguments(group)
                if text in group.scripts:
                    told = f"two '{text}' stand behind one thing"
                    self._refuse_script(told, group.scripts[text], found.end())
                group.scripts[text] = found.end()
                group.owed.append(text)
            case "'" if not group.owed:
                if "^" in group.scripts:
                    told = "a prime stands behind '^'"
                    self._refuse_script(told, group.scripts["^"], found.start())
            case "&" if not any(each.columns for each in self._groups):
                self._refuse_column(found)
            case "&" | r"\\":
                self._require_arguments(group)
                group.scripts = {}
            case "%" | "#":
                self._refuse(f"'{text}' {_SIGNS[text]}", found.start(), found.start(), "\\")
            case r"\limits" | r"\nolimits":
                pass
            case _:
                group.take()
                group.owed += [text] * _count_arguments(text[1:])
                group.option = text[1:] in _WITH_OPTION

    def _refuse_script(self, message: str, start: int, at: int) -> NoReturn:
        """Tell a script too many, which braces from the argument of the first put right."""
        last = _ARGUMENT.match(self._formula, at)
        end = last.end() if last else start
        self._refuse(message, start, end, f"{{{self._formula[start:end]}}}" if last else "")

    def _refuse_column(self, found: re.Match[str]) -> NoReturn:
        """Tell `&` where there are no columns: a derivation lacks its environment."""
        formula, told = self._formula, "'&' stands outside of an environment"
        if r"\\" in formula or formula[found.end() : found.end() + 1] in ("=", "<", ">"):
            lines = rf"\begin{{aligned}} {formula.strip()} \end{{aligned}}"
            self._refuse(told, 0, len(formula), lines)
        self._refuse(told, found.start(), found.start(), "\\")


def _count_arguments(command: str) -> int:
    return 2 if command in _OF_TWO else int(command in _OF_ONE | _OF_WORDS)
