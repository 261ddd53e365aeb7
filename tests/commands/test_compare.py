"""`ptquiz compare`: every comparison of a course, and one of them as a table."""

import json
import shutil
from pathlib import Path

import pytest

COMPARISONS = Path(__file__).parents[1] / "data" / "comparisons"


@pytest.fixture
def compare(ptquiz, monkeypatch):
    """Runs `ptquiz compare` in a folder with comparisons, so many columns wide."""
    shutil.copytree(COMPARISONS, "comparisons")
    monkeypatch.chdir("comparisons")

    def call(line="", columns=80):
        monkeypatch.setenv("COLUMNS", str(columns))
        return ptquiz(f"compare {line}")

    return call


def read_lines(said):
    """What was printed, without empty lines and spaces at the ends of lines."""
    assert said.code == 0
    return [line.rstrip() for line in said.out.splitlines() if line.strip()]


def test_the_list_has_key_rows_deck_and_items_and_says_how_to_see_one(compare):
    assert read_lines(compare()) == [
        "Stage 1  Start",
        "wrappers  3 rows · wrappers",
        "  DataParallel, DistributedDataParallel, FSDP",
        "copies  1 row · wrappers",
        "  view, clone",
        "Show one as a table: ptquiz compare wrappers",
    ]
    assert json.loads(compare("--json").out)[1] == {
        "key": "copies",
        "stage": 1,
        "deck": "wrappers",
        "items": {"view": "`view`", "clone": "`clone`"},
        "rows": 1,
    }


def test_the_table_has_a_row_for_each_aspect_and_a_column_for_each_item(compare):
    head, rule, *rows = read_lines(compare("wrappers", columns=100))
    assert head.split() == ["DataParallel", "DistributedDataParallel", "FSDP"]
    assert set(rule) == {"─"}
    starts = [head.index(name) for name in head.split()]
    cells = [
        [line[start:end].strip() for start, end in zip([0, *starts], [*starts, 100], strict=True)]
        for line in rows
    ]
    assert cells == [
        ["Processes", "one for all GPUs", "one per GPU", "one per GPU"],
        ["Weights on each GPU", "a copy for each batch", "a copy for good", "a shard"],
        ["Largest model", "fits one GPU", "fits one GPU", "fits all GPUs"],
    ]


@pytest.mark.parametrize("columns", [84, 60])
def test_where_a_word_would_be_broken_the_items_stand_below_each_other(compare, columns):
    assert read_lines(compare("wrappers", columns=columns))[:4] == [
        "Processes",
        "  • DataParallel: one for all GPUs",
        "  • DistributedDataParallel: one per GPU",
        "  • FSDP: one per GPU",
    ]


def test_a_comparison_is_shown_in_another_language(compare):
    assert read_lines(compare("wrappers --lang zh", columns=60))[:2] == [
        "进程",
        "  • 数据并行：所有 GPU 共用一个",
    ]


def test_json_has_the_rows_with_their_cells_by_item(compare):
    made = json.loads(compare("copies --json").out)
    assert made["items"] == {"view": "`view`", "clone": "`clone`"}
    assert made["rows"] == [
        {
            "name": "storage",
            "aspect": "Storage",
            "question": "What storage do the results of `view` and `clone` have?",
            "cells": {"view": "shared", "clone": "its own"},
        }
    ]


@pytest.mark.parametrize(("key", "near"), [("wraper", "; did you mean 'wrappers'?"), ("leaf", ".")])
def test_an_unknown_key_suggests_one_and_names_the_list(compare, key, near):
    said = compare(key)
    assert said.code == 1
    message = f"There is no comparison '{key}'{near} 'ptquiz compare' lists every comparison.\n"
    assert said.err == message
