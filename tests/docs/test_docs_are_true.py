"""Every command and every YAML sample in the documentation runs.

Documents are read from top to bottom in an empty folder. A YAML sample whose
first line is a comment with a path is that file (`+` adds lines to it, `= name`
replaces a line); any other sample must be a sound deck. A line `$ …` in a
console block is a command; lines below it must be in what it prints. A document
that does not make the course `my-course` finds it as `ptquiz new` makes it.
"""

import contextlib
import io
import re
import shlex
import sys
from pathlib import Path

import pytest

from flashcards.cli import run
from flashcards.export.capabilities import capability_table
from flashcards.source import load_course

ROOT = Path(__file__).parent.parent.parent
DOCUMENTS = sorted([*ROOT.glob("docs/*.md"), ROOT / "README.md"])
BLOCK = re.compile(
    r"^```(?P<language>\w+)\n(?P<fenced>.*?)^```$|(?P<indented>(?:^    [^\n]*\n)+)",
    re.MULTILINE | re.DOTALL,
)
PLACE = re.compile(r"# ([\w./-]+\.yaml)(?: (\+|= \w+))?\n")
COURSE = "id: sample\ntitle: Sample\nauthor: A\nlicence: CC BY 4.0\n"
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))
ELSEWHERE = ("pip ", "pipx ", "uv ", "git ", "python ", "npm ", "apt ", "cd ")
"""Commands of other programs, which a test must not run."""


def ran(command, monkeypatch):
    """What a command printed; fails if it failed."""
    typed = ""
    if piped := re.fullmatch(r"printf '([^']*)' \| (ptquiz .*)", command):
        typed, command = piped[1].replace("\\n", "\n"), piped[2]
    words = shlex.split(command, comments=True)
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
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        code = run(words[1:])
    assert code == 0, f"{command}\n{said.getvalue()}"
    return said.getvalue()


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
        load_course(folder)
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


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_command_and_sample_of_the_document_runs(document, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = document.read_text(encoding="utf-8")
    if "ptquiz new my-course" not in text:
        ran("ptquiz new my-course", monkeypatch)
    for block in BLOCK.finditer(text):
        if block["language"] == "yaml":
            write(block["fenced"])
        elif block["language"] == "css":
            name = re.match(r"/\* ([\w.-]+) \*/\n", block["fenced"])[1]
            Path(name).write_text(block["fenced"], encoding="utf-8")
        elif block["language"] in ("console", "sh", "bash", "shell"):
            play(block["fenced"], monkeypatch)
        elif block["indented"] and re.match(r" {4}(ptquiz|printf|make)\b", block["indented"]):
            play(re.sub(r"^ {4}", "$ ", block["indented"], flags=re.M), monkeypatch)


def test_the_capability_table_is_what_the_code_does():
    assert capability_table() in (ROOT / "docs/instructors.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_link_between_documents_leads_somewhere(document):
    for target in re.findall(
        r"(?<!!)\[[^]]+\]\((?!https?:)([^)#]+)", document.read_text(encoding="utf-8")
    ):
        assert (document.parent / target).exists(), target


def test_a_command_that_fails_is_found(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(AssertionError):
        play("$ ptquiz check nowhere\n", monkeypatch)
    with pytest.raises(AssertionError):
        play("$ ptquiz --version\nptquiz 999\n", monkeypatch)
