"""Questions that give their answer away: in whole, or by a name.

`FakeTensorMode()` in a question can only mean the option FakeTensor.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from flashcards.cards import normalize_text
from flashcards.errors import EntryProblem
from flashcards.lint.entry_view import EntryView, Prompt
from flashcards.lint.programs import is_in_code
from flashcards.lint.word_sets import (
    FUNCTION_WORDS,
    IN_MANY_NAMES,
    find_acronyms,
    has_words,
    normalize_words,
    spells_out,
    split_compounds,
    split_content_words,
    split_names,
    split_stems,
    split_words,
)
from flashcards.model import FEWEST_OPTIONS, Cloze, Code, Compare, Concept, Entry, Order, Term
from flashcards.text.entry_texts import Path, normalize_output
from flashcards.text.plain_text import CODE_BLOCK
from flashcards.words.message import Message

SHORTEST_ANSWER = 4
"""An answer of fewer letters is in many questions by chance."""
SHORTEST_PART = 3
"""A shorter part of a name tells nothing, unless it is all of the name on both sides."""

_OWN_PLACE = re.compile(
    r"(?:first|second|third|then|next|after that|finally|lastly|last(?=,)|at last|at the end|"
    r"step \d+)\b(?!-)|\d+[.)]\s|首先|其次|然后|接着|最后(?!一[^步])|"
    r"第[一二三四五六七八九十][步，]",
    re.IGNORECASE,
)
_COMMENT = re.compile(r"#(.*)")
_NAME = re.compile(r"[A-Za-z_][\w.-]*")
_VALUE = re.compile(r"\s?=(?![=>])\s?([^\s,)]+)")
"""What is given to a name that stands before it."""
_REMARK = re.compile(r"(?:#|//)\s*(.*)")
LONGEST_SHOWN = 40
FEWEST_EXPLAINING = 4
"""A comment of so many words says what a name is for; a shorter one tells gaps apart."""
_NUMBER = re.compile(r"\d+")
_COUNTS = (
    "one single 一# 单个, two 二# 两#, three 三#, four 四#, five 五#, six 六#, seven 七#, "
    "eight 八#, nine 九#, ten 十#, sixteen, hundred, thousand, several many all 多个 所有 全部"
)
_SCALES = (
    ("tiny", "small", "medium", "large", "huge"),
    tuple(_COUNTS.replace("#", "[个台块张条次种层级步组份卡机维位行列]").split(", ")),
    ("first", "second", "third", "fourth", "last"),
    ("cheap", "cheaper", "expensive"),
    ("warm", "steady", "cool"),
    ("partly partial", "fully", "whole"),
)
"""Words whose order everybody knows; some stand at the same place. Chinese ones are looked for
inside of texts, which have no spaces; a numeral counts before a measure word, not in 统一."""
FEWEST_LEVELS = 3
"""So many steps on a scale tell the order; two may be there by chance."""
_HELD = Message("answer-in-question")
_TELLING_NOTHING = FUNCTION_WORDS | IN_MANY_NAMES


def find_answers_in_questions(view: EntryView[Entry]) -> Iterator[EntryProblem]:
    """Questions that hold their answer, so that reading them is enough."""
    entry = view.entry
    for prompt in view.prompts:
        for path in _find_held_answers(prompt):
            yield view.tell(path if path[0] == "right" else prompt.path, _HELD)
    match entry:
        case Concept():
            for name, point in entry.points.items():
                if _holds(entry.concept, point):
                    yield view.tell(("points", name), _HELD)
        case Code():
            comments = " ".join(_COMMENT.findall(entry.code))
            if _holds(comments, normalize_output(entry.prints)):
                yield view.tell(("code",), _HELD, Message("hint-not-in-comment"))


def find_terms_in_meanings(view: EntryView[Term]) -> Iterator[EntryProblem]:
    """Meanings that hold their term, which is asked for by its meaning."""
    entry = view.entry
    meaning = normalize_words(entry.meaning)
    for word in (entry.term, *entry.aliases):
        if len(word) > 2 and has_words(meaning, normalize_text(word), ending="(?:e?s)?"):
            yield view.tell(("meaning",), Message("term-in-meaning", term=word))
            return


def find_numbered_steps(view: EntryView[Order]) -> Iterator[EntryProblem]:
    """Steps that tell their own place, so that nothing is left to put in order."""
    for path, step in _list_steps(view).items():
        if _OWN_PLACE.match(step) or "again" in split_words(step):
            message = Message("step-tells-place")
            yield view.tell(path, message, Message("hint-only-what-happens"))


def find_sorted_steps(view: EntryView[Order]) -> Iterator[EntryProblem]:
    """Steps that can be sorted by a number or a size in them, without knowing what happens."""
    steps = list(_list_steps(view).values())
    if _rises(_read_numbers(steps)) and len(_read_numbers(steps)) >= len(steps) - 1:
        yield view.tell(("steps",), Message("steps-numbered"), Message("hint-ask-for-one"))
        return
    for scale in _SCALES:
        found = _read_levels(steps, scale)
        levels = [level for level, _ in found]
        if len(set(levels)) >= FEWEST_LEVELS and levels in (sorted(levels), sorted(levels)[::-1]):
            words = ", ".join(dict.fromkeys(word for _, word in found))
            message = Message("steps-on-scale", words=words)
            yield view.tell(("steps",), message, Message("hint-ask-for-one"))


def find_answers_beside_gaps(view: EntryView[Cloze]) -> Iterator[EntryProblem]:
    """Gaps whose words stand elsewhere in the text, from where they are copied."""
    entry = view.entry
    for number, gap in entry.gaps.items():
        is_beside = _names_gap if is_in_code(entry, gap) else _says_gap
        if is_beside(entry.cloze.replace(gap, " … ", 1), gap):
            message = Message("answer-beside-gap")
            yield view.tell(("gaps", str(number)), message, Message("hint-other-words"))


def find_bare_names(view: EntryView[Cloze]) -> Iterator[EntryProblem]:
    """Gaps that hide a name alone while its value, or what it does, stands beside it."""
    entry = view.entry
    for number, gap in entry.gaps.items():
        value, remark = _find_shown_value(entry, gap), _find_remark(entry, gap)
        if (value or remark) and _NAME.fullmatch(gap):
            message = Message("gap-hides-name", name=gap, shown=value or remark)
            hint = Message("hint-gap-idea" if value else "hint-gap-remark")
            yield view.tell(("gaps", str(number)), message, hint)


def find_leading_names(view: EntryView[Entry]) -> Iterator[EntryProblem]:
    """Questions with a name that only the right option has: it is found without knowing it."""
    for prompt in view.prompts if not isinstance(view.entry, Code) else ():
        path, name = _find_leading_name(prompt)
        if name and not _names_wrong_option(prompt) and not any(_find_held_answers(prompt)):
            message = Message("name-in-question", name=name)
            yield view.tell(path, message, Message("hint-name-in-all"))


def find_cells_with_names(view: EntryView[Compare]) -> Iterator[EntryProblem]:
    """Cells that name the thing they belong to, where cells are matched with things."""
    entry = view.entry
    for name, row in entry.rows.items():
        if len(set(row.cells.values())) < FEWEST_OPTIONS:
            continue
        for thing, cell in row.cells.items():
            cells = [text for other, text in row.cells.items() if other != thing]
            things = [text for other, text in entry.compare.items() if other != thing]
            if shared := _find_shared_name(entry.compare[thing], cell, [*cells, *things]):
                message = Message("cell-names-thing", name=shared)
                yield view.tell(("rows", name, thing), message, Message("hint-other-words"))


def _find_held_answers(prompt: Prompt) -> Iterator[Path]:
    """The paths of answers that stand in their question; none if it names wrong options too."""
    if not _names_wrong_option(prompt):
        yield from (path for path, text in prompt.right.items() if _holds(prompt.text, text))


def _names_wrong_option(prompt: Prompt) -> bool:
    """Whether the question lists what to choose from, and so gives nothing away."""
    return any(_holds(prompt.text, text) for text in prompt.wrong.values())


def _find_shown_value(entry: Cloze, gap: str) -> str:
    """What follows the name in a gap after an equals sign, if no other gap hides its value."""
    found = _VALUE.match(entry.cloze, entry.cloze.index(gap) + len(gap))
    if found is None:
        return ""
    starts = (entry.cloze.index(each) for each in entry.gaps.values())
    hidden = any(found.start(1) <= start < found.end(1) for start in starts)
    rest = entry.cloze[found.start() :].partition("\n")[0]
    return "" if hidden else rest[:LONGEST_SHOWN].strip(" ,")


def _find_remark(entry: Cloze, gap: str) -> str:
    """The comment in the line of a gap of code, if it is the only one and the name is explained."""
    line = next(line for line in entry.cloze.splitlines() if gap in line)
    remark = _REMARK.search(line.partition(gap)[2])
    several = sum(each in line for each in entry.gaps.values()) > 1
    if remark is None or several or not is_in_code(entry, gap):
        return ""
    words = [word for word in remark[1].split() if word.strip(".,;").isalpha()]
    return remark[1] if len(words) >= FEWEST_EXPLAINING else ""


def _says_gap(rest: str, gap: str) -> bool:
    """Whether the rest of a sentence has all words of a gap, in whatever order and form."""
    if _holds(rest, gap):
        return True
    is_word = gap.replace("-", "").isalpha() and len(gap) >= SHORTEST_ANSWER
    said = split_stems(gap) if is_word or len(gap.split()) > 1 else frozenset()
    return bool(said) and said <= split_stems(rest)


def _names_gap(rest: str, gap: str) -> bool:
    """Whether a comment, or what stands around a block, has the name in a gap: NumPy for `numpy`.

    The code itself tells names apart by case: there the reader sees to unique gaps.
    """
    around = CODE_BLOCK.sub("", rest)
    remarks = " ".join([*_REMARK.findall(rest), around if around != rest else ""])
    return _NAME.fullmatch(gap) is not None and _holds(remarks, gap)


def _list_steps(view: EntryView[Order]) -> dict[Path, str]:
    """The steps of an order, or of its translation, in their right order."""
    paths: list[Path] = [("steps", name) for name in view.entry.steps]
    return {path: str(view.texts[path]) for path in paths if path in view.texts}


def _read_numbers(steps: Sequence[str]) -> list[int]:
    """The number in each step that has just one."""
    found = [_NUMBER.findall(step) for step in steps]
    return [int(numbers[0]) for numbers in found if len(numbers) == 1]


def _rises(numbers: Sequence[int]) -> bool:
    """Whether there are enough numbers, each greater than the last or each smaller."""
    rising = sorted(set(numbers))
    return len(numbers) >= FEWEST_LEVELS and list(numbers) in (rising, rising[::-1])


def _read_levels(steps: Sequence[str], scale: Sequence[str]) -> list[tuple[int, str]]:
    """How far up a scale each step is that has a word of it, and the word."""
    levels = (
        [(level, word) for level, same in enumerate(scale) for word in _list_said(step, same)]
        for step in steps
    )
    return [max(each) for each in levels if each]


def _list_said(step: str, words: str) -> list[str]:
    """Those of the words that a step has; in Chinese nothing sets them apart from others."""
    said = split_words(step)
    chinese = (re.search(word, step) for word in words.split() if not word.isascii())
    return [word for word in words.split() if word in said] or [each[0] for each in chinese if each]


def _holds(question: str, answer: str) -> bool:
    wanted = normalize_text(answer).rstrip(".")
    return len(wanted) >= SHORTEST_ANSWER and has_words(normalize_words(question), wanted)


def _find_leading_name(prompt: Prompt) -> tuple[Path, str]:
    """The place and the name of the first hint; no name if there is none, or nothing to choose."""
    wrong = list(prompt.wrong.values())
    for path, right in prompt.right.items() if wrong else ():
        if name := _find_shared_name(prompt.text, right, wrong):
            return path if path[0] == "right" else prompt.path, name
    return prompt.path, ""


def _find_shared_name(question: str, right: str, wrong: Sequence[str]) -> str:
    """The name that question and answer share and no wrong option has; empty if there is none.

    It tells nothing if a wrong option has a name of its own in common with the question.
    """
    shared = _share_names(question, right)
    if shared:
        others = frozenset().union(*map(split_words, wrong))
        theirs = frozenset().union(*(_share_names(question, text) for text in wrong))
        return min(shared - others, default="") if theirs <= split_words(right) else ""
    return _find_acronym(question, right, wrong)


def _find_acronym(question: str, right: str, wrong: Sequence[str]) -> str:
    """The acronym in the question that only the right option spells out."""
    for acronym in sorted(find_acronyms(question)):
        if spells_out(right, acronym) and not any(spells_out(text, acronym) for text in wrong):
            return acronym
    return ""


def _share_names(question: str, option: str) -> frozenset[str]:
    """Words that both have: as part of a name in both, or as all that the option says.

    A word of the question may also be a part of an option that is nothing but a name. What is
    a plain word in both, such as DDP, is only what the card is about.
    """
    both = (split_words(question) & split_words(option)) - _TELLING_NOTHING
    if all(map(str.isdigit, both)):
        return frozenset()
    asked, offered = split_names(question), split_names(option)
    said = split_content_words(option)
    common = asked & offered & (split_compounds(question) | split_compounds(option))
    single = {part for part in common if len(part) == 1 and part.isalpha()}
    if said <= asked or said <= offered:
        common |= both & said
    long = {part for part in common if len(part) >= SHORTEST_PART and not part.isdigit()}
    return frozenset(long | single) - _TELLING_NOTHING
