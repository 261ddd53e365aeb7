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
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args

import typer
from typer import Argument, Option

from flashcards import __version__, commands
from flashcards.errors import AlreadyReported, FlashcardsError, ProblemsFound, UsageError
from flashcards.terminal.output import make_line, print_json, print_line, print_lines

if TYPE_CHECKING:
    from flashcards.commands.context import Context
    from flashcards.selection import CardChoice

DONE, PROBLEM, WRONG_USAGE, INTERRUPTED = 0, 1, 2, 130
LEARN, WRITE, TEACH = "Learn", "Write", "Teach"
"""Panels of the help page."""
SHEET_OPTIONS = ("forms", "one_file", "paper", "date", "browser")
"""Parameters of `export` that only a printed exam has."""
QUIZ_OPTIONS = ("title", "points", "dry_run", "verbose")
"""Those that a page to study in does not have."""


def check_line(text: str) -> str:
    """Return a text that a deck file can hold in one line. Raises typer.BadParameter."""
    if not text.strip() or make_line(text) != text:
        raise typer.BadParameter("give one line of text without control characters.")
    return text


# Written again here, so that --help loads no models; a test holds them together.
Difficulty = StrEnum("Difficulty", "easy medium hard")
EntryKind = StrEnum("EntryKind", "concept term compare code choose order cloze recall")
Form = Literal["single", "multiple", "type", "order", "match", "gap", "reveal", "points"]
Format = Literal["web", "moodle", "canvas", "sheet", "csv", "json"]
Setting = Literal["language", "stage", "new", "minutes", "ask", "retention"]
Attempt = Literal["best", "first", "last", "all"]
Names = list[str] | None

Stage = Annotated[list[int] | None, Option(min=1, max=9, metavar="N", help="Only this stage.")]
Kind = Annotated[list[EntryKind] | None, Option(metavar="KIND", help="Only this kind.")]
Tag = Annotated[Names, Option(metavar="TAG", help="Only entries with this tag.")]
Deck = Annotated[Names, Option(metavar="DECK", help="Only this deck.")]
Key = Annotated[Names, Option(metavar="KEY", help="Only this entry.")]
Level = Annotated[list[Difficulty] | None, Option(metavar="LEVEL", help="easy, medium, hard.")]
Exclude = Annotated[Names, Option(metavar="KEY", help="Not this entry.")]
ExcludeDeck = Annotated[Names, Option(metavar="DECK", help="Not this deck.")]
Quiz = Annotated[str | None, Option(metavar="NAME|FILE", help="The cards of a quiz.")]
Lang = Annotated[str | None, Option(metavar="LANG", help="The language of the cards.")]
Count = Annotated[int | None, Option("--count", "-n", min=1, metavar="N", help="So many.")]
Seed = Annotated[str | None, Option(parser=check_line, metavar="TEXT", help="For the same draw.")]
Title = Annotated[str | None, Option(parser=check_line, help="The title, in one line.")]
Course = Annotated[Path | None, Option(metavar="DIR", help="A course of your own.")]
Folder = Annotated[Path | None, Argument(metavar="DIR", help="Default: where you are, or ours.")]
Output = Annotated[
    Path | None, Option("--output", "-o", help="Write to this file (default: in build/).")
]
PageOutput = Annotated[
    Path | None,
    Option(
        "--output",
        "-o",
        help="Write to this file (default: in build/; '-' for standard output).",
    ),
]
ExportOutput = Annotated[
    Path | None,
    Option(
        "--output",
        "-o",
        help="Write to this file or folder (default: in build/). Of moodle, csv and json, "
        "'-' writes to standard output.",
    ),
]
Force = Annotated[bool, Option("--force", help="Replace whatever file is there.")]
Json = Annotated[bool, Option("--json", help="For programs instead of people.")]
Plain = Annotated[bool, Option("--plain", help="Line mode: nothing is redrawn.")]
Strict = Annotated[bool, Option("--strict", help="Fail on warnings too.")]
Verbose = Annotated[bool, Option("--verbose", help="A line for everything.")]
DryRun = Annotated[bool, Option("--dry-run", help="Only say what would happen.")]
Keys = Annotated[list[str], Argument(metavar="KEY", help="An entry, or a card such as leaf#1.")]
LogFile = Annotated[Path, Argument(metavar="FILE", help="JSON lines; '-' for a pipe.")]
Day = Annotated[date | None, Argument(parser=date.fromisoformat, metavar="DATE", help="ISO date.")]
Author = Annotated[str, Option(parser=check_line, envvar=["USER", "USERNAME"], help="Who writes.")]
NewLang = Annotated[str, Option("--lang", help="The language that a new course is written in.")]
NewForce = Annotated[bool, Option("--force", help="Also among other files, which are kept.")]


