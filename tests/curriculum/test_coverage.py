"""Coverage is a contract: every item of the source material is taught or listed."""

from collections import Counter
from pathlib import Path

import pytest
import yaml

from flashcards.cards import list_cards, list_notes
from flashcards.course.filters import list_concepts
from flashcards.course.model import Course
from flashcards.progress.glossary import make_glossary
from tests.helpers.builtin import builtin_course

ITEMS = Path(__file__).parents[1] / "data" / "coverage.yaml"
CHECKLIST = {
    1: ["tensor-storage", "autograd-graph", "dataloader-multiprocess"],
    2: ["storage-view-stride", "autograd-function", "cpp-extension-build"],
    3: ["tensor-vs-data-parallelism", "torchscript-trace-vs-script", "cuda-thread-model"],
    4: ["quantization-precision", "onnx-operator-mapping", "torch-compile-pipeline"],
}


@pytest.fixture(scope="module")
def course() -> Course:
    return builtin_course()


@pytest.fixture(scope="module")
def entries(course):
    return {e.key: e for deck in course.decks for e in deck.entries if not e.retired}


def find_uncovered(items: list[dict], entries: set[str], resources: set[str]) -> list[str]:
    """Ids of the items that name a key which is neither taught nor listed, or none at all."""
    return [
        item["id"]
        for item in items
        if not item["covered_by"]
        or not set(item["covered_by"]) <= entries | resources
        or (item["kind"] != "resource" and entries.isdisjoint(item["covered_by"]))
    ]


def test_every_entry_says_for_whom_it_is(entries):
    roles = {"everyday", "performance", "distributed", "compiler", "backend"}
    known = {f"role-{role}" for role in roles}
    named = {key: {t for t in e.tags if t.startswith("role-")} for key, e in entries.items()}
    assert [key for key, tags in named.items() if not tags or not tags <= known] == []
    mlir = {key for key, entry in entries.items() if "mlir" in entry.tags}
    assert not any("role-everyday" in entries[key].tags for key in mlir)
    assert len(mlir) > 10


def test_all_338_items_are_covered_and_a_deleted_entry_would_be_missed(course, entries):
    items = yaml.safe_load(ITEMS.read_text(encoding="utf-8"))["items"]
    assert len({item["id"] for item in items}) == 338
    assert find_uncovered(items, {*entries}, {*course.resources}) == []
    key = items[0]["covered_by"][0]
    left = find_uncovered(items, {*entries} - {key}, {*course.resources} - {key})
    assert left == [item["id"] for item in items if key in item["covered_by"]]


def test_the_twelve_concepts_are_there_and_every_concept_has_ten_cards_of_four_kinds(
    course, entries
):
    concepts = {key: entry for key, entry in entries.items() if entry.kind == "concept"}
    for stage, keys in CHECKLIST.items():
        for key in keys:
            assert concepts[key].stage == stage
            assert concepts[key].why
            assert concepts[key].misconception
    thin, notes = {}, list_notes(course)
    for key in concepts:
        around = [note for note in notes if key in list_concepts(note)]
        size = sum(len(note.cards) for note in around), len({note.entry.kind for note in around})
        if size[0] < 10 or size[1] < 4:
            thin[key] = size
    assert thin == {}, "concepts with fewer than 10 cards or 4 kinds of them"


def test_the_curriculum_is_a_whole_course_and_its_glossary_a_whole_glossary(course, entries):
    kinds = Counter(entry.kind for entry in entries.values())
    least = {"compare": 15, "code": 130, "choose": 110, "recall": 30, "cloze": 30}
    assert {kind: kinds[kind] for kind in least if kinds[kind] < least[kind]} == {}
    assert len(entries["dp-ddp"].rows) >= 8
    stages = Counter(card.note.stage for card in list_cards(course))
    assert all(stages[stage] >= 150 for stage in (1, 2, 3, 4))
    topics = [note for note in list_notes(course) if not note.is_in_glossary]
    both = [note for note in topics if note.ordinals == (0, 1) and note.entry.kind == "term"]
    assert len(both) == 6, "learners have both cards of them"
    for lang in ("en", "zh"):
        terms = make_glossary(course, lang)
        assert len(terms) >= 200, lang
        assert [each.term for each in terms if not each.meaning] == []


def test_no_resource_leads_nowhere_or_back_to_itself(course):
    for key, each in course.resources.items():
        assert each.status != "never-existed", key
        assert each.now is None or each.now != each.url, key


def test_every_term_is_of_the_stage_of_the_deck_that_teaches_it(course):
    stages = {deck.deck: deck.stage for deck in course.decks if deck.deck != "glossary"}
    terms = [note for note in list_notes(course) if note.entry.kind == "term"]
    assert len(terms) >= 200
    assert [note.key for note in terms if stages.get(note.taught_in) != note.stage] == []
