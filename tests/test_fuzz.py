"""A fixed sample of `make fuzz`: no mutated file ends in a traceback."""

import traceback

from tests.fuzz import make_case, run_case
from tests.helpers.foreign_samples import make_samples

SEED = 7


def find_tracebacks(group, number, samples, folder):
    """The name of each case that let something through, and where it came from."""
    found = []
    for name in (f"{group}-{each}" for each in range(number)):
        try:
            run_case(make_case(name, SEED, samples), folder / name)
        except Exception:
            found.append(f"{name}: {traceback.format_exc(limit=-3)}")
    return found


def test_a_mutated_file_of_a_course_is_read_or_refused_with_its_place(tmp_path):
    assert find_tracebacks("course", 40, [], tmp_path) == []


def test_a_mutated_file_of_another_program_is_read_or_refused(tmp_path):
    assert find_tracebacks("foreign", 30, make_samples(tmp_path), tmp_path) == []
