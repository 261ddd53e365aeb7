"""What an author writes, as frozen pydantic models.

A course has decks, and a deck has entries. An entry is of one kind (`Kind`): a subclass of `Entry`,
with a field of the kind's name by which it is recognised. What has a field `term` is a `Term`.
Field names are the keys of the YAML files, and descriptions are what editors show for them.

Every scalar of a file arrives as the text that was written, and pydantic makes 1 of "1". Validators
with `mode="before"` accept what authors may write shorter than the models are: an option as a plain
text, all `options` of a question in one mapping. What is wrong between the fields of a record is
found by `checks.py`, not by validators with `mode="after"`: those stop at the first mistake, and a
check tells all of them, each with its place. Limits and patterns that no field below uses are for
the checks. Nothing here reads YAML or knows how a card is shown.
"""

import re
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal, TypeAlias, TypeVar, get_args

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    StringConstraints,
    ValidationInfo,
    model_validator,
)
from pydantic import Tag as UnionTag
from pydantic_core import PydanticCustomError

from flashcards.errors import Position, suggest
from flashcards.text.plain_text import MAX_TEXT, PYTHON_NAMES

MAX_TYPED = 500
"""Characters of an answer that somebody types."""
MAX_THINGS = 8
"""Things in one comparison."""
MAX_ASKED_THINGS = 4
"""Only the first four things of a comparison may have a question in `ask` or `which`."""
MIN_OPTIONS = 3
"""Options of a question: with two, half of all guesses would pass."""
SOURCE_LANGUAGE = "en"
"""That of the built-in course, and of every course that does not say otherwise."""
MAX_KEY = 64
"""Characters of a key or a tag."""
NOWHERE = Position("")
"""The place of what stands in no file."""
KEY_PATTERN = "^[a-z0-9]+(-[a-z0-9]+)*$"
TAG_PATTERN = "^[a-z0-9]+([-_:][a-z0-9]+)*$"
LANGUAGE_PATTERN = "^[a-z]{2,3}(-[A-Za-z0-9]+)*$"
URL_PATTERN = r'^https?://[^\s<>"]+$'
VALUE_PATTERN = "^[a-z_][a-z0-9_]*$"
NOT_EMPTY = r"\S"
GLOSSARY = "glossary"
"""The deck of words: a card a word, asked after the topics of its stage and apart from them."""
IS_BUILTIN = "is built-in"
"""In the context of a validation: the names are those of the built-in course."""
PATTERN_RULES = {
    KEY_PATTERN: "must be lower-case letters and digits, joined by single hyphens",
    TAG_PATTERN: "must be lower-case letters, digits and hyphens",
    LANGUAGE_PATTERN: "must be a language code such as 'en'",
    VALUE_PATTERN: "must be lower-case letters, digits and underscores",
    URL_PATTERN: "must be a whole address that begins with https:// or http://",
    NOT_EMPTY: "must not be empty",
}


class Prose:
    """Marks a text of an entry that is translated; lint and exports look for pictures in it.

    A hash of an entry's prose, its fingerprint, is kept with each translation: when the text
    changes, the hash no longer fits, and the translation is stale. In other records the mark says
    only that people read the text; `TranslationFile` names what is translated of them.
    """


def refer_to(noun: str) -> AfterValidator:
    """Return a validator of names: the course must have what they name.

    The context of the validation has the names by noun, such as `{"deck": {"tensors"}}`; without
    it, all are accepted. If they are the names of the built-in course, it also has `IS_BUILTIN`.
    """

    def check_name(name: Any, info: ValidationInfo) -> Any:
        context = info.context or {}
        known = context.get(noun)
        if known is None or name in known:
            return name
        label, remedy = noun, f"remove it, or add that {noun}"
        if IS_BUILTIN in context:
            label, remedy = f"built-in {noun}", "remove it"
        values = {"noun": label, "name": name, "hint": suggest(str(name), map(str, known), remedy)}
        raise PydanticCustomError("unknown_name", "there is no {noun} '{name}'{hint}", values)

    return AfterValidator(check_name)


