"""yaml-language-server with the files that `ptquiz new` writes: what an author's editor shows."""

import re

import pytest

from flashcards.course.new_course import write_new_course
from tests.helpers.language_server import started_language_server

POINTER = "# yaml-language-server: $schema=../schema.json\n"
ZH = POINTER.replace("../", "../../") + "lang: zh\nentries:\n  example-leaf:\n    term: 叶子\n"
DECK = POINTER + "deck: a\ntitle: A\nstage: 1\nentries:\n"


@pytest.fixture(scope="module")
def server():
    with started_language_server() as made:
        yield made


@pytest.fixture(scope="module")
def week(tmp_path_factory):
    folder = tmp_path_factory.mktemp("authors") / "week3"
    write_new_course(folder, title="Week 3", author="A")
    return folder


def files(week):
    zh = week / "decks" / "zh"
    zh.mkdir(exist_ok=True)
    (zh / "first.yaml").write_text(ZH, encoding="utf-8")
    names = ("decks/first.yaml", "decks/course.yaml", "quizzes/first.yaml", "decks/zh/first.yaml")
    return [week / name for name in names]


def test_nothing_is_wrong_with_the_files_of_a_new_course(server, week):
    for path in files(week):
        assert server.diagnose(path, path.read_text(encoding="utf-8")) == [], path


@pytest.mark.parametrize(
    ("name", "old", "new", "told"),
    [
        ("decks/first.yaml", "meaning:", "meening:", "11: Property meening is not allowed."),
        ("decks/first.yaml", "stage: 1", "stage: ten", "4: "),
        ("decks/course.yaml", "licence:", "license:", "5: Property license is not allowed."),
        ("quizzes/first.yaml", "count: 3", "count: many", "6: "),
        ("decks/zh/first.yaml", "entries:", "entrys:", "3: Property entrys is not allowed."),
    ],
)
def test_a_mistake_is_marked_in_its_line(server, week, name, old, new, told):
    path = next(each for each in files(week) if each.match(name))
    text = path.read_text(encoding="utf-8").replace(old, new, 1)
    assert any(each.startswith(told) for each in server.diagnose(path, text))


@pytest.mark.parametrize(
    ("name", "text", "offered"),
    [
        ("decks/new.yaml", DECK + "  - ‸", {"term", "recall", "key", "code"}),
        (
            "decks/new.yaml",
            DECK + "  - term: a\n    ‸\n",
            {"meaning", "aliases", "key", "why", "tags"},
        ),
        ("decks/new.yaml", DECK + "  - term: a\n    difficulty: ‸\n", {"easy", "medium", "hard"}),
        ("decks/new.yaml", POINTER + "deck: a\n‸\n", {"title", "stage", "entries", "tags"}),
        ("decks/course.yaml", POINTER + "id: a\n‸\n", {"stages", "uses", "promises", "decks"}),
        ("quizzes/q.yaml", POINTER + "quiz: a\n‸\n", {"select", "picks", "minutes", "count"}),
        ("quizzes/q.yaml", POINTER + "quiz: a\nselect:\n  ‸\n", {"tag", "kind", "exclude"}),
        ("decks/zh/first.yaml", ZH.partition("entries")[0] + "‸\n", {"entries", "weeks", "decks"}),
    ],
)
def test_an_empty_line_offers_what_can_stand_there(server, week, name, text, offered):
    found = server.complete(week / name, text)
    assert offered <= found.keys()
    for label in offered - {"easy", "medium", "hard"}:
        assert found[label]["documentation"], label


def test_every_empty_line_among_the_entries_of_a_new_course_offers_fields(server, week):
    lines = (week / "decks" / "first.yaml").read_text(encoding="utf-8").splitlines()
    places = [at for at, line in enumerate(lines) if re.match(r"  - |    \w+: ", line)]
    assert len(places) > 10
    for at in places:
        text = "\n".join([*lines[: at + 1], "    ‸", *lines[at + 1 :]])
        assert "tags" in server.complete(week / "decks" / "first.yaml", text), lines[at]


def test_an_entry_is_not_offered_the_fields_of_other_kinds(server, week):
    found = server.complete(week / "decks" / "new.yaml", DECK + "  - term: a\n    key: a\n    ‸\n")
    assert not {"points", "rows", "prints", "steps", "gaps", "recall"} & found.keys()
