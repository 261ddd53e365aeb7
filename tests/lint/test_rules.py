"""Each rule with planted cases, and with cases that must stay silent."""

import pytest

from tests.helpers.lint_findings import find_findings

CHOOSE = """\
- choose: "{question}"
  key: k
  right: {{a: "{right}"}}
  wrong: {{b: "{b}", c: "{c}"}}
  why: "{why}"
"""
SAMPLE = {
    "question": "Which call clears old gradients?",
    "right": "zero_grad()",
    "b": "backward()",
    "c": "train()",
    "why": "Backward adds to what is there.",
}
ROW = """\
- compare: {{t: {t}, u: {u}, v: {v}}}
  key: k
  rows:
    r:
      aspect: "{aspect}"
      t: first cell
      u: second cell
      v: third cell
      {field}: {{t: "{question}"}}
      why: "{why}"
"""
ROW_SAMPLE = {
    "t": "alpha", "u": "beta", "v": "gamma", "aspect": "Place", "field": "which",
    "question": "Who comes before all others?", "why": "Letters are sorted.",
}  # fmt: skip


def choose(**changed: str) -> list[str]:
    return find_findings(CHOOSE.format(**{**SAMPLE, **changed}))


def row(**changed: str) -> list[str]:
    return find_findings(ROW.format(**{**ROW_SAMPLE, **changed}))


def test_the_samples_themselves_are_good():
    assert choose() == []
    assert row() == []
    assert row(field="ask") == []


# questions that are sentences


@pytest.mark.parametrize(
    "question",
    [
        "Does it matter?: until the device is idle",
        "The hook is set on …: a leaf",
        "The hook is set on ...: a leaf",
        "Processes: one per GPU",
        "Processes: one per GPU. Which one is it?",
        "With `num_workers=0`: an error",
        "The thing that comes first:",
        "The name of the first letter",
        "The optimizer step comes …",
        "`DataParallel` / DDP: how many processes?",
    ],
)
@pytest.mark.parametrize("asked", [choose, row])
def test_a_question_that_is_not_a_sentence_is_told(asked, question):
    told = [line for line in asked(question=question) if line.endswith("is not a sentence")]
    assert [line.split(": ")[0] for line in told] == [
        "k/choose" if asked is choose else "k/rows/r/which/t"
    ]


@pytest.mark.parametrize(
    "question",
    [
        "A log says: out of memory. What is the cause?",
        "The message ends with: no kernel image. What does that mean?",
        "Name the call that clears old gradients",
        "Under `torch.compile`: which call is traced?",
        "Which of these (in PyTorch 2.x) clears old gradients?",
        "Which call prints `a: b`?",
        "A tensor is transposed. Say what becomes of its strides.",
        "What does this print?\\n```python\\nprint(1)\\n```",
    ],
)
def test_a_sentence_is_left_alone(question):
    assert choose(question=question) == []


def test_an_aspect_that_stops_in_the_middle_is_told():
    told = ["k/rows/r/aspect: the aspect is not a heading: it stops in the middle"]
    assert row(aspect="The hook is set on …") == told
    assert row(aspect="The hook is set on:") == told
    assert row(aspect="Where the hook is set") == []


# pronouns


@pytest.mark.parametrize("field", ["ask", "which"])
def test_a_pronoun_in_a_row_question_needs_a_referent(field):
    told = [f"k/rows/r/{field}/t: has a pronoun without a referent"]
    assert row(field=field, question="When is it freed?") == told
    assert row(field=field, question="When a tensor is old, when is it freed?") == []
    assert row(field=field, question="Which of these comes before all others?") == []


def test_a_pronoun_in_an_aspect_needs_a_referent():
    told = ["k/rows/r/aspect: has a pronoun without a referent"]
    assert row(aspect="What it costs") == told
    assert row(aspect="Its price") == told
    assert row(aspect="What the call costs when it is cached") == []
    assert row(aspect="What this dialect models") == []


