"""Plant single mistakes in the package and see which tests find them.

    python -m tests.mutants draw SEED FILE           # drawn over all rooms, at most five a room
    python -m tests.mutants map FILE MAP [PYTEST…]   # which tests reach each mistake
    python -m tests.mutants run FILE MAP RESULT      # plant each, stop at the first failure

The checkout itself is changed, because processes that tests start import it, and put back in
the end: it must be clean. A mistake that breaks an import, or that more than a twentieth of the
tests that reach it find (more than three of a sample of sixty), is too loud to say anything and
does not count.
"""

from __future__ import annotations

import ast
import json
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "flashcards"
RECORDER = PACKAGE / "_reached.py"
COUNTED, A_ROOM, DRAWN = 60, 5, 400
_LEFT_OUT = ("--ignore=tests/browser", "--ignore=tests/npm")
"""They need browsers and packages of node."""
SAMPLE, LOUD = 60, 3
PATIENCE_S = 400
"""Seconds after which a mistake counts as one that hangs."""
_REVERSED = {
    ast.Eq: "!=", ast.NotEq: "==", ast.Lt: ">=", ast.GtE: "<", ast.Gt: "<=", ast.LtE: ">",
    ast.In: "not in", ast.NotIn: "in", ast.Is: "is not", ast.IsNot: "is",
}  # fmt: skip
_SHIFTED = {ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">"}
_RECORD = '''"""Notes which test reached which place; put here by tests/mutants.py for one run."""
import os
FOLDER, current, seen, known = {folder!r}, "", set(), {{}}
def find_test():
    pid, asked = os.getpid(), os.getpid()
    if asked not in known:
        while pid > 1 and not os.path.exists(f"{{FOLDER}}/current-{{pid}}"):
            with open(f"/proc/{{pid}}/stat") as file:
                pid = int(file.read().rpartition(")")[2].split()[1])
        known[asked] = open(f"{{FOLDER}}/current-{{pid}}").read() if pid > 1 else ""
    return known[asked]
def reach(number):
    test = current or find_test()
    if (number, test) not in seen:
        seen.add((number, test))
        with open(f"{{FOLDER}}/reached-{{os.getpid()}}", "a") as file:
            file.write(f"{{number}}\\t{{test}}\\n")
'''


class Mutant(NamedTuple):
    """One line of the package, and the same line with a mistake."""

    path: str
    line: int
    before: str
    after: str
    statement: int
    """The line before which it can be noted that a test came by."""


def list_mutants(path: Path) -> Iterator[Mutant]:
    """Every single mistake that can be planted in the functions of a module."""
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    for function in ast.walk(ast.parse(text)):
        if isinstance(function, ast.FunctionDef):
            for statement in _list_statements(function.body):
                for node, new in _list_edits(statement, lines):
                    if node.lineno == node.end_lineno:
                        line = lines[node.lineno - 1]
                        raw = line.encode()
                        after = raw[: node.col_offset] + new.encode() + raw[node.end_col_offset :]
                        name = path.relative_to(ROOT).as_posix()
                        yield Mutant(name, node.lineno, line, after.decode(), statement.lineno)


