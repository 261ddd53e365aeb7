"""Pictures: by content, and only from where they belong."""

import pytest

from flashcards.course.model import Recall
from flashcards.errors import FlashcardsError
from tests.helpers.anki_engine import learner
from tests.helpers.courses import NOW, course_of, package_of, write_package

SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'


@pytest.fixture
def root(tmp_path):
    (tmp_path / "decks" / "media" / "sub").mkdir(parents=True)
    (tmp_path / "decks" / "media" / "graph.svg").write_bytes(SVG)
    return tmp_path


def _package(root, text, **more):
    return package_of(course_of(Recall(key="r", recall="Q?", answer=text), root=str(root)), **more)


def test_a_picture_is_named_by_its_content_and_a_learner_gets_the_new_one(root, tmp_path):
    (root / "decks" / "media" / "unused.svg").write_bytes(SVG + b" ")
    with learner(tmp_path / "who") as who:
        for number, data in enumerate((SVG, SVG + b"\n")):
            (root / "decks" / "media" / "graph.svg").write_bytes(data)
            contents = _package(root, "See ![a](graph.svg), ![b](graph.svg)", now=NOW + number)
            [name] = contents.media
            assert name.startswith("ptquiz-graph-")
            assert f'<img src="{name}" alt="a">' in "".join(contents.notes[0].fields)
            outcomes = who.imports(write_package(tmp_path, contents, f"{number}.apkg"))
            assert set(outcomes.values()) == {"updated" if number else "new"}
            assert (tmp_path / "who" / "collection.media" / name).read_bytes() == data
        who.check_everything()


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("missing.svg", "there is no picture decks/media/missing.svg"),
        ("../../secret.svg", "there is no picture"),
        ("https://example.org/a.svg", "there is no picture"),
        ("folder/graph.svg", "there is no picture"),
        ("link.svg", "is a link"),
        ("notes.html", "must end with"),
    ],
)
def test_what_is_no_picture_of_the_course_is_refused(root, name, why):
    (root / "secret.svg").write_bytes(SVG)
    media = root / "decks" / "media"
    (media / "notes.html").write_bytes(SVG)
    (media / "link.svg").symlink_to(root / "secret.svg")
    with pytest.raises(FlashcardsError, match=why):
        _package(root, f"![a]({name})")
