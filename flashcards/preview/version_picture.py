"""How an open page learns that it was written again: by the width of a picture beside it.

A page that was opened as a file may read no other file, but it may show a picture, and it
sees how wide that is.
"""

from __future__ import annotations

from pathlib import Path

from flashcards.outputs import Outputs

_DOT = bytes.fromhex("0100800000000000ffffff2c0000000001000100000202440100" + "3b")


def find_version_picture(page: Path) -> Path:
    """Where the picture of a page is: `preview.html.watch`."""
    return page.with_name(f"{page.name}.watch")


def write_version_picture(page: Path, version: int, outputs: Outputs) -> None:
    """Write a GIF that is `version` columns wide, 1 to 65,535. Raises FlashcardsError."""
    header = b"GIF89a" + version.to_bytes(2, "little")
    outputs.write(find_version_picture(page), header + _DOT, "watch")
