r"""Rules about texts and programs that are shown otherwise than they were meant: `\(x\)`, `<b>`."""

import re
import warnings
from collections.abc import Iterator
from itertools import islice
from symtable import symtable

from flashcards.course.checks import Finding
from flashcards.course.model import Code, Entry, Varied
from flashcards.lint.entry_view import EntryView, rule
from flashcards.text.formulas import convert_formula
from flashcards.text.markdown import parse_markdown

_MAPPING = re.compile(r"\s*\{\s*(?:text|why|lock|aspect)\s*:\s.*\}\s*", re.DOTALL)
_TAGS = (
    "a|anki-mathjax|b|br|center|code|div|em|font|h[1-4]|hr|i|img|kbd|li|mark|math|ol|p|pre|samp|"
    "small|big|span|strong|sub|sup|table|tbody|td|th|thead|tr|tt|u|ul"
)
_FOREIGN = [
    (re.compile(pattern, re.IGNORECASE | re.MULTILINE | re.DOTALL), instead)
    for pattern, instead in (
        (r"(?<!\\)\\(?=\(.{0,200}?(?<!\\)\\\))\(", "$x^2$"),
        (r"(?<!\\)\\(?=\[.{0,200}?(?<!\\)\\\])\[", "$$ … $$ on lines of its own"),
        (r"\{\{c\d+::", "an entry 'cloze' with the plain text and 'gaps: {1: the words to hide}'"),
        (r"~~(?=[^\s~])[^~\n]+~~", "only what is true, or the text as code"),
        (r"^[ \t]*[-*] \[[ x]\](?= )", "lines that begin with '- '"),
        (
            r"(?<![\w\])])\[[^\]\n]{1,99}\]\[(?:\d+|[a-z][^\]\n]{0,99})\](?!.*\]: )",
            "[words](https://…)",
        ),
        (
            r"\[(?:picture|imagen|image|bild|картинка|图片)\s?[:：][^\]\n]{0,99}\](?!\()",
            "![what it shows](name.svg), which an import did not find",
        ),
        (rf"</?(?:{_TAGS})(?=[\s/>])[^<>]*>", "Markdown: **bold**, *soft*, `code`, $x^2$, - lists"),
    )
]
"""Markup of other programs, and what is written here."""
_SPACED = re.compile(r"(?<!\\)\$(?:\s[^$\n]*\$|[^\s$][^$\n]*\s\$(?![\w\\{(]))")
"""Text between dollars with a space beside one; in `$x^2 and $y^2` the second begins a formula."""
_LIKE_FORMULA = re.compile(r"\\[a-zA-Z]|[\^_=<>]|\$\s*[a-zA-Z]\s*\$")
"""What words and prices between dollars do not have: TeX, an equation, or one letter alone."""
_UNCLOSED = re.compile(r"(?<![\\$\w])\$(?P<inner>[^\s$`]*[\\^_{][^\s$`]*|[A-Za-z](?![\w$]))")
_NO_FORMULA = re.compile(r"\d[\d_.,]*|\{?[A-Za-z][A-Za-z0-9]++(?:_[A-Za-z0-9]++)*+\}?[^\\^_{]*")
"""A price, or the name of a variable in a shell: `7_000`, `MY_VAR`, `{HOME}`."""
_PLACEHOLDER = re.compile(r"(?<![\\$])\$\{[a-z_][a-z0-9_]*\}")
_BARE_TEX = re.compile(
    r"(?<![A-Za-z:.\\/])\\[A-Za-z]{2,}(?:\{[^{}]*\}|[_^](?:\{[^{}]*\}|\\[A-Za-z]+|[A-Za-z0-9]))*"
)
"""A command of TeX outside of dollars; `C:\new` is a path."""
_OPERAND = r"[A-Za-z0-9_.)\]]"
_PRODUCT = re.compile(
    rf"(?<![\\*])(?<!{_OPERAND}){_OPERAND}++\*(?![\s*])[^*\n`]*+(?<![\s\\])\*[A-Za-z0-9(\[]+"
)
_DUNDER = re.compile(r"(?<![\w\\])__[a-z]\w*?__(?!\w)")


@rule("quoted-braces", translations=True)
def check_quoted_braces(view: EntryView) -> Iterator[Finding]:
    """A text is `{text: …, why: …}` in quotes, which learners would read."""
    for path, text, _ in view.marked_texts:
        if _MAPPING.fullmatch(text):
            hint = "take away the quotes around the braces, and put each text inside them in quotes"
            yield Finding(path, f"the text is a mapping in quotes; {hint}", 1)


