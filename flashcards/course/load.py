"""A folder to a course: every file read, every mistake collected in one run."""

import re
from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from flashcards.course.checks import Known, ValuePath
from flashcards.course.filters import filter_items
from flashcards.course.model import (
    ENTRY_TYPES,
    IS_BUILTIN,
    KINDS,
    Code,
    Course,
    CourseInfo,
    Deck,
    Entry,
    Quiz,
    ResourceFile,
    Uses,
    find_kind,
)
from flashcards.course.other_names import guess_kind
from flashcards.course.translations import list_warnings, read_translations
from flashcards.course.variants import find_unprinted
from flashcards.course.yaml_file import MAX_FILE_BYTES, YamlFile
from flashcards.errors import EntryProblem, FlashcardsError, Problem, ProblemsFound, suggest
from flashcards.fileio import COURSE_FILE, FileRefused, load_bytes
from flashcards.paths import builtin_folder, folder_label, is_builtin
from flashcards.text.images import PICTURE_SUFFIXES

DECKS, QUIZZES, MEDIA = "decks", "quizzes", "media"
LOCK_FILE = "decks/deck.lock"
"""What was released: an entry in it may be retired, but not vanish."""
_FOLDERS = {"decks": "decks/*", "translations": "decks/*/*", "quizzes": "quizzes/*"}
_FIRST_FIELDS = {"deck": "decks", "quiz": "quizzes", "lang": "translations"}
"""What only a file of this role has; a quiz may have `lang` too, and has a title."""
_BELONGS = {
    "decks": "a deck; move the file to decks/",
    "quizzes": "a quiz; move the file to quizzes/",
    "translations": "a translation; move the file to decks/{lang}/",
}
_ROLES = {COURSE_FILE: "course", "resources.yaml": "resources"}
"""What files hold by their folder, or by their name."""
_LIKE_YAML = re.compile(r"[^.].*\.ya?ml(?:\.txt)?", re.IGNORECASE | re.DOTALL)
"""Names of files that an author may believe to be read; those that begin with a dot are not."""
_NO_COURSE = Course(info=CourseInfo(id="none", title="-", author="-", licence="-"), decks=())
"""An empty course: what one without `uses` takes over."""


@dataclass
class LoadResult:
    """A course as far as it is valid, where its parts are written, and what is wrong with it."""

    root: Path
    label: str
    """What places begin with: the folder as the author typed it."""
    sources: list[YamlFile] = field(default_factory=list)
    places: dict[tuple[str, str], tuple[YamlFile, ValuePath]] = field(default_factory=dict)
    """Key of an entry to its file and path, with "" before it, or the language of a translation;
    names of decks and quizzes, with "deck" or "quiz" before them."""
    course: Course | None = None
    """What is valid; None if `course.yaml` is not."""
    unprinted: list[Problem] = field(default_factory=list)
    """Programs of which nobody wrote yet what they print."""

    @property
    def problems(self) -> list[Problem]:
        """All that is wrong, sorted by place."""
        mistakes = (problem for source in self.sources for problem in source.problems)
        return sorted({*mistakes, *self.unprinted})

    @property
    def warnings(self) -> list[Problem]:
        """Of a course without problems, what its translations lack."""
        if self.course is None or self.problems:
            return []
        incomplete = [warning for source in self.sources for warning in source.warnings]
        return [*list_warnings(self.course), *incomplete]

    def list_sources(self, role: str) -> list[YamlFile]:
        """Return the files of a role, such as decks, that could be read."""
        return [s for s in self.sources if s.role == role and s.data is not None]

    def add_place(
        self, group: str, name: str, source: YamlFile, path: ValuePath, field: str
    ) -> None:
        """Note where something is, which a field names; a name that is taken is a problem."""
        first, first_path = self.places.setdefault((group, name), (source, path))
        if (first, first_path) != (source, path):
            used = first.locate((*first_path, field))
            message = f"{group or 'key'} '{name}' is already used at {used}"
            hint = f"choose another, such as '{name[:60]}-2'"
            source.add((*path, field), f"{message}; {'remove one' if source.lang else hint}")

    def locate(self, problem: EntryProblem) -> Problem:
        """Return a problem of an entry, or of its translation, with its place."""
        source, path = self.places[problem.lang, problem.key]
        at = source.locate((*path, *problem.path), problem.line)
        return Problem(at, problem.message, rule=problem.rule)


