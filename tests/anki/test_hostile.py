"""A deck written by an enemy, and texts that are only unusual: all of it stays text."""

import pytest

from flashcards.course.model import (
    Choose,
    Cloze,
    Code,
    Compare,
    Concept,
    Option,
    Order,
    OutputOption,
    Recall,
    Row,
    Term,
)
from tests.helpers.anki_engine import learner
from tests.helpers.courses import course_of, package_of, with_chinese, write_package

ATTACKS = [
    "<script>document.title='owned'</script>",
    "<img src=x onerror=\"document.title='owned'\">",
    "[click](javascript:document.title='owned')",
    "[click](  JaVaScRiPt:alert(1))",
    "[click](data:text/html,<script>alert(1)</script>)",
    '<https://example.org/?a="onmouseover=alert(1)>',
    "{{Key}} {{FrontSide}} {{#Foot}}x{{/Foot}} {{c1::gap}} {{type:Answer}}",
    "[sound:evil.mp3] [anki:tts lang=en_US]x[/anki:tts] [anki:play:q:0] [[type:Answer]]",
    "[latex]\\input{/etc/passwd}[/latex] [$]x[/$] [$$]y[/$$]",
    r"\\(\href{javascript:alert(1)}{x}\\) \\[y\\]",
    "</div></body><style>*{display:none}</style><!-- ",
    "`</code></pre><script>document.title='owned'</script>`",
    "```html\n</code></pre><script>document.title='owned'</script>\n```",
    "<svg onload=alert(1)><a xlink:href=javascript:alert(1)>",
    '" onclick="alert(1)" x="',
    "\u202egnp.exe\u202c شبكة عصبية 🧠🔥",
    "\ue000\ue001 private \uf8ff",
]


def hostile_course():
    """Every attack in every text of every kind."""
    entries = []
    for number, text in enumerate(ATTACKS):
        option = Option(text=text, why=text)
        entries += [
            Concept(key=f"concept-{number}", concept=text, points={"p": text}, why=text),
            Term(key=f"term-{number}", term=f"t {text}", meaning=text, aliases=(text,)),
            Compare(
                key=f"compare-{number}",
                compare={"a": text, "b": "B", "c": f"C {text}"},
                rows={
                    "r": Row(
                        aspect=text,
                        a=text,
                        b=f"other {text}",
                        c="C",
                        wrong={"w": option},
                        ask={"a": text},
                        which={"b": text},
                        why={"a": text},
                    )
                },
            ),
            Code(
                key=f"code-{number}",
                code=text,
                prints=text,
                question=text,
                wrong={"w": OutputOption(text=text, why=text)},
            ),
            Choose(key=f"choose-{number}", choose=text, right={"r": option}, wrong={"w": option}),
            Order(key=f"order-{number}", order=text, steps={"a": text, "b": f"2 {text}"}),
            Cloze(key=f"cloze-{number}", cloze=f"gap-here\n\n{text}", gaps={1: "gap-here"}),
            Cloze(key=f"whole-{number}", cloze=text, gaps={1: text}, language="python"),
            Recall(key=f"recall-{number}", recall=text, answer=text),
        ]
    return with_chinese(
        course_of(*entries, title="<b>T</b>", author="<script>", report="javascript:x")
    )


@pytest.fixture(scope="module")
def enemy(tmp_path_factory):
    folder = tmp_path_factory.mktemp("enemy")
    with learner(folder / "who") as who:
        made = package_of(hostile_course())
        who.imports(write_package(folder, made))
        yield who, made


def test_the_hostile_deck_is_a_sound_deck(enemy):
    who, made = enemy
    assert who.col.card_count() == sum(len(note.cards) for note in made.notes)
    who.check_everything()


def test_no_card_has_an_element_or_attribute_that_acts(enemy):
    from html.parser import HTMLParser

    acting = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag, attributes):
            if tag in ("script", "style", "iframe", "object", "embed", "form", "svg", "base"):
                acting.append((tag, attributes))
            for name, value in attributes:
                if name.startswith("on") or (value or "").strip().lower().startswith(
                    ("javascript:", "data:", "vbscript:")
                ):
                    acting.append((tag, name, value))
                if name in ("src", "srcset", "href", "action") and tag != "a":
                    acting.append((tag, name, value))

    _, made = enemy
    for note in made.notes:
        for html in note.fields:
            Reader(convert_charrefs=True).feed(html)
    assert acting == []


def test_the_learner_reads_what_the_enemy_wrote(enemy):
    """Nothing is swallowed: on the card stands the text itself."""
    from html import unescape

    who, _ = enemy
    card = who.note("sample/en/recall-0").cards()[0]
    assert "<script>document.title='owned'</script>" in unescape(card.render_output().answer_text)
    fields = who.notes()["sample/en/code-6"]
    assert unescape(fields["Output"]).replace("<wbr>", "").count(ATTACKS[6]) == 1


@pytest.mark.thorough
def test_fields_of_a_megabyte_are_no_work(tmp_path):
    """genanki looks for wrong HTML with an expression that is quadratic: hours, for this one."""
    points = {f"p{number}": "a < b " * 1600 for number in range(110)}
    entry = Concept(key="long", concept="Long?", points=points)
    made = package_of(course_of(entry))
    path = write_package(tmp_path, made)
    assert max(map(len, made.notes[0].fields)) > 1_000_000
    with learner(tmp_path / "who") as who:
        assert set(who.imports(path).values()) == {"new"}
