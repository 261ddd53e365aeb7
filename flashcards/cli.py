"""The command line: one typer app. Every command, option, default and help text is here.

What a command does is in `commands`, imported when it is called. `run` alone knows exit codes.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args

import typer
from typer import Argument, Option

from flashcards import __version__
from flashcards.errors import (
    FlashcardsError,
    ProblemsFound,
    UsageError,
    did_you_mean,
    format_system_error,
)
from flashcards.terminal.output import make_line, print_line, print_lines

if TYPE_CHECKING:
    from flashcards.course.model import Course, Selection

DONE, PROBLEM, WRONG_USAGE, INTERRUPTED = 0, 1, 2, 130
LEARN, WRITE, TEACH = "Learn", "Write", "Teach"
"""Panels of the help page."""

app = typer.Typer(
    context_settings={"help_option_names": ["-h", "--help"]}, pretty_exceptions_enable=False
)
card = typer.Typer(no_args_is_help=True, help="Suspend, bury or flag cards.")
log = typer.Typer(no_args_is_help=True, help="Export or import your reviews.")
anki = typer.Typer(no_args_is_help=True, help="One memory with Anki: by an account or a file.")

Difficulty = StrEnum("Difficulty", "easy medium hard")
Format = Literal["web", "moodle", "canvas", "sheet", "csv", "json"]
Paper = Literal["a4", "letter"]


def check_line(text: str) -> str:
    """Return a text that a deck file can hold in one line. Raises typer.BadParameter."""
    if not text.strip() or make_line(text) != text:
        raise typer.BadParameter("give one line of text without control characters.")
    return text


def list_kinds() -> Sequence[str]:
    """Return the kinds of entries."""
    from flashcards.course.model import KINDS

    return KINDS


def check_kind(text: str) -> str:
    """Return the name of a kind of entries. Raises typer.BadParameter."""
    if text not in list_kinds():
        names = ", ".join(list_kinds())
        raise typer.BadParameter(
            f"'{text}' is not one of {names}.{did_you_mean(text, list_kinds())}"
        )
    return text


def complete(list_values: Callable[[Course], Iterable[str]]) -> Callable[..., list[str]]:
    """Return what offers a shell values of the course; nothing if that cannot be read."""

    def offer(ctx: typer.Context, incomplete: str) -> list[str]:
        from flashcards.course.load import load_course

        try:
            course = load_course(get_folder(ctx.params.get("course")))
        except Exception:  # whatever is wrong, a prompt is no place to say it
            return []
        # zsh evaluates what it is offered, so nothing that needs quotes
        values = (value for value in list_values(course) if re.fullmatch(r"[\w./-]+", value))
        return sorted({value for value in values if value.startswith(incomplete)})

    return offer


offer_quizzes = complete(lambda course: course.quizzes)
offer_decks = complete(lambda course: (deck.deck for deck in course.decks))
offer_keys = complete(lambda course: (e.key for deck in course.decks for e in deck.entries))

Names = list[str] | None
Stage = Annotated[list[int] | None, Option(min=1, max=9, metavar="N", help="Only this stage.")]
Kind = Annotated[
    Names,
    Option(parser=check_kind, metavar="KIND", help="Only this kind.", autocompletion=list_kinds),
]
Tag = Annotated[Names, Option(metavar="TAG", help="Only entries with this tag.")]
Deck = Annotated[Names, Option(metavar="DECK", help="Only this deck.", autocompletion=offer_decks)]
Key = Annotated[Names, Option(metavar="KEY", help="Only this entry.", autocompletion=offer_keys)]
Difficulties = Annotated[
    list[Difficulty] | None,
    Option("--difficulty", metavar="LEVEL", help=f"Only {', '.join(Difficulty)}."),
]
Exclude = Annotated[Names, Option(metavar="KEY", help="Not this entry.", autocompletion=offer_keys)]
QuizName = Annotated[
    str | None,
    Option(
        "--quiz", metavar="NAME|FILE", help="The cards of a quiz.", autocompletion=offer_quizzes
    ),
]
Lang = Annotated[str | None, Option(metavar="LANG", help="The language of the cards.")]
Count = Annotated[
    int | None, Option("--count", "-n", min=1, metavar="N", help="So many questions, or notes.")
]
Seed = Annotated[
    str | None, Option(parser=check_line, metavar="TEXT", help="Same seed, same draw.")
]
InCourse = Annotated[Path | None, Option("--course", metavar="DIR", help="A course of your own.")]
Folder = Annotated[
    Path | None, Argument(metavar="DIR", help="A course; default: the one you are in, or ours.")
]
Output = Annotated[
    Path | None,
    Option("--output", "-o", metavar="PATH", help="Default: into build/; '-' is standard output."),
]
Force = Annotated[bool, Option("--force", help="Replace whatever file is there.")]
Json = Annotated[bool, Option("--json", help="For programs instead of people.")]
Plain = Annotated[bool, Option("--plain", help="Line mode: nothing is redrawn.")]
Verbose = Annotated[bool, Option("--verbose", help="A line for everything, not only losses.")]
DryRun = Annotated[bool, Option("--dry-run", help="Only say what would happen.")]
Keys = Annotated[list[str], Argument(metavar="KEY", help="An entry, or a card such as leaf#1.")]
NewLang = Annotated[
    str, Option("--lang", metavar="LANG", help="The language that a new course is written in.")
]
NewForce = Annotated[bool, Option("--force", help="Also among other files, which are kept.")]
LogFile = Annotated[Path, Argument(metavar="FILE", help="JSON lines; '-' for a pipe.")]


def one_line(flag: str, help: str) -> Any:
    """Return an option whose value must fit into one line of a deck file."""
    return Option(flag, parser=check_line, metavar="TEXT", help=help)


def get_folder(course: Path | None, folder: Path | None = None) -> Path | None:
    """Return the course that was named, else the one of the working folder; None if built in."""
    from flashcards.commands.environment import find_course_folder

    if course and folder and course != folder:
        raise UsageError(f"two courses are given: {folder} and {course}", "--course")
    return course or folder or find_course_folder()


def select(
    stage: Sequence[int] | None = None,
    kind: Sequence[Any] | None = None,
    tag: Sequence[str] | None = None,
    deck: Sequence[str] | None = None,
    key: Sequence[str] | None = None,
    difficulty: Sequence[Any] | None = None,
    exclude: Sequence[str] | None = None,
) -> Selection:
    """Return the cards that a command line chooses."""
    from flashcards.course.model import Selection

    return Selection(
        stage=tuple(stage or ()),
        kind=tuple(kind or ()),
        tag=tuple(tag or ()),
        deck=tuple(deck or ()),
        key=tuple(key or ()),
        difficulty=tuple(name.value for name in difficulty or ()),
        exclude=tuple(exclude or ()),
    )


def print_version(wanted: bool) -> None:
    """Print the version and leave."""
    if wanted:
        print_line(f"ptquiz {__version__}")
        raise typer.Exit


def refuse_early_options(context: typer.Context) -> None:
    """Fail for options before a command, which would ignore them."""
    for parameter in context.command.params:
        source = context.get_parameter_source(parameter.name or "")
        if source and source.name == "COMMANDLINE":
            name, option = context.invoked_subcommand, parameter.opts[0]
            context.fail(f"'{option}' before '{name}' would be ignored; write it after '{name}'.")


# --- learn ----------------------------------------------------------------------------------------


@app.callback(
    invoke_without_command=True, help="PyTorch flashcards: without a command, the quiz starts."
)
@app.command(rich_help_panel=LEARN)
def quiz(
    context: typer.Context,
    stage: Stage = None,
    kind: Kind = None,
    tag: Tag = None,
    deck: Deck = None,
    key: Key = None,
    difficulty: Difficulties = None,
    exclude: Exclude = None,
    quiz: QuizName = None,
    lang: Lang = None,
    count: Count = None,
    new: Annotated[int | None, Option(min=0, metavar="N", help="New cards a day.")] = None,
    minutes: Annotated[
        float | None, Option(min=1, metavar="N", help="What a day may cost.")
    ] = None,
    seed: Seed = None,
    form: Annotated[
        Literal["single", "multiple", "type", "order", "match", "gap", "reveal", "points"] | None,
        Option(metavar="FORM", help="single, type, reveal …: where a card can."),
    ] = None,
    cram: Annotated[bool, Option("--cram", help="Ask all and keep no answer.")] = False,
    course: InCourse = None,
    plain: Plain = False,
    version: Annotated[
        bool,
        Option("--version", "-V", callback=print_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Ask what is due today, and new cards; the same without a command."""
    if context.invoked_subcommand:
        refuse_early_options(context)
        return
    from flashcards.commands.quiz import run_quiz

    selection = select(stage, kind, tag, deck, key, difficulty, exclude)
    run_quiz(
        get_folder(course), selection, quiz, lang, count, new, minutes, seed, form, cram, plain
    )


