"""The code entries of a course, each run from a file in a process of its own.

A process has a time limit and, where the system has the `resource` module, 8 GiB of memory and
1 GiB a file. Nothing else holds a stranger's code back, so whoever runs it is asked before.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import tempfile
from collections.abc import Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from flashcards.course.model import Code, Course
from flashcards.errors import FlashcardsError
from flashcards.fileio import write_whole
from flashcards.text.plain_text import normalize_output
from flashcards.verify.records import (
    RECORDS_FILE,
    Hardware,
    format_records,
    list_code_entries,
    load_records,
    update_records,
)
from flashcards.verify.symbols import (
    PROBE,
    Symbol,
    find_unmentioned_removals,
    find_used_names,
)

MAX_OUTPUT = 1_000_000
"""Bytes of what an entry prints that are read."""
_PRELUDE = "import torch\n"
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
_LAUNCHER = """\
import os, sys
limits = {"RLIMIT_CORE": 0, "RLIMIT_FSIZE": 1 << 30, "RLIMIT_DATA": 8 << 30}
if sys.argv[2:] == ["cuda"]:
    del limits["RLIMIT_DATA"]  # the driver takes a lot
try:
    import resource
    for name, most in limits.items():
        hard = resource.getrlimit(getattr(resource, name))[1]
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(getattr(resource, name), (most, most))
except ImportError:
    pass  # Windows
os.execv(sys.executable, [sys.executable, sys.argv[1]])
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


@dataclass(frozen=True)
class Verification:
    """What became of one code entry, and what is wrong with it."""

    key: str
    verdict: Literal["verified", "wrong", "failed", "not run"]
    detail: str = ""


@dataclass(frozen=True)
class VerifyReport:
    """One verification for each code entry that was to be run, and names that are gone."""

    machine: Machine
    entries: tuple[Verification, ...]
    symbols: tuple[Symbol, ...]

    @property
    def is_valid(self) -> bool:
        """Whether nothing is wrong; entries that could not run here are not held against it."""
        verdicts = {each.verdict for each in self.entries}
        return not self.symbols and verdicts <= {"verified", "not run"}


def verify_course(
    course: Course,
    *,
    python: str,
    environ: Mapping[str, str],
    keys: Collection[str] = (),
    seconds: float = 180,
    jobs: int = 2,
) -> VerifyReport:
    """Run the code entries of a course, or those with these keys, and look up every torch name.

    `python` is an interpreter that has PyTorch; a course that never uses it needs none.
    `environ` is the environment that it is started in; each entry may take so many seconds,
    `jobs` run at a time. Names are looked up only if all entries are run. Raises
    FlashcardsError for an unknown key or a Python without PyTorch.
    """
    every, used = list_code_entries(course), find_used_names(course)
    if unknown := set(keys) - {entry.key for entry in every}:
        raise FlashcardsError(f"no Python code entry called {', '.join(sorted(unknown))}")
    entries = [entry for entry in every if not keys or entry.key in keys]
    machine = find_machine(python, bool(used) or any(entry.uses_pytorch for entry in every))
    names = set() if keys else set().union(*used.values())
    states = look_up_names(names, machine.python) if names else {}

    def verify(entry: Code) -> Verification:
        return verify_entry(entry, machine, environ, seconds)

    with ThreadPoolExecutor(jobs) as pool:
        done = tuple(pool.map(verify, entries))
    return VerifyReport(machine, done, tuple(find_unmentioned_removals(course, states)))


def record_verified(course: Course, report: VerifyReport) -> None:
    """Write what was verified on PyTorch into `decks/verified.json` of the course."""
    machine = report.machine
    if machine.torch:
        ran = [each for each in report.entries if each.verdict != "not run"]
        verified = {each.key: each.verdict == "verified" for each in ran}
        hardware = Hardware(machine.platform, machine.device)
        old, entries = load_records(Path(course.root)), list_code_entries(course)
        text = format_records(update_records(old, entries, machine.torch, hardware, verified))
        write_whole(Path(course.root, RECORDS_FILE), text.encode(), source=True)


