"""What an author writes, as plain frozen values.

A course has decks, a deck has entries, an entry is one of eight kinds. Nothing
here knows YAML, Anki or a terminal. The fields are the schema: their names are
the keys in the YAML file, and `Rule` says what a text must look like.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from typing import Annotated, Any, ClassVar, Literal, TypeAlias, dataclass_transform, get_args

from flashcards.errors import Position

MAX_THINGS = 8
"""Things in one comparison: a ninth template would conflict with learners' note types."""

LONGEST_TEXT = 10_000
"""Letters of one text: minutes of reading, where a card should take seconds."""

LONGEST_TYPED = 500
"""Letters of what somebody types for an answer."""

MOST_PARTS = 200
"""Points, rows, options, steps, aliases … of one entry."""

MOST_BRACKETS = 200
"""Each '[' may begin a link or a picture, and a thousand that begin none take long to read."""

FEWEST_OPTIONS = 3
"""Options of a question: with two, half of all guesses would pass."""


@dataclass(frozen=True, slots=True)
class Rule:
    """What a text must look like: the reader checks it, the schema tells it to editors."""

    pattern: str
    says: str
    longest: int | None = None

    def allows(self, text: str) -> bool:
        short_enough = self.longest is None or len(text) <= self.longest
        return short_enough and re.search(self.pattern, text) is not None


@dataclass(frozen=True, slots=True)
class NumberRange:
    """The numbers that a field allows."""

    least: float
    most: float
    whole: bool = True

    @property
    def says(self) -> str:
        kind = "a whole number" if self.whole else "a number"
        return f"must be {kind} from {self.least:g} to {self.most:g}"


NAME_RULE = Rule(
    r"^[a-z0-9]+(-[a-z0-9]+)*$",
    "must be lower-case letters and digits, joined by single hyphens, at most 64 characters",
    64,
)
NOTE_RULE = Rule(
    r"^[a-z0-9]+(-[a-z0-9]+)*(/[a-z0-9]+(-[a-z0-9]+)*)?$",
    "must be the key of an entry, or 'key/row' for one row of a comparison",
    129,
)
TEXT_RULE = Rule(r"\S", "is empty", LONGEST_TEXT)
TYPED_RULE = Rule(r"\S", "is empty", LONGEST_TYPED)
OUTPUT_RULE = Rule(r"^", "is no text", LONGEST_TEXT)
TAG_RULE = Rule(
    r"^[a-z0-9]+([-_:][a-z0-9]+)*$", "must be lower-case letters, digits and hyphens", 64
)
LANGUAGE_RULE = Rule(r"^[a-z]{2,3}(-[A-Za-z0-9]+)*$", "must be a language code such as 'en'", 16)

Key: TypeAlias = Annotated[str, NAME_RULE]
"""Names an entry, deck, quiz, row, point, option or step for good."""

NoteKey: TypeAlias = Annotated[str, NOTE_RULE]
"""Names an entry, or one row of a comparison."""

Text: TypeAlias = Annotated[str, TEXT_RULE]
"""Markdown that a person reads; never empty."""

Typed: TypeAlias = Annotated[str, TYPED_RULE]
"""What may be typed for an answer; never empty."""

Output: TypeAlias = Annotated[str, OUTPUT_RULE]
"""What a program prints; may be nothing."""

Tag: TypeAlias = Annotated[str, TAG_RULE]
Language: TypeAlias = Annotated[str, LANGUAGE_RULE]

PYTHON_NAMES = ("python", "py", "python3")

URL_RULE = Rule(r"^https?://[^\s<>\"]+$", "must begin with https:// or http://", 2000)
Url: TypeAlias = Annotated[str, URL_RULE]

Stage: TypeAlias = Annotated[int, NumberRange(1, 9)]
GapNumber: TypeAlias = Annotated[int, NumberRange(1, 500)]
Count: TypeAlias = Annotated[int, NumberRange(1, 100000)]
Points: TypeAlias = Annotated[float, NumberRange(0, 1000, whole=False)]
Percent: TypeAlias = Annotated[float, NumberRange(0, 100, whole=False)]
Minutes: TypeAlias = Annotated[float, NumberRange(1, 10000, whole=False)]
Difficulty: TypeAlias = Literal["easy", "medium", "hard"]
DIFFICULTIES: tuple[Difficulty, ...] = ("easy", "medium", "hard")
Kind: TypeAlias = Literal[
    "concept", "term", "compare", "code", "choose", "order", "cloze", "recall"
]
KINDS: tuple[Kind, ...] = get_args(Kind)

