"""Thousands of mutated deck files: no traceback, no hang, every rejection has a place."""

import random
import re
from pathlib import Path

import pytest

from flashcards.problems import ProblemsFound
from flashcards.source.decks import read_deck
from flashcards.source.files import read_text

ROOT = Path(__file__).parents[2]
RUNS = 20_000
PARTS = 8
PIECES = [
    b"\t", b": ", b" #", b"`", b"{", b"}", b"[", b"]", b"- ", b"&a ", b"*a", b"!!x ", b"---\n",
    b"\x00", b"\xff", b"\x1b[0m", b"'", b'"', b"|\n", b">-\n", b"\r", b"?", b"%", b"key: ", b"\n",
    "\u202e".encode(), "中".encode(), b"\xef\xbb\xbf", b"99999999999999999999", b"~", b"",
]  # fmt: skip
PLACE = re.compile(r"^d\.yaml:\d+:\d+: .")


def seeds() -> list[bytes]:
    chosen = [*(ROOT / "tests/data/planted/decks").glob("*.yaml"), *(ROOT / "decks").glob("*.yaml")]
    return [path.read_bytes()[:1500] for path in sorted(chosen)]


def mutated(raw: bytes, chance: random.Random) -> bytes:
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(raw) + 1)
        end = min(len(raw), at + chance.choice([0, 1, 2, 8, 40]))
        piece = chance.choice(PIECES) if chance.random() < 0.8 else raw[at:end] * 2
        raw = raw[:at] + piece + raw[end:]
    if chance.random() < 0.15:
        lines = raw.split(b"\n")
        chance.shuffle(lines)
        raw = b"\n".join(lines)
    return raw


@pytest.mark.parametrize("part", range(PARTS))
def test_a_mutated_deck_is_read_or_refused_with_a_place(part):
    chance = random.Random(part)
    originals = seeds()
    accepted = 0
    for _ in range(RUNS // PARTS):
        raw = mutated(chance.choice(originals), chance)
        try:
            read_deck(read_text(raw, "d.yaml"), "d.yaml")
            accepted += 1
        except ProblemsFound as found:
            assert found.problems
            assert all(PLACE.match(str(problem)) for problem in found.problems)
    assert accepted < RUNS // PARTS
