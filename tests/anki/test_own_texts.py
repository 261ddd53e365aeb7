"""What an update does to what a learner added, as docs/anki.md tells it."""

import pytest

from flashcards.course.model import Recall
from tests.helpers.anki_engine import learner
from tests.helpers.changes import replace
from tests.helpers.courses import NOW, course_of, package_of, write_package

WHY = Recall(key="why", recall="Why?", answer="So.", stage=1)


@pytest.fixture
def who(tmp_path):
    """A learner with a card."""
    with learner(tmp_path / "student") as made:
        made.imports(write_package(tmp_path, package_of(course_of(WHY))))
        yield made


def update(who, folder):
    """Import the card as its author changed it; what the log says of it."""
    changed = package_of(course_of(replace(WHY, answer="Because.")), now=NOW + 9)
    return who.imports(write_package(folder, changed))["sample/en/why"]


def test_a_field_of_the_learners_own_stops_updates(who, tmp_path):
    model = who.col.models.by_name("ptquiz recall")
    who.col.models.add_field(model, who.col.models.new_field("My hint"))
    who.col.models.update_dict(model)
    assert update(who, tmp_path) == "conflicting"


def test_a_note_of_the_learners_own_that_names_the_key_is_found_with_it_and_stays(who, tmp_path):
    own = who.col.new_note(who.col.models.by_name("Basic"))
    own["Front"], own["Back"] = "My picture of it", "See why."
    who.col.add_note(own, 1)
    assert update(who, tmp_path) == "updated"
    names = {who.col.get_note(number).fields[0] for number in who.col.find_notes('"why"')}
    assert names == {"My picture of it", "sample/en/why"}