def open_course(folder: Path | None, lang: str | None = None) -> "Context":
    """Return the course of a folder, read when it is needed, and the language asked for."""
    return commands.context.Context(folder, lang)


def choose(
    stage: Stage = None,
    kind: Kind = None,
    tag: Tag = None,
    deck: Deck = None,
    key: Key = None,
    difficulty: Level = None,
    exclude: Exclude = None,
    exclude_deck: ExcludeDeck = None,
    quiz: Quiz = None,
    lang: Lang = None,
    count: Count = None,
    seed: Seed = None,
) -> "CardChoice":
    """Return the cards that a command line chooses. Raises UsageError."""
    from flashcards.course.model import Selection
    from flashcards.selection import CardChoice

    selection = Selection(
        stage=tuple(stage or ()),
        kind=tuple(entry_kind.value for entry_kind in kind or ()),
        tag=tuple(tag or ()),
        deck=tuple(deck or ()),
        key=tuple(key or ()),
        difficulty=tuple(level.value for level in difficulty or ()),
        exclude=tuple(exclude or ()),
        exclude_deck=tuple(exclude_deck or ()),
    )
    return CardChoice(selection, quiz, lang, count, seed)


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


Version = Annotated[
    bool, Option("--version", "-V", callback=print_version, is_eager=True, help="Show it.")
]


def refuse_options(ctx: typer.Context, reason: str, names: Sequence[str] = ()) -> None:
    """Fail for options that were given and would be ignored: those of these names, or any."""
    for parameter in ctx.command.params:
        source = ctx.get_parameter_source(parameter.name or "")
        if source and source.name == "COMMANDLINE" and (not names or parameter.name in names):
            ctx.fail(f"'{parameter.opts[0]}' {reason}")


def refuse_options_of_other_formats(ctx: typer.Context, format_name: str) -> None:
    """Fail for options of `export` that its format would ignore."""
    if format_name != "sheet":
        refuse_options(ctx, "is only for 'export sheet'.", SHEET_OPTIONS)
    if format_name != "moodle":
        refuse_options(ctx, "is only for 'export moodle'.", ("variants",))
    if format_name == "web":
        refuse_options(ctx, "is not for 'export web'.", QUIZ_OPTIONS)


@app.callback(invoke_without_command=True, help="PyTorch flashcards: alone it starts the quiz.")
@app.command(rich_help_panel=LEARN)
def quiz(
    ctx: typer.Context,
    stage: Stage = None,
    kind: Kind = None,
    tag: Tag = None,
    deck: Deck = None,
    key: Key = None,
    difficulty: Level = None,
    exclude: Exclude = None,
    exclude_deck: ExcludeDeck = None,
    quiz: Quiz = None,
    lang: Lang = None,
    count: Count = None,
    seed: Seed = None,
    new: Annotated[
        int | None,
        Option(
            min=0,
            metavar="N",
            help="Ask N new cards in this session, whatever today has had (default: what the "
            "settings 'new' and 'minutes' leave today).",
        ),
    ] = None,
    minutes: Annotated[float | None, Option(min=1, metavar="N", help="Of a day, at most.")] = None,
    form: Annotated[Form | None, Option(metavar="FORM", help="single, type, reveal …")] = None,
    ahead: Annotated[
        bool,
        Option("--ahead", help="Review cards ahead of their day, the weakest memory first."),
    ] = False,
    cram: Annotated[bool, Option("--cram", help="Ask all and keep no answer.")] = False,
    course: Course = None,
    plain: Plain = False,
    version: Version = False,
) -> None:
    """Ask what is due today, and new cards; the same without a command."""
    if name := ctx.invoked_subcommand:
        refuse_options(ctx, f"before '{name}' would be ignored; write it after '{name}'.")
        return
    if ahead:
        refuse_options(ctx, "cannot be combined with '--ahead'.", ("new", "cram", "quiz"))
    from flashcards.study.session import StudyRequest

    choice = choose(
        stage, kind, tag, deck, key, difficulty, exclude, exclude_deck, quiz, lang, count, seed
    )
    request = StudyRequest(limit=count, seed=seed or "", form=form, cram=cram, new=new, ahead=ahead)
    context = open_course(course, lang)
    commands.quiz.run_quiz(context, choice, request, minutes, plain)


