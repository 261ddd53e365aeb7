"""What the cards say about themselves is true."""

from pathlib import Path

from flashcards.cli import run
from flashcards.source import load_course
from flashcards.verify.records import hash_code, list_code_entries, read_records

ROOT = Path(__file__).parents[2]


def test_every_code_entry_is_recorded_as_verified_with_its_present_code_and_output():
    course = load_course()
    records = read_records((ROOT / "decks" / "verified.json").read_text(encoding="utf-8"))
    unverified = [each.key for each in list_code_entries(course) if hash_code(each) not in records]
    assert unverified == []


def test_a_small_change_of_any_recorded_answer_loses_its_verification():
    from dataclasses import replace

    course = load_course()
    records = read_records((ROOT / "decks" / "verified.json").read_text(encoding="utf-8"))
    for entry in list_code_entries(course):
        changed = replace(entry, prints=entry.prints.rstrip() + "0")
        assert hash_code(changed) not in records, entry.key


def test_entries_that_need_a_gpu_were_verified_on_one():
    records = read_records((ROOT / "decks" / "verified.json").read_text(encoding="utf-8"))
    for entry in list_code_entries(load_course()):
        device = records[hash_code(entry)]["device"]
        assert (device != "cpu") == bool(entry.needs), entry.key


def test_the_curriculum_is_clean_under_strict_checking(capsys):
    assert run(["check", "--strict"]) == 0, capsys.readouterr().out
