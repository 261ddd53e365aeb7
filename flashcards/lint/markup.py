r"""Markup of other programs, which is text here: `\(x\)`, `{{c1::…}}`, `<b>`, half a table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from flashcards.errors import EntryProblem
from flashcards.lint.entry_view import EntryView
from flashcards.model import Cloze, Entry
from flashcards.text.entry_texts import Leaf, Path
from flashcards.text.images import find_pictures
from flashcards.text.markdown import parse_markdown
from flashcards.text.plain_text import find_line
from flashcards.words.message import Message

if TYPE_CHECKING:
    from markdown_it.token import Token

LONGEST_READ = 20_000
"""Letters of a text that is looked at; a longer one is told to be too long."""
WIDEST_TABLE = 5
"""Columns that a phone shows side by side."""

_SUSPECT = re.compile(
    r"\\[(\[a-zA-Z]|\{(?:\{c\d|\s*[a-z])|</?[a-zA-Z]|\$|\||\*\w|__\w|~~|\]\[|[-*] \[[ xX]\] "
    r"|\[\w+\s?[:：]"
)
"""What every text has in which something is found."""
_SHOWN_AS_IT_IS = re.compile(
    r"^(?P<fence>`{3,}|~{3,}).*?(?:^(?P=fence)|\Z)|(?P<ticks>`+)(?!`).*?(?<!`)(?P=ticks)(?!`)"
    r"|(?<!\\)\$\$(?!\$).+?\$\$|(?<![\\$])\$(?![\s$])[^$\n]*?(?<!\s)\$(?!\d)|\]\(<[^<>\n]*>",
    re.MULTILINE | re.DOTALL,
)
"""Code, formulas, and names of files between brackets."""
_TYPED = frozenset(("aliases", "accept"))
"""Fields of what is typed: its signs are no markup."""
_GAP = re.compile(r"\{\{c\d+::")
_LOST_PICTURE = re.compile(
    r"\[(?:picture|imagen|image|Bild|картинка|图片)\s?[:：][^\]\n]*\](?!\()", re.IGNORECASE
)
"""What an import writes in the place of a picture, in each language."""
_OTHERS = {
    "struck-shown": re.compile(r"~~(?=[^\s~])[^~\n]+~~"),
    "box-shown": re.compile(r"^[ \t]*[-*] \[[ xX]\](?= )", re.MULTILINE),
    "link-shown": re.compile(r"(?<![\w\])])\[[^\]\n]+\]\[(?:\d+|[A-Za-z][^\]\n]*)\]"),
}
"""Markdown of other programs: words that are struck out, boxes to tick, links told elsewhere."""
_LETTER = re.compile(r"[^\n]")
_BARS = re.compile(r"^ {0,3}\|.*\|[ \t]*\n {0,3}\|.*\|[ \t]*$", re.MULTILINE)
_TAGS = {
    "hint-bold": "b strong",
    "hint-soft": "i em",
    "hint-code": "code tt kbd samp",
    "hint-code-block": "pre",
    "hint-subscript": "sub",
    "hint-superscript": "sup",
    "hint-line": "br p div",
    "hint-list": "ul ol li",
    "hint-table": "table tr td th tbody thead",
    "hint-picture": "img",
    "hint-link": "a",
    "hint-markdown": "u span font center h1 h2 h3 h4 small big mark hr",
    "hint-math": "math anki-mathjax",
}
"""How that is written here for which the tags stand."""
_HINT_OF_TAG = {tag: hint for hint, tags in _TAGS.items() for tag in tags.split()}
_TAG = re.compile(
    rf"</?({'|'.join(sorted(_HINT_OF_TAG, key=len, reverse=True))})(?=[\s/>])[^<>]*>", re.IGNORECASE
)
_MAPPING = re.compile(r"\s*\{\s*(?:text|why|lock|aspect)\s*:\s.*\}\s*", re.DOTALL)
_TERM = r"[A-Za-z0-9_.)\]]"
_TIMES = re.compile(
    rf"(?<![\\*])(?<!{_TERM}){_TERM}++\*(?![\s*])[^*\n`]*+(?<![\s\\])\*[A-Za-z0-9(\[]+"
)
"""Stars between words or numbers on both sides, such as 2*3*4."""
_DUNDER = re.compile(r"(?<![\w\\])__[a-z]\w*?__(?!\w)")


class ShownText(NamedTuple):
    """A text of a card, as the rules about markup look at it."""

    text: str
    prose: str
    """The same with backticks in place of code and formulas; lines and places stay."""
    is_typed: bool
    """Whether it is what a learner types: its signs are no markup."""


class TextProblem(NamedTuple):
    """What is wrong with a text, how it is written here, and the letter of it where it stands."""

    message: Message
    hint: Message
    place: int = 0


def list_shown_texts(view: EntryView[Entry]) -> Iterator[tuple[Path, ShownText]]:
    """Every text of an entry or of its translation that has a sign of markup; not its code."""
    is_code = isinstance(view.entry, Cloze) and view.entry.language is not None
    for path, leaf in view.texts.items():
        if is_code and (view.lang or "why" not in path):
            continue
        for text in (leaf,) if type(leaf) is str else leaf:
            if _SUSPECT.search(text) and len(text) <= LONGEST_READ:
                yield path, ShownText(text, _blot_code(text), path[0] in _TYPED)


def find_quoted_mappings(shown: ShownText) -> Iterator[TextProblem]:
    """Texts with their `why` or `lock` in them: learners would read `{text: mean, why: …}`."""
    if _MAPPING.fullmatch(shown.text):
        yield TextProblem(Message("text-is-mapping"), Message("hint-unquote"))


def find_foreign_formulas(shown: ShownText) -> Iterator[TextProblem]:
    r"""Formulas as TeX and Anki write them, which are shown as the letters `\(x\)`."""
    bare = shown.prose.replace(r"\\", "``")
    for opening, closing in ((r"\(", r"\)"), (r"\[", r"\]")):
        if (at := bare.find(opening)) >= 0 and closing in bare[at:]:
            message = Message("formula-foreign", sign=opening)
            yield TextProblem(message, Message("hint-formula"), at)
            return


def find_foreign_markdown(shown: ShownText) -> Iterator[TextProblem]:
    """Markdown that other programs know, and that is shown as signs here."""
    for id, pattern in _OTHERS.items():
        found = pattern.search(shown.prose)
        if found and not (id == "link-shown" and "]: " in shown.prose):
            message = Message(id, written=found[0].strip())
            yield TextProblem(message, Message(f"hint-{id}"), found.start())


def find_foreign_gaps(shown: ShownText) -> Iterator[TextProblem]:
    """Gaps as Anki writes them, which hide nothing here: the answer is shown."""
    if found := _GAP.search(shown.prose):
        hint = Message("hint-cloze", open="{", close="}")
        yield TextProblem(Message("gap-foreign", sign=found[0]), hint, found.start())


def find_lost_pictures(shown: ShownText) -> Iterator[TextProblem]:
    """Words in brackets that stand for a picture which an import did not find."""
    if found := _LOST_PICTURE.search(shown.prose):
        message = Message("picture-not-there", written=found[0])
        yield TextProblem(message, Message("hint-picture"), found.start())


def find_html(shown: ShownText) -> Iterator[TextProblem]:
    """Tags of HTML, which are shown as they are."""
    if found := _TAG.search(shown.prose):
        hint = Message(_HINT_OF_TAG[found[1].lower()])
        yield TextProblem(Message("tag-shown", tag=found[0]), hint, found.start())


def find_lost_signs(shown: ShownText) -> Iterator[TextProblem]:
    """Stars and underscores that make words soft or bold where they were meant as signs."""
    if shown.is_typed:
        return
    found = _TIMES.search(shown.prose) or _DUNDER.search(shown.prose)
    if found is None or not _is_emphasized(shown.text):
        return
    which = "underscores-lost" if found[0].startswith("_") else "stars-lost"
    escaped = re.sub(r"([*_])", r"\\\1", found[0])
    hint = Message("hint-escape", text=found[0], escaped=escaped)
    yield TextProblem(Message(which, text=found[0]), hint, found.start())


def find_table_faults(shown: ShownText) -> Iterator[TextProblem]:
    """Lines that look like a table and are none, and cells that no column holds or phone shows."""
    text = shown.text
    if "|" not in text or "\n" not in text:
        return
    tokens, lines = parse_markdown(text), text.split("\n")
    headings = [token for token in tokens if token.type == "thead_open"]
    if not headings and (bars := _BARS.search(shown.prose)):
        yield TextProblem(Message("table-missing"), Message("hint-dashes"), bars.start())
    rows = _count_columns(tokens, lines)
    starts = [0, *accumulate(len(line) + 1 for line in lines)]
    for line in (line for line, columns, cells in rows if cells > columns):
        yield TextProblem(Message("table-cells"), Message("hint-bar"), starts[line])
        return
    for line in (line for line, _, _ in rows if "|" not in lines[line]):
        told = lines[line].strip()
        message = Message("table-swallows", text=told if len(told) <= 40 else told[:39] + "…")
        yield TextProblem(message, Message("hint-empty-line"), starts[line])
        return
    for line in (line for line, columns, _ in rows if columns > WIDEST_TABLE):
        message = Message("table-wide", most=WIDEST_TABLE)
        yield TextProblem(message, Message("hint-two-tables"), starts[line])
        return


def find_wordless_pictures(view: EntryView[Entry]) -> Iterator[EntryProblem]:
    """Pictures without words: who cannot see them, or is offline, learns nothing from them."""
    for path, leaf in view.texts.items() if view.course.media else ():
        if line := _find_bare_picture(leaf):
            yield view.tell(path, Message("picture-wordless"), Message("hint-picture-words"), line)


def _blot_code(text: str) -> str:
    """Backticks in place of code and formulas; lines and places stay."""
    return _SHOWN_AS_IT_IS.sub(lambda found: _LETTER.sub("`", found[0]), text)


def _is_emphasized(text: str) -> bool:
    inner = (token for block in parse_markdown(text) for token in block.children or ())
    return any(token.type in ("em_open", "strong_open") for token in inner)


def _find_bare_picture(leaf: Leaf) -> int:
    """The line of the first picture without words, from 1; 0 if all have some."""
    for text in (leaf,) if isinstance(leaf, str) else leaf:
        for picture in find_pictures(text) if "![" in text else ():
            if not picture.alt.strip():
                return find_line(text, f"]({picture.name}")
    return 0


def _count_columns(tokens: Iterable[Token], lines: Sequence[str]) -> list[tuple[int, int, int]]:
    """Line, columns of the table and cells that are written, for every row."""
    found, columns = [], 0
    for token in tokens:
        if token.type == "thead_open" and token.map:
            columns = _count_cells(lines[token.map[0]])
        elif token.type == "tr_open" and token.map:
            found.append((token.map[0], columns, _count_cells(lines[token.map[0]])))
    return found


def _count_cells(line: str) -> int:
    inner = line.strip().removeprefix("|")
    inner = inner[:-1] if inner.endswith("|") and not inner.endswith("\\|") else inner
    return len(re.findall(r"(?<!\\)\|", inner)) + 1
