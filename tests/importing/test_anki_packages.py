"""Packages that Anki itself exported, in its old format, its new one and as a whole collection."""

import pytest
from anki.collection import ExportAnkiPackageOptions

from tests.helpers.anki_engine import Learner
from tests.importing.conftest import PNG


class Author(Learner):
    """Somebody who made a deck in Anki."""

    def add(self, type_name, *fields, tags=(), deck="Biology::Cells"):
        note = self.col.new_note(self.col.models.by_name(type_name))
        for place, text in enumerate(fields):
            note.fields[place] = text
        note.tags = list(tags)
        self.col.add_note(note, self.col.decks.id(deck))
        return note

    def export(self, path, how):
        if how == "collection":
            self.col.export_collection_package(str(path), include_media=True, legacy=False)
            self.col.reopen()
        else:
            options = ExportAnkiPackageOptions(with_media=True, legacy=how == "old")
            self.col.export_anki_package(out_path=str(path), options=options, limit=None)


@pytest.fixture
def author(tmp_path):
    made = Author(tmp_path / "anki")
    yield made
    made.col.close()


NAMES = {"old": "deck.apkg", "new": "deck.apkg", "collection": "all.colpkg"}


@pytest.mark.parametrize("how", NAMES)
def test_every_kind_of_note_comes_in(desk, author, how):
    author.col.media.write_data("my cell.png", PNG)
    author.add(
        "Basic", 'What is <b>ATP</b>?<br><img src="my cell.png">', "Energy &amp; <i>more</i>",
        tags=["week::1", "leech"],
    )  # fmt: skip
    author.add("Basic (and reversed card)", "mitochondrion", "the power house of the cell")
    author.add("Basic (type in the answer)", "Capital of France?", "Paris")
    author.add("Cloze", "The {{c1::heart}} pumps {{c2::blood}}.", "Not air.")
    author.add("Basic", r"Solve \(x^2 &lt; 4\)", "[sound:a.mp3]x = 2", deck="Mathematics")
    author.export(desk.folder / NAMES[how], how)
    report = desk.imports(NAMES[how])
    entries = desk.entries()
    atp = entries["atp"]
    assert atp.recall == "What is **ATP**?\\\n![my cell](my-cell.png)"
    assert (atp.answer, atp.tags) == ("Energy & *more*", ("week:1",))
    assert (desk.course / "decks/media/my-cell.png").read_bytes() == PNG
    assert entries["mitochondrion"].answer == "the power house of the cell"
    assert entries["power-house-cell"].answer == "mitochondrion"
    assert entries["capital-france"].answer == "Paris"
    cloze = entries["heart-pumps-blood"]
    assert (cloze.cloze, cloze.gaps) == ("The heart pumps blood.", {1: "heart", 2: "blood"})
    assert cloze.why == "Not air."
    solve = entries["solve-x-2-4"]
    assert (solve.recall, solve.answer) == ("Solve $x^2 < 4$", "x = 2")
    told = {item.key: item.notes for item in report.items}
    assert told["solve-x-2-4"] == ["its sound is left out"]
    files = {path.name for path in (desk.course / "decks").glob("*.yaml")}
    assert files == {"biology-cells.yaml", "mathematics.yaml", "course.yaml"}


def test_an_image_occlusion_is_left_out_and_told(desk, author):
    hidden = "image-occlusion:rect:left=.1:top=.1:width=.2:height=.2:oi=1"
    author.add(
        "Image Occlusion", f"{{{{c1::{hidden}}}}}<br>{{{{c2::{hidden}}}}}",
        '<img src="cell.png">', "The cell", "See page 3.",
    )  # fmt: skip
    author.add("Basic", "Why is it so?", "Because.")
    author.export(desk.folder / "deck.apkg", "new")
    report = desk.imports("deck.apkg")
    told = {item.key or item.place: item.notes for item in report.items}
    assert told["note 1"] == ["hides parts of a picture, which no entry can"]
    assert [entry.recall for entry in desk.entries().values()] == ["Why is it so?"]


