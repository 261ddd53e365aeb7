"""A package carries the entries that it was made of, and Anki leaves them alone."""

import html
import json
import re
from dataclasses import replace

import pytest

from flashcards.anki.content import load_sources
from flashcards.anki.course_fields import CourseFields
from flashcards.anki.fields import render_fields
from flashcards.anki.foot import Stamp
from flashcards.anki.templates import FIELDS
from flashcards.cards import list_notes
from flashcards.model import Choose, Cloze, Deck, Option, Recall, Term
from flashcards.source.plain_values import make_plain_entry
from tests.helpers.anki_engine import learner
from tests.helpers.builtin import builtin_course
from tests.helpers.courses import ENTRIES, course_of, package_of, sample_course, write_package

HOSTILE = (
    "a <b>c</b> & &amp; {{c1::d}} {{{e}}} [sound:f.mp3] [latex]g[/latex] [$]h[/$] "
    "[[type:Name]] \\(i\\) \\\\[j\\] \"k\" 'l' \\n \u00a0 m  n ![o](p.svg) <!-- q"
)


def _read_sources(made):
    """Note name to what its field says."""
    fields = ((FIELDS[note.kind], note.fields) for note in made.notes)
    notes = [dict(zip(names, texts, strict=True)) for names, texts in fields]
    return {note["Name"]: json.loads(note["Source"]) for note in notes}


def _join(sources):
    """The entries of all notes in their order, rows of a comparison together."""
    entries = {}
    for each in sorted(sources.values(), key=lambda each: each["place"]):
        entry = entries.setdefault(each["entry"]["key"], each["entry"])
        if "rows" in entry:
            entry["rows"] |= each["entry"]["rows"]
    return [*entries.values()]


def test_all_notes_together_are_the_exported_entries():
    sources = _read_sources(package_of(sample_course()))
    joined = _join(sources)
    assert joined == [make_plain_entry(entry) for entry in ENTRIES]
    rows = [list(entry["rows"]) for entry in joined if "rows" in entry]
    assert rows == [["process", "loss"]]
    assert {(each["deck"], each["title"]) for each in sources.values()} == {("all", "All")}


@pytest.mark.thorough
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_whole_curriculum_is_in_its_packages(lang):
    course = builtin_course()
    joined = _join(_read_sources(package_of(course, lang=lang)))
    notes = list_notes(course, lang, retired=True)
    written = {note.entry.key: make_plain_entry(note.entry) for note in notes}
    assert {entry["key"]: entry for entry in joined} == written


def test_a_note_has_its_row_and_no_other():
    sources = _read_sources(package_of(sample_course()))
    assert [*sources["sample/en/dp-ddp/loss"]["entry"]["rows"]] == ["loss"]
    assert sources["sample/en/dp-ddp/loss"]["place"] == [2, 1]
    assert sources["sample/en/bucket"]["place"] == [1]


def test_texts_are_those_of_the_language_of_the_note():
    course = sample_course()
    titles = {"zh": {**course.titles["zh"], "deck/all": "全部", "resource/docs": "文档"}}
    made = package_of(replace(course, titles=titles), lang="zh")
    concept = _read_sources(made)["sample/zh/ddp-sync"]
    assert concept["entry"]["points"]["init"] == "中文 Rank 0 broadcasts."
    assert concept["title"] == "全部"
    assert concept["resources"] == {"docs": {"title": "文档", "url": "https://pytorch.org/docs"}}


def test_defaults_of_the_deck_are_in_the_entry():
    """A note stands alone: its deck has no header in a package."""
    entry = Recall(key="r", recall="Q?", answer="A.", stage=2, tags=("own", "lent"))
    deck = Deck(deck="d", title="D", stage=2, tags=("lent",), entries=(entry,))
    [source] = _read_sources(package_of(replace(course_of(), decks=(deck,)))).values()
    assert source["entry"]["stage"] == 2
    assert source["entry"]["tags"] == ["own", "lent"]


@pytest.mark.parametrize("text", [HOSTILE, "e\u0301 \u2126 中", "\U0001f600 \u202f"])
def test_anki_and_html_leave_it_alone(text, tmp_path):
    options = {"right": {"r": Option(text=text)}, "wrong": {"w": Option(text=f"{text}!", why=text)}}
    course = course_of(
        Recall(key="r", recall=text, answer=text, why=text),
        Cloze(key="g", cloze=f"one {text}", gaps={1: "one"}, language="cpp"),
        Choose(key="c", choose=text, **options),
        Term(key="t", term="t", meaning=text),
    )
    course = replace(course, root=str(tmp_path))
    (tmp_path / "decks" / "media").mkdir(parents=True)
    picture = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"></svg>'
    (tmp_path / "decks" / "media" / "p.svg").write_bytes(picture)
    made = package_of(course)
    with learner(tmp_path / "who") as who:
        who.imports(write_package(tmp_path, made))
        who.check_everything()
        arrived = {name: note["Source"] for name, note in who.notes().items()}
    for source in arrived.values():
        assert html.unescape(source) == source
        assert not re.search(r"[<>&\u00a0]|\{\{|\\[()\[\]]|\[\$|\[sound|\[latex", source)
    read = {name: json.loads(source) for name, source in arrived.items()}
    assert read == _read_sources(made)
    assert read["sample/en/r"]["entry"]["recall"] == text
    assert read["sample/en/c"]["entry"]["wrong"]["w"]["why"] == text
    if text == HOSTILE:
        assert read["sample/en/r"]["pictures"] == {"p.svg": next(iter(made.media))}
        assert "pictures" not in read["sample/en/g"]  # code shows none


def test_the_version_that_code_was_verified_on_is_there():
    course = sample_course()
    [source] = [each for each in load_sources(course, "en")[0] if each.note.key == "stride"]
    of_course = CourseFields(course, [source.note], {})
    made = of_course.render(source.note, render_fields(source.note), Stamp(0, None, "2.15.0"))
    assert json.loads(made["Source"])["verified"] == "2.15.0"
