"""A stand-in for PyTorch, so that the machinery is tested without it."""

import sys
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
"""


@pytest.fixture
def python(tmp_path: Path) -> str:
    """A Python whose `import torch` gives the stand-in."""
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "torch.py").write_text(FAKE_TORCH)
    script = tmp_path / "python"
    script.write_text(f'#!/bin/sh\nPYTHONPATH="{tmp_path}/lib" exec "{sys.executable}" "$@"\n')
    script.chmod(0o755)
    return str(script)
