"""Every module can be imported where the modules of POSIX are missing, as on Windows."""

import subprocess
import sys

IMPORT_ALL = """
import importlib, pkgutil, sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name in ("termios", "fcntl", "resource", "pwd"):
            raise ImportError(name)

sys.meta_path.insert(0, Missing())
for name in ("termios", "fcntl", "resource", "pwd"):
    sys.modules.pop(name, None)
import flashcards
for module in pkgutil.walk_packages(flashcards.__path__, "flashcards."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)
"""


def test_every_module_is_imported_without_the_modules_of_posix():
    done = subprocess.run([sys.executable, "-c", IMPORT_ALL], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