@app.command(rich_help_panel=LEARN)
def exam(
    name: Annotated[
        str | None,
        Argument(
            metavar="NAME",
            help="A quiz, or a quiz file; without it they are listed.",
            autocompletion=offer_quizzes,
        ),
    ] = None,
    result: Annotated[
        Path | None, Option(metavar="FILE", help="Write the result here, as JSON.")
    ] = None,
    force: Force = False,
    candidate: Annotated[
        str, Option("--name", metavar="TEXT", help="The candidate's name or id.")
    ] = "",
    lang: Lang = None,
    seed: Seed = None,
    fresh: Annotated[bool, Option("--fresh", help="Begin anew, not where you stopped.")] = False,
    course: InCourse = None,
    plain: Plain = False,
) -> None:
    """Take a quiz under exam rules: no feedback until the end.

    What was stopped goes on where it was, with its clock, when it is started again. This is
    practice: nobody watches, and the answers are in the deck files.
    """
    from flashcards.commands.exam import list_exams, run_exam

    if name is None:
        list_exams(course, lang)
        return
    run_exam(name, course, result, force, candidate, lang, seed, fresh, plain)


@app.command(rich_help_panel=LEARN)
def checklist(
    stage: Stage = None,
    lang: Lang = None,
    course: InCourse = None,
    as_json: Json = False,
    plain: Plain = False,
) -> None:
    """Show the concepts of each stage, ticked by what you remember."""
    print_progress("checklist", stage, lang, course, as_json, plain)