@app.command(rich_help_panel=LEARN)
def exam(
    ctx: typer.Context,
    name: Annotated[str, Argument(metavar="NAME", help="A quiz; 'ptquiz list' has them.")],
    result: Annotated[Path | None, Option(help="Write the result here, as JSON.")] = None,
    force: Force = False,
    candidate: Annotated[str, Option("--name", help="The candidate's name or id.")] = "",
    lang: Lang = None,
    seed: Seed = None,
    fresh: Annotated[bool, Option("--fresh", help="Begin anew, not where you stopped.")] = False,
    course: Course = None,
    plain: Plain = False,
) -> None:
    """Take a quiz under exam rules: no feedback until the end. What was stopped goes on."""
    from flashcards.study.exam import ExamRequest

    context = open_course(course, lang)
    command = shlex.join(word for word in ctx.obj if word not in ("--fresh", "--force"))
    request = ExamRequest(result, candidate, seed, fresh, force)
    commands.quiz.run_exam(context, name, request, plain, f"ptquiz {command}")


@app.command("path", rich_help_panel=LEARN, help="Show the stages, weeks and resources.")
@app.command("stats", rich_help_panel=LEARN, help="Show how well you remember.")
@app.command("checklist", rich_help_panel=LEARN, help="List the concepts, those you know ticked.")
def report(
    ctx: typer.Context,
    stage: Stage = None,
    lang: Lang = None,
    course: Course = None,
    as_json: Json = False,
) -> None:
    """Show where the learner stands."""
    context = open_course(course, lang)
    commands.reports.print_report(context, ctx.command.name or "", stage or (), as_json)


@app.command(rich_help_panel=LEARN)
def glossary(
    words: Annotated[Names, Argument(metavar="WORD", help="Only terms with this word.")] = None,
    stage: Stage = None,
    deck: Deck = None,
    lang: Lang = None,
    course: Course = None,
    as_json: Json = False,
) -> None:
    """Show each term of the course, its meaning and the deck that teaches it.

    Example: ptquiz glossary --deck tensors
    """
    context = open_course(course, lang)
    commands.reports.show_glossary(context, words or (), stage or (), deck or (), as_json)


@app.command(rich_help_panel=LEARN)
def compare(
    key: Annotated[
        str | None,
        Argument(metavar="KEY", help="The comparison to show (default: list every comparison)."),
    ] = None,
    lang: Lang = None,
    course: Course = None,
    as_json: Json = False,
) -> None:
    """List the comparisons of the course, or show one as a table, for example dp-ddp."""
    context = open_course(course, lang)
    if key is None:
        commands.compare.show_comparisons(context, as_json)
    else:
        commands.compare.show_comparison(context, key, as_json)


@app.command(rich_help_panel=LEARN)
def goal(
    day: Day = None,
    stage: Annotated[int | None, Option(min=1, max=9, help="Every card up to this.")] = None,
    remove: Annotated[bool, Option("--remove", help="Learn without a date again.")] = False,
    lang: Lang = None,
    course: Course = None,
) -> None:
    """Learn up to a stage by a date: every day says how many new cards that takes."""
    commands.learner.run_goal(open_course(course, lang), day, stage, remove)


@app.command(rich_help_panel=LEARN)
def config(
    name: Annotated[Setting | None, Argument(metavar="NAME", help="Without it, show all.")] = None,
    value: Annotated[str | None, Argument(metavar="VALUE", help="Or 'default'.")] = None,
) -> None:
    """Show or change a setting for good; 'default' takes it back."""
    commands.learner.run_config(name, value)


