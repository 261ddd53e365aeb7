"""Pictures: by content, and only from where they belong."""

import pytest

from flashcards.anki.content import load_sources
from flashcards.course.model import Recall
from flashcards.errors import FlashcardsError
from tests.helpers.anki_engine import learner
from tests.helpers.changes import replace
from tests.helpers.courses import NOW, course_of, package_of, write_package

SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'


@pytest.fixture
def root(tmp_path):
    (tmp_path / "decks" / "media" / "sub").mkdir(parents=True)
    (tmp_path / "decks" / "media" / "graph.svg").write_bytes(SVG)
    return tmp_path


def _course(root, *texts):
    entries = [Recall(key=f"r{n}", recall="Q?", answer=text) for n, text in enumerate(texts)]
    return course_of(*entries, root=str(root))


def test_a_picture_is_named_by_its_content_and_arrives_in_anki(root, tmp_path):
    made = package_of(_course(root, "See ![the graph](graph.svg)."))
    [name] = made.media
    assert name.startswith("ptquiz-graph-")
    assert f'<img src="{name}" alt="the graph">' in "".join(made.notes[0].fields)
    with learner(tmp_path / "who") as who:
        who.imports(write_package(tmp_path, made))
        who.check_everything()
        assert (tmp_path / "who" / "collection.media" / name).read_bytes() == SVG


def test_only_what_is_shown_is_packed(root):
    (root / "decks" / "media" / "unused.svg").write_bytes(SVG + b" ")
    made = package_of(_course(root, "![a](graph.svg) and ![b](graph.svg)"))
    assert len(made.media) == 1


def test_other_bytes_are_another_content(root):
    course = _course(root, "![a](graph.svg)")
    before = load_sources(course, "en")[0][0].fingerprint
    (root / "decks" / "media" / "graph.svg").write_bytes(SVG + b"\n")
    assert load_sources(course, "en")[0][0].fingerprint != before


def test_a_learner_gets_the_new_picture(root, tmp_path):
    course = _course(root, "![a](graph.svg)")
    with learner(tmp_path / "who") as who:
        who.imports(write_package(tmp_path, package_of(course), "1.apkg"))
        (root / "decks" / "media" / "graph.svg").write_bytes(SVG + b"\n")
        made = package_of(course, now=NOW + 9)
        assert set(who.imports(write_package(tmp_path, made, "2.apkg")).values()) == {"updated"}
        who.check_everything()
        [name] = made.media
        assert (tmp_path / "who" / "collection.media" / name).read_bytes() == SVG + b"\n"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("missing.svg", "there is no picture decks/media/missing.svg"),
        ("../../secret.svg", "there is no picture"),
        ("/etc/passwd", "there is no picture"),
        ("https://example.org/a.svg", "there is no picture"),
        ("data:image/png;base64,AAAA", "there is no picture"),
        ("folder/graph.svg", "there is no picture"),
        ("link.svg", "is a link"),
        ("sub", "must end with"),
        ("notes.html", "must end with"),
    ],
)
def test_what_is_no_picture_of_the_course_is_refused(root, name, why):
    (root / "secret.svg").write_bytes(SVG)
    media = root / "decks" / "media"
    (media / "notes.html").write_bytes(SVG)
    (media / "link.svg").symlink_to(root / "secret.svg")
    with pytest.raises(FlashcardsError, match=why):
        package_of(_course(root, f"![a]({name})"))


def test_a_picture_of_the_course_is_found_where_the_course_says(root, tmp_path):
    elsewhere = tmp_path / "elsewhere.svg"
    elsewhere.write_bytes(SVG)
    course = replace(_course(tmp_path, "![a](far.svg)"), media={"far.svg": str(elsewhere)})
    assert list(package_of(course).media.values()) == [SVG]
