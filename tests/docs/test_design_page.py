"""What docs/design.md says of files, functions and cards is so."""

import re
from pathlib import Path

from flashcards.cards import list_cards
from flashcards.course.model import KINDS
from tests.helpers.courses import sample_course

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "design.md").read_text(encoding="utf-8")


def test_every_file_that_the_page_names_is_there():
    named = re.findall(r"`([\w/.]+\.(?:py|md|json))`", PAGE)
    assert len(named) >= 4
    for name in named:
        assert (ROOT / name).exists() or (ROOT / "flashcards" / name).exists(), name


def test_every_function_that_the_page_names_is_in_its_module():
    named = re.findall(r"`(\w+)` in `([\w/.]+\.py)`", PAGE)
    assert named
    for function, module in named:
        assert f"def {function}(" in (ROOT / "flashcards" / module).read_text(encoding="utf-8")


def test_the_table_of_cards_is_what_entries_make():
    rows = re.findall(r"^\| ([a-z, ]+) \| ([\dn, –−]+) \|", PAGE, re.MULTILINE)
    told: dict[str, set[int]] = {}
    for kinds, ordinals in rows:
        if "–" in ordinals:
            first, last = map(int, ordinals.split("–"))
            numbers = set(range(first, last + 1))
        elif "n" in ordinals:  # gap n is card n − 1
            numbers = set(range(99))
        else:
            numbers = set(map(int, ordinals.split(", ")))
        for kind in kinds.split(", "):
            told.setdefault(kind, set()).update(numbers)
    assert set(told) == set(KINDS)
    cards = list_cards(sample_course())
    assert {card.entry.kind for card in cards} == set(KINDS)
    for card in cards:
        assert int(card.id.rpartition("#")[2]) in told[card.entry.kind], card.id
