"""The glossary: the terms that cards teach, and no word besides."""

import json

import pytest

from flashcards.cli import run
from flashcards.course.load import load_course
from flashcards.errors import FlashcardsError
from flashcards.progress.glossary import GlossaryTerm, make_glossary, name_term
from flashcards.words import Words
from tests.helpers.course_files import COURSE, write_course

STRIDE = "Elements between neighbours."
FILES = {
    "decks/glossary.yaml": f"""\
        deck: glossary
        title: Glossary
        terms: {{stride: {{stage: 1, term: stride, meaning: {STRIDE}}}}}
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
    assert stride == GlossaryTerm("步幅", "stride", "相邻元素的间隔。", "stride", "")
    assert name_term(stride, Words("zh")) == "stride  步幅"
    assert [each.term for each in make_glossary(course, "en")] == ["gradient bucket", "stride"]


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
    assert capsys.readouterr().out == "stride  步幅\n  相邻元素的间隔。\n"
    assert run(["glossary", "--lang", "zh", "--course", str(folder), "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [*rows[-1].values()] == ["步幅", "stride", "相邻元素的间隔。", "stride", ""]
    assert run(["glossary", "nothing", "--lang", "zh", "--course", str(folder)]) == 1
    assert capsys.readouterr().err == "No term of the course has this word.\n"
