"""What the fields of a note hold."""

import re

import pytest

from flashcards.anki.content import load_sources
from flashcards.anki.fields import FIELDS, Stamp, list_options, render_fields, render_foot
from flashcards.cards import Note, list_notes
from flashcards.course.model import (
    Choose,
    Cloze,
    Code,
    Compare,
    Deck,
    Option,
    Order,
    OutputOption,
    Resource,
    Row,
    Term,
)
from flashcards.text.plain_text import html_to_text
from flashcards.words import Words
from tests.helpers.changes import replace
from tests.helpers.courses import ENTRIES, course_of

DECK = Deck(deck="d", title="D")


def _note(entry, lang="en", row=None):
    key = f"{entry.key}/{row}" if row else entry.key
    return Note(key, entry, DECK, "course", Words(lang), row)


def test_every_field_of_the_note_type_is_there_in_its_order():
    for entry in ENTRIES:
        row = next(iter(entry.rows)) if isinstance(entry, Compare) else None
        made = render_fields(_note(entry, row=row))
        assert tuple(made) == FIELDS[entry.kind]
        assert made["Name"] == f"course/en/{made['Key']}"
        assert made["Key"].startswith(entry.key)
        assert made["Question"]
        assert made["Head"] == made["Foot"] == made["Spare 1"] == ""


def test_code_without_a_question_asks_what_it_prints():
    code = Code(key="c", code="print(1)", prints="1")
    assert render_fields(_note(code))["Question"] == "What does this print?"
    assert render_fields(_note(code, "zh"))["Question"] == "这段代码输出什么？"
    assert render_fields(_note(replace(code, question="And now?")))["Question"] == "And now?"


def test_code_that_prints_nothing_says_so():
    assert (
        render_fields(_note(Code(key="c", code="x = 1", prints="")))["Output"] == "<p>(nothing)</p>"
    )


def test_a_term_is_typed_as_people_write_it():
    term = Term(key="t", term="the `nn.Module` & **co**", meaning="m")
    assert render_fields(_note(term))["Answer"] == "the nn.Module &amp; co"
    assert html_to_text("a <b>c</b> &lt;d&gt;\n e") == "a c <d> e"


ROW = Row(
    aspect="R",
    a="same",
    b="Same",
    c="other",
    wrong={"w": Option(text="never", why="Not so.", lock="last")},
    ask={"a": "What has A?"},
    which={"c": "Which is other?"},
    why={"a": "Because of A.", "b": "Because of B."},
)
ROWS = Compare(key="c", compare={"a": "A", "b": "B", "c": "C"}, rows={"r": ROW}, why="All.")


def test_only_a_thing_with_a_question_has_a_card():
    note = next(note for note in list_notes(course_of(ROWS)))
    assert [card.ordinal for card in note.cards] == [1, 3]
    made = render_fields(note)
    asked = {n: made[f"Ask {n}"] for n in range(1, 5) if made[f"Ask {n}"]}
    assert asked == {1: "What has A?", 3: "Which is other?"}
    assert [bool(made[f"Options {n}"]) for n in (1, 2, 3)] == [True, False, True]
    assert made["Table"].count("<tr>") == 3


def test_each_question_has_the_reason_of_its_thing_and_the_row_has_all():
    made = render_fields(next(note for note in list_notes(course_of(ROWS))))
    assert html_to_text(made["Why 1"]) == "Because of A. All."
    assert html_to_text(made["Why 3"]) == "All."
    assert html_to_text(made["Why"]) == "A: Because of A. B: Because of B. All."


def test_options_of_a_row_are_marked_and_a_locked_one_stays():
    made = render_fields(next(note for note in list_notes(course_of(ROWS))))
    items = re.findall(
        r'<li class="(\w+)" dir="auto"( data-lock="last")?>(\w+) ', made["Options 1"]
    )
    assert sorted(items) == [
        ("no", "", "other"), ("no", ' data-lock="last"', "never"), ("ok", "", "same"),
    ]  # fmt: skip
    assert items[-1][2] == "never"
    assert made["Options 1"].startswith('<ol class="options" data-shuffle="">')


