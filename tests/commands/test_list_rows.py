"""What `ptquiz list` prints reads like a sentence, and breaks at words on a terminal."""

from flashcards.cli import run
from flashcards.terminal.output import print_row


def test_one_card_is_one_card(tiny_folder, capsys):
    assert run(["list", str(tiny_folder)]) == 0
    told = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert "concept 1 entry 1 card" in told
    assert "choose 2 entries 2 cards" in told
    assert not [line for line in told if " 1 entries" in line or " 1 cards" in line]


def test_a_title_goes_on_under_itself_on_a_terminal(capsys, monkeypatch):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "40")
    print_row("  tensors   7 cards", "  Tensors and their storage in memory")
    assert capsys.readouterr().out.splitlines() == [
        "  tensors   7 cards  Tensors and their",
        "                     storage in memory",
    ]


def test_a_row_in_a_pipe_is_one_line(capsys):
    print_row("  tensors   7 cards", "  Tensors and their storage in memory, " + "word " * 30)
    assert len(capsys.readouterr().out.splitlines()) == 1


def test_an_exam_without_a_name_lists_the_quizzes_and_how_to_take_them(tiny_folder, capsys):
    assert run(["exam", "--course", str(tiny_folder)]) == 0
    told = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert f"ptquiz exam final --course {tiny_folder} The final" in told
