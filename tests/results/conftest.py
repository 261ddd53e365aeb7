"""A small course with an exam, and a command line in the folder that holds it."""

import json
from pathlib import Path
from textwrap import dedent

import pytest

from tests.helpers.course_files import write_course

COURSE = {
    "decks/course.yaml": "id: week3\ntitle: Week 3\nauthor: A\nlicence: CC BY 4.0\n",
    "decks/ddp.yaml": """\
        deck: ddp
        title: DDP
        entries:
        - choose: Which sampler gives every rank its own part of the data?
          key: w3-sampler
          right: {distributed: "`DistributedSampler`"}
          wrong: {random: "`RandomSampler`", batch: "`BatchSampler`"}
        - choose: Which of these does DDP average?
          key: w3-average
          right: {grads: Gradients, buckets: "Buckets, one by one"}
          wrong: {weights: Weights, data: Data}
        - order: One DDP training step
          key: w3-step
          steps: {forward: Forward pass, backward: Backward pass, update: Optimizer step}
        - recall: Why does every rank need the same initial weights?
          key: w3-start
          answer: Equal steps keep weights equal only if they start equal.
        """,
    "quizzes/exam.yaml": "quiz: exam\ntitle: Week 3\npass_mark: 50\nseed: spring\n",
}


@pytest.fixture
def ptquiz(tmp_path, ptquiz):
    """Runs a command line in the folder that holds the course."""
    write_course(tmp_path / "week3", COURSE)
    return ptquiz


def write(name, text):
    """Write a file, and give its name."""
    Path(name).write_text(dedent(text), encoding="utf-8")
    return name


@pytest.fixture
def report(ptquiz):
    """Reports on files: the values for programs, and the notices."""

    def call(*words):
        code, out, err = ptquiz("results", *words, "--json")
        return (json.loads(out) if code == 0 else None), err.splitlines()

    return call


@pytest.fixture
def grade(report):
    """Reports on a table of answers and its key."""

    def call(answers, key, *words):
        files = write("answers.csv", answers), write("key.csv", key)
        found, notices = report(*files, *words)
        return found, [notice.removeprefix("answers.csv").lstrip(": ") for notice in notices]

    return call