def find_machine(python: str, needs_torch: bool = True) -> Machine:
    """Return the PyTorch that a Python has, if one is needed. Raises FlashcardsError."""
    try:
        facts = _ask(python, _ABOUT, *(["torch"] if needs_torch else []), seconds=300)
    except (OSError, subprocess.SubprocessError, ValueError, IndexError):
        lack = "has no PyTorch; install it" if needs_torch else "is no Python that runs here"
        raise FlashcardsError(f"{python} {lack}, or name another Python with --python") from None
    is_path = bool(os.path.dirname(python))  # an entry runs in a folder of its own
    return Machine(python=os.path.abspath(python) if is_path else python, **facts)


def look_up_names(names: Collection[str], python: str) -> Mapping[str, str]:
    """Return "there", "gone" or "deprecated" for each name in the PyTorch of a Python.

    Raises FlashcardsError if they cannot be looked up.
    """
    try:
        states: dict[str, str] = _ask(python, PROBE, given=json.dumps(sorted(names)), seconds=600)
    except (OSError, subprocess.SubprocessError, ValueError, IndexError) as error:
        told = getattr(error, "stderr", "") or error
        raise FlashcardsError(f"names could not be looked up: {str(told)[-300:]}") from None
    return states


def _ask(python: str, code: str, *arguments: str, given: str = "", seconds: float) -> Any:
    """Return what a program prints as JSON on its last line, `given` its input."""
    command = [python, "-c", code, *arguments]
    done = subprocess.run(
        command, input=given, capture_output=True, text=True, timeout=seconds, check=True
    )
    return json.loads(done.stdout.splitlines()[-1])


def verify_entry(
    entry: Code, machine: Machine, environ: Mapping[str, str], seconds: float
) -> Verification:
    """Return whether an entry prints what its card says; it may take so many seconds.

    Of `environ` only the paths of programs and libraries are used.
    """
    if "cuda" in entry.needs and not machine.cuda:
        return Verification(entry.key, "not run", f"needs {', '.join(entry.needs)}")
    program = f"{_PRELUDE if machine.torch else ''}{entry.program}"
    try:
        code, out, err = run_code(program, machine.python, environ, seconds, cuda=machine.cuda)
    except subprocess.TimeoutExpired:
        return Verification(entry.key, "failed", f"ran longer than {seconds:g} seconds")
    if code != 0:
        last = (err.strip().splitlines() or ["no message"])[-1]
        return Verification(entry.key, "failed", f"exit code {code}: {last}")
    says = normalize_output(entry.prints)
    if normalize_output(out) != says:
        told = f"printed {out.rstrip()!r}, and the card says {says!r}"
        return Verification(entry.key, "wrong", told)
    return Verification(entry.key, "verified")


def run_code(
    code: str, python: str, environ: Mapping[str, str], seconds: float, *, cuda: bool = False
) -> tuple[int, str, str]:
    """Return exit code, standard output and standard error of a program, the first megabyte.

    Raises TimeoutExpired if it takes longer; then it and its children are ended.
    """
    with tempfile.TemporaryDirectory(prefix="ptquiz-", ignore_cleanup_errors=True) as folder:
        path, out, err = (Path(folder) / name for name in ("card.py", "out", "err"))
        path.write_text(code, encoding="utf-8")
        with out.open("wb") as stdout, err.open("wb") as stderr:
            process = subprocess.Popen(
                [python, "-c", _LAUNCHER, str(path), *(["cuda"] if cuda else [])],
                cwd=folder,
                env=_make_environment(environ, folder, python),
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
        return process.returncode, _read(out), _read(err)


def _make_environment(environ: Mapping[str, str], folder: str, python: str) -> Mapping[str, str]:
    """Return an environment that is the same everywhere and keeps every file inside `folder`."""
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
    """End a program and everything that it started."""
    if hasattr(os, "killpg"):
        os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
    process.wait()


def _read(path: Path) -> str:
    with path.open("rb") as file:
        return file.read(MAX_OUTPUT).decode("utf-8", errors="replace")
