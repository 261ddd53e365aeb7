"""`ptquiz check` opens the pictures that texts show, and tells what is wrong with one there."""

import os
import shutil
from pathlib import Path

import pytest

from flashcards.cli import run
from flashcards.course.references import find_picture_flaw
from flashcards.text.images import LARGEST

COURSE = "id: c\ntitle: C\nauthor: A\nlicence: CC BY 4.0\nlanguages: [en, zh]\n"
DECK = """\
deck: a
title: T
entries:
- term: leaf
  key: leaf
  meaning: "Ends.\\n\\n![a leaf](leaf.svg)"
- recall: Why?
  key: why
  answer: Because.
- choose: Which one?
  key: which
  right: {a: {text: "![an a](leaf.svg)"}}
  wrong: {b: {text: bee}}
"""
OVERLAY = """\
lang: zh
entries:
  why: {recall: 为什么？, answer: "![图](leaf.svg)"}
"""
SHOWN_AT = ["decks/a.yaml:6:12", "decks/a.yaml:12:21", "decks/zh/a.yaml:3:31"]
SVG = b'<svg xmlns="http://www.w3.org/2000/svg"/>'
LINK = "picture 'leaf.svg' is a link; put the file itself into decks/media"


@pytest.fixture
def media(tmp_path: Path, monkeypatch) -> Path:
    """The media folder of a course with three texts that show `leaf.svg`."""
    decks = tmp_path / "course" / "decks"
    (decks / "zh").mkdir(parents=True)
    (decks / "media").mkdir()
    (decks / "course.yaml").write_text(COURSE)
    (decks / "a.yaml").write_text(DECK)
    (decks / "zh" / "a.yaml").write_text(OVERLAY, encoding="utf-8")
    (decks / "media" / "leaf.svg").write_bytes(SVG)
    monkeypatch.chdir(tmp_path / "course")
    return decks / "media"


@pytest.fixture
def problems(capsys):
    def checked() -> list[str]:
        run(["check", "."])
        told = [line for line in capsys.readouterr().out.splitlines() if not line.startswith(" ")]
        return [line for line in told[:-1] if ": warning: " not in line]

    return checked


def everywhere(message: str) -> list[str]:
    return [f"{place}: {message}" for place in SHOWN_AT]


def test_a_sound_picture_is_no_problem(media, problems):
    assert problems() == []


def test_a_link_is_told_at_every_text_that_shows_it(media, problems, tmp_path):
    (tmp_path / "outside.svg").write_bytes(SVG)
    (media / "leaf.svg").unlink()
    (media / "leaf.svg").symlink_to(tmp_path / "outside.svg")
    assert problems() == everywhere(LINK)


def test_a_link_to_a_file_beside_it_is_a_link_too(media, problems):
    (media / "leaf.svg").rename(media / "real.svg")
    (media / "leaf.svg").symlink_to("real.svg")
    assert problems() == everywhere(LINK)


def test_a_link_that_leads_nowhere_is_a_link_too(media, problems):
    (media / "leaf.svg").unlink()
    (media / "leaf.svg").symlink_to("gone.svg")
    assert problems() == everywhere(LINK)


def test_a_media_folder_that_is_a_link_is_refused(media, problems, tmp_path):
    media.rename(tmp_path / "elsewhere")
    media.symlink_to(tmp_path / "elsewhere")
    assert problems() == everywhere(
        "picture 'leaf.svg' is behind a link: decks/media must be a folder itself"
    )


def test_a_folder_with_the_name_of_a_picture_is_told(media, problems):
    (media / "leaf.svg").unlink()
    (media / "leaf.svg").mkdir()
    assert problems() == everywhere("picture 'leaf.svg' is a folder, not a file")


def test_a_pipe_with_the_name_of_a_picture_is_told_and_not_waited_for(media, problems):
    (media / "leaf.svg").unlink()
    os.mkfifo(media / "leaf.svg")
    assert problems() == everywhere("picture 'leaf.svg' is not a file")


def test_a_picture_that_cannot_be_opened_is_told(media, problems, monkeypatch):
    opened = os.open

    def denied(path, flags, mode=0o777, **rest):
        if str(path).endswith(".svg"):
            raise PermissionError(13, "Permission denied")
        return opened(path, flags, mode, **rest)

    monkeypatch.setattr(os, "open", denied)
    assert problems() == everywhere("picture 'leaf.svg' cannot be read: Permission denied")


def test_a_picture_that_is_too_large_is_told(media, problems):
    with (media / "leaf.svg").open("ab") as file:
        file.truncate(LARGEST + 1)
    assert problems() == everywhere("picture 'leaf.svg' is larger than 10 MB")