@app.command(rich_help_panel=LEARN)
def stats(
    stage: Stage = None,
    lang: Lang = None,
    course: InCourse = None,
    as_json: Json = False,
    plain: Plain = False,
) -> None:
    """Show how well you remember: retention, forecast, calendar, weak spots."""
    print_progress("stats", stage, lang, course, as_json, plain)


@app.command(rich_help_panel=LEARN)
def path(
    stage: Stage = None,
    lang: Lang = None,
    course: InCourse = None,
    as_json: Json = False,
    plain: Plain = False,
) -> None:
    """Show the stages, weeks and resources, and where you stand."""
    print_progress("path", stage, lang, course, as_json, plain)


def print_progress(
    name: str,
    stage: list[int] | None,
    lang: str | None,
    course: Path | None,
    as_json: bool,
    plain: bool,
) -> None:
    """Print a report about the learner."""
    from flashcards.commands.progress import print_report

    print_report(name, get_folder(course), stage, lang, as_json, plain)


@app.command(rich_help_panel=LEARN)
def glossary(
    words: Annotated[
        list[str] | None,
        Argument(metavar="WORD", help="Only terms with this word, in any language."),
    ] = None,
    lang: Lang = None,
    course: InCourse = None,
    as_json: Json = False,
    plain: Plain = False,
) -> None:
    """Show the terms of the course, with their English and what they mean."""
    from flashcards.commands.progress import show_glossary

    show_glossary(get_folder(course), words or (), lang, as_json, plain)