def _list_statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a function, before each of which another one can be written."""
    for statement in body:
        is_docstring = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
        if not is_docstring and not isinstance(statement, ast.FunctionDef | ast.ClassDef):
            yield statement
        for name in ("body", "orelse", "finalbody"):
            inner = getattr(statement, name, [])
            is_elif = name == "orelse" and len(inner) == 1 and isinstance(inner[0], ast.If)
            if isinstance(inner, list) and not is_elif:
                yield from _list_statements(inner)


def _list_edits(statement: ast.stmt, lines: list[str]) -> Iterator[tuple[ast.expr, str]]:
    """Places in a statement itself, not in those below it, and what is written there instead."""

    def read(node: ast.expr) -> str:
        raw = lines[node.lineno - 1].encode()[node.col_offset : node.end_col_offset]
        return raw.decode() if node.lineno == node.end_lineno else ""

    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        yield statement.value, "None"
    for node in _walk_expressions(statement):
        told = read(node)
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            left = read(node.left)
            right = read(node.comparators[0])
            for table in (_REVERSED, _SHIFTED):
                if sign := table.get(type(node.ops[0])):
                    yield node, f"{left} {sign} {right}"
        elif isinstance(node, ast.BoolOp):
            word, other = (" and ", " or ") if isinstance(node.op, ast.And) else (" or ", " and ")
            if told.count(word) == 1:
                yield node, f"({told.replace(word, other)})"
        elif isinstance(node, ast.Constant) and type(node.value) in (bool, int):
            yield node, str(not node.value if type(node.value) is bool else node.value + 1)
        elif isinstance(node, ast.Call) and len(node.args) >= 2:
            parts = [read(each) for each in node.args[:2]]
            if parts[0] != parts[1] and told.count(", ".join(parts)) == 1:
                yield node, told.replace(", ".join(parts), ", ".join(parts[::-1]))
    test = getattr(statement, "test", None)
    if isinstance(test, ast.expr):
        yield test, f"not ({read(test)})"


def _walk_expressions(statement: ast.stmt) -> Iterator[ast.expr]:
    for name, value in ast.iter_fields(statement):
        if name not in ("body", "orelse", "finalbody", "handlers", "annotation", "cases"):
            for each in value if isinstance(value, list) else [value]:
                if isinstance(each, ast.AST):
                    yield from (node for node in ast.walk(each) if isinstance(node, ast.expr))


def draw(seed: str) -> list[Mutant]:
    """Mistakes in the order in which they are tried: the rooms take turns."""
    chance = random.Random(seed)
    rooms: dict[str, list[Mutant]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        room = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
        rooms.setdefault(room, []).extend(list_mutants(path))
    for mutants in rooms.values():
        chance.shuffle(mutants)
    most = max(map(len, rooms.values()))
    turns = [[each[turn] for each in rooms.values() if turn < len(each)] for turn in range(most)]
    for turn in turns:
        chance.shuffle(turn)
    return [mutant for turn in turns for mutant in turn][:DRAWN]


def plant(mutant: Mutant) -> None:
    """Writes the mistake to where its line is now; raises ValueError if it is gone."""
    path = ROOT / mutant.path
    lines = path.read_text(encoding="utf-8").split("\n")
    places = [at for at, line in enumerate(lines) if line == mutant.before]
    if not places:
        raise ValueError(f"{mutant.path}:{mutant.line} is gone: {mutant.before.strip()}")
    lines[min(places, key=lambda at: abs(at + 1 - mutant.line))] = mutant.after
    path.write_text("\n".join(lines), encoding="utf-8")


def put_back() -> None:
    """Makes the package what was committed."""
    RECORDER.unlink(missing_ok=True)
    subprocess.run(["git", "checkout", "-q", "--", "flashcards"], cwd=ROOT, check=True)


def map_tests(mutants: list[Mutant], arguments: list[str]) -> dict[int, list[str]]:
    """The tests that reach each mistake, by its number."""
    with tempfile.TemporaryDirectory() as folder:
        _note_reached(mutants, folder)
        _run_pytest(["-n", "2", *arguments], {"PTQUIZ_REACHED": folder}, patience=None)
        rows = {
            tuple(line.split("\t"))
            for path in Path(folder).glob("reached-*")
            for line in path.read_text().splitlines()
        }
    reached: dict[int, list[str]] = {}
    for number, test in sorted(rows):
        if test:
            reached.setdefault(int(number), []).append(test)
    return reached


def _note_reached(mutants: list[Mutant], folder: str) -> None:
    """Writes a note before the statement of each mistake."""
    RECORDER.write_text(_RECORD.format(folder=folder))
    by_path: dict[str, list[tuple[int, int]]] = {}
    for number, mutant in enumerate(mutants):
        if (ROOT / mutant.path).exists():
            by_path.setdefault(mutant.path, []).append((_find_statement(mutant), number))
    for name, places in by_path.items():
        lines = (ROOT / name).read_text(encoding="utf-8").split("\n")
        for line, number in sorted(places, reverse=True):
            indent = lines[line - 1][: len(lines[line - 1]) - len(lines[line - 1].lstrip())]
            note = f'{indent}__import__("flashcards._reached")._reached.reach({number})'
            lines.insert(line - 1, note)
        (ROOT / name).write_text("\n".join(lines), encoding="utf-8")


def _find_statement(mutant: Mutant) -> int:
    """Where its statement begins now."""
    lines = (ROOT / mutant.path).read_text(encoding="utf-8").split("\n")
    places = [at + 1 for at, line in enumerate(lines) if line == mutant.before]
    here = min(places, key=lambda at: abs(at - mutant.line), default=mutant.line)
    return here - mutant.line + mutant.statement


def try_mutant(mutant: Mutant, tests: list[str], chance: random.Random) -> tuple[str, list[str]]:
    """What became of a planted mistake, and the tests that failed."""
    sample = chance.sample(tests, min(SAMPLE, len(tests)))
    rest = [test for test in tests if test not in set(sample)]
    try:
        try:
            plant(mutant)
        except (ValueError, OSError):
            return "gone", []
        code, failed = run_tests(sample, f"--maxfail={LOUD + 1}")
        if code != 0 and not failed:
            return "breaks an import or hangs", []
        if len(failed) > LOUD:
            return "loud", failed
        if not failed and rest:
            code, failed = run_tests(rest, "--maxfail=1")
    finally:
        put_back()
    return ("caught" if failed else "not caught"), failed


def run_tests(tests: list[str], *arguments: str) -> tuple[int, list[str]]:
    """The exit code of these tests, and which of them failed."""
    with tempfile.TemporaryDirectory() as folder:
        names = Path(folder, "tests")
        names.write_text("\n".join(tests))
        workers = ["-n", "2"] if len(tests) > 20 else []
        code = _run_pytest([*workers, *arguments, f"@{names}"], {"PTQUIZ_FAILED": folder})
        found = [path.read_text().splitlines() for path in Path(folder).glob("failed-*")]
    return code, sorted({test for each in found for test in each})


def _run_pytest(
    arguments: list[str], env: dict[str, str], patience: int | None = PATIENCE_S
) -> int:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.mutants", "-o", "addopts="]
    given = ["--import-mode=importlib", "-p", "no:cacheprovider", *_LEFT_OUT, *arguments]
    try:
        return subprocess.run(
            [*command, *given], cwd=ROOT, env={**os.environ, **env}, timeout=patience,
            stdout=subprocess.DEVNULL,
        ).returncode  # fmt: skip
    except subprocess.TimeoutExpired:
        return -1


def pytest_runtest_logstart(nodeid: str) -> None:
    """Tells the notes which test runs in this process and in those that it starts."""
    if folder := os.environ.get("PTQUIZ_REACHED"):
        Path(folder, f"current-{os.getpid()}").write_text(nodeid)
        recorder = __import__("flashcards._reached")._reached
        recorder.current = nodeid


def pytest_runtest_logreport(report: object) -> None:
    """Keeps the names of tests that failed."""
    folder = os.environ.get("PTQUIZ_FAILED")
    if folder and report.failed:
        with Path(folder, f"failed-{os.getpid()}").open("a") as file:
            file.write(f"{report.nodeid}\n")


def run(mutants: list[Mutant], reached: dict[str, list[str]], result: Path) -> None:
    """Tries mistakes until enough count; what became of each is kept at once."""
    rows = json.loads(result.read_text()) if result.exists() else []
    counted = Counter(row["room"] for row in rows if row["what"] in ("caught", "not caught"))
    tried = {row["number"] for row in rows}
    for number, mutant in enumerate(mutants):
        room = Path(mutant.path).parts[1].removesuffix(".py")
        if number in tried or counted.total() >= COUNTED or counted[room] >= A_ROOM:
            continue
        tests = reached.get(str(number), [])
        what, failed = try_mutant(mutant, tests, random.Random(number)) if tests else ("alone", [])
        rows.append({"room": room, "what": what, "of": len(tests), "failed": failed[:3],
                     "mutant": mutant._asdict(), "number": number})  # fmt: skip
        counted[room] += what in ("caught", "not caught")
        result.write_text(json.dumps(rows, indent=1))
        print(f"{counted.total():2} {what:12} of {len(tests):5} {mutant.path}:{mutant.line}")


def main(task: str, first: str, second: str, *others: str) -> None:
    """Does one of the tasks that the beginning of this file lists."""
    if task == "draw":
        Path(second).write_text(json.dumps([each._asdict() for each in draw(first)], indent=1))
        return
    changed = subprocess.run(["git", "status", "--porcelain", "flashcards"], cwd=ROOT,
                             capture_output=True, text=True, check=True).stdout  # fmt: skip
    if changed:
        sys.exit(f"The package has changes that are not committed:\n{changed}")
    mutants = [Mutant(**each) for each in json.loads(Path(first).read_text())]
    try:
        if task == "map":
            Path(second).write_text(json.dumps(map_tests(mutants, list(others))))
        else:
            run(mutants, json.loads(Path(second).read_text()), Path(others[0]))
    finally:
        put_back()


if __name__ == "__main__":
    main(*sys.argv[1:])