def load_course(
    folder: Path | None = None, *, label: str | None = None, allow_unprinted: bool = False
) -> Course:
    """Return the course in a folder, or the built-in one. Raises ProblemsFound with all mistakes.

    Places of mistakes begin with `label`: if None, with the folder as it was given. Programs may
    lack what they print if `allow_unprinted`.
    """
    result = try_load_course(folder, label=label)
    allowed = result.unprinted if allow_unprinted else ()
    problems = [problem for problem in result.problems if problem not in allowed]
    if problems or result.course is None:
        raise ProblemsFound(problems)
    return result.course


def load_quiz(path: Path, known: Known) -> Quiz:
    """Return the quiz in a file outside the course. Raises ProblemsFound."""
    source = YamlFile(load_bytes(path, MAX_FILE_BYTES), str(path))
    quiz = source.read(Quiz, source.data, known=known)
    if quiz is None or source.problems:
        raise ProblemsFound(source.problems)
    return quiz


def check_values(values: Mapping[str, Any]) -> tuple[Entry | None, list[Problem]]:
    """Return the entry that these values describe, which no file has yet, or what is wrong."""
    source = YamlFile(b"entries: []", "")
    return _read_entry(dict(values), source, ("entries", 0), {}), source.problems


def try_load_course(folder: Path | None = None, *, label: str | None = None) -> LoadResult:
    """Return the course in a folder, or the built-in one, with its problems and warnings.

    Raises FlashcardsError if there is no course, and ProblemsFound if it uses entries of the
    built-in course and that has mistakes.
    """
    if label is None:
        label = folder_label(folder) if folder else ""
    result = LoadResult(folder or builtin_folder(), label)
    course_file = _load_sources(result)
    borrowed, uses = _NO_COURSE, Uses()
    if "uses" in course_file.fields and not is_builtin(str(result.root)):
        base = load_course()
        uses = _read_uses(base, course_file)
        borrowed = _use_builtin(base, uses, course_file)
    media = {**borrowed.media, **_list_media(result.root / DECKS / MEDIA)}
    known = _list_known(result, borrowed)
    header = {**course_file.fields, "uses": uses.uses} if course_file.fields else course_file.data
    info = course_file.read(CourseInfo, header, (), known)
    known["course language"] = info.languages if info else None
    known["picture"] = media
    decks = [read_deck(source, result, known) for source in result.list_sources("decks")]
    entries = {entry.key: entry for deck in (*decks, *borrowed.decks) for entry in deck.entries}
    texts = _read_translations(result, borrowed, entries, known)
    quizzes = {}
    for source in result.list_sources("quizzes"):
        if quiz := source.read(Quiz, source.data, (), known):
            result.add_place("quiz", quiz.quiz, source, (), "quiz")
            quizzes[quiz.quiz] = quiz
    see = {key for entry in entries.values() for key in entry.see}
    resources = {key: resource for key, resource in borrowed.resources.items() if key in see}
    for source in result.list_sources("resources"):
        if file := source.read(ResourceFile, source.data):
            resources |= file.resources
    if info is None:
        return result
    _check_course_file(info, course_file, result, borrowed)
    # The decks that course.yaml lists come first, in its order; the others by stage, then by file.
    order = {name: number for number, name in enumerate(info.decks)}
    decks.sort(key=lambda deck: (order.get(deck.deck, len(order)), deck.stage))
    places = {key: s.locate(path) for (group, key), (s, path) in result.places.items() if not group}
    result.course = Course(
        info=info,
        decks=(*decks, *borrowed.decks),
        quizzes=quizzes,
        resources=resources,
        places={**borrowed.places, **places},
        origins=borrowed.origins,
        root=str(result.root),
        media=media,
        **texts,
    )
    return result


