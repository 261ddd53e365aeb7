"""Stand-ins for PyTorch, so that the machinery is tested without it."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

FAKE_TORCH = """\
__version__ = "2.13.0+cpu"
class cuda:
    @staticmethod
    def is_available(): return False
def ones(n): return [1.0] * n
def old():
    '''Adds.

    .. deprecated:: 2.1
    '''
def trace(f):
    import warnings
    warnings.warn("`torch.trace` is deprecated. Please switch.", DeprecationWarning)
def load(f, legacy=None):
    import warnings
    warnings.warn("`legacy` is deprecated.", DeprecationWarning)
def warning(): return "DeprecationWarning"
"""
NEW_TORCH = (
    FAKE_TORCH.replace("2.13.0+cpu", "2.15.0")
    .replace('"DeprecationWarning"', '"FutureWarning"')
    .replace("def old", "def newer")
)


@pytest.fixture
def make_python(tmp_path: Path) -> Callable[[str, str], str]:
    """Makes a Python of some name whose `import torch` gives this module."""

    def make(name: str, torch: str) -> str:
        lib = tmp_path / f"lib-{name}"
        lib.mkdir()
        (lib / "torch.py").write_text(torch)
        script = tmp_path / name
        script.write_text(f'#!/bin/sh\nPYTHONPATH="{lib}" exec "{sys.executable}" "$@"\n')
        script.chmod(0o755)
        return str(script)

    return make


@pytest.fixture
def python(make_python: Callable[[str, str], str]) -> str:
    """A Python with the stand-in of PyTorch 2.13.0."""
    return make_python("python", FAKE_TORCH)


@pytest.fixture
def newer(make_python: Callable[[str, str], str]) -> str:
    """A Python with the stand-in of PyTorch 2.15.0, where `warning` differs and `old` is gone."""
    return make_python("newer", NEW_TORCH)


@pytest.fixture
def bare(make_python: Callable[[str, str], str]) -> str:
    """A Python without PyTorch."""
    return make_python("bare", "raise ImportError('no torch here')\n")
