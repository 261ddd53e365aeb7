"""What the cards say about themselves is true."""

from pathlib import Path

from flashcards.verify import hash_code, list_code_entries, list_programs, load_records
from tests.helpers.builtin import builtin_course
from tests.helpers.changes import replace

ROOT = Path(__file__).parents[2]
VERSIONS = {"2.13.0", "2.15.0"}
"""What CI runs, and the newest release."""


def test_every_code_entry_was_verified_with_its_present_code_and_output_on_what_it_needs():
    records = load_records(ROOT)
    entries = list_code_entries(builtin_course())
    for entry, *_ in (program for each in entries for program in list_programs(each)):
        record = records[hash_code(entry)]
        assert entry.needs or {*record.torch} >= VERSIONS, entry.key
        for _, device in record.torch.values():
            assert (device != "cpu") == bool(entry.needs), entry.key
        changed = replace(entry, prints=entry.prints.rstrip() + "0")
        assert hash_code(changed) not in records, entry.key