SOURCE_LANGUAGE = "en"
"""That of the built-in course, and of every course that does not say otherwise."""
NOWHERE = Position("", 1, 1)


_make_dataclass = dataclass(kw_only=True, init=False, eq=False, repr=False)


@_make_dataclass
@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(field,))
class SourceRecord:
    """Anything read from YAML: each class below it is a frozen dataclass with named arguments.

    Its reader refuses unknown keys and infinite numbers. The methods are written once here:
    `@dataclass(frozen=True, kw_only=True)` would write them for each class, at every start, which
    takes 20 ms: a twentieth of what passes until the first question (Python 3.13 is faster).
    """

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    def __init_subclass__(cls) -> None:
        _make_dataclass(cls)

    def __init__(self, **values: Any) -> None:
        """Each field by its name; raises `TypeError` if one is unknown, or missing."""
        made = self.__dict__
        for each in fields(self):
            if each.name in values:
                made[each.name] = values.pop(each.name)
            elif each.default is not MISSING:
                made[each.name] = each.default
            elif each.default_factory is not MISSING:
                made[each.name] = each.default_factory()
            else:
                raise TypeError(f"{type(self).__name__} needs '{each.name}'")
        if values:
            raise TypeError(f"{type(self).__name__} has no '{next(iter(values))}'")

    def __setattr__(self, name: str, value: object) -> None:
        raise FrozenInstanceError(f"cannot assign to '{name}'")

    def __delattr__(self, name: str) -> None:
        raise FrozenInstanceError(f"cannot delete '{name}'")

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash(frozenset(vars(self).items()))

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={value!r}" for name, value in vars(self).items())
        return f"{type(self).__qualname__}({values})"


class Entry(SourceRecord):
    """What all eight kinds may carry."""

    kind: ClassVar[Kind]

    key: Key
    why: Text | None = None
    stage: Stage | None = None
    tags: tuple[Tag, ...] = ()
    difficulty: Difficulty = "medium"
    about: tuple[Key, ...] = ()
    """Keys of the concepts that this entry belongs to."""
    see: tuple[Key, ...] = ()
    """Keys of resources to read on."""
    as_of: Text | None = None
    """The version or date that the statement holds for."""
    retired: Text | None = None
    """Why the entry is no longer taught. A released entry is retired, never deleted."""


class Concept(Entry):
    """Explain it: the points that a full answer makes."""

    kind: ClassVar[Kind] = "concept"

    concept: Text
    points: Mapping[Key, Text]
    misconception: Text | None = None


class Term(Entry):
    """A word and its meaning, asked in both directions."""

    kind: ClassVar[Kind] = "term"

    term: Text
    scope: Typed | None = None
    """Where the word means this: region in MLIR, kernel in ATen. It is shown, and never typed."""
    meaning: Text
    aliases: tuple[Typed, ...] = ()
    confused_with: tuple[Key, ...] = ()
    case: bool = False
    """Whether upper and lower case count when the term is typed."""


class Option(SourceRecord):
    """One option of a question, and why it is right or wrong."""

    text: Text
    why: Text | None = None
    lock: Literal["first", "last"] | None = None
    """Keeps its place when the options are shuffled."""


ROW_WORDS = ("aspect", "question", "wrong", "ask", "which", "why")
"""What a row of a comparison has beside its cells; no thing may be called so."""


class Row(SourceRecord):
    """One aspect of a comparison. In YAML the cells stand in the row itself."""

    aspect: Text
    question: Text | None = None
    """Asks for the whole row: what holds for each thing."""
    cells: Mapping[Key, Text]
    """What holds for each thing, by its name."""
    wrong: Mapping[Key, Option] = field(default_factory=dict)
    """Cells that somebody who half knows it would give."""
    ask: Mapping[Key, Text] = field(default_factory=dict)
    """Questions by thing; the answer is the thing's cell."""
    which: Mapping[Key, Text] = field(default_factory=dict)
    """Questions by thing; the answer is the thing."""
    why: Text | None = None
    reasons: Mapping[Key, Text] = field(default_factory=dict)
    """In YAML `why` too, if it has a text for each thing."""

    def explain(self, thing: str) -> str:
        """Why the cell of a thing is what it is; empty if nothing is said."""
        return self.reasons.get(thing) or self.why or ""


class Compare(Entry):
    """Things side by side; each row is a note of its own."""

    kind: ClassVar[Kind] = "compare"

    compare: Mapping[Key, Text]
    rows: Mapping[Key, Row]


