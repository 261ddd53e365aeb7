"""What is recorded of an entry: the versions that it was run on, as long as it is the same."""

from flashcards.course.model import Code, Course, CourseInfo, Deck
from flashcards.verify.records import (
    Hardware,
    Record,
    format_records,
    hash_code,
    list_code_entries,
    load_verified_versions,
    read_records,
    sort_versions,
    update_records,
)

GOOD, WRONG, NOT_RUN = {"k": True}, {"k": False}, {}
ENTRY = Code(key="k", code="print(torch.ones(1))", prints="1")
CPU = Hardware("linux x86_64", "cpu")
GPU = Hardware("linux x86_64", "NVIDIA H200")


OLD, NEW = "2.9.1", "2.13.0"
BOTH = {hash_code(ENTRY): Record("k", {"2.9.1": CPU, "2.13.0": CPU})}


def test_each_version_that_an_entry_was_run_on_is_recorded():
    records = update_records({}, [ENTRY], NEW, CPU, GOOD)
    assert records == {hash_code(ENTRY): Record("k", {"2.13.0": CPU})}
    assert update_records(records, [ENTRY], OLD, CPU, GOOD) == BOTH


def test_the_record_of_a_version_that_was_not_run_stays():
    assert update_records(BOTH, [ENTRY], "2.15.0", CPU, NOT_RUN) == BOTH


def test_an_entry_that_went_wrong_loses_the_record_of_that_version_alone():
    only_old = {hash_code(ENTRY): Record("k", {"2.9.1": CPU})}
    assert update_records(BOTH, [ENTRY], NEW, CPU, WRONG) == only_old
    assert update_records(only_old, [ENTRY], OLD, CPU, WRONG) == {}


def test_a_record_vouches_only_for_the_code_and_the_outputs_it_was_made_from():
    for changed in (
        Code(key="k", code="print(torch.ones(1))", prints="2"),
        Code(key="k", code="print(torch.ones(2))", prints="1"),
    ):
        assert update_records(BOTH, [changed], "2.15.0", CPU, NOT_RUN) == {}


def test_a_gpu_record_survives_a_run_without_a_gpu():
    entry = Code(key="k", code="print(1)", prints="1", needs=("cuda",))
    records = update_records({}, [entry], "2.11.0", GPU, GOOD)
    assert records == {hash_code(entry): Record("k", {"2.11.0": GPU})}
    assert update_records(records, [entry], NEW, CPU, NOT_RUN) == records


def test_on_a_machine_with_a_gpu_what_needs_none_is_recorded_as_run_without():
    assert update_records({}, [ENTRY], NEW, GPU, GOOD)[hash_code(ENTRY)].torch == {NEW: CPU}


def test_the_file_has_one_line_for_each_entry_sorted_by_key_and_versions_from_old_to_new():
    records = {
        "b" * 16: Record("second", {"2.13.0": CPU, "2.9.1": CPU}),
        "c" * 16: Record("first", {"2.13.0": CPU}),
    }
    text = format_records(records)
    assert text.splitlines() == [
        "{",
        ' "cccccccccccccccc": {"key": "first", "torch": {"2.13.0": ["linux x86_64", "cpu"]}},',
        ' "bbbbbbbbbbbbbbbb": {"key": "second", "torch": {"2.9.1": ["linux x86_64", "cpu"],'
        ' "2.13.0": ["linux x86_64", "cpu"]}}',
        "}",
    ]
    assert read_records(text) == records
    assert format_records({}) == "{}\n"


def test_versions_are_numbers_and_not_words():
    assert sort_versions(["2.13.0", "2.9.1", "2.15.0", "2.9.0"]) == [
        "2.9.0", "2.9.1", "2.13.0", "2.15.0",
    ]  # fmt: skip


def test_the_card_names_the_newest_version(tmp_path):
    info = CourseInfo(id="c", title="C", author="A", licence="CC0")
    ruby = Code(key="r", code=ENTRY.code, prints="1", language="ruby")
    course = Course(
        info=info, decks=(Deck(deck="d", title="D", entries=(ENTRY, ruby)),), root=str(tmp_path)
    )
    (tmp_path / "decks").mkdir()
    (tmp_path / "decks" / "verified.json").write_text(format_records(BOTH))
    assert load_verified_versions(course, tmp_path) == {"k": "2.13.0"}
    assert list_code_entries(course) == [ENTRY]
