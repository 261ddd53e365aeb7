"""Code entries run on the real PyTorch, and what was verified.

Each entry runs from a file in a process of its own, which has a time limit and, where the system
has the `resource` module, 1 GiB a file and, where there is no GPU, 8 GiB of memory. Nothing else
holds a stranger's code back, so whoever runs it is asked before. `decks/verified.json` has a line
for each entry, by the hash of its code and output, with the versions of PyTorch on which it printed
what its card says. A changed entry has another hash, so an old record never vouches for it.
"""

import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Collection, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, TypeAdapter

from flashcards.course.model import Code, Course
from flashcards.errors import FlashcardsError
from flashcards.fileio import FileMissing, load_text, write_whole
from flashcards.text.plain_text import normalize_output

RECORDS_FILE = "decks/verified.json"
MAX_RECORDS_BYTES = 64_000_000
MAX_OUTPUT = 1_000_000
"""Bytes of what an entry prints that are read."""
_PROBE = """
import json, platform, sys
version, device, cuda = "", "cpu", False
if sys.argv[1:]:
    import torch
    version, cuda = torch.__version__.split("+")[0], torch.cuda.is_available()
    device = torch.cuda.get_device_name() if cuda else "cpu"
print(json.dumps({"torch": version, "device": device, "cuda": cuda,
                  "platform": f"{platform.system()} {platform.machine()}".lower()}))
"""
"""A program that prints what a Python runs on; an argument says that PyTorch is needed."""
_LAUNCHER = """\
import os, sys
try:
    import resource
    limits = [(resource.RLIMIT_FSIZE, 1 << 30)]
    if sys.argv[2:] != ["cuda"]:  # its driver takes a lot of memory
        limits.append((resource.RLIMIT_DATA, 8 << 30))
    for name, limit in limits:
        if not 0 <= resource.getrlimit(name)[1] < limit:
            resource.setrlimit(name, (limit, limit))
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


Verdict = Literal["verified", "wrong", "failed", "not run"]


@dataclass(frozen=True)
class Verification:
    """What became of one entry, and what is wrong with it."""

    key: str
    verdict: Verdict
    detail: str = ""


@dataclass(frozen=True)
class VerifyReport:
    """One verification for each code entry that was to be run."""

    machine: Machine
    entries: tuple[Verification, ...]

    @property
    def is_valid(self) -> bool:
        """Whether nothing is wrong; entries that could not run here are not held against it."""
        return {entry.verdict for entry in self.entries} <= {"verified", "not run"}


class Record(BaseModel):
    """By version of PyTorch the platform and the device on which an entry was verified."""

    key: str
    torch: dict[str, tuple[str, str]]


_RECORDS = TypeAdapter(dict[str, Record])
"""Hash of code and output to its record."""


def list_code_entries(course: Course) -> list[Code]:
    """Return the Python code entries that a course owns and teaches, in teaching order."""
    return [
        entry
        for deck in course.decks
        for entry in deck.entries
        if isinstance(entry, Code) and entry.is_python
        if not entry.retired and entry.key not in course.origins
    ]


def verify_course(
    course: Course,
    *,
    python: str,
    environ: Mapping[str, str],
    keys: Collection[str] = (),
    seconds: float = 180,
    jobs: int = 2,
) -> VerifyReport:
    """Run the code entries of a course, or those of `keys`.

    `python` is an interpreter that has PyTorch; a course that never uses it needs none. `environ`
    is the environment that it is started in; each entry may take so many seconds, `jobs` run at a
    time. Raises FlashcardsError for an unknown key or a Python without PyTorch.
    """
    every = list_code_entries(course)
    if unknown := {*keys} - {entry.key for entry in every}:
        raise FlashcardsError(f"no Python code entry called {', '.join(sorted(unknown))}")
    machine = probe_python(python, any(entry.uses_pytorch for entry in every))
    entries = [entry for entry in every if not keys or entry.key in keys]
    with ThreadPoolExecutor(jobs) as pool:
        done = pool.map(lambda entry: verify_entry(entry, machine, environ, seconds), entries)
        return VerifyReport(machine, tuple(done))


def probe_python(python: str, needs_torch: bool = True) -> Machine:
    """Return the PyTorch of a Python. Raises FlashcardsError if it has none and needs one."""
    python = os.path.abspath(shutil.which(python) or python)
    command = [python, "-c", _PROBE, *(["torch"] if needs_torch else [])]
    try:
        printed = subprocess.check_output(
            command, stderr=subprocess.DEVNULL, text=True, timeout=600
        )
        return Machine(python, **json.loads(printed.splitlines()[-1]))
    except (OSError, subprocess.SubprocessError, ValueError, IndexError):
        lack = "has no PyTorch; install it" if needs_torch else "is no Python that runs here"
        raise FlashcardsError(f"{python} {lack}, or name another Python with --python") from None


def verify_entry(
    entry: Code, machine: Machine, environ: Mapping[str, str], seconds: float
) -> Verification:
    """Return whether an entry prints what its card says; it may take so many seconds."""
    if "cuda" in entry.needs and not machine.cuda:
        return Verification(entry.key, "not run", f"needs {', '.join(entry.needs)}")
    needs_torch = machine.torch and "torch" in entry.program
    program = f"import torch\n{entry.program}" if needs_torch else entry.program  # cards omit it
    try:
        code, out, err = run_code(program, machine.python, environ, seconds, cuda=machine.cuda)
    except subprocess.TimeoutExpired:
        return Verification(entry.key, "failed", f"ran longer than {seconds:g} seconds")
    if code != 0:
        last = (err.strip().splitlines() or ["no message"])[-1]
        return Verification(entry.key, "failed", f"exit code {code}: {last}")
    expected = normalize_output(entry.prints)
    if normalize_output(out) != expected:
        detail = f"printed {out.rstrip()!r}, and the card says {expected!r}"
        return Verification(entry.key, "wrong", detail)
    return Verification(entry.key, "verified")


def run_code(
    code: str, python: str, environ: Mapping[str, str], seconds: float, *, cuda: bool = False
) -> tuple[int, str, str]:
    """Return exit code, standard output and standard error of a program, the first megabyte.

    Its environment is the same everywhere, but for the paths of programs and libraries, and keeps
    every file inside a folder. Raises TimeoutExpired if it takes longer; then it and its children
    are ended.
    """
    with tempfile.TemporaryDirectory(prefix="ptquiz-", ignore_cleanup_errors=True) as folder:
        path = Path(folder, "card.py")
        path.write_text(code, encoding="utf-8")
        kept = ("SYSTEMROOT", "LD_LIBRARY_PATH")
        env = {name: environ[name] for name in kept if name in environ} | {
            "PATH": os.pathsep.join([os.path.dirname(python), environ.get("PATH", "")]),
            "HOME": folder,
            "TMPDIR": folder,
            "PYTHONHASHSEED": "0",
            "PYTHONIOENCODING": "utf-8",
            "LANG": "C.UTF-8",
        }
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            process = subprocess.Popen(
                [python, "-c", _LAUNCHER, str(path), *(["cuda"] if cuda else [])],
                cwd=folder,
                env=env,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                start_new_session=True,
            )
            try:
                process.wait(timeout=seconds)
            except BaseException:
                if hasattr(os, "killpg"):
                    os.killpg(process.pid, signal.SIGKILL)
                process.kill()
                process.wait()
                raise
            out.seek(0)
            err.seek(0)
            printed, errors = (
                file.read(MAX_OUTPUT).decode(errors="replace") for file in (out, err)
            )
        return process.returncode, printed, errors


def hash_code(entry: Code) -> str:
    """Return 16 hexadecimal digits that name a program and its output."""
    text = f"{entry.program}\0{normalize_output(entry.prints)}"
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def sort_versions(versions: Iterable[str]) -> list[str]:
    """Return versions from old to new: 2.9.1 is older than 2.13.0."""
    return sorted(versions, key=lambda text: ([int(n) for n in re.findall(r"\d+", text)], text))


def load_records(course_root: Path) -> dict[str, Record]:
    """Return by hash what was verified of the course in a folder; nothing if there is no file yet.

    Raises FlashcardsError if it is damaged.
    """
    try:
        text = load_text(course_root / RECORDS_FILE, MAX_RECORDS_BYTES)
        return _RECORDS.validate_json(text or "{}")
    except FileMissing:
        return {}
    except ValueError:
        raise FlashcardsError("verified.json is damaged; delete it and verify again") from None


def load_verified_versions(course: Course, base: Path) -> dict[str, str]:
    """Return by key of a code entry the newest PyTorch that it was verified on.

    `base` is the folder of the built-in course, where entries that the course uses were verified.
    """
    records = load_records(base) if course.origins else {}
    records |= load_records(Path(course.root))
    return {
        entry.key: sort_versions(record.torch)[-1]
        for deck in course.decks
        for entry in deck.entries
        if isinstance(entry, Code) and entry.is_python
        if (record := records.get(hash_code(entry))) and record.torch
    }


def record_verified(course: Course, report: VerifyReport) -> None:
    """Write what was verified on PyTorch into `decks/verified.json` of the course.

    Records that fit no entry any more are left out. An entry that did not run keeps its record of
    this version; one that went wrong loses it. One line an entry, so that changes read well.
    """
    machine, old = report.machine, load_records(Path(course.root))
    if not machine.torch:
        return
    verdicts = {entry.key: entry.verdict for entry in report.entries}
    lines = []
    for entry in sorted(list_code_entries(course), key=lambda entry: entry.key):
        name, verdict = hash_code(entry), verdicts.get(entry.key, "not run")
        versions = dict(old[name].torch) if name in old else {}
        if verdict == "verified":
            device = machine.device if entry.needs else "cpu"
            versions[machine.torch] = machine.platform, device
        elif verdict != "not run":
            versions.pop(machine.torch, None)
        if versions:
            ordered = {version: versions[version] for version in sort_versions(versions)}
            record = json.dumps({"key": entry.key, "torch": ordered})
            lines.append(f" {json.dumps(name)}: {record}")
    text = "{\n" + ",\n".join(lines) + "\n}\n"
    write_whole(Path(course.root, RECORDS_FILE), text.encode())