Key: TypeAlias = Annotated[str, StringConstraints(pattern=KEY_PATTERN, max_length=MAX_KEY)]
"""Names an entry, deck, quiz, row, point, option or step for good."""
Text: TypeAlias = Annotated[str, StringConstraints(pattern=NOT_EMPTY, max_length=MAX_TEXT), Prose()]
"""Markdown that people read."""
ShortText: TypeAlias = Annotated[
    str, StringConstraints(pattern=NOT_EMPTY, max_length=MAX_TYPED), Prose()
]
"""What a learner types or reads at a glance: no longer than one line or two."""
RawText: TypeAlias = Annotated[str, StringConstraints(pattern=NOT_EMPTY, max_length=MAX_TEXT)]
"""The same in every language, such as code or a version."""
Output: TypeAlias = Annotated[str, StringConstraints(max_length=MAX_TEXT)]
"""What a program prints; may be nothing."""
ValueName: TypeAlias = Annotated[str, StringConstraints(pattern=VALUE_PATTERN, max_length=MAX_KEY)]
"""Stands between `${` and `}` for a value."""
Expression: TypeAlias = Annotated[str, StringConstraints(pattern=NOT_EMPTY, max_length=200)]
"""Arithmetic with values."""
Tag: TypeAlias = Annotated[str, StringConstraints(pattern=TAG_PATTERN, max_length=MAX_KEY)]
Language: TypeAlias = Annotated[str, StringConstraints(pattern=LANGUAGE_PATTERN, max_length=16)]
Url: TypeAlias = Annotated[str, StringConstraints(pattern=URL_PATTERN, max_length=2000)]
Stage: TypeAlias = Annotated[int, Field(ge=1, le=9)]
GapNumber: TypeAlias = Annotated[int, Field(ge=1, le=500)]
Count: TypeAlias = Annotated[int, Field(ge=1, le=100_000)]
Points: TypeAlias = Annotated[float, Field(ge=0, le=1000)]

ConceptKey: TypeAlias = Annotated[Key, refer_to("concept")]
ResourceKey: TypeAlias = Annotated[Key, refer_to("resource")]
EntryName: TypeAlias = Annotated[str, refer_to("entry")]
"""The key of an entry, or `key/row` for a row of a comparison."""
DeckName: TypeAlias = Annotated[str, refer_to("deck")]
TagName: TypeAlias = Annotated[str, refer_to("tag")]
QuizName: TypeAlias = Annotated[str, refer_to("quiz")]
PictureName: TypeAlias = Annotated[str, refer_to("picture")]

Difficulty: TypeAlias = Literal["easy", "medium", "hard"]
DIFFICULTIES: tuple[Difficulty, ...] = get_args(Difficulty)

Kind: TypeAlias = Literal[
    "concept", "term", "compare", "code", "choose", "order", "cloze", "recall"
]
"""The kinds of entries: each has a subclass of `Entry`, with a field of that name."""
KINDS: tuple[Kind, ...] = get_args(Kind)


def is_key(text: str) -> bool:
    """Return whether a text can name an entry."""
    return len(text) <= MAX_KEY and re.fullmatch(KEY_PATTERN, text) is not None


def is_tag(text: str) -> bool:
    """Return whether a text can be a tag."""
    return len(text) <= MAX_KEY and re.fullmatch(TAG_PATTERN, text) is not None


Part = TypeVar("Part")


def list_reasons(why: str | Mapping[Part, str] | None) -> Mapping[Part, str]:
    """Return the reason for each part, a gap or a thing; none if `why` is one for all of them."""
    return why if isinstance(why, Mapping) else {}


def get_reason(why: str | Mapping[Part, str] | None, part: Part) -> str:
    """Return the reason for one part, a gap or a thing; empty if there is none."""
    return why if isinstance(why, str) else list_reasons(why).get(part, "")


