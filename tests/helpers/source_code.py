"""The source of the package, read and parsed once for all tests of a worker."""

import ast
import gc
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "flashcards"


@cache
def load_sources() -> dict[str, str]:
    """The text of every module by its place in the package."""
    paths = sorted(PACKAGE.rglob("*.py"))
    return {path.relative_to(PACKAGE).as_posix(): path.read_text("utf-8") for path in paths}


@cache
def walk(source: str) -> list[ast.AST]:
    """All nodes of the syntax tree; garbage collection would take half of the time."""
    gc.disable()
    try:
        return list(ast.walk(ast.parse(source)))
    finally:
        gc.enable()
