"""Texts with awkward signs in every place of braces and brackets.

Each text is put, as an author would type it, where a text may stand in braces. The cures
of `check` are applied until it has none. What is read then must be that
text in that place: quotes around the wrong part would put names and reasons on an exam. A few
texts in brackets inside of brackets are told, and have no cure.
"""

import re
from pathlib import Path

import pytest

from flashcards.cache import NO_CACHE
from flashcards.check import check_course
from flashcards.source import read_course
from flashcards.source.braces import find_changes
from flashcards.source.folder import load_folder
from flashcards.text.entry_texts import Leaf, collect_texts
from tests.helpers.fixes import Files, apply_fixes
from tests.source.test_first_hour import HEADER, MISTAKES, SOUND, check_all

AWKWARD = (
    r"$\bar{x}$", "$s^{2}$", r"$\frac{1}{2}$, or half", r"$\sqrt{n}$ and $\sum_{i=1}^{n} x_{i}$",
    r"$\{1, 2\}$", r"$\left\{x\right.$", r"the set \{1, 2\}", "{1, 2}", "{1, 2} and more",
    "x_{1}, y_{2}", "{}", '{"a": 1}', "{'a': 1, 'b': 2}", "[1, 2]", "[1, 2] and more", "[]",
    "a [ b", "a ] b", "a { b", "a } b", "a ) b", "a ( b", ":-(",
    "tensor([[1., 2.],  [3., 4.]])", "f(x: int, y: int)", "x[:, 1:3]", "(3, 1)", "one, two",
    "one, two, three", "![the bell](bell.svg)", "[the manual](https://example.org/a,b)",
    "a # b", "# b", "a#b", "C# and F#", "note: x", "x:", ": x", "a:b", "12:30", "torch::f",
    "https://example.org", "`x`", "`{1: 2}`", "`f(x, b: 1)` it is", "@x", "%d", "*x*", "**x**",
    "&x", "!x", "|x|", "> 3", ">= 3", "- x", "-1", "? x", "?", "= 3", "~", "no",
    '"mean" here', "'mean' here", "the \"mean\" here", "it's", "it's {x}", "it's \"{x}\"",
    "$5, $6", "5$, 6$", "100 %", "<b>", "a\\b", r"a\{b",
)  # fmt: skip
PLAIN = ("2.0", "a leaf", "raising, the level", "[1] NA", "$x_1$", "(3, 1)", "f(x)", "it is: x")
CHOOSE = "- choose: Which one is it, number %d?\n  key: k-%d\n  why: So.\n"
LISTED = CHOOSE + "  right: {r: Right.}\n  wrong:\n    o: Other.\n"
COMPARE = "- compare: {m: Mean, d: Median}\n  key: k-%d\n  rows:\n"
BELOW = "  right: {a: first,\n          b: %s,\n          c: last}\n  wrong: {x: never}\n"
MOST_LINES = 6
"""Lines with mistakes in one entry, each of which may want a look of its own."""
PLACES = {
    "right a text": CHOOSE + "  right: {a: %s, b: last}\n  wrong: {x: never}\n",
    "wrong z text": CHOOSE + "  right: {a: a}\n  wrong: {x: never, z: %s}\n",
    "wrong b text": LISTED + "    b: {text: %s, why: Because.}\n",
    "wrong c text": LISTED + "    c: {text: %s}\n",
    "wrong b why": LISTED + "    b: {text: t, why: %s}\n",
    "wrong c why": LISTED + "    c: {why: %s, text: t}\n",
    "wrong d text": CHOOSE + "  right: {a: a}\n  wrong: {d: {text: %s, why: c}, e: {text: t}}\n",
    "wrong e why": CHOOSE + "  right: {a: a}\n  wrong: {d: {text: t}, e: {text: u, why: %s}}\n",
    "right b text": CHOOSE + BELOW,
    "rows r m": COMPARE + "    r: {aspect: Symbol, m: %s, d: y}\n",
    "rows r d": COMPARE + "    r: {aspect: Symbol, m: x, d: %s}\n",
    "rows r aspect": COMPARE + "    r: {aspect: %s, m: x, d: y}\n",
    "points b": "- concept: Idea %d\n  key: k-%d\n  points: {a: one, b: %s, c: three}\n",
    "steps b": "- order: Work %d\n  key: k-%d\n  steps: {a: one, b: %s}\n",
    "compare d": "- compare: {m: M, d: %s}\n  key: k-%d\n  rows: {r: {aspect: A, m: x, d: y}}\n",
    "meaning": "- {term: word %d, key: k-%d, meaning: %s, tags: [t]}\n",
}
"""Where a text stands, and the entry around it."""


def _fill(template: str, number: int, *texts: str) -> str:
    parts = iter(texts)
    return re.sub("%[ds]", lambda mark: str(number) if mark[0] == "%d" else next(parts), template)