class Record(BaseModel):
    """The base of all models: frozen, and, but for the cells of a `Row`, of known fields only."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False, defer_build=True)


class Entry(Record):
    """What entries of every kind may have."""

    kind: ClassVar[Kind]
    """The name of the field that only entries of this class have."""

    key: Key = Field(description="Names the entry for good: lower-case letters, digits, hyphens.")
    why: Text | None = Field(None, description="The reason, shown after the answer.")
    stage: Stage = Field(1, description="1 to 9; without it, the deck's stage.")
    tags: tuple[Tag, ...] = Field((), description="Words to choose by, such as [week3].")
    difficulty: Difficulty = Field("medium", description="easy: one fact. hard: two steps.")
    about: tuple[ConceptKey, ...] = Field((), description="Keys of the concepts it belongs to.")
    see: tuple[ResourceKey, ...] = Field((), description="Where to read on: keys of resources.")
    as_of: RawText | None = Field(None, description="What it holds for: PyTorch 2.15.")
    retired: Text | None = Field(None, description="Why it is no longer taught.")


class Concept(Entry):
    """Explain it: the points that a full answer makes. One card."""

    kind = "concept"
    concept: ShortText = Field(description="A short name for the checklist: Views and strides.")
    ask: Text = Field(description="The question; the learner ticks the points. One card.")
    points: dict[Key, Text] = Field(min_length=1, description="A full answer, {name: text}.")
    misconception: Text | None = Field(None, description="What is true against a common belief.")


class Term(Entry):
    """A word, asked for by its meaning. One card, or two if it is asked in `both` directions."""

    kind = "term"
    term: Text = Field(description="A word, asked for by its meaning. One card.")
    scope: ShortText | None = Field(None, description="Where it means this; shown, not typed.")
    meaning: Text = Field(description="One sentence that does not use the term.")
    aliases: tuple[ShortText, ...] = Field((), description="Other names that are right when typed.")
    case: bool = Field(False, description="true: upper and lower case count.")
    both: bool = Field(False, description="true: a second card asks what the word means.")
    deck: Annotated[Key, refer_to("deck")] | None = Field(
        None, description="Deck that teaches it; without it, the deck of this file."
    )


class TermRow(Term):
    """A term in the table `terms` of a deck: its key stands before it."""

    key: Key = Field("", description="Not written: it stands before the row.")


_NEEDS_OPTIONS = "true: it cannot be answered without its options."


class BriefRecord(Record):
    """In YAML also a plain text: that of its first field."""

    @model_validator(mode="before")
    @classmethod
    def accept_text(cls, data: Any) -> Any:
        return {next(iter(cls.model_fields)): data} if isinstance(data, str) else data


class Option(BriefRecord):
    """One option of a question, and why it is right or wrong."""

    text: Text = Field(description="What the option says. Markdown.")
    why: Text | None = Field(None, description="Why it is right or wrong.")
    lock: Literal["first", "last"] | None = Field(None, description="Where it always stands.")


class OutputOption(Option):
    """A wrong output of a program: the same in every language."""

    text: Output = Field(description="The output itself.")


class Row(Record):
    """One aspect of a comparison. Every other field is a cell, named after the thing it is of.

    Of `{aspect: Shards, ddp: nothing, fsdp: parameters}` the cells are `ddp` and `fsdp`. Its `ask:
    {ddp: What does DDP shard?}` is answered by the cell of `ddp`, and `which: {ddp: Which shards
    nothing?}` by the name of `ddp` itself. That each cell is of a thing is checked in `checks.py`.
    """

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, Text]
    """Pydantic's name for the fields that are none of those below, and their type: the cells."""

    aspect: Text = Field(description="What is compared in this row, as a heading.")
    question: Text | None = Field(None, description="Asks for the whole row.")
    wrong: dict[Key, Option] = Field({}, description="Wrong cells, {name: text}.")
    ask: dict[Key, Text] = Field({}, description="{thing: question}; the cell answers it.")
    which: dict[Key, Text] = Field({}, description="{thing: question}; the thing answers it.")
    needs_options: bool = Field(False, description=_NEEDS_OPTIONS)
    why: Text | dict[Key, Text] | None = Field(None, description="The reason, or {thing: reason}.")

    @property
    def cells(self) -> dict[str, str]:
        """What holds for each thing."""
        return self.__pydantic_extra__