SHOWN = {
    "a table": "| step | a |\n|---|---|\n| 1 | F |",
    "a formula": "$$a + b$$",
    "code": "```\nF B\n```",
    "a picture": "![two ranks](a.svg)",
}


@pytest.mark.parametrize("shown", SHOWN.values(), ids=SHOWN)
def test_a_pronoun_may_mean_what_is_shown_below(shown):
    entry = (
        "- recall: |\n    What does this schedule save?\n{}  key: k\n  answer: Time.\n  why: So.\n"
    )
    below = "\n" + "".join(f"    {line}\n" for line in shown.splitlines())
    told = ["k/recall: has a pronoun without a referent"]
    assert [each for each in find_findings(entry.format("")) if "pronoun" in each] == told
    assert [each for each in find_findings(entry.format(below)) if "pronoun" in each] == []


# the answer in the question


def test_a_row_question_that_holds_its_answer_is_told():
    told = "k/rows/r/{}/t: the question holds its answer"
    assert row(question="Why is alpha called before omega?") == [told.format("which")]
    assert row(field="ask", question="Which is the first cell?") == [told.format("ask")]


def test_a_question_that_names_several_options_holds_no_answer():
    assert row(question="Which of alpha, beta and gamma comes before the others?") == []
    assert choose(question="Which of zero_grad() and backward() is called later?") == []


def about_names(question, options):
    right, b, c = options
    found = choose(question=question, right=right, b=b, c=c)
    return [line for line in found if line.endswith("is in the question and in no other option")]


@pytest.mark.parametrize(
    ("question", "options", "name"),
    [
        ("Who prints when `NCCL_DEBUG` is set?", ("NVIDIA's NCCL", "c10d", "Gloo"), "nccl"),
        ("Who reads `NCCL_DEBUG`?", ("NVIDIA's communication library", "c10d", "Gloo"), "NCCL"),
        ("What is made inside `FakeTensorMode()`?", ("FakeTensor", "meta tensor", "view"), "fake"),
        ("What does `graph_breaks` list?", ("Graph break", "Recompilation", "Guard"), "break"),
        ("Where does `out=z` write?", ("into `z`", "into `x`", "into a copy"), "z"),
        ("Which is the untyped buffer?", ("`x.untyped()`", "`x.data`", "`x.t()`"), "untyped"),
        ("What does `torch.compile` call?", ("`Compile`", "a script", "a linker"), "compile"),
    ],
)  # fmt: skip
def test_a_name_that_gives_the_option_away_is_told(question, options, name):
    told = f"k/right/a/text: '{name}' is in the question and in no other option"
    assert about_names(question, options) == [told]


@pytest.mark.parametrize(
    ("question", "options"),
    [
        # every option has the name
        ("What does `NCCL_DEBUG` print?", ("NCCL's version", "NCCL's licence", "NCCL's sums")),
        # a wrong option has another name of the question
        ("Is `x.view` or `y.copy` cheap?", ("`view` of x", "`copy` of y", "none")),
        # a word of everyday, in no name
        ("Why use no threads?", ("one thread at a time runs", "no lock", "less memory")),
        ("When is `threadIdx` 0?", ("in one thread of a block", "in a warp", "in a grid")),
        # what the question is about
        ("What does DDP average?", ("gradients, in DDP's hooks", "weights", "losses")),
        # names that nearly all questions here have
        ("Why is a `GPU` slow?", ("a GPU waits for work", "a bus is slow", "a fan stops")),
    ],
)  # fmt: skip
def test_a_name_that_singles_out_nothing_is_left_alone(question, options):
    assert about_names(question, options) == []


MATCHED = """\
- compare: {{n: "`NCCL_DEBUG`", l: "`TORCH_LOGS`", b: "`CUDA_LAUNCH_BLOCKING`"}}
  key: k
  rows:
    r: {{aspect: Reader, n: "{n}", l: a logger, b: "{b}", why: Each reads its own.}}
"""


