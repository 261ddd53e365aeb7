"""What a course takes from the built-in one, and what the schema tells editors."""

import pytest

from flashcards.cli import run
from flashcards.course.load import load_course
from flashcards.course.new_course import course_schema, write_new_course
from flashcards.errors import ProblemsFound
from tests.helpers.builtin import builtin_course


@pytest.fixture(scope="module")
def builtin():
    return builtin_course()


@pytest.fixture
def load(tmp_path):
    write_new_course(tmp_path / "own", title="Own", author="A", course_id="own")

    def add_to_course(text):
        about = tmp_path / "own" / "decks" / "course.yaml"
        about.write_text(about.read_text(encoding="utf-8") + text, encoding="utf-8")
        return load_course(tmp_path / "own", label="")

    return add_to_course


def borrowed(course):
    return {entry.key: entry for deck in course.decks for entry in deck.entries
            if entry.key in course.origins}  # fmt: skip


def test_keys_bring_these_entries_and_what_they_name(load, builtin):
    course = load("uses: [ddp-replica-sync, ddp-bucket]\n")
    assert borrowed(course).keys() == {"ddp-replica-sync", "ddp-bucket"}
    assert set(course.origins.values()) == {builtin.info.id}
    named = {key for entry in borrowed(course).values() for key in entry.see}
    assert course.resources.keys() == named
    assert len(builtin.resources) > 100


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("uses", "wanted"),
    [
        ("{stage: [1]}", lambda entry, deck: (entry.stage or deck.stage) == 1),
        ("{deck: [data-parallel]}", lambda entry, deck: deck.deck == "data-parallel"),
        ("{tag: [distributed]}", lambda entry, deck: "distributed" in entry.tags),
        (
            "{deck: [data-parallel], key: [train-logits]}",
            lambda entry, deck: deck.deck == "data-parallel" or entry.key == "train-logits",
        ),
    ],
)
def test_a_stage_a_deck_or_a_tag_brings_all_its_entries(load, builtin, uses, wanted):
    expected = {
        entry.key
        for deck in builtin.decks
        for entry in deck.entries
        if wanted(entry, deck) and not entry.retired
    }
    assert expected
    assert borrowed(load(f"uses: {uses}\n")).keys() == expected


@pytest.mark.thorough
def test_a_course_may_have_nothing_but_what_it_uses(load, tmp_path, capsys):
    for example in ("decks/first.yaml", "quizzes/first.yaml"):
        (tmp_path / "own" / example).unlink()
    course = load("uses: [ddp-replica-sync, ddp-bucket]\n")
    assert borrowed(course).keys() == {"ddp-replica-sync", "ddp-bucket"}
    folder = str(tmp_path / "own")
    (tmp_path / "own" / "quizzes" / "q.yaml").write_text(
        "quiz: q\ntitle: Q\ncount: 1\nselect: {key: [ddp-bucket]}\n"
    )
    for line in (
        ["check", folder, "--strict"],
        ["list", folder],
        ["build", folder, "--release", "-o", str(tmp_path / "a.apkg")],
        ["check", folder],
        ["preview", folder, "-o", str(tmp_path / "a.html")],
        ["export", "moodle", folder, "--quiz", "q", "-o", str(tmp_path / "a.xml")],
    ):
        assert run(line) == 0, (line, capsys.readouterr())


def test_a_course_that_has_and_uses_nothing_is_told(load, tmp_path):
    (tmp_path / "own" / "decks" / "first.yaml").unlink()
    (tmp_path / "own" / "quizzes" / "first.yaml").unlink()
    with pytest.raises(ProblemsFound) as found:
        load("uses: []\n")
    [problem] = found.value.problems
    assert problem.message.startswith("the course has no deck, and uses no entry")


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("uses", "told"),
    [
        ("[ddp-buckett]", ":8: 'uses' names no entry of the built-in curriculum: 'ddp-buckett'"),
        ("{deck: [dpp]}", ":15: 'uses' names no deck of the built-in curriculum: 'dpp'"),
        ("{tag: [nothing-has-this]}", "'uses' names no tag of the built-in curriculum"),
        ("{stage: [9]}", "'uses' names no stage of the built-in curriculum: '9'"),
        ("{decks: [ddp]}", "unknown field 'decks'; did you mean 'deck'?"),
    ],
)
def test_what_the_built_in_course_does_not_have_is_told(load, uses, told):
    with pytest.raises(ProblemsFound) as found:
        load(f"uses: {uses}\n")
    assert told in str(found.value)


def test_an_own_resource_and_one_of_the_built_in_course_stand_side_by_side(load, tmp_path, builtin):
    lent = next(iter(builtin.resources))
    decks = tmp_path / "own" / "decks"
    (decks / "resources.yaml").write_text(
        "resources:\n  mine: {title: Mine, url: https://example.org}\n", encoding="utf-8"
    )
    text = (decks / "first.yaml").read_text(encoding="utf-8")
    own = text.replace("tags: [example]", f"tags: [example]\nsee: [mine, {lent}]")
    (decks / "first.yaml").write_text(own, encoding="utf-8")
    assert load("uses: [ddp-bucket]\n").resources.keys() >= {"mine", lent}


def list_fields(schema, path=()):
    """Every field that the schema knows, with its own schema."""
    if isinstance(schema, dict):
        for name, value in schema.items():
            if name == "properties" and "type" not in value.get("type", {}):
                yield from (((*path, field), inner) for field, inner in value.items())
            if name != "defaultSnippets":
                yield from list_fields(value, (*path, name))
    elif isinstance(schema, list):
        for place, value in enumerate(schema):
            yield from list_fields(value, (*path, place))


def test_every_field_has_a_description():
    fields = dict(list_fields(course_schema()))
    assert len(fields) > 150
    assert [path for path, field in fields.items() if not field.get("description")] == []
