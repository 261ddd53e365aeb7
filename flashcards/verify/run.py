"""One code entry, run from a file in a process of its own, with a time limit."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from flashcards.errors import FlashcardsError
from flashcards.model import Code
from flashcards.text.entry_texts import printed
from flashcards.verify.warm import WarmPython

PRELUDE = "import torch\n"
"""What every code entry may rely on."""

_ABOUT = """\
import json, platform, torch
cuda = torch.cuda.is_available()
print(json.dumps({
    "torch": torch.__version__.split("+")[0],
    "platform": f"{platform.system()} {platform.machine()}".lower(),
    "device": torch.cuda.get_device_name() if cuda else "cpu",
    "cuda": cuda,
}))
"""


@dataclass(frozen=True)
class Machine:
    """The PyTorch that entries are run on."""

    python: str
    torch: str
    platform: str
    device: str
    cuda: bool

    def can_run(self, entry: Code) -> bool:
        return self.cuda or "cuda" not in entry.needs


@dataclass(frozen=True)
class Outcome:
    """What became of one code entry."""

    key: str
    verdict: Literal["verified", "wrong", "failed", "not run"]
    detail: str = ""


def find_machine(python: str) -> Machine:
    """The PyTorch that a Python has; an error if it has none."""
    try:
        done = subprocess.run(
            [python, "-c", _ABOUT], capture_output=True, text=True, timeout=300, check=False
        )
        facts = json.loads(done.stdout.splitlines()[-1])
    except (OSError, subprocess.TimeoutExpired, ValueError, IndexError):
        raise FlashcardsError(
            f"{python} has no PyTorch; install it, or name another Python with --python"
        ) from None
    return Machine(python=python, **facts)


def verify(
    entry: Code, machine: Machine, seconds: float, warm: WarmPython | None = None
) -> Outcome:
    """Run an entry and compare what it prints with what its card says.

    `warm` is a quick first try; only a fresh process says that an entry is wrong.
    """
    if not machine.can_run(entry):
        return Outcome(entry.key, "not run", f"needs {', '.join(entry.needs)}")
    if warm is not None:
        out = warm.printed_by(
            PRELUDE + entry.code, surroundings("{folder}", machine.python), seconds
        )
        if out is not None and printed(out) == printed(entry.prints):
            return Outcome(entry.key, "verified")
    return _verified_afresh(entry, machine, seconds)


def _verified_afresh(entry: Code, machine: Machine, seconds: float) -> Outcome:
    try:
        code, out, err = run(entry.code, machine.python, seconds)
    except subprocess.TimeoutExpired:
        return Outcome(entry.key, "failed", f"ran longer than {seconds:g} seconds")
    if code != 0:
        last = err.strip().splitlines()[-1:] or ["no message"]
        return Outcome(entry.key, "failed", f"exit code {code}: {last[0]}")
    if printed(out) != printed(entry.prints):
        return Outcome(entry.key, "wrong", f"printed {out.rstrip()!r}")
    return Outcome(entry.key, "verified")


def run(code: str, python: str, seconds: float) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of a snippet."""
    with tempfile.TemporaryDirectory(prefix="ptquiz-") as folder:
        path = Path(folder) / "card.py"
        path.write_text(PRELUDE + code, encoding="utf-8")
        process = subprocess.Popen(
            [python, str(path)],
            cwd=folder,
            env=surroundings(folder, python),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            errors="replace",
            start_new_session=True,
        )
        try:
            out, err = process.communicate(timeout=seconds)
        except BaseException:
            _end(process)
            raise
        return process.returncode, out, err


def surroundings(folder: str, python: str) -> Mapping[str, str]:
    """An environment that is the same everywhere and leaves nothing behind."""
    beside = os.path.dirname(os.path.abspath(python))
    return {
        **{
            name: os.environ[name]
            for name in ("SYSTEMROOT", "LD_LIBRARY_PATH")
            if name in os.environ
        },
        "PATH": os.pathsep.join([beside, os.environ.get("PATH", "")]),
        "HOME": folder,
        "TMPDIR": folder,
        "TORCHINDUCTOR_CACHE_DIR": os.path.join(folder, "inductor"),
        "TORCH_EXTENSIONS_DIR": os.path.join(folder, "extensions"),
        "PYTHONHASHSEED": "0",
        "PYTHONIOENCODING": "utf-8",
        "LANG": "C.UTF-8",
    }


def _end(process: subprocess.Popen[str]) -> None:
    """End a snippet and everything that it started."""
    if hasattr(os, "killpg"):
        os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
    process.communicate()