def test_a_cell_that_names_its_thing_is_told_where_cells_are_matched():
    told = "k/rows/r/{}: the cell names its thing by '{}', so it need not be known"
    assert find_findings(MATCHED.format(n="a transport", b="CUDA itself")) == [
        told.format("b", "cuda")
    ]
    assert find_findings(MATCHED.format(n="NVIDIA's communication library", b="a driver")) == [
        told.format("n", "NCCL")
    ]
    assert find_findings(MATCHED.format(n="CUDA's transport", b="the CUDA driver")) == []


def test_a_cell_may_name_its_thing_where_the_row_is_recalled():
    entry = """\
        - compare: {dp: DataParallel, ddp: DDP}
          key: k
          rows:
            p: {aspect: Processes, question: How many run?, dp: one, ddp: DDP has many, why: Locks.}
        """
    assert find_findings(entry) == []


# options


def test_a_choice_of_two_is_told():
    entry = (
        "- choose: Which is it?\n  key: k\n  why: Because.\n  right: {a: one}\n  wrong: {b: two}\n"
    )
    assert find_findings(entry)[-1] == "k/wrong: has only 2 options, so half of all guesses pass"


def test_code_with_one_wrong_output_is_typed_and_fine():
    entry = "- code: print(7)\n  key: k\n  prints: 7\n  wrong: {a: '8'}\n  why: No sum is taken.\n"
    assert find_findings(entry) == []


STOP = "only some options end with a full stop"
CAPITAL = "only some options begin with a capital letter"
GRAMMAR = "an option has another grammar than all others"


@pytest.mark.parametrize(
    ("options", "path", "told"),
    [
        (("It clears them.", "it adds", "it waits"), "right/a/text", STOP),
        (("it clears", "it adds", "It waits."), "wrong/c/text", STOP),
        (("It clears", "it adds", "it waits"), "right/a/text", CAPITAL),
        (("The clearing", "a sum", "a pause"), "right/a/text", CAPITAL),
        (("so that sums fit", "because it is slow", "because it is old"), "right/a/text", GRAMMAR),
    ],
)
def test_options_of_unequal_grammar_are_told(options, path, told):
    right, b, c = options
    assert choose(right=right, b=b, c=c) == [f"k/{path}: {told}"]


@pytest.mark.parametrize(
    "options",
    [
        ("It clears them.", "It adds to them.", "It waits for them."),
        ("`zero_grad()`", "a sum", "a pause"),
        ("Dynamo", "the linker", "the loader"),
        ("bfloat16 sums", "A longer sum", "A larger sum"),
        ("CUDA events", "host timers", "log files"),
        ("to clear them", "to add them", "to read them"),
    ],
)
def test_options_of_equal_grammar_are_left_alone(options):
    right, b, c = options
    assert choose(right=right, b=b, c=c) == []


def test_cells_of_unequal_grammar_are_told_where_they_are_options():
    entry = """\
        - compare: {{a: alpha, b: beta, c: gamma}}
          key: k
          rows:
            r: {{aspect: Work, a: It sums., b: it waits, c: it stops, why: Hardware.{ask}}}
        """
    told = ["k/rows/r/a: only some options end with a full stop"]
    assert find_findings(entry.format(ask=", ask: {a: What is done there?}")) == told
    assert find_findings(entry.format(ask="")) == []


# explanations

WITHOUT = {
    "choose": "- choose: Which one?\n  key: k\n  right: {a: one}\n"
    "  wrong: {b: two, c: {text: six, why: Half.}}\n",
    "code": "- code: print(7)\n  key: k\n  prints: 7\n",
    "recall": "- recall: What is a leaf?\n  key: k\n  answer: An end.\n",
    "term": "- term: leaf\n  key: k\n  meaning: An end.\n",
    "order": "- order: One step\n  key: k\n  steps: {a: Forward, b: Backward}\n",
}


