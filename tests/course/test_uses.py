"""What a course takes from the built-in one."""

import re

import pytest

from flashcards.cards import list_notes
from flashcards.course.filters import filter_items
from flashcards.course.load import load_course
from flashcards.course.model import Selection
from flashcards.course.new_course import write_new_course
from flashcards.errors import ProblemsFound
from tests.helpers.builtin import builtin_course


@pytest.fixture
def load(tmp_path):
    write_new_course(tmp_path / "own", title="Own", author="A", course_id="own")

    def add_to_course(text):
        with (tmp_path / "own" / "decks" / "course.yaml").open("a", encoding="utf-8") as file:
            file.write(text)
        return load_course(tmp_path / "own", label="")

    return add_to_course


def borrowed(course):
    return {entry.key: entry for deck in course.decks for entry in deck.entries
            if entry.key in course.origins}  # fmt: skip


def test_keys_bring_these_entries_with_their_translations_and_what_they_name(load):
    builtin = builtin_course()
    course = load("uses: [ddp-replica-sync, ddp-bucket]\n")
    assert borrowed(course).keys() == {"ddp-replica-sync", "ddp-bucket"}
    assert course.translations["zh"].keys() == {"ddp-replica-sync", "ddp-bucket"}
    assert set(course.origins.values()) == {builtin.info.id}
    named = {key for entry in borrowed(course).values() for key in entry.see}
    assert course.resources.keys() == named
    assert len(builtin.resources) > 100


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("uses", "wanted"),
    [
        (
            "[{deck: [data-parallel]}, train-logits]",
            lambda entry, deck: deck.deck == "data-parallel" or entry.key == "train-logits",
        ),
        ("[{stage: [1]}]", lambda entry, deck: entry.stage == 1),
        (
            "[{stage: [3], tag: [role-everyday]}, {stage: [2], kind: [order]}]",
            lambda entry, deck: (
                (entry.stage == 3 and "role-everyday" in entry.tags)
                or (entry.stage == 2 and entry.kind == "order")
            ),
        ),
    ],
)
def test_the_items_of_the_list_are_added_up_and_fields_of_one_item_must_all_fit(load, uses, wanted):
    expected = {
        entry.key
        for deck in builtin_course().decks
        for entry in deck.entries
        if wanted(entry, deck) and not entry.retired
    }
    assert expected
    assert borrowed(load(f"uses: {uses}\n")).keys() == expected


def test_a_selection_means_the_notes_that_it_means_when_cards_are_chosen(load):
    chosen = filter_items(
        list_notes(builtin_course()), Selection(stage=(3,), tag=("role-everyday",))
    )
    course = load("uses: [{stage: [3], tag: [role-everyday]}]\n")
    used = [note for note in list_notes(course) if note.course == "pytorch-for-system-developers"]
    assert len(chosen) > 50
    assert [note.key for note in used] == [note.key for note in chosen]


def test_a_course_may_have_nothing_but_what_it_uses(load, tmp_path):
    (tmp_path / "own" / "decks" / "first.yaml").unlink()
    (tmp_path / "own" / "quizzes" / "first.yaml").unlink()
    course = load("uses: [ddp-bucket]\n")
    assert [entry.key for deck in course.decks for entry in deck.entries] == ["ddp-bucket"]


@pytest.mark.parametrize(
    ("uses", "told"),
    [
        (
            "[ddp-buckett]",
            "7:8: there is no built-in entry 'ddp-buckett'; did you mean 'ddp-bucket'?",
        ),
        ("[dp-ddp/process]", "7:8: there is no built-in entry 'dp-ddp/process'"),
        ("[ddp-bucket, {deck: [dpp]}]", "7:28: there is no built-in deck 'dpp'; remove it"),
        ("[{stage: [9]}]", "7:17: there is no built-in stage '9'; remove it"),
        ("[{decks: [ddp]}]", "7:9: unknown field 'decks'; did you mean 'deck'?"),
        (
            "[ddp-bucket, {stage: [1], deck: [mlir]}]",
            "7:20: no built-in entry passes all of these filters; remove one of them",
        ),
    ],
)
def test_what_the_built_in_course_does_not_have_is_a_problem_at_its_place(load, uses, told):
    with pytest.raises(ProblemsFound, match=re.escape(f"decks/course.yaml:{told}")):
        load(f"uses: {uses}\n")


@pytest.mark.parametrize("uses", ["{stage: [3]}", "ddp-bucket", "[[ddp-bucket]]"])
def test_what_is_no_list_of_keys_and_selections_is_answered_with_one(load, uses):
    form = "uses: [ddp-bucket, {stage: [3], tag: [role-everyday]}]"
    with pytest.raises(ProblemsFound) as error:
        load(f"uses: {uses}\n")
    message = f"'uses' must be a list of keys and selections; write '{form}'"
    assert str(error.value) == f"decks/course.yaml:7:7: {message}"


def test_an_own_resource_and_one_of_the_built_in_course_stand_side_by_side(load, tmp_path):
    lent = next(iter(builtin_course().resources))
    decks = tmp_path / "own" / "decks"
    (decks / "resources.yaml").write_text(
        "resources:\n  mine: {title: Mine, url: https://example.org}\n", encoding="utf-8"
    )
    text = (decks / "first.yaml").read_text(encoding="utf-8")
    own = text.replace("tags: [example]", f"tags: [example]\nsee: [mine, {lent}]")
    (decks / "first.yaml").write_text(own, encoding="utf-8")
    assert load("uses: [ddp-bucket]\n").resources.keys() >= {"mine", lent}


def test_an_entry_that_is_used_and_written_is_told(load, tmp_path):
    first = tmp_path / "own" / "decks" / "first.yaml"
    first.write_text(first.read_text().replace("key: example-clear", "key: ddp-bucket"))
    with pytest.raises(ProblemsFound, match="'ddp-bucket' is an entry of this course as well"):
        load("uses: [ddp-bucket]\n")