def test_the_reason_of_each_gap_stands_beside_its_text():
    cloze = Cloze(key="g", cloze="a **b** c", gaps={1: "a", 2: "b"}, why={2: "Since *b*."})
    assert render_fields(_note(cloze))["Why"] == (
        '<ul><li dir="auto">b: Since <em>b</em>.</li></ul>'
    )
    code = Cloze(key="g", cloze="f<T>()", gaps={1: "<T>"}, why={1: "A type."}, language="cpp")
    assert render_fields(_note(code, "zh"))["Why"] == (
        '<ul><li dir="auto"><code>&lt;T&gt;</code>：A type.</li></ul>'
    )


def test_options_give_nothing_away_and_locked_ones_stay():
    firsts = set()
    for number in range(30):
        entry = Choose(
            key=f"k{number}",
            choose="?",
            right={"r": Option(text="right")},
            wrong={
                "a": Option(text="a"),
                "b": Option(text="b"),
                "z": Option(text="all", lock="last"),
            },
        )
        [card] = _note(entry).cards
        names = [option.name for option in list_options(card)]
        assert names[-1] == "z"
        assert names == [option.name for option in list_options(card)]
        firsts.add(names[0])
    assert firsts == {"r", "a", "b"}


def test_options_that_are_not_to_be_shuffled_are_not():
    right, wrong = {"r": Option(text="r")}, {"w": Option(text="w")}
    entry = Choose(key="k", choose="?", right=right, wrong=wrong, shuffle=False)
    html = render_fields(_note(entry))["Options"]
    assert "data-shuffle" not in html
    assert html.index(">r ") < html.index(">w ")


def test_steps_are_never_shown_in_the_right_order():
    for number in range(50):
        entry = Order(key=f"k{number}", order="?", steps={"a": "A", "b": "B"})
        shown = render_fields(_note(entry))["Shuffled"]
        assert re.findall(r'data-step="(\d)"', shown) == ["1", "0"]


def test_a_step_knows_its_place_and_the_letter_it_has_where_no_script_runs():
    entry = Order(key="k", order="?", steps={"a": "first", "b": "second", "c": "third"})
    made = render_fields(_note(entry))
    shown = re.findall(r'<li dir="auto" data-step="(\d)">(\w+)</li>', made["Shuffled"])
    right = re.findall(r'data-letter="(\w)">(\w+)</li>', made["Steps"])
    assert [text for _, text in right] == ["first", "second", "third"]
    assert {(step, text) for step, text in shown} == {
        ("0", "first"), ("1", "second"), ("2", "third"),
    }  # fmt: skip
    letters = {text: "ABC"[place] for place, (_, text) in enumerate(shown)}
    assert {text: letter for letter, text in right} == letters


def test_outputs_of_code_are_choices_with_the_right_one_among_them():
    wrong = {"w": OutputOption(text="2", why="Off by one."), "x": OutputOption(text="")}
    code = Code(key="c", code="print(1)", prints="1", wrong=wrong)
    made = render_fields(_note(code))["Choices"]
    items = re.findall(r'<li class="(\w+)" dir="auto">(.*?) <span', made)
    assert sorted(items) == [
        ("no", "<p>(nothing)</p>"),
        ("no", '<pre class="output"><samp>2</samp></pre>'),
        ("ok", '<pre class="output"><samp>1</samp></pre>'),
    ]
    assert "Off by one." in made
    assert render_fields(_note(replace(code, wrong={})))["Choices"] == ""