class Compare(Entry):
    """Things side by side. Each row is a note in Anki: a card for it, one for each question."""

    kind = "compare"
    compare: dict[Key, Text] = Field(
        min_length=2, max_length=MAX_THINGS, description="Two to eight things, {name: text}."
    )
    rows: dict[Key, Row] = Field(
        min_length=1, description="{name: row}, with a cell of each thing."
    )


class Varied(Record):
    """What an entry has whose numbers change: each row of `vary` makes one variant of it.

    `${name}` in its texts stands for a value; `variants.py` puts them in. All variants are one
    note, one card and one memory.
    """

    vary: tuple[dict[ValueName, Output], ...] = Field(
        (), max_length=8, description="Values of each variant: [{n: 2}, {n: 3}]."
    )
    compute: dict[ValueName, Expression] = Field({}, description="More values: {bytes: 4 * n}.")
    same: bool = Field(False, description="true: all variants have the same answer on purpose.")


class Code(Varied, Entry):
    """A program and what it prints: on the newest PyTorch, if it is PyTorch code. One card."""

    kind = "code"
    code: RawText = Field(description="A program; the card asks what it prints.")
    prints: Output = Field("", description="What it prints; 'ptquiz verify --write' fills it in.")
    """With `vary` it stands in each variant. Without it nobody can learn the entry yet."""
    language: RawText = Field("python", description="The programming language.")
    setup: RawText | None = Field(None, description="Python that runs before it, folded away.")
    question: Text | None = Field(None, description="Asked in place of 'What does it print?'.")
    wrong: dict[Key, OutputOption] = Field({}, description="{name: text} or {name: {text, why}}.")
    needs: tuple[Literal["cuda"], ...] = Field((), description="To run it: [cuda].")
    needs_options: bool = Field(False, description=_NEEDS_OPTIONS)

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
        """Return how many lines the setup has."""
        return len((self.setup or "").rstrip().splitlines())


class Choose(Varied, Entry):
    """A question with authored options; several may be right. One card."""

    kind = "choose"
    choose: Text = Field(description="A question with options, three or more. One card.")
    right: dict[Key, Option] = Field(min_length=1, description="{name: text}, or only names.")
    wrong: dict[Key, Option] = Field(min_length=1, description="As the right ones, {name: text}.")
    option_order: tuple[Key, ...] = Field((), description="All options in your own order.")
    """The order in which `options` were written in YAML; empty if `right` and `wrong` were."""
    shuffle: bool = Field(True, description="false: the options keep their order.")
    needs_options: bool = Field(False, description=_NEEDS_OPTIONS)

    @model_validator(mode="before")
    @classmethod
    def split_options(cls, data: Any) -> Any:
        """Accept all options in one mapping, `options`; `right` then names the right ones."""
        if not isinstance(data, dict) or "options" not in data:
            return data
        options, names = data["options"], data.get("right")
        names = [names] if isinstance(names, str) else names
        if not isinstance(options, dict) or not isinstance(names, list) or "wrong" in data:
            message = "'right' must name the right ones of 'options'; 'wrong' is not written then"
            raise PydanticCustomError("right_options", message, {"field": "right"})
        if unknown := [name for name in names if str(name) not in options]:
            values = {"field": "right", "name": unknown[0]}
            raise PydanticCustomError("right_options", "there is no option '{name}'", values)
        if options and {*map(str, names)} == {*options}:
            message = "'right' names every option; leave at least one of them wrong"
            raise PydanticCustomError("right_options", message, {"field": "right"})
        return {
            **{name: value for name, value in data.items() if name != "options"},
            "right": {name: options[name] for name in names},
            "wrong": {name: option for name, option in options.items() if name not in names},
            "option_order": list(options),
        }

    @property
    def options(self) -> dict[str, Option]:
        """Return all options by name, the right ones first: shuffle them before they are shown."""
        return {**self.right, **self.wrong}


class Order(Entry):
    """Steps to be put in order; written in the right one. One card."""

    kind = "order"
    order: Text = Field(description="What the steps are of. One card: put them in order.")
    steps: dict[Key, Text] = Field(min_length=2, description="In the right order, {name: text}.")


