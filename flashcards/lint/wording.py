"""How an entry is worded: one question, a whole sentence, understood alone, short, not asked twice.

A card comes up between forty others, is read in seconds on a phone and answered in one breath.
"""

from __future__ import annotations

import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from flashcards.cards import MOST_RECALLED, list_row_cards, normalize_text
from flashcards.errors import EntryProblem
from flashcards.lint.entry_view import EntryView, read_meant
from flashcards.lint.programs import is_in_code
from flashcards.model import Choose, Cloze, Code, Compare, Concept, Entry, Kind, Recall
from flashcards.text.entry_texts import Leaf, Path, replace_texts
from flashcards.text.plain_text import read_word_list, strip_blocks
from flashcards.words.message import Message

MOST_POINTS = 7
LONGEST: Mapping[Kind, Mapping[str, int]] = {
    "concept": {"concept": 240, "points": 240},
    "term": {"term": 60, "scope": 30, "meaning": 240},
    "compare": {"compare": 60, "rows": 120},
    "code": {"question": 240, "prints": 160, "wrong": 160},
    "choose": {"choose": 240, "right": 160, "wrong": 160},
    "order": {"order": 240, "steps": 160},
    "cloze": {"cloze": 600, "gaps": 60},
    "recall": {"recall": 240, "answer": 300},
}
"""Letters, by kind and field; code, tables and displayed formulas do not count."""
MOST_BULLETS = 3
MOST_ITEMS = 4
LONGEST_ITEM = 6
"""Words in an item of a bare list; longer ones are thoughts."""
LONGEST_HEAD = 7
"""Words before a colon that can be a heading; more are a clause."""
SAME = 0.85
"""Share of common words from which two entries ask the same."""
MOST_SHARERS = 16
"""A word that more entries share leads to no twin; this keeps the search linear."""

_AND_ALSO = re.compile(r"\band (?:what|why|how|when|where|which|who)\b", re.IGNORECASE)
_LIST_ALL = re.compile(
    r"(?:list|enumerate)\b|(?:name|give)\b.*\b(?:all|every|each)\b", re.IGNORECASE
)
_LIST_SOME = re.compile(
    r"(?:name|give|what are|which are)\b.*\b(?:two|three|four|five|six|seven|eight|nine|ten)\b",
    re.IGNORECASE,
)
_BULLET = re.compile(r"^[ \t]*+(?:[-*+]|\d+[.)])\s", re.MULTILINE)
_YES_NO = re.compile(
    r"(?:is|are|was|were|does|do|did|can|could|will|would|has|have|must|should)\b(?!.* or )",
    re.IGNORECASE,
)
_YES_OR_NO = Message("question-yes-no")
_SENTENCE_END = re.compile(r"(?<=[.?!:;])\s+")

_GLUED = re.compile(r"(?:\?|…|\.\.\.)['\"”]?\s*:|:\s*(?:…|\.\.\.)|^[^:.?!]* / [^:.?!]*:\s")
_HEAD = re.compile(r"((?:[^:.?!`]|`[^`]*`)*):\s+([^?]*)$", re.DOTALL)
_WHICH_ONE = re.compile(r"\.\s+which (?:one|of them|thing)?\s*(?:is (?:it|this|meant))?\?$", re.I)
_CLOSED = re.compile(r"[?.!？。！][)\"”’*_`]*$")
_IMPERATIVE = re.compile(
    r"(?:name|give|explain|say|tell|complete|describe|write|compute|predict|choose|pick|match|"
    r"put|state|define|sketch|derive|show|find|order|sort|fill|compare|estimate)\b",
    re.IGNORECASE,
)
_FINITE = re.compile(
    r"\b(?:is|are|was|were|has|have|had|does|do|did|can|could|must|should|will|would|may|might|"
    r"says?|shows?|prints?|reports?|runs?|fails?|calls?|uses?|gives?|sees?|gets?|raises?|reads?|"
    r"writes?|needs?|wants?|returns?|takes?|holds?|keeps?|trains?|adds?|logs?|stops?|suppose|given)\b",
    re.IGNORECASE,
)

_WORD = re.compile(r"`[^`]*`|\$[^$]*\$|[\w'-]+")
_PERSONAL = read_word_list("it its they them their")
_PRONOUNS = _PERSONAL | read_word_list("this that these those")
_NO_REFERENTS = read_word_list(
    "what why how when where which who whose does do did is are was were be been can could must "
    "should will would has have may might not in on of to for from with by at as after before if "
    "then so but and or a an the happens happen mean means there here only also even still"
)
"""Words that a pronoun cannot mean."""
_KNOWN_TO_ALL = read_word_list("card course deck machine stage week year")
"""What 'this' may name although nothing was said before."""
_IMPERSONAL = re.compile(
    r"\b(?:is|was|be) it (?:\w+ )?\w+ (?:to|that|for|if|when)\b"
    r"|\bit (?:mean|take|help|matter|follow|make sense|cost) (?:to|that|for|if|when)\b",
    re.IGNORECASE,
)