def _read_after_fixes(
    folder: Path, entries: str, rounds: int = 4
) -> dict[str, dict[tuple[str, ...], Leaf]]:
    """The texts of every entry that `check` is content with once no cure is left, by their keys."""
    media = {"decks/media/bell.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>'}
    files: Files = {**SOUND, **media, MISTAKES: HEADER + entries}
    for number in range(rounds):
        problems = check_all(folder / f"round-{number}", files)
        if not any(each.fix for each in problems):
            break
        files = apply_fixes(files, problems)
    check_all(folder / "last", files)
    course = read_course(load_folder(folder / "last"), NO_CACHE).course
    return {entry.key: collect_texts(entry) for deck in course.decks for entry in deck.entries}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("place", PLACES)
def test_after_the_cures_each_text_is_whole_and_has_nothing_else_in_it(place, tmp_path):
    entries = "".join(_fill(PLACES[place], *each) for each in enumerate(AWKWARD))
    read = _read_after_fixes(tmp_path, entries)
    wanted = {f"k-{number}": text for number, text in enumerate(AWKWARD) if f"k-{number}" in read}
    assert {key: read[key].get(tuple(place.split())) for key in wanted} == wanted
    assert len(wanted) > len(AWKWARD) * 3 / 4


@pytest.mark.sampled(16)
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("quotes", ["“”", "„“", "‘’", '"'])
def test_curly_or_open_quotes_around_a_text_are_never_part_of_it(quotes, place, tmp_path):
    texts = [text for text in PLAIN if quotes != '"' or "," not in text]
    typed = [quotes[0] + text + quotes[1:] for text in texts]
    entries = "".join(_fill(PLACES[place], *each) for each in enumerate(typed))
    read = _read_after_fixes(tmp_path, entries)
    wanted = {f"k-{number}": text for number, text in enumerate(texts) if f"k-{number}" in read}
    assert {key: read[key].get(tuple(place.split())) for key in wanted} == wanted
    assert len(wanted) > len(texts) / 2


def test_two_awkward_texts_in_the_same_braces_stay_apart(tmp_path):
    pairs = [(text, AWKWARD[(place * 7 + 3) % len(AWKWARD)]) for place, text in enumerate(AWKWARD)]
    template = LISTED + "    b: {text: %s, why: %s}\n"
    entries = "".join(_fill(template, number, *pair) for number, pair in enumerate(pairs))
    read = _read_after_fixes(tmp_path, entries)
    names = (("wrong", "b", "text"), ("wrong", "b", "why"))
    got = [tuple(read[f"k-{number}"].get(name) for name in names) for number in range(len(pairs))]
    assert got == pairs


def test_awkward_texts_in_every_line_of_an_entry_are_mended_line_by_line(tmp_path):
    groups = [AWKWARD[at : at + 5] for at in range(0, len(AWKWARD), 5)]
    entries, wanted = "", {}
    for number, texts in enumerate(groups):
        entries += _fill(CHOOSE + "  right: {r: %s}\n  wrong:\n", number, texts[0])
        named = dict(zip("abcd", texts[1:], strict=False))
        for name, text in named.items():
            entries += f"    {name}: {{text: {text}, why: Because.}}\n"
        wanted[f"k-{number}"] = [texts[0], *named.values()]
    read = _read_after_fixes(tmp_path, entries, MOST_LINES)
    got = {key: [text for path, text in read[key].items() if path[-1] == "text"] for key in wanted}
    assert got == wanted


@pytest.mark.parametrize(
    ("written", "texts"),
    [
        (r"b: {text: $\bar{x}$, why: c", (r"$\bar{x}$", "c")),
        (r'b: {text: "$\bar{x}$", why: $\mu_{0}$}', (r"$\bar{x}$", r"$\mu_{0}$")),
    ],
)
def test_a_brace_that_is_missing_is_put_where_it_belongs(written, texts, tmp_path):
    read = _read_after_fixes(tmp_path, _fill(LISTED, 0) + f"    {written}\n")["k-0"]
    assert (read["wrong", "b", "text"], read.get(("wrong", "b", "why"))) == texts


@pytest.mark.parametrize(
    "written", ["{text: mean why: c}", "{text:mean, why:c}", r"{text: $\bar{x}$ why: c}"]
)
def test_a_comma_or_a_space_that_is_missing_is_told_and_no_text_is_made_of_it(written, tmp_path):
    files = {**SOUND, MISTAKES: HEADER + _fill(LISTED, 0) + f"    b: {written}\n"}
    problems = check_all(tmp_path, files)
    assert {each.at.line for each in problems} == {10}
    assert [each.fix for each in problems if each.fix] == []


def test_what_cannot_be_read_is_never_told_to_be_put_in_quotes_as_a_whole(tmp_path):
    entry = _fill(LISTED, 0) + "    b: {text: one two, why three {: four}\n"
    (problem,) = check_all(tmp_path, {**SOUND, MISTAKES: HEADER + entry})
    assert "'{text" not in str(problem.hint)
    assert '"{text' not in str(problem.hint)


def test_a_mapping_in_quotes_is_told_as_a_text_that_learners_would_read(tmp_path):
    entry = _fill(LISTED, 0) + "    b: '{text: mean, why: c}'\n"
    check_all(tmp_path, {**SOUND, MISTAKES: HEADER + entry})
    warnings = check_course(tmp_path, label="")[1]
    assert [each.at.line for each in warnings if "mapping in quotes" in str(each.message)] == [10]


@pytest.mark.parametrize(
    "text", ["{a: " * 900, "[" * 3000, "{a: " + "(" * 3000 + "}", "{a: '" * 700, "{a: $x" * 700]
)
def test_brackets_without_end_are_given_up_at_once(text):
    assert not find_changes(text, 0)