def _load_sources(result: LoadResult) -> YamlFile:
    """Load all files of the course, and return `course.yaml`. Raises FlashcardsError.

    That a file cannot be read is a problem of it.
    """
    decks, name = result.root / DECKS, result.label or result.root
    if not decks.is_dir():
        reason = f"is not a course: it has no folder '{DECKS}'; 'ptquiz new NAME' makes one"
        if not result.root.exists():
            reason = "does not exist; check its name, or make a course with 'ptquiz new NAME'"
        raise FlashcardsError(f"{name} {reason}")
    roles = {decks / COURSE_FILE: "course"}
    for role, pattern in _FOLDERS.items():
        for path in sorted(result.root.glob(pattern)):
            if _LIKE_YAML.fullmatch(path.name) and path.parent.name != MEDIA:
                roles[path] = _ROLES.get(path.name, role) if role == "decks" else role
    for path, role in roles.items():
        raw, refused = None, ""
        try:
            if path.suffix in (".yaml", ".yml"):
                raw = load_bytes(path, MAX_FILE_BYTES)
            else:
                refused = "file is not read: let its name end with '.yaml'"
        except FileRefused as error:
            hint = "; 'ptquiz new NAME' writes a whole course" if role == "course" else ""
            refused = error.reason + hint
        file = PurePosixPath(result.label, path.relative_to(result.root).as_posix())
        source = YamlFile(raw, str(file), role, file.parent.name if role == "translations" else "")
        if refused:
            source.add((), f"this {refused}")
        elif found := _find_misplaced(source):
            source.add((), f"this is {_BELONGS[found].format(**source.fields)}")
            source.role = "misplaced"
        result.sources.append(source)
    return result.sources[0]


def _find_misplaced(source: YamlFile) -> str:
    """Return the role of a file that lies in a folder of files of another role; "" if none does."""
    found = [role for field, role in _FIRST_FIELDS.items() if field in source.fields]
    if "title" in source.fields and "translations" in found:
        found.remove("translations")
    is_known = source.role in _BELONGS and found and source.role not in found
    return found[0] if is_known else ""


def _list_media(folder: Path) -> dict[str, str]:
    """Return name to path of what is a picture by its name; nothing behind a link."""
    paths = [] if folder.is_symlink() else sorted(folder.glob("[!.]*"))
    return {path.name: str(path) for path in paths if path.name.lower().endswith(PICTURE_SUFFIXES)}


class _BuiltinEntry(NamedTuple):
    """An entry of the built-in course, to be selected."""

    key: str
    entry: Entry
    deck: Deck


def _read_uses(base: Course, course_file: YamlFile) -> Uses:
    """Return the field `uses` of `course.yaml`, whose names are those of the built-in course."""
    taught = [(deck, entry) for deck in base.decks for entry in deck.entries if not entry.retired]
    known: Known = {
        IS_BUILTIN: True,
        "entry": base.places,
        "stage": {entry.stage for _, entry in taught},
        "deck": {deck.deck for deck, _ in taught},
        "tag": {tag for _, entry in taught for tag in entry.tags},
        "concept": {entry.key for _, entry in taught if entry.kind == "concept"},
    }
    return course_file.read(Uses, {"uses": course_file.fields["uses"]}, (), known) or Uses()


