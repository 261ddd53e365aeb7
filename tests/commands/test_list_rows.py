"""What `ptquiz list` prints reads like a sentence."""

from flashcards.cli import run


def test_one_card_is_one_card(tiny_folder, capsys):
    assert run(["list", str(tiny_folder)]) == 0
    told = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert "concept 1 entry 1 card" in told
    assert "choose 2 entries 2 cards" in told
    assert not [line for line in told if " 1 entries" in line or " 1 cards" in line]


def test_an_exam_without_a_name_lists_the_quizzes_and_how_to_take_them(tiny_folder, capsys):
    assert run(["exam", "--course", str(tiny_folder)]) == 0
    told = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    assert f"ptquiz exam final --course {tiny_folder} The final" in told
