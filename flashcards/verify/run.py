"""One code entry, run from a file in a process of its own, with a time limit."""

from __future__ import annotations

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
from flashcards.text.entry_texts import normalize_output
from flashcards.verify.sandbox import (
    PreloadedPython,
    PythonFailed,
    ask_python,
    make_launcher,
    read_output,
)
from flashcards.words.message import Message, Names

PRELUDE = "import torch\n"
"""What every code entry of a course about PyTorch may rely on."""

_ABOUT = """\
import json, platform, sys
if sys.argv[1:]:
    import torch
    version, cuda = torch.__version__.split("+")[0], torch.cuda.is_available()
else:
    version, cuda = "", False
print(json.dumps({
    "torch": version,
    "platform": f"{platform.system()} {platform.machine()}".lower(),
    "device": torch.cuda.get_device_name() if cuda else "cpu",
    "cuda": cuda,
}))
"""


@dataclass(frozen=True)
class Machine:
    """The PyTorch that entries are run on, or a Python if they need no PyTorch."""

    python: str
    torch: str
    """Its version; empty without PyTorch."""
    platform: str
    device: str
    cuda: bool

    def can_run(self, entry: Code) -> bool:
        """Whether it has the hardware that the entry needs."""
        return self.cuda or "cuda" not in entry.needs


@dataclass(frozen=True)
class Verification:
    """What became of one code entry, what is wrong with it, and what it printed if it ended."""

    key: str
    verdict: Literal["verified", "wrong", "failed", "not run"]
    detail: Message | None = None
    printed: str | None = None


def find_machine(python: str, needs_torch: bool = True) -> Machine:
    """The PyTorch that a Python has, if one is needed. Raises FlashcardsError if it has none."""
    try:
        facts = ask_python(python, _ABOUT, *(["torch"] if needs_torch else []), seconds=300)
    except PythonFailed:
        lack = "python-without-torch" if needs_torch else "python-unusable"
        raise FlashcardsError(Message(lack, python=python)) from None
    is_path = bool(os.path.dirname(python))  # a snippet runs in a folder of its own
    return Machine(python=os.path.abspath(python) if is_path else python, **facts)


def verify_entry(
    entry: Code,
    machine: Machine,
    environ: Mapping[str, str],
    seconds: float,
    preloaded: PreloadedPython | None = None,
) -> Verification:
    """Whether an entry prints what its card says; it may take so many seconds.

    Of `environ` only the paths of programs and libraries are used. `preloaded` is a quick first
    try; only a fresh process says that an entry is wrong.
    """
    if not machine.can_run(entry):
        return Verification(entry.key, "not run", Message("verify-needs", names=Names(entry.needs)))
    says = normalize_output(entry.prints)
    program = f"{PRELUDE if machine.torch else ''}{entry.program}"
    if preloaded is not None:
        inner = make_environment(environ, "{folder}", machine.python)
        tried = preloaded.run_code(program, inner, seconds)
        if tried is not None and normalize_output(tried) == says:
            return Verification(entry.key, "verified", printed=says)
    try:
        code, out, err = run_code(program, machine.python, environ, seconds, cuda=machine.cuda)
    except subprocess.TimeoutExpired:
        return Verification(entry.key, "failed", Message("verify-late", n=float(seconds)))
    if code != 0:
        lines = err.strip().splitlines()
        last = lines[-1] if lines else Message("verify-silent")
        return Verification(entry.key, "failed", Message("verify-exit", code=code, error=last))
    printed = normalize_output(out)
    if printed != says:
        told = Message("verify-differs", printed=repr(out.rstrip()), says=repr(says))
        return Verification(entry.key, "wrong", told, printed)
    return Verification(entry.key, "verified", printed=printed)


def run_code(
    code: str, python: str, environ: Mapping[str, str], seconds: float, *, cuda: bool = False
) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of a snippet, behind the walls of a sandbox.

    Of what it prints, the first megabyte. Raises TimeoutExpired if it takes longer; then it
    and its children are ended.
    """
    with tempfile.TemporaryDirectory(prefix="ptquiz-") as folder:
        path, out, err = (Path(folder) / name for name in ("card.py", "out", "err"))
        path.write_text(code, encoding="utf-8")
        with out.open("wb") as stdout, err.open("wb") as stderr:
            process = subprocess.Popen(
                [python, "-c", make_launcher(), folder, str(path), *(["cuda"] if cuda else [])],
                cwd=folder,
                env=make_environment(environ, folder, python),
                stdin=subprocess.DEVNULL,
                stdout=stdout,
                stderr=stderr,
                start_new_session=True,
            )
            try:
                process.wait(timeout=seconds)
            except BaseException:
                _end(process)
                raise
        return process.returncode, read_output(out), read_output(err)


def make_environment(environ: Mapping[str, str], folder: str, python: str) -> Mapping[str, str]:
    """An environment that is the same everywhere and keeps every file inside `folder`."""
    beside = os.path.dirname(os.path.abspath(python))
    return {
        **{name: environ[name] for name in ("SYSTEMROOT", "LD_LIBRARY_PATH") if name in environ},
        "PATH": os.pathsep.join([beside, environ.get("PATH", "")]),
        "HOME": folder,
        "TMPDIR": folder,
        "TORCHINDUCTOR_CACHE_DIR": os.path.join(folder, "inductor"),
        "TORCH_EXTENSIONS_DIR": os.path.join(folder, "extensions"),
        "PYTHONHASHSEED": "0",
        "PYTHONIOENCODING": "utf-8",
        "LANG": "C.UTF-8",
    }


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a snippet and everything that it started."""
    if hasattr(os, "killpg"):
        os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
    process.wait()
