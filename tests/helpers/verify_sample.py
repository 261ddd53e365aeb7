"""Run every 64th code entry on PyTorch, others with every commit, and look up all torch names.

    python -m tests.helpers.verify_sample PYTHON

`make verify` runs all of them.
"""

import os
import subprocess
import sys

from flashcards.course.load import load_course
from flashcards.verify import list_code_entries, verify_course
from tests.helpers import torch_names

PARTS = 64


def main(python: str) -> int:
    head = subprocess.run(["git", "rev-parse", "HEAD"], capture_output=True, text=True, check=True)
    part = int(head.stdout[:8], 16) % PARTS
    course = load_course()
    keys = [entry.key for entry in list_code_entries(course)][part::PARTS]
    report = verify_course(course, python=python, environ=os.environ, keys=keys)
    wrong = [each for each in report.entries if each.verdict not in ("verified", "not run")]
    for each in wrong:
        print(each)
    print(f"part {part + 1} of {PARTS}: {len(keys)} entries, {len(wrong)} wrong")
    return torch_names.main(python) or bool(wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
