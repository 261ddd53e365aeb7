"""PDF: the pages of an exam, printed by a browser that is installed here.

It runs without a window and without the network, in a profile of its own that is gone
afterwards, and may take two minutes for a page.
"""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from flashcards.errors import FlashcardsError

PATIENCE = 120.0
"""Seconds for one page."""
_FLAGS = (
    "--headless",
    "--disable-gpu",
    "--disable-extensions",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--no-default-browser-check",
    "--no-pdf-header-footer",
    "--host-resolver-rules=MAP * ~NOTFOUND",
)
_PAGE = re.compile(rb"/Type\s*/Page\b")


def print_page(html: bytes, browser: Path, seconds: float = PATIENCE) -> bytes:
    """A page as the browser prints it. Raises FlashcardsError if it prints none."""
    with TemporaryDirectory(prefix="ptquiz-", ignore_cleanup_errors=True) as name:
        folder = Path(name).resolve()
        page, paper = folder / "exam.html", folder / "exam.pdf"
        page.write_bytes(html)
        flags = [*_FLAGS, f"--user-data-dir={folder / 'profile'}", f"--print-to-pdf={paper}"]
        if hasattr(os, "geteuid") and os.geteuid() == 0:
            flags.append("--no-sandbox")  # it has none for root
        try:
            subprocess.run(
                [browser, *flags, page.as_uri()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=seconds,
            )
            pdf = paper.read_bytes()
        except (OSError, subprocess.TimeoutExpired):
            pdf = b""
    if not (pdf.startswith(b"%PDF") and pdf.rstrip().endswith(b"%%EOF")):
        raise FlashcardsError(
            f"{browser} did not print a PDF; name another browser with --browser, "
            "or take .html and print that page in any browser, with headers and footers off"
        )
    return pdf


def count_pages(pdf: bytes) -> int:
    """How many pages the paper has, as browsers write it."""
    return len(_PAGE.findall(pdf))
