"""Warnings about cards that are sound but bad, and none about good ones."""

import pytest

from flashcards.cli import run
from tests.helpers.lint_findings import find_findings

OF_SHORT_SAMPLES = {"has no explanation", "has only 2 options, so half of all guesses pass"}
"""Samples here are as short as can be; tests/lint has the tests of explanations and options."""


def findings(*entries: str) -> list[str]:
    found = find_findings(*entries)
    return [told for told in found if told.split(": ", 1)[1] not in OF_SHORT_SAMPLES]


RECALL = """\
- recall: {question}
  key: k
  answer: {answer}
"""


@pytest.mark.parametrize(
    ("question", "answer", "message"),
    [
        ("What is a stride and why is it kept?", "Steps.", "recall: asks two things at once"),
        ("What is a leaf? What is a root?", "Ends.", "recall: asks two things at once"),
        ("List all dispatch keys.", "Many.", "recall: asks for a bare list"),
        ("What does it do?", "Adds.", "recall: has a pronoun without a referent"),
        ("Does eval() stop autograd?", "No.", "recall: is a yes/no question without a why"),
        (
            "Which call is zero_grad of the optimizer?",
            "zero_grad",
            "recall: the question holds its answer",
        ),
    ],
)
def test_a_bad_question_is_told(question, answer, message):
    entry = RECALL.format(question=f'"{question}"', answer=answer)
    assert findings(entry) == [f"k/{message}"]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Which tensors keep their gradient by default?", "Leaves that require grad."),
        ("What does `view` do to the storage?", "Nothing, it is shared."),
        ("How do strides and offset find an element?", "As a dot product plus the offset."),
        ("When is a stream synchronised?", "When an event on it is waited for."),
    ],
)
def test_a_good_question_is_left_alone(question, answer):
    assert findings(RECALL.format(question=f'"{question}"', answer=answer)) == []


def test_a_meaning_that_holds_its_term_is_told():
    entry = "- term: bucket\n  key: k\n  scope: DDP\n  meaning: A bucket of gradients.\n"
    assert findings(entry) == [
        "k/meaning: the meaning holds the term 'bucket', which it should single out"
    ]


def test_a_term_inside_a_longer_word_is_fine():
    assert findings("- term: grad\n  key: k\n  meaning: What a gradient is stored in.\n") == []


CHOOSE = """\
- choose: Which call clears the gradients?
  key: k
  right: {{a: {{text: "{right}"}}}}
  wrong: {{b: {{text: "{wrong}"}}, c: {{text: train()}}}}
"""


def test_a_right_option_that_is_much_longer_than_the_others_is_told():
    entry = CHOOSE.format(right="zero_grad() of the optimizer, before the step", wrong="step()")
    assert findings(entry) == ["k/right/a/text: the right option gives itself away by its length"]


def test_options_of_similar_length_are_fine():
    assert findings(CHOOSE.format(right="zero_grad()", wrong="backward()")) == []


def test_all_of_the_above_must_keep_its_place():
    (told,) = findings(CHOOSE.format(right="zero_grad()", wrong="All of the above"))
    assert told.startswith("k/wrong/b/text: an option like 'all of the above' moves")


def test_two_entries_that_ask_nearly_the_same_are_told_once():
    twice = [
        '- recall: "Why does DDP use one process per GPU on each node of the cluster?"\n'
        f"  key: k{n}\n  answer: So that no interpreter lock is shared by GPUs{end}\n"
        for n, end in ((1, "."), (2, "!"))
    ]
    assert findings(*twice) == ["k2: asks nearly the same as 'k1'"]


def test_retired_entries_are_not_judged():
    entry = RECALL.format(question='"What does it do?"', answer="Adds.")
    assert findings(entry + "  retired: Bad card.\n") == []


CONCEPT = "- concept: {question}\n  key: k\n  points: {{a: One., b: Two.}}\n"
ORDER = "- order: {question}\n  key: k\n  steps: {{a: One, b: Two}}\n"
CODE = "- code: print(7)\n  key: k\n  question: {question}\n  prints: 7\n"
CHOICE = (
    "- choose: {question}\n  key: k\n  right: {{a: {{text: one}}}}\n  wrong: {{b: {{text: two}}}}\n"
)
KINDS = {"concept": CONCEPT, "order": ORDER, "question": CODE, "choose": CHOICE}
"""Entries that ask a question, by the field that has it."""


