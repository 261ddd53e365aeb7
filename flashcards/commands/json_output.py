"""Values for programs, on standard output."""

from __future__ import annotations

import json
import sys
from typing import Any


def print_json(value: Any) -> None:
    """Prints JSON; letters that the terminal's encoding may lack are escaped."""
    only_ascii = not (sys.stdout.encoding or "").lower().startswith("utf")
    print(json.dumps(value, ensure_ascii=only_ascii, indent=2))