@app.command(rich_help_panel=LEARN)
def optimize(
    apply: Annotated[bool, Option("--apply", help="Use them, if they are better.")] = False,
    reset: Annotated[bool, Option("--reset", help="Take them back.")] = False,
) -> None:
    """Fit the FSRS parameters to your own answers and show what they would change.

    Nothing is changed without --apply. It needs Anki's engine: pip install 'ptquiz\\[anki]'.
    """
    commands.learner.run_optimize(apply, reset)


@card.command("list")
def card_list(lang: Lang = None, course: Course = None) -> None:
    """Show the cards that are suspended, buried or flagged."""
    commands.reports.list_marked_cards(open_course(course, lang))


@card.command("show")
def card_show(keys: Keys, lang: Lang = None, course: Course = None) -> None:
    """Show cards with their answers, their history and when they are asked next."""
    commands.reports.show_cards(open_course(course, lang), keys)


@card.command("find")
def card_find(
    words: Annotated[list[str], Argument(metavar="WORDS", help="Words of question or answer.")],
    lang: Lang = None,
    course: Course = None,
) -> None:
    """Find the cards that have all of these words."""
    commands.reports.find_cards(open_course(course, lang), words)


@card.command("unflag", help="Take the flag off these cards.")
@card.command("flag", help="Flag these cards, to find them again with 'ptquiz card list'.")
@card.command("bury", help="Leave these cards until tomorrow.")
@card.command("restore", help="Ask suspended or buried cards again.")
@card.command("suspend", help="Ask these cards no more, until you restore them.")
def mark(ctx: typer.Context, keys: Keys, lang: Lang = None, course: Course = None) -> None:
    """Set or remove marks of cards."""
    commands.reports.change_marks(open_course(course, lang), ctx.command.name or "", keys)


@log.command("export")
def log_export(file: LogFile, force: Force = False) -> None:
    """Write every review, and what you decided about cards, as one JSON object a line."""
    commands.learner.export_log(file, force)


@log.command("import")
def log_import(file: LogFile) -> None:
    """Add reviews from JSON lines; those that are here already stay as they are."""
    commands.learner.import_log(file)


@anki.command("login")
def anki_login(
    server: Annotated[str, Option(help="A sync server of your own; without it AnkiWeb.")] = "",
    password_stdin: Annotated[bool, Option("--password-stdin", help="Read two lines.")] = False,
) -> None:
    """Log in to AnkiWeb or a server of your own; only a key is kept, never the password."""
    if password_stdin:
        name, password = (sys.stdin.readline(10_000).rstrip("\r\n") for _ in range(2))
        if not password:
            raise UsageError("give name and password, each on its line.", "--password-stdin")
    else:
        name = typer.prompt("Name or e-mail address")
        password = typer.prompt("Password", hide_input=True)
    commands.anki.login(server, name, password)


@anki.command("logout")
def anki_logout() -> None:
    """Forget the key and our copy of your collection; your answers stay."""
    commands.anki.logout()


@anki.command("status")
def anki_status(as_json: Json = False) -> None:
    """Show the server, the last sync and what waits."""
    commands.anki.show_status(as_json)


@anki.command("sync")
def anki_sync(
    dry_run: DryRun = False,
    add_deck: Annotated[bool, Option("--add-deck", help="Add our deck, if it is missing.")] = False,
    lang: Lang = None,
    course: Course = None,
) -> None:
    """Make Anki and the terminal know the same answers."""
    commands.anki.sync(open_course(course, lang), dry_run, add_deck)


@anki.command("pull")
def anki_pull(
    file: Annotated[Path, Argument(metavar="FILE", help="A .colpkg or .apkg with your progress.")],
) -> None:
    """Take your answers from a file that Anki exported; no account is needed."""
    commands.anki.pull(file)


for name, group in {"card": card, "log": log, "anki": anki}.items():
    app.add_typer(group, name=name, rich_help_panel=LEARN)