@rule("foreign-markup", translations=True)
def check_foreign_markup(view: EntryView) -> Iterator[Finding]:
    """HTML, `{{c1::…}}` and other markup that is text here."""
    for marked in view.marked_texts:
        for pattern, instead in _FOREIGN:
            if match := pattern.search(marked.prose):
                sentence = f"'{match[0].strip()}' is shown as it is; write {instead}"
                yield Finding(marked.path, sentence, marked.get_line(match.start()))
                break


@rule("lone-dollar", translations=True)
def check_dollars(view: EntryView) -> Iterator[Finding]:
    """A formula lacks a dollar, or has a space beside one; TeX stands outside of dollars."""
    for marked in view.marked_texts:
        placeholder = _PLACEHOLDER.search(marked.prose)
        if placeholder and not getattr(view.written, "vary", ()):
            sentence = _describe_placeholder(placeholder[0], view.entry)
            yield Finding(marked.path, sentence, marked.get_line(placeholder.start()))
            continue
        for index, sentence in islice(_list_broken_formulas(marked.prose), 1):
            yield Finding(marked.path, sentence, marked.get_line(index))


def _describe_placeholder(placeholder: str, entry: Entry) -> str:
    """Return what is wrong with a placeholder in an entry without `vary`."""
    nothing, characters = f"'{placeholder}' stands for no value here", f"write \\{placeholder}"
    if isinstance(entry, Varied):
        return f"{nothing}: add 'vary', or {characters} for the characters"
    only = "only 'code' and 'choose' entries have 'vary'"
    return f"{nothing}: {only}; {characters} for the characters"


@rule("lost-characters", translations=True)
def check_lost_characters(view: EntryView) -> Iterator[Finding]:
    """The stars of `2*3*4` and underscores of `__init__` vanish: they make words bold."""
    for marked in view.marked_texts:
        if match := _PRODUCT.search(marked.prose) or _DUNDER.search(marked.prose):
            inner = [t for block in parse_markdown(marked.text) for t in block.children or ()]
            if not any(token.type in ("em_open", "strong_open") for token in inner):
                continue
            escaped = re.sub(r"([*_])", r"\\\1", match[0])
            lost = "underscores" if match[0].startswith("_") else "stars"
            sentence = f"'{match[0]}' is shown without its {lost}; write `{match[0]}` or {escaped}"
            yield Finding(marked.path, sentence, marked.get_line(match.start()))


@rule("broken-python")
def check_python(view: EntryView) -> Iterator[Finding]:
    """Python cannot parse the program."""
    if isinstance(view.entry, Code) and view.entry.is_python:
        for field, code in (("setup", view.entry.setup or ""), ("code", view.entry.code)):
            if error := _find_syntax_error(code):
                line, reason = error
                hint = "correct the line, or say 'language:' if it is another language"
                yield Finding((field,), f"this is not Python: {reason}; {hint}", line)


def _find_syntax_error(code: str) -> tuple[int, str] | None:
    """Return the line, from 1, and the reason if a program does not parse."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            symtable(code, "code", "exec")  # parses without making code
    except SyntaxError as error:
        return error.lineno or 1, error.msg
    except (ValueError, RecursionError, MemoryError, OverflowError) as error:
        return 1, str(error) or "it is nested too deeply"
    return None


def _list_broken_formulas(prose: str) -> Iterator[tuple[int, str]]:
    """Yield the place of what should be a formula and is none, and what to say of it."""
    if "$" in prose:
        if match := re.search(r"(?<!\\)\$\$", prose):
            yield match.start(), "'$$' begins a formula that has no end; write $$ behind it too"
        for match in _SPACED.finditer(prose):
            if _LIKE_FORMULA.search(match[0]):
                right = f"${match[0].strip('$').strip()}$"
                sentence = f"'{match[0]}' is no formula: it has a space beside a dollar"
                yield match.start(), f"{sentence}; write {right}"
        for match in _UNCLOSED.finditer(prose):
            inner = match["inner"].rstrip(".,;:!?)")
            if inner and not _NO_FORMULA.fullmatch(inner):
                sentence = f"a formula begins at '${inner}' and has no end"
                yield match.start(), rf"{sentence}; write ${inner}$, or \$ for a dollar sign"
    for match in _BARE_TEX.finditer(prose):
        if match[0].startswith((r"\begin", r"\end")):
            hint = "write $$ on the lines before and behind it"
            yield match.start(), f"'{match[0]}' stands outside of a formula; {hint}"
        elif convert_formula(match[0], "inline"):
            yield match.start(), f"'{match[0]}' stands outside of a formula; write ${match[0]}$"
