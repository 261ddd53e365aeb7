"""What authors type: `new`, `list`, `translate`, `check`, `build`, with odd names and values."""

import json
import re
import shlex
from pathlib import Path

import pytest

from flashcards.anki.reader import load_package
from flashcards.cards import list_cards
from flashcards.course.load import load_course


@pytest.mark.parametrize("name", ["周三", "a/b/week 3", "it's #3", "-week3"])
def test_a_new_course_of_any_name_checks_and_builds_by_the_lines_that_it_tells(ptquiz, name):
    said = ptquiz(["new", "--", name])
    assert (said.code, len(said.lines)) == (0, 4)
    assert ptquiz(["check", "--strict", "--", name]).code == 0
    assert ptquiz(["build", "-o", "new.apkg", "--", name]).code == 0
    if name == "a/b/week 3":
        assert said.lines[1:] == [
            "To find mistakes:     ptquiz check 'a/b/week 3'",
            "To study in Anki:     ptquiz build 'a/b/week 3' --open",
            "To study right here:  ptquiz --course 'a/b/week 3'",
        ]


@pytest.mark.parametrize(("lang", "spoken"), [("en", "en"), ("zh", "zh"), ("sv", "en")])
def test_the_commands_of_the_readme_of_a_new_course_work_inside_and_from_the_folder_above(
    ptquiz, monkeypatch, lang, spoken
):
    assert ptquiz(["new", "wk 3", "--title", "Gradients", "--lang", lang]).code == 0
    readme = Path("wk 3/README.md").read_text(encoding="utf-8")
    assert readme.startswith("# Gradients\n")
    assert ("文件夹" in readme) == (spoken == "zh")
    inside = ["ptquiz check", "ptquiz build --open", "ptquiz"]
    above = ["ptquiz check 'wk 3'", "ptquiz build 'wk 3' --open", "ptquiz --course 'wk 3'"]
    assert re.findall("`(ptquiz.*?)`", readme)[-6:] == inside + above
    monkeypatch.setenv("PATH", "")
    for folder, lines in ((".", above), ("wk 3", inside)):
        monkeypatch.chdir(folder)
        check, build, study = (shlex.split(line)[1:] for line in lines)
        assert ptquiz([*check, "--strict"]).out == "0 problems, 0 warnings in Gradients\n"
        assert "Wrote build/course-" in ptquiz(build).out
        deck = {"en": "Gradients on one GPU and on several", "zh": "单卡与多卡训练中的梯度"}
        assert deck[spoken] in ptquiz([*study, "--plain"], typed=":q\n").out


def test_the_examples_of_a_new_course_are_of_five_kinds_and_the_same_in_both_languages(ptquiz):
    listed = []
    for lang in ("en", "zh"):
        assert ptquiz(["new", lang, "--lang", lang]).code == 0
        course = load_course(Path(lang))
        assert {card.note.lang for card in list_cards(course)} == {lang}
        entries = [entry for deck in course.decks for entry in deck.entries]
        assert {"concept", "term", "compare", "code", "choose"} == {each.kind for each in entries}
        [code] = [(each.code, each.prints) for each in entries if each.kind == "code"]
        listed.append((code, [card.id for card in list_cards(course)]))
    assert listed[0] == listed[1]


@pytest.mark.parametrize("text", ["", "a\nb", "a\udcffb", "\u202eb"])
@pytest.mark.parametrize(
    "words", [["new", "{}"], ["new", "c", "--author", "{}"], ["build", "course", "--name", "{}"]]
)
def test_a_text_that_no_line_of_a_file_can_hold_is_wrong_usage(ptquiz, words, text):
    said = ptquiz([word.format(text) for word in words])
    assert said.code == 2
    assert "give one line of text without control characters" in said.err
    assert [path.name for path in Path().iterdir()] == ["course"]


def test_entries_are_listed_with_their_keys_in_a_language(ptquiz):
    shown = [line.split("\t") for line in ptquiz("list course --keys").lines]
    rows = json.loads(ptquiz("list course --keys --json").out)
    assert shown == [[*row.values()] for row in rows]
    assert len({row["key"] for row in rows}) == len(rows) > 2
    (chinese,) = json.loads(ptquiz("list course --keys --json --lang zh").out)
    assert chinese["key"] in {row["key"] for row in rows}
    assert not chinese["asks"].isascii()


def test_a_retired_entry_is_listed_with_its_reason_and_not_shown(ptquiz):
    (deck,) = Path("course/decks").glob("*[!e].yaml")
    text = deck.read_text()
    key = re.search(r"key: (\S+)", text)[1]
    deck.write_text(text.replace(f"key: {key}\n", f"key: {key}\n  retired: Nobody asks.\n", 1))
    assert (
        [line for line in ptquiz("list course --keys").lines if "Nobody asks." in line]
        == [line for line in ptquiz("list course --keys").lines if f"\t{key}\t" in line]
        != []
    )
    assert ptquiz("export json course -o -").out.count(f'"{key}#') == 0


def test_the_source_language_is_not_translated(ptquiz):
    said = ptquiz("translate course --lang en")
    assert said.code == 0
    assert said.out.endswith(", en: the decks are written in it, so no text is translated\n")
    said = ptquiz("translate course --lang en --accept all")
    assert (said.code, said.err) == (1, "'en' is the source: there is nothing to translate\n")


def test_a_quiz_in_chinese_is_built_and_previewed_in_chinese(ptquiz):
    Path("zh.yaml").write_text("quiz: zh\ntitle: ZH\nlang: zh\n")
    assert ptquiz("build course --quiz zh.yaml -o zh.apkg").code == 0
    names = [note.fields[0] for note in load_package(Path("zh.apkg")).notes.values()]
    assert [name.split("/")[1] for name in names] == ["zh"]
    assert ptquiz("preview course --quiz zh.yaml -o zh.html").code == 0
    assert 'data-lang="en"' not in Path("zh.html").read_text(encoding="utf-8")
