"""A small course, and a command line in an empty folder beside it."""

import json
from pathlib import Path
from textwrap import dedent

import pytest

from flashcards.cli import run

COURSE = "id: week3\ntitle: Week 3\nauthor: A\nlicence: CC BY 4.0\n"
DECK = """\
    deck: ddp
    title: DDP
    stage: 3
    entries:
    - concept: How does DDP share the work?
      key: w3-share
      points: {data: Every rank has its own data., sum: Gradients are averaged.}
    - choose: Which sampler gives every rank its own part of the data?
      key: w3-sampler
      about: [w3-share]
      right: {distributed: {text: "`DistributedSampler`"}}
      wrong:
        random: {text: "`RandomSampler`", why: It draws from all.}
        batch: {text: "`BatchSampler`", why: It only groups.}
      why: It splits the indices by rank.
    - choose: Which of these does DDP average?
      key: w3-average
      about: [w3-share]
      right: {grads: {text: Gradients}, buckets: {text: "Buckets, one by one"}}
      wrong: {weights: {text: Weights}, data: {text: Data}}
      why: It averages gradients bucket by bucket.
    - order: One DDP training step
      key: w3-step
      steps: {forward: Forward pass, backward: Backward pass, update: Optimizer step}
    - term: rank
      key: w3-rank
      aliases: [process number]
      meaning: The number of a process in its group.
    - recall: Why does every rank need the same initial weights?
      key: w3-start
      answer: Equal steps keep weights equal only if they start equal.
    """
QUIZ = """\
    quiz: exam
    title: Week 3
    select: {key: [w3-sampler, w3-average, w3-step, w3-start]}
    pass_mark: 50
    seed: spring
    """


@pytest.fixture
def course(tmp_path):
    """The folder of a course with a quiz."""
    folder = tmp_path / "week3"
    for name, text in (("decks/course", COURSE), ("decks/ddp", DECK), ("quizzes/exam", QUIZ)):
        path = folder / f"{name}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text), encoding="utf-8")
    return folder


@pytest.fixture
def ptquiz(tmp_path, course, monkeypatch, capsys):
    """Runs a command line in the folder that holds the course."""
    monkeypatch.chdir(tmp_path)

    def call(*words):
        code = run(list(words))
        said = capsys.readouterr()
        return code, said.out, said.err

    return call


@pytest.fixture
def report(ptquiz, written):
    """Reports on a table of answers and its key: the values for programs, and the notices."""

    def call(answers, key, *words):
        written("key.csv", key)
        written("answers.csv", answers)
        code, out, err = ptquiz("results", "answers.csv", "key.csv", "--json", *words)
        notices = [line.removeprefix("answers.csv").lstrip(": ") for line in err.splitlines()]
        return (json.loads(out) if code == 0 else None), notices

    return call


@pytest.fixture
def written(tmp_path):
    """Writes a file, and gives its path."""

    def write(name, text):
        path = Path(tmp_path, name)
        path.write_text(dedent(text), encoding="utf-8")
        return path

    return write
