"""Coverage is a contract: every item of the source material is taught or listed."""

from pathlib import Path

import pytest
import yaml

from flashcards.course.model import Course
from tests.helpers.builtin import builtin_course

ITEMS = Path(__file__).parents[1] / "data" / "coverage.yaml"


@pytest.fixture(scope="module")
def items() -> list[dict]:
    return yaml.safe_load(ITEMS.read_text(encoding="utf-8"))["items"]


@pytest.fixture(scope="module")
def course() -> Course:
    return builtin_course()


def taught(course: Course) -> set[str]:
    return {entry.key for deck in course.decks for entry in deck.entries if not entry.retired}


def broken(items: list[dict], entries: set[str], resources: set[str]) -> list[str]:
    """Ids of the items that name a key which is neither taught nor listed, or none at all."""
    known = entries | resources
    return [
        item["id"]
        for item in items
        if not item["covered_by"]
        or not set(item["covered_by"]) <= known
        or (item["kind"] != "resource" and entries.isdisjoint(item["covered_by"]))
    ]


def test_all_338_items_are_covered(items, course):
    assert len({item["id"] for item in items}) == 338
    assert broken(items, taught(course), set(course.resources)) == []


def test_deleting_an_entry_is_reported_for_exactly_the_items_that_name_it(items, course):
    entries, resources = taught(course), set(course.resources)
    named = {key for item in items for key in item["covered_by"]}
    for key in named:
        naming = [item["id"] for item in items if key in item["covered_by"]]
        assert broken(items, entries - {key}, resources - {key}) == naming


def test_the_twelve_concepts_are_there_and_every_concept_has_twelve_cards_of_five_kinds(course):
    from flashcards.cards import list_notes
    from flashcards.selection import list_concepts

    checklist = {
        1: ["tensor-storage", "autograd-graph", "dataloader-multiprocess"],
        2: ["storage-view-stride", "autograd-function", "cpp-extension-build"],
        3: ["tensor-vs-data-parallelism", "torchscript-trace-vs-script", "cuda-thread-model"],
        4: ["quantization-precision", "onnx-operator-mapping", "torch-compile-pipeline"],
    }
    concepts = {
        entry.key: entry
        for deck in course.decks
        for entry in deck.entries
        if entry.kind == "concept" and not entry.retired
    }
    for stage, keys in checklist.items():
        for key in keys:
            assert concepts[key].stage == stage
            assert concepts[key].why
            assert concepts[key].misconception
    thin = {}
    for key in concepts:
        around = [note for note in list_notes(course) if key in list_concepts(note)]
        size = sum(len(note.cards) for note in around), len({note.entry.kind for note in around})
        if size[0] < 12 or size[1] < 5:
            thin[key] = size
    assert thin == {}, "concepts with fewer than 12 cards or 5 kinds of them"


def test_the_curriculum_is_a_whole_course_and_its_glossary_a_whole_glossary(course):
    from collections import Counter

    from flashcards.cards import list_cards
    from flashcards.progress.glossary import make_glossary

    kinds = Counter(entry.kind for deck in course.decks for entry in deck.entries)
    least = {"compare": 15, "code": 130, "choose": 110, "recall": 30, "order": 20}
    assert {kind: kinds[kind] for kind in least if kinds[kind] < least[kind]} == {}
    stages = Counter(card.note.stage for card in list_cards(course))
    assert all(stages[stage] >= 150 for stage in (1, 2, 3, 4))
    for lang in ("en", "zh"):
        assert len(make_glossary(course, lang).terms) >= 200, lang


def test_dp_and_ddp_are_compared_in_at_least_twelve_aspects(course):
    entry = next(e for deck in course.decks for e in deck.entries if e.key == "dp-ddp")
    assert len(entry.rows) >= 12


def test_every_resource_that_is_not_alive_says_what_to_read_instead(course):
    lost = [
        key for key, each in course.resources.items() if each.status != "alive" and not each.now
    ]
    assert lost == []


def test_every_term_of_the_chinese_glossary_tells_what_it_means(course):
    from flashcards.progress.glossary import make_glossary

    terms = make_glossary(course, "zh").terms
    assert [each.english for each in terms if not each.meaning] == []


def test_a_word_that_no_card_asks_for_is_no_word_that_one_asks_for(course):
    from flashcards.text.plain_text import normalize_text

    asked = {
        normalize_text(name)
        for deck in course.decks
        for entry in deck.entries
        if entry.kind == "term"
        for name in (entry.term, *entry.aliases)
    }
    assert [word for word in course.words["en"] if normalize_text(word) in asked] == []


def test_no_resource_leads_nowhere_or_back_to_itself(course):
    for key, each in course.resources.items():
        assert each.status != "never-existed", key
        assert each.now is None or each.now != each.url, key