class Cloze(Entry):
    """A text with numbered gaps; a gap is the exact text to hide, found once. One card a gap."""

    kind = "cloze"
    cloze: Text = Field(description="A text with gaps. One card a gap.")
    gaps: dict[GapNumber, Text] = Field(
        min_length=1, description="Texts to hide: {1: tensor, 2: stride}."
    )
    accept: dict[GapNumber, tuple[ShortText, ...]] = Field({}, description="Also right: {1: [x]}.")
    why: Text | dict[GapNumber, Text] | None = Field(  # type: ignore[assignment]  # more than Entry's
        None, description="The reason, or one for each gap: {1: text}."
    )
    language: RawText | None = Field(None, description="If the text is code: its language.")


class Recall(Entry):
    """A question with a short answer in one's own words. One card."""

    kind = "recall"
    recall: Text = Field(description="Answered in one's own words. One card.")
    answer: Text = Field(description="The answer to compare one's own with.")


ENTRY_TYPES: dict[str, type[Entry]] = {model.kind: model for model in Entry.__subclasses__()}


def find_kind(entry: Any) -> str | None:
    """Return the kind of an entry, or of the one that a mapping of fields is to become."""
    if isinstance(entry, Entry):
        return entry.kind
    names = entry if isinstance(entry, Mapping) else ()
    return next((name for name in names if name in ENTRY_TYPES), None)


def name_asking_field(entry: Entry) -> str:
    """Return the name of the field with the question: `ask` of a concept, else that of the kind."""
    return "ask" if isinstance(entry, Concept) else entry.kind


AnyEntry: TypeAlias = Annotated[
    Annotated[Concept, UnionTag("concept")]
    | Annotated[Term, UnionTag("term")]
    | Annotated[Compare, UnionTag("compare")]
    | Annotated[Code, UnionTag("code")]
    | Annotated[Choose, UnionTag("choose")]
    | Annotated[Order, UnionTag("order")]
    | Annotated[Cloze, UnionTag("cloze")]
    | Annotated[Recall, UnionTag("recall")],
    Discriminator(find_kind),
]


class Deck(Record):
    """One YAML file: entries in teaching order, and what they share.

    The loader puts `stage` and `as_of` into entries that have none, and adds `tags`, `see` and
    `about` to those that an entry has, so that an entry is complete by itself.
    """

    deck: Key = Field(description="Names the deck for good.")
    title: Text = Field(description="The title that learners see.")
    stage: Stage = Field(1, description="The stage of its entries; without it, 1.")
    tags: tuple[Tag, ...] = Field((), description="Tags of all its entries.")
    see: tuple[ResourceKey, ...] = Field((), description="Resources of all its entries.")
    about: tuple[ConceptKey, ...] = Field((), description="Concepts of all its entries.")
    as_of: RawText | None = Field(None, description="What its entries hold for.")
    entries: tuple[AnyEntry, ...] = Field((), description="In teaching order.")
    terms: dict[Key, TermRow] = Field({}, description="More terms, {key: {term: …, meaning: …}}.")
    """The loader puts them behind the entries."""


ResourceStatus: TypeAlias = Literal[
    "alive", "moved", "archived", "replaced", "gone", "never-existed"
]


class Resource(Record):
    """Something to read on, and what became of it."""

    title: Text = Field(description="The title of the page, book or video.")
    url: Url | None = Field(None, description="Its address, with https:// or http://.")
    language: Language = Field("en", description="The language it is written in.")
    stage: Stage | None = Field(None, description="Where 'ptquiz path' shows it.")
    kind: RawText = Field("docs", description="What it is: docs, tutorial, paper, video …")
    """Any word; no kind of entry."""
    status: ResourceStatus = Field("alive", description="What became of it.")
    now: Text | None = Field(None, description="Where it is today, or what to read instead.")
    """If it moved, its new address; else a sentence for people."""
    note: Text | None = Field(None, description="A remark for who edits the list.")

    @property
    def address(self) -> str:
        """Where it can be read today; nothing if it can be read nowhere."""
        if self.status in ("gone", "never-existed"):
            return ""
        return (self.now if self.status == "moved" else self.url) or ""


