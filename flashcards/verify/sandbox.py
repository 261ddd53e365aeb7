"""Processes that run snippets: walls around them, and a Python that has PyTorch loaded.

`GUARD` is source for the Python that runs the snippets, which need not have this package.
It is called before PyTorch is imported; what it sets up holds for every process that comes
of it. Each wall is built where the system allows; `find_walls` says which ones stand.

- memory: 8 GiB of data for each process (`RLIMIT_DATA`), no core dumps
- files: at most 1 GiB each (`RLIMIT_FSIZE`); writing only inside the snippet's folder and
  in /dev (Linux 5.13 and later, Landlock)
- network: an own, empty one with nothing but the loopback (Linux, network namespace)

Importing PyTorch takes seconds, forking a process that has it takes milliseconds: a
`PreloadedPython` runs each snippet in a fork, still from a file, alone, with its own streams and
time limit. What fails there is judged by a fresh process, so a fork can never fail a card.
"""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

WALLS = ("memory", "file size", "network", "writing outside its folder")

GUARD = r"""
def build_walls(folder, memory=True):
    import ctypes, fcntl, os, resource, socket, struct, sys

    libc = ctypes.CDLL(None, use_errno=True)
    built = []

    def limit(name, most):
        which = getattr(resource, name)
        hard = resource.getrlimit(which)[1]
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(which, (most, most))

    def limit_memory():
        limit("RLIMIT_CORE", 0)
        limit("RLIMIT_DATA", 8 << 30)

    def limit_files():
        limit("RLIMIT_FSIZE", 1 << 30)

    def leave_network():
        user, group = os.getuid(), os.getgid()
        flags = 0x40000000 | (0 if user == 0 else 0x10000000)
        if libc.unshare(flags):
            raise OSError(ctypes.get_errno(), "unshare")
        if user:
            for name, text in (("setgroups", "deny"), ("uid_map", f"{user} {user} 1"),
                               ("gid_map", f"{group} {group} 1")):
                with open(f"/proc/self/{name}", "w") as file:
                    file.write(text)
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as door:
            fcntl.ioctl(door, 0x8914, struct.pack("16sH14x", b"lo", 0x1 | 0x40))

    def restrict_writing():
        execute = libc.syscall
        version = execute(444, None, ctypes.c_size_t(0), 1)
        if version < 1 or sys.maxsize < 2 ** 32:
            raise OSError("no Landlock")
        bits = (1, 4, 5, 6, 7, 8, 9, 10, 11, 12, *((13,) if version > 1 else ()),
                *((14,) if version > 2 else ()))
        writing = sum(1 << bit for bit in bits)
        rules = execute(444, ctypes.byref(ctypes.c_uint64(writing)), ctypes.c_size_t(8), 0)
        if rules < 0:
            raise OSError(ctypes.get_errno(), "landlock")
        change = writing & (1 << 1 | 1 << 14)
        for path, allowed in ((folder, writing), ("/dev/shm", writing), ("/dev", change),
                              ("/proc", change)):
            if not os.path.exists(path):
                continue
            place = os.open(path, os.O_PATH | os.O_CLOEXEC)
            rule = ctypes.create_string_buffer(struct.pack("=Qi", allowed, place), 12)
            failed = execute(445, rules, 1, rule, 0)
            os.close(place)
            if failed:
                raise OSError(ctypes.get_errno(), "landlock")
        if libc.prctl(38, 1, 0, 0, 0) or execute(446, rules, 0):
            raise OSError(ctypes.get_errno(), "landlock")
        os.close(rules)

    walls = {"memory": limit_memory, "file size": limit_files, "network": leave_network,
             "writing outside its folder": restrict_writing}
    if not memory:
        del walls["memory"]
    for name, build in walls.items():
        try:
            build()
            built.append(name)
        except (OSError, ValueError, AttributeError, ImportError):
            pass
    return built
"""


def make_launcher() -> str:
    """Source that builds the walls around the folder `argv[1]` and becomes Python on `argv[2]`.

    With a third argument `cuda`, memory is not limited: the driver takes a lot of it.
    """
    return f"{GUARD}\nimport os, sys\n" + (
        "try:\n    build_walls(sys.argv[1], memory=sys.argv[3:] != ['cuda'])\n"
        "except ImportError:\n    pass\n"
        "os.execv(sys.executable, [sys.executable, sys.argv[2]])\n"
    )


def find_walls(python: str) -> list[str]:
    """The walls that can be built here around what this Python runs; none on Windows."""
    code = f"{GUARD}\nimport json, sys\nprint(json.dumps(build_walls(sys.argv[1])))"
    with tempfile.TemporaryDirectory(prefix="ptquiz-") as folder:
        try:
            return [str(name) for name in ask_python(python, code, folder, seconds=60)]
        except PythonFailed:
            return []


class PythonFailed(Exception):
    """What a Python printed instead of an answer."""


def ask_python(python: str, code: str, *arguments: str, given: str = "", seconds: float) -> Any:
    """What a program prints as JSON on its last line, `given` its input. Raises PythonFailed."""
    command, error = [python, "-c", code, *arguments], ""
    try:
        done = subprocess.run(
            command, input=given, capture_output=True, text=True, timeout=seconds, check=False
        )
        error = done.stderr
        return json.loads(done.stdout.splitlines()[-1])
    except (OSError, subprocess.TimeoutExpired, ValueError, IndexError):
        raise PythonFailed(error) from None


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


class PreloadedPython:
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

    def __enter__(self) -> PreloadedPython:
        return self

    def __exit__(self, *raised: object) -> None:
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
