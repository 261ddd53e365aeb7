"""Walls around a snippet: memory, size of files, where it may write, the network.

`GUARD` is source for the Python that runs the snippets, which need not have this package.
It is called before PyTorch is imported; what it sets up holds for every process that comes
of it. Each wall is built where the system allows; `describe_walls` says which ones stand.

- memory: 8 GiB of data for each process (`RLIMIT_DATA`), no core dumps
- files: at most 1 GiB each (`RLIMIT_FSIZE`); writing only inside the snippet's folder and
  in /dev (Linux 5.13 and later, Landlock)
- network: an own, empty one with nothing but the loopback (Linux, network namespace)
"""

from __future__ import annotations

import json
import subprocess
import tempfile

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
        done = subprocess.run(
            [python, "-c", code, folder], capture_output=True, text=True, timeout=60, check=False
        )
    return [str(name) for name in json.loads(done.stdout)] if done.returncode == 0 else []
