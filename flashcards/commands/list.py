"""`ptquiz list`: what there is to learn, counted."""

from typing import Any

from flashcards.commands.context import Context
from flashcards.counts import count_course, list_keys
from flashcards.terminal.output import print_columns, print_json, print_line, print_lines
from flashcards.text.plain_text import format_count


def run_list(context: Context, keys: bool, as_json: bool) -> None:
    """Print decks, quizzes, kinds and tags with their counts, or entries with their keys."""
    lang = context.lang if as_json else context.language  # JSON is the same for everybody
    if keys:
        rows = list_keys(context.course, lang)
        if as_json:
            print_json(rows)
        else:
            print_columns([[*row.values()] for row in rows])
        return
    counts = count_course(context.course, lang)
    if as_json:
        print_json(counts)
        return
    print_line(f"{counts['title']}: {', '.join(_describe_counts(counts))}")
    for heading in ("languages", "stages", "kinds", "decks", "tags", "quizzes"):
        if counts[heading]:
            print_lines(["", heading.capitalize()])
            print_columns(
                [f"  {name}", *_describe_counts(row), row.get("title", "")]
                for name, row in counts[heading].items()
            )


def _describe_counts(row: dict[str, Any]) -> list[str]:
    """Return how many entries and cards something has, or how many questions a quiz asks."""
    if "questions" in row:
        count = row["questions"]
        return [format_count(count, "question") if count else "all its cards"]
    entries = format_count(row.get("entries", 0), "entry", "entries")
    return [entries, format_count(row.get("cards", 0), "card")]
