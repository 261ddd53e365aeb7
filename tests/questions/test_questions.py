"""Every kind of card in its forms; wrong answers that are wrong and worth reading."""

from collections import Counter
from io import StringIO
from itertools import permutations

import pytest

from flashcards.cards import Card, list_cards
from flashcards.course.model import Cloze, Code, Compare, Option, OutputOption, Recall, Row, Term
from flashcards.errors import FlashcardsError
from flashcards.questions.build import list_forms, make_question
from flashcards.questions.question import TermNames, guessing_score
from flashcards.seeding import reorder_names
from flashcards.study.ui import QuestionContext
from flashcards.terminal.card_view import print_head
from flashcards.terminal.rich_text import Page
from flashcards.words import Words
from tests.helpers.changes import replace
from tests.helpers.courses import ask, course_of
from tests.helpers.quiz_plans import make_choice


def asked(entry, *others, ordinal=0, **how):
    return ask(course_of(entry, *others), f"{entry.key}#{ordinal}", **how)


def test_a_code_question_shows_its_output_among_the_authored_wrong_ones():
    options = zip("abcd", "2345", strict=True)
    wrong = {name: OutputOption(text=text, why="No.") for name, text in options}
    made = asked(Code(key="k", code="print(1)\n", prints="1\n", wrong=wrong))
    assert made.form == "single"
    assert made.code == "print(1)"
    assert len(made.options) == 4
    assert [option.text for option in made.options if option.right] == ["1"]
    assert all(option.literal for option in made.options)


def test_code_with_fewer_than_two_wrong_outputs_is_typed():
    entry = Code(key="k", code="print(1)", prints="1", wrong={"a": OutputOption(text="2")})
    made = asked(entry)
    assert (made.form, made.accepted, made.options) == ("type", ("1",), ())


def test_an_authored_choice_keeps_all_its_options_and_several_right_ones_are_multiple():
    one, two = make_choice(wrong="bcde"), make_choice(right="ab", wrong="c")
    assert (asked(one).form, len(asked(one).options)) == ("single", 5)
    assert (asked(two).form, sorted(asked(two).right_names)) == ("multiple", ["a", "b"])


def test_locked_options_keep_their_place_among_shuffled_ones():
    entry = make_choice(wrong="bcd", lock="last")
    orders = [[o.name for o in asked(entry, seed=str(seed)).options] for seed in range(800)]
    assert {order[-1] for order in orders} == {"d"}
    places = Counter(order.index("a") for order in orders)
    assert all(200 < places[place] < 333 for place in range(3)), places


def test_over_600_draws_no_order_is_solved_and_every_other_is_as_likely():
    """Of five orders each is expected 120 times; 80 and 160 are four deviations away."""
    counts = Counter("".join(reorder_names("abc", str(seed))) for seed in range(600))
    assert counts.keys() == {"".join(order) for order in permutations("abc")} - {"abc"}
    assert 80 <= min(counts.values()) <= max(counts.values()) <= 160


def test_adding_an_entry_reshuffles_no_other_question():
    entry = make_choice(wrong="bcd")
    more = Term(key="t", term="stride", meaning="The step to the next element.")
    for seed in map(str, range(5)):
        alone, with_more = asked(entry, seed=seed), asked(entry, more, seed=seed)
        assert with_more.options == alone.options


COMPARE = Compare(
    key="cmp",
    compare={"dp": "DP", "ddp": "DDP", "fsdp": "FSDP"},
    rows={
        "sync": Row(
            aspect="Shares parameters",
            question="Which of the wrappers share parameters?",
            dp="yes",
            ddp="`Yes`",
            fsdp="no",
            wrong={"half": Option(text="half of them", why="Nothing is halved.")},
            ask={"fsdp": "Does FSDP keep all parameters on every GPU?"},
            why={"fsdp": "It shards them.", "dp": "It copies them."},
        ),
        "processes": Row(
            aspect="Processes",
            dp="one",
            ddp="one per GPU",
            fsdp="one per shard",
            why="DDP avoids the lock.",
        ),
    },
    why="All of it.",
)


def asked_row(row, ordinal=0, seed=""):
    return ask(course_of(COMPARE), f"cmp/{row}#{ordinal}", seed)


def test_a_row_with_three_cells_to_choose_from_is_matched():
    made = asked_row("processes")
    assert (made.form, made.stem) == ("match", "Processes: how do DP, DDP and FSDP differ?")
    assert sorted(option.text for option in made.options) == ["one", "one per GPU", "one per shard"]
    assert [fits for _, _, fits in made.things] == ["dp", "ddp", "fsdp"]
    assert made.explanation == "DDP avoids the lock.\n\nAll of it."


def test_a_row_with_fewer_cells_is_recalled_and_explains_every_thing():
    made = asked_row("sync")
    assert (made.form, made.options) == ("reveal", ())
    assert made.stem == "Which of the wrappers share parameters?"
    assert made.explanation == "- DP: It copies them.\n- FSDP: It shards them.\n\nAll of it."


def test_things_are_joined_as_their_language_does_it():
    german = Words("de")
    note = replace(asked_row("sync", 3).card.note, words=german)
    made = make_question(Card(note, 3), TermNames([note]), "s")
    (why,) = (option.why for option in made.options if option.text == "yes")
    assert "DP oder DDP" in why


