"""What the cards say about themselves is true."""

from pathlib import Path

from flashcards.cli import run
from flashcards.verify import hash_code, list_code_entries, load_records
from tests.helpers.builtin import builtin_course

ROOT = Path(__file__).parents[2]
VERSIONS = {"2.13.0", "2.15.0"}
"""What CI runs, and the newest release."""


def test_every_code_entry_is_recorded_as_verified_with_its_present_code_and_output():
    course = builtin_course()
    records = load_records(ROOT)
    unverified = [each.key for each in list_code_entries(course) if hash_code(each) not in records]
    assert unverified == []


def test_every_code_entry_that_needs_no_gpu_was_verified_on_the_newest_release_and_on_that_of_ci():
    records = load_records(ROOT)
    missing = {
        entry.key: VERSIONS - set(records[hash_code(entry)].torch)
        for entry in list_code_entries(builtin_course())
        if not entry.needs and not set(records[hash_code(entry)].torch) >= VERSIONS
    }
    assert missing == {}


def test_a_small_change_of_any_recorded_answer_loses_its_verification():
    from tests.helpers.changes import replace

    course = builtin_course()
    records = load_records(ROOT)
    for entry in list_code_entries(course):
        changed = replace(entry, prints=entry.prints.rstrip() + "0")
        assert hash_code(changed) not in records, entry.key


def test_entries_that_need_a_gpu_were_verified_on_one():
    records = load_records(ROOT)
    for entry in list_code_entries(builtin_course()):
        for _, device in records[hash_code(entry)].torch.values():
            assert (device != "cpu") == bool(entry.needs), entry.key


def test_no_english_card_has_a_problem_or_a_warning(capsys):
    """Translations follow the English; what is stale there is told, and is no fault of a card."""
    assert run(["check"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1].startswith("0 problems, ")
    places = [line for line in lines[:-1] if not line.startswith("    ")]
    assert [line for line in places if not line.startswith("decks/zh/")] == []