@app.command(rich_help_panel=LEARN)
def goal(
    day: Annotated[
        datetime | None,
        Argument(metavar="DATE", formats=["%Y-%m-%d"], help="Such as 2027-01-31."),
    ] = None,
    stage: Annotated[
        int | None, Option(min=1, max=9, metavar="N", help="Every card up to this stage.")
    ] = None,
    remove: Annotated[bool, Option("--remove", help="Learn without a date again.")] = False,
    lang: Lang = None,
    course: InCourse = None,
) -> None:
    """Learn up to a stage by a date: every day says how many new cards that takes."""
    from flashcards.commands.goal import run_goal

    run_goal(get_folder(course), day and day.date(), stage, remove, lang)


@app.command(rich_help_panel=LEARN)
def config(
    name: Annotated[
        Literal["language", "stage", "new", "minutes", "retention", "width"] | None,
        Argument(metavar="NAME", help="A setting; without it, all are shown."),
    ] = None,
    value: Annotated[
        str | None,
        Argument(metavar="VALUE", help="What it is from now on; 'default' takes it back."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Show or change settings: language, stage, new, minutes, retention, width.

    They are kept in one file of the learner's folder, which may also be written by hand.
    """
    from flashcards.commands.config import run_config

    run_config(name, value, as_json)


@app.command(rich_help_panel=LEARN)
def optimize(
    apply: Annotated[bool, Option("--apply", help="Use them, if they are better.")] = False,
    reset: Annotated[bool, Option("--reset", help="Take them back.")] = False,
    as_json: Json = False,
) -> None:
    """Fit the FSRS parameters to your own answers and show what they would change.

    Nothing is changed without --apply. It needs Anki's engine: pip install 'ptquiz\\[anki]'.
    """
    from flashcards.commands.optimize import run_optimize

    run_optimize(apply, reset, as_json)


@card.command("list")
def card_list(lang: Lang = None, course: InCourse = None, as_json: Json = False) -> None:
    """Show the cards that are suspended, buried or flagged."""
    from flashcards.commands.card import list_marked_cards

    list_marked_cards(get_folder(course), lang, as_json)


@card.command("suspend")
def card_suspend(keys: Keys, lang: Lang = None, course: InCourse = None) -> None:
    """Ask these cards no more, until you restore them."""
    change_marks("suspend", keys, lang, course)


@card.command("restore")
def card_restore(keys: Keys, lang: Lang = None, course: InCourse = None) -> None:
    """Ask suspended or buried cards again."""
    change_marks("restore", keys, lang, course)


@card.command("bury")
def card_bury(keys: Keys, lang: Lang = None, course: InCourse = None) -> None:
    """Leave these cards until tomorrow."""
    change_marks("bury", keys, lang, course)


@card.command("flag")
def card_flag(keys: Keys, lang: Lang = None, course: InCourse = None) -> None:
    """Flag these cards, to find them again with 'ptquiz card list'."""
    change_marks("flag", keys, lang, course)


@card.command("unflag")
def card_unflag(keys: Keys, lang: Lang = None, course: InCourse = None) -> None:
    """Take the flag off these cards."""
    change_marks("unflag", keys, lang, course)


def change_marks(name: str, keys: list[str], lang: str | None, course: Path | None) -> None:
    """Set or remove marks of cards."""
    from flashcards.commands.card import change_marks

    change_marks(name, keys, get_folder(course), lang)


@log.command("export")
def log_export(file: LogFile, force: Force = False) -> None:
    """Write every review, and what you decided about cards, as one JSON object a line."""
    from flashcards.commands.log import export_log

    export_log(file, force)


@log.command("import")
def log_import(file: LogFile) -> None:
    """Add reviews from JSON lines; those that are here already stay as they are."""
    from flashcards.commands.log import import_log

    import_log(file)


@anki.command("login")
def anki_login(
    server: Annotated[
        str | None, Option(metavar="URL", help="A sync server of your own; without it AnkiWeb.")
    ] = None,
    password_stdin: Annotated[
        bool, Option("--password-stdin", help="Read name and password as two lines.")
    ] = False,
) -> None:
    """Log in to AnkiWeb or a server of your own; only a key is kept, never the password."""
    from flashcards.commands.anki import login

    login(server, password_stdin)


@anki.command("logout")
def anki_logout() -> None:
    """Forget the key and our copy of your collection; your answers stay."""
    from flashcards.commands.anki import logout

    logout()


@anki.command("status")
def anki_status(course: InCourse = None, as_json: Json = False) -> None:
    """Show the server, the last sync, what waits, and which deck Anki has."""
    from flashcards.commands.anki import show_status

    show_status(get_folder(course), as_json)


@anki.command("sync")
def anki_sync(
    dry_run: DryRun = False,
    add_deck: Annotated[
        bool, Option("--add-deck", help="Add our deck to your collection, if it is not there.")
    ] = False,
    lang: Lang = None,
    course: InCourse = None,
    as_json: Json = False,
) -> None:
    """Make Anki and the terminal know the same answers."""
    from flashcards.commands.anki import sync

    sync(get_folder(course), dry_run, add_deck, lang, as_json)


@anki.command("pull")
def anki_pull(
    file: Annotated[
        Path,
        Argument(metavar="FILE", help="A .colpkg or .apkg that Anki exported with your progress."),
    ],
    course: InCourse = None,
) -> None:
    """Take your answers from a file that Anki exported; no account is needed."""
    from flashcards.commands.anki import pull

    pull(file, get_folder(course))


for name, group in {"card": card, "log": log, "anki": anki}.items():
    app.add_typer(group, name=name, rich_help_panel=LEARN)


# --- write ----------------------------------------------------------------------------------------


@app.command(rich_help_panel=WRITE)
def new(
    name: Annotated[str, Argument(parser=check_line, metavar="NAME", help="The folder to make.")],
    title: Annotated[str | None, one_line("--title", "The title of the course.")] = None,
    author: Annotated[str | None, one_line("--author", "Who writes it.")] = None,
    lang: NewLang = "en",
    force: NewForce = False,
) -> None:
    """Make a course folder that checks and builds.

    It gets an id of its own, so that its keys never meet those of another course.
    """
    from flashcards.commands.new import run_new

    run_new(name, title, author, lang, force)


@app.command("import", rich_help_panel=WRITE)
def import_material(
    files: Annotated[
        list[Path],
        Argument(
            metavar="FILE",
            help="A table (.csv, .tsv, .xlsx, .ods), an Anki package (.apkg, .colpkg) or Moodle "
            "XML.",
        ),
    ],
    output: Annotated[
        Path,
        Option("--output", "-o", metavar="DIR", help="The course folder; made if it is not there."),
    ],
    mapping: Annotated[
        str | None, one_line("--map", "What the columns of a table are: question=Front,answer=2.")
    ] = None,
    title: Annotated[str | None, one_line("--title", "The title of a new course.")] = None,
    author: Annotated[str | None, one_line("--author", "Who writes a new course.")] = None,
    lang: NewLang = "en",
    dry_run: DryRun = False,
    verbose: Verbose = False,
    force: NewForce = False,
    as_json: Json = False,
) -> None:
    """Make a course of existing material, or add it to one as new decks.

    Questions that the course has already are left out, and nothing that is there is changed.
    """
    from flashcards.commands.import_material import run_import

    run_import(files, output, mapping, title, author, lang, dry_run, verbose, force, as_json)


@app.command(rich_help_panel=WRITE)
def check(
    folder: Folder = None,
    course: InCourse = None,
    strict: Annotated[bool, Option("--strict", help="Fail on warnings too.")] = False,
    verbose: Annotated[
        bool, Option("--verbose", help="Every warning, also where many are alike.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Find every mistake in a course, with file, line and column.

    Warnings are about cards that are valid but hard to learn or easy to guess.
    """
    from flashcards.commands.check import run_check

    run_check(get_folder(course, folder), strict, verbose, as_json)


@app.command("list", rich_help_panel=WRITE)
def list_course(
    folder: Folder = None,
    course: InCourse = None,
    lang: Lang = None,
    keys: Annotated[bool, Option("--keys", help="Every entry with its key.")] = False,
    stage: Stage = None,
    kind: Kind = None,
    tag: Tag = None,
    deck: Deck = None,
    difficulty: Difficulties = None,
    as_json: Json = False,
) -> None:
    """Count the cards of decks, quizzes, kinds and tags.

    A choice of entries lists these with their keys.
    """
    from flashcards.commands.list import run_list

    selection = select(stage, kind, tag, deck, difficulty=difficulty)
    run_list(get_folder(course, folder), selection, lang, keys, as_json)


@app.command(rich_help_panel=WRITE)
def preview(
    folder: Folder = None,
    course: InCourse = None,
    output: Output = None,
    force: Force = False,
    stage: Stage = None,
    kind: Kind = None,
    tag: Tag = None,
    deck: Deck = None,
    key: Key = None,
    difficulty: Difficulties = None,
    exclude: Exclude = None,
    quiz: QuizName = None,
    lang: Annotated[
        str | None, Option(metavar="LANG", help="The language of the cards, or 'all'.")
    ] = None,
    count: Count = None,
    seed: Seed = None,
) -> None:
    """Write one HTML page that shows every card as Anki will.

    Search, filters, night and phone are on the page; it needs no network.
    """
    from flashcards.commands.preview import run_preview

    selection = select(stage, kind, tag, deck, key, difficulty, exclude)
    run_preview(get_folder(course, folder), selection, output, force, quiz, lang, count, seed)


@app.command(rich_help_panel=WRITE)
def build(
    folder: Folder = None,
    course: InCourse = None,
    output: Output = None,
    force: Force = False,
    release: Annotated[
        bool, Option("--release", help="Write the lock: this is a release.")
    ] = False,
    forget: Annotated[
        Names, Option(metavar="KEY", help="Drop a released key that has vanished from the lock.")
    ] = None,
    name: Annotated[str | None, one_line("--name", "Another name for the deck.")] = None,
    style: Annotated[
        Path | None, Option(metavar="FILE.css", help="Own rules after those of the cards.")
    ] = None,
    stage: Stage = None,
    kind: Kind = None,
    tag: Tag = None,
    deck: Deck = None,
    key: Key = None,
    difficulty: Difficulties = None,
    exclude: Exclude = None,
    quiz: QuizName = None,
    lang: Lang = None,
    count: Count = None,
    seed: Seed = None,
) -> None:
    """Write an Anki package that learners can import again and again."""
    from flashcards.anki.build import BuildRequest
    from flashcards.commands.build import run_build

    selection = select(stage, kind, tag, deck, key, difficulty, exclude)
    request = BuildRequest(
        output, selection, quiz, lang, count, seed, name, style, release, tuple(forget or ())
    )
    run_build(get_folder(course, folder), request, force)


@app.command(rich_help_panel=WRITE)
def translate(
    folder: Folder = None,
    course: InCourse = None,
    lang: Annotated[
        str | None,
        Option(
            metavar="LANG", help="The language; without it the first besides that of the decks."
        ),
    ] = None,
    todo: Annotated[
        bool, Option("--todo", help="All that is missing or stale, promised or not.")
    ] = False,
    template: Annotated[
        list[str] | None, Option(metavar="KEY", help="Print the texts of this entry to fill in.")
    ] = None,
    accept: Annotated[
        list[str] | None, Option(metavar="KEY", help="It fits today's English; 'all' for all.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Show what is missing or stale in another language, and accept what was checked again."""
    from flashcards.commands.translate import run_translate

    run_translate(get_folder(course, folder), lang, todo, template or (), accept or (), as_json)


@app.command(rich_help_panel=WRITE)
def verify(
    folder: Folder = None,
    course: InCourse = None,
    key: Key = None,
    python: Annotated[str | None, Option(metavar="PATH", help="A Python that has PyTorch.")] = None,
    record: Annotated[
        bool, Option("--record", help="Write what was verified to decks/verified.json.")
    ] = False,
    trust: Annotated[
        bool, Option("--trust", help="Run the code of a stranger's course without asking.")
    ] = False,
    seconds: Annotated[float, Option(metavar="N", help="Time limit for each entry.")] = 180,
    jobs: Annotated[int, Option(min=1, metavar="N", help="Entries run at a time.")] = 2,
    as_json: Json = False,
) -> None:
    """Run every code entry on PyTorch, and look up every torch name.

    What cannot run here (no GPU) is reported as not run, never as verified. A course that
    is not the built-in one is somebody's code: it runs after a yes, or with --trust.
    """
    from flashcards.commands.verify import run_verify

    run_verify(get_folder(course, folder), key or (), python, record, trust, seconds, jobs, as_json)


@app.command(rich_help_panel=WRITE)
def schema() -> None:
    """Print the JSON Schema of deck, quiz, course, resource and translation files."""
    from flashcards.course.schema import course_schema
    from flashcards.terminal.output import print_json

    print_json(course_schema())


# --- teach ----------------------------------------------------------------------------------------


@app.command(rich_help_panel=TEACH)
def export(
    format_name: Annotated[
        Format, Argument(metavar="FORMAT", help=f"{', '.join(get_args(Format))}.")
    ],
    folder: Folder = None,
    course: InCourse = None,
    output: Output = None,
    force: Force = False,
    verbose: Verbose = False,
    strict: Annotated[bool, Option("--strict", help="Write nothing if anything is lost.")] = False,
    dry_run: DryRun = False,
    title: Annotated[str | None, one_line("--title", "The title of the quiz.")] = None,
    author: Annotated[str | None, one_line("--author", "Whose quiz it is.")] = None,
    course_title: Annotated[str | None, one_line("--course-title", "As it is printed.")] = None,
    points: Annotated[
        float | None, Option(min=0, max=1000, metavar="N", help="What a question is worth.")
    ] = None,
    forms: Annotated[
        str | None, Option(metavar="A,B,C", help="sheet: names of forms or students.")
    ] = None,
    one_file: Annotated[bool, Option("--one-file", help="sheet: all forms in one file.")] = False,
    paper: Annotated[Paper | None, Option(metavar="SIZE", help="sheet: a4 or letter.")] = None,
    date: Annotated[str | None, one_line("--date", "sheet: printed as it is.")] = None,
    browser: Annotated[Path | None, Option(metavar="PATH", help="sheet: prints a .pdf.")] = None,
    stage: Stage = None,
    kind: Kind = None,
    tag: Tag = None,
    deck: Deck = None,
    key: Key = None,
    difficulty: Difficulties = None,
    exclude: Exclude = None,
    quiz: QuizName = None,
    lang: Lang = None,
    count: Count = None,
    seed: Seed = None,
    as_json: Json = False,
) -> None:
    """Write questions for a class: web, moodle, canvas, sheet (a printed exam), csv or json.

    Says how many questions were kept, and what the others lost. 'web' writes a page to study
    in: a folder for any host, or one file if its name ends in .html. A .pdf is printed by a
    Chrome, Chromium or Edge. --dry-run says counts, points and the score of guessing.
    """
    from flashcards.commands.export import ExportRequest, Printing, QuizChanges, run_export

    request = ExportRequest(
        format_name=format_name,
        output=output,
        force=force,
        selection=select(stage, kind, tag, deck, key, difficulty, exclude),
        quiz=quiz,
        changes=QuizChanges(title, author, course_title, points, count, seed, lang),
        printing=Printing(forms, one_file, paper, date, browser),
        verbose=verbose,
        strict=strict,
        dry_run=dry_run,
        as_json=as_json,
    )
    run_export(get_folder(course, folder), request)


@app.command(rich_help_panel=TEACH)
def results(
    files: Annotated[
        list[Path],
        Argument(
            metavar="FILE",
            help="Results of 'ptquiz exam', answers with their key (.xlsx, .ods, CSV), or folders "
            "of them.",
        ),
    ],
    output: Annotated[
        list[Path] | None,
        Option("--output", "-o", metavar="FILE", help="Write the report: .html or .csv."),
    ] = None,
    force: Force = False,
    names: Annotated[
        bool, Option("--names/--no-names", help="Say who is who, or number people by rank.")
    ] = True,
    pass_mark: Annotated[
        float | None,
        Option(min=0, max=100, metavar="N", help="Percent to pass, instead of the exam's own."),
    ] = None,
    attempt: Annotated[
        Literal["best", "first", "last", "all"], Option(help="Which attempts of one person count.")
    ] = "best",
    as_json: Json = False,
    plain: Plain = False,
    verbose: Verbose = False,
) -> None:
    """Show scores and item analysis of a class, from result files and answers on paper.

    Per person score, pass and time; per question share right, discrimination, time and how
    often each answer was given; reliability, keys to look at.
    """
    from flashcards.commands.results import run_results

    run_results(files, output or (), force, names, pass_mark, attempt, as_json, plain, verbose)


# --- exit codes -----------------------------------------------------------------------------------


def main() -> None:
    """Run the command line of this process and leave with its exit code."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # it was closed before the start (`>&-`)
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # characters that it cannot show are spelled out
            stream.reconfigure(errors="backslashreplace")
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run one command line and return its exit code: every known problem is one message."""
    command = typer.main.get_command(app)
    try:
        code = command.main(args=arguments, prog_name="ptquiz", standalone_mode=False)
        return code if isinstance(code, int) else DONE
    except SystemExit as left:
        return left.code if isinstance(left.code, int) else DONE
    except KeyboardInterrupt:
        return INTERRUPTED
    except typer.Abort:
        return PROBLEM
    except typer.TyperException as error:
        context = getattr(error, "ctx", None)
        if not error.format_message():  # the help page was printed
            return WRONG_USAGE
        head = (
            [context.get_usage(), f"Try '{context.command_path} -h' for help."] if context else []
        )
        return fail(WRONG_USAGE, *head, f"Error: {error.format_message()}")
    except UsageError as error:
        return fail(WRONG_USAGE, f"Error: Invalid value for {error.option}: {error}")
    except ProblemsFound as error:
        return fail(PROBLEM, *list_problems(error))
    except FlashcardsError as error:
        return fail(PROBLEM, *filter(None, [str(error)]))
    except OSError as error:
        return fail(PROBLEM, format_system_error(error))


def list_problems(error: ProblemsFound) -> list[str]:
    """Return a line for each problem, and how many there are."""
    lines = [str(problem) for problem in error.problems]
    if error.unsaid:
        lines.append(f"and {error.unsaid} more lines like these")
    elif len(error.problems) > 1:
        lines.append(f"{len(error.problems)} problems")
    return lines


def fail(code: int, *lines: str) -> int:
    """Print why a command failed, and return its exit code."""
    with contextlib.suppress(OSError):
        print_lines(lines, sys.stderr)
    return code
