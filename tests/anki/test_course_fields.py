"""What the fields of a note say of the rest of its course."""

from flashcards.course.model import Code, Deck, StageInfo, Term
from tests.helpers.changes import replace
from tests.helpers.courses import course_of, package_of


def render_all(course):
    made = [dict(zip(n.model.field_names, n.fields, strict=True)) for n in package_of(course).notes]
    return {fields["Key"]: fields for fields in made}


def make_term(key, term, *aliases):
    return Term(key=key, term=term, meaning="M.", aliases=aliases)


def test_a_program_is_sorted_by_the_first_line_that_is_its_own():
    first = Code(key="a", code="import torch\nx = torch.ones(2)\nprint(x.sum())", prints="2")
    second = Code(key="b", code="import torch\nx = torch.ones(2)\nprint(x.mean())", prints="1")
    made = render_all(course_of(first, second))
    assert made["a"]["Line"].endswith(" · print(x.sum())")
    assert made["b"]["Line"].endswith(" · print(x.mean())")


def test_the_head_has_stage_topic_and_kind_without_subtitles():
    stages = {1: StageInfo(title="A"), 2: StageInfo(title="B")}
    entry = Term(key="t", term="rank", meaning="M.", stage=2)
    deck = Deck(deck="d", title="Ranks: who is who", entries=(entry,))
    course = replace(course_of(entry, stages=stages), decks=(deck,))
    assert render_all(course)["t"]["Head"] == "Stage 2 · Ranks · term"
    alone = render_all(course_of(entry, stages={2: StageInfo(title="B")}))["t"]["Head"]
    assert not alone.startswith("Stage")


def test_the_first_notes_of_a_package_are_not_all_of_one_kind():
    terms = [make_term(f"t{number}", f"term {number}") for number in range(9)]
    codes = [Code(key=f"c{number}", code=f"print({number})", prints="0") for number in range(9)]
    course = course_of(*terms, *codes)
    keys = [note.fields[0].rpartition("/")[2] for note in package_of(course).notes]
    assert sorted(keys) == sorted(entry.key for entry in (*terms, *codes))
    assert len({key[0] for key in keys[:4]}) == 2
