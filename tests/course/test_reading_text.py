"""Scalars arrive as the text that the author wrote."""

from textwrap import dedent

import pytest

from flashcards.errors import ProblemsFound
from tests.helpers.one_deck import read_deck


def deck_with_term(term: str) -> str:
    return dedent(f"""\
        deck: a
        title: A
        entries:
        - term: {term}
          key: a-term
          meaning: Something.
        """)


@pytest.mark.parametrize(
    "word",
    ["no", "yes", "on", "12:30", "1e3", "0o17", "null", "~", "2024-01-01", "=", "0x1F", "1_000",
     ".inf", "True", "<<", "3.10", "+1", "-0"],
)  # fmt: skip
def test_a_word_that_yaml_would_convert_stays_text(word):
    (entry,) = read_deck(deck_with_term(word), "d.yaml").entries
    assert entry.term == word


def test_every_mistake_in_the_file_is_told_at_once():
    text = dedent("""\
        deck: a
        entries:
        - term: leaf
          key: leaf
          meaning: ""
        """)
    with pytest.raises(ProblemsFound) as found:
        read_deck(text, "d.yaml")
    assert str(found.value).splitlines() == [
        "d.yaml:1:1: missing field 'title'; add the line 'title: …'",
        "d.yaml:5:12: 'meaning' must not be empty",
    ]


def test_a_repeated_key_names_both_lines():
    text = deck_with_term("a") + "  why: First.\n  why: Second.\n"
    with pytest.raises(ProblemsFound) as found:
        read_deck(text, "d.yaml")
    assert str(found.value) == (
        "d.yaml:8:3: field 'why' is repeated, first at d.yaml:7:3; remove one of the two"
    )


def test_the_deck_gives_its_defaults_to_every_entry():
    text = dedent("""\
        deck: a
        title: A
        stage: 3
        tags: [distributed]
        as_of: PyTorch 2.13
        entries:
        - recall: One?
          key: one
          answer: 1
        - recall: Two?
          key: two
          stage: 4
          tags: [cuda, distributed]
          as_of: CUDA 13
          answer: 2
        """)
    one, two = read_deck(text, "d.yaml").entries
    assert (one.stage, one.tags, one.as_of) == (3, ("distributed",), "PyTorch 2.13")
    assert (two.stage, two.tags, two.as_of) == (4, ("cuda", "distributed"), "CUDA 13")


def test_lines_of_windows_and_a_byte_order_mark_change_nothing():
    plain = deck_with_term("leaf")
    odd = b"\xef\xbb\xbf" + plain.replace("\n", "\r\n").encode()
    assert read_deck(odd, "d.yaml") == read_deck(plain, "d.yaml")


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        ("deck: a".encode("utf-16"), "d.yaml:1:1: the file is not UTF-8 here"),
        (b"deck: a\ntitle: \xff", "d.yaml:2:8: the file is not UTF-8 here"),
        (b"deck: a\x00", "d.yaml:1:8: the invisible character U+0000 is not allowed"),
        (b"deck: a\ntitle: \x1b[31m", "d.yaml:2:8: the invisible character U+001B is not allowed"),
        ("deck: \u202ea".encode(), "d.yaml:1:7: the invisible character U+202E is not allowed"),
        ("deck: a\u2066b".encode(), "d.yaml:1:8: the invisible character U+2066 is not allowed"),
        ("deck: a\u2028b".encode(), "d.yaml:1:8: the invisible character U+2028 is not allowed"),
    ],
)
def test_bytes_that_are_not_safe_text_are_refused_at_their_place(raw, message):
    with pytest.raises(ProblemsFound) as found:
        read_deck(raw, "d.yaml")
    assert str(found.value).startswith(message)


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        (
            "deck: a\ntitle: `x` is\nentries:\n- term: x\n  key: x\n  meaning: y\n",
            "d.yaml:2:8: a text cannot begin with this character",
            "put it in quotes",
        ),
        (
            "deck: a\ntitle: Note: x\nentries:\n- term: x\n  key: x\n  meaning: y\n",
            "d.yaml:2:12: ': ' inside a text that has no quotes",
            "look for a missing quote, bracket or indentation at or above this line",
        ),
        (
            "deck: a\ntitle: A # b\nentries:\n- term: x\n  key: x\n  meaning: y\n",
            "d.yaml:2:10: the text is cut off here: ' #' begins a comment",
            "quote the text",
        ),
        (
            "deck: a\ntitle: A\nentries:\n- choose: q\n  key: x\n  right: {a: {text: (3, 1)}}\n"
            "  wrong: {b: {text: c}}\n",
            "d.yaml:6:25: unknown field '1)'",
            "remove it",
        ),
        (
            "deck: a\ntitle: A\nentries:\n- term: x\n\tkey: x\n  meaning: y\n",
            "d.yaml:5:1: not YAML: found a tab character that violates indentation",
            "look for a missing quote, bracket or indentation at or above this line",
        ),
    ],
)
def test_the_traps_of_yaml_get_a_hint(text, message, hint):
    with pytest.raises(ProblemsFound) as found:
        read_deck(text, "d.yaml")
    (problem,) = found.value.problems
    assert str(problem) == f"{message}; {hint}"


