"""What a source must not do: write elsewhere, take another's place, mean something to us alone."""

import pytest

from flashcards import FlashcardsError, load_course
from tests.importing.conftest import PNG


def test_a_title_comes_in_without_what_nobody_can_see(desk):
    rows = ("Is a leaf a tensor?,Yes.,\u202eWeek \x071", "Is a root a tensor?,Yes.,\u202e")
    desk.import_rows("question,answer,deck", *rows)
    titles = [deck.title for deck in load_course(desk.course).decks]
    assert titles[0] == "Week 1"
    assert all(title.strip() and title.isprintable() for title in titles)


def test_characters_that_nobody_can_see_stay_outside_and_are_told(desk):
    row = "le@af,no @parents,end@; tip".replace("@", "\x1b")
    _, (item,) = desk.import_rows("term,meaning,aliases", row)
    assert (item.status, item.notes[-1]) == ("new", "characters that nobody can see are left out")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("cards.csv", "question,answer\nWhy @**p** \\(x\\) `c`?,Because @ of `2`.\n"),
        (
            "bank.xml",
            "<quiz><question type='shortanswer'><questiontext format='html'>"
            "<text>Why @ <![CDATA[<b>p</b>]]>?</text></questiontext>"
            "<answer fraction='100'><text>x</text></answer></question></quiz>",
        ),
    ],
)
def test_private_characters_of_a_source_are_dropped_and_mean_nothing(desk, name, text):
    desk.put(name, text.replace("@", ""))
    desk.imports(name)
    plain = list(desk.entries().values())
    desk.put(name, text.replace("@", "\ue010\ue400\ue405\ue800\uefff\uf101\uf501\uf600\uf701"))
    assert [item.status for item in desk.imports(name).items] == ["known"]
    assert list(desk.entries().values()) == plain


def test_pictures_are_taken_from_the_folder_of_the_table_only(desk):
    desk.put("secret.png", PNG)
    names = ("../secret.png", "/etc/x.png", "link.png")
    rows = "".join(f"What is {n}?,b,{name}\n" for n, name in enumerate(names))
    desk.put("in/cards.csv", f"question,answer,image\n{rows}")
    (desk.folder / "in/link.png").symlink_to(desk.folder / "secret.png")
    items = desk.imports("in/cards.csv").items
    assert ["picture" in "; ".join(item.notes) for item in items] == [True] * 3
    assert not (desk.course / "decks/media").exists()


def test_a_picture_that_many_cards_show_counts_once(desk, monkeypatch):
    monkeypatch.setattr("flashcards.importing.pictures.MAX_BYTES", len(PNG) * 2 + 1)
    for number, name in enumerate(("leaf", "root", "twig")):
        desk.put(f"{name}.png", PNG + bytes([number] * (number > 0)))
    shown = ["leaf"] * 9 + ["root", "twig"]
    rows = [f"Why {n}?,Because.,{name}.png" for n, name in enumerate(shown)]
    with pytest.raises(FlashcardsError, match="there are pictures of more than"):
        desk.import_rows("question,answer,image", *rows)
    assert len(desk.import_rows("question,answer,image", *rows[:10])[0]) == 10


@pytest.mark.parametrize(
    ("limit", "name", "text", "reason"),
    [
        ("flashcards.importing.moodle.MAX_CELLS", "a.xml", f"<quiz>{'<a/>' * 1000}</quiz>",
         "more in it than is read at once"),
        ("flashcards.text.tables.MAX_CELLS", "a.csv", "question,answer\n" + "," * 1000,
         "more in it than is read at once"),
        ("flashcards.importing.import_material.MAX_FILE_BYTES", "a.csv",
         f"question,answer\n{'a' * 2000},b\n", "deck 'a' would be larger than"),
    ],
)  # fmt: skip
def test_what_is_too_large_is_refused_before_anything_is_written(
    desk, monkeypatch, limit, name, text, reason
):
    monkeypatch.setattr(limit, 1000)
    desk.put(name, text)
    with pytest.raises(FlashcardsError, match=reason):
        desk.imports(name)
    assert not desk.course.exists()


LAUGHS = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10))
LAUGHED = f'<!DOCTYPE quiz [<!ENTITY a0 "ha">{LAUGHS}]><quiz>&a9;</quiz>'


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("empty.csv", b"", "is empty"),
        ("one.csv", b"only\none\ncolumn\n", "has only one column"),
        ("binary.csv", bytes(range(256)) * 9, "is not UTF-8 text"),
        ("other.csv", "question;answer\n什么是叶子;张量\n".encode("gb18030"), ".xlsx, .ods or CSV"),
        ("other.csv", "question;answer\nЧто такое лист?;Тензор\n".encode("cp1251"), "CSV UTF-8"),
        ("nul.csv", b"a,b\0\n", "is not text"),
        ("cell.csv", b'question,answer\nq,"' + b"x" * 1_100_000 + b'"\n', "is no whole table"),
        ("a.xml", LAUGHED, "is no XML that can be read"),
        ("a.xml", LAUGHED.encode("utf-16"), "is no XML that can be read"),
        ("a.xml", "<quiz><question></quiz>", "is no XML that can be read"),
        ("a.xml", "<quiz>" + "<a>" * 100_000, "is no XML that can be read"),
        ("a.xml", "<quiz></quiz>", "has nothing to import"),
        ("a.xml", "<other></other>", "is no Moodle XML"),
        ("a.gift", "Why? {=So.}\n", "must end with one of .csv, .tsv"),
        ("a.zip", b"PK\x05\x06" + bytes(18), "must end with one of .csv, .tsv"),
    ],
)
def test_a_file_that_is_no_source_is_refused_in_one_line(desk, name, content, reason):
    desk.put(name, content)
    with pytest.raises(FlashcardsError) as refused:
        desk.imports(name)
    assert reason in str(refused.value)
    assert "\n" not in str(refused.value)
    assert not desk.course.exists()
