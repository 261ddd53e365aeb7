"""What authors get wrong in their first hour, each at its place, with a cure that works.

`data/first_hour.txt` has the mistakes, written by hand: ▶ stands where the problem must be
told, `=>` is followed by its message and, in a second line, by its hint. An entry is put
into a deck; what has a file's name behind an @ is that file. Every cure is applied, and what it
was for must be gone.
"""

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from flashcards.check import check_course
from flashcards.errors import Position, Problem
from tests.helpers.fixes import Files, apply_fixes

CASES = Path(__file__).parent / "data" / "first_hour.txt"
NAMED = {
    "<TAB>": "\t", "<NBSP>": "\u00a0", "<WIDE SPACE>": "\u3000", "<ZWSP>": "\u200b",
    "<WIDE COLON>": "\uff1a", "<BOM>": "\ufeff", "<WIDE COMMA>": "\uff0c",
}  # fmt: skip
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
MOST_ROUNDS = 3
"""Times that a hint may lead to the next one: a text, its key, its meaning."""


class Mistake(NamedTuple):
    """Text with ▶ where a problem must be told, and its problems: message and hint."""

    name: str
    file: str
    text: str
    told: list[tuple[str, str]]

    def place(self, before: str = "", after: str = "") -> tuple[str, list[Problem]]:
        """The text of the file, and what must be told of it."""
        marked = before + self.text
        places = []
        while "▶" in marked:
            head, _, tail = marked.partition("▶")
            line = head.count("\n") + 1
            places.append(Position(self.file, line, len(head) - head.rfind("\n")))
            marked = head + tail
        assert len(places) == len(self.told), self.name
        problems = [
            Problem(at, _number_lines(message, at.line), _number_lines(hint, at.line))
            for at, (message, hint) in zip(places, self.told, strict=True)
        ]
        return marked + after, problems


def _number_lines(hint: str, line: int) -> str:
    return re.sub(r"\{=([+-]?\d+)\}", lambda found: str(line + int(found[1])), hint)


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
        pairs = list(zip(told[::2], told[1::2], strict=True))
        found.append(Mistake(name, file or MISTAKES, written, pairs))
    return found


ALL = _read_mistakes()
ENTRIES = [each for each in ALL if each.file == MISTAKES]


