"""The built-in course, read once for all tests of a worker."""

import atexit
import shutil
import tempfile
from functools import cache
from pathlib import Path

from flashcards.source import load_course
from tests.helpers.caches import cache_of


@cache
def builtin_home() -> Path:
    """A home whose cache has the built-in course, and its key."""
    folder = Path(tempfile.mkdtemp(prefix="ptquiz-builtin-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


@cache
def builtin_course():
    return load_course(cache=cache_of(builtin_home()))
