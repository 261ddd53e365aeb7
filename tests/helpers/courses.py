"""Small courses as values, with every kind of entry, and packages made of them."""

from __future__ import annotations

from pathlib import Path

from flashcards.anki.content import load_sources
from flashcards.anki.lock import Lock
from flashcards.anki.package import PackageContents, compose_package, pack_package
from flashcards.anki.release import CourseNotes
from flashcards.course.model import (
    Choose,
    Cloze,
    Code,
    Compare,
    Concept,
    Course,
    CourseInfo,
    Deck,
    Entry,
    Option,
    Order,
    OutputOption,
    Recall,
    Resource,
    Row,
    StageInfo,
    Term,
)
from flashcards.course.texts import collect_texts
from tests.helpers.changes import replace, translate

NOW = 1_700_000_000

ENTRIES: tuple[Entry, ...] = (
    Concept(
        key="ddp-sync",
        concept="How **DDP** keeps replicas equal",
        points={"init": "Rank 0 broadcasts.", "grad": "Backward averages by `all-reduce`."},
        misconception="The weights are not sent after every step.",
        why="Equal weights and equal gradients *stay* equal.",
        stage=3,
        see=("docs",),
        as_of="2.9",
    ),
    Term(
        key="bucket",
        term="gradient `bucket`",
        meaning="Gradients that DDP reduces in one call, $n$ at a time.",
        aliases=("bucket",),
        stage=3,
        tags=("distributed",),
    ),
    Compare(
        key="dp-ddp",
        compare={"dp": "DataParallel", "ddp": "`DistributedDataParallel`", "no": "one GPU"},
        rows={
            "process": Row(
                aspect="Processes",
                dp="one for all",
                ddp="one each",
                no="one",
                which={"dp": "Which has **one** process for all GPUs?", "ddp": "Which has many?"},
                why={"dp": "It runs threads.", "ddp": "No lock is *shared*."},
            ),
            "loss": Row(
                aspect="Loss",
                question="Where is the loss of `DataParallel`, of DDP and of one GPU?",
                dp="gathered",
                ddp="local",
                no="Local",
                wrong={"sum": Option(text="`sum` of all", why="Nobody adds.")},
                ask={"dp": "What is the loss of `DataParallel`?"},
                why="So.",
            ),
        },
        stage=3,
    ),
    Code(
        key="stride",
        code="x = torch.arange(6).view(2, 3)\nprint(x.t().stride())  # swapped\n",
        prints="(1, 3)",
        wrong={"same": OutputOption(text="(3, 1)", why="Those of `x`.")},
        why="Transposing swaps the strides.",
        stage=1,
    ),
    Choose(
        key="clear",
        choose="Which call clears the gradients?",
        right={"zero": Option(text="`optimizer.zero_grad()`", why="It sets them to None.")},
        wrong={
            "back": Option(text="`loss.backward()`", why="It adds to them."),
            "step": Option(text="`optimizer.step()`"),
            "none": Option(text="none of these", lock="last"),
        },
        stage=1,
    ),
    Order(
        key="one-step",
        order="One training step",
        steps={"fwd": "Forward", "bwd": "Backward", "opt": "Optimizer step"},
        stage=1,
    ),
    Cloze(
        key="cpp",
        cloze="at::Tensor y = f({{1, 2}});\n",
        gaps={1: "at::Tensor", 2: "{{1, 2}}", 4: "1"},
        language="cpp",
        stage=2,
    ),
    Cloze(
        key="leaf",
        cloze="A **leaf** holds `x.grad`, see $a^2$.",
        gaps={1: "leaf", 2: "x.grad", 3: "**leaf** holds"},
        stage=2,
    ),
    Recall(
        key="why-process",
        recall="Why one process per GPU?",
        answer="Each has its own interpreter.\n\n- no lock\n- no copy",
        stage=3,
    ),
)
INFO = CourseInfo(
    id="sample",
    title="Sample course",
    author="A. Author",
    licence="CC BY 4.0",
    languages=("en", "zh"),
    stages={1: StageInfo(title="Start"), 2: StageInfo(title="Inside"), 3: StageInfo(title="Many")},
    report="https://example.org/report?card={key}",
)


def course_of(*entries: Entry, root: str = "", **info: object) -> Course:
    """A course of one deck, with the pictures in its folder."""
    pictures = Path(root, "decks", "media").glob("*") if root else ()
    return Course(
        info=replace(INFO, **info),  # type: ignore[arg-type]
        decks=(Deck(deck="all", title="All", entries=entries),),
        resources={"docs": Resource(title="The docs", url="https://pytorch.org/docs")},
        root=root,
        media={path.name: str(path) for path in pictures},
        titles={
            "zh": {"course": "示例课程", "stage/1": "开始", "stage/2": "内部", "stage/3": "多卡"}
        },
    )


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


def package_of(
    course: Course,
    lock: Lock | None = None,
    now: int = NOW,
    lang: str = "en",
    name: str | None = None,
) -> PackageContents:
    """All notes of the course as contents of a package."""
    sources, pictures = load_sources(course, lang)
    chosen = [source for source in sources if not source.note.entry.retired]
    notes = CourseNotes(course, {lang: sources}, {lang: pictures}, lock or {}, now)
    return compose_package(notes, chosen, lang, name)


def write_package(folder: Path, made: PackageContents, name: str = "deck.apkg") -> Path:
    path = folder / name
    path.write_bytes(pack_package(made))
    return path