class Code(Entry):
    """A program and what it prints: on the newest PyTorch, if it is PyTorch code."""

    kind: ClassVar[Kind] = "code"

    code: Text
    prints: Output
    language: Text = "python"
    """The programming language; only Python is run."""
    setup: Text | None = None
    """Code that runs before it and is not shown with the question."""
    question: Text | None = None
    wrong: Mapping[Key, Option] = field(default_factory=dict)
    needs: tuple[Literal["cuda"], ...] = ()
    """What a machine must have to run it."""

    @property
    def is_python(self) -> bool:
        return self.language in PYTHON_NAMES

    @property
    def uses_pytorch(self) -> bool:
        """Whether it is Python that names torch, or a package whose name begins so."""
        return self.is_python and re.search(r"\btorch", self.program) is not None

    @property
    def program(self) -> str:
        """All that is run: the setup, if there is one, and the code that is shown."""
        return f"{self.setup.rstrip()}\n{self.code}" if self.setup else self.code

    def count_setup(self) -> int:
        """How many lines the setup has."""
        return len((self.setup or "").rstrip().splitlines())


class Choose(Entry):
    """A question with authored options; several may be right."""

    kind: ClassVar[Kind] = "choose"

    choose: Text
    right: Mapping[Key, Option]
    wrong: Mapping[Key, Option]
    listed: tuple[Key, ...] = ()
    """The author's own order, if the options are written in one list: in YAML `options`."""
    shuffle: bool = True

    @property
    def options(self) -> dict[str, Option]:
        """All options by name; the right ones first, so never show them so."""
        return {**self.right, **self.wrong}


class Order(Entry):
    """Steps to be put in order; written in the right one."""

    kind: ClassVar[Kind] = "order"

    order: Text
    steps: Mapping[Key, Text]


class Cloze(Entry):
    """A text with numbered gaps; a gap is the exact text to hide, found once."""

    kind: ClassVar[Kind] = "cloze"

    cloze: Text
    gaps: Mapping[GapNumber, Text]
    accept: Mapping[GapNumber, tuple[Typed, ...]] = field(default_factory=dict)
    """Other answers that fill a gap as well."""
    reasons: Mapping[GapNumber, Text] = field(default_factory=dict)
    """In YAML `why`, if it has a text for each gap."""
    language: Text | None = None
    """The programming language, if the text is code and not Markdown."""


class Recall(Entry):
    """A question with a short answer in one's own words."""

    kind: ClassVar[Kind] = "recall"

    recall: Text
    answer: Text


ENTRY_TYPES: Mapping[str, type[Entry]] = {
    "concept": Concept,
    "term": Term,
    "compare": Compare,
    "code": Code,
    "choose": Choose,
    "order": Order,
    "cloze": Cloze,
    "recall": Recall,
}


class Deck(SourceRecord):
    """One YAML file: entries in teaching order, and defaults for them.

    The reader puts the defaults into the entries, so that an entry is complete by itself.
    """

    deck: Key
    title: Text
    stage: Stage | None = None
    tags: tuple[Tag, ...] = ()
    see: tuple[Key, ...] = ()
    about: tuple[Key, ...] = ()
    as_of: Text | None = None
    entries: tuple[Entry, ...] = ()


class Resource(SourceRecord):
    """Something to read on, and what became of it."""

    title: Text
    url: Url | None = None
    language: Language = "en"
    stage: Stage | None = None
    kind: Literal[
        "docs",
        "tutorial",
        "blog",
        "paper",
        "repository",
        "book",
        "video",
        "course",
        "forum",
        "person",
        "tool",
        "slides",
        "event",
    ] = "docs"
    status: Literal["alive", "moved", "archived", "replaced", "gone", "never-existed"] = "alive"
    now: Text | None = None
    """Where it is today, or what to read instead."""
    note: Text | None = None

    @property
    def address(self) -> str:
        """Where it can be read today; nothing if it can be read nowhere."""
        if self.status in ("gone", "never-existed"):
            return ""
        return (self.now if self.status == "moved" else self.url) or ""


class StageInfo(SourceRecord):
    """One stage of the learning path."""

    title: Text
    weeks: Text | None = None
    goal: Text | None = None


class Uses(SourceRecord):
    """Entries of the built-in curriculum: those that any of these names."""

    key: tuple[Key, ...] = ()
    stage: tuple[Stage, ...] = ()
    deck: tuple[Key, ...] = ()
    tag: tuple[Tag, ...] = ()