@pytest.mark.parametrize("kind", WITHOUT)
def test_an_entry_without_an_explanation_is_told(kind):
    assert find_findings(WITHOUT[kind]) == ["k: has no explanation"]
    assert find_findings(WITHOUT[kind] + "  why: Trees have many.\n") == []


def test_options_that_are_all_explained_explain_the_choice():
    entry = (
        "- choose: Which one?\n  key: k\n  right: {a: {text: one, why: Odd.}}\n"
        "  wrong: {b: {text: two, why: Even.}, c: {text: six, why: Half.}}\n"
    )
    assert find_findings(entry) == []


def test_wrong_outputs_that_are_all_explained_explain_the_code():
    entry = "- code: print(7)\n  key: k\n  prints: 7\n  wrong: {a: {text: '8', why: One more.}}\n"
    assert find_findings(entry) == []


def test_points_are_their_own_explanation():
    assert (
        find_findings("- concept: Leaves\n  key: k\n  points: {a: They end., b: They fall.}\n")
        == []
    )


def test_an_answer_to_why_is_its_own_explanation():
    assert find_findings("- recall: Why do leaves fall?\n  key: k\n  answer: It is dry.\n") == []


def test_a_gap_without_an_explanation_is_told():
    entry = "- cloze: Leaves end branches.\n  key: k\n  gaps: {1: Leaves, 2: branches}\n"
    told = "k/gaps/{}: has no explanation"
    assert find_findings(entry) == [told.format(1), told.format(2)]
    assert find_findings(entry + "  why: {1: Nothing grows on.}\n") == [told.format(2)]
    assert find_findings(entry + "  why: Nothing grows on.\n") == []
    assert find_findings(entry + "  why: {1: Nothing grows on., 2: They bear.}\n") == []


def test_a_row_without_an_explanation_is_told():
    entry = """\
        - compare: {{a: alpha, b: beta}}
          key: k
          rows:
            r: {{aspect: Place, question: What are both?, a: old, b: new, wrong: {{n: no}}{more}}}
        """
    asked = ", ask: {a: Where in a list is it kept?, b: Where in a list does one end?}"
    told = "k/rows/r{}: has no explanation"
    assert find_findings(entry.format(more="")) == [told.format("")]
    assert find_findings(entry.format(more=", why: Sorted.")) == []
    assert [line for line in find_findings(entry.format(more=asked)) if "explan" in line] == [
        told.format("/ask/a"), told.format("/ask/b"),
    ]  # fmt: skip
    reasons = asked + ", why: {a: Sorted.}"
    assert told.format("/ask/b") in find_findings(entry.format(more=reasons))
    assert told.format("/ask/a") not in find_findings(entry.format(more=reasons))


@pytest.mark.parametrize(
    ("entry", "path"),
    [
        (
            "- recall: What clears gradients?\n  key: k\n  answer: The call `zero_grad`.\n"
            "  why: '{}'\n",
            "why",
        ),
        (
            "- choose: What clears gradients?\n  key: k\n  wrong: {{b: step, c: train}}\n"
            "  right: {{a: {{text: zero_grad, why: '{}'}}}}\n  why: Backward adds.\n",
            "right/a/why",
        ),
        (
            "- cloze: The call zero_grad clears gradients.\n  key: k\n  gaps: {{1: zero_grad}}\n"
            "  why: {{1: '{}'}}\n",
            "why/1",
        ),
    ],
)
def test_an_explanation_that_repeats_the_answer_is_told(entry, path):
    told = [f"k/{path}: the explanation only repeats question and answer"]
    assert find_findings(entry.format("`zero_grad` clears the gradients.")) == told
    assert find_findings(entry.format("Zero_grad clears gradients, since they add up.")) == []


def test_one_explanation_for_many_gaps_must_speak_of_each():
    entry = """\
        - cloze: |
            alpha(beta, gamma, delta)
          key: k
          language: python
          gaps: {{1: alpha, 2: beta, 3: gamma, 4: delta}}
          why: {}
        """
    told = ["k/why: one explanation for 4 gaps says nothing of 'delta'"]
    assert find_findings(entry.format("Alpha takes a beta and some gammas too.")) == told
    assert find_findings(entry.format("Alpha takes beta, gamma and delta too.")) == []


