"""Scalars arrive as the text that the author wrote; what YAML reads otherwise is told."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from flashcards.course.yaml_file import YamlFile, format_yaml
from flashcards.errors import ProblemsFound
from tests.helpers.one_deck import read_deck

HEAD = "deck: a\ntitle: A\nentries:\n"


def deck_with_term(term: str) -> str:
    return f"{HEAD}- term: {term}\n  key: a-term\n  meaning: Something.\n"


def find_problems(text: str | bytes) -> list[str]:
    with pytest.raises(ProblemsFound) as found:
        read_deck(text, "d.yaml")
    return str(found.value).splitlines()


@pytest.mark.parametrize(
    "word",
    ["no", "yes", "12:30", "1e3", "0o17", "null", "~", "2024-01-01", "=", "0x1F", "1_000", ".inf",
     "<<", "3.10", "+1"],
)  # fmt: skip
def test_a_word_that_yaml_would_convert_stays_text(word):
    (entry,) = read_deck(deck_with_term(word), "d.yaml").entries
    assert entry.term == word


def test_the_deck_gives_its_defaults_to_every_entry():
    head = "deck: a\ntitle: A\nstage: 3\ntags: [distributed]\nas_of: PyTorch 2.13\nentries:\n"
    own = "  stage: 4\n  tags: [cuda, two, distributed]\n  as_of: CUDA 13\n"
    entries = (
        f"- recall: One?\n  key: one\n  answer: 1\n- recall: Two?\n  key: two\n{own}  answer: 2\n"
    )
    one, two = read_deck(head + entries, "d.yaml").entries
    assert (one.stage, one.tags, one.as_of) == (3, ("distributed",), "PyTorch 2.13")
    assert (two.stage, two.tags, two.as_of) == (4, ("cuda", "two", "distributed"), "CUDA 13")


def test_lines_of_windows_and_a_byte_order_mark_change_nothing():
    plain = deck_with_term("leaf")
    odd = b"\xef\xbb\xbf" + plain.replace("\n", "\r\n").encode()
    assert read_deck(odd, "d.yaml") == read_deck(plain, "d.yaml")


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        ("deck: a".encode("utf-16"), "1:1: the file is not UTF-8 here"),
        (b"deck: a\ntitle: \xff", "2:8: the file is not UTF-8 here"),
        (b"deck: a\x00", "1:8: the invisible character U+0000 is not allowed"),
        (b"deck: a\ntitle: \x1b[31m", "2:8: the invisible character U+001B is not allowed"),
        ("deck: \u202ea".encode(), "1:7: the invisible character U+202E is not allowed"),
        ("deck: a\u2028b".encode(), "1:8: the invisible character U+2028 is not allowed"),
    ],
)
def test_bytes_that_are_not_safe_text_are_refused_at_their_place(raw, message):
    assert find_problems(raw)[0].startswith(f"d.yaml:{message}")


def test_comments_where_no_text_can_be_lost_are_fine():
    text = "deck: a  # id\ntitle: A\nstage: 3  # all\nentries:  # list\n# own line\n- term: x\n"
    assert read_deck(text + "  key: x # k\n  meaning: y\n", "d.yaml").stage == 3


@pytest.mark.parametrize("nest", ["[" * 1_000_000, "- " * 1_000_000, "{a: " * 300_000])
def test_deep_nesting_is_refused_at_the_limit(nest):
    assert "nested deeper than 32 levels" in find_problems(nest)[0]


def test_an_alias_bomb_is_refused_without_being_expanded():
    bomb = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
        f"{new}: &{new} [{','.join(['*' + old] * 9)}]\n"
        for old, new in zip("abcdefgh", "bcdefghi", strict=True)
    )
    assert "d.yaml:1:4: anchors, aliases and tags (&, *, !) are not allowed" in str(
        find_problems(bomb)
    )


@pytest.mark.parametrize(
    "entry", ["- {a: b, a: c}\n", '- "C:\\new"\n', "- term\uff1ax\n", "- term: x # y\n"]
)
def test_thousands_of_mistakes_are_given_up(entry):
    problems = find_problems(deck_with_term("b") + entry * 1_100)
    assert len(problems) == 1001
    assert "more than 1000 problems" in str(problems)


SAFE = st.text(
    st.characters(
        exclude_categories=("Cs", "Cc", "Co", "Cn"), include_characters="\n\t",
        exclude_characters="\x85\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff",
    )
)  # fmt: skip


ODD = ["no", "a #b", "'q'", "\\alpha", "x\n\n\n", "\n x", "!x", "*x", "|", "<<", "tab\tin\nlines\t",
       "a，b", 'said "so"', "“q”"]  # fmt: skip
"""What YAML takes for something else, or `YamlFile` for a mistake."""


@given(text=SAFE, deep=st.one_of(st.sampled_from(ODD), SAFE), listed=st.lists(SAFE, min_size=1))
@example(text="x", deep="x", listed=ODD)
def test_any_text_that_is_written_as_yaml_is_read_as_the_same_text(text, deep, listed):
    values = {"why": text, "b": {"c": deep, "d": {"e": text}}, "f": listed, "g": [{"h": deep}]}
    written = YamlFile(format_yaml(values).encode(), "x.yaml")
    assert (written.data, written.problems) == (values, [])
