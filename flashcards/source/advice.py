"""What to write in place of a value that is not what its field wants.

Only files with a mistake come here. A piece of advice is one line that can be followed as
it stands: the word or the line to write, wherever it can be told from what was written.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain, islice
from typing import Any

from flashcards.model import (
    LANGUAGE_RULE,
    NAME_RULE,
    ROW_WORDS,
    TAG_RULE,
    TEXT_RULE,
    URL_RULE,
    VERSION_RULE,
    NumberRange,
    Rule,
)
from flashcards.source.bracket_repairs import mend_line_in_brackets
from flashcards.source.brackets import is_mapping, mend_brackets
from flashcards.source.fault import show_line
from flashcards.source.flow_scalars import quote_in_brackets, quote_text
from flashcards.source.line_repairs import split_field

_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_NAMES = {"wrong": "xyzuvwrst"}
"""Names for options that are wrong: those that are right begin with `a`."""
_LANGUAGES = {"english": "en", "chinese": "zh", "german": "de", "french": "fr", "spanish": "es"}


def advise_word(field: str, given: str, rule: Rule, line: str) -> str:
    """What to write for a word that breaks a rule; `line` is the line that it stands in."""
    if rule == TEXT_RULE:
        return _advise_empty(field, line)
    if rule == TAG_RULE:
        return advise_tag(given)
    if rule == URL_RULE:
        return _suggest(f"https://{given}", rule) or "write the whole address: 'https://…'"
    if rule == LANGUAGE_RULE:
        plain = given.strip().lower()
        return _suggest(_LANGUAGES.get(plain, plain[:2]), rule)
    if rule == VERSION_RULE:
        return "write numbers with a point between them, such as '2.13'"
    return advise_name(given, rule)


def advise_name(given: str, rule: Rule) -> str:
    """A name like this one that the rule allows."""
    key = re.split(r"[#/]", given)[0]
    if key != given and rule == NAME_RULE and NAME_RULE.allows(key):
        return f"the key is '{key}'"
    return _suggest(make_name(given), rule) or "write English words with hyphens, such as 'my-key'"


def make_name(text: str) -> str:
    """A name made of a text; empty if the text has neither Latin letters nor digits."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:64].strip("-")


def advise_tag(given: str) -> str:
    """A tag like this one, or how several are written."""
    parts = [part.strip() for part in re.split("[\uff0c\u3001;,]", given)]
    if len(parts) > 1 and all(map(TAG_RULE.allows, parts)):
        return f"write several with commas between them: {', '.join(parts)}"
    return advise_name(given, TAG_RULE)


def advise_number(given: str, numbers: NumberRange) -> str:
    """A number that the range allows, if possible the one that was meant."""
    written = _read_comma(given.strip(), numbers)
    digits = re.findall(r"[0-9]+(?:\.[0-9]+)?", written)
    word = given.strip().lower()
    meant = float(_NUMBERS.index(word)) if word in _NUMBERS else None
    if len(digits) == 1 and written.count(".") <= 1 and "-" not in written:
        meant = float(digits[0])
    fits = meant is not None and numbers.least <= meant <= numbers.most
    if fits and (not numbers.whole or meant == int(meant or 0)):
        return f"did you mean '{meant:g}'?"
    example = numbers.least if numbers.most < 10 else min(10, numbers.most)
    return f"write a number, such as '{example:g}'"


def _read_comma(given: str, numbers: NumberRange) -> str:
    """A number with a decimal comma, or with commas between thousands, as it is written here."""
    if numbers.whole:
        return given.replace(",", "") if re.fullmatch(r"\d{1,3}(?:,\d{3})+", given) else given
    return re.sub(r"(?<=\d),(?=\d)", ".", given)


def advise_quotes(line: str, in_braces: bool = False) -> str:
    """The line with its text in quotes, or those in its brackets; empty if it has none."""
    if mended := mend_line_in_brackets(line, is_member=in_braces):
        return mended[1]
    parts = split_field(line)
    if parts is None or parts[1][0] in "[{\"'|>":
        return ""
    return show_line(parts[0] + quote_text(parts[1]))


def advise_list(given: object) -> str:
    """How a text or a mapping is written as a list."""
    if isinstance(given, str) and given.strip():
        written = given.strip() if given.lstrip().startswith("[") else f"[{given.strip()}]"
        return f"write {mend_brackets(written) or f'[{quote_text(given)}]'}"
    return "write [one, two]" if isinstance(given, str) else "write a list: [one, two]"


