"""A Python that has PyTorch loaded and runs each snippet in a process forked from it.

Importing PyTorch takes seconds, forking a process that has it takes milliseconds.
A snippet still runs from a file, alone, with its own streams and time limit.
What fails here is judged by a fresh process, so a fork can never fail a card.
"""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType

from flashcards.verify.sandbox import GUARD

MOST_OUTPUT = 1_000_000
"""Bytes of what a snippet prints that are read."""

_SERVER = r"""
import json, os, runpy, signal, sys, tempfile, time
try:
    build_walls(sys.argv[1], memory=sys.argv[2:] != ["cuda"])
except ImportError:
    pass
import torch
try:
    import torch._dynamo  # what optimizers and compilers load, in seconds
except Exception:
    pass

def child(job):
    os.setsid()
    os.chdir(job["folder"])
    os.environ.clear()
    os.environ.update(job["env"])
    tempfile.tempdir = None  # theirs, not ours
    for number, name in ((0, os.devnull), (1, "out"), (2, "err")):
        flags = os.O_RDONLY if number == 0 else os.O_WRONLY | os.O_CREAT
        os.dup2(os.open(name, flags, 0o600), number)
    sys.argv = [job["path"]]
    sys.path[0] = job["folder"]
    code = 0
    try:
        runpy.run_path(job["path"], run_name="__main__")
    except SystemExit as left:
        code = left.code if isinstance(left.code, int) else 0 if left.code is None else 1
    except BaseException:
        sys.excepthook(*sys.exc_info())
        code = 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
    return code

def wait(pid, seconds):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        done, status = os.waitpid(pid, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.005)
    os.killpg(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    return None

for line in sys.stdin:
    job = json.loads(line)
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            code = child(job)
        finally:
            import atexit
            atexit._run_exitfuncs()
            os._exit(code & 255)
    print(json.dumps(wait(pid, job["seconds"])), flush=True)
"""


class WarmPython:
    """Runs snippets one after another in forks of one Python."""

    def __init__(self, python: str, environ: Mapping[str, str], *, cuda: bool = False) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="ptquiz-")
        arguments = [self._folder.name, *(["cuda"] if cuda else [])]
        self._server = subprocess.Popen(
            [python, "-c", GUARD + _SERVER, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**environ, "PYTHONHASHSEED": "0", "TMPDIR": self._folder.name},
        )

    def __enter__(self) -> WarmPython:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._server.kill()
        self._server.communicate()
        self._folder.cleanup()

    def run_code(self, code: str, environ: Mapping[str, str], seconds: float) -> str | None:
        """What a snippet prints, or None if it did not end well within so many seconds.

        `{folder}` in a value of the environment stands for the snippet's own folder.
        """
        with tempfile.TemporaryDirectory(prefix="card-", dir=self._folder.name) as folder:
            path = Path(folder) / "card.py"
            path.write_text(code, encoding="utf-8")
            own = {name: value.replace("{folder}", folder) for name, value in environ.items()}
            job = {"path": str(path), "folder": folder, "env": own, "seconds": seconds}
            if self._ask(job) != 0:
                return None
            return read_output(Path(folder) / "out")

    def _ask(self, job: Mapping[str, object]) -> object:
        assert self._server.stdin is not None
        assert self._server.stdout is not None
        try:
            self._server.stdin.write(json.dumps(job) + "\n")
            self._server.stdin.flush()
            return json.loads(self._server.stdout.readline())
        except (OSError, ValueError):
            return None


def read_output(path: Path) -> str:
    """What a snippet wrote, but not more than `MOST_OUTPUT` of it."""
    with path.open("rb") as file:
        return file.read(MOST_OUTPUT).decode("utf-8", errors="replace")
