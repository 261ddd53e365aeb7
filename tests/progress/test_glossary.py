"""The glossary: what is taught, and what the table of words adds."""

import json

import pytest

from flashcards.cli import run
from flashcards.course.load import load_course
from flashcards.errors import FlashcardsError
from flashcards.progress.glossary import GlossaryTerm, make_glossary, name_term
from flashcards.words import Words
from tests.helpers.course_files import COURSE, write_course

WORDS = """\
lang: zh
words:
  stride: {say: 步幅, never: [步长]}
  axis: {say: 轴, meaning: 张量的一个维度。}
  Gradient Bucket: {say: 桶, meaning: 装水的。}
  all-reduce: all-reduce
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return write_course(tmp_path_factory.mktemp("course"), {**COURSE, "decks/zh/words.yaml": WORDS})


def test_taught_terms_come_with_their_meaning_and_the_table_adds_the_others(folder):
    glossary = make_glossary(load_course(folder), "zh")
    synced, axis, bucket, stride = glossary
    assert (synced.source, bucket.source, bucket.key) == (
        "all-reduce", "gradient bucket", "ddp-bucket",
    )  # fmt: skip
    assert bucket.meaning not in ("", "装水的。")  # a card has the better one
    assert (axis.term, axis.meaning) == ("轴", "张量的一个维度。")
    assert stride == GlossaryTerm("步幅", "stride")
    names = [name_term(term, Words("zh")) for term in (synced, stride)]
    assert names == ["all-reduce", "stride  步幅"]


def test_in_english_it_has_what_is_taught(folder):
    glossary = make_glossary(load_course(folder), "en")
    assert [name_term(each, Words("en")) for each in glossary] == ["gradient bucket"]


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
    assert capsys.readouterr().out == "stride  步幅\n"
    assert run(["glossary", "--lang", "zh", "--course", str(folder), "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert rows[-1] == {"term": "步幅", "source": "stride", "meaning": "", "key": "", "scope": ""}
    assert run(["glossary", "nothing", "--lang", "zh", "--course", str(folder)]) == 1
    assert capsys.readouterr().err == "No term of the course has this word.\n"
