"""Measure the house: how large the package is, and how entangled.

python -m tests.house          # the table
python -m tests.house rooms    # modules, lines and statements of each room
python -m tests.house single   # small modules that a single other one imports
"""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import flashcards

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "flashcards"
SMALL = 110
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
IMPORTS = (ast.Import, ast.ImportFrom)
MUTABLE = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)


@cache
def load_texts() -> dict[str, str]:
    """The text of every module by its dotted name, formatted without the exceptions it asks for."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, PACKAGE.name)
        shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ROOT / "pyproject.toml", folder)
        paths = sorted(copy.rglob("*.py"))
        for path in paths:
            text = path.read_text(encoding="utf-8")
            path.write_text(text.replace("# fmt: skip", ""), encoding="utf-8")
        subprocess.run([sys.executable, "-m", "ruff", "format", "-q", folder], check=True)
        names = [path.relative_to(folder).with_suffix("").as_posix() for path in paths]
        return {
            name.removesuffix("/__init__").replace("/", "."): path.read_text(encoding="utf-8")
            for name, path in zip(names, paths, strict=True)
        }


@cache
def load_trees() -> dict[str, ast.Module]:
    """What Python reads of every module."""
    return {name: ast.parse(text) for name, text in load_texts().items()}


def count_statements(tree: ast.AST) -> int:
    """Statements without docstrings and imports."""
    return sum(
        isinstance(node, ast.stmt) and not isinstance(node, IMPORTS) and not _is_text(node)
        for node in ast.walk(tree)
    )


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def list_functions() -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """Every function with the module that it is in."""
    for name, tree in load_trees().items():
        for node in ast.walk(tree):
            if isinstance(node, FUNCTIONS):
                yield name, node


def list_imports(name: str) -> set[str]:
    """The modules of the package that a module imports, wherever it does but for types alone."""
    modules = load_trees()
    found = set()
    body = [node for node in modules[name].body if not _is_for_types(node)]
    for node in ast.walk(ast.Module(body, [])):
        if isinstance(node, ast.ImportFrom) and node.module in modules:
            inner = {f"{node.module}.{each.name}" for each in node.names}
            found |= {each if each in modules else node.module for each in inner}
        elif isinstance(node, ast.Import):
            found |= {each.name for each in node.names if each.name in modules}
    return found - {name}


def _is_for_types(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING"


def find_circles() -> list[list[str]]:
    """Groups of modules that import each other, at once or later."""
    reach = {name: list_imports(name) for name in load_trees()}
    for middle in reach:
        for name, met in reach.items():
            if middle in met:
                reach[name] = met | reach[middle]
    circles = {
        frozenset(other for other in met if name in reach[other])
        for name, met in reach.items()
        if name in met
    }
    return sorted(map(sorted, circles))


def list_state() -> list[str]:
    """Names in modules whose value a function of the module changes."""
    found = []
    for name, tree in load_trees().items():
        held = {
            target.id
            for node in tree.body
            if isinstance(node, (ast.Assign, ast.AnnAssign)) and isinstance(node.value, MUTABLE)
            for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
            if isinstance(target, ast.Name)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Global):
                found += [f"{name}.{each}" for each in node.names]
            elif changed := _find_changed(node):
                found += [f"{name}.{changed}"] if changed in held else []
    return sorted(set(found))


def _find_changed(node: ast.AST) -> str:
    """The name of what a statement or call changes in place."""
    if isinstance(node, ast.Subscript) and isinstance(node.ctx, (ast.Store, ast.Del)):
        return getattr(node.value, "id", "")
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        changing = {"append", "add", "update", "clear", "pop", "extend", "remove", "setdefault"}
        return getattr(node.func.value, "id", "") if node.func.attr in changing else ""
    return ""


def count_words() -> int:
    """Words in the README and the docs, as `wc -w` counts them."""
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    return sum(len(page.read_text(encoding="utf-8").split()) for page in pages)


def measure() -> list[tuple[str, object]]:
    """The rows of the table."""
    trees, functions = load_trees(), [each for _, each in list_functions()]
    public = [each for each in functions if not each.name.startswith("_")]
    exceptions = [path.read_text(encoding="utf-8").count("# fmt: ") for path in list_files()]
    return [
        ("lines of Python, formatted without exceptions", sum(map(count_lines, trees))),
        ("exceptions from the format", sum(exceptions)),
        ("statements without docstrings and imports", sum(map(count_statements, trees.values()))),
        ("functions with a docstring", _share(functions)),
        ("public functions with a docstring", _share(public)),
        ("longest function", max(each.end_lineno - each.lineno + 1 for each in functions)),
        ("modules", len(trees)),
        (f"modules with one importer and fewer than {SMALL} lines", len(list_single())),
        ("imports inside functions", sum(map(_count_inner_imports, trees.values()))),
        ("mutable state in modules", ", ".join(list_state()) or 0),
        ("circles of imports", find_circles() or 0),
        ("functions with a parameter lang", sum("lang" in _list_parameters(f) for f in functions)),
        ("public names", len(flashcards.__all__)),
        ("words in README and docs", count_words()),
    ]


def list_files() -> list[Path]:
    """The modules of the package as they are."""
    return sorted(PACKAGE.rglob("*.py"))


def count_lines(name: str) -> int:
    """The lines of a module."""
    return len(load_texts()[name].splitlines())


def list_single() -> list[str]:
    """Small modules that a single other one imports; the face of a room is none."""
    trees = load_trees()
    importers = Counter(other for name in trees for other in list_imports(name))
    faces = {name.rpartition(".")[0] for name in trees}
    small = {name for name in trees if count_lines(name) < SMALL and name not in faces}
    return sorted(name for name in small if importers[name] == 1)


def _share(functions: list[ast.FunctionDef | ast.AsyncFunctionDef]) -> str:
    told = sum(ast.get_docstring(each) is not None for each in functions)
    return f"{told / len(functions):.0%}"


def _list_parameters(function: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    given = function.args
    return {each.arg for each in (*given.posonlyargs, *given.args, *given.kwonlyargs)}


def _count_inner_imports(tree: ast.Module) -> int:
    inner = {
        id(node)
        for function in ast.walk(tree)
        if isinstance(function, FUNCTIONS)
        for node in ast.walk(function)
        if isinstance(node, IMPORTS)
    }
    return len(inner)


def list_rooms() -> list[tuple[str, object]]:
    """Modules, lines and statements of each room, the largest first."""
    rooms: dict[str, list[int]] = {}
    for name, tree in load_trees().items():
        inside = name.split(".")[1:]
        is_room = bool(inside) and (PACKAGE / inside[0]).is_dir()
        row = rooms.setdefault(inside[0] if is_room else "top", [0, 0, 0])
        row[0] += 1
        row[1] += count_lines(name)
        row[2] += count_statements(tree)
    return sorted(rooms.items(), key=lambda row: -row[1][1])


REPORTS = {"rooms": list_rooms, "single": lambda: [(name, "") for name in list_single()]}

if __name__ == "__main__":
    for about, value in REPORTS.get(" ".join(sys.argv[1:]), measure)():
        print(f"{about:55} {value}".rstrip())
