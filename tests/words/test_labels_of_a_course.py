"""A course in any language: one file of labels, and all that stands around its cards speaks it."""

import json
import os
import re

import pytest

from flashcards.anki.reader import load_package
from flashcards.check import check_course
from flashcards.cli import run
from flashcards.errors import ProblemsFound
from flashcards.source import load_course
from flashcards.words.catalog import HOLE, load_own_words
from tests.helpers.anki_engine import learner
from tests.helpers.course_files import write_course
from tests.helpers.course_pages import load_page
from tests.helpers.learner_terminal import get_forker
from tests.words.test_chinese_screens import COURSE, read_page


def mark(name, words):
    """A word of the label's own, with the same values filled in."""
    holes = [hole for hole in dict.fromkeys(HOLE.findall(words)) if not hole.startswith("ptquiz")]
    return " ".join([f"<<{name}>>", *(f"{{{hole}}}" for hole in holes)])


LABELS = {
    name: mark(name, words) for name, words in load_own_words("en").items() if "-" not in name
}
LABELS |= {
    "weekdays": "Mo Di Mi Do Fr Sa So",
    "preview_filters": "Stufe Art Schwere Wort Stapel Sprache",
    "key_names": "Strg Enter Esc Rück Pos1 Ende Bild↑ Bild↓",
    "kind_names": "k1, k2, k3, k4, k5, k6, k7, k8",
    "difficulty_names": "d1, d2, d3",
    "decimal": ",",
    "letters": "ü=ue",
    "month_names": ", ".join(f"Monat{number}" for number in range(1, 13)),
}
OVERLAY = COURSE["decks/zh/a.yaml"].replace("lang: zh", "lang: qaa")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    labels = f"lang: qaa\nlabels: {json.dumps(LABELS)}\n"
    info = COURSE["decks/course.yaml"].replace("zh", "qaa")
    files = {name: text for name, text in COURSE.items() if name != "decks/zh/a.yaml"}
    files |= {
        "decks/course.yaml": info,
        "decks/qaa/a.yaml": OVERLAY,
        "decks/qaa/labels.yaml": labels,
    }
    monkeypatch.chdir(tmp_path)
    return write_course(tmp_path / "course", files)


def test_what_is_said_in_the_language_is_said_in_its_labels(folder):
    course = load_course(folder)
    other = load_course(None)
    assert course.make_words("qaa").say("stage", n=2) == "<<stage>> 2"
    assert course.make_words("qaa-BE").say("right") == "<<right>>"
    assert course.make_words("en").say("stage", n=2) == "Stage 2"
    assert other.make_words("qaa").say("stage", n=2) == "Stage 2"


def test_cards_in_anki_say_the_labels(folder, tmp_path):
    package = tmp_path / "kurs.apkg"
    assert run(["build", str(folder), "--lang", "qaa", "-o", str(package)]) == 0
    with learner(tmp_path / "anki") as somebody:
        somebody.imports(package)
        every = somebody.col.models.all()
    types = [each for each in every if each["name"].startswith("ptquiz ")]
    sides = [one[side] for each in types for one in each["tmpls"] for side in ("qfmt", "afmt")]
    assert sides
    said = set()
    for side in sides:
        shown = re.sub(r"<script>.*?</script>|<[^>]*>|\{\{[^{}]*\}\}", "", side, flags=re.DOTALL)
        assert re.sub(r"&lt;&lt;\w+&gt;&gt;", "", shown).strip() == ""
        said.update(re.findall(r"&lt;&lt;(\w+)&gt;&gt;", shown))
        [table] = re.findall(r"^var words = (.*);$", side, re.MULTILINE)
        spoken = json.loads(table)
        assert spoken == {name: LABELS[name] for name in spoken}
    assert said >= {"card_why", "what_means", "card_which_term", "card_explain"}
    notes = load_package(package).notes.values()
    foot = "".join(field for note in notes for field in note.fields)
    assert "card_unreleased" in foot


def test_the_page_of_the_preview_says_the_labels(folder, tmp_path):
    page = tmp_path / "page.html"
    assert run(["preview", str(folder), "--lang", "qaa", "-o", str(page)]) == 0
    text = load_page(page)
    assert '<html lang="qaa"' in text
    seen = read_page(text.replace("&lt;&lt;", "«").replace("&gt;&gt;", "»"))
    for name in ("preview_search", "preview_night", "preview_contents", "card_why", "card_explain"):
        assert f"«{name}»" in seen
    for english in ("Search", "Night", "Contents", "Explain it.", "stage 1"):
        assert english not in seen


def test_a_printed_exam_says_the_labels(folder, tmp_path):
    line = ["export", "sheet", str(folder), "--lang", "qaa", "--quiz", "small", "-o", str(tmp_path)]
    assert run(line) == 0
    sheet = (tmp_path / "small.html").read_text(encoding="utf-8")
    seen = read_page(sheet.replace("&lt;&lt;", "«").replace("&gt;&gt;", "»"))
    assert {"«sheet_name»", "«sheet_date»", "«choose_one»"} <= set(re.findall("«[a-z_]+»", seen))
    assert "Name" not in seen
    assert "小测验" in seen


def test_the_quiz_says_the_labels(folder, own_home):
    line = ["--plain", "--lang", "qaa", "--course", str(folder)]
    env = {**os.environ, "PTQUIZ_HOME": str(own_home)}
    said = get_forker().run("1\n\n:q\n", arguments=line, env=env)
    assert len(set(re.findall(r"<<\w+>>", said.stdout))) > 5
    assert not re.search(r"[a-z]{3,} [a-z]{3,}", re.sub(r"<<\w+>>", "", said.stdout))