@pytest.mark.parametrize("field", KINDS)
@pytest.mark.parametrize(
    ("question", "message"),
    [
        ("What is a leaf? What is a root?", "asks two things at once"),
        ("List all dispatch keys.", "asks for a bare list"),
        ("Does eval() stop autograd?", "is a yes/no question without a why"),
    ],
)
def test_a_bad_question_is_told_whatever_the_kind(field, question, message):
    entry = KINDS[field].format(question=f'"{question}"')
    assert findings(entry) == [f"k/{field}: {message}"]


def test_a_question_about_code_may_mean_the_code():
    assert findings(CODE.format(question='"What does it print?"')) == []


@pytest.mark.parametrize("field", ["concept", "order", "choose"])
@pytest.mark.parametrize("joined", [", and why is it kept", " and how is it read"])
def test_a_question_that_goes_on_with_another_is_two(field, joined):
    entry = KINDS[field].format(question=f'"What is a stride{joined}?"')
    assert findings(entry) == [f"k/{field}: asks two things at once"]


@pytest.mark.parametrize("field", ["concept", "order", "choose"])
def test_a_pronoun_without_a_referent_is_told_whatever_the_kind(field):
    entry = KINDS[field].format(question='"How does it work?"')
    assert findings(entry) == [f"k/{field}: has a pronoun without a referent"]


def test_two_numbers_of_one_output_are_one_question():
    question = '"How many steps are compiled, and how many are cached?"'
    assert findings(CODE.format(question=question)) == []


@pytest.mark.parametrize(
    "question",
    [
        "What does it do?",
        "What does it return for a view?",
        "Why is this faster?",
        "How do they differ from views?",
        "What happens to it?",
        "After that, what is freed?",
        "What is its default?",
        "Why does this call fail?",
        "Which of them keep a gradient?",
        "How is it done?",
    ],
)
def test_a_pronoun_before_anything_it_could_mean_is_told(question):
    entry = RECALL.format(question=f'"{question}"', answer="Something else.")
    assert findings(entry) == ["k/recall: has a pronoun without a referent"]


@pytest.mark.parametrize(
    "question",
    [
        "When an optimizer steps, what does it change?",
        "Why is it dangerous to load a pickle?",
        "What does it mean that a tensor is a leaf?",
        "Why does `view` fail, and only when it has to copy?",
        "What does `backward()` leave in its leaves?",
        "How does this course order its stages?",
        "```python\\nx.t().view(6)\\n```\\nWhy does this fail?",
        "A view is kept alive. Which tensors does that keep alive?",
    ],
)
def test_a_pronoun_that_means_something_is_fine(question):
    assert findings(RECALL.format(question=f'"{question}"', answer="Something else.")) == []


def test_these_are_the_options_of_a_choice():
    assert findings(CHOICE.format(question='"Which of these keeps its gradient?"')) == []


@pytest.mark.parametrize("text", ["It is kept in grad.", "They share one storage."])
def test_a_gap_text_that_begins_with_a_pronoun_is_told(text):
    gap = text.split()[-1].rstrip(".")
    entry = f"- cloze: {text}\n  key: k\n  gaps: {{1: {gap}}}\n"
    assert findings(entry) == ["k/cloze: has a pronoun without a referent"]


@pytest.mark.parametrize("language", ["  language: python\n", ""])
def test_a_gap_text_that_is_code_has_no_pronouns(language):
    entry = f"- cloze: it = iter(loader)\n  key: k\n{language}  gaps: {{1: iter}}\n"
    assert findings(entry) == []


@pytest.mark.parametrize(
    ("question", "answer", "path"),
    [
        ("Name three optimizers.", "Many.", "recall: asks for a bare list"),
        ("What are the four parts of a step?", "Many.", "recall: asks for a bare list"),
        ("What makes a step?", "1. a\\n2. b\\n3. c\\n4. d", "answer: the answer is a bare list"),
        (
            "Which settings matter?",
            "Model, GPU, precision, batch size, and version.",
            "answer: the answer is a bare list",
        ),
    ],
)
def test_a_bare_list_is_told(question, answer, path):
    assert findings(RECALL.format(question=f'"{question}"', answer=f'"{answer}"')) == [f"k/{path}"]


