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
    r"|\\operatorname\*|\\[A-Za-z]+|\\.|[^\\\s]",
    re.DOTALL,
)
_BRACKETS = re.compile(
    r"[()\[\]|/.<>]|\\[{}|]|\\(?:[lr](?:angle|ceil|floor|brace|brack|vert|Vert|group|moustache)"
    r"|[vV]ert|backslash|(?:up|down|updown|Up|Down|Updown)arrow)"
)
"""What may stand behind `\\left` and `\\right`."""
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
_WITH_COLUMNS = read_word_list("array alignedat")
_NO_ARGUMENT = frozenset(("}", "&", r"\\", "^", "_", r"\right", r"\end"))
"""What ends the place where an argument could stand."""
_SIGNS = {"%": "hides all that follows it", "#": "cannot stand in a formula"}
_EMPTY = "{…}"


class TexFault(NamedTuple):
    """What keeps a formula from being one, and the formula without it."""

    message: str
    mended: str


def find_tex_fault(formula: str) -> TexFault | None:
    """The first thing that keeps an allowed formula from being drawn; None if it is whole."""
    try:
        _FormulaReader(formula).read()
    except _BrokenFormula as broken:
        return broken.fault
    return None


class _BrokenFormula(Exception):
    def __init__(self, fault: TexFault) -> None:
        self.fault = fault


class _Token(NamedTuple):
    """A command, a sign, or the begin or end of an environment (whose name is apart)."""

    text: str
    start: int
    end: int
    environment: str


class _Open(NamedTuple):
    """A brace, `\\left` or `\\begin` that waits for its end."""

    at: int
    written: str
    end: str

    def is_closed_by(self, token: _Token) -> bool:
        if token.text == r"\end":
            return self.end == rf" \end{{{token.environment}}}"
        return self.end.lstrip().startswith(token.text)


@dataclass
class _Group:
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