def test_gaps_that_are_not_one_place_are_asked_one_by_one(desk, author):
    author.add("Cloze", "A {{c1::set}} is a {{c2::set}}; {{c3::__len__}} and {{c3::more}}.", "")
    text = r"Bound $P({{c1::\sqrt{n} }}\mid H_0)$ for {{c2::$\alpha$}} of {{c3::all::how many}}."
    author.add("Cloze", text, "")
    author.export(desk.folder / "deck.apkg", "new")
    report = desk.imports("deck.apkg")
    *asked, cloze, part = desk.entries().values()
    assert {(entry.recall, entry.answer) for entry in asked} == {
        ("A [ … ] is a set; \\_\\_len\\_\\_ and more.", "set"),
        ("A set is a [ … ]; \\_\\_len\\_\\_ and more.", "set"),
        ("A set is a set; [ … ] and [ … ].", "\\_\\_len\\_\\_; more"),
    }
    assert cloze.gaps == {2: r"$\alpha$", 3: "all"}
    assert part.recall == r"Bound $P([ … ]\mid H_0)$ for $\alpha$ of all."
    assert part.answer == r"$\sqrt{n}$"
    assert report.items[-2].notes == ["hints of gaps are lost"]


def test_texts_of_the_template_are_part_of_the_question(desk, author):
    basic = author.col.models.by_name("Basic")
    basic["tmpls"][0]["qfmt"] = "What is the capital of {{Front}}?{{#Nothing}}x{{/Nothing}}"
    basic["tmpls"][0]["afmt"] = "{{FrontSide}}<hr id=answer>{{Back}}{{^Back}}none{{/Back}}"
    author.col.models.add_field(basic, author.col.models.new_field("Nothing"))
    author.col.models.update_dict(basic)
    author.add("Basic", "France", "Paris")
    author.export(desk.folder / "deck.apkg", "new")
    desk.imports("deck.apkg")
    (entry,) = desk.entries().values()
    assert (entry.recall, entry.answer) == ("What is the capital of France?", "Paris")


def test_a_card_without_an_answer_is_told_and_what_the_back_says_of_the_front_is_not_lost(
    desk, author
):
    basic = author.col.models.by_name("Basic (and reversed card)")
    basic["tmpls"][0]["afmt"] = "{{FrontSide}}<hr id=answer>{{#Front}}{{Front}}{{Back}}{{/Front}}"
    basic["tmpls"][1]["afmt"] = "{{FrontSide}}<hr id=answer>{{^Front}}x{{/Front}}"
    author.col.models.update_dict(basic)
    author.add("Basic (and reversed card)", "France", "Paris")
    author.add("Cloze", "The {{c1::capital of {{c2::France}}}} is Paris.")
    author.export(desk.folder / "deck.apkg", "new")
    report = desk.imports("deck.apkg")
    (entry,) = desk.entries().values()
    assert (entry.recall, entry.answer) == ("France", "Paris")
    assert [item.notes for item in report.items] == [
        ["one of its cards has no answer"],
        ["has a gap inside a gap, which no entry can"],
    ]


def test_scripts_styles_and_links_that_run_something_stay_outside(desk, author):
    author.add(
        "Basic", "What<script>alert(1)</script> is<style>p{}</style> it?",
        'A <a href="javascript:alert(1)">link</a> <img src=x onerror="alert(1)">'
        "<iframe src='https://example.org'></iframe>",
    )  # fmt: skip
    author.export(desk.folder / "deck.apkg", "new")
    report = desk.imports("deck.apkg")
    (entry,) = desk.entries().values()
    assert entry.recall == "What is it?"
    assert entry.answer == "A link [picture: x]"
    assert "picture 'x' is not in the package" in report.items[0].notes[0]