def test_every_accepted_name_is_there_as_it_is_compared_and_few_are_shown():
    aliases = ("Grad-Bucket", "grad bucket", "buckets of gradients", "DDP bucket", "GB", "G B C")
    term = Term(key="t", term="`Gradient` bucket", meaning="m", aliases=aliases)
    made = render_fields(_note(term))
    assert made["Accepted"] == (
        "<ul><li>gradient bucket</li><li>grad bucket</li><li>gradbucket</li>"
        "<li>buckets of gradients</li><li>ddp bucket</li><li>gb</li><li>g b c</li></ul>"
    )
    assert made["Aliases"] == "DDP bucket, GB"
    chinese = replace(_note(term), words=Words("zh"))
    assert render_fields(chinese)["Aliases"] == "DDP bucket、GB"
    code = ("torch.distributed.GradBucket", "register_hook", "Node.next", "f()", "v2 API")
    assert render_fields(_note(replace(term, aliases=code)))["Aliases"] == "f(), v2 API"
    exact = replace(term, case=True, aliases=("GB & <co>",))
    assert render_fields(_note(exact))["Accepted"] == (
        '<ul data-case=""><li>Gradient bucket</li><li>GB &amp; &lt;co&gt;</li></ul>'
    )


def test_the_foot_says_where_a_card_comes_from():
    course = course_of(ENTRIES[0])
    made = render_foot(_note(ENTRIES[0]), course, Stamp(1, "2026-01-31", "2.9.0"))
    assert made == (
        "<code>ddp-sync</code> · Text of 2026-01-31 · As of 2.9 · Verified on PyTorch 2.9.0 · "
        '<a href="https://example.org/report?card=ddp-sync">Report this card</a>'
        '<details class="see"><summary class="tappable">Read on</summary>'
        '<a href="https://pytorch.org/docs">The docs</a></details>'
    )


def test_a_foot_without_a_release_or_a_safe_address():
    course = course_of(ENTRIES[0], report="javascript:alert(1)")
    gone = {"docs": Resource(title="Gone <b>", url="https://x.org", status="gone")}
    made = render_foot(_note(ENTRIES[0], "zh"), replace(course, resources=gone), Stamp(1))
    assert "尚未发布" in made
    assert "href" not in made
    assert "Gone &lt;b&gt;" in made


def test_the_foot_leads_to_where_a_source_is_today():
    def shown(**resource):
        docs = Resource(title="Docs", url="https://old.org", **resource)
        return render_foot(
            _note(ENTRIES[0]), replace(course_of(ENTRIES[0]), resources={"docs": docs}), Stamp(1)
        )

    assert '<a href="https://new.org">Docs</a>' in shown(status="moved", now="https://new.org")
    kept = '<a href="https://old.org">Docs</a>'
    assert f"{kept} (archived)" in shown(status="archived", now="https://new.org")
    assert f"{kept} (replaced by something newer)" in shown(status="replaced", now="A book")


def test_code_that_pytorch_did_not_run_says_so():
    code = Code(key="c", code="print(torch.ones(1))", prints="tensor([1.])")
    assert "Not verified on PyTorch" in render_foot(_note(code), course_of(code), Stamp(1))
    assert "Not verified" not in render_foot(_note(code), course_of(code), Stamp(1, None, "2.13.0"))
    assert "Not verified" not in render_foot(_note(ENTRIES[0]), course_of(ENTRIES[0]), Stamp(1))


@pytest.mark.parametrize(
    "code",
    [
        Code(key="c", code="puts torch", prints="1", language="ruby"),
        Code(key="c", code="torch::Tensor x;", prints="", language="cpp"),
        Code(key="c", code="print(1)", prints="1"),
    ],
)
def test_code_that_is_not_pytorch_says_nothing_about_pytorch(code):
    assert "PyTorch" not in render_foot(_note(code), course_of(code), Stamp(1))


def test_code_in_another_language_is_highlighted_as_that():
    ruby = Code(key="c", code="puts 1 # ok", prints="1", language="ruby")
    assert render_fields(_note(ruby))["Code"] == (
        '<pre class="code"><code><span class="nb">puts</span> <span class="m">1</span> '
        '<span class="c"># ok</span></code></pre>'
    )


def test_the_language_of_code_is_content_of_a_note():
    def digest(**more):
        code = Code(key="c", code="x", prints="new", **more)
        return load_sources(course_of(code), "en")[0][0].fingerprint

    digests = [
        digest(), digest(language="ruby"),
    ]  # fmt: skip
    assert len(set(digests)) == 2
    assert digest(language="python") == digests[0]