class CourseInfo(SourceRecord):
    """`course.yaml`: who this course is; its id is the namespace of all keys."""

    id: Key
    title: Text
    author: Text
    licence: Text
    name: Text | None = None
    """The top deck in Anki; deck names are an API, so it never changes. Default: the title."""
    source: Language = SOURCE_LANGUAGE
    """The language that the decks themselves are written in."""
    languages: tuple[Language, ...] = (SOURCE_LANGUAGE,)
    """Without them in the file, the source alone."""
    promises: Mapping[Language, tuple[Kind, ...]] = field(default_factory=dict)
    """Kinds of entry that are complete in a language."""
    stages: Mapping[Stage, StageInfo] = field(default_factory=dict)
    report: Url | None = None
    """Where to report a card; `{key}` is replaced."""
    home: Url | None = None
    decks: tuple[Key, ...] = ()
    """The teaching order of the decks; those not named follow by stage and file name."""
    uses: Uses = Uses()
    """Entries of the built-in curriculum taught here too; they keep their identity. In YAML
    also a list of keys."""


class Selection(SourceRecord):
    """Which cards: an entry must pass every filter that is not empty."""

    stage: tuple[Stage, ...] = ()
    kind: tuple[Kind, ...] = ()
    tag: tuple[Tag, ...] = ()
    deck: tuple[Key, ...] = ()
    key: tuple[NoteKey, ...] = ()
    about: tuple[Key, ...] = ()
    difficulty: tuple[Difficulty, ...] = ()
    exclude: tuple[NoteKey, ...] = ()


class Pick(SourceRecord):
    """One block of a quiz: so many questions out of these."""

    select: Selection = Selection()
    count: Count | None = None
    points: Points | None = None
    title: Text | None = None


class Quiz(SourceRecord):
    """A named choice of cards, and the rules if it is taken as an exam."""

    quiz: Key
    title: Text
    purpose: Text | None = None
    """What it is for, told before an exam begins."""
    author: Text | None = None
    course: Text | None = None
    lang: Language | None = None
    select: Selection = Selection()
    picks: tuple[Pick, ...] = ()
    count: Count | None = None
    points: Points = 1
    shuffle: bool = True
    """Whether questions are shuffled."""
    lock: tuple[Key, ...] = ()
    """Keys of entries whose options keep their written order."""
    pass_mark: Percent | None = None
    """Percent of the points."""
    minutes: Minutes | None = None
    seed: str | None = None


@dataclass(frozen=True, kw_only=True)
class EntryTranslation:
    """The texts of one entry in another language, by their path in the entry."""

    source: str | None
    """Fingerprint of the source text that it was made from."""
    texts: Mapping[tuple[str, ...], str | tuple[str, ...]]
    at: Position = NOWHERE


class WordChoice(SourceRecord):
    """How the translations of a course say one English term. In YAML also a plain text."""

    say: Text
    also: tuple[Text, ...] = ()
    """Other words for it that are as good in some sentences."""
    never: tuple[Text, ...] = ()
    """Words that mean something else, or that another course would say."""
    meaning: Text | None = None
    """Markdown for the glossary, where no card teaches the term."""


@dataclass(frozen=True, kw_only=True)
class Course:
    """Everything that an author wrote, read and found sound."""

    info: CourseInfo
    decks: tuple[Deck, ...]
    resources: Mapping[str, Resource] = field(default_factory=dict)
    quizzes: Mapping[str, Quiz] = field(default_factory=dict)
    translations: Mapping[str, Mapping[str, EntryTranslation]] = field(default_factory=dict)
    """Language, then entry key."""
    titles: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Language, then `course`, `stage/1` or `deck/ddp`: titles in that language."""
    pictures: Mapping[str, Mapping[str, Mapping[str, str]]] = field(default_factory=dict)
    """Language, then name of a drawing: its texts to those in the language."""
    words: Mapping[str, Mapping[str, WordChoice]] = field(default_factory=dict)
    """Language, then English term: how translations say it."""
    places: Mapping[str, Position] = field(default_factory=dict)
    """Where each entry is written."""
    origins: Mapping[str, str] = field(default_factory=dict)
    """Entry key to course id, for entries of another course that this one uses."""
    root: str = ""
    """The folder that it was read from."""
    media: Mapping[str, str] = field(default_factory=dict)
    """Name of a picture to its path on disk."""

    @property
    def source(self) -> str:
        """The language that its decks are written in; all others are translations."""
        return self.info.source
