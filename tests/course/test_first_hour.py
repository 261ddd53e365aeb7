"""What authors get wrong in their first hour, each told at its place.

`data/first_hour.txt` has the mistakes, written by hand: ▶ stands where the problem must be
told, `=>` is followed by its message. An entry is put into a deck; what has a file's name
behind an @ is that file.
"""

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from flashcards.cli import run
from flashcards.commands.check import check_course
from flashcards.errors import Position

CASES = Path(__file__).parent / "data" / "first_hour.txt"
NAMED = {
    "<TAB>": "\t", "<NBSP>": "\u00a0", "<WIDE SPACE>": "\u3000", "<ZWSP>": "\u200b",
    "<WIDE COLON>": "\uff1a", "<BOM>": "\ufeff", "<WIDE COMMA>": "\uff0c",
}  # fmt: skip
Files = dict[str, str | bytes]
"""Names of files to their texts, or bytes where the encoding is the mistake."""
SOUND: Files = {
    "decks/course.yaml": "id: first-hour\ntitle: T\nauthor: A\nlicence: L\nlanguages: [en, zh]\n",
    "decks/sound.yaml": (
        "deck: sound\ntitle: Sound\ntags: [sound]\nentries:\n- term: leaf\n  key: sound-leaf\n"
        "  meaning: A tensor without history.\n- concept: Why clear gradients\n"
        "  key: sound-concept\n  points: {add: Backward adds.}\n"
    ),
}
MISTAKES = "decks/mistakes.yaml"
HEADER = "deck: mistakes\ntitle: Mistakes\nentries:\n"
FIRST = "- term: first\n  key: first-of-all\n  meaning: A sound entry before the mistake.\n"
LAST = "- term: last\n  key: last-of-all\n  meaning: A sound entry after the mistake.\n"


class Mistake(NamedTuple):
    """Text with ▶ where a problem must be told, and the messages."""

    name: str
    file: str
    text: str
    told: list[str]

    def place(self, before: str = "", after: str = "") -> tuple[str, list[str]]:
        """The text of the file, and what must be told of it."""
        marked = before + self.text
        places = []
        while "▶" in marked:
            head, _, tail = marked.partition("▶")
            line = head.count("\n") + 1
            places.append(Position(self.file, line, len(head) - head.rfind("\n")))
            marked = head + tail
        told = [f"{at}: {message}" for at, message in zip(places, self.told, strict=True)]
        return marked + after, told


def _read_mistakes() -> list[Mistake]:
    text = CASES.read_text(encoding="utf-8")
    for name, character in NAMED.items():
        text = text.replace(name, character)
    found = []
    for part in re.split(r"^### ", text, flags=re.MULTILINE)[1:]:
        head, _, body = part.rstrip("\n").partition("\n")
        name, _, file = head.partition(" @ ")
        told = re.findall(r"^=> (.*)$", body, re.MULTILINE)
        written = body.split("\n=> ", 1)[0] + "\n"
        found.append(Mistake(name, file or MISTAKES, written, told))
    return found


ALL = _read_mistakes()


def write_files(folder: Path, files: Files) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())


@pytest.mark.parametrize("mistake", ALL, ids=[each.name for each in ALL])
def test_a_mistake_is_told_at_its_place(mistake, tmp_path):
    is_entry = mistake.file == MISTAKES
    text, expected = mistake.place(HEADER + FIRST if is_entry else "", LAST if is_entry else "")
    write_files(tmp_path, {**SOUND, mistake.file: text})
    problems, warnings, _ = check_course(tmp_path, label="")
    reported = [str(problem) for problem in problems]
    reported += [f"{each.at}: warning: {each.message}" for each in warnings]
    for start in expected:
        [reason] = [each for each in reported if each.startswith(start)]
        reported.remove(reason)
    assert [each for each in reported if ": warning: " not in each] == []


def test_there_are_enough_mistakes():
    assert len({mistake.name for mistake in ALL}) == len(ALL) >= 70


@pytest.mark.parametrize(
    ("raw", "at", "message"),
    [
        ("deck: a\ntitle: Ä\n".encode("cp1252"), (2, 8), "the file is not UTF-8 here"),
        ("deck: a\ntitle: Ä\n".encode("utf-16"), (1, 1), "the file is UTF-16"),
    ],
)
def test_a_file_in_another_encoding_is_told(raw, at, message, tmp_path):
    rest = "entries:\n- term: leaf\n  key: encoded\n  meaning: A tensor.\n"
    whole = raw + rest.encode("utf-16-le" if raw.startswith(b"\xff\xfe") else "cp1252")
    write_files(tmp_path, {**SOUND, "decks/encoded.yaml": whole})
    (problem,) = check_course(tmp_path, label="").problems
    assert str(problem) == f"{Position('decks/encoded.yaml', *at)}: {message}; save it as UTF-8"