class StageInfo(Record):
    """One stage of the learning path."""

    title: Text = Field(description="The title of the stage.")
    weeks: Text | None = Field(None, description="When it is studied, such as Weeks 1–2.")
    goal: Text | None = Field(None, description="What a learner can do at its end.")


class Selection(Record):
    """Which cards: an entry must pass every filter that is not empty."""

    stage: tuple[Annotated[Stage, refer_to("stage")], ...] = Field(
        (), description="Only these stages: [1, 2]."
    )
    kind: tuple[Kind, ...] = Field((), description="Only these kinds of entry: [term, code].")
    tag: tuple[TagName, ...] = Field((), description="Only entries with one of these tags.")
    deck: tuple[DeckName, ...] = Field((), description="Only these decks.")
    key: tuple[EntryName, ...] = Field((), description="Only these: [key, key/row].")
    about: tuple[ConceptKey, ...] = Field((), description="Only what belongs to these concepts.")
    difficulty: tuple[Difficulty, ...] = Field((), description="Only these: [easy, medium].")
    exclude: tuple[EntryName, ...] = Field((), description="Not these entries.")
    exclude_deck: tuple[DeckName, ...] = Field((), description="Not these decks.")


def accept_keys(items: Any) -> Any:
    """Return the items of `uses` with a selection in place of each plain key."""
    if not isinstance(items, list | tuple) or any(isinstance(item, list) for item in items):
        example = "[ddp-bucket, {stage: [3], tag: [role-everyday]}]"
        message = f"'uses' must be a list of keys and selections; write 'uses: {example}'"
        raise PydanticCustomError("uses_list", "{message}", {"message": message})
    return [{"key": [item]} if isinstance(item, str) else item for item in items]


class Uses(Record):
    """The built-in entries that a course teaches too: all that any of the selections chooses."""

    uses: Annotated[
        tuple[Selection, ...],
        BeforeValidator(accept_keys, json_schema_input_type=list[str | Selection]),
    ] = Field((), description="Built-in entries to teach too: [key, {stage: [3], tag: [cuda]}].")


class CourseInfo(Uses):
    """`course.yaml`: what the course is called, who wrote it, and which languages it has."""

    id: Key = Field(description="The namespace of all keys; it never changes.")
    title: Text = Field(description="The title of the course.")
    author: Text = Field(description="Who wrote it; shown in Anki and on paper.")
    licence: Text = Field(description="What others may do with it, such as CC BY 4.0.")
    name: Text | None = Field(None, description="The top deck in Anki, if not the title.")
    source: Language = Field(SOURCE_LANGUAGE, description="The language of the decks.")
    languages: tuple[Language, ...] = Field(
        default_factory=lambda valid: (valid.get("source", SOURCE_LANGUAGE),),
        description="All its languages; without it, the source alone.",
    )
    promises: dict[Language, tuple[Kind, ...]] = Field(
        {}, description="Kinds that are translated whole: {zh: [term]}."
    )
    """Entries of these kinds must have a translation that is not stale, or `check` warns; in a
    language without a promise, it warns of what is stale alone."""
    stages: dict[Stage, StageInfo] = Field({}, description="{1: {title: …}}.")
    report: Url | None = Field(None, description="Where to report a card; {key} is replaced.")
    home: Url | None = Field(None, description="The page of the course.")
    decks: tuple[DeckName, ...] = Field((), description="Decks in teaching order.")


class Block(Record):
    """One block of a quiz, in its `picks`: so many questions out of what it selects.

    A filter in its `select` replaces the one of that name in the quiz's; what it excludes is added.
    """

    select: Selection = Field(Selection(), description="Which cards this block chooses from.")
    count: Count | None = Field(None, description="How many of them. Without it, all.")
    points: Points | None = Field(None, description="What each of its questions is worth.")
    title: Text | None = Field(None, description="The title of the block.")


