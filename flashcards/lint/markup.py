r"""Markup of other programs, which is text here: `\(x\)`, `{{c1::…}}`, `<b>`, half a table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

from flashcards.lint.finding import Fault, Finding
from flashcards.model import Cloze, Course, Entry
from flashcards.text.entry_texts import Leaf, Path

if TYPE_CHECKING:
    from markdown_it.token import Token

LONGEST_READ = 20_000
"""Letters of a text that is looked at; a longer one is told to be too long."""
WIDEST_TABLE = 5
"""Columns that a phone shows side by side."""

_SUSPECT = re.compile(r"\\[(\[a-zA-Z]|\{(?:\{c\d|\s*[a-z])|</?[a-zA-Z]|\$|\||\*\w|__\w")
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
_LETTER = re.compile(r"[^\n]")
_BARS = re.compile(r"^ {0,3}\|.*\|[ \t]*\n {0,3}\|.*\|[ \t]*$", re.MULTILINE)
_WRITTEN_HERE = {
    "**words**": "b strong", "*words*": "i em", "`words`": "code tt kbd samp",
    "three backticks on the lines before and after": "pre",
    "a formula: $x_1$": "sub", "a formula: $x^2$": "sup",
    "an empty line": "br p div", "lines that begin with '- ' or '1. '": "ul ol li",
    "a table: lines of '| a | b |' with '|---|---|' below the first": "table tr td th tbody thead",
    "![what it shows](name.svg)": "img", "[words](https://…)": "a",
    "Markdown: **bold**, *soft*, `code`": "u span font center h1 h2 h3 h4 small big mark hr",
    "a formula: $x^2$, or $$ … $$ on lines of its own": "math anki-mathjax",
}  # fmt: skip
_HINT_OF_TAG = {tag: hint for hint, tags in _WRITTEN_HERE.items() for tag in tags.split()}
_TAG = re.compile(
    rf"</?({'|'.join(sorted(_HINT_OF_TAG, key=len, reverse=True))})(?=[\s/>])[^<>]*>", re.IGNORECASE
)
_FORMULA_HINT = r"write $x^2$ in a line, or $$ … $$ on lines of its own"


def find_lost_markup(entry: Entry, texts: Mapping[Path, Leaf]) -> Iterator[Finding]:
    """Every text of the entry with markup that would be shown as letters, or lost."""
    if isinstance(entry, Cloze) and entry.language is not None:
        texts = {path: leaf for path, leaf in texts.items() if "why" in path}
    yield from _check_texts(entry.key, texts)


def find_lost_markup_in_translations(course: Course, entries: Iterable[Entry]) -> Iterator[Finding]:
    """The same in the translations of the entries."""
    code = {each.key for each in entries if isinstance(each, Cloze) and each.language is not None}
    keys = {entry.key for entry in entries} - code
    for lang, translated in course.translations.items():
        for key in translated.keys() & keys:
            yield from _check_texts(key, translated[key].texts, lang)


def _check_texts(key: str, texts: Mapping[Path, Leaf], lang: str = "") -> Iterator[Finding]:
    for path, leaf in texts.items():
        for text in (leaf,) if type(leaf) is str else leaf:
            if _SUSPECT.search(text) and len(text) <= LONGEST_READ:
                for fault in _find_faults(text, is_typed=path[0] in _TYPED):
                    line = text.count("\n", 0, fault.place) + 1
                    yield Finding(key, path, fault.message, fault.hint, lang, line)


def _find_faults(text: str, is_typed: bool) -> Iterator[Fault]:
    from flashcards.lint.braces import find_quoted_mapping
    from flashcards.lint.emphasis import find_lost_signs
    from flashcards.lint.formulas import find_formula_faults

    yield from find_quoted_mapping(text)
    prose = _SHOWN_AS_IT_IS.sub(_blot, text)
    bare = prose.replace(r"\\", "``")
    for opening, closing in ((r"\(", r"\)"), (r"\[", r"\]")):
        if (at := bare.find(opening)) >= 0 and closing in bare[at:]:
            yield Fault(f"'{opening}' begins no formula here", _FORMULA_HINT, at)
            break
    if found := _GAP.search(prose):
        hint = "write an entry 'cloze' with the plain text, and 'gaps: {1: the words to hide}'"
        yield Fault(f"'{found[0]}' makes no gap here", hint, found.start())
    if found := _TAG.search(prose):
        hint = f"write {_HINT_OF_TAG[found[1].lower()]}"
        yield Fault(f"'{found[0]}' is shown as it is", hint, found.start())
    yield from find_formula_faults(text, prose)
    if not is_typed:
        yield from find_lost_signs(text, prose)
    if "|" in text:
        yield from _find_table_faults(text)


def _blot(found: re.Match[str]) -> str:
    """Backticks in place of what was found; lines and places stay."""
    return _LETTER.sub("`", found[0])


def _find_table_faults(text: str) -> Iterator[Fault]:
    """Lines that look like a table and are none, and cells that no column holds."""
    if "\n" not in text:
        return
    from flashcards.text.markdown import parse_markdown

    tokens, lines = parse_markdown(text), text.split("\n")
    headings = [token for token in tokens if token.type == "thead_open"]
    if not headings and (bars := _BARS.search(_SHOWN_AS_IT_IS.sub(_blot, text))):
        hint = "below the first line write '|---|---|', with as many parts as the line has cells"
        yield Fault("lines with '|' make no table yet", hint, bars.start())
    rows = _count_columns(tokens, lines)
    starts = [0, *accumulate(len(line) + 1 for line in lines)]
    for line in (line for line, columns, cells in rows if cells > columns):
        hint = r"write \| for a bar inside a cell, in code too"
        yield Fault("a row of the table has more cells than its heading", hint, starts[line])
        return
    for line in (line for line, _, _ in rows if "|" not in lines[line]):
        shown = lines[line].strip()
        message = f"'{shown if len(shown) <= 40 else shown[:39] + '…'}' becomes a row of the table"
        yield Fault(message, "put an empty line between them", starts[line])
        return
    for line in (line for line, columns, _ in rows if columns > WIDEST_TABLE):
        message = f"a table of more than {WIDEST_TABLE} columns"
        yield Fault(message, "a phone cannot show it; make two", starts[line])
        return


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
