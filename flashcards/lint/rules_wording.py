"""Rules about what an entry says: once, in few words, with a reason, in the course's own terms."""

import re
from collections.abc import Iterator, Mapping

from flashcards.cards import MAX_RECALLED, list_row_cards
from flashcards.course.checks import Finding
from flashcards.course.model import (
    Choose,
    Cloze,
    Code,
    Compare,
    Concept,
    Row,
    Term,
    Varied,
    get_reason,
)
from flashcards.course.texts import OPTIONAL_FIELDS, Leaf, TextPath, collect_texts
from flashcards.course.variants import list_shown_values, list_texts, list_variants
from flashcards.lint.entry_view import EntryView, list_prompts, normalize_question, rule
from flashcards.text.images import find_pictures
from flashcards.text.plain_text import find_line, strip_blocks, strip_targets

MAX_POINTS = 7
MAX_NAME_WORDS, MAX_NAME_CHARACTERS = 6, 14
"""Of a concept's name: the words, or the characters of a language that writes without spaces."""
MAX_CHARACTERS: Mapping[str, int] = {
    "term": 60, "scope": 30, "compare": 60, "gaps": 60, "rows": 120,
    "prints": 160, "right": 160, "wrong": 160, "steps": 160,
    **dict.fromkeys(("question", "recall", "choose", "order", "ask", "points", "meaning"), 240),
    "answer": 300, "cloze": 600,
}  # fmt: skip
"""Of fields with a limit; code, tables and displayed formulas in them do not count."""

MAX_ASPECT: Mapping[str, int] = {"words": 5, "characters": 14}
"""Of the heading of a row; in Chinese, where a name in Latin letters counts as one character."""
_HAN = re.compile(r"[\u4e00-\u9fff]")
_HAN_OR_WORD = re.compile(r"[\u4e00-\u9fff]|[^\s\u4e00-\u9fff]+")

_ASKS_WHY = re.compile(
    r"(?:\A|[.,:?]\s)\W?(?:why|how come|warum|wieso|weshalb|por qu[eé]|pourquoi|почему|зачем)\b"
    r"|为什么|为何|なぜ",
    re.IGNORECASE,
)
_CODE = re.compile(r"```.*?```|`[^`]*`", re.DOTALL)
_NUMBER = re.compile(r"(?<![\w.])\d[\d.,]*\d(?!\w)")
"""Of two digits or more: smaller ones stand in many texts by chance."""
_WORD = re.compile(r"[\w.-]*\w")
"""With what belongs to a name: `.stride` and `non-leaf` are other words."""

_SIGN = "\u3040-\u9fff"
"""Chinese and Japanese characters."""
_NAME_PART = re.compile(rf"[{_SIGN}]|[^\s{_SIGN}]*[^\W{_SIGN}][^\s{_SIGN}]*")
"""A Chinese character or a word of letters."""

_MAY_CHANGE = re.compile(
    r"\b(?:since|until|before|from|PyTorch|Python|CUDA) v?\d+\.\d+\b|\bdeprecat\w*|\bdefaults?\b"
    r"|\b[A-Z]\w*(?:Error|Warning): \w|\btorch(?:\.\w+)*\._[a-z]\w*"
)
"""A version, a deprecation, a default, the text of an error, a private module of PyTorch."""


@rule("duplicate")
def check_duplicates(view: EntryView) -> Iterator[Finding]:
    """Another entry asks the same."""
    first = view.first_asked[normalize_question(view.entry)]
    if first != view.entry.key:
        yield Finding((), f"asks the same as '{first}'; keep one, or make the difference plain")


@rule("too-long")
def check_lengths(view: EntryView) -> Iterator[Finding]:
    """A text takes longer to read than a learner looks at a card; a concept has many points."""
    texts = dict(view.texts)
    if isinstance(view.entry, Code):
        texts[("prints",)] = view.entry.prints
        texts |= {("wrong", name, "text"): o.text for name, o in view.entry.wrong.items()}
    for path, text in texts.items():
        limit = MAX_CHARACTERS.get(path[0])
        if limit is None or "why" in path or isinstance(text, tuple):
            continue  # explanations may be long
        if len(text) > limit and len(strip_blocks(text)) > limit:
            yield Finding(path, f"is longer than {limit} characters; cut it, or make two entries")
    if isinstance(view.entry, Concept) and len(view.entry.points) > MAX_POINTS:
        yield Finding(("points",), f"has more than {MAX_POINTS} points; make two concepts")


