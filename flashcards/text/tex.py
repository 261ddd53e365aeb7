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
from typing import NamedTuple

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


class _Token(NamedTuple):
    """A command, a sign, or the begin or end of an environment (whose name is apart)."""

    text: str
    start: int
    end: int
    environment: str


def find_tex_fault(formula: str) -> TexFault | None:
    """The first thing that keeps an allowed formula from being drawn; None if it is whole."""
    tokens = [
        _Token(
            rf"\{found['side']}" if found["side"] else found[0],
            *found.span(),
            found["environment"] or "",
        )
        for found in _TOKEN.finditer(formula)
    ]
    braces = _match_ends(formula, tokens)
    if isinstance(braces, TexFault):
        return braces
    return _ArgumentReader(formula, tokens, braces).read()


class _Open(NamedTuple):
    """A brace, `\\left` or `\\begin` that waits for its end."""

    at: int
    written: str
    end: str


def _match_ends(formula: str, tokens: list[_Token]) -> dict[int, int] | TexFault:
    """Which token closes each brace; or the first brace, `\\left` or `\\begin` without its end."""
    waiting: list[_Open] = []
    braces = {}
    for at, token in enumerate(tokens):
        bracket = tokens[at + 1].text if at + 1 < len(tokens) else ""
        if token.text in (r"\left", r"\right") and not _BRACKETS.fullmatch(bracket):
            message = f"'{token.text}' has no bracket behind it"
            return TexFault(message, formula[: token.start] + formula[token.end :])
        if token.text == "{":
            waiting.append(_Open(at, "{", "}"))
        elif token.text == r"\left":
            mirrored = _MIRRORED.get(bracket, ".")
            waiting.append(_Open(at, rf"\left{bracket}", rf" \right{mirrored}"))
        elif token.text == r"\begin":
            name = f"{{{token.environment}}}"
            waiting.append(_Open(at, rf"\begin{name}", rf" \end{name}"))
        elif token.text in ("}", r"\right", r"\end"):
            if not waiting or not _closes(token, waiting[-1]):
                return _tell_stray_end(formula, token, bracket, waiting)
            opened = waiting.pop()
            if token.text == "}":
                braces[opened.at] = at
    if not waiting:
        return braces
    closed = "".join(each.end for each in reversed(waiting))
    return TexFault(f"'{waiting[0].written}' is never closed", formula.rstrip() + closed)


def _closes(token: _Token, opened: _Open) -> bool:
    if token.text == r"\end":
        return opened.end == rf" \end{{{token.environment}}}"
    return opened.end.lstrip().startswith(token.text)


def _tell_stray_end(formula: str, token: _Token, bracket: str, waiting: list[_Open]) -> TexFault:
    """An end that is none of what is open: something is missing before it, or it is too much."""
    for depth, each in enumerate(reversed(waiting)):
        if _closes(token, each):
            missing = "".join(inner.end for inner in waiting[: -depth - 1 : -1])
            mended = formula[: token.start] + missing + formula[token.start :]
            return TexFault(f"'{waiting[-1].written}' is never closed", mended)
    named = {r"\end": f"{{{token.environment}}}", r"\right": bracket}.get(token.text, "")
    mended = formula[: token.start] + formula[token.end :]
    return TexFault(f"'{token.text}{named}' closes nothing", mended)


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


class _ArgumentReader:
    """Reads a formula whose braces fit, and looks for what has no argument or a script too many."""

    def __init__(self, formula: str, tokens: list[_Token], braces: dict[int, int]) -> None:
        self._formula = formula
        self._tokens = tokens
        self._ends = braces
        self._groups = [_Group()]

    def read(self) -> TexFault | None:
        at = 0
        while at < len(self._tokens):
            found = self._read_token(at)
            if isinstance(found, TexFault):
                return found
            at = found
        return None

    def _read_token(self, at: int) -> TexFault | int:
        """What is wrong with a token, or which one comes next."""
        token, group = self._tokens[at], self._groups[-1]
        match token.text:
            case "^" | "_" | "'":
                return self._read_script(at, token, group)
            case "{" | r"\begin":
                group.take()
                return self._open(at, token)
            case "}" | r"\end":
                if len(self._groups) > 1:  # an option may have swallowed what it closes
                    self._groups.pop()
            case "&" if not any(each.columns for each in self._groups):
                return TexFault("'&' stands outside of an environment", self._align(token))
            case "&" | r"\\":
                group.scripts, group.owed = {}, 0
            case "%" | "#":
                message = f"'{token.text}' {_SIGNS[token.text]}"
                return TexFault(message, self._insert(token.start, "\\"))
            case r"\limits" | r"\nolimits":
                pass
            case text if text.startswith("\\"):
                return self._read_command(at, token, group)
            case _:
                group.take()
        return at + 1

    def _read_script(self, at: int, token: _Token, group: _Group) -> TexFault | int:
        sign = "^" if token.text == "'" else token.text
        after = self._find_argument_end(at + 1)
        if token.text != "'" and after is None:
            shown = self._insert(token.end, _EMPTY)
            return TexFault(f"'{sign}' has nothing behind it", shown)
        if sign in group.scripts and token.text == "'":
            mended = self._brace(group.scripts[sign], token.end)
            return TexFault("a prime stands behind '^'", mended)
        if sign in group.scripts and after is not None:
            message = f"two '{sign}' stand behind one thing"
            return TexFault(message, self._brace(group.scripts[sign], self._tokens[after - 1].end))
        if token.text != "'":
            group.scripts[sign] = self._tokens[at + 1].start
            group.owed = 1
        return at + 1

    def _read_command(self, at: int, token: _Token, group: _Group) -> TexFault | int:
        name = token.text[1:]
        needed = 2 if name in _OF_TWO else 1 if name in _OF_ONE or name in _OF_WORDS else 0
        group.take()
        next_at = self._skip_option(at + 1) if name in _WITH_OPTION else at + 1
        end = next_at
        for number in range(needed):
            found = self._find_argument_end(end)
            if found is None:
                message = f"'{token.text}' lacks what belongs to it"
                missing = _EMPTY * (needed - number)
                return TexFault(message, self._insert(self._tokens[end - 1].end, missing))
            end = found
        if name in _OF_WORDS:
            return end
        group.owed += needed
        return next_at

    def _open(self, at: int, token: _Token) -> int:
        self._groups.append(_Group(columns=token.text == r"\begin"))
        if token.environment in _WITH_COLUMNS:
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

    def _insert(self, at: int, text: str) -> str:
        return self._formula[:at] + text + self._formula[at:]

    def _brace(self, start: int, end: int) -> str:
        """The formula with braces around a part of it."""
        inner = self._formula[start:end]
        return f"{self._formula[:start]}{{{inner}}}{self._formula[end:]}"
