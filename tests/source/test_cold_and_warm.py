"""What is refused without a cache is refused with one, and nothing else is."""

import os
import random
import shutil
from pathlib import Path

import pytest

from flashcards.anki.build import BuildRequest, build_package
from flashcards.cache import NO_CACHE
from flashcards.check import check_course
from flashcards.errors import FlashcardsError, ProblemsFound
from flashcards.source import load_course
from tests.helpers.caches import cache_of

COURSE = {
    "decks/course.yaml": "id: c\ntitle: C\nauthor: A\nlicence: CC BY 4.0\nlanguages: [en, zh]\n",
    "decks/a.yaml": "deck: a\ntitle: A\nentries:\n- {term: leaf, key: leaf, meaning: no parents}\n",
    "decks/b.yaml": "deck: b\ntitle: B\nentries:\n- {term: root, key: root, meaning: no child}\n",
    "decks/zh/a.yaml": "lang: zh\nentries:\n  root: {term: 根, meaning: 没有}\n",
    "quizzes/q.yaml": "quiz: q\ntitle: Q\nselect: {deck: [a]}\n",
}
PICTURE = {
    "decks/b.yaml": COURSE["decks/b.yaml"].replace("no child", "'![none](none.svg)'"),
    "decks/media/none.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
}
NEW = (
    "decks/n.yaml", "decks/n.YAML", "decks/zh/n.yaml", "quizzes/n.yaml", "quizzes/n.yml.txt",
    "decks/media/n.svg", "decks/resources.yaml", "decks/deck.lock", "decks/fr", "decks/.n.yaml",
)  # fmt: skip
OLD = (*COURSE, "decks/media/none.svg", "decks/media", "decks/zh", "quizzes")
OUTSIDE = Path(__file__)
NOW = 1_700_000_000


def write_huge(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(17_000_000)


def write_closed(path: Path) -> None:
    path.write_text("deck: n\ntitle: N\nentries: []\n")
    path.chmod(0)


PUT = {
    "a link out": lambda path: path.symlink_to(OUTSIDE),
    "a link inside": lambda path: path.symlink_to("b.yaml"),
    "a dangling link": lambda path: path.symlink_to("nothing.yaml"),
    "a link to itself": lambda path: path.symlink_to(path.name),
    "a folder": Path.mkdir,
    "a closed folder": lambda path: path.mkdir(mode=0),
    "a FIFO": os.mkfifo,
    "a huge file": write_huge,
    "an unreadable file": write_closed,
    "an empty file": Path.touch,
    "bytes": lambda path: path.write_bytes(b"\xff\xfe\x00"),
    "a sound deck": lambda path: path.write_text("deck: n\ntitle: N\nentries: []\n"),
}


@pytest.fixture
def closed_to_everybody(monkeypatch):
    """Files and folders without a right to read are closed, also to an administrator."""
    for name in ("open", "listdir", "scandir"):
        monkeypatch.setattr(os, name, refuse_closed(getattr(os, name)))


def refuse_closed(real):
    def guarded(path, *more, **named):
        named_file = isinstance(path, str | Path) and os.path.exists(path)
        if named_file and not os.stat(path, follow_symlinks=False).st_mode & 0o400:
            raise PermissionError(13, "Permission denied", str(path))
        return real(path, *more, **named)

    return guarded


def write_files(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def change(folder: Path, chance: random.Random) -> str:
    """Do something to the folder of a course; tells what."""
    name, what = chance.choice([*NEW, *OLD]), chance.choice([*PUT, "nothing", "another name"])
    path = folder / name
    if what == "another name" and path.exists():
        path.rename(path.with_name("renamed" + path.suffix))
    elif path.parent.is_dir():
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)
        if what in PUT:
            PUT[what](path)
    return f"{name}: {what}"


def outcome(judge, folder: Path, **cache):
    try:
        return judge(folder, label="course", **cache)
    except ProblemsFound as found:
        return found.problems
    except FlashcardsError as error:
        return str(error)


def test_what_is_refused_cold_is_refused_warm(tmp_path, closed_to_everybody):
    """200 random folders: each was sound and is in the cache when something happens to it."""
    cache, wrong = cache_of(tmp_path), []
    for seed in range(200):
        judge = (check_course, load_course)[seed % 2]
        folder = write_files(tmp_path / str(seed), COURSE | (PICTURE if seed % 8 < 2 else {}))
        outcome(judge, folder, cache=cache)
        chance = random.Random(seed)
        done = [change(folder, chance) for _ in range(chance.choice((1, 1, 2)))]
        cold, warm = outcome(judge, folder), outcome(judge, folder, cache=cache)
        if cold != warm:
            wrong.append(f"{judge.__name__}, seed {seed}, {done}: {cold} | {warm}")
    assert wrong == []


def test_a_build_notices_whatever_came_into_the_folder(tmp_path, closed_to_everybody):
    folder, kept, wrong = write_files(tmp_path / "course", COURSE), cache_of(tmp_path), []

    def build(folder, label, cache=NO_CACHE):
        request = BuildRequest(tmp_path / "c.apkg")
        course = load_course(folder, label=label, cache=cache)
        made = build_package(course, request, now=NOW, force=True)
        return made.notes, (tmp_path / "c.apkg").read_bytes()

    sound = outcome(build, folder, cache=kept)
    for name in ("decks/n.yaml", "decks/zh/n.yaml", "quizzes/n.yaml", "decks/deck.lock"):
        for what, put in PUT.items():
            put(folder / name)
            cold, warm = outcome(build, folder), outcome(build, folder, cache=kept)
            if cold != warm:
                wrong.append(f"{name}: {what}: {cold} | {warm}")
            if (folder / name).is_dir() and not (folder / name).is_symlink():
                (folder / name).rmdir()
            else:
                (folder / name).unlink()
    assert outcome(build, folder, cache=kept) == sound
    assert wrong == []