@rule("long-name", translations=True)
def check_names(view: EntryView) -> Iterator[Finding]:
    """The name of a concept has more than six words, or more than 14 characters in Chinese."""
    if not isinstance(view.entry, Concept):
        return
    name = view.entry.concept
    is_chinese = re.search(f"[{_SIGN}]", name) is not None
    limit, unit = (MAX_NAME_CHARACTERS, "characters") if is_chinese else (MAX_NAME_WORDS, "words")
    if len(_NAME_PART.findall(name)) > limit:
        hint = "shorten the name; the question belongs under 'ask'"
        yield Finding(("concept",), f"has more than {limit} {unit}; {hint}")


@rule("value-in-why", translations=True)
def check_values_in_reasons(view: EntryView) -> Iterator[Finding]:
    """A reason names a number that only some of the variants have."""
    entry = view.written
    if not isinstance(entry, Varied) or not entry.vary:
        return
    lang = view.lang or view.course.source
    shown = (list_shown_values(entry, row, lang).values() for row in entry.vary)
    rows = [{*_NUMBER.findall(" ".join(values))} for values in shown]
    changing = set.union(*rows) - set.intersection(*rows)
    texts = dict(list_texts(entry))
    written = " ".join(text for path, text in texts.items() if len(path) == 1 and path != ("why",))
    for path, text in texts.items():
        for number in _NUMBER.findall(text) if path[-1] == "why" else ():
            if number in changing.difference(_NUMBER.findall(written)):
                yield Finding(path, f"only some variants have {number}; write the rule, or ${{…}}")


@rule("same-answer")
def check_answers_change(view: EntryView) -> Iterator[Finding]:
    """All variants have the same answer."""
    entry = view.written
    if not isinstance(entry, Varied) or not entry.vary or entry.same:
        return
    if len({next(list_prompts(variant)).answers for variant in list_variants(entry)}) == 1:
        hint = "let one differ, or write 'same: true'"
        yield Finding(("vary",), f"every variant has the same answer; {hint}")


@rule("missing-why")
def check_explanations(view: EntryView) -> Iterator[Finding]:
    """Nothing says why the answer is right; points, words and answers to "why" need no reason."""
    paths: list[TextPath] = []
    match view.entry:
        case Concept() | Term():
            pass
        case entry if isinstance(entry.why, str):
            pass
        case Choose() as entry:
            paths = [] if all(option.why for option in entry.options.values()) else [()]
        case Code(wrong=wrong):
            paths = [] if wrong and all(option.why for option in wrong.values()) else [()]
        case Cloze() as entry:
            paths = [("gaps", str(n)) for n in entry.gaps if not get_reason(entry.why, n)]
        case Compare() as entry:
            for name, row in entry.rows.items():
                paths += [("rows", name, *path) for path in _list_unexplained(row)]
        case entry:
            paths = [] if _ASKS_WHY.search(getattr(entry, entry.kind)) else [()]
    for path in paths:
        yield Finding(path, "has no explanation; add 'why': the reason in one line")


@rule("no-version")
def check_versions(view: EntryView) -> Iterator[Finding]:
    """A version, default, deprecation, error or private module is named, but not `as_of`."""
    entry = view.entry
    programs = [entry.code, entry.prints] if isinstance(entry, Code) else []
    texts = [text if isinstance(text, str) else " ".join(text) for text in view.texts.values()]
    found = _MAY_CHANGE.search("\n".join([*texts, *programs]))
    if found and not entry.as_of:
        yield Finding((), f"'{found[0]}' may change; say by 'as_of' which version it holds for")