def test_a_syntax_error_ends_its_file_and_no_other(tmp_path):
    broken = "- term: leaf\n  key: leaf\n  meaning: Note: x\n- term: late\n  key: late-leaf\n"
    files = {
        MISTAKES: HEADER + FIRST.replace("meaning", "meening") + broken,
        "decks/other.yaml": HEADER.replace("mistakes", "other") + "- term: leaf\n  key: other\n",
        "quizzes/all.yaml": "quiz: all\ntitle: All\nselect: {key: [`x`]}\n",
        "quizzes/two.yaml": "quiz: two\ntitle: Two\nselect: {key: [late-leaf, nowhere]}\n",
    }
    write_files(tmp_path, {**SOUND, **files})
    problems = [
        str(problem).split("; ")[0] for problem in check_course(tmp_path, label="").problems
    ]
    assert problems == [
        "decks/mistakes.yaml:9:16: ': ' inside a text that has no quotes",
        "decks/other.yaml:4:3: missing field 'meaning'",
        "quizzes/all.yaml:3:16: a text cannot begin with '`'",
        "quizzes/two.yaml:3:27: 'key' names no entry: 'nowhere'",
    ]


def test_a_course_with_a_syntax_error_is_not_built(tmp_path, capsys):
    text = HEADER + "- term: leaf\n  key: leaf\n  meaning: Note: x\n"
    write_files(tmp_path / "course", {**SOUND, MISTAKES: text})
    target = tmp_path / "course.apkg"
    assert run(["build", str(tmp_path / "course"), "-o", str(target)]) == 1
    assert "': ' inside a text that has no quotes" in capsys.readouterr().err
    assert not target.exists()


@pytest.mark.parametrize(
    ("option", "told"),
    [
        ("{text: beta, why:It is so.}", "8:21: a space is missing after ':'"),
        ("{text: beta, gamma}", "8:21: a comma ends a text in braces that has no quotes"),
        ("{text: beta why: It is so.}", "8:8: these brackets cannot be read"),
        ("{text: “beta”}", "8:15: curly quotes such as '“' do not quote a text"),
        ('{text: "C:\\new"}', "8:16: double quotes change 'C:\\n'"),
        ("beta # gamma", "8:13: the text is cut off here: ' #' begins a comment"),
    ],
)
def test_what_yaml_reads_otherwise_is_an_error_and_no_part_of_an_option(option, told, tmp_path):
    entry = "- choose: Which?\n  key: k\n  right: {a: alpha}\n  wrong:\n    b: %s\n    c: d\n"
    write_files(tmp_path, {**SOUND, MISTAKES: HEADER + entry % option})
    (problem,) = check_course(tmp_path, label="").problems
    assert str(problem).startswith(f"{MISTAKES}:{told}")


def test_an_unknown_field_of_a_question_is_answered_with_fields_that_are_documented(tmp_path):
    entry = "- choose: Which?\n  key: which\n  zzz: 1\n  options: {a: x, b: y, c: z}\n  right: a\n"
    write_files(tmp_path, {**SOUND, MISTAKES: HEADER + entry})
    (problem,) = check_course(tmp_path, label="").problems
    known = problem.message.partition("write one of ")[2].split(", ")
    assert {"options", "right", "wrong"} <= {*known}
    assert "listed" not in known


def test_things_in_a_list_are_told_that_they_need_names(tmp_path):
    entry = '- compare: ["Student\'s t", Welch test]\n  key: tests\n  rows: {a: {aspect: x}}\n'
    write_files(tmp_path, {**SOUND, MISTAKES: HEADER + entry})
    (problem,) = check_course(tmp_path, label="").problems
    assert "give each a name that stays: {a: …, b: …}" in problem.message


def test_one_thing_behind_a_dash_is_told_as_things_in_a_list_are(tmp_path):
    entry = "- compare:\n  - mean\n  key: means\n  rows: {a: {aspect: x}}\n"
    write_files(tmp_path, {**SOUND, MISTAKES: HEADER + entry})
    (problem,) = check_course(tmp_path, label="").problems
    assert "give each a name that stays: {a: …, b: …}" in problem.message
