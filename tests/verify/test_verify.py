"""Code entries are run, compared exactly, and never called verified when they were not."""

import json
import os
import time
from pathlib import Path

import pytest

from flashcards.cli import run
from flashcards.course.model import Code, Course, CourseInfo, Deck, Recall
from flashcards.errors import FlashcardsError
from flashcards.verify.run import Machine, find_machine, look_up_names, verify_entry
from flashcards.verify.symbols import find_torch_names, find_unmentioned_removals, find_used_names

INFO = CourseInfo(id="c", title="C", author="A", licence="CC BY 4.0")


def code(text: str, prints: str, **more) -> Code:
    return Code(key="k", code=text, prints=prints, **more)


def verified(entry: Code, machine: Machine, seconds: float):
    return verify_entry(entry, machine, os.environ, seconds)


def test_an_entry_that_prints_what_its_card_says_is_verified(python):
    entry = code("for x in torch.ones(2):\n    print(x)\n", "1.0  \n1.0\n\n")
    assert verified(entry, find_machine(python), 30).verdict == "verified"


def test_setup_and_code_are_run_as_one_program(python):
    plain = code("print(twice(2))", "4")
    set_up = code("print(twice(2))", "4", setup="def twice(x):\n    return x + x")
    machine = find_machine(python)
    assert [verified(each, machine, 30).verdict for each in (set_up, plain)] == [
        "verified",
        "failed",
    ]


@pytest.mark.parametrize("prints", ["1.0", "1.0\n1.0\n1.0", "1.00\n1.0", "1\n1", " 1.0\n1.0", ""])
def test_any_other_output_is_wrong(python, prints):
    entry = code("for x in torch.ones(2):\n    print(x)\n", prints)
    outcome = verified(entry, find_machine(python), 30)
    told = f"printed '1.0\\n1.0', and the card says {prints!r}"
    assert (outcome.verdict, outcome.detail) == ("wrong", told)


def test_a_python_may_be_named_as_seen_from_here(python, monkeypatch):
    monkeypatch.chdir(Path(python).parent)
    machine = find_machine(f"./{Path(python).name}")
    assert verified(code("print(1)", "1"), machine, 30).verdict == "verified"


def test_an_exception_is_a_failure_with_its_last_line(python):
    outcome = verified(code("print(1)\nraise ValueError('no')", "1"), find_machine(python), 30)
    assert (outcome.verdict, outcome.detail) == ("failed", "exit code 1: ValueError: no")


def test_a_snippet_that_does_not_end_is_ended_with_its_children(python, tmp_path):
    mark = tmp_path.name
    text = (
        "import subprocess, sys, time\n"
        f"subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)', {mark!r}])\n"
        "time.sleep(60)\n"
    )
    outcome = verified(code(text, ""), find_machine(python), 3)
    assert (outcome.verdict, outcome.detail) == ("failed", "ran longer than 3 seconds")
    end = time.monotonic() + 10
    while any(mark in _read(each) for each in Path("/proc").glob("[0-9]*/cmdline")):
        assert time.monotonic() < end, "the child lives on"


def _read(path: Path) -> str:
    try:
        return path.read_text(errors="replace")
    except OSError:  # it ended meanwhile
        return ""


def test_an_entry_that_needs_a_gpu_is_not_run_without_one(python):
    outcome = verified(code("print(1)", "1", needs=("cuda",)), find_machine(python), 30)
    assert (outcome.verdict, outcome.detail) == ("not run", "needs cuda")


def test_a_python_without_torch_is_told(tmp_path):
    with pytest.raises(FlashcardsError, match="has no PyTorch"):
        find_machine(str(tmp_path / "nowhere"))


def test_names_are_found_in_text_and_code_but_not_in_addresses():
    entry = code("x = torch.ones(2)\ntorch.ops.my.op(x)", "", why="See `torch.nn.Linear`.")
    assert find_torch_names(entry) == {"torch.ones", "torch.nn.Linear"}
    page = Recall(key="r", recall="Where?", answer="At https://docs.org/torch.html, torch.foo.py")
    assert find_torch_names(page) == set()


def test_a_quoted_message_names_what_it_names():
    message = "```text\nerror: torch.aten.gone\n```"
    entry = Recall(key="k", recall=f"Why does `torch.ones` say this?\n\n{message}", answer="A.")
    assert find_torch_names(entry) == {"torch.ones"}


def removals(python, *entries):
    course = Course(info=INFO, decks=(Deck(deck="d", title="D", entries=entries),))
    names = set().union(*find_used_names(course).values())
    return find_unmentioned_removals(course, look_up_names(names, python))


def test_a_name_that_warns_when_it_is_called_is_deprecated_its_arguments_are_another_matter(python):
    silent = Recall(key="silent", recall="Q", answer="`torch.trace` and `torch.load`.")
    told = Recall(key="told", recall="Q", answer="`torch.trace`, deprecated.")
    evasive = Recall(key="evasive", recall="Q", answer="`torch.trace`: what is gone is gone.")
    found = removals(python, silent, told, evasive)
    assert [(symbol.key, symbol.name) for symbol in found] == [
        ("silent", "torch.trace"),
        ("evasive", "torch.trace"),
    ]


def test_names_that_are_gone_or_deprecated_must_be_told(python):
    silent = Recall(key="silent", recall="What does `torch.old` do?", answer="See torch.lost.")
    told = Recall(key="told", recall="What replaced `torch.lost`?", answer="It was removed.")
    found = removals(python, silent, told)
    assert [tuple(symbol) for symbol in found] == [
        ("silent", "torch.lost", "gone"),
        ("silent", "torch.old", "deprecated"),
    ]


def test_the_command_reports_and_records(python, tmp_path, capsys):
    decks = tmp_path / "course" / "decks"
    decks.mkdir(parents=True)
    (decks / "course.yaml").write_text("id: c\ntitle: C\nauthor: A\nlicence: CC BY 4.0\n")
    (decks / "a.yaml").write_text(
        "deck: a\ntitle: A\nentries:\n"
        "- code: print(torch.ones(1))\n  key: good\n  prints: '[1.0]'\n"
        "- code: print(2)\n  key: bad\n  prints: '3'\n"
        "- code: print(4)\n  key: gpu\n  prints: '4'\n  needs: [cuda]\n"
    )
    folder = str(tmp_path / "course")
    assert run(["verify", folder, "--python", python, "--record", "--trust"]) == 1
    out = capsys.readouterr().out.splitlines()
    assert out[0].endswith("decks/a.yaml:7:3: wrong: bad: printed '2', and the card says '3'")
    assert out[1].endswith("decks/a.yaml:10:3: not run: gpu: needs cuda")
    assert out[2].endswith("cpu: 1 verified, 1 wrong, 0 failed, 1 not run in C")
    records = json.loads((decks / "verified.json").read_text())
    assert [record["key"] for record in records.values()] == ["good"]
    assert not [name for name in os.listdir(decks) if name.startswith(".")]
