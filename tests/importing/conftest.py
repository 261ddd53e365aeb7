"""A desk to import on: files of a source, the course that they become, and what it says."""

import base64
from dataclasses import dataclass
from pathlib import Path

import pytest

from flashcards import check_course, import_material, load_course

PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


@dataclass
class Desk:
    folder: Path

    @property
    def course(self):
        return self.folder / "course"

    def put(self, name, content):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())

    def imports(self, *names, **options):
        """Import, and the report; the course has no problem afterwards."""
        report = import_material([self.folder / name for name in names], self.course, **options)
        assert check_course(self.course).problems == []
        return report

    def import_rows(self, *lines, **options):
        """The entries and the items of a CSV file with these lines."""
        self.put("cards.csv", "\n".join(lines) + "\n")
        report = self.imports("cards.csv", **options)
        return [*self.entries().values()], report.items

    def import_question(self, kind, text, more="", format="html"):
        """The report on a question of Moodle, with what stands behind its text."""
        stem = f"<questiontext format='{format}'><text>{text}</text></questiontext>"
        self.put("bank.xml", f"<quiz><question type='{kind}'>{stem}{more}</question></quiz>")
        return self.imports("bank.xml")

    def import_answer(self, cell):
        """The answer that a cell becomes, and what is told of it."""
        quoted = cell.replace('"', '""')
        (entry,), (item,) = self.import_rows("question,answer", f'What is it?,"{quoted}"')
        return entry.answer, item.notes

    def entries(self):
        """Every entry of the course by its key."""
        course = load_course(self.course)
        return {entry.key: entry for deck in course.decks for entry in deck.entries}

    def edit(self, name, old, new):
        """What an author does: other words in a deck file."""
        path = self.course / "decks" / name
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{old!r} is there {text.count(old)} times"
        path.write_text(text.replace(old, new), encoding="utf-8")


@pytest.fixture
def desk(tmp_path):
    return Desk(tmp_path)