class Quiz(Record):
    """A named choice of cards, and the rules if it is taken as an exam."""

    quiz: Key = Field(description="The name of the quiz on the command line.")
    title: Text = Field(description="The title of the quiz or exam.")
    purpose: Text | None = Field(None, description="What it is for.")
    author: Text | None = Field(None, description="Printed on the paper.")
    course: Text | None = Field(None, description="Printed on the paper.")
    lang: Language | None = Field(None, description="The language of the cards.")
    select: Selection = Field(Selection(), description="Filters; an entry must pass every one.")
    picks: tuple[Block, ...] = Field((), description="Blocks of questions, one after the other.")
    count: Count | None = Field(None, description="How many questions; without it, all.")
    points: Points = Field(1, description="What each question is worth.")
    shuffle: bool = Field(True, description="false: questions keep their order.")
    pass_mark: float | None = Field(None, ge=0, le=100, description="Percent that pass: 60.")
    minutes: float | None = Field(None, ge=1, le=10_000, description="The time limit.")
    seed: str | None = Field(None, description="Any text; the same gives the same exam.")


class WordChoice(BriefRecord):
    """How the translations of a course say one term of the source."""

    say: Text = Field(description="The word that translations say.")
    also: tuple[Text, ...] = Field((), description="Other words that are as good.")
    never: tuple[Text, ...] = Field((), description="Words that are wrong for it.")


class ResourceFile(Record):
    """`resources.yaml`."""

    resources: dict[Key, Resource] = Field(description="Key of each resource to what it is.")


class TranslationFile(Record):
    """A file in a folder that is named after a language."""

    lang: Annotated[Language, refer_to("course language")] = Field(
        description="The language, as the folder of this file says."
    )
    course: Text | None = Field(None, description="The title of the course.")
    stages: dict[str, Text] = Field({}, description="Number of each stage to its title.")
    weeks: dict[str, Text] = Field({}, description="Number of each stage to its weeks.")
    goals: dict[str, Text] = Field({}, description="Number of each stage to its goal.")
    decks: dict[DeckName, Text] = Field({}, description="Name of each deck to its title.")
    quizzes: dict[QuizName, Text] = Field({}, description="Name of each quiz to its title.")
    purposes: dict[QuizName, Text] = Field({}, description="Name of each quiz to what it is for.")
    blocks: dict[str, Text] = Field(
        {}, description="Title of each block in the source to its title."
    )
    resources: dict[str, Text] = Field({}, description="Key of each resource to its title.")
    pictures: dict[PictureName, dict[str, Text]] = Field(
        {}, description="SVG: {text in the source: text}."
    )
    words: dict[Text, WordChoice] = Field({}, description="Term of the source to the word for it.")
    entries: dict[EntryName, dict[str, Any]] = Field({}, description="Key of entry to its texts.")


class Translation(Record):
    """An entry in another language: a copy whose prose is translated."""

    entry: AnyEntry
    is_stale: bool
    """Whether the source text changed after it was made."""
    at: Position = NOWHERE
    """Where the translation is written."""


class Course(Record):
    """Everything that an author wrote, read and found valid."""

    info: CourseInfo
    decks: tuple[Deck, ...]
    resources: dict[str, Resource] = {}
    quizzes: dict[str, Quiz] = {}
    translations: dict[str, dict[str, Translation]] = {}
    """Language, then entry key."""
    titles: dict[str, dict[str, str]] = {}
    """Language, then `course`, `stages/1` or `decks/ddp`: titles in that language."""
    pictures: dict[str, dict[str, dict[str, str]]] = {}
    """Language, then name of a drawing: its texts to those in the language."""
    terminology: dict[str, dict[str, WordChoice]] = {}
    """Language, then term of the source: how translations say it."""
    places: dict[str, Position] = {}
    """Where each entry is written."""
    origins: dict[str, str] = {}
    """Entry key to course id, for built-in entries that this course uses."""
    root: str = ""
    """The folder that it was read from."""
    media: dict[str, str] = {}
    """Name of a picture to its path on disk."""

    @property
    def source(self) -> str:
        """The language that its decks are written in; all others are translations."""
        return self.info.source