@app.command(rich_help_panel=WRITE)
def new(
    name: Annotated[str, Argument(parser=check_line, metavar="NAME", help="The folder to make.")],
    title: Title = None,
    author: Author = "the author",
    lang: NewLang = "en",
    force: NewForce = False,
) -> None:
    """Make a course folder with example cards, a quiz and a README with the next commands.

    The examples are English or Chinese (--lang zh).
    """
    from flashcards.course.new_course import write_new_course

    write_new_course(Path(name), title=title, author=author, lang=lang, force=force)
    place = shlex.quote(name)
    print_line(f"Made {name} with example cards. Write your own in decks/first.yaml.")
    print_line(f"To find mistakes:     ptquiz check {place}")
    print_line(f"To study in Anki:     ptquiz build {place} --open")
    print_line(f"To study right here:  ptquiz --course {place}")


@app.command("import", rich_help_panel=WRITE)
def import_material(
    files: Annotated[list[Path], Argument(metavar="FILE", help="Tables, .apkg, Moodle XML.")],
    output: Annotated[Path, Option("--output", "-o", help="The course, made if it is not there.")],
    mapping: Annotated[str, Option("--map", help="Columns: question=Front,answer=2.")] = "",
    title: Title = None,
    author: Author = "the author",
    lang: NewLang = "en",
    dry_run: DryRun = False,
    verbose: Verbose = False,
    force: NewForce = False,
    as_json: Json = False,
) -> None:
    """Make a course of existing material, or add it to one as new decks.

    Questions that the course has already are left out, and nothing that is there is changed.
    """
    from flashcards.importing import import_material as importing

    report = importing.import_material(
        files,
        output,
        mapping=mapping,
        title=title,
        author=author,
        lang=lang,
        dry_run=dry_run,
        force=force,
    )
    commands.import_material.print_import(report, dry_run, verbose, as_json)


@app.command(rich_help_panel=WRITE)
def check(
    folder: Folder = None,
    strict: Strict = False,
    as_json: Json = False,
) -> None:
    """Find every mistake in a course, and warn of cards that are hard to learn."""
    commands.check.run_check(open_course(folder), strict, as_json)


@app.command("list", rich_help_panel=WRITE)
def list_course(
    folder: Folder = None,
    lang: Lang = None,
    keys: Annotated[bool, Option("--keys", help="Every entry with its key.")] = False,
    as_json: Json = False,
) -> None:
    """Count the cards of decks, quizzes, kinds and tags, or list the keys of all entries."""
    commands.list.run_list(open_course(folder, lang), keys, as_json)


@app.command(rich_help_panel=WRITE)
def preview(
    folder: Folder = None,
    output: PageOutput = None,
    force: Force = False,
    stage: Stage = None,
    kind: Kind = None,
    tag: Tag = None,
    deck: Deck = None,
    key: Key = None,
    difficulty: Level = None,
    exclude: Exclude = None,
    exclude_deck: ExcludeDeck = None,
    quiz: Quiz = None,
    lang: Lang = None,
    count: Count = None,
    seed: Seed = None,
) -> None:
    """Write one HTML page that shows every card as Anki will."""
    commands.export.check_target(output, "preview")
    choice = choose(
        stage, kind, tag, deck, key, difficulty, exclude, exclude_deck, quiz, lang, count, seed
    )
    commands.export.run_preview(open_course(folder, lang), choice, output, force)


@app.command(rich_help_panel=WRITE)
def build(
    folder: Folder = None,
    output: Output = None,
    force: Force = False,
    stage: Stage = None,
    kind: Kind = None,
    tag: Tag = None,
    deck: Deck = None,
    key: Key = None,
    difficulty: Level = None,
    exclude: Exclude = None,
    exclude_deck: ExcludeDeck = None,
    quiz: Quiz = None,
    lang: Lang = None,
    count: Count = None,
    seed: Seed = None,
    release: Annotated[bool, Option("--release", help="Write the lock: a release.")] = False,
    forget: Annotated[Names, Option(help="Drop a vanished key from the lock.")] = None,
    name: Annotated[str | None, Option(parser=check_line, help="Of the deck in Anki.")] = None,
    style: Annotated[Path | None, Option(help="CSS after that of the cards.")] = None,
    open_package: Annotated[
        bool, Option("--open", help="Open the package in Anki when it is written.")
    ] = False,
) -> None:
    """Write an Anki package that learners can import again and again."""
    commands.export.check_target(output, "build")
    from flashcards.anki.build import BuildRequest

    choice = choose(
        stage, kind, tag, deck, key, difficulty, exclude, exclude_deck, quiz, lang, count, seed
    )
    dropped = tuple(forget or ())
    request = BuildRequest(
        **vars(choice), output=output, name=name, style=style, release=release, forget=dropped
    )
    commands.export.run_build(open_course(folder, lang), request, force, open_package)