def test_one_explanation_for_several_things_must_not_be_about_some():
    entry = """\
        - compare: {{a: alpha, b: beta, c: gamma}}
          key: k
          rows:
            r:
              aspect: Place
              a: early
              b: middle
              c: late
              ask: {{a: Where does a reader look at once?, b: Where does a reader look next?}}
              why: {why}
        """
    told = "k/rows/r/why: the explanation is about other things than 'b', which is asked too"
    assert find_findings(entry.format(why="Everyone begins with alpha.")) == [told]
    assert find_findings(entry.format(why="Everyone reads alpha, then beta.")) == []
    assert find_findings(entry.format(why="Everyone begins at the left.")) == []


def test_an_explanation_of_the_whole_comparison_must_not_be_about_some():
    entry = """\
        - compare: {{a: alpha, b: beta}}
          key: k
          rows:
            r: {{aspect: Place, question: Where are both?, a: early, b: late}}
            s: {{aspect: Sound, question: How do both sound?, a: open, b: closed}}
          why: {why}
        """
    told = "k/why: the explanation is about some things only, but stands under every card"
    assert find_findings(entry.format(why="Everyone begins with alpha.")) == [told]
    assert find_findings(entry.format(why="Greek begins with alpha and beta.")) == []
    assert find_findings(entry.format(why="Greek is old.")) == []


# phrases that point at options


POINTING = [
    "The first two are deprecated.",
    "The last three work together.",
    "The former is deprecated.",
    "The latter copies.",
    "Tried in this order they find the fault.",
    "The second option forgets the bias.",
    "Option B forgets the bias.",
    "It fails as above.",
    "前两者已弃用。",
    "后者会拷贝。",
    "前者更快。",
    "后两种损失已经包含了它。",
    "按这个顺序依次试。",
    "第一个选项漏掉了偏置。",
]
NOT_POINTING = [
    "The first GPU holds the master copy.",
    "It is a first-class function.",
    "The first argument is saved.",
    "The first two dimensions are swapped.",
    "LiteRT is the former TensorFlow Lite.",
    "Dynamo and Inductor work together: the latter writes kernels.",
    "They exchange the last layer and keep the first two.",
    "The first call compiles, the second one does not.",
    "Gradients are sent in the order in which they appear.",
    "第一个 GPU 要多干活。",
    "前两个维度互换。",
    "序列并行总是与张量并行一起使用，切法与后者相同。",
]


@pytest.mark.parametrize("why", POINTING)
def test_a_phrase_that_points_at_options_is_told(why):
    (told,) = choose(why=why)
    assert told.startswith("k/why: '")
    assert told.endswith("' points at options by their place, which changes")


@pytest.mark.parametrize("why", NOT_POINTING)
def test_a_phrase_that_points_elsewhere_is_left_alone(why):
    assert choose(why=why) == []


def test_options_that_keep_their_order_may_be_counted():
    entry = CHOOSE.format(**{**SAMPLE, "why": "The first two are deprecated."})
    assert find_findings(entry + "  shuffle: false\n") == []


def test_steps_may_be_counted():
    entry = WITHOUT["order"] + "  why: The first two come in this order.\n"
    assert find_findings(entry) == []


def test_a_translation_that_points_at_options_is_told():
    entry = CHOOSE.format(**SAMPLE)
    told = "zh:k/why: '前两者' points at options by their place, which changes"
    assert find_findings(entry, zh={("why",): "前两者已弃用。"}) == [told]
    assert find_findings(entry, zh={("why",): "反向传播会累加。"}) == []


