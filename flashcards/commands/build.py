"""`ptquiz build`: a course, or a choice of its cards, to an Anki package."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from flashcards.commands.options import Option
from flashcards.commands.shared_options import (
    FILTERS,
    FOLDER,
    LANG,
    NOTES,
    QUIZ,
    SEED,
    check_line,
    list_keys,
)
from flashcards.errors import UsageError
from flashcards.terminal.output import print_lines

WITH_RETIRED = Option(
    "with_retired", ("--with-retired",), "Also retired cards, for learners who have them.",
    value=bool, default=False,
)  # fmt: skip
NAME = Option("name", ("--name",), "Another name for the deck.", check=check_line)
NAMESPACE = Option(
    "namespace", ("--namespace",), "A copy with its own cards, apart from the main deck.",
    check=check_line,
)  # fmt: skip
OPTIONS = (
    FOLDER,
    Option("output", ("--output", "-o"), "Default: into build/.", value=Path, metavar="FILE"),
    Option(
        "release", ("--release",), "Write the lock: this is a release.", value=bool, default=False
    ),
    Option(
        "restamp", ("--restamp",), "Send this entry again to all learners.", many=True,
        metavar="KEY", complete=list_keys,
    ),
    WITH_RETIRED,
    NAME,
    NAMESPACE,
    Option(
        "style", ("--style",), "Own rules; only with --namespace.", value=Path, metavar="FILE.css"
    ),
    Option(
        "logo", ("--logo",), "On every card; only with --namespace.", value=Path, metavar="FILE"
    ),
    *FILTERS,
    QUIZ,
    LANG,
    NOTES,
    SEED,
)  # fmt: skip


def run(**values: Any) -> None:
    """Write an Anki package that learners can import again and again."""
    from flashcards.anki.build_record import load_last_summary, load_tool_version
    from flashcards.cache import Cache
    from flashcards.paths import cache_folder

    if (values["style"] or values["logo"]) and not values["namespace"]:
        raise UsageError(
            "would change the look of every deck of your learners; give --namespace too.",
            "--style" if values["style"] else "--logo",
        )
    job = "\n".join([str(Path.cwd()), os.environ.get("SOURCE_DATE_EPOCH", ""), repr(values)])
    summary = load_last_summary(Cache(cache_folder()), job, load_tool_version())
    if summary is not None:
        print_lines(["Nothing has changed.", *summary])
        return
    from flashcards.anki.build import BuildRequest, build_package
    from flashcards.model import Selection

    choice = Selection(**{option.name: values.pop(option.name) for option in FILTERS})
    order = BuildRequest(**{**values, "choice": choice, "namespace": values["namespace"] or ""})
    print_lines(build_package(order, job))