@rule("row-without-card", translations=True)
def check_rows(view: EntryView) -> Iterator[Finding]:
    """A row of a comparison makes no card, or its `question` is never asked."""
    entry, source = view.entry, view.source
    if not isinstance(entry, Compare) or not isinstance(source, Compare):
        return
    for name, row in entry.rows.items():
        cards = list_row_cards(entry, name)
        path = ("rows", name)
        if view.lang:
            if cards != list_row_cards(source, name):
                hint = "let the cells differ where those of the source do"
                yield Finding(path, f"the row does not make the cards of its source; {hint}")
        elif row.question and 0 not in cards:
            reason = f"more than {MAX_RECALLED} things cannot be recalled at once"
            hint = "ask about one thing at a time by 'which:', or by 'ask:' and 'wrong:'"
            yield Finding((*path, "question"), f"the question is not asked: {reason}; {hint}")
        elif not cards:
            few = len(entry.compare) <= MAX_RECALLED
            asked = "'question:' for all its things" if few else "'which:' about one"
            hint = f"add {asked}, or 'ask:' about one and cells under 'wrong:'"
            yield Finding(path, f"the row makes no card: nothing asks it; {hint}")


@rule("long-aspect", translations=True)
def check_aspects(view: EntryView) -> Iterator[Finding]:
    """An aspect of a comparison is a sentence instead of a heading of one to five words."""
    if not isinstance(view.entry, Compare):
        return
    for name, row in view.entry.rows.items():
        words = _HAN_OR_WORD.findall(row.aspect)
        unit = "characters" if _HAN.search(row.aspect) else "words"
        limit = MAX_ASPECT[unit]
        path = ("rows", name, "aspect")
        hint = "write a heading, and the sentence as 'question'"
        if row.aspect.rstrip().endswith(("?", "？")):
            yield Finding(path, f"is a question; {hint}")
        elif len(words) > limit:
            yield Finding(path, f"has more than {limit} {unit}; {hint}")


@rule("picture-without-words", translations=True)
def check_pictures(view: EntryView) -> Iterator[Finding]:
    """A picture has no words for those who cannot see it."""
    for path, text, _ in view.marked_texts:
        for picture in find_pictures(text):
            if not picture.alt.strip():
                sentence = "a picture has no words; say what it shows: ![two views](views.svg)"
                yield Finding(path, sentence, find_line(text, f"]({picture.name}"))


@rule("terminology", translations=True)
def check_terminology(view: EntryView) -> Iterator[Finding]:
    """A translation calls a term otherwise than the course's `words:` do."""
    choices = view.course.terminology.get(view.lang, {}) if view.lang else {}
    if not choices:
        return
    source = {
        path: _list_words(leaf)
        for path, leaf in collect_texts(view.source).items()
        if path[0] not in OPTIONAL_FIELDS
    }
    every_word = " ".join(source.values())
    texts = {path: _join(leaf) for path, leaf in view.texts.items()}
    translated = _squeeze(" ".join(texts.values()))
    for term, choice in choices.items():
        if not _has_term(every_word, term):
            continue
        paths = [path for path, words in source.items() if _has_term(words, term)]
        hint = f"say '{choice.say}', or add the word to 'also' under 'words:'"
        known = sorted((choice.say, *choice.also, *choice.never), key=len, reverse=True)
        pattern = re.compile("|".join(map(re.escape, known)))  # the longest word at each place
        for path in paths:
            for word in {*pattern.findall(texts.get(path, ""))} & {*choice.never}:
                yield Finding(path, f"'{word}' is a wrong word for '{term}'; {hint}")
        if not any(_squeeze(word) in translated for word in (choice.say, *choice.also, term)):
            path = next((path for path in paths if path in texts), ())
            yield Finding(path, f"'{term}' is not called '{choice.say}'; {hint}")


def _list_unexplained(row: Row) -> Iterator[TextPath]:
    """Yield the paths of the questions of a row without a reason; the row's own if it has none."""
    for field, questions in (("ask", row.ask), ("which", row.which)):
        yield from ((field, thing) for thing in questions if not get_reason(row.why, thing))
    if not (row.ask or row.which or row.why):
        yield ()


def _list_words(leaf: Leaf) -> str:
    """Return the words of a text, without code and addresses, with a space around each."""
    text = _CODE.sub(" ", strip_targets(_join(leaf))).casefold()
    return f" {' '.join(_WORD.findall(text))} "


def _has_term(words: str, term: str) -> bool:
    """Return whether a term is among the words, in the singular or plural."""
    start = f" {term.casefold()}"
    return start in words and any(f"{start}{ending} " in words for ending in ("", "s", "es"))


def _join(leaf: Leaf) -> str:
    return leaf if isinstance(leaf, str) else " ".join(leaf)


def _squeeze(text: str) -> str:
    return "".join(text.split()).casefold()