def test_comments_where_no_text_can_be_lost_are_fine():
    text = "deck: a  # id\ntitle: A\nstage: 3  # all\nentries:  # list\n# own line\n- term: x\n"
    assert read_deck(text + "  key: x # k\n  meaning: y\n", "d.yaml").stage == 3


@pytest.mark.parametrize("nest", ["[" * 1_000_000, "- " * 1_000_000, "{a: " * 300_000])
def test_deep_nesting_is_refused_at_the_limit(nest):
    with pytest.raises(ProblemsFound) as found:
        read_deck(nest, "d.yaml")
    assert "nested deeper than 32 levels" in str(found.value)


def test_an_alias_bomb_is_refused_without_being_expanded():
    bomb = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
        f"{new}: &{new} [{','.join(['*' + old] * 9)}]\n"
        for old, new in zip("abcdefgh", "bcdefghi", strict=True)
    )
    with pytest.raises(ProblemsFound) as found:
        read_deck(bomb, "d.yaml")
    assert "d.yaml:1:4: anchors, aliases and tags (&, *, !) are not allowed" in str(found.value)


def test_a_formula_that_acts_is_a_problem_at_its_place(tmp_path, capsys):
    from flashcards.cli import run
    from tests.helpers.course_files import COURSE, write_course

    deck = COURSE["decks/kinds.yaml"].replace("Transposing swaps", "$\\href{x}{y}$ swaps")
    folder = write_course(tmp_path / "c", {**COURSE, "decks/kinds.yaml": deck})
    assert run(["check", str(folder)]) == 1
    told = capsys.readouterr().out
    assert "kinds.yaml:16:8: a formula may not have '\\href'" in told


def test_a_text_with_thousands_of_brackets_is_refused_at_once(tmp_path, capsys):
    from flashcards.cli import run
    from tests.helpers.course_files import COURSE, write_course

    deck = COURSE["decks/kinds.yaml"].replace("Transposing swaps", '"' + "![" * 4000 + '" #')
    folder = write_course(tmp_path / "c", {**COURSE, "decks/kinds.yaml": deck})
    assert run(["build", str(folder), "-o", str(tmp_path / "c.apkg")]) == 1
    told = capsys.readouterr().err
    assert "kinds.yaml:16:8: more than 200 '[' in one text" in told


@pytest.mark.parametrize(
    "entry",
    ["- {a: b, a: c}\n", '- "C:\\new"\n', "- term\uff1ax\n", "- term: x # y\n"],
)
def test_thousands_of_mistakes_are_given_up(entry):
    text = f"deck: a\ntitle: A\nentries:\n- term: b\n  key: b\n  meaning: c\n{entry * 5_000}"
    with pytest.raises(ProblemsFound) as found:
        read_deck(text, "d.yaml")
    assert len(found.value.problems) == 1001
    assert "more than 1000 problems" in str(found.value)


def test_a_choice_without_a_right_option_is_told_even_if_every_letter_is_taken():
    wrong = ", ".join(f"{letter}: {{text: {letter * 3}, why: W}}" for letter in "abcdefgh")
    entry = f"{{choose: Q?, key: q, right: {{}}, wrong: {{{wrong}}}, why: W}}"
    with pytest.raises(ProblemsFound) as found:
        read_deck(f"deck: d\ntitle: D\nentries:\n- {entry}\n", "d.yaml")
    assert "'right' needs at least 1, not 0" in str(found.value)
