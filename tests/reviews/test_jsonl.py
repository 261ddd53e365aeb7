"""The log goes out and comes in as JSON lines, whole and once."""

import json

import pytest

from flashcards.cli import run
from flashcards.reviews.review import COLUMNS, Mark, Review, format_lines
from flashcards.reviews.store import ReviewLog
from tests.helpers.reviews import START, make_answer


def answer(number: int, **more) -> Review:
    usual = {"answer": '答 "quoted"\n', "uid": f"u{number}", **more}
    return make_answer(f"k{number % 3}#0", at=START + number * 10**8, **usual)


def line(number: int, **more) -> str:
    return json.dumps({**json.loads(next(format_lines([answer(number)]))), **more}) + "\n"


@pytest.fixture
def take(tmp_path, own_home, capsys):
    """Imports lines; exit code, what was said, and the answers that are in the log then."""

    def take(data: str | bytes):
        file = tmp_path / "in.jsonl"
        file.write_bytes(data.encode() if isinstance(data, str) else data)
        code = run(["log", "import", str(file)])
        said = capsys.readouterr()
        with ReviewLog(own_home / "reviews.db") as log:
            return code, said.out + said.err, list(log.reviews(undone=True))

    return take


@pytest.fixture
def filled(own_home):
    """What is in a log with twelve answers, one taken back, and a mark."""
    with ReviewLog(own_home / "reviews.db") as log:
        for number in range(12):
            log.record(answer(number, rating=1 + number % 4))
        log.undo("u5")
        log.add([Mark("c", "k0#0", "en", START, "suspended", 1)])
        return list(log.rows()), log.memories(["c"], "en")


def test_out_and_into_an_empty_log_gives_the_same_log_and_twice_adds_nothing(
    filled, tmp_path, monkeypatch, capsys
):
    file, other = str(tmp_path / "log.jsonl"), tmp_path / "other"
    assert run(["log", "export", file]) == 0
    monkeypatch.setenv("PTQUIZ_HOME", str(other))
    assert run(["log", "import", file]) == 0
    assert "12 reviews added" in capsys.readouterr().out
    assert run(["log", "import", file]) == 0
    assert "0 reviews added, 12 were here already" in capsys.readouterr().out
    with ReviewLog(other / "reviews.db") as log:
        assert (list(log.rows()), log.memories(["c"], "en")) == filled


def test_a_pipe_is_utf_8_whatever_the_terminal_shows(filled, own_home, tmp_path, forker):
    def ptquiz(*arguments, home=tmp_path / "other", lines=""):
        env = {"PTQUIZ_HOME": str(home)}
        return forker.run(lines, arguments=arguments, env=env, encoding="ascii").stdout

    lines = ptquiz("log", "export", "-", home=own_home)
    assert '答 \\"quoted\\"' in lines
    assert ptquiz("log", "import", "-", lines=lines).startswith("12 reviews added")
    assert ptquiz("log", "export", "-") == lines


def test_settings_that_an_earlier_version_or_a_page_wrote_hinder_no_answer(take):
    code, said, _ = take(line(1, settings={"version": 1, "new": 7}))
    assert (code, said.splitlines()[0]) == (0, "1 review added, 0 were here already")


@pytest.mark.parametrize(
    "bad",
    [line(2, rating=9), line(2, at="yesterday"), line(2, at=-1), line(2, card=None),
     line(2, uid=1), line(2, score=1.1), line(2, due=10**9), line(2, answer="half: \ud83d"),
     line(2, mark="loved", value=1), line(2, mark="suspended", value=-1),
     "not json\n", "[1]\n", '{"card": 7\n', "{}\n", "\0\n", "x" * 3_000_000 + "\n"],
    ids=range(16),
)  # fmt: skip
def test_a_line_that_is_no_review_is_told_and_then_none_is_taken(tmp_path, take, bad):
    code, said, kept = take(line(1) + bad + line(3))
    assert (code, kept) == (1, [])
    assert said.startswith(f"{tmp_path / 'in.jsonl'}:2:1: not a review: ")


def test_what_is_not_text_is_refused_at_once(take):
    code, said, kept = take(line(1).encode("utf-16"))
    assert (code, kept) == (1, [])
    assert "in.jsonl:1:1: not a review: 'utf-8'" in said


def test_a_byte_order_mark_is_no_bad_line(take):
    mark = b"\xef\xbb\xbf"
    data = mark + line(1).encode() + b"\n" + mark + line(2).encode()
    assert take(data)[1].startswith("2 reviews added")


def test_a_file_that_is_not_there_is_one_sentence_and_makes_no_log(tmp_path, own_home, capsys):
    assert run(["log", "import", str(tmp_path / "none")]) == 1
    assert capsys.readouterr().err == f"{tmp_path / 'none'} does not exist\n"
    assert not (own_home / "reviews.db").exists()


def test_what_was_taken_back_elsewhere_no_longer_counts_here_and_never_comes_back(take, own_home):
    take(line(1) + line(4))
    take(line(4, undone=True))
    with ReviewLog(own_home / "reviews.db") as log:
        assert log.memory(("c", "en", "k1#0")).reviews == 1
    assert take(line(4))[2][1].undone


def test_marks_of_earlier_versions_that_nothing_reads_are_left_out(take):
    assert take(line(1) + line(2, mark="known", value=1))[1].startswith("1 review added")


def test_a_line_has_the_fields_that_pages_and_other_programs_read():
    (written,) = format_lines([answer(1)])
    assert {*json.loads(written)} == {*COLUMNS}