@app.command(rich_help_panel=WRITE)
def translate(
    folder: Folder = None,
    lang: Annotated[str | None, Option(help="Default: the first that is not the decks'.")] = None,
    todo: Annotated[bool, Option("--todo", help="All that is missing, promised or not.")] = False,
    accept: Annotated[Names, Option(help="It fits today's source; 'all' for all.")] = None,
) -> None:
    """Show what is missing or stale in another language, and accept what was checked again."""
    commands.check.run_translate(open_course(folder, lang), todo, accept or ())


@app.command(rich_help_panel=WRITE)
def verify(
    folder: Folder = None,
    key: Key = None,
    python: Annotated[str, Option(help="A Python that has PyTorch.")] = sys.executable,
    record: Annotated[bool, Option("--record", help="Write decks/verified.json.")] = False,
    write: Annotated[bool, Option("--write", help="Fill in outputs that are missing.")] = False,
    trust: Annotated[bool, Option("--trust", help="Run a stranger's code unasked.")] = False,
    seconds: Annotated[float, Option(help="Time limit for each entry.")] = 180,
    jobs: Annotated[int, Option(min=1, help="Entries run at a time.")] = 2,
    as_json: Json = False,
) -> None:
    """Run every code entry on PyTorch.

    What cannot run here (no GPU) is reported as not run, never as verified. A course that
    is not the built-in one is somebody's code: it runs after a yes, or with --trust. --write
    puts what a program prints into its deck where no 'prints' stands yet.
    """
    from flashcards.course.load import load_course
    from flashcards.verify import verify_course, write_outputs

    folder = open_course(folder).folder
    loaded = load_course(folder, allow_unprinted=True)
    if not trust and (risk := commands.check.describe_risk(loaded)):
        if not commands.context.is_terminal():
            raise FlashcardsError(f"{risk}; give --trust if you trust its author")
        if not typer.confirm(make_line(f"{risk}. Run it?")):
            raise AlreadyReported
    report = verify_course(
        loaded, python=python, environ=os.environ, keys=key or (), seconds=seconds, jobs=jobs
    )
    if write:
        report = write_outputs(loaded, report)
        loaded = load_course(folder, allow_unprinted=True)
    commands.check.print_verified(loaded, report, record, as_json)


@app.command(rich_help_panel=WRITE)
def schema() -> None:
    """Print the JSON Schema of deck, quiz, course, resource and translation files."""
    from flashcards.course.new_course import course_schema

    print_json(course_schema())


@app.command(rich_help_panel=TEACH)
def export(
    ctx: typer.Context,
    format_name: Annotated[Format, Argument(metavar="FORMAT", help=", ".join(get_args(Format)))],
    folder: Folder = None,
    output: ExportOutput = None,
    force: Force = False,
    stage: Stage = None,
    kind: Kind = None,
    tag: Tag = None,
    deck: Deck = None,
    key: Key = None,
    difficulty: Level = None,
    exclude: Exclude = None,
    exclude_deck: ExcludeDeck = None,
    quiz: Quiz = None,
    lang: Lang = None,
    count: Count = None,
    seed: Seed = None,
    verbose: Verbose = False,
    dry_run: DryRun = False,
    title: Title = None,
    points: Annotated[float | None, Option(min=0, max=1000, help="Of each question.")] = None,
    forms: Annotated[str, Option(help="sheet: names of forms or students.")] = "A",
    one_file: Annotated[bool, Option("--one-file", help="sheet: all forms in one.")] = False,
    paper: Annotated[Literal["a4", "letter"], Option(help="sheet: its size.")] = "a4",
    date: Annotated[str | None, Option(parser=check_line, help="sheet: as printed.")] = None,
    browser: Annotated[Path | None, Option(help="sheet: prints a .pdf.")] = None,
    variants: Annotated[bool, Option("--variants", help="moodle: all of each question.")] = False,
) -> None:
    """Write questions for a class: web, moodle, canvas, sheet (a printed exam), csv or json.

    'web' is a page to study in: a folder for any host, or one file if its name ends in .html. A
    .pdf of 'sheet' is printed by a Chrome, Chromium or Edge.
    """
    refuse_options_of_other_formats(ctx, format_name)
    commands.export.check_target(output, format_name)
    names = commands.export.split_forms(forms)
    commands.export.check_browser(output, browser)
    choice = choose(
        stage, kind, tag, deck, key, difficulty, exclude, exclude_deck, quiz, lang, count, seed
    )
    context = open_course(folder, lang)
    if format_name == "web":
        commands.export.export_page(context, choice, output, force)
        return
    rules = {"title": title, "points": points, "count": count, "seed": seed}
    exam = commands.export.choose_quiz(context, choice, rules, shuffle=format_name == "sheet")
    if dry_run:
        commands.export.print_summary(context, exam, choice)
        return
    printing: dict[str, Any] = {"variants": variants} if format_name == "moodle" else {}
    if format_name == "sheet":
        printer = commands.export.find_printer(output, browser)
        form = {"names": names, "printer": printer, "one_file": one_file}
        printing = {**form, "paper": paper, "date": date or ""}
    commands.export.run_export(context, format_name, exam, choice, printing, output, force, verbose)