@pytest.mark.parametrize(
    "answer",
    [
        "At places 0, 3, 1, 4, 2 and 5. One stride cannot visit those in that order.",
        "An operator registered with the dispatcher, by a macro or, better, by its stable form, "
        "with a fake kernel and a backward.",
    ],
)
def test_a_list_that_is_part_of_a_sentence_is_fine(answer):
    assert findings(RECALL.format(question="Why does view fail?", answer=f'"{answer}"')) == []


def test_a_yes_no_question_after_a_sentence_is_told():
    question = '"A module is in evaluation mode. Does autograd record it?"'
    told = ["k/recall: is a yes/no question without a why"]
    assert findings(RECALL.format(question=question, answer="Yes.")) == told


def test_the_why_of_the_right_option_is_a_why():
    entry = """\
        - choose: Does eval() stop autograd?
          key: k
          right: {n: {text: "no", why: It only tells layers.}}
          wrong: {y: {text: "yes"}}
        """
    assert findings(entry) == []


def test_a_row_of_yes_and_no_without_a_why_is_told():
    entry = """\
        - compare: {{a: view, b: clone}}
          key: k
          rows:
            copies: {{aspect: Copies, question: Which copies?, a: "No", b: "yes"{why}}}
        """
    told = ["k/rows/copies: is a yes/no question without a why"]
    assert findings(entry.format(why="")) == told
    assert findings(entry.format(why=", why: A view shares memory.")) == []


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        (
            "- term: bucket\n  key: k\n  scope: DDP\n  meaning: Where buckets of it are kept.\n",
            "k/meaning: the meaning holds the term 'bucket', which it should single out",
        ),
        (
            "- concept: Rank 0 broadcasts the weights\n  key: k\n"
            "  points: {a: Rank 0 broadcasts the weights., b: Others receive.}\n",
            "k/points/a: the question holds its answer",
        ),
        (
            "- code: |\n    print(x.stride())  # gives (3, 1)\n  key: k\n  prints: (3, 1)\n",
            "k/code: the question holds its answer",
        ),
        (
            "- code: print(x.stride())\n  key: k\n  prints: (3, 1)\n"
            '  question: "Why are the strides (3, 1) here?"\n',
            "k/question: the question holds its answer",
        ),
        (
            "- order: One step\n  key: k\n  steps: {a: Forward, b: 'Then backward', c: Update}\n",
            "k/steps/b: the step tells its own place",
        ),
        (
            "- order: One step\n  key: k\n  steps: {a: '1. Forward', b: Backward, c: Update}\n",
            "k/steps/a: the step tells its own place",
        ),
        (
            "- cloze: Strides say where to go; a stride counts elements.\n  key: k\n"
            "  gaps: {1: Strides, 2: elements}\n",
            "k/gaps/1: the rest of the text holds the answer",
        ),
        (
            "- cloze: Views share a storage. Storage is freed last.\n  key: k\n"
            "  gaps: {1: storage}\n",
            "k/gaps/1: the rest of the text holds the answer",
        ),
        (
            "- choose: Is zero_grad() or step() first, and not backward()?\n  key: k\n  why: So.\n"
            "  right: {a: {text: zero_grad()}, b: {text: forward()}}\n"
            "  wrong: {c: {text: train()}}\n",
            "k/right/a/text: the question holds its answer",
        ),
    ],
)
def test_an_answer_in_the_question_is_told(entry, told):
    assert findings(entry) == ([told] if told else [])


CODE_WAYS = {
    "language": "cloze: '{}'\n  language: python\n",
    "Python": "cloze: '{}'\n",
    "block": "cloze: |\n    ```python\n    {}\n    ```\n",
    "block below words": "cloze: |\n    Fill in what is missing.\n\n    ~~~\n    {}\n    ~~~\n",
}
"""A text that is code, with and without a field that says so."""


