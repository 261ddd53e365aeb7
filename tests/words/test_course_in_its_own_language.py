"""A course whose decks are German: terminal, Anki, paper, preview and translation follow."""

import os
from pathlib import Path

import pytest

from flashcards.anki.reader import load_package
from flashcards.cli import run
from flashcards.commands.check import check_course
from flashcards.course.load import load_course
from tests.helpers.anki_engine import learner
from tests.helpers.course_files import write_course
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
CALL = "  aufruf: {order: A call, steps: {a: Name, b: Line, c: Answer}, why: So.}\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    made = write_course(tmp_path / "kurs", COURSE)
    monkeypatch.chdir(made)
    return made


@pytest.mark.parametrize("lang", ["pt-BR", "en"])
def test_a_new_course_is_written_in_the_language_that_is_asked_for(tmp_path, monkeypatch, lang):
    monkeypatch.chdir(tmp_path)
    Path("t.csv").write_text("question,answer\nWarum ist es so?,Darum.\n")
    for line in (["new", "kurs"], ["import", "t.csv", "-o", "material"]):
        assert run([*line, "--lang", lang]) == 0
        assert run(["check", line[-1]]) == 0
        course = load_course(Path(line[-1]))
        assert (course.source, course.info.languages) == (lang, (lang,))


@pytest.mark.parametrize("command", ["new neu", "import t.csv -o neu"])
def test_what_is_no_language_makes_no_course(tmp_path, monkeypatch, capsys, command):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.csv").write_text("question,answer\nWarum?,Darum.\n")
    assert run([*command.split(), "--lang", "Deutsch!"]) == 2
    assert "'Deutsch!' is not a language code such as 'de'." in capsys.readouterr().err
    assert not (tmp_path / "neu").exists()


@pytest.mark.parametrize(
    ("about", "message"),
    [
        ("source: de\nlanguages: [en]", "'languages' lacks 'de'; add it"),
        ("languages: [de]", "'languages' lacks 'en'; add it"),
        ("source: de\nuses: [{stage: [1]}]", "what it would use is written in 'en'; remove 'uses'"),
    ],
)
def test_what_does_not_go_with_its_language_is_a_problem(folder, about, message):
    info = folder / "decks" / "course.yaml"
    info.write_text(info.read_text().replace("source: de", about))
    [problem] = check_course(folder).problems
    assert message in problem.message


def test_its_texts_are_in_the_decks_alone(folder):
    (folder / "decks" / "de").mkdir()
    overlay = "lang: de\nentries: {fenster: {term: Fenster}}\n"
    (folder / "decks" / "de" / "n.yaml").write_text(overlay)
    [problem] = check_course(folder, label="").problems
    assert problem.message.startswith("'de' is the source: what it says is in the decks")
    assert (problem.at.file, problem.at.line) == ("decks/de/n.yaml", 2)


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


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("key", "typed", "verdict"),
    [
        ("fenster", "Ueberlastfenster", "Richtig."),
        ("zeit", "0.01", "Richtig."),
        ("fenster", "Uberlastfenster", "Fast richtig, zählt als falsch."),
    ],
)
def test_an_answer_may_be_typed_as_german_keyboards_and_numbers_are(
    folder, own_home, key, typed, verdict
):
    words = ["--plain", "--cram", "--key", key]
    words += ["--form", "type"] if key == "fenster" else []
    env = {**os.environ, "PTQUIZ_HOME": str(own_home), "LANG": "C.UTF-8", "LC_ALL": ""}
    said = get_forker().run(f"{typed}\n:q\n" * 3, arguments=words, env=env)
    assert verdict in said.stdout, said.stdout + said.stderr


def test_a_german_course_is_translated_into_english(folder, capsys, tmp_path):
    info = folder / "decks" / "course.yaml"
    info.write_text(info.read_text() + "languages: [de, en]\n")
    assert run(["translate"]) == 0  # into the first other language
    assert "Netze, en: 0 translated, 0 stale" in capsys.readouterr().out
    (folder / "decks" / "en").mkdir()
    (folder / "decks" / "en" / "n.yaml").write_text(f"lang: en\ncourse: Nets\nentries:\n{CALL}")
    report = check_course(folder, label="kurs")
    assert report.problems == []
    [stale] = [str(each) for each in report.warnings if each.rule == "stale-translation"]
    assert stale.endswith("check it, then 'ptquiz translate --lang en --accept aufruf'")
    assert run(["build", "--lang", "en", "-o", str(tmp_path / "e.apkg")]) == 0
    notes = load_package(tmp_path / "e.apkg").notes.values()
    assert {note.fields[0] for note in notes} == {"netze/en/aufruf"}
    assert "A call" in "".join("".join(note.fields) for note in notes)
    capsys.readouterr()
    assert run(["build", "-o", str(tmp_path / "d.apkg")]) == 0
    told = "It is in 'de'; the course is there in others too: --lang en"
    assert told in capsys.readouterr().out
