"""What `import` and `new --from` share: the map of columns, the language, and the report."""

from __future__ import annotations

from flashcards.commands.options import Option
from flashcards.commands.shared_options import FORCE, one_line
from flashcards.commands.speaker import Speaker
from flashcards.importing.report import ImportReport
from flashcards.terminal.output import print_line, print_lines
from flashcards.words.message import Message

MAP = one_line("mapping", "--map", "help-import-map", "metavar-columns")

DECK_LANG = Option(
    "language", ("--lang",), "help-import-lang", default="en", metavar="metavar-lang"
)

FORCE_FOLDER = FORCE._replace(help="help-import-force")

_COUNTED = {
    "new": "import_new",
    "known": "import_known",
    "left out": "import_left_out",
}
"""What is said of how many items of a status there are."""


def print_report(
    speaker: Speaker, report: ImportReport, dry_run: bool = False, verbose: bool = False
) -> None:
    """What was guessed, a line for each item with a note, and the counts.

    Items without a note are only counted, or come first if everything is to be told.
    """
    words = speaker.words
    lines = [*report.notices, *report.list_lines(everything=verbose)]
    print_lines(map(words.render, lines))
    counts = [words.say(_COUNTED[status], n=number) for status, number in report.count().items()]
    told = words.say("comma").join(counts) or words.say("import_nothing")
    told += f"{words.say('colon')}{report.folder}"
    remark = words.say("remark", text=words.say("import_not_written")) if dry_run else ""
    print_line(f"{told}{remark}")
    if report.written:
        speaker.print(Message("next-command", command=f"ptquiz check {report.folder}"))
