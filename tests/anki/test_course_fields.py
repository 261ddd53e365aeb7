"""What the fields of a note say of the rest of its course."""

import pytest

from flashcards.course.model import Code, Deck, StageInfo, Term
from tests.helpers.changes import replace
from tests.helpers.courses import course_of, package_of


def render_all(course):
    made = [dict(zip(n.model.field_names, n.fields, strict=True)) for n in package_of(course).notes]
    return {fields["Key"]: fields for fields in made}


def make_term(key, term, *aliases):
    return Term(key=key, term=term, meaning="M.", aliases=aliases)


@pytest.mark.parametrize(
    ("code", "line"),
    [
        ("import torch\nfrom torch import nn\n\nx = nn.ReLU()\nprint(x)", "x = nn.ReLU() print(x)"),
        ("# what now?\n@torch.compile\ndef f(x):\n    return x", "def f(x): return x"),
        ("#include <torch/torch.h>\n// main\nint main() {}", "int main() {}"),
        ("torch.manual_seed(0)\nmodel = nn.Linear(2, 2)", "model = nn.Linear(2, 2)"),
        ("import torch", "import torch"),
        ("x" * 300, "x" * 100),
    ],
)
def test_a_program_is_sorted_by_what_it_does_besides_imports_and_comments(code, line):
    made = render_all(course_of(Code(key="a", code=code, prints="2")))
    assert made["a"]["Line"] == f"What does this print? · {line}"


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
