"""What blind readers found in cards is found by `check`, and nothing in the good ones.

`found` has their findings that a rule can see, each as a question of today's format;
`good` the cards that they called the best, and others of that kind.
"""

from pathlib import Path

from flashcards.cli import run
from flashcards.source import load_course

DATA = Path(__file__).parents[1] / "data" / "lint"


def test_every_finding_that_a_rule_can_see_is_told_at_its_place(monkeypatch, capsys):
    monkeypatch.chdir(DATA / "found")
    assert run(["check", ".", "--verbose"]) == 0
    told = [line for line in capsys.readouterr().out.splitlines() if not line.startswith(" ")]
    assert told == (DATA / "found" / "expected.txt").read_text(encoding="utf-8").splitlines()


def test_every_card_that_the_readers_refused_has_a_warning():
    course = load_course(DATA / "found")
    starts = sorted(place.line for place in course.places.values())
    lines = [
        int(line.split(":")[1])
        for line in (DATA / "found" / "expected.txt").read_text(encoding="utf-8").splitlines()
        if line.startswith("decks/found.yaml")
    ]
    ends = [*starts[1:], 10**6]
    quiet = [
        first
        for first, end in zip(starts, ends, strict=True)
        if not any(first <= line < end for line in lines)
    ]
    assert quiet == []


def test_sixty_good_cards_have_no_warning(monkeypatch, capsys):
    monkeypatch.chdir(DATA / "good")
    assert run(["check", ".", "--strict"]) == 0, capsys.readouterr().out
    course = load_course(DATA / "good")
    assert sum(len(deck.entries) for deck in course.decks) >= 60