def advise_fields(first: str, given: object) -> str:
    """How something that has fields, `first` one of them, is written if it has only one."""
    if first == "stage":  # the filters of a selection
        keys = given if isinstance(given, list) else [given]
        return f"write {{key: [{', '.join(map(str, keys))}]}}"
    if isinstance(given, str) and given.strip():
        return f"write {_unquote_mapping(given) or f'{{{first}: {quote_in_brackets(given)}}}'}"
    return f"write {{{first}: …}}"


def advise_mapping(
    field: str, given: object, line: str, taken: Collection[str] = (), cells: Sequence[str] = ()
) -> str:
    """How a list or a text is written as a mapping of names; `line` is its first line.

    `taken` are names that what stands beside it has already, `cells` those of a comparison.
    """
    if isinstance(given, str) and (meant := _unquote_mapping(given)):
        return f"write {meant}"
    letters = (name for name in _NAMES.get(field, _LETTERS) if name not in taken)
    listed = [given] if isinstance(given, str) and given.strip() else given
    names: Iterable[Any] = range(1, 100) if field == "gaps" else letters
    if field == "compare" and isinstance(listed, list):
        names = chain(_name_things(listed, cells), names)
    if isinstance(given, str) and re.match(r"1[.)] ", given):
        return "replace each number with a space, a name and a colon: ' a:', ' b:' …"
    if not isinstance(listed, list) or not listed:
        return "write 'name: text', one a line"
    if line.lstrip().startswith("- ") and f"{field}:" not in line:
        if all(isinstance(each, Mapping) for each in listed):
            name = next(iter(names))
            return f"write ' {name}:' on a line above each, and two spaces in place of '- '"
        first, second = islice(names, 2)
        return f"replace each '-' with a space, a name and a colon: ' {first}:', ' {second}:' …"
    if not all(isinstance(each, str) for each in listed):
        return "write 'name: text', one a line"
    pairs = zip(names, listed, strict=False)
    return "write {" + ", ".join(f"{name}: {quote_text(text)}" for name, text in pairs) + "}"


def _name_things(listed: Sequence[Any], cells: Sequence[str]) -> Sequence[str]:
    """Names for things: those of the cells, if there are as many, or made of the texts."""
    if len(cells) == len(listed):
        return cells
    made = [make_name(str(each)) for each in listed]
    sound = all(made) and len({*made}) == len(made) and not {*made} & {*ROW_WORDS}
    return made if sound else ()


def advise_missing(name: str, owner: Mapping[str, Any]) -> str:
    """The field to add to what was written; a key is made from its first text."""
    if name in ("key", "deck", "quiz", "id"):
        texts = [text[:40] for text in owner.values() if isinstance(text, str)]
        made = next(filter(None, map(make_name, texts)), f"my-{name}")
        return f"add the line '{name}: {made}'"
    mappings = {
        "points": "{a: …}", "steps": "{a: …, b: …}", "right": "{a: …}", "wrong": "{b: …, c: …}",
        "gaps": "{1: …}", "rows": "{a: {aspect: …}}",
    }  # fmt: skip
    return f"add the line '{name}: {mappings.get(name, '…')}'"


def advise_text(field: str, given: object, raw: str) -> str:
    """How a text that YAML took for a list or a mapping is written; `raw` is its line."""
    found = re.match(rf"(\s*(?:-\s+)?{re.escape(field)}:\s+)([\[{{].*)$", raw.rstrip())
    if found:
        return f"write: {found[1].lstrip()}{quote_text(found[2])}"
    if isinstance(given, Mapping) and (item := re.match(r"\s*- (\S.*)$", raw.rstrip())):
        return f"write: - {quote_text(item[1])}"
    if isinstance(given, list) and raw.lstrip().startswith("- "):
        return f"make it one text: put '|' after '{field}:'"
    return 'put the text in quotes: "…"'


def _advise_empty(field: str, line: str) -> str:
    found = re.match(rf"(\s*(?:-\s+)?{re.escape(field)}:\s+)(#.*)$", line.rstrip())
    if found:  # the author's text begins with a '#'
        return f"write: {found[1].lstrip()}{quote_text(found[2])}"
    return f"write its text after '{field}:', or remove '{field}'"


def _unquote_mapping(text: str) -> str:
    """A mapping that was put in quotes as a whole, without them; empty if the text is none."""
    return mend_brackets(text.strip()) if is_mapping(text.strip()) else ""


def _suggest(word: str, rule: Rule) -> str:
    return f"did you mean '{word}'?" if word and rule.allows(word) else ""
