"""The command line: one typer app. Every command, option, default and help text is here.

What a command does is in `commands`, imported when it is called. `run` alone knows exit codes.
"""

import contextlib
import gc
import io
import os
import shlex
import sys
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Annotated, Literal, get_args

import typer
from typer import Argument, Option

from flashcards import __version__, options
from flashcards.errors import (
    AlreadyReported,
    FlashcardsError,
    ProblemsFound,
    UsageError,
    format_system_error,
)
from flashcards.options import Names, check_line, make_context, select
from flashcards.terminal.output import make_line, print_json, print_line, print_lines

DONE, PROBLEM, WRONG_USAGE, INTERRUPTED = 0, 1, 2, 130
LEARN, WRITE, TEACH = "Learn", "Write", "Teach"
"""Panels of the help page."""
Format = Literal["web", "moodle", "canvas", "sheet", "csv", "json"]
SHEET_OPTIONS = ("forms", "one_file", "paper", "date", "browser")
"""Parameters of `export` that only a printed exam has."""
QUIZ_OPTIONS = ("title", "author", "course_title", "points", "strict", "dry_run")
"""Those that a page to study in does not have."""

app = typer.Typer(
    context_settings={"help_option_names": ["-h", "--help"]}, pretty_exceptions_enable=False
)
card = typer.Typer(no_args_is_help=True, help="Show, find, suspend, bury or flag cards.")
log = typer.Typer(no_args_is_help=True, help="Export or import your reviews.")
anki = typer.Typer(no_args_is_help=True, help="One memory with Anki: by an account or a file.")


def print_version(wanted: bool) -> None:
    """Print the version and leave."""
    if wanted:
        print_line(f"ptquiz {__version__}")
        raise typer.Exit


def refuse_options(ctx: typer.Context, message: str, names: Sequence[str] = ()) -> None:
    """Fail for options that were given and would be ignored: those of these names, or any."""
    for parameter in ctx.command.params:
        source = ctx.get_parameter_source(parameter.name or "")
        if source and source.name == "COMMANDLINE" and (not names or parameter.name in names):
            ctx.fail(message.format(parameter.opts[0]))


# --- learn ----------------------------------------------------------------------------------------


