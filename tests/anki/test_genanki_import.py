"""A build does not wait for what it does not need."""

import subprocess
import sys


def test_packing_brings_no_asyncio_along_and_leaves_no_stand_in():
    program = (
        "import sys, flashcards.anki.package as package\n"
        "assert package.genanki.Model\n"
        "print({'asyncio', 'cached_property'} & sys.modules.keys())\n"
        "import cached_property\n"
        "print(cached_property.__file__ is not None)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout == "set()\nTrue\n", done.stderr
