"""Every command and every YAML sample in the documentation runs.

Documents are read from top to bottom in an empty folder. A YAML sample whose
first line is a comment with a path is that file (`+` adds lines to it, `= name`
replaces a line); any other sample must be a sound deck. A sample of another kind of file
(csv, svg, xml) is the file of that ending that was named last. A line `$ …` in a
console block is a command; lines below it must be in what it prints. A command
in the running text is run too, once in each document; words in capitals (`FILE`)
stand for something. `verify`, which needs PyTorch, and `anki`, which needs an account or
an export, are read and not run. A document that does not make the course `my-course`
finds it as `ptquiz new` makes it, and somebody's Anki deck as `biology.apkg`. A program `anki`
does nothing. The curriculum is a copy: it is released.
"""

import contextlib
import io
import os
import re
import shlex
import shutil
import sys
from datetime import date, timedelta
from pathlib import Path

import genanki
import pytest

from flashcards.cli import run
from flashcards.course.load import load_course
from tests.helpers.command_tree import list_commands, list_flags

ROOT = Path(__file__).parent.parent.parent
DOCUMENTS = [
    ROOT / "docs" / "languages.md",  # one for the first tier, on a small course
    *sorted({*ROOT.glob("docs/**/*.md"), ROOT / "README.md", ROOT / "CONTRIBUTING.md"}
            - {*ROOT.glob("docs/languages.md"), *ROOT.glob("docs/release/*.md")}),
]  # fmt: skip
BLOCK = re.compile(
    r"^```(?P<language>\w+)\n(?P<fenced>.*?)^```$|(?P<indented>(?:^    [^\n]*\n)+)"
    r"|`(?P<inline>(?:ptquiz|make)(?:\s[^`]+)?)`",
    re.MULTILINE | re.DOTALL,
)
PLACE = re.compile(r"# ([\w./-]+\.yaml)(?: (\+|= \w+))?\n")
COURSE = "id: sample\ntitle: Sample\nauthor: A\nlicence: CC BY 4.0\n"
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))
STANDS_FOR = {
    "[DIR]": "", "FORMAT": "csv", "KEY": "ddp-bucket", "COMMAND": "check",
    "DATE": (date.today() + timedelta(300)).isoformat(), "WORDS": "stride",
}  # fmt: skip
MADE_BY = {"results": "exam", "export": "export.csv"}
FILES = ("csv", "svg", "xml")
NAMES = {"exam": "stage-1", "new": "another-course"}
OPTION = re.compile(r"`(--?[a-z][a-z-]*)(?:[ =][^`]*)?`")
ELSEWHERE = ("pip ", "pipx ", "uv ", "git ", "python ", "npm ", "apt ", "cd ")
"""Commands of other programs, which a test must not run."""


def ran(command, monkeypatch):
    """What a command printed; fails if it failed."""
    typed = ""
    if piped := re.fullmatch(r"printf '([^']*)' \| (ptquiz .*)", command):
        typed, command = piped[1].replace("\\n", "\n"), piped[2]
    words = filled(shlex.split(command, comments=True))
    if words[0] == "rm":
        for name in words[1:]:
            Path(name).unlink()
        return ""
    if words[0] == "make":
        assert set(words[1:]) <= TARGETS
        return ""
    if command.startswith(ELSEWHERE):
        return ""
    assert words[0] == "ptquiz", command
    if words[1:2] in (["--install-completion"], ["--show-completion"]):
        return ""  # asks which shell runs it; tests/commands/test_completion.py tells it one
    if words[1:2] in (["verify"], ["anki"]):  # needs PyTorch, an account or a learner's export
        names = tuple(words[1:3] if words[1] == "anki" else words[1:2])
        command = list_commands()[names]
        with command.make_context(" ".join(names), words[1 + len(names) :]):
            return ""
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    monkeypatch.setattr("flashcards.commands.export.find_browser", lambda: Path("a-browser"))
    monkeypatch.setattr("flashcards.commands.export.print_page", lambda html, browser: html)
    monkeypatch.setattr("flashcards.commands.export.open_in_anki", lambda package: True)
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        code = run(words[1:])
    lacking = ("are needed. Go on learning", "was asked before")  # `optimize`, `--ahead`
    lacks_answers = any(words in said.getvalue() for words in lacking)
    assert code == 0 or lacks_answers, f"{command}\n{said.getvalue()}"
    return said.getvalue()


def filled(words):
    """The words of a command, with something in place of those that stand for it."""
    name = words[1] if len(words) > 1 else ""
    made = MADE_BY.get(name, name)
    path = made if name == "export" else name
    file = "biology.apkg" if name == "import" else f"made-{made}"
    stands = {**STANDS_FOR, "FILE": file, "PATH": f"made-{path}", "NAME": NAMES.get(name)}
    return [word for word in (stands.get(word, word) for word in words) if word]


