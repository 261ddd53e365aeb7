"""Imports run one way, and each heavy library has one room."""

import ast

import pytest

import flashcards
from tests.helpers.source_code import load_sources, walk

SOURCES = load_sources()

LEVELS = [
    {"words"},
    {"errors"},
    {"seeding", "fileio", "paths"},
    {"text"},
    {"course"},
    {"cards"},
    {"selection", "lint"},
    {"questions"},
    {"reviews"},
    {"study"},
    {"progress"},
    {"terminal"},
    {"results", "verify"},
    {"anki", "export"},
    {"pages", "counts", "importing"},
    {"commands"},
    {"options"},
    {"cli"},
]
LEVEL = {room: level for level, rooms in enumerate(LEVELS) for room in rooms}

LIBRARIES = {
    "yaml": {"course"},
    "pydantic": {"course", "reviews", "study", "results/load"},
    "genanki": {"anki"},
    "questionary": {"terminal"},
    "prompt_toolkit": {"terminal"},
    "typer": {"cli", "options"},
    "fsrs": {"reviews/memory"},
    "anki": {"anki/bridge/engine"},
    "jinja2": {"text/highlight"},
    "html_to_markdown": {"importing/markdown_text"},
}


def imports_of(source: str) -> set[str]:
    found = set()
    for node in walk(source):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def forbidden(path: str, source: str) -> list[str]:
    """Imports that the file at `path` (below the package) must not have."""
    module = path.removesuffix(".py").removesuffix("/__init__")
    room = module.split("/")[0]
    wrong = []
    for name in sorted(imports_of(source)):
        top, *rest = name.split(".")
        other = rest[0] if top == "flashcards" and rest and rest[0] != room else ""
        if LEVEL.get(other, -1) >= LEVEL.get(room, len(LEVELS)):
            wrong.append(f"{path} imports flashcards.{other}")
        if top in LIBRARIES and not any(
            module == allowed or module.startswith(f"{allowed}/") for allowed in LIBRARIES[top]
        ):
            wrong.append(f"{path} imports {top}")
    return wrong


def test_every_module_belongs_to_a_room_of_the_table():
    rooms = {path.split("/")[0].removesuffix(".py") for path in SOURCES} - {"__init__", "__main__"}
    assert rooms <= set(LEVEL)


def test_imports_run_one_way():
    assert [wrong for path, source in SOURCES.items() for wrong in forbidden(path, source)] == []


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("cards.py", "from flashcards.anki import package"),
        ("study/session.py", "from flashcards.anki.package import write"),
        ("anki/package.py", "import yaml"),
        ("commands/check.py", "from pydantic import TypeAdapter"),
        ("study/session.py", "    import questionary"),
        ("reviews/store.py", "import fsrs"),
        ("commands/check.py", "import typer"),
        ("course/decks.py", "from flashcards.lint import lint"),
        ("course/model.py", "from flashcards.cards import Card"),
    ],
)
def test_a_planted_import_is_found(path, line):
    source = f"def f():\n{line}\n" if line.startswith(" ") else line
    assert forbidden(path, source) != []


def test_every_function_has_fewer_than_sixty_lines():
    assert [
        f"{path}: {node.name}"
        for path, source in SOURCES.items()
        for node in walk(source)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.end_lineno - node.lineno >= 59
    ] == []


MACHINE = ("cli.py", "commands/", "paths.py", "terminal/")
"""What may print, read the wall clock or the environment; the others are given both."""
CLOCKS = {("time", "time"), ("time", "time_ns"), ("datetime", "now"), ("date", "today")}


def touches(source: str) -> list[str]:
    """What a module prints, and what it reads of the clock and the environment."""
    found = []
    for node in walk(source):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            found += ["print"] if node.func.id == "print" else []
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            pair = node.value.id, node.attr
            if pair in CLOCKS or pair in (("os", "environ"), ("os", "getenv")):
                found.append(".".join(pair))
    return found


def test_below_the_commands_nothing_prints_or_reads_clock_or_environment():
    assert [
        (path, what)
        for path, source in SOURCES.items()
        if not path.startswith(MACHINE)
        for what in touches(source)
    ] == []


def test_a_planted_print_clock_or_environment_is_found():
    source = "print(1)\nimport os, time\nos.environ['A']\nnow = time.time()\n"
    assert sorted(touches(source)) == ["os.environ", "print", "time.time"]


def test_the_map_of_the_package_names_every_room():
    rooms = {path.split("/")[0].removesuffix(".py") for path in SOURCES} - {"__init__", "__main__"}
    rows = str(flashcards.__doc__).partition("imports run one way")[2].splitlines()
    assert {row.split()[0] for row in rows if row.startswith("    ")} == rooms
