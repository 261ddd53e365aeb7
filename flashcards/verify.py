"""Code entries run on the real PyTorch, and what was verified.

Each entry runs from a file in a process of its own, which has a time limit and, where the system
has the `resource` module, 1 GiB a file and, where there is no GPU, 8 GiB of memory. Nothing else
holds a stranger's code back, so whoever runs it is asked before. `decks/verified.json` has a line
for each entry, by the hash of its code and output, with the versions of PyTorch on which it printed
what its card says. A changed entry has another hash, so an old record never vouches for it. Each
variant of an entry whose numbers change is a program of its own.
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
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, NamedTuple

from pydantic import BaseModel, TypeAdapter

from flashcards.course.checks import ValuePath
from flashcards.course.model import Code, Course
from flashcards.course.variants import PRINTS, find_unprinted, list_variants
from flashcards.course.yaml_file import MAX_FILE_BYTES, YamlFile
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


class Program(NamedTuple):
    """What is run: an entry, or one of its variants with its number, from 1."""

    entry: Code
    variant: int = 0
    is_new: bool = False
    """Whether nobody wrote yet what it prints."""


Verdict = Literal["verified", "wrong", "failed", "not run", "new"]


@dataclass(frozen=True)
class Verification:
    """What became of one program, and what is wrong with it."""

    key: str
    verdict: Verdict
    detail: str = ""
    variant: int = 0
    """That of the entry which ran, from 1; 0 if there is only one."""
    printed: str = ""
    """What a new one printed."""


@dataclass(frozen=True)
class VerifyReport:
    """One verification for each program that was to be run."""

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


def list_programs(entry: Code) -> list[Program]:
    """Return what is run of an entry: all its variants."""
    new, first = find_unprinted(entry), 1 if entry.vary else 0
    variants = enumerate(list_variants(entry), first)
    return [Program(variant, number, number in new) for number, variant in variants]


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
    programs = [program for entry in entries for program in list_programs(entry)]
    with ThreadPoolExecutor(jobs) as pool:
        done = pool.map(lambda each: verify_program(each, machine, environ, seconds), programs)
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


def verify_program(
    program: Program, machine: Machine, environ: Mapping[str, str], seconds: float
) -> Verification:
    """Return whether a program prints what its card says; it may take so many seconds."""
    entry, number, is_new = program

    def report(verdict: Verdict, detail: str = "", printed: str = "") -> Verification:
        return Verification(entry.key, verdict, detail, number, printed)

    if "cuda" in entry.needs and not machine.cuda:
        return report("not run", f"needs {', '.join(entry.needs)}")
    needs_torch = machine.torch and "torch" in entry.program
    code = f"import torch\n{entry.program}" if needs_torch else entry.program  # cards omit it
    try:
        exit_code, out, err = run_code(code, machine.python, environ, seconds, cuda=machine.cuda)
    except subprocess.TimeoutExpired:
        return report("failed", f"ran longer than {seconds:g} seconds")
    if exit_code != 0:
        last = (err.strip().splitlines() or ["no message"])[-1]
        return report("failed", f"exit code {exit_code}: {last}")
    printed, expected = normalize_output(out), normalize_output(entry.prints)
    if is_new:
        return report("new", f"printed {printed!r}; --write puts that into the deck", printed)
    if printed != expected:
        return report("wrong", f"printed {out.rstrip()!r}, and the card says {expected!r}")
    return report("verified")


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
    """Return by key of a code entry the newest PyTorch that all its variants were verified on.

    `base` is the folder of the built-in course, where entries that the course uses were verified.
    """
    records = load_records(base) if course.origins else {}
    records |= load_records(Path(course.root))
    verified = {}
    for entry in (entry for deck in course.decks for entry in deck.entries):
        if isinstance(entry, Code) and entry.is_python:
            programs = map(hash_code, list_variants(entry))
            versions = [{*records[name].torch} if name in records else set() for name in programs]
            if everywhere := set.intersection(*versions):
                verified[entry.key] = sort_versions(everywhere)[-1]
    return verified


def record_verified(course: Course, report: VerifyReport) -> None:
    """Write what was verified on PyTorch into `decks/verified.json` of the course.

    Records that fit no entry any more are left out. An entry that did not run keeps its record of
    this version; one that went wrong loses it. One line an entry, so that changes read well.
    """
    machine, old = report.machine, load_records(Path(course.root))
    if not machine.torch:
        return
    verdicts = {(done.key, done.variant): done.verdict for done in report.entries}
    lines = []
    entries = sorted(list_code_entries(course), key=lambda entry: entry.key)
    for entry, number, _ in (program for each in entries for program in list_programs(each)):
        name, verdict = hash_code(entry), verdicts.get((entry.key, number), "not run")
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


def write_outputs(course: Course, report: VerifyReport) -> VerifyReport:
    """Write what new programs printed into the author's files; then they are verified.

    Nothing else in a file changes. Raises FlashcardsError if an output cannot be written.
    """
    entries = []
    for done in report.entries:
        if done.verdict == "new":
            _write_output(course, done)
            done = replace(done, verdict="verified", detail="written")
        entries.append(done)
    return replace(report, entries=tuple(entries))


def _write_output(course: Course, done: Verification) -> None:
    """Write what a program printed into its deck, behind the code or the values."""
    file = course.places[done.key].file
    path = Path(course.root, file[file.rindex("decks/") :])
    source = YamlFile(load_text(path, MAX_FILE_BYTES).encode(), file)
    number, fields = next(
        (number, entry)
        for number, entry in enumerate(source.fields["entries"])
        if entry["key"] == done.key
    )
    at: ValuePath = ("entries", number)
    if done.variant:
        fields, at = fields["vary"][done.variant - 1], (*at, "vary", done.variant - 1)
    after = [name for name in fields if done.variant or name in ("code", "key", "setup")]
    output = f"{done.printed}\n" if "\n" in done.printed else done.printed
    written = source.add_field(at, PRINTS, output, after)
    fields[PRINTS] = output
    changed = YamlFile(written.encode(), file)
    if changed.problems or changed.data != source.data:
        place = source.locate(at)
        raise FlashcardsError(f"{place}: write what '{done.key}' prints by hand: {done.printed!r}")
    write_whole(path, written.encode())
