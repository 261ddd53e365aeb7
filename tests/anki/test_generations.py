"""Three releases of a course, and a learner of the real Anki who studies through them."""

import re
import time

import pytest

from flashcards.cli import run
from tests.helpers.anki_engine import learner
from tests.helpers.course_files import write_course

TERMS = "".join(
    f"- term: word {number}\n  key: t{number}\n  meaning: What {number} is, before.\n"
    f"  both: {'true' if number else 'false'}\n"
    for number in range(16)
)
OTHERS = """\
- compare: {x: X, y: Y}
  key: xy
  stage: 2
  rows:
    size: {aspect: Size, question: How large are X and Y?, x: small, y: large}
- cloze: "f(x) = y"
  key: call
  stage: 2
  gaps: {1: x, 2: f(x)}
- recall: Why?
  key: why
  stage: 2
  answer: "So. ![a picture](big.svg)"
"""
DECK = f"deck: tiny\ntitle: Tiny\nentries:\n{TERMS}{OTHERS}"
NEW = "- recall: New?\n  key: new\n  answer: Yes.\n"


class Author:
    """Changes a course and releases it; the learner studies in the middle of the times."""

    def __init__(self, folder, monkeypatch, capsys):
        files = {
            "decks/course.yaml": "id: tiny\ntitle: Tiny\nauthor: somebody\nlicence: CC0\n"
            "stages: {1: {title: Start}, 2: {title: More}}\n",
            "decks/tiny.yaml": DECK,
            "decks/media/big.svg": "<svg/>",
        }
        self.course = write_course(folder / "course", files)
        self.deck = self.course / "decks" / "tiny.yaml"
        self.now = int(time.time()) - 5000
        self.set_clock, self.capsys = monkeypatch.setenv, capsys

    def change(self, old, new):
        text = self.deck.read_text()
        assert text.count(old) == 1
        self.deck.write_text(text.replace(old, new))

    def release(self):
        """The package, and the counts of changed notes that were printed, none the first time."""
        self.now += 10_000
        self.set_clock("SOURCE_DATE_EPOCH", str(self.now))
        package = self.course.parent / f"{self.now}.apkg"
        assert run(["build", str(self.course), "--release", "-o", str(package)]) == 0
        printed = self.capsys.readouterr().out
        counts = re.findall(r"(\d+) (new|changed|retired)", printed)
        return package, {name: int(count) for count, name in counts}


class Student:
    """Imports packages; nothing that they did may be lost."""

    def __init__(self, who):
        self.who = who

    def get_progress(self):
        rows = self.who.col.db.all(
            "select n.guid, c.ord, c.did, c.type, c.queue, c.due, c.ivl, c.reps, c.lapses, c.flags "
            "from cards c join notes n on n.id = c.nid"
        )
        return {(guid, ordinal): tuple(rest) for guid, ordinal, *rest in rows}

    def imports(self, package):
        """The keys that the log calls new, and those that it calls updated."""
        progress, reviews = self.get_progress(), self.who.reviews()
        outcomes = self.who.imports(package)
        kept = {card: state for card, state in self.get_progress().items() if card in progress}
        assert kept == progress
        assert self.who.reviews() == reviews
        assert "conflicting" not in outcomes.values()
        names = {name: name.rpartition("/en/")[2] for name in outcomes}
        return [
            {names[name] for name, outcome in outcomes.items() if outcome == wanted}
            for wanted in ("new", "updated")
        ]

    def write(self, key, **fields):
        note = self.who.note(f"tiny/en/{key}")
        for name, text in fields.items():
            note[name] = text
        note.tags.append("mine")
        self.who.col.update_note(note)

    def read(self, key, field):
        note = self.who.note(f"tiny/en/{key}")
        return note[field], "mine" in note.tags


@pytest.fixture
def author(tmp_path, monkeypatch, capsys):
    return Author(tmp_path, monkeypatch, capsys)


def test_three_releases_lose_nothing_and_bring_what_was_printed(author, tmp_path, in_the_afternoon):
    author.now -= 10_000  # the first one was before the learner's edits
    package, printed = author.release()
    with learner(tmp_path / "student") as who:
        student = Student(who)
        new, updated = student.imports(package)
        assert (printed, len(new), updated) == ({}, 19, set())
        who.review(30)
        assert len(who.reviews()) == 30
        student.write("t1", Why="My own words.")
        student.write("t2")
        student.write("t3", Meaning="Mine, until the author changes it.")
        moved = who.note("tiny/en/t4").card_ids()
        who.col.set_deck(moved, who.col.decks.id("My own deck"))
        types = {model["id"]: model["name"] for model in who.col.models.all()}

        author.change("What 3 is, before.", "What 3 is, now.")
        author.change("What 5 is, before.", "What 5 is, now.")
        author.change("  key: t6\n", "  key: t6\n  retired: Nobody asks this.\n")
        author.change(OTHERS, OTHERS + NEW)
        package, printed = author.release()
        assert printed == {"new": 1, "changed": 2, "retired": 1}
        assert student.imports(package) == [{"new"}, {"t3", "t5"}]
        assert student.read("t3", "Meaning") == ("<p>What 3 is, now.</p>", False)
        who.review(5)

        author.change("What 5 is, now.", "What 5 is, before.")
        author.change("answer: Yes.", "answer: Yes, indeed.")
        author.change("gaps: {1: x, 2:", "why: So.\n  gaps: {1: x, 2:")
        package, printed = author.release()
        assert printed == {"new": 0, "changed": 3}
        assert student.imports(package) == [set(), {"t5", "new", "call"}]

        assert student.read("t1", "Why") == ("My own words.", True)
        assert student.read("t2", "Meaning") == ("<p>What 2 is, before.</p>", True)
        assert student.read("t5", "Meaning") == ("<p>What 5 is, before.</p>", False)
        assert len(who.note("tiny/en/t6").card_ids()) == 2
        assert [card.ord for card in who.note("tiny/en/t0").cards()] == [1]
        assert {who.col.get_card(card).did for card in moved} == {who.col.decks.id("My own deck")}
        assert {model["id"]: model["name"] for model in who.col.models.all()} == types
        assert who.col.card_count() == 15 * 2 + 1 + 1 + 2 + 1 + 1
        who.check_everything()


VARIED = "- code: print(${n} * 2)\n  key: varied\n  vary:\n"
ROWS = [f"  - {{n: {n}, prints: '{2 * n}'}}\n" for n in (3, 5, 7)]


def test_a_variant_more_or_less_changes_the_note_and_keeps_its_progress(author, tmp_path):
    author.deck.write_text(f"deck: tiny\ntitle: Tiny\nentries:\n{VARIED}{ROWS[0]}{ROWS[1]}")
    with learner(tmp_path / "student") as who:
        student = Student(who)
        student.imports(author.release()[0])
        who.review(2)
        for old, new in ((ROWS[1], ROWS[1] + ROWS[2]), (ROWS[0], "")):
            author.change(old, new)
            package, printed = author.release()
            assert printed["changed"] == 1
            assert student.imports(package) == [set(), {"varied"}]
        assert len(who.reviews()) == 2
        output, _ = student.read("varied", "Output")
        assert "10" in output
        other, _ = student.read("varied", "Variants")
        assert re.findall(r'data-field="(\w+)"', other) == ["Code", "Output"]
        assert "14" in other
        who.check_everything()
