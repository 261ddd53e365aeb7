"""Imports run one way, and each heavy library has one package."""

import ast
import re

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
    {"cli"},
]
LEVEL = {package: level for level, packages in enumerate(LEVELS) for package in packages}

LIBRARIES = {
    "yaml": {"course"},
    "pydantic": {"course", "reviews", "study", "results/load", "verify"},
    "genanki": {"anki"},
    "questionary": {"terminal"},
    "prompt_toolkit": {"terminal"},
    "typer": {"cli"},
    "fsrs": {"reviews/memory"},
    "anki": {"anki/bridge/engine"},
    "jinja2": {"text/page_template"},
    "html_to_markdown": {"importing/markdown_text"},
}


def list_imports(source: str) -> set[str]:
    names = set()
    for node in walk(source):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def list_forbidden(path: str, source: str) -> list[str]:
    """Imports that the file at `path` (below the package) must not have."""
    module = path.removesuffix(".py").removesuffix("/__init__")
    package = module.split("/")[0]
    wrong = []
    for name in sorted(list_imports(source)):
        top, *rest = name.split(".")
        other = rest[0] if top == "flashcards" and rest and rest[0] != package else ""
        if LEVEL.get(other, -1) >= LEVEL.get(package, len(LEVELS)):
            wrong.append(f"{path} imports flashcards.{other}")
        if top in LIBRARIES and not any(
            module == allowed or module.startswith(f"{allowed}/") for allowed in LIBRARIES[top]
        ):
            wrong.append(f"{path} imports {top}")
    return wrong


def test_imports_run_one_way():
    assert [
        wrong for path, source in SOURCES.items() for wrong in list_forbidden(path, source)
    ] == []


def test_every_function_has_fewer_than_sixty_lines():
    assert [
        f"{path}: {node.name}"
        for path, source in SOURCES.items()
        for node in walk(source)
        if isinstance(node, ast.FunctionDef) and node.end_lineno - node.lineno >= 59
    ] == []


MACHINE = ("cli.py", "commands/", "paths.py", "terminal/")
"""What may print, read the wall clock or the environment; the others are given both."""
TOUCHES = re.compile(
    r"\bprint\(|\btime\.time(_ns)?\(|\bdatetime\.now\(|\bdate\.today\(|\bos\.(environ|getenv)\b"
)


def test_below_the_commands_nothing_prints_or_reads_clock_or_environment():
    touching = []
    for path, source in SOURCES.items():
        for node in walk(source) if not path.startswith(MACHINE) else ():
            if isinstance(node, ast.Call | ast.Attribute) and TOUCHES.match(ast.unparse(node)):
                touching.append(f"{path}:{node.lineno}: {ast.unparse(node)}")
    assert touching == []


def test_the_table_of_levels_names_every_package():
    assert {*LEVEL} == {path.split("/")[0].removesuffix(".py") for path in SOURCES} - {
        "__init__", "__main__",
    }  # fmt: skip
