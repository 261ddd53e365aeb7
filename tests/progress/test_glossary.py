"""The glossary: the terms that cards teach, and no word besides."""

import json
import re
from io import StringIO

import pytest

from flashcards.cli import run
from flashcards.course.load import load_course
from flashcards.errors import FlashcardsError
from flashcards.progress.glossary import GlossaryTerm, make_glossary, name_term
from flashcards.terminal.reports import print_glossary
from flashcards.terminal.rich_text import Page, render_inline
from flashcards.words import Words
from tests.helpers.builtin import builtin_course
from tests.helpers.course_files import COURSE, write_course

FILES = {
    "decks/glossary.yaml": """\
        deck: glossary
        title: Glossary
        terms:
          stride: {stage: 3, deck: kinds, term: stride, meaning: Elements between neighbors.}
          axis: {stage: 1, term: axis, meaning: One dimension of a tensor.}
        """,
    "decks/zh/words.yaml": """\
        lang: zh
        entries: {stride: {term: 步幅, meaning: 相邻元素的间隔。}}
        words: {stride: {say: 步幅, never: [步长]}, axis: 轴, all-reduce: all-reduce}
        """,
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return write_course(tmp_path_factory.mktemp("course"), {**COURSE, **FILES})


def test_what_cards_teach_has_its_meaning_and_words_of_translations_are_no_terms(folder):
    course = load_course(folder)
    bucket, stride = make_glossary(course, "zh")
    assert (bucket.source, bucket.key) == ("gradient bucket", "ddp-bucket")
    assert stride == GlossaryTerm("步幅", "stride", "相邻元素的间隔。", "stride", "", "kinds")
    assert name_term(stride, Words("zh")) == "stride\n步幅"
    english = make_glossary(course, "en")
    assert [each.term for each in english] == ["axis", "gradient bucket", "stride"]


def test_a_term_belongs_to_the_deck_that_it_names_else_to_the_file_that_it_stands_in(folder):
    decks = {each.key: each.deck for each in make_glossary(load_course(folder), "en")}
    assert decks == {"axis": "glossary", "ddp-bucket": "kinds", "stride": "kinds"}


def test_terms_are_chosen_by_deck_and_by_stage(folder):
    course = load_course(folder)
    assert [each.key for each in make_glossary(course, "zh", decks=["kinds"])] == [
        "ddp-bucket",
        "stride",
    ]
    assert [each.key for each in make_glossary(course, decks=["glossary"])] == ["axis"]
    assert [each.key for each in make_glossary(course, stages=[3], decks=["kinds"])] == ["stride"]
    with pytest.raises(
        FlashcardsError, match="--deck: the course has no deck 'kind'; did you mean"
    ):
        make_glossary(course, decks=["kind"])


@pytest.mark.parametrize(
    ("deck", "place"),
    [
        ("terms: {axis: {term: axis, meaning: One dimension., deck: kidns}}", "3:59"),
        ("entries: [{term: axis, key: axis, meaning: One dimension., deck: kidns}]", "3:66"),
    ],
)
def test_a_deck_that_the_course_does_not_have_is_a_problem_at_its_place(tmp_path, deck, place):
    files = {**COURSE, "decks/words.yaml": f"deck: words\ntitle: Words\n{deck}\n"}
    with pytest.raises(FlashcardsError) as error:
        load_course(write_course(tmp_path, files), label="")
    assert str(error.value) == (
        f"decks/words.yaml:{place}: there is no deck 'kidns'; did you mean 'kinds'?"
    )


def test_the_words_of_a_translation_have_no_meaning_of_their_own(tmp_path):
    words = "lang: zh\nwords: {axis: {say: 轴, meaning: 一个维度。}}\n"
    folder = write_course(tmp_path, {**COURSE, "decks/zh/words.yaml": words})
    with pytest.raises(FlashcardsError, match="unknown field 'meaning'"):
        load_course(folder)


@pytest.mark.parametrize("word", ["STRIDE", "步 幅", "rid"])
def test_a_word_is_found_in_either_language(folder, word):
    found = make_glossary(load_course(folder), "zh", [word])
    assert [each.term for each in found] == ["步幅"]


@pytest.mark.parametrize(("word", "lang"), [("BUCKET", "en"), ("桶", "zh"), ("a pail", "zh")])
def test_a_term_is_found_by_another_name_that_is_accepted_for_it(tmp_path, word, lang):
    deck = COURSE["decks/kinds.yaml"].replace("aliases: [bucket]", "aliases: [bucket, a pail]")
    course = load_course(write_course(tmp_path, {**COURSE, "decks/kinds.yaml": deck}))
    assert [each.key for each in make_glossary(course, lang, [word])] == ["ddp-bucket"]
    assert make_glossary(course, lang, ["nowhere"]) == []


def test_a_language_that_the_course_lacks_is_told(folder):
    with pytest.raises(FlashcardsError, match="'fr'"):
        make_glossary(load_course(folder), "fr")


def test_the_command_prints_terms_and_rows_for_programs(folder, capsys):
    assert run(["glossary", "stride", "--lang", "zh", "--course", str(folder)]) == 0
    assert [line.split() for line in capsys.readouterr().out.splitlines()] == [
        ["术语", "含义", "牌组"],
        [],
        ["stride", "相邻元素的间隔。", "kinds"],
        ["步幅"],
    ]
    command = ["glossary", "--deck", "kinds", "--stage", "3", "--lang", "zh"]
    assert run([*command, "--course", str(folder), "--json"]) == 0
    [row] = json.loads(capsys.readouterr().out)
    assert row == {
        "term": "步幅",
        "source": "stride",
        "meaning": "相邻元素的间隔。",
        "key": "stride",
        "scope": "",
        "deck": "kinds",
    }
    assert run(["glossary", "nothing", "--lang", "zh", "--course", str(folder)]) == 1
    message = "No term of the course matches; 'ptquiz glossary' lists all of them.\n"
    assert capsys.readouterr().err == message


def test_columns_are_aligned_and_a_term_that_is_too_wide_stands_above_its_row():
    terms = [
        GlossaryTerm(
            "gradient accumulation", "", "Backward on several small batches.", "a", "", "training"
        ),
        GlossaryTerm("native_functions.yaml", "", "Declares operators.", "b", "", "source-map"),
    ]
    page = Page(width=60, file=StringIO())
    print_glossary(page, terms)
    assert [line.rstrip() for line in page.file.getvalue().splitlines()] == [
        "Term             Meaning                          Deck",
        "",
        "gradient         Backward on several small        training",
        "accumulation     batches.",
        "",
        "native_functions.yaml",
        "                 Declares operators.              source-map",
    ]


@pytest.mark.parametrize("width", [60, 80])
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_no_word_of_the_curriculum_is_broken(lang, width):
    terms = make_glossary(builtin_course(), lang)
    page = Page(Words(lang), width=width, file=StringIO())
    print_glossary(page, terms)
    printed = set(re.findall("[!-~]+", page.file.getvalue()))
    cells = " ".join(f"{each.term} {each.source} {each.deck}" for each in terms)
    assert {*re.findall("[!-~]+", cells.replace("`", ""))} <= printed
    meanings = " ".join(render_inline(each.meaning).plain for each in terms)
    assert {*re.findall("[!-~]+", meanings)} <= printed
