"""Plant single mistakes in the package, one after another, and see whether a test fails.

    python -m tests.mutants SEED COUNT [PYTEST…]

Prints each mistake as it stands in the line, so that somebody can say first whether a user would
see it: with COUNT and `--collect-only` nothing is run. The checkout itself is changed, because
processes that tests start import it, and put back in the end: it must be clean.
"""

from __future__ import annotations

import ast
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
PATIENCE_S = 900
REVERSED = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE,
    ast.GtE: ast.Gt, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip


def list_places(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield the nodes in functions in which a mistake can be planted."""
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            for node in (inner for statement in function.body for inner in ast.walk(statement)):
                is_compared = isinstance(node, ast.Compare) and len(node.ops) == 1
                is_value = isinstance(node, ast.Constant) and type(node.value) in (bool, int)
                is_call = isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
                is_swapped = isinstance(node, ast.Call) and len(node.args) > 1
                is_choice = isinstance(node, ast.BoolOp | ast.If)
                if is_compared or is_value or is_call or is_swapped or is_choice:
                    yield node


def plant(node: ast.AST) -> None:
    """Change a node into a mistake."""
    match node:
        case ast.Compare():
            node.ops = [REVERSED[type(node.ops[0])]()]
        case ast.BoolOp():
            node.op = REVERSED[type(node.op)]()
        case ast.If():
            node.test = ast.UnaryOp(ast.Not(), node.test)
        case ast.Constant(value=bool()):
            node.value = not node.value
        case ast.Constant():
            node.value += 1
        case ast.Call():
            node.args[:2] = node.args[1::-1]
        case ast.Expr():
            node.value = ast.Constant(None)


def try_mutant(path: Path, number: int, arguments: list[str]) -> str:
    """Plant the mistake of this number in a module; return what it is, and what became of it."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    node = list(list_places(tree))[number]
    before = ast.unparse(node).partition("\n")[0]
    plant(node)
    what = f"{path.relative_to(ROOT)}:{node.lineno}: {before}  →  "
    what += ast.unparse(node).partition("\n")[0]
    if "--collect-only" in arguments:
        return what
    path.write_text(ast.unparse(tree), encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-n", "2", *arguments]
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, timeout=PATIENCE_S)
        return f"{'NOT CAUGHT' if done.returncode == 0 else 'caught'}  {what}"
    except subprocess.TimeoutExpired:
        return f"hangs  {what}"
    finally:
        subprocess.run(["git", "checkout", "-q", "--", "flashcards"], cwd=ROOT, check=True)


def main(seed: str, count: str, *arguments: str) -> None:
    if subprocess.run(["git", "diff", "--quiet", "HEAD", "--", "flashcards"], cwd=ROOT).returncode:
        sys.exit("The package has changes that are not committed.")
    places = [
        (path, number)
        for path in sorted((ROOT / "flashcards").rglob("*.py"))
        for number, _ in enumerate(list_places(ast.parse(path.read_text(encoding="utf-8"))))
    ]
    for path, number in random.Random(seed).sample(places, int(count)):
        print(try_mutant(path, number, [*arguments]), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