@pytest.mark.parametrize(
    ("language", "told"),
    [("klingon", True), ("pyhton", True), ("cpp", False), ("R", False), ("python", False)],
)
def test_a_language_that_nobody_knows_is_told(language, told):
    code = f"- code: x\n  key: k\n  prints: y\n  why: So.\n  language: {language}\n"
    message = f"k/language: '{language}' is no language that can be highlighted"
    assert (message in find_findings(code)) is told


@pytest.mark.parametrize(
    ("steps", "told"),
    [
        ("{a: Warm up, b: Stay steady, c: Cool down}", "the steps tell their own order"),
        (
            "{a: Partly summed, b: Fully summed, c: The whole is there}",
            "the steps tell their own order",
        ),
        (
            "{a: Read one byte, b: Read two bytes, c: Read four bytes}",
            "the steps tell their own order: one, two, four",
        ),
        (
            "{a: Run on a single device, b: Run on two, c: Run on eight, d: Run on all}",
            "the steps tell their own order: single, two, eight, all",
        ),
        ("{a: 读取一个字节, b: 读取两个字节, c: 读取四个字节}", "the steps tell their own order"),
        ("{a: Measure, b: Change, c: Measure again}", "the step tells its own place"),
        ("{a: Measure, b: 'Last, change'}", "the step tells its own place"),
        ("{a: Measure, b: After that change}", "the step tells its own place"),
        ("{a: Measure, b: Finally change}", "the step tells its own place"),
        ("{a: 首先测量, b: 修改}", "the step tells its own place"),
        ("{a: 测量, b: 最后修改}", "the step tells its own place"),
        ("{a: 测量, b: 最后一个进程修改}", ""),
        ("{a: Measure, b: Change one line, c: Keep what helped in two runs}", ""),
        ("{a: Measure, b: Change, c: Keep what helped}", ""),
    ],
)
def test_steps_that_carry_their_order(steps, told):
    found = find_findings(f"- order: A test\n  key: k\n  steps: {steps}\n  why: So.\n")
    assert any(told in each for each in found) if told else found == []


def test_a_translation_that_gives_its_steps_an_order_is_told():
    order = "- order: A test\n  key: k\n  steps: {a: Measure, b: Change}\n  why: So.\n"
    zh = {("steps", "a"): "首先测量", ("steps", "b"): "修改"}
    assert find_findings(order, zh=zh) == ["zh:k/steps/a: the step tells its own place"]


# gaps that can be copied


@pytest.mark.parametrize(
    ("text", "gap", "told"),
    [
        ("Backward accumulates gradients; what they accumulate in is a leaf.", "accumulates", True),
        ("Gradients accumulate there; what is accumulated is cleared.", "accumulate there", True),
        ("Backward accumulates; accumulation ends there.", "accumulates", True),
        ("Some gradients are kept; no other gradient is.", "gradients", True),
        ("The allocator caches blocks; without caching it is slow.", "caches", True),
        ("Rows are summed; each sum is kept.", "summed", True),
        ("Clone copies the rows; a copied row is no view.", "copies", True),
        ("Memory is page-locked; locking pages takes time.", "page-locked", True),
        ("Each leaf has one; all leaves are kept.", "leaf", False),
        ("The state is read at the next station.", "state", False),
        ("The batch has 4 rows and 14 columns.", "4 rows", False),
        ("The rank sends its part to all the others.", "rank", False),
    ],
)
def test_a_gap_whose_word_stands_elsewhere_in_another_form_is_told(text, gap, told):
    cloze = f"- cloze: {text}\n  key: k\n  gaps: {{1: {gap}}}\n  why: So it is made.\n"
    expected = ["k/gaps/1: the rest of the text holds the answer"] if told else []
    assert find_findings(cloze) == expected


# options that move


def test_a_summary_of_the_options_above_it_moves_only_where_options_are_shuffled():
    told = ["k/wrong/c/text: an option like 'all of the above' moves when options are shuffled"]
    assert choose(c="All of the above") == told
    assert choose(c="All of the above", why='So."\n  shuffle: "false') == []
    assert choose(c="All of the above", why='So."\n  shuffle: "true') == told
