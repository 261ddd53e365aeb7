"""An exam as PDF: which browser prints it, how it is called, and what is told without one."""

import json
import sys
from pathlib import Path
from shutil import copytree
from textwrap import dedent

import pytest

from flashcards.cli import run
from flashcards.errors import FlashcardsError
from flashcards.export.sheet import print_page
from flashcards.paths import find_browser

TABLE = Path(__file__).parent / "data" / "table"
PRINTS = dedent("""
    import json, sys
    from pathlib import Path
    from urllib.request import url2pathname
    *flags, page = sys.argv[1:]
    html = Path(url2pathname(page.removeprefix("file://"))).read_text(encoding="utf-8")
    given = dict(flag.partition("=")[::2] for flag in flags)
    Path(given["--print-to-pdf"]).write_text("%PDF-1.4 " + html + " %%EOF")
    Path(sys.argv[0]).with_name("given.json").write_text(json.dumps(given))
    """)
"""A browser that keeps how it was called beside itself."""
STOPS_HALFWAY = PRINTS.replace(" %%EOF", "")
FAILS_AT_THE_KEY = PRINTS.replace("given = ", "assert 'class=\"key\"' not in html\ngiven = ")
HANGS = "while True: input(open('/dev/zero').read(9999)[:0])"


def install(path, program=PRINTS):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!{sys.executable}\n{program}", encoding="utf-8")
    path.chmod(0o755)
    return path


@pytest.fixture
def machine(tmp_path, monkeypatch):
    """The root of a machine without any browser."""
    for name in ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    return tmp_path


@pytest.mark.parametrize(
    "place",
    ["bin/google-chrome", "bin/chromium-browser",
     "Programs86/Microsoft/Edge/Application/msedge.exe"],
)  # fmt: skip
def test_a_browser_is_found_where_each_system_has_it(machine, monkeypatch, place):
    monkeypatch.setenv("PROGRAMFILES", str(machine / "Programs"))
    monkeypatch.setenv("PROGRAMFILES(X86)", str(machine / "Programs86"))
    assert find_browser() is None
    program = install(machine / place)
    assert find_browser() == program


@pytest.fixture
def export(machine, monkeypatch, capsys):
    """Exports two forms of the quiz `table` as PDF: exit code, errors and the files there."""
    copytree(TABLE, machine / "work" / "table")
    monkeypatch.chdir(machine / "work")

    def call(*words):
        exam = ("--quiz", "table", "--forms", "A,B", "-o", "exam.pdf")
        code = run(["export", "sheet", "table", *exam, *words])
        made = sorted(path.name for path in Path().iterdir() if path.name != "table")
        return code, capsys.readouterr().err, made

    return call


def test_every_form_and_the_keys_are_printed_without_network_and_profile(machine, export):
    browser = install(machine / "own" / "browser")
    made = ["exam-A.pdf", "exam-B.pdf", "exam-key.csv", "exam-key.pdf"]
    assert export("--browser", str(browser)) == (0, "", made)
    for name in "AB":
        page = Path(f"exam-{name}.pdf").read_text(encoding="utf-8")
        assert f'<article class="form" data-form="{name}"' in page
    given = json.loads((machine / "own" / "given.json").read_text(encoding="utf-8"))
    assert given["--host-resolver-rules"] == "MAP * ~NOTFOUND"
    assert "--headless" in given
    assert not Path(given["--user-data-dir"]).parent.exists()


def test_without_a_browser_it_is_told_how_to_print_and_nothing_is_written(export):
    code, err, made = export()
    assert (code, made) == (1, [])
    assert "no Chrome, Chromium or Edge was found" in err
    assert "print that page in any browser, with headers and footers off" in err


@pytest.mark.parametrize("program", [STOPS_HALFWAY, FAILS_AT_THE_KEY, None])
def test_a_browser_that_prints_not_all_leaves_nothing(machine, export, program):
    browser = machine / "bin" / "chromium"
    if program:
        install(browser, program)
    code, err, made = export("--browser", str(browser))
    assert (code, made) == (1, [])
    assert f"{browser} did not print a PDF" in err


def test_a_browser_that_hangs_is_ended(machine):
    browser = install(machine / "bin" / "chromium", HANGS)
    with pytest.raises(FlashcardsError, match="did not print a PDF"):
        print_page(b"<p>a</p>", browser, seconds=0.5)