def test_the_template_has_every_label_and_is_itself_sound(folder, capsys, tmp_path):
    assert run(["translate", str(folder), "--lang", "qaa", "--template", "labels"]) == 0
    (folder / "decks" / "qaa" / "labels.yaml").write_text(capsys.readouterr().out, encoding="utf-8")
    assert load_course(folder).labels == {"qaa": {**load_own_words("en"), **LABELS}}
    (folder / "decks" / "qaa" / "labels.yaml").unlink()
    run(["translate", str(folder), "--lang", "qaa", "--template", "labels"])
    template = capsys.readouterr().out
    assert "  # on printed exams\n" in template
    assert "  # in reports on a class; for instructors alone\n" in template
    assert not re.search(r"^ *# *$", template, re.MULTILINE)
    (folder / "decks" / "qaa" / "labels.yaml").write_text(template, encoding="utf-8")
    assert load_course(folder).labels == {"qaa": load_own_words("en")}


def test_what_a_command_says_is_a_label_too(folder, capsys, own_home):
    label = "lang: qaa\nlabels: {cards-marked-none: Keine Karte ruht.}\n"
    (folder / "decks" / "qaa" / "labels.yaml").write_text(label, encoding="utf-8")
    assert check_course(folder).problems == []
    assert run(["card", "list", "--course", str(folder), "--lang", "qaa"]) == 0
    assert "Keine Karte ruht." in capsys.readouterr().out


def test_translate_tells_how_many_labels_are_missing(folder, capsys):
    path = folder / "decks" / "qaa" / "labels.yaml"
    path.write_text("lang: qaa\nlabels: {right: Richtig}\n", encoding="utf-8")
    assert run(["translate", str(folder), "--lang", "qaa"]) == 0
    every = len(
        [words for name, words in load_own_words("en").items() if words and "-" not in name]
    )
    assert f"labels: 1 of {every}; the rest is said in English" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("label", "message"),
    [
        ("labels: [a]", "'labels' must be a mapping of names to words"),
        ("labels: {right: }", "'right' must be text that is not empty"),
    ],
)
def test_a_label_that_cannot_be_said_is_told(folder, label, message):
    path = folder / "decks" / "qaa" / "labels.yaml"
    path.write_text(f"lang: qaa\n{label}\n", encoding="utf-8")
    with pytest.raises(ProblemsFound) as found:
        load_course(folder, label="")
    [problem] = found.value.problems
    assert (problem.at.file, problem.at.line) == ("decks/qaa/labels.yaml", 2)
    assert message in str(problem.message)
    assert problem.hint


@pytest.mark.parametrize(
    ("label", "message"),
    [
        ("labels: {rihgt: Richtig}", "there is no label 'rihgt'"),
        ("labels: {stage: Stufe}", "'stage' is filled in with {n}, and its words with something"),
        ('labels: {stage: "Stufe {m}"}', "'stage' is filled in with {n}"),
        ('labels: {stage: "Stufe {n"}', "'stage' is filled in with {n}"),
        ('labels: {stage: "Stufe {n:{x}}"}', "'stage' is filled in with {n}"),
        ('labels: {stage: "Stufe {n:>9999999999}"}', "'stage' is filled in with {n}"),
        ('labels: {stage: "Stufe {n!r}"}', "'stage' is filled in with {n}"),
        ("labels: {weekdays: Mo Di}", "'weekdays' must name 7 things, and names 2"),
        ('labels: {month_names: "Januar, Februar"}', "'month_names' must name 12 things"),
        ("labels: {preview_filters: Stufe Art}", "'preview_filters' must name"),
        ('labels: {right: "Ja|Jaja"}', "'right' is said the same for one and for many"),
        ('labels: {card_points_count: "{n} Punkt|{n} Punkte"}', "the same for one and for many"),
        ('labels: {letters: "ü ue"}', "'letters' must be pairs such as 'ü=ue'"),
        ("labels: {key_names: Strg}", "'key_names' must name 8 things"),
        ("labels: {say-nothing: Nein.}", "there is no label 'say-nothing'"),
        ("labels: {file-written: Da}", "is filled in with {path}"),
    ],
)
def test_a_label_of_another_version_is_a_problem_of_the_author_and_stops_no_learner(
    folder, label, message
):
    path = folder / "decks" / "qaa" / "labels.yaml"
    path.write_text(f"lang: qaa\n{label}\n", encoding="utf-8")
    [problem] = check_course(folder, label="").problems
    assert (problem.at.file, problem.at.line) == ("decks/qaa/labels.yaml", 2)
    assert message in str(problem.message)
    assert problem.hint
    assert load_course(folder).make_words("qaa").say("stage", n=2) == "Stage 2"


@pytest.mark.parametrize(
    ("label", "values", "one", "many"),
    [
        ("sheet_minutes: '{n} Minute|{n} Minuten'", {"n": "1"}, "1 Minute", "2 Minuten"),
        ("cards_seen: '{seen}/{all} Karte|{seen}/{all} Karten'", {"seen": 1, "all": 1},
         "1/1 Karte", "1/2 Karten"),
    ],
)  # fmt: skip
def test_a_bar_may_be_added_where_something_is_counted(folder, label, values, one, many):
    path = folder / "decks" / "qaa" / "labels.yaml"
    path.write_text(f"lang: qaa\nlabels:\n  {label}\n", encoding="utf-8")
    assert check_course(folder).problems == []
    words = load_course(folder).make_words("qaa")
    name = label.partition(":")[0]
    assert words.say(name, **values) == one
    last = list(values)[-1]
    assert words.say(name, **{**values, last: type(values[last])(2)}) == many