class _FormulaReader:
    """Reads a formula twice: for what closes each brace, then for arguments and scripts.

    Raises _BrokenFormula.
    """

    def __init__(self, formula: str) -> None:
        self._formula = formula
        self._tokens = [
            _Token(
                rf"\{found['side']}" if found["side"] else found[0],
                *found.span(),
                found["environment"] or "",
            )
            for found in _TOKEN.finditer(formula)
        ]
        self._ends: dict[int, int] = {}
        """Which token closes each brace."""
        self._groups = [_Group()]

    def read(self) -> None:
        self._match_ends()
        at = 0
        while at < len(self._tokens):
            at = self._read_token(at)

    def _refuse(self, message: str, start: int, end: int, instead: str) -> NoReturn:
        """Tell a fault that goes away if another text stands from `start` to `end`."""
        mended = self._formula[:start] + instead + self._formula[end:]
        raise _BrokenFormula(TexFault(message, mended))

    def _match_ends(self) -> None:
        waiting: list[_Open] = []
        for at, token in enumerate(self._tokens):
            bracket = self._tokens[at + 1].text if at + 1 < len(self._tokens) else ""
            if token.text in (r"\left", r"\right") and not _BRACKETS.fullmatch(bracket):
                self._refuse(f"'{token.text}' has no bracket behind it", token.start, token.end, "")
            if token.text == "{":
                waiting.append(_Open(at, "{", "}"))
            elif token.text == r"\left":
                mirrored = _MIRRORED.get(bracket, ".")
                waiting.append(_Open(at, rf"\left{bracket}", rf" \right{mirrored}"))
            elif token.text == r"\begin":
                name = f"{{{token.environment}}}"
                waiting.append(_Open(at, rf"\begin{name}", rf" \end{name}"))
            elif token.text in ("}", r"\right", r"\end"):
                if not waiting or not waiting[-1].is_closed_by(token):
                    self._refuse_end(token, bracket, waiting)
                self._ends[waiting.pop().at] = at
        if waiting:
            closed = "".join(each.end for each in reversed(waiting))
            whole, end = len(self._formula.rstrip()), len(self._formula)
            self._refuse(f"'{waiting[0].written}' is never closed", whole, end, closed)

    def _refuse_end(self, token: _Token, bracket: str, waiting: list[_Open]) -> NoReturn:
        """Tell an end of nothing that is open: what it needs is missing, or it is too much."""
        for depth, each in enumerate(reversed(waiting)):
            if each.is_closed_by(token):
                missing = "".join(inner.end for inner in waiting[: -depth - 1 : -1])
                message = f"'{waiting[-1].written}' is never closed"
                self._refuse(message, token.start, token.start, missing)
        named = {r"\end": f"{{{token.environment}}}", r"\right": bracket}.get(token.text, "")
        self._refuse(f"'{token.text}{named}' closes nothing", token.start, token.end, "")

    def _read_token(self, at: int) -> int:
        """Which token comes next."""
        token, group = self._tokens[at], self._groups[-1]
        match token.text:
            case "^" | "_" | "'":
                self._read_script(at, token, group)
            case "{" | r"\begin":
                group.take()
                self._groups.append(_Group(columns=token.text == r"\begin"))
                if token.environment in _WITH_COLUMNS:
                    return self._find_argument_end(at + 1) or at + 1
            case "}" | r"\end":
                if len(self._groups) > 1:  # an option may have swallowed what it closes
                    self._groups.pop()
            case "&" if not any(each.columns for each in self._groups):
                self._refuse_column(token)
            case "&" | r"\\":
                group.scripts, group.owed = {}, 0
            case "%" | "#":
                message = f"'{token.text}' {_SIGNS[token.text]}"
                self._refuse(message, token.start, token.start, "\\")
            case r"\limits" | r"\nolimits":
                pass
            case text if text.startswith("\\"):
                return self._read_command(at, token, group)
            case _:
                group.take()
        return at + 1

    def _read_script(self, at: int, token: _Token, group: _Group) -> None:
        is_prime = token.text == "'"
        sign = "^" if is_prime else token.text
        after = self._find_argument_end(at + 1)
        if not is_prime and after is None:
            self._refuse(f"'{sign}' has nothing behind it", token.end, token.end, _EMPTY)
        if sign in group.scripts and is_prime:
            self._refuse_script("a prime stands behind '^'", group.scripts[sign], token.end)
        if sign in group.scripts and after is not None:
            end = self._tokens[after - 1].end
            message = f"two '{sign}' stand behind one thing"
            self._refuse_script(message, group.scripts[sign], end)
        if not is_prime:
            group.scripts[sign] = self._tokens[at + 1].start
            group.owed = 1

    def _refuse_script(self, message: str, start: int, end: int) -> NoReturn:
        """Tell a script too many, which braces around all of them put right."""
        self._refuse(message, start, end, f"{{{self._formula[start:end]}}}")

    def _read_command(self, at: int, token: _Token, group: _Group) -> int:
        name = token.text[1:]
        needed = 2 if name in _OF_TWO else 1 if name in _OF_ONE or name in _OF_WORDS else 0
        group.take()
        next_at = self._skip_option(at + 1) if name in _WITH_OPTION else at + 1
        end = next_at
        for number in range(needed):
            found = self._find_argument_end(end)
            if found is None:
                place, missing = self._tokens[end - 1].end, _EMPTY * (needed - number)
                self._refuse(f"'{token.text}' lacks what belongs to it", place, place, missing)
            end = found
        if name in _OF_WORDS:
            return end
        group.owed += needed
        return next_at

    def _find_argument_end(self, at: int) -> int | None:
        """The token behind the argument that begins here; None if none does."""
        if at >= len(self._tokens) or self._tokens[at].text in _NO_ARGUMENT:
            return None
        return (self._ends[at] if self._tokens[at].text == "{" else at) + 1

    def _skip_option(self, at: int) -> int:
        if at < len(self._tokens) and self._tokens[at].text == "[":
            closing = (n for n in range(at, len(self._tokens)) if self._tokens[n].text == "]")
            return next(closing, at - 1) + 1
        return at

    def _refuse_column(self, token: _Token) -> NoReturn:
        """Tell `&` where there are no columns: a derivation lacks its environment."""
        message, formula = "'&' stands outside of an environment", self._formula
        if r"\\" in formula or formula[token.end : token.end + 1] in ("=", "<", ">"):
            lines = rf"\begin{{aligned}} {formula.strip()} \end{{aligned}}"
            self._refuse(message, 0, len(formula), lines)
        self._refuse(message, token.start, token.start, "\\")