@pytest.mark.parametrize(
    ("cloze", "gaps", "told"),
    [
        (
            "f(x, dim=0)",
            "1: dim",
            ["k/gaps/1: the gap hides the name 'dim', and what it says stands beside it: =0)"],
        ),
        ("f(x, dim=0)", "1: dim=0", []),
        ("f(x, dim=0)", "1: '0'", []),
        ("f(x, dim=0)", "1: dim, 2: '0'", []),
        ("if dim == 0: f(x)", "1: dim", []),
        (
            "x.zero_()  # sets all of it to 0",
            "1: zero_",
            [
                "k/gaps/1: the gap hides the name 'zero_', and what it says stands beside it: "
                "sets all of it to 0"
            ],
        ),
        ("x.zero_()  # no copy", "1: zero_", []),
        (
            "x.numpy()  # a NumPy array",
            "1: numpy",
            ["k/gaps/1: the rest of the text holds the answer"],
        ),
        ("linear = nn.Linear(2, 3)", "1: Linear", []),
        (
            "f(alpha, beta, gamma, delta)",
            "1: alpha, 2: beta, 3: gamma, 4: delta",
            ["k/why: one explanation for 4 gaps says nothing of 'alpha'"],
        ),
    ],
)
@pytest.mark.parametrize("way", CODE_WAYS)
def test_a_gap_that_hides_only_a_name_is_told(cloze, gaps, told, way):
    entry = f"- {CODE_WAYS[way].format(cloze)}  key: k\n  gaps: {{{gaps}}}\n  why: So.\n"
    found = [each for each in findings(entry) if "has no explanation" not in each]
    assert [each for each in found if "only repeats" not in each] == told


def test_a_gap_in_a_block_is_given_away_by_the_words_around_it():
    block = "    ```python\n    x.numpy()\n    ```\n  key: k\n  gaps: {1: numpy}\n  why: So.\n"
    told = ["k/gaps/1: the rest of the text holds the answer"]
    assert findings(f"- cloze: |\n    An array of NumPy:\n\n{block}") == told
    assert findings(f"- cloze: |\n    An array that shares memory:\n\n{block}") == []


@pytest.mark.parametrize(
    ("steps", "told"),
    [
        (["int8", "float16", "int64"], "the steps can be sorted by the numbers in them"),
        (
            ["step of 64", "step of 16", "step of 8"],
            "the steps can be sorted by the numbers in them",
        ),
        (["bool", "float16", "float32", "int64"], "the steps can be sorted by the numbers in them"),
        (["float16", "int8", "int64"], ""),
        (["Read 4 bytes", "Multiply", "Add", "Write 8 bytes"], ""),
        (
            ["one process", "two processes", "all machines"],
            "the steps tell their own order: one, two, all",
        ),
        (
            ["a tiny model", "a small one", "a large one"],
            "the steps tell their own order: tiny, small, large",
        ),
        (["one thread copies", "the first GPU sends", "all wait"], ""),
        (["First-order terms", "Next-token loss", "second-order terms"], ""),
        (["一个进程", "两台机器", "所有机器"], "the steps tell their own order: 一个, 两台, 所有"),
        (["统一内存", "两次拷贝", "所有进程等待"], ""),
    ],
)
def test_steps_that_sort_themselves_are_told(steps, told):
    listed = "".join(f"    s{n}: {step}\n" for n, step in enumerate(steps))
    found = findings(f"- order: What happens\n  key: k\n  steps:\n{listed}")
    assert [each for each in found if "explanation" not in each] == (
        [f"k/steps: {told}"] if told else []
    )


def test_the_names_of_code_are_told_apart_by_case():
    entry = (
        "- cloze: Storage storage_ = storage();\n  key: k\n  language: cpp\n  gaps: {1: Storage}\n"
    )
    assert findings(entry) == []