def play(block, monkeypatch):
    """Run the commands of a console block and look for the lines below each."""
    said = ""
    for line in block.splitlines():
        if line.startswith("$ "):
            said = ran(line[2:], monkeypatch)
        elif line.startswith("> ") or not line.strip():
            continue
        else:
            assert line.strip() in said, f"'{line}' is not in:\n{said}"


def write(sample):
    """Put a YAML sample where it says, or check it as a deck of its own."""
    place = PLACE.match(sample)
    if not place:
        folder = Path("loose")
        folder.joinpath("decks").mkdir(parents=True, exist_ok=True)
        folder.joinpath("decks/course.yaml").write_text(COURSE, encoding="utf-8")
        folder.joinpath("decks/sample.yaml").write_text(sample, encoding="utf-8")
        load_course(folder, label="")
        return
    path, how, text = Path(place[1]), place[2], sample[place.end() :]
    path.parent.mkdir(parents=True, exist_ok=True)
    if how == "+":
        text = path.read_text(encoding="utf-8") + text
    elif how:
        old = path.read_text(encoding="utf-8")
        name = how.removeprefix("= ")
        assert re.search(rf"^{name}:", old, re.M)
        text = re.sub(rf"^{name}:.*\n", text, old, flags=re.M)
    path.write_text(text, encoding="utf-8")


@pytest.fixture
def desk(tmp_path, monkeypatch):
    """An empty folder to work in, and a copy of the curriculum that may be changed."""
    for part in ("decks", "quizzes"):
        shutil.copytree(ROOT / part, tmp_path / "builtin" / part)
    monkeypatch.setattr("flashcards.course.load.builtin_folder", lambda: tmp_path / "builtin")
    program = tmp_path / "programs" / "anki"  # what `build --open` starts
    program.parent.mkdir()
    program.write_text("#!/bin/sh\n", encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}{os.pathsep}{os.environ['PATH']}")
    (tmp_path / "desk").mkdir()
    monkeypatch.chdir(tmp_path / "desk")


def write_anki_deck(path):
    """A deck that somebody made in Anki, without ptquiz."""
    deck = genanki.Deck(2059400110, "Biology::Cells")
    for type, fields, tags in (
        (genanki.BASIC_MODEL, ["What does <b>ATP</b> store?", "Energy, for a moment."], ["cells"]),
        (genanki.BASIC_AND_REVERSED_CARD_MODEL, ["mitochondrion", "The power house of a cell"], []),
        (genanki.CLOZE_MODEL, ["The {{c1::nucleus}} holds the {{c2::DNA}}.", ""], []),
    ):
        deck.add_note(genanki.Note(model=type, fields=fields, tags=tags))
    genanki.Package(deck).write_to_file(str(path))


def follow(text, monkeypatch):
    """Do what a document says, from top to bottom."""
    inline = set()
    for block in BLOCK.finditer(text):
        if block["language"] == "yaml":
            write(block["fenced"])
        elif block["language"] == "css":
            name = re.match(r"/\* ([\w.-]+) \*/\n", block["fenced"])[1]
            Path(name).write_text(block["fenced"], encoding="utf-8")
        elif (ending := block["language"]) in FILES:
            name = re.findall(rf"`([\w-]+\.{ending})`", text[: block.start()])[-1]
            Path(name).write_text(block["fenced"], encoding="utf-8")
        elif block["language"] in ("console", "sh", "bash", "shell"):
            play(block["fenced"], monkeypatch)
        elif block["indented"] and re.match(r" {4}(ptquiz|printf|make)\b", block["indented"]):
            play(re.sub(r"^ {4}", "$ ", block["indented"], flags=re.M), monkeypatch)
        elif block["inline"] and block["inline"] not in inline:
            inline.add(block["inline"])
            if f"$ {block['inline']}\n" not in text:
                ran(block["inline"], monkeypatch)


@pytest.mark.sampled(1)
@pytest.mark.filterwarnings("ignore:subprocess .* is still running:ResourceWarning")  # of `--open`
@pytest.mark.usefixtures("desk")
@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_command_and_sample_of_the_document_runs(document, monkeypatch):
    text = document.read_text(encoding="utf-8")
    if "ptquiz new my-course" not in text:
        ran("ptquiz new my-course", monkeypatch)
    write_anki_deck(Path("biology.apkg"))
    follow(text, monkeypatch)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_option_in_the_running_text_is_one_of_a_command(document):
    known = set().union(*map(list_flags, list_commands().values()))
    told = OPTION.findall(document.read_text(encoding="utf-8"))
    assert set(told) - known == set()


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_link_between_documents_leads_somewhere(document):
    for target, _, heading in re.findall(
        r"(?<!!)\[[^]]+\]\((?!https?:)([^)#]+)(#([^)]+))?\)", document.read_text(encoding="utf-8")
    ):
        found = document.parent / target
        assert found.exists(), target
        assert not heading or heading in headings(found), heading


def headings(document):
    """What a link can name: headings in lower case, spaces as hyphens, letters only."""
    found = re.findall(r"^#+ (.*)$", document.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w-]", "", text.lower().replace(" ", "-")) for text in found}