@pytest.mark.parametrize("raw", [b"", b"\x89PNG\r\n\x1a\n", b"<html></html>"])
def test_a_picture_that_is_not_what_its_name_says_is_told(media, problems, raw):
    (media / "leaf.svg").write_bytes(raw)
    assert problems() == everywhere("picture 'leaf.svg' is not what its name says")


def test_a_file_that_is_no_picture_by_its_name_is_told(media, problems):
    deck = media.parent / "a.yaml"
    deck.write_text(DECK.replace("leaf.svg", "leaf.txt", 1))
    (media / "leaf.txt").write_text("leaf")
    assert problems() == [
        "decks/a.yaml:6:12: picture 'leaf.txt' must end with .svg, .png, .jpg, .jpeg, .gif, .webp"
    ]


def test_files_that_no_text_shows_are_not_judged(media, problems, tmp_path):
    (media / "README.txt").write_text("where the pictures are from")
    (media / "old.png").write_bytes(b"")
    (media / "far.svg").symlink_to(tmp_path)
    assert problems() == []


@pytest.mark.parametrize("words", [["build"], ["preview"], ["export", "csv"]])
def test_files_that_no_text_shows_are_not_in_the_way(media, words, tmp_path):
    (media / "README.txt").write_text("where the pictures are from")
    (media / "old.png").write_bytes(b"")
    (media / "far.svg").symlink_to(tmp_path)
    assert run([*words, ".", "-o", str(tmp_path / "made")]) == 0


def test_a_picture_that_goes_bad_after_a_clean_run_is_told(media, problems):
    assert problems() == []
    assert problems() == []
    facts = (media / "leaf.svg").stat()
    (media / "leaf.svg").write_bytes(SVG.replace(b"<svg", b"<gvs"))
    os.utime(media / "leaf.svg", ns=(facts.st_atime_ns, facts.st_mtime_ns))
    assert problems() == everywhere("picture 'leaf.svg' is not what its name says")
    (media / "leaf.svg").rename(media / "real.svg")
    (media / "leaf.svg").symlink_to("real.svg")
    assert problems() == everywhere(LINK)
    (media / "leaf.svg").unlink()
    (media / "leaf.svg").write_bytes(SVG)
    assert problems() == []


def test_a_media_folder_that_becomes_a_link_after_a_clean_run_is_told(media, problems, tmp_path):
    assert problems() == []
    media.rename(tmp_path / "elsewhere")
    media.symlink_to(tmp_path / "elsewhere")
    assert len(problems()) == 3


def test_code_that_looks_like_a_picture_is_code(media, problems):
    deck = media.parent / "a.yaml"
    odd = """\
- code: |
    print("![a](b.svg)")
  key: prints-markdown
  prints: "![a](b.svg)"
  wrong: {c: {text: "![c](d.svg)"}}
- cloze: |
    assert(![&](int n) { return n; }(1));
  key: lambda
  language: cpp
  gaps: {1: return}
"""
    deck.write_text(DECK + odd)
    assert problems() == []


def test_a_borrowed_picture_that_goes_bad_after_a_clean_run_is_told(
    media, tmp_path, monkeypatch, capsys
):
    lender = tmp_path / "lender"
    shutil.copytree(media.parents[1], lender)
    monkeypatch.setattr("flashcards.course.load.builtin_folder", lambda: lender)
    for name in ("zh/a.yaml", "media/leaf.svg"):
        (media.parent / name).unlink()
    (media.parent / "course.yaml").write_text(COURSE + "uses: [why]\n")
    (media.parent / "a.yaml").write_text(DECK.replace("key: why", "key: own-why"))
    assert run(["check", "."]) == 0
    (lender / "decks" / "media" / "leaf.svg").write_bytes(b"")
    assert run(["check", "."]) == 1
    assert "picture 'leaf.svg' is not what its name says" in capsys.readouterr().err


def test_a_name_that_differs_in_case_is_told_where_the_system_finds_it_all_the_same(tmp_path):
    """On a Mac or on Windows the file is found; a learner's phone would not find it."""
    flaw = find_picture_flaw("leaf.svg", tmp_path, {"Leaf.SVG": ""})
    assert flaw.startswith("the file is called 'Leaf.SVG', and some systems tell them apart")


def test_a_picture_that_nobody_shows_is_told_with_the_name_as_it_is_written(media, capsys):
    (media / "Figure 1.svg").write_bytes(SVG)
    run(["check", "."])
    assert "show it: ![what it shows](<Figure 1.svg>)" in capsys.readouterr().out