SHORT = "the right option gives itself away by its length"


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        (CHOOSE.format(right="step()", wrong="zero_grad() of the optimizer"), None),
        (
            "- choose: What is in the graph?\n  key: k\n  right: {a: {text: The product}}\n"
            "  wrong: {b: {text: Both of the branches and a switch}, c: {text: The comparison and"
            " then the product}}\n",
            f"k/right/a/text: {SHORT}",
        ),
        (
            "- choose: Which keep a gradient?\n  key: k\n"
            "  right: {a: {text: leaves that require a gradient}, b: {text: tensors that were asked"
            " to retain it}}\n  wrong: {c: {text: constants}, d: {text: integers}}\n",
            f"k/right: {SHORT}",
        ),
        (
            "- code: print(names)\n  key: k\n  prints: \"['sigmoid.default', 'mul.Tensor']\"\n"
            "  wrong: {a: {text: \"['silu']\"}, b: {text: \"['add']\"}}\n",
            f"k/prints: {SHORT}",
        ),
    ],
)
def test_options_that_stand_out_by_length_are_told(entry, told):
    assert findings(entry) == ([told] if told else [])


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ("- recall: Why?\n  key: k\n  answer: {long}\n", "answer: is longer than 300 characters"),
        ("- recall: {long}\n  key: k\n  answer: A.\n", "recall: is longer than 240 characters"),
        ("- term: t\n  key: k\n  meaning: {long}\n", "meaning: is longer than 240 characters"),
        ("- term: {long}\n  key: k\n  meaning: M.\n", "term: is longer than 60 characters"),
        (
            "- concept: C\n  key: k\n  points: {{a: {long}}}\n",
            "points/a: is longer than 240 characters",
        ),
        (
            "- order: O\n  key: k\n  steps: {{a: {long}, b: B}}\n",
            "steps/a: is longer than 160 characters",
        ),
        (
            "- compare: {{a: A, b: B}}\n  key: k\n  rows: {{r: {{aspect: X, a: {long}, b: C}}}}\n",
            "rows/r/a: is longer than 120 characters",
        ),
        (
            "- choose: Which?\n  key: k\n  right: {{a: {{text: {long}}}}}\n"
            "  wrong: {{b: {{text: {long} too}}}}\n",
            "right/a/text: is longer than 160 characters",
        ),
        (
            "- code: f()\n  key: k\n  prints: {long}\n  wrong: {{a: {{text: {long} too}}}}\n",
            "prints: is longer than 160 characters",
        ),
        (
            "- cloze: A {long}.\n  key: k\n  gaps: {{1: {long}}}\n",
            "gaps/1: is longer than 60 characters",
        ),
    ],
)
def test_a_text_that_is_too_long_to_learn_is_told(entry, told):
    long = "word " * 70 + "end"
    assert f"k/{told}" in findings(entry.format(long=long))


def test_code_in_a_question_does_not_make_it_long():
    code = "\\n".join(["```python", *["x = x + 1"] * 30, "```"])
    assert (
        findings(RECALL.format(question=f'"{code}\\nWhat is changed?"', answer="All of x.")) == []
    )


@pytest.mark.parametrize("field", ["meaning", "why"])
def test_a_picture_without_words_is_told(field):
    entry = "- term: leaf\n  key: k\n  meaning: Ends.\n"
    shown = '"![{}](leaf.svg)"'
    entry = entry.replace("Ends.", shown) if field == "meaning" else entry + f"  why: {shown}\n"
    told = [f"k/{field}: a picture has no words for those who cannot see it"]
    assert findings(entry.format("")) == told
    assert findings(entry.format(" ")) == told
    assert findings(entry.format("the end of a branch")) == []


def test_a_picture_without_words_in_a_translation_is_told_at_its_place(tmp_path, capsys):
    decks = tmp_path / "decks"
    (decks / "zh").mkdir(parents=True)
    (decks / "media").mkdir()
    (decks / "media" / "leaf.svg").write_text("<svg/>")
    (decks / "course.yaml").write_text(
        "id: c\ntitle: C\nauthor: A\nlicence: CC BY 4.0\nlanguages: [en, zh]\n"
    )
    (decks / "a.yaml").write_text(
        'deck: a\ntitle: A\nentries:\n- term: leaf\n  key: k\n  meaning: "![an end](leaf.svg)"\n'
    )
    (decks / "zh" / "a.yaml").write_text(
        "lang: zh\nentries:\n  k:\n    term: 叶\n    meaning: '![](leaf.svg)'\n", encoding="utf-8"
    )
    assert run(["check", str(tmp_path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    place = f"{tmp_path.as_posix()}/decks/zh/a.yaml:5:14"
    assert f"{place}: warning: a picture has no words for those who cannot see it" in lines