@app.callback(
    invoke_without_command=True, help="PyTorch flashcards: without a command, the quiz starts."
)
@app.command(rich_help_panel=LEARN)
def quiz(
    ctx: typer.Context,
    stage: options.Stage = None,
    kind: options.Kind = None,
    tag: options.Tag = None,
    deck: options.Deck = None,
    key: options.Key = None,
    difficulty: options.Level = None,
    exclude: options.Exclude = None,
    quiz: options.Quiz = None,
    lang: options.Lang = None,
    count: options.Count = None,
    new: Annotated[int | None, Option(min=0, metavar="N", help="New cards a day.")] = None,
    minutes: Annotated[float | None, Option(min=1, metavar="N", help="Of a day, at most.")] = None,
    seed: options.Seed = None,
    form: Annotated[
        options.Form | None, Option(metavar="FORM", help="single, type …: where a card can.")
    ] = None,
    cram: Annotated[bool, Option("--cram", help="Ask all and keep no answer.")] = False,
    course: options.InCourse = None,
    plain: options.Plain = False,
    version: Annotated[
        bool,
        Option("--version", "-V", callback=print_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Ask what is due today, and new cards; the same without a command."""
    if name := ctx.invoked_subcommand:
        refuse_options(ctx, f"'{{}}' before '{name}' would be ignored; write it after '{name}'.")
        return
    from flashcards.commands.quiz import run_quiz
    from flashcards.study.session import StudyRequest

    cards = select(stage, kind, tag, deck, key, difficulty, exclude)
    request = StudyRequest(limit=count, seed=seed or "", form=form, cram=cram)
    run_quiz(make_context(course, lang), cards, request, quiz, new, minutes, plain)


@app.command(rich_help_panel=LEARN)
def exam(
    ctx: typer.Context,
    name: Annotated[str | None, Argument(metavar="NAME", help="A quiz.")] = None,
    result: Annotated[Path | None, Option(help="Write the result here, as JSON.")] = None,
    force: options.Force = False,
    candidate: Annotated[str, Option("--name", help="The candidate's name or id.")] = "",
    lang: options.Lang = None,
    seed: options.Seed = None,
    fresh: Annotated[bool, Option("--fresh", help="Begin anew, not where you stopped.")] = False,
    course: options.InCourse = None,
    plain: options.Plain = False,
) -> None:
    """Take a quiz under exam rules: no feedback until the end. Without a name, list them.

    What was stopped goes on where it was, with its clock, when it is started again. This is
    practice: nobody watches, and the answers are in the deck files.
    """
    from flashcards.commands.quiz import list_exams, run_exam

    context = make_context(course, lang)
    if name is None:
        list_exams(context)
        return
    command = shlex.join(word for word in ctx.obj if word not in ("--fresh", "--force"))
    run_exam(context, name, result, force, candidate, seed, fresh, plain, f"ptquiz {command}")


@app.command("path", rich_help_panel=LEARN, help="Show the stages, weeks and resources.")
@app.command("stats", rich_help_panel=LEARN, help="Show how well you remember.")
@app.command("checklist", rich_help_panel=LEARN, help="Show which concepts you remember.")
def report(
    ctx: typer.Context,
    stage: options.Stage = None,
    lang: options.Lang = None,
    course: options.InCourse = None,
    as_json: options.Json = False,
    plain: options.Plain = False,
) -> None:
    """Show where the learner stands."""
    from flashcards.commands.reports import print_report

    context = make_context(course, lang)
    print_report(context, ctx.command.name or "", stage or (), as_json, plain)


@app.command(rich_help_panel=LEARN)
def glossary(
    words: Annotated[Names, Argument(metavar="WORD", help="Only terms with this word.")] = None,
    lang: options.Lang = None,
    course: options.InCourse = None,
    as_json: options.Json = False,
    plain: options.Plain = False,
) -> None:
    """Show the terms of the course, with their English and what they mean."""
    from flashcards.commands.reports import show_glossary

    show_glossary(make_context(course, lang), words or (), as_json, plain)


@app.command(rich_help_panel=LEARN)
def goal(
    day: Annotated[
        date | None, Argument(parser=date.fromisoformat, metavar="DATE", help="As 2027-01-31.")
    ] = None,
    stage: Annotated[int | None, Option(min=1, max=9, help="Every card up to this.")] = None,
    remove: Annotated[bool, Option("--remove", help="Learn without a date again.")] = False,
    lang: options.Lang = None,
    course: options.InCourse = None,
) -> None:
    """Learn up to a stage by a date: every day says how many new cards that takes."""
    from flashcards.commands.settings import run_goal

    run_goal(make_context(course, lang), day, stage, remove)


@app.command(rich_help_panel=LEARN)
def config(
    name: Annotated[
        Literal["language", "stage", "new", "minutes", "retention"] | None,
        Argument(metavar="NAME", help="A setting; without it, all are shown."),
    ] = None,
    value: Annotated[str | None, Argument(metavar="VALUE", help="Or 'default'.")] = None,
    as_json: options.Json = False,
) -> None:
    """Show or change a setting for good; 'default' takes it back."""
    from flashcards.commands.settings import run_config

    run_config(name, value, as_json)


@app.command(rich_help_panel=LEARN)
def optimize(
    apply: Annotated[bool, Option("--apply", help="Use them, if they are better.")] = False,
    reset: Annotated[bool, Option("--reset", help="Take them back.")] = False,
    as_json: options.Json = False,
) -> None:
    """Fit the FSRS parameters to your own answers and show what they would change.

    Nothing is changed without --apply. It needs Anki's engine: pip install 'ptquiz\\[anki]'.
    """
    from flashcards.commands.log import run_optimize

    run_optimize(apply, reset, as_json)


@card.command("list")
def card_list(
    lang: options.Lang = None, course: options.InCourse = None, as_json: options.Json = False
) -> None:
    """Show the cards that are suspended, buried or flagged."""
    from flashcards.commands.reports import list_marked_cards

    list_marked_cards(make_context(course, lang), as_json)


@card.command("show")
def card_show(
    keys: options.Keys, lang: options.Lang = None, course: options.InCourse = None
) -> None:
    """Show cards with their answers, their history and when they are asked next."""
    from flashcards.commands.reports import show_cards

    show_cards(make_context(course, lang), keys)


@card.command("find")
def card_find(
    words: Annotated[list[str], Argument(metavar="WORDS", help="Words of question or answer.")],
    lang: options.Lang = None,
    course: options.InCourse = None,
) -> None:
    """Find the cards that have all of these words."""
    from flashcards.commands.reports import find_cards

    find_cards(make_context(course, lang), words)


@card.command("unflag", help="Take the flag off these cards.")
@card.command("flag", help="Flag these cards, to find them again with 'ptquiz card list'.")
@card.command("bury", help="Leave these cards until tomorrow.")
@card.command("restore", help="Ask suspended or buried cards again.")
@card.command("suspend", help="Ask these cards no more, until you restore them.")
def mark(
    ctx: typer.Context,
    keys: options.Keys,
    lang: options.Lang = None,
    course: options.InCourse = None,
) -> None:
    """Set or remove marks of cards."""
    from flashcards.commands.reports import change_marks

    change_marks(make_context(course, lang), ctx.command.name or "", keys)


@log.command("export")
def log_export(file: options.LogFile, force: options.Force = False) -> None:
    """Write every review, and what you decided about cards, as one JSON object a line."""
    from flashcards.commands.log import export_log

    export_log(file, force)


@log.command("import")
def log_import(file: options.LogFile) -> None:
    """Add reviews from JSON lines; those that are here already stay as they are."""
    from flashcards.commands.log import import_log

    import_log(file)


@anki.command("login")
def anki_login(
    server: Annotated[str, Option(help="A sync server of your own; without it AnkiWeb.")] = "",
    password_stdin: Annotated[
        bool, Option("--password-stdin", help="Read name and password as two lines.")
    ] = False,
) -> None:
    """Log in to AnkiWeb or a server of your own; only a key is kept, never the password."""
    from flashcards.commands.anki import login
    from flashcards.commands.context import get_stdin

    if password_stdin:
        name, password = (get_stdin().readline(10_000).rstrip("\r\n") for _ in range(2))
        if not password:
            raise UsageError("give name and password, each on its line.", "--password-stdin")
    else:
        name = typer.prompt("Name or e-mail address")
        password = typer.prompt("Password", hide_input=True)
    login(server, name, password)


@anki.command("logout")
def anki_logout() -> None:
    """Forget the key and our copy of your collection; your answers stay."""
    from flashcards.commands.anki import logout

    logout()


@anki.command("status")
def anki_status(as_json: options.Json = False) -> None:
    """Show the server, the last sync and what waits."""
    from flashcards.commands.anki import show_status

    show_status(as_json)


@anki.command("sync")
def anki_sync(
    dry_run: options.DryRun = False,
    add_deck: Annotated[bool, Option("--add-deck", help="Add our deck, if it is missing.")] = False,
    lang: options.Lang = None,
    course: options.InCourse = None,
    as_json: options.Json = False,
) -> None:
    """Make Anki and the terminal know the same answers."""
    from flashcards.commands.anki import sync

    sync(make_context(course, lang), dry_run, add_deck, as_json)


@anki.command("pull")
def anki_pull(
    file: Annotated[Path, Argument(metavar="FILE", help="A .colpkg or .apkg with your progress.")],
) -> None:
    """Take your answers from a file that Anki exported; no account is needed."""
    from flashcards.commands.anki import pull

    pull(file)


for name, group in {"card": card, "log": log, "anki": anki}.items():
    app.add_typer(group, name=name, rich_help_panel=LEARN)


# --- write ----------------------------------------------------------------------------------------


@app.command(rich_help_panel=WRITE)
def new(
    name: Annotated[str, Argument(parser=check_line, metavar="NAME", help="The folder to make.")],
    title: options.Title = None,
    author: options.Author = "the author",
    lang: options.NewLang = "en",
    force: options.NewForce = False,
) -> None:
    """Make a course folder that checks and builds.

    It gets an id of its own, so that its keys never meet those of another course.
    """
    from flashcards.course.new_course import write_new_course

    write_new_course(Path(name), title=title, author=author, lang=lang, force=force)
    place, package = map(shlex.quote, (name, f"{Path(name).resolve().name}.apkg"))
    print_line(f"made {name}. Next:")
    print_line(f"  edit   {place}/decks/first.yaml")
    print_line(f"  check  ptquiz check {place}")
    print_line(f"  study  ptquiz --course {place}")
    print_line(f"  build  ptquiz build {place} -o {package}")


@app.command("import", rich_help_panel=WRITE)
def import_material(
    files: Annotated[
        list[Path],
        Argument(metavar="FILE", help=".csv, .tsv, .xlsx, .ods, .apkg, .colpkg or Moodle XML."),
    ],
    output: Annotated[Path, Option("--output", "-o", help="The course, made if it is not there.")],
    mapping: Annotated[str, Option("--map", help="Columns: question=Front,answer=2.")] = "",
    title: options.Title = None,
    author: options.Author = "the author",
    lang: options.NewLang = "en",
    dry_run: options.DryRun = False,
    verbose: options.Verbose = False,
    force: options.NewForce = False,
    as_json: options.Json = False,
) -> None:
    """Make a course of existing material, or add it to one as new decks.

    Questions that the course has already are left out, and nothing that is there is changed.
    """
    from flashcards.commands.import_material import run_import

    run_import(files, output, mapping, title, author, lang, dry_run, verbose, force, as_json)


@app.command(rich_help_panel=WRITE)
def check(
    folder: options.Folder = None,
    course: options.InCourse = None,
    strict: options.Strict = False,
    verbose: options.Verbose = False,
    as_json: options.Json = False,
) -> None:
    """Find every mistake in a course, with file, line and column.

    Warnings are about cards that are valid but hard to learn or easy to guess.
    """
    from flashcards.commands.check import run_check

    run_check(make_context(course, folder=folder), strict, verbose, as_json)


@app.command("list", rich_help_panel=WRITE)
def list_course(
    folder: options.Folder = None,
    course: options.InCourse = None,
    lang: options.Lang = None,
    keys: Annotated[bool, Option("--keys", help="Every entry with its key.")] = False,
    stage: options.Stage = None,
    kind: options.Kind = None,
    tag: options.Tag = None,
    deck: options.Deck = None,
    difficulty: options.Level = None,
    as_json: options.Json = False,
) -> None:
    """Count the cards of decks, quizzes, kinds and tags; a choice of entries lists their keys."""
    from flashcards.commands.list import run_list

    cards = select(stage, kind, tag, deck, difficulty=difficulty)
    run_list(make_context(course, lang, folder), cards, keys, as_json)


@app.command(rich_help_panel=WRITE)
def preview(
    folder: options.Folder = None,
    course: options.InCourse = None,
    output: options.Output = None,
    force: options.Force = False,
    stage: options.Stage = None,
    kind: options.Kind = None,
    tag: options.Tag = None,
    deck: options.Deck = None,
    key: options.Key = None,
    difficulty: options.Level = None,
    exclude: options.Exclude = None,
    quiz: options.Quiz = None,
    lang: Annotated[str | None, Option(help="The language of the cards, or 'all'.")] = None,
    count: options.Count = None,
    seed: options.Seed = None,
) -> None:
    """Write one HTML page that shows every card as Anki will.

    Search, filters, night and phone are on the page; it needs no network.
    """
    from flashcards.commands.export import write_page

    cards = select(stage, kind, tag, deck, key, difficulty, exclude)
    context = make_context(course, lang, folder, fresh=True)
    write_page(context, cards, quiz, count, seed, output, force, is_preview=True)


@app.command(rich_help_panel=WRITE)
def build(
    folder: options.Folder = None,
    course: options.InCourse = None,
    output: options.Output = None,
    force: options.Force = False,
    release: Annotated[bool, Option("--release", help="Write the lock: a release.")] = False,
    forget: Annotated[Names, Option(help="Drop a vanished key from the lock.")] = None,
    name: Annotated[str | None, Option(parser=check_line, help="Of the deck in Anki.")] = None,
    style: Annotated[Path | None, Option(help="CSS after that of the cards.")] = None,
    stage: options.Stage = None,
    kind: options.Kind = None,
    tag: options.Tag = None,
    deck: options.Deck = None,
    key: options.Key = None,
    difficulty: options.Level = None,
    exclude: options.Exclude = None,
    quiz: options.Quiz = None,
    lang: options.Lang = None,
    count: options.Count = None,
    seed: options.Seed = None,
) -> None:
    """Write an Anki package that learners can import again and again."""
    from flashcards.anki.build import BuildRequest
    from flashcards.commands.export import run_build

    cards = select(stage, kind, tag, deck, key, difficulty, exclude)
    request = BuildRequest(
        output, cards, quiz, lang, count, seed, name, style, release, tuple(forget or ())
    )
    run_build(make_context(course, lang, folder, fresh=True), request, force)


@app.command(rich_help_panel=WRITE)
def translate(
    folder: options.Folder = None,
    course: options.InCourse = None,
    lang: Annotated[str | None, Option(help="Default: the first that is not the decks'.")] = None,
    todo: Annotated[bool, Option("--todo", help="All that is missing, promised or not.")] = False,
    template: Annotated[Names, Option(help="Print the texts of this entry to fill in.")] = None,
    accept: Annotated[Names, Option(help="It fits today's English; 'all' for all.")] = None,
    as_json: options.Json = False,
) -> None:
    """Show what is missing or stale in another language, and accept what was checked again."""
    from flashcards.commands.check import run_translate

    context = make_context(course, lang, folder, fresh=True)
    run_translate(context, todo, template or (), accept or (), as_json)


@app.command(rich_help_panel=WRITE)
def verify(
    folder: options.Folder = None,
    course: options.InCourse = None,
    key: options.Key = None,
    python: Annotated[str, Option(help="A Python that has PyTorch.")] = sys.executable,
    record: Annotated[bool, Option("--record", help="Write decks/verified.json.")] = False,
    trust: Annotated[bool, Option("--trust", help="Run a stranger's code unasked.")] = False,
    seconds: Annotated[float, Option(help="Time limit for each entry.")] = 180,
    jobs: Annotated[int, Option(min=1, help="Entries run at a time.")] = 2,
    as_json: options.Json = False,
) -> None:
    """Run every code entry on PyTorch, and look up every torch name.

    What cannot run here (no GPU) is reported as not run, never as verified. A course that
    is not the built-in one is somebody's code: it runs after a yes, or with --trust.
    """
    from flashcards.commands.check import describe_risk, run_verify
    from flashcards.commands.context import is_terminal

    loaded = make_context(course, folder=folder, fresh=True).course
    if not trust and (risk := describe_risk(loaded)):
        if not is_terminal():
            raise FlashcardsError(f"{risk}; give --trust if you trust its author")
        if not typer.confirm(make_line(f"{risk}. Run it?")):
            raise AlreadyReported
    run_verify(loaded, key or (), python, record, seconds, jobs, as_json)


@app.command(rich_help_panel=WRITE)
def schema() -> None:
    """Print the JSON Schema of deck, quiz, course, resource and translation files."""
    from flashcards.course.new_course import course_schema

    print_json(course_schema())


# --- teach ----------------------------------------------------------------------------------------


@app.command(rich_help_panel=TEACH)
def export(
    ctx: typer.Context,
    format_name: Annotated[Format, Argument(metavar="FORMAT", help=", ".join(get_args(Format)))],
    folder: options.Folder = None,
    course: options.InCourse = None,
    output: options.Output = None,
    force: options.Force = False,
    verbose: options.Verbose = False,
    strict: options.Strict = False,
    dry_run: options.DryRun = False,
    title: options.Title = None,
    author: Annotated[str | None, Option(parser=check_line, help="Whose quiz it is.")] = None,
    course_title: Annotated[str | None, Option(parser=check_line, help="As printed.")] = None,
    points: Annotated[float | None, Option(min=0, max=1000, help="Of each question.")] = None,
    forms: Annotated[str, Option(help="sheet: names of forms or students.")] = "A",
    one_file: Annotated[bool, Option("--one-file", help="sheet: all forms in one.")] = False,
    paper: Annotated[Literal["a4", "letter"], Option(help="sheet: its size.")] = "a4",
    date: Annotated[str | None, Option(parser=check_line, help="sheet: as printed.")] = None,
    browser: Annotated[Path | None, Option(help="sheet: prints a .pdf.")] = None,
    stage: options.Stage = None,
    kind: options.Kind = None,
    tag: options.Tag = None,
    deck: options.Deck = None,
    key: options.Key = None,
    difficulty: options.Level = None,
    exclude: options.Exclude = None,
    quiz: options.Quiz = None,
    lang: options.Lang = None,
    count: options.Count = None,
    seed: options.Seed = None,
    as_json: options.Json = False,
) -> None:
    """Write questions for a class: web, moodle, canvas, sheet (a printed exam), csv or json.

    'web' is a page to study in: a folder for any host, or one file if its name ends in .html. A
    .pdf of 'sheet' is printed by a Chrome, Chromium or Edge.
    """
    from flashcards.commands import export as commands

    if format_name != "sheet":
        refuse_options(ctx, "only 'export sheet' has '{}'.", SHEET_OPTIONS)
    context = make_context(course, lang, folder, fresh=True)
    cards = select(stage, kind, tag, deck, key, difficulty, exclude)
    if format_name == "web":
        refuse_options(ctx, "'export web' does not have '{}'.", QUIZ_OPTIONS)
        commands.write_page(context, cards, quiz, count, seed, output, force, as_json=as_json)
        return
    changes = {"title": title, "author": author, "course": course_title, "points": points}
    changes |= {"count": count, "seed": seed}
    sheet = commands.make_printing(output, forms, one_file, paper, date, browser)
    exam = commands.choose_quiz(context, cards, quiz, changes, shuffle=format_name == "sheet")
    if dry_run:
        commands.print_summary(context.course, exam, cards, as_json)
    else:
        commands.write_quiz(
            context.course, exam, format_name, cards, sheet, output, force, strict, verbose, as_json
        )


@app.command(rich_help_panel=TEACH)
def results(
    files: Annotated[
        list[Path],
        Argument(metavar="FILE", help="Results of 'ptquiz exam', tables of answers, or folders."),
    ],
    output: Annotated[list[Path] | None, Option("--output", "-o", help=".html or .csv.")] = None,
    force: options.Force = False,
    names: Annotated[bool, Option(help="Say who is who, or number people by rank.")] = True,
    pass_mark: Annotated[float | None, Option(min=0, max=100, help="Percent to pass.")] = None,
    attempt: Annotated[
        Literal["best", "first", "last", "all"], Option(help="Which attempts of a person count.")
    ] = "best",
    as_json: options.Json = False,
    plain: options.Plain = False,
    verbose: options.Verbose = False,
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
    gc.set_threshold(100_000)  # a course is many objects that stay, and few cycles
    command = typer.main.get_command(app)
    try:
        code = command.main(
            args=[*arguments], prog_name="ptquiz", standalone_mode=False, obj=arguments
        )
        return code if isinstance(code, int) else DONE
    except SystemExit as left:
        return left.code if isinstance(left.code, int) else DONE
    except KeyboardInterrupt:
        return INTERRUPTED
    except typer.Abort:
        return fail(INTERRUPTED, "Aborted.")
    except typer.TyperException as error:
        message = error.format_message().replace("Value error, ", "")  # pydantic's words
        if not message:  # the help page was printed
            return WRONG_USAGE
        lines = [f"Error: {message}"]
        if ctx := getattr(error, "ctx", None):
            lines = [ctx.get_usage(), f"Try '{ctx.command_path} -h' for help.", *lines]
        return fail(WRONG_USAGE, *lines)
    except UsageError as error:
        return fail(WRONG_USAGE, f"Error: Invalid value for {error.option}: {error}")
    except ProblemsFound as error:
        count = len(error.problems)
        more = [f"{count} problems"] if count > 1 else []
        return fail(PROBLEM, *map(str, error.problems), *more)
    except FlashcardsError as error:
        return fail(PROBLEM, *filter(None, [str(error)]))
    except OSError as error:
        return fail(PROBLEM, format_system_error(error))


def fail(code: int, *lines: str) -> int:
    """Print why a command failed, and return its exit code."""
    with contextlib.suppress(OSError):
        print_lines(lines, sys.stderr)
    return code