def check_all(folder: Path, files: Files, told: list[Problem] | None = None) -> list[Problem]:
    """Problems, and those warnings that must be told; most others are about good cards."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    wanted = {str(each.message) for each in told or ()}
    problems, found, _ = check_course(folder, label="")
    warnings = [Problem(each.at, f"warning: {each.message}", each.hint, each.fix) for each in found]
    return sorted([*problems, *(each for each in warnings if str(each.message) in wanted)])


def tell(problems: list[Problem]) -> list[tuple[Position, str, str]]:
    """What an author reads, and where."""
    return [(each.at, str(each.message), str(each.hint or "")) for each in problems]


def assert_fixes_work(folder: Path, files: Files, problems: list[Problem]) -> None:
    """Whatever has a cure is gone with it; what a guess brings up has a cure of its own."""
    told = problems
    for number in range(MOST_ROUNDS):
        if not any(each.fix for each in problems):
            return
        fixed = apply_fixes(files, problems)
        assert fixed != files
        files = fixed
        problems = check_all(folder / f"round-{number}", files, told)
        assert len(problems) <= len(told)
    assert not any(each.fix for each in problems)


@pytest.mark.parametrize("mistake", ALL, ids=[each.name for each in ALL])
def test_a_mistake_is_told_at_its_place_with_a_cure_that_works(mistake, tmp_path):
    is_entry = mistake.file == MISTAKES
    text, expected = mistake.place(HEADER + FIRST if is_entry else "", LAST if is_entry else "")
    files = {**SOUND, mistake.file: text}
    problems = check_all(tmp_path / "course", files, expected)
    assert tell(problems) == tell(expected)
    assert_fixes_work(tmp_path, files, problems)


@pytest.mark.parametrize(
    ("raw", "at", "message"),
    [
        ("deck: a\ntitle: Ä\n".encode("cp1252"), (2, 8), "the file is not UTF-8 here"),
        ("deck: a\ntitle: Ä\n".encode("utf-16"), (1, 1), "the file is UTF-16"),
    ],
)
def test_a_file_in_another_encoding_is_told_and_can_be_saved_anew(raw, at, message, tmp_path):
    rest = "entries:\n- term: leaf\n  key: encoded\n  meaning: A tensor.\n"
    whole = raw + rest.encode("utf-16-le" if raw.startswith(b"\xff\xfe") else "cp1252")
    files = {**SOUND, "decks/encoded.yaml": whole}
    problems = check_all(tmp_path / "course", files)
    assert tell(problems) == [(Position("decks/encoded.yaml", *at), message, "save it as UTF-8")]


def test_lines_of_windows_are_mended_as_others_are(tmp_path):
    text = (HEADER + "- term: leaf\n  key: windows\n  meaning: Note: x\n").replace("\n", "\r\n")
    problems = check_all(tmp_path, {**SOUND, MISTAKES: text})
    assert [(each.at.line, each.at.column, str(each.hint)) for each in problems] == [
        (6, 16, 'write: meaning: "Note: x"')
    ]


def test_one_file_with_all_mistakes_has_each_at_its_place(tmp_path):
    text, expected = HEADER + FIRST, []
    for mistake in ENTRIES:
        text, found = mistake.place(text)
        expected += found
    files = {**SOUND, MISTAKES: text + LAST}
    problems = check_all(tmp_path / "course", files, expected)
    assert [each[:2] for each in tell(problems)] == [each[:2] for each in tell(expected)]
    cured = [number for number, each in enumerate(problems) if each.fix]  # some only if alone
    assert tell([problems[each] for each in cured]) == tell([expected[each] for each in cured])
    assert len(cured) > len(problems) / 3
    assert len({mistake.name for mistake in ALL}) == len(ALL) >= 150
    assert_fixes_work(tmp_path, files, problems)


def test_an_unknown_field_of_a_question_is_answered_with_fields_that_are_documented(tmp_path):
    entry = "- choose: Which?\n  key: which\n  zzz: 1\n  options: {a: x, b: y, c: z}\n  right: a\n"
    (problem,) = check_all(tmp_path, {**SOUND, MISTAKES: HEADER + entry})
    known = str(problem.hint).removeprefix("remove it, or write one of ").split(", ")
    assert {"options", "right", "wrong"} <= {*known}
    assert "listed" not in known


def test_things_in_a_list_are_told_that_they_need_names(tmp_path):
    entry = '- compare: ["Student\'s t", Welch test]\n  key: tests\n  rows: {a: {aspect: x}}\n'
    (problem,) = check_all(tmp_path, {**SOUND, MISTAKES: HEADER + entry})
    assert str(problem.hint) == "give each a name that stays, as in {a: …, b: …}"


def test_one_thing_behind_a_dash_is_told_as_things_in_a_list_are(tmp_path):
    entry = "- compare:\n  - mean\n  key: means\n  rows: {a: {aspect: x}}\n"
    (problem,) = check_all(tmp_path, {**SOUND, MISTAKES: HEADER + entry})
    assert str(problem.hint) == "give each a name that stays, as in {a: …, b: …}"


UNREADABLE = (
    "- concept: Why\n  key: unreadable\n  points: {a: x}\n  just words: [ and \"then\n    'more\n"
)
REFERS = "- term: leaf\n  key: refers\n  about: [unreadable]\n  meaning: A tensor.\n  oops: 1\n"


def test_what_cannot_be_read_hides_nothing_and_is_missed_by_nobody(tmp_path):
    files = {
        **SOUND,
        MISTAKES: HEADER + FIRST + UNREADABLE + REFERS,
        "quizzes/all.yaml": "quiz: all\ntitle: All\nselect: {key: [unreadable, refers]}\n",
        "decks/zh/all.yaml": "lang: zh\nentries:\n  unreadable: {concept: 甲, points: {a: 乙}}\n",
    }
    problems = check_all(tmp_path, files)
    assert [f"{each.at.file}:{each.at.line}: {each.message}" for each in problems] == [
        "decks/mistakes.yaml:10: this '[' is never closed",
        "decks/mistakes.yaml:16: unknown key 'oops'",
    ]


def test_what_was_mended_to_read_on_is_never_built(tmp_path, capsys):
    from flashcards.cli import run

    text = HEADER + "- term: leaf\n  key: leaf\n  meaning: Note: x\n"
    check_all(tmp_path / "course", {**SOUND, MISTAKES: text})
    target = tmp_path / "course.apkg"
    assert run(["build", str(tmp_path / "course"), "-o", str(target)]) == 1
    assert "': ' inside a text that has no quotes" in capsys.readouterr().err
    assert not target.exists()
