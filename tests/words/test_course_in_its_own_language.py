"""A course whose decks are German: terminal, Anki, paper, preview and translation follow."""

import os
import re

import pytest

from flashcards.anki.reader import load_package
from flashcards.cli import run
from flashcards.commands.check import check_course
from flashcards.course.load import load_course
from flashcards.words import Words
from tests.helpers.anki_engine import learner
from tests.helpers.course_files import write_course
from tests.helpers.course_pages import load_page
from tests.helpers.learner_terminal import get_forker

COURSE = {
    "decks/course.yaml": """\
        id: netze
        title: Netze
        author: Jana Weiß
        licence: CC0-1.0
        source: de
        """,
    "decks/n.yaml": """\
        deck: n
        title: Grundlagen
        entries:
        - {term: Überlastfenster, key: fenster, meaning: So viel darf unterwegs sein., why: So.}
        - cloze: Die Umlaufzeit ist 0,01 Sekunden.
          key: zeit
          gaps: {1: "0,01"}
          why: Gemessen.
        - {order: Ein Aufruf, key: aufruf, steps: {a: Name, b: Verbindung, c: Antwort}, why: So.}
        - choose: Was ist schneller?
          key: schnell
          right: {glas: Glasfaser}
          wrong: {post: {text: Briefpost, why: Sie geht zu Fuß.}, rauch: {text: Rauch, why: Nein.}}
          why: Licht.
        """,
    "quizzes/klausur.yaml": """\
        quiz: klausur
        title: Klausur
        picks: [{select: {kind: [term, order]}, count: 2, points: 2.5}]
        """,
}
CALL = """\
lang: en
entries: {aufruf: {order: A call, steps: {a: Name, b: Line, c: Answer}, why: So.}}
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    made = write_course(tmp_path / "kurs", COURSE)
    monkeypatch.chdir(made)
    return made


def add_language(folder, more=""):
    info = folder / "decks" / "course.yaml"
    info.write_text(info.read_text() + f"languages: [de, en]\n{more}")


def test_its_decks_are_its_language_and_nothing_is_to_be_translated(folder):
    report = check_course(folder)
    assert report.problems == []
    assert load_course(folder).info.languages == ("de",)


def test_its_language_must_be_among_its_languages(folder):
    info = folder / "decks" / "course.yaml"
    info.write_text(info.read_text() + "languages: [en]\n")
    [problem] = check_course(folder, label="").problems
    assert problem.message.startswith("'languages' must have 'de', in which the decks are written")
    info.write_text(info.read_text().replace("languages: [en]", "languages: [de]"))
    assert check_course(folder).problems == []


def test_translate_takes_the_first_other_language_if_none_is_named(folder, capsys):
    add_language(folder)
    assert run(["translate"]) == 0
    assert "Netze, en: 0 translated, 0 stale" in capsys.readouterr().out


@pytest.mark.parametrize("lang", ["de", "pt-BR", "zh", "en"])
def test_a_new_course_is_written_in_the_language_that_is_asked_for(tmp_path, lang):
    kurs = tmp_path / "neu"
    assert run(["new", str(kurs), "--lang", lang]) == 0
    assert run(["check", str(kurs), "--strict"]) == 0
    course = load_course(kurs)
    assert (course.source, course.info.languages) == (lang, (lang,))


def test_material_becomes_a_course_in_the_language_that_is_asked_for(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.csv").write_text("question,answer\nWarum ist es so?,Darum.\n")
    assert run(["import", "t.csv", "-o", "neu", "--lang", "de"]) == 0
    assert run(["check", "neu"]) == 0
    course = load_course(tmp_path / "neu")
    assert (course.source, course.info.languages) == ("de", ("de",))


@pytest.mark.parametrize("command", ["new neu", "import t.csv -o neu"])
def test_what_is_no_language_makes_no_course(tmp_path, monkeypatch, capsys, command):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.csv").write_text("question,answer\nWarum?,Darum.\n")
    assert run([*command.split(), "--lang", "Deutsch!"]) == 2
    assert "'Deutsch!' is not a language code such as 'de'." in capsys.readouterr().err
    assert not (tmp_path / "neu").exists()


def test_warnings_know_german_questions(folder):
    deck = folder / "decks" / "n.yaml"
    deck.write_text(deck.read_text() + "- {recall: Warum ist es so?, key: x, answer: Darum.}\n")
    assert check_course(folder).warnings == []
    deck.write_text(deck.read_text() + "- {recall: Was ist das?, key: y, answer: Ein Ding.}\n")
    assert [each.rule for each in check_course(folder).warnings] == ["missing-why"]


def test_who_names_only_german_is_told_how_to_say_that_the_decks_are_german(folder):
    info = folder / "decks" / "course.yaml"
    info.write_text(info.read_text().replace("source: de", "languages: [de]"))
    [problem] = check_course(folder).problems
    assert problem.message.endswith("add it, or write 'source: de'")


@pytest.mark.parametrize("part", ["entries: {fenster: {term: Fenster}}", "course: Anderes"])
def test_its_texts_are_in_the_decks_alone(folder, part):
    (folder / "decks" / "de").mkdir()
    (folder / "decks" / "de" / "n.yaml").write_text(f"lang: de\n{part}\n")
    [problem] = check_course(folder, label="").problems
    told = "'de' is the source: what it says is in the decks and in course.yaml"
    assert str(problem.message) == told
    assert (problem.at.file, problem.at.line) == ("decks/de/n.yaml", 2)


def test_it_cannot_use_entries_that_are_written_in_another_language(folder):
    info = folder / "decks" / "course.yaml"
    info.write_text(info.read_text() + "uses: {stage: [1]}\n")
    [problem] = check_course(folder).problems
    assert "what it would use is written in 'en', and this course in 'de'" in problem.message


def test_its_cards_in_anki_are_german_and_so_is_all_around_them(folder, tmp_path):
    assert run(["build", "-o", str(tmp_path / "k.apkg")]) == 0
    notes = load_package(tmp_path / "k.apkg").notes.values()
    assert {note.fields[0].split("/")[1] for note in notes} == {"de"}
    [term] = [note for note in notes if note.fields[0] == "netze/de/fenster"]
    assert "<li>ueberlastfenster</li>" in "".join(term.fields)
    with learner(tmp_path / "anki") as somebody:
        somebody.imports(tmp_path / "k.apkg")
        assert "Netze" in {deck.name for deck in somebody.col.decks.all_names_and_ids()}
        [found] = somebody.col.find_cards("Name:netze/de/fenster card:2")
        card = somebody.col.get_card(found)
        for side in (card.question(), card.answer()):
            assert 'lang="de"' in side
            assert "Which term" not in side
        assert '<div class="ask">Welcher Begriff ist das?</div>' in card.question()
        assert ">Anmerkung</summary>" in card.answer()
        assert card.note_type()["name"] == "ptquiz term (de)"


def test_its_printed_exam_is_german(folder, tmp_path):
    assert run(["export", "sheet", "--quiz", "klausur", "-o", str(tmp_path)]) == 0
    sheet = (tmp_path / "klausur.html").read_text(encoding="utf-8")
    assert '<html lang="de">' in sheet
    assert "2,5 Punkte" in sheet
    key = (tmp_path / "klausur-key.csv").read_text(encoding="utf-8")
    assert "@de" in key
    assert "2.5" in key  # for programs


def test_its_preview_is_german_and_names_no_language(folder, tmp_path):
    assert run(["preview", "-o", str(tmp_path / "p.html")]) == 0
    page = load_page(tmp_path / "p.html")
    assert '<html lang="de"' in page
    assert "(de)" not in page
    assert '<option value="term">Begriff</option>' in page
    assert "stage 1 · term · n · de" in page  # what authors read is English


def ask(own_home, *words, keys=""):
    env = {**os.environ, "PTQUIZ_HOME": str(own_home), "LANG": "C.UTF-8", "LC_ALL": ""}
    return get_forker().run(keys, arguments=words, env=env)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("key", "typed", "verdict"),
    [
        ("fenster", "Ueberlastfenster", "Richtig."),
        ("fenster", "Überlastfenster", "Richtig."),
        ("fenster", "Uberlastfenster", "Fast richtig, zählt als falsch."),
        ("zeit", "0,01", "Richtig."),
        ("zeit", "0.01", "Richtig."),
        ("zeit", "0.02", "Falsch."),
    ],
)
def test_an_answer_may_be_typed_as_german_keyboards_and_numbers_are(
    folder, own_home, key, typed, verdict
):
    words = ["--plain", "--cram", "--key", key]
    words += ["--form", "type"] if key == "fenster" else []
    said = ask(own_home, *words, keys=f"{typed}\n:q\n" * 3)
    assert verdict in said.stdout, said.stdout + said.stderr


def test_the_day_when_a_stage_is_seen_is_written_as_the_language_does(folder, own_home):
    assert re.search(r"am \d\d\.\d\d\.\d{4}", ask(own_home, "--plain", keys=":q\n").stdout)


def test_a_german_course_is_translated_into_english(folder, capsys, tmp_path):
    add_language(folder)
    assert run(["translate", "--lang", "en", "--template", "schnell"]) == 0
    entry = capsys.readouterr().out
    assert "choose: Was ist schneller?" in entry
    made = entry.replace("Was ist schneller?", "Which is faster?")
    (folder / "decks" / "en").mkdir()
    (folder / "decks" / "en" / "n.yaml").write_text(f"lang: en\ncourse: Nets\nentries:\n{made}")
    assert check_course(folder).problems == []
    assert run(["build", "--lang", "en", "-o", str(tmp_path / "e.apkg")]) == 0
    [note] = load_package(tmp_path / "e.apkg").notes.values()
    assert note.fields[0] == "netze/en/schnell"
    assert "Which is faster?" in "".join(note.fields)
    capsys.readouterr()
    assert run(["build", "-o", str(tmp_path / "d.apkg")]) == 0
    told = "It is in 'de'; the course is there in others too: --lang en"
    assert told in capsys.readouterr().out


def test_a_fresh_translation_is_told_how_to_be_marked(folder):
    add_language(folder)
    (folder / "decks" / "en").mkdir()
    (folder / "decks" / "en" / "n.yaml").write_text(CALL)
    warnings = check_course(folder, label="kurs").warnings
    [warning] = [each for each in warnings if "aufruf" in str(each.message)]
    hint = "check it, then 'ptquiz translate kurs --lang en --accept aufruf'"
    assert warning.message == f"'aufruf' does not say yet which text it translates; {hint}"


def test_the_language_that_was_set_is_that_of_a_build(folder, own_home, tmp_path):
    add_language(folder)
    (folder / "decks" / "en").mkdir()
    (folder / "decks" / "en" / "n.yaml").write_text(CALL)
    ask(own_home, "config", "language", "en")
    assert ask(own_home, "build", "-o", str(tmp_path / "e.apkg")).returncode == 0
    [note] = load_package(tmp_path / "e.apkg").notes.values()
    assert note.fields[0] == "netze/en/aufruf"


@pytest.mark.parametrize("lang", ["en", "de", "ru", "zh"])
def test_no_word_for_yes_is_the_letter_of_no(lang):
    assert "n" not in Words(lang).translate("yes_answers").split()


def test_a_file_with_the_words_of_the_program_is_told_at_its_line(folder):
    (folder / "decks" / "de").mkdir()
    (folder / "decks" / "de" / "labels.yaml").write_text("lang: de\nlabels: {card_why: Warum}\n")
    [problem] = check_course(folder, label="").problems
    assert str(problem.at) == "decks/de/labels.yaml:2:1"
    assert problem.message.startswith("unknown field 'labels'")
