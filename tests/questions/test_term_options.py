"""Options of a term's question: of one kind, and without a word that tells the right one."""

from dataclasses import replace
from pathlib import Path

import pytest

from flashcards.cards import list_cards, list_notes
from flashcards.lint.options import find_unfit_neighbours
from flashcards.model import Deck, Term
from flashcards.questions import Neighbours, list_forms, make_question
from flashcards.source.course import load_course
from flashcards.text.plain_text import read_word_list
from flashcards.text.term_options import Candidate, find_misfit, find_shared_words

SEEDS = 4
"""Rules that are off by much are seen by four; 200 measure them."""


def candidate(key, term, meaning, deck="d", **more):
    made = Term(key=key, term=term, meaning=meaning, **more)
    return Candidate(made, made, deck)


FILE = candidate("a", "build.yaml", "The file in which every target is declared.")


@pytest.mark.parametrize(
    ("meaning", "misfit"),
    [
        ("The file with the tests.", None),
        ("The PyTorch format for tests.", "neighbour-other-kind"),
        ("The Python package that runs the tests.", "neighbour-other-kind"),
        ("Running the tests of a target.", "neighbour-other-kind"),
        ("The number of tests.", "neighbour-other-kind"),
        ("The file with the builds.", "neighbour-shares-word"),
        ("The one that nobody knows.", "neighbour-other-kind"),
    ],
)
def test_another_kind_of_thing_or_a_word_of_the_question_is_no_option(meaning, misfit):
    found = find_misfit(FILE, candidate("b", "other", meaning))
    assert (found and found.id) == misfit


def test_what_a_definition_does_not_tell_deck_tags_and_stage_do():
    asked = candidate("a", "one", "Whatever is first.", tags=("x",), stage=1)
    other = candidate("b", "two", "Whoever is second.", deck="e", tags=("y",), stage=2)
    assert find_misfit(asked, other).id == "neighbour-other-kind"
    for same in ({"tags": ("x",)}, {"stage": 1}):
        term = replace(other.term, **same)
        assert find_misfit(asked, Candidate(term, term, "e")) is None
    assert find_misfit(asked, other._replace(deck="d")) is None


def test_a_word_that_every_option_has_tells_nothing():
    asked = candidate("a", "tensor hook", "A function that gets a tensor.")
    assert find_misfit(asked, candidate("b", "other", "A function that makes a tensor.")) is None
    told = find_misfit(asked, candidate("c", "third", "A function that prints."))
    assert told.id == "neighbour-shares-word"


def test_every_shared_word_is_shared_by_all():
    asked = candidate("a", "tensor hook", "A function that gets a tensor and hooks in.")
    told = find_misfit(asked, candidate("b", "other", "A function that makes a tensor."))
    assert dict(told.values)["word"] == "hook"


@pytest.mark.parametrize(
    ("term", "meaning"),
    [
        ("BuildExtension", "The `build_ext` command of a package."),
        ("meta tensor", "What has only metadata."),
        ("dynamic quantization", "Weights that were quantized."),
        ("operator", "One of several operations."),
    ],
)
def test_a_word_in_another_form_tells_as_much(term, meaning):
    assert find_shared_words(term, meaning)


@pytest.mark.parametrize("meaning", ["What runs.", "What is partial.", "The context."])
def test_words_that_only_begin_alike_are_two(meaning):
    assert not find_shared_words("runtime partition content", meaning)


PARTS_OF_PROGRAMS = ("An argument", "A function", "A class", "A tensor")


@pytest.mark.parametrize("one", PARTS_OF_PROGRAMS)
@pytest.mark.parametrize("other", PARTS_OF_PROGRAMS)
def test_parts_of_a_program_are_of_several_kinds(one, other):
    found = find_misfit(
        candidate("a", "x", f"{one} that is asked."), candidate("b", "y", f"{other} that is not.")
    )
    assert (found is None) is (one == other)


def test_the_scope_is_a_part_of_the_question():
    asked = candidate("a", "region", "A list of blocks.", scope="MLIR")
    assert find_misfit(asked, candidate("b", "x", "A list of MLIR types.")) is not None
    assert find_misfit(asked, candidate("b", "MLIR type", "A list of types."), 1) is not None