def _use_builtin(base: Course, uses: Uses, course_file: YamlFile) -> Course:
    """Return what `uses` selects of the built-in course; retired entries by key only.

    A selection that chooses no entry is a problem.
    """
    every = [_BuiltinEntry(entry.key, entry, deck) for deck in base.decks for entry in deck.entries]
    taught = [item for item in every if not item.entry.retired]
    keys: set[str] = set()
    for number, selection in enumerate(uses.uses):
        chosen = filter_items(every if selection.key else taught, selection)
        keys.update(item.key for item in chosen)
        if not chosen:
            message = "no built-in entry passes all of these filters; remove one of them"
            course_file.add(("uses", number), message)
    decks = []
    for deck in base.decks:
        if entries := tuple(entry for entry in deck.entries if entry.key in keys):
            decks.append(deck.model_copy(update={"entries": entries}))
    return base.model_copy(
        update={
            "decks": tuple(decks),
            "translations": _select(base.translations, keys),
            "titles": _select(base.titles, {f"decks/{deck.deck}" for deck in decks}),
            "terminology": {},  # its translators choose their own words
            "places": {key: base.places[key] for key in keys},
            "origins": dict.fromkeys(keys, base.info.id),
        }
    )


def _select(texts: Mapping[str, Mapping[str, Any]], names: Container[str]) -> dict[str, Any]:
    """Return of each language what is there by these names."""
    return {
        lang: {name: text for name, text in by_name.items() if name in names}
        for lang, by_name in texts.items()
    }


def _check_course_file(
    info: CourseInfo, course_file: YamlFile, result: LoadResult, borrowed: Course
) -> None:
    """Report what does not go with `course.yaml`: other languages, and that there are no cards."""
    if borrowed.decks and info.source != borrowed.source:
        message = f"what it would use is written in '{borrowed.source}'; remove 'uses'"
        course_file.add(("uses",), message, key=True)
    for key in (key for key in borrowed.places if ("", key) in result.places):
        course_file.add(("uses",), f"'{key}' is an entry of this course as well")
    if not borrowed.decks and not any(source.role == "decks" for source in result.sources):
        course_file.add((), f"the course has no deck: no file in '{DECKS}'; write one there")
    for source in result.list_sources("translations"):
        if source.lang == info.source and "entries" in source.fields:
            message = f"'{source.lang}' is the source: what it says is in the decks"
            source.add(("entries",), message, key=True)


def _list_known(result: LoadResult, borrowed: Course) -> dict[str, Any]:
    """Return the names that there are by what they name, from the files as they are written."""
    decks = [source.fields for source in result.list_sources("decks")]
    entries = [fields for deck in decks for fields in _list_entries(deck).values()]
    entries += [dict(entry) for deck in borrowed.decks for entry in deck.entries]
    entries = [fields for fields in entries if isinstance(fields, dict)]
    rows = [(fields.get("key"), row) for fields in entries for row in fields.get("rows") or ()]
    names: dict[str, list[Any]] = {
        "entry": [*(fields.get("key") for fields in entries), *(f"{k}/{row}" for k, row in rows)],
        "concept": [fields.get("key") for fields in entries if "concept" in fields],
        "tag": [tag for fields in (*decks, *entries) for tag in fields.get("tags") or ()],
        "deck": [*(deck.get("deck") for deck in decks), *(deck.deck for deck in borrowed.decks)],
        "quiz": [source.fields.get("quiz") for source in result.list_sources("quizzes")],
        "resource": [*borrowed.resources],
    }
    for source in result.list_sources("resources"):
        names["resource"] += source.fields.get("resources") or ()
    # A file that cannot be read may name anything: of what it names, only its own mistake is told.
    unread = [source.text for source in result.sources if source.data is None]
    words = {word for text in unread for word in re.findall(r"[\w/-]+", text)}
    return {
        noun: words.union(name for name in listed if isinstance(name, str))
        for noun, listed in names.items()
    }


def _read_translations(
    result: LoadResult, borrowed: Course, entries: Mapping[str, Entry], known: Known
) -> dict[str, dict[str, dict[str, Any]]]:
    """Return what is translated, by field of the course and language."""
    texts: dict[str, dict[str, dict[str, Any]]] = {
        name: {lang: dict(texts) for lang, texts in getattr(borrowed, name).items()}
        for name in ("translations", "titles", "pictures", "terminology")
    }
    for source in result.list_sources("translations"):
        translated = read_translations(source, entries, known)
        for key in translated["translations"]:
            result.add_place(source.lang, key, source, ("entries", key), "from")
        for name, by_key in translated.items():
            if by_key:
                texts[name].setdefault(source.lang, {}).update(by_key)
    return texts