@app.command(rich_help_panel=TEACH)
def results(
    files: Annotated[list[Path], Argument(metavar="FILE", help="Results, tables of answers.")],
    output: Annotated[list[Path] | None, Option("--output", "-o", help=".html or .csv.")] = None,
    force: Force = False,
    names: Annotated[bool, Option(help="Say who is who, or number people by rank.")] = True,
    pass_mark: Annotated[float | None, Option(min=0, max=100, help="Percent to pass.")] = None,
    attempt: Annotated[Attempt, Option(help="Which attempts of a person count.")] = "best",
    as_json: Json = False,
    verbose: Verbose = False,
) -> None:
    """Show scores and item analysis of a class, from result files and answers on paper."""
    commands.results.check_targets(output or ())
    from flashcards.results.load import load_results
    from flashcards.results.report import make_report

    report = make_report(*load_results(files, attempt), pass_mark, names)
    commands.results.print_results(report, output or (), force, as_json, verbose)


def main() -> None:
    """Run the command line of this process and leave with its exit code."""
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:  # it was closed before the start (`>&-`)
            setattr(sys, name, open(os.devnull, "r+", encoding="utf-8"))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # characters that it cannot show are spelled out
            stream.reconfigure(errors="backslashreplace")
    code = run(sys.argv[1:])
    gc.freeze()  # at the end of the process nothing is looked through for cycles
    sys.exit(code)


def run(arguments: list[str]) -> int:
    """Run one command line and return its exit code: every known problem is one message."""
    # No plugin of pydantic is used; to look for them reads every installed distribution.
    os.environ["PYDANTIC_DISABLE_PLUGINS"] = "1"
    gc.set_threshold(1_000_000)  # a course is many objects that stay, and few cycles
    code, lines = PROBLEM, [""]
    try:
        result = typer.main.get_command(app).main(
            arguments, prog_name="ptquiz", standalone_mode=False, obj=arguments
        )
        return result if isinstance(result, int) else DONE
    except SystemExit as left:
        return left.code if isinstance(left.code, int) else DONE
    except KeyboardInterrupt:
        return INTERRUPTED
    except typer.Abort:
        code, lines = INTERRUPTED, ["Aborted."]
    except typer.TyperException as error:
        code = WRONG_USAGE
        if message := error.format_message().replace("Value error, ", ""):  # pydantic's words
            lines = [f"Error: {message}"]
            if ctx := getattr(error, "ctx", None):
                lines = [ctx.get_usage(), f"Try '{ctx.command_path} -h' for help.", *lines]
    except UsageError as error:
        code, lines = WRONG_USAGE, [f"Error: Invalid value for {error.option}: {error}"]
    except ProblemsFound as error:
        lines = [*map(str, error.problems)]
    except FlashcardsError as error:
        lines = [str(error)]
    except OSError as error:
        lines = [f"{error.filename or 'cannot go on'}: {error.strerror or error}"]
    with contextlib.suppress(OSError):
        print_lines(filter(None, lines), sys.stderr)
    return code
