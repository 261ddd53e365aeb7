"""The environment in which a measured process runs: a user's, with a home of its own."""

import os
from pathlib import Path

ROOT = Path(__file__).parents[1]


def make_environment(home: Path | str, **more: str) -> dict[str, str]:
    """Variables for a process of this checkout; its modules are compiled once, as for users."""
    kept = {name: text for name, text in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPATH": str(ROOT), "PTQUIZ_HOME": str(home), **more}
