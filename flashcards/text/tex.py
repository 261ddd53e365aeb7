"""The TeX that a formula may use: what draws mathematics, and nothing that acts.

MathJax also knows commands that load pictures, open links, run scripts, set styles or
define other commands. A deck may come from a stranger, so commands are allowed by name;
what is not listed is refused by `check` and shown as text by whoever renders a card.
"""

from __future__ import annotations

import re

from flashcards.text.plain_text import read_word_list

LONGEST = 2000
"""Characters of one formula."""

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
    return f"more than {LONGEST} characters" if len(formula) > LONGEST else ""


def is_known_command(name: str) -> bool:
    """Whether a command is listed; a star may also be a sign after it."""
    return name in COMMANDS or name.removesuffix("*") in COMMANDS
