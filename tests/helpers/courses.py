"""A small course with every kind of entry, others like it, and packages made of them."""

from pathlib import Path

from flashcards.anki.build import PackageContents, compose_package, pack_package
from flashcards.anki.content import load_sources
from flashcards.anki.release import CourseNotes
from flashcards.cards import list_notes
from flashcards.course.load import load_course
from flashcards.course.model import Cloze, Course, Deck, Entry
from flashcards.course.texts import collect_texts
from flashcards.questions.build import make_question
from flashcards.questions.question import TermNames
from tests.helpers.changes import replace, translate

NOW = 1_700_000_000
SAMPLE = load_course(Path(__file__).parents[1] / "data" / "sample", label="")
ENTRIES = SAMPLE.decks[0].entries


def course_of(*entries: Entry, root: str = "", **info: object) -> Course:
    """The sample course with these entries, and with the pictures in its folder."""
    pictures = Path(root, "decks", "media").glob("*") if root else ()
    titles = {"course": "示例课程", "stages/1": "开始", "stages/2": "内部", "stages/3": "多卡"}
    return replace(
        SAMPLE,
        info=replace(SAMPLE.info, **info),
        decks=(Deck(deck="all", title="All", entries=entries),),
        root=root,
        media={path.name: str(path) for path in pictures},
        titles={"zh": titles},
    )


def ask(course, card, seed="s", form=None, lang="en"):
    """A card of a course as its question."""
    notes = list_notes(course, lang)
    [found] = [each for note in notes for each in note.cards if each.id == card]
    return make_question(found, TermNames(notes), seed, form)


def sample_course() -> Course:
    """Every kind of entry, in English and in Chinese."""
    return with_chinese(course_of(*ENTRIES))


def with_chinese(course: Course) -> Course:
    """The course with a translation of every entry: each text gets a Chinese beginning."""
    made = {
        entry.key: translate(entry, _chinese(entry), is_stale=False)
        for deck in course.decks
        for entry in deck.entries
    }
    return replace(course, translations={"zh": made})


def _chinese(entry: Entry) -> dict[tuple[str, ...], str | tuple[str, ...]]:
    kept = ("gaps", "accept", "cloze") if isinstance(entry, Cloze) else ()
    return {
        path: f"中文 {leaf}"
        for path, leaf in collect_texts(entry).items()
        if isinstance(leaf, str) and path[0] not in kept
    }


def package_of(course: Course, now: int = NOW, lang: str = "en") -> PackageContents:
    """All notes of the course as contents of a package."""
    sources, pictures = load_sources(course, lang)
    chosen = [source for source in sources if not source.note.entry.retired]
    notes = CourseNotes(course, {lang: sources}, {lang: pictures}, {}, now)
    return compose_package(notes, chosen, lang)


def write_package(folder: Path, made: PackageContents, name: str = "deck.apkg") -> Path:
    path = folder / name
    path.write_bytes(pack_package(made))
    return path