def find_double_questions(view: EntryView[Entry]) -> Iterator[EntryProblem]:
    """Questions that ask two things: a learner answers one and forgets the other."""
    for path, text in view.asking:
        goes_on = "and " in text.casefold() and _AND_ALSO.search(text) is not None
        if text.count("?") > 1 or (goes_on and not isinstance(view.entry, Code)):
            yield view.tell(path, Message("question-double"), Message("hint-two-entries"))


def find_list_questions(view: EntryView[Entry]) -> Iterator[EntryProblem]:
    """Questions for a bare list: it is learned by rote, and one item is always forgotten."""
    for path, text in view.asking:
        is_concept = isinstance(view.entry, Concept)
        if _LIST_ALL.match(text) or (not is_concept and _LIST_SOME.match(text)):
            yield view.tell(path, Message("question-list"), Message("hint-one-item"))


def find_list_answers(view: EntryView[Recall]) -> Iterator[EntryProblem]:
    """Answers that are a bare list, which a learner can only get partly right."""
    if _is_bare_list(view.entry.answer):
        yield view.tell(("answer",), Message("answer-list"), Message("hint-concept"))


def find_yes_no_questions(view: EntryView[Entry]) -> Iterator[EntryProblem]:
    """Questions and rows that a coin could answer, and that do not say why."""
    entry = view.entry
    for path, text in view.asking:
        if _YES_NO.match(_SENTENCE_END.split(text)[-1]) and not _has_why(entry):
            yield view.tell(path, _YES_OR_NO, Message("hint-ask-how"))
    for name, row in entry.rows.items() if isinstance(entry, Compare) else ():
        cells = {normalize_text(cell).rstrip(".") for cell in row.cells.values()}
        if cells <= {"yes", "no"} and not (entry.why or row.why or row.reasons):
            yield view.tell(("rows", name), _YES_OR_NO, Message("hint-say-how"))


def find_broken_questions(view: EntryView[Entry]) -> Iterator[EntryProblem]:
    """Questions that nobody would say aloud: a heading with a colon, half a sentence."""
    for path, text in view.asking:
        is_closed = _CLOSED.search(text) or _IMPERATIVE.match(text)
        is_whole = is_closed or str(view.texts[path]).rstrip().endswith("```")
        leads_to_code = isinstance(view.entry, Code) and text.endswith(":")
        if (_is_glued(text) or not is_whole) and not leads_to_code:
            yield view.tell(path, Message("question-no-sentence"), Message("hint-whole-question"))


def find_broken_aspects(view: EntryView[Compare]) -> Iterator[EntryProblem]:
    """Rows whose heading stops in the middle: it stands above cells that do not go on with it."""
    for name, row in view.entry.rows.items():
        if row.aspect.rstrip().endswith((":", "…", "...")):
            path = ("rows", name, "aspect")
            yield view.tell(path, Message("aspect-no-heading"), Message("hint-name-compared"))


def find_unasked_rows(view: EntryView[Compare]) -> Iterator[EntryProblem]:
    """Rows that make no card, or whose question is not asked: they would be lost in silence.

    A translation may lose a card too, where two of its cells say the same.
    """
    entry = replace_texts(view.entry, view.texts) if view.lang else view.entry
    for name, row in entry.rows.items():
        cards, path = list_row_cards(entry, name), ("rows", name)
        hint = Message("hint-ask-things" if len(entry.compare) > MOST_RECALLED else "hint-ask-row")
        if view.lang and cards != list_row_cards(view.entry, name):
            yield view.tell(path, Message("row-not-asked"), Message("hint-cells-differ"))
        elif row.question and 0 not in cards and not view.lang:
            message = Message("row-too-many-things", most=MOST_RECALLED)
            yield view.tell((*path, "question"), message, hint)
        elif not cards and not view.lang:
            yield view.tell(path, Message("row-not-asked"), hint)


def find_unclear_pronouns(view: EntryView[Entry]) -> Iterator[EntryProblem]:
    """Pronouns that come before anything they could mean; of code, what is shown can be meant."""
    if isinstance(view.entry, Code):
        return
    options_shown = isinstance(view.entry, Choose | Compare)
    for path, text in _list_texts_to_understand(view):
        if _lacks_referent(text, options_shown, _PERSONAL if "aspect" in path else _PRONOUNS):
            yield view.tell(path, Message("pronoun-unclear"), Message("hint-name-meant"))


def find_long_texts(view: EntryView[Entry]) -> Iterator[EntryProblem]:
    """Texts that take longer to read than a learner looks at a card."""
    entry, texts = view.entry, view.texts
    limits = LONGEST[entry.kind]
    if isinstance(entry, Code):
        texts = {**texts, **dict(_list_outputs(entry))}
    for path, text in texts.items():
        longest = limits.get(path[0], sys.maxsize)
        if len(text) > longest and "why" not in path and _is_longer(text, longest):
            yield view.tell(path, Message("text-long", most=longest), Message("hint-cut"))