def test_without_three_that_fit_the_term_is_asked_in_another_form():
    terms = [
        Term(key="a", term="one", meaning="A file of letters.", confused_with=("b", "c", "d")),
        Term(key="b", term="two", meaning="A file of numbers."),
        Term(key="c", term="three", meaning="A file of names."),
        Term(key="d", term="four", meaning="Writing numbers into a book."),
    ]
    from flashcards.cards import Note

    notes = [Note(each.key, each, Deck(deck="d", title="D"), "c") for each in terms]
    neighbours = Neighbours(notes)
    assert list_forms(notes[0].cards[0], neighbours) == ("reveal",)
    assert list_forms(notes[0].cards[1], neighbours) == ("type",)


@pytest.mark.parametrize(
    ("promise", "begins", "fits", "does_not"),
    [
        ("by how meanings begin", "A file", {}, {"meaning": "A ratio of it."}),
        (
            "else by deck, tag or stage",
            "A tree",
            {"meaning": "A leaf."},
            {"meaning": "A leaf.", "deck": "e"},
        ),
        (
            "no word of the question in some options only",
            "A file",
            {},
            {"meaning": "A file on disk."},
        ),
    ],
)
def test_the_page_of_fields_says_what_can_be_an_option(promise, begins, fits, does_not):
    page = Path(__file__).parents[2] / "docs" / "fields.md"
    assert promise in " ".join(page.read_text(encoding="utf-8").split())
    asked = candidate("a", "disk image", f"{begins} of blocks.", stage=1)
    for more, told in ((fits, False), (does_not, True)):
        made = {"meaning": "A file of letters.", **more}
        misfit = find_misfit(asked, candidate("b", "two", **made, stage=2))
        assert (misfit is not None) is told, made


def test_a_term_that_is_left_with_fewer_than_three_because_one_is_retired_is_told():
    first = Term(key="a", term="one", meaning="A file of letters.", confused_with=("b", "c", "d"))
    others = [Term(key=key, term=key * 3, meaning=f"A file of {key}.") for key in "bcd"]
    gone = replace(others[2], retired="Nobody has it.")
    for entries, told in (((first, *others), []), ((first, *others[:2], gone), ["neighbours-few"])):
        found = find_unfit_neighbours([Deck(deck="d", title="D", entries=entries)])
        assert [each.message.id for each in found] == told


@pytest.fixture(scope="module")
def terms():
    """A hundred terms with their neighbours, as authors name them."""
    return load_course(Path(__file__).parents[1] / "data" / "terms")


@pytest.fixture(scope="module")
def asked(terms):
    neighbours = Neighbours(list_notes(terms))
    cards = [
        card
        for card in list_cards(terms)
        if card.entry.kind == "term" and list_forms(card, neighbours)[0] == "single"
    ]
    return [make_question(card, neighbours, str(seed)) for card in cards for seed in range(SEEDS)]


def test_a_term_is_asked_with_options_if_three_of_its_neighbours_are_of_its_kind(asked, terms):
    entries = [each for deck in terms.decks for each in deck.entries]
    named = {each.key for each in entries if len(each.confused_with) >= 3}
    told = find_unfit_neighbours(terms.decks)
    few = {each.key for each in told if each.message.id == "neighbours-few"}
    chosen = {each.card.entry.key for each in asked}
    assert (chosen | few, chosen & few) == (named, set())
    assert len(chosen) > len(named) / 2


def test_what_a_reader_told_apart_by_its_kind_is_asked_in_another_form(asked):
    sent_back = read_word_list(
        "disp-alias-key ser-checkpoint ser-safetensors ser-pickle disp-composite-implicit "
        "tensor-dtype dist-store dist-world-size dist-local-rank cuda-block ddp-comm-hook "
        "onnx-execution-provider"
    )
    assert sent_back.isdisjoint(each.card.entry.key for each in asked)


def test_a_term_is_chosen_among_those_that_its_author_named(asked):
    for each in asked:
        wrong = {option.name for option in each.options if not option.right}
        assert wrong <= set(each.card.entry.confused_with), each.id
        assert len(wrong) == 3, each.id


def test_no_option_shares_a_word_with_the_term_unless_all_do(asked):
    for each in asked:
        shared = {find_shared_words(each.stem, option.text) for option in each.options}
        assert len(shared) == 1, each.id


@pytest.mark.parametrize("pick", [min, max])
def test_the_length_of_a_meaning_does_not_tell_the_right_one(asked, pick):
    scored = 0.0
    for each in asked:
        lengths = [len(option.text) for option in each.options]
        best = [o for o, n in zip(each.options, lengths, strict=True) if n == pick(lengths)]
        scored += sum(option.right for option in best) / len(best)
    assert scored / len(asked) < 0.25 + 0.05
