"""A deck written by an enemy, and texts that are only unusual: all of it stays text."""

from html import unescape
from html.parser import HTMLParser

import pytest

from flashcards.course.model import Cloze, Code, Concept, Term
from flashcards.course.texts import collect_texts
from tests.helpers.anki_engine import learner
from tests.helpers.changes import translate
from tests.helpers.courses import ENTRIES, course_of, package_of, with_chinese, write_package

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


def attack(entry, number, text):
    """The entry with an attack in every text; the half of them begin with a number."""
    texts = {
        path: text if place % 2 else f"{place} {text}"
        for place, path in enumerate(collect_texts(entry))
        if path[0] != "aliases"
    }
    match entry:
        case Code():
            texts |= {("code",): text, ("prints",): text, ("wrong", "same", "text"): f"2 {text}"}
        case Term():
            texts |= {("aliases",): [text]}
        case Cloze(language=None):
            texts = {("cloze",): f"gap-here\n\n{text}", ("gaps",): {1: "gap-here"}}
        case Cloze():
            texts = {("cloze",): text, ("gaps",): {1: text}}
    return translate(entry, {**texts, ("key",): f"{entry.key}-{number}"}).entry


def hostile_course():
    """Every attack in every text of every kind."""
    entries = [attack(entry, n, text) for n, text in enumerate(ATTACKS) for entry in ENTRIES]
    return with_chinese(
        course_of(
            *entries, title="</textarea>" + ATTACKS[1], author="<script>", report="javascript:x"
        )
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
    who, _ = enemy
    card = who.note("sample/en/why-process-0").cards()[0]
    assert "<script>document.title='owned'</script>" in unescape(card.render_output().answer_text)
    fields = who.notes()["sample/en/stride-6"]
    assert unescape(fields["Output"]).replace("<wbr>", "").count(ATTACKS[6]) == 1


@pytest.mark.thorough
def test_fields_of_a_megabyte_are_no_work(tmp_path):
    """genanki looks for wrong HTML with an expression that is quadratic: hours, for this one."""
    points = {f"p{number}": "a < b " * 1600 for number in range(110)}
    entry = Concept(key="long", concept="Long", ask="Long?", points=points)
    made = package_of(course_of(entry))
    path = write_package(tmp_path, made)
    assert max(map(len, made.notes[0].fields)) > 1_000_000
    with learner(tmp_path / "who") as who:
        assert set(who.imports(path).values()) == {"new"}