def read_deck(source: YamlFile, result: LoadResult, known: Known) -> Deck:
    """Return a deck with its valid entries, and note where they are."""
    header = {**source.fields, "entries": (), "terms": {}}
    deck = source.read(Deck, header if source.fields else source.data, (), known)
    name = header.get("deck")
    if name and isinstance(name, str):
        result.add_place("deck", name, source, (), "deck")
    deck = deck or Deck.model_construct(deck=str(name), title="?")
    listed, terms = (source.fields.get(name) for name in ("entries", "terms"))
    if not isinstance(terms, dict | None):
        source.add(("terms",), "'terms' must be a mapping; write 'key: {term: …, meaning: …}'")
    for key, row in terms.items() if isinstance(terms, dict) else ():
        if isinstance(row, dict) and "key" in row:
            source.add(("terms", key, "key"), f"remove this key: the term has '{key}'", key=True)
    if not (isinstance(listed, list) and listed) and ("entries" in source.fields or not terms):
        source.add(("entries",), "'entries' must be a list; write '- ' before each entry")
    entries = []
    for path, data in _list_entries(source.fields).items():
        if isinstance(data, dict) and data.get("key") and isinstance(data["key"], str):
            result.add_place("", data["key"], source, path, "key")
        if entry := _read_entry(data, source, path, known):
            entries.append(_fill(entry, deck))
            for number in find_unprinted(entry):
                at = source.locate((*path, "vary", number - 1) if number else path)
                result.unprinted.append(Problem(at, f"no 'prints' yet; {_explain_prints(entry)}"))
    return deck.model_copy(update={"entries": tuple(entries)})


def _explain_prints(entry: Entry) -> str:
    if isinstance(entry, Code) and entry.is_python and not entry.retired:
        return "'ptquiz verify --write' runs it and writes that here"
    return "write what it prints; 'ptquiz verify' runs only Python that is not retired"


def _list_entries(deck: Mapping[str, Any]) -> dict[ValuePath, Any]:
    """Return the entries of a deck as they are written, by their paths; its `terms` come last."""
    listed, terms = deck.get("entries"), deck.get("terms")
    entries: dict[ValuePath, Any] = {}
    for index, data in enumerate(listed if isinstance(listed, list) else ()):
        entries["entries", index] = data
    for key, data in terms.items() if isinstance(terms, dict) else ():
        entries["terms", key] = {**data, "key": key} if isinstance(data, dict) else data
    return entries


def _fill(entry: Entry, deck: Deck) -> Entry:
    """Return an entry with the defaults of its deck."""
    filled: dict[str, Any] = {
        "stage": entry.stage if "stage" in entry.model_fields_set else deck.stage,
        "as_of": entry.as_of or deck.as_of,
    }
    for name in ("tags", "see", "about"):
        filled[name] = tuple(dict.fromkeys((*getattr(entry, name), *getattr(deck, name))))
    filled["about"] = tuple(key for key in filled["about"] if key != entry.key)
    return entry.model_copy(update=filled)


def _read_entry(data: Any, source: YamlFile, path: ValuePath, known: Known) -> Entry | None:
    """Return the entry that plain values stand for; None if it has mistakes, which are reported."""
    if kind := find_kind(data):
        return source.read(ENTRY_TYPES[kind], data, path, known)
    names = [*data] if isinstance(data, dict) else [""]
    hint = suggest(names[0], KINDS)
    if not hint and (kind := guess_kind(names)):
        hint = f"; write '{kind}' instead of '{names[0]}'"
    message = f"an entry begins with one of {', '.join(KINDS)}{hint}"
    source.add((*path, names[0]), message, key=True)
    return None