def test_never_more_than_four_options_and_always_a_wrong_cell_beside_other_cells():
    things = {name: name.upper() for name in "abcdefgh"}
    row = Row(
        aspect="X",
        **{name: f"cell {name}" for name in things},
        wrong={name: Option(text=f"wrong {name}") for name in ("one", "two", "three", "four")},
        ask={"a": "Which cell?"},
    )
    course = course_of(Compare(key="k", compare=things, rows={"r": row}))
    for seed in map(str, range(40)):
        options = ask(course, "k/r#1", seed).options
        kinds = sorted(option.text.partition(" ")[0] for option in options)
        assert kinds == ["cell", "cell", "wrong", "wrong"]


def test_a_gap_hides_its_text_and_shows_the_others():
    entry = Cloze(key="k", cloze="a `b` c", gaps={1: "a", 2: "`b`"}, accept={2: ("beta",)})
    made = asked(entry, ordinal=1)
    assert made.stem == "a [ … ] c"
    assert made.accepted == ("b", "beta")


def test_a_gap_in_code_keeps_the_code():
    entry = Cloze(key="k", cloze="f({{1, 2}});\n", gaps={1: "{{1, 2}}"}, language="cpp")
    made = asked(entry)
    assert (made.stem, made.code, made.code_language) == ("", "f([ … ]);", "cpp")


def test_another_name_of_the_hidden_term_is_not_another_term():
    gather = Term(key="g", term="all-gather", meaning="m", aliases=("gather to all",))
    reduce = Term(key="r", term="all-reduce", meaning="n", aliases=("reduce to all",))
    entry = Cloze(key="k", cloze="First an all-gather.", gaps={1: "all-gather"})
    assert asked(entry, gather, reduce).others == {"all-reduce", "reduce to all"}


OPEN_ROW = replace(COMPARE.rows["sync"], needs_options=True)
PROGRAM = Code(key="k", code="1", prints="1", wrong={n: OutputOption(text=n) for n in "23"})


@pytest.mark.parametrize(
    ("entry", "card", "forms"),
    [
        (make_choice(), "k#0", "single reveal"),
        (make_choice(right="ab", wrong="c"), "k#0", "multiple"),
        (make_choice(needs_options=True), "k#0", "single"),
        (PROGRAM, "k#0", "single reveal type"),
        (replace(PROGRAM, needs_options=True), "k#0", "single type"),
        (COMPARE, "cmp/sync#3", "single reveal"),
        (replace(COMPARE, rows={"sync": OPEN_ROW}), "cmp/sync#3", "single"),
    ],
)
def test_what_has_one_right_option_is_asked_from_memory_too_unless_it_needs_them(
    entry, card, forms
):
    course = course_of(entry)
    [found] = [each for each in list_cards(course) if each.id == card]
    assert list_forms(found) == tuple(forms.split())
    if "reveal" in forms:
        bare, single = (ask(course, card, form=form) for form in ("reveal", "single"))
        assert (bare.options, bare.answer) == (single.options, single.answer)
        assert (bare.form, bare.instruction) == ("reveal", "Answer in your own words.")


def test_a_term_is_asked_in_both_directions():
    stride = Term(key="s", term="stride", meaning="The step to the next element.", both=True)
    leaf = Term(key="l", term="leaf", meaning="What no operation has made.", aliases=("leaves",))
    there, back = asked(stride, leaf), asked(stride, leaf, ordinal=1)
    assert (there.form, there.stem) == ("reveal", "stride")
    assert (back.form, back.stem, back.accepted) == ("type", stride.meaning, ("stride",))
    assert back.others == {"leaf", "leaves"}


def test_a_form_that_a_card_does_not_have_is_refused():
    with pytest.raises(FlashcardsError, match="r#0 cannot be asked as 'type', only reveal"):
        asked(Recall(key="r", recall="Q?", answer="A"), form="type")


def test_the_chance_of_guessing():
    assert guessing_score(asked(make_choice())) == pytest.approx(1 / 3)
    assert guessing_score(asked(make_choice(right="ad"))) == pytest.approx(1 / 6)
    assert guessing_score(asked(Recall(key="r", recall="Q?", answer="A"))) == 0


def show_head(**context):
    """The lines above a question."""
    console = Page(file=StringIO(), width=80)
    question = asked(Recall(key="r", recall="Q?", answer="A"))
    print_head(console, question, QuestionContext(done=0, total=1, **context))
    return console.file.getvalue().splitlines()


@pytest.mark.parametrize(
    ("title", "topic"),
    [
        ("Deployment — ONNX and others", "Deployment"),
        ("Deployment: where it runs", "Deployment"),
        ("部署：如何运行", "部署"),
        ("Deployment and ONNX", "Deployment and ONNX"),
    ],
)
def test_the_head_names_the_topic_without_its_subtitle(title, topic):
    assert show_head(deck=title)[1] == f"Stage 1 · {topic}"


@pytest.mark.parametrize(("left", "told"), [(150_001, "2:31 left"), (-5, "0:00 left")])
def test_the_head_of_an_exam_says_how_long_there_is(left, told):
    assert show_head(time_left=left, points=1.0)[0].endswith(f" · {told}")