def find_many_points(view: EntryView[Concept]) -> Iterator[EntryProblem]:
    """Concepts with more points than anybody keeps in mind at a time."""
    if len(view.entry.points) > MOST_POINTS:
        message = Message("points-many", most=MOST_POINTS)
        yield view.tell(("points",), message, Message("hint-two-concepts"))


def find_duplicates(entries: Sequence[Entry]) -> Iterator[EntryProblem]:
    """Entries that ask nearly the same as an earlier one: a learner confuses the two.

    They share nearly all words, and are found through their rarest ones.
    """
    bags = [(entry, _collect_words(entry)) for entry in entries]
    common = Counter(chain.from_iterable(words for _, words in bags))
    alone = {word for word, count in common.items() if count == 1}
    seen: dict[str, list[tuple[Entry, frozenset[str]]]] = defaultdict(list)
    for entry, words in bags:
        needed = len(words) - int(SAME * len(words)) + 1
        if len(words & alone) >= needed:
            continue  # too many words that nobody shares
        posts = [seen[word] for word in sorted(sorted(words), key=common.__getitem__)[:needed]]
        if twin := _find_twin(words, posts):
            message = Message("asked-twice", key=twin.key)
            yield EntryProblem(entry.key, (), message, Message("hint-keep-one"))
        for post in posts:
            post.append((entry, words))


def _has_why(entry: Entry) -> bool:
    """Whether the answer is explained; the rows of a comparison are seen to elsewhere."""
    options = entry.right.values() if isinstance(entry, Choose) else ()
    explained = entry.why is not None or isinstance(entry, Compare)
    return explained or any(option.why for option in options)


def _is_bare_list(answer: str) -> bool:
    if answer.count("\n") >= MOST_BULLETS and len(_BULLET.findall(answer)) > MOST_BULLETS:
        return True
    if answer.count(",") < MOST_ITEMS:
        return False
    sentences = _SENTENCE_END.split(answer.strip())
    items = re.split(r",\s", sentences[0])
    short = all(len(item.split()) <= LONGEST_ITEM for item in items)
    listed = len(items) > MOST_ITEMS and items[-1].startswith(("and ", "or "))
    return len(sentences) == 1 and listed and short


def _is_glued(text: str) -> bool:
    """Whether a heading, a colon and a piece of an answer take the place of a sentence."""
    if ":" not in text:
        return False
    if _GLUED.search(text) or _WHICH_ONE.search(text):
        return True
    head = _HEAD.match(text)
    if head is None or _IMPERATIVE.match(text):
        return False
    return len(head[1].split()) <= LONGEST_HEAD and not _FINITE.search(head[1])


def _list_texts_to_understand(view: EntryView[Entry]) -> Iterator[tuple[Path, str]]:
    """Texts that come first on a card: what asks, sentences with gaps, headings of rows."""
    for path, _ in view.asking:
        yield path, str(view.texts[path])  # with its code, which may be what is meant
    match view.entry:
        case Cloze() as entry if not all(is_in_code(entry, gap) for gap in entry.gaps.values()):
            yield ("cloze",), entry.cloze
        case Compare() as entry:
            for name, row in entry.rows.items():
                yield ("rows", name, "aspect"), row.aspect


def _lacks_referent(text: str, options_shown: bool, pronouns: frozenset[str]) -> bool:
    """Whether one of the pronouns comes first; 'this' in a heading means the things compared."""
    if strip_blocks(text) != text:  # what is shown can be meant
        return False
    words = iter(_WORD.findall(text))
    for word in words:
        if word.casefold() in pronouns:
            options_meant = options_shown and word.casefold() in ("these", "those")
            following = next(words, "").casefold().removesuffix("'s")
            meant = options_meant or following in _KNOWN_TO_ALL or _IMPERSONAL.search(text)
            return not meant
        if word.casefold() not in _NO_REFERENTS:
            return False
    return False


def _is_longer(text: Leaf, longest: int) -> bool:
    return isinstance(text, str) and len(strip_blocks(text)) > longest


def _list_outputs(entry: Code) -> Iterator[tuple[Path, str]]:
    yield ("prints",), entry.prints
    yield from ((("wrong", name, "text"), option.text) for name, option in entry.wrong.items())


def _find_twin(
    words: frozenset[str], posts: Iterable[list[tuple[Entry, frozenset[str]]]]
) -> Entry | None:
    for post in posts:
        if len(post) < MOST_SHARERS:
            for entry, others in post:
                both = len(words & others)
                if both >= SAME * (len(words) + len(others) - both):
                    return entry
    return None


def _collect_words(entry: Entry) -> frozenset[str]:
    """The words of question and answer; entries of two kinds are never the same."""
    text = read_meant(entry)
    return frozenset([entry.kind, *text.casefold().split()])
