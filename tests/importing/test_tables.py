"""Spreadsheets come in as an instructor would expect."""

import pytest

from flashcards import FlashcardsError, check_course, import_material
from flashcards.course.model import Choose, Recall, Term
from flashcards.errors import UsageError
from flashcards.words import Words
from tests.importing.conftest import PNG


def test_a_spreadsheet_with_colons_quotes_and_pictures_becomes_a_course_that_checks(desk):
    desk.put("leaf view.png", PNG)
    desk.put(
        "cards.csv",
        "Question,Answer,Explanation,Tags,Topic,Image\n"
        'What is a leaf: a tensor?,"It says ""no parents"", once",Because # of parents: 0,'
        '"autograd, Week 1",Autograd,leaf view.png\n'
        "Why is - x : y?,no,,,Basics,\n",
    )
    report = desk.imports("cards.csv")
    entries = list(desk.entries().values())
    assert [type(each) for each in entries] == [Recall, Recall]
    assert entries[0].recall == "What is a leaf: a tensor?\n\n![leaf view](leaf-view.png)"
    assert entries[0].answer == 'It says "no parents", once'
    assert entries[0].why == "Because # of parents: 0"
    assert entries[0].tags == ("autograd", "week-1")
    assert (entries[1].recall, entries[1].answer) == ("Why is - x : y?", "no")
    assert (desk.course / "decks/media/leaf-view.png").read_bytes() == PNG
    assert {path.name for path in (desk.course / "decks").glob("*.yaml")} == {
        "autograd.yaml", "basics.yaml", "course.yaml",
    }  # fmt: skip
    assert report.notices == [
        "cards.csv: 'Question' is question; 'Answer' is answer; 'Explanation' is why; "
        "'Tags' is tags; 'Topic' is deck; 'Image' is picture"
    ]


def test_two_columns_need_no_heading(desk):
    desk.put("set.tsv", 'leaf, tensor\tA tensor, that "no" op made\nroot\t"x" is where it ends\n')
    desk.imports("set.tsv")
    cards = [(each.recall, each.answer) for each in desk.entries().values()]
    assert cards == [
        ("leaf, tensor", 'A tensor, that "no" op made'),
        ("root", '"x" is where it ends'),
    ]


@pytest.mark.parametrize(
    ("heading", "row"),
    [
        ("question,A,B,C,correct", "Which?,one,two,three,B"),
        ("question,option 1,option 2,option 3,answer", "Which?,one,two,three,2"),
        ("question,option,option,option,right", "Which?,one,two,three,two"),
        ("question,answer,wrong 1,wrong 2", "Which?,two,one,three"),
        ("Question;Correct answer;Distractor;Distractor", "Which?;two;one;three"),
    ],
)
def test_a_row_with_options_becomes_a_question_to_choose(desk, heading, row):
    desk.put("mc.csv", f"{heading}\n{row}\n")
    desk.imports("mc.csv")
    (entry,) = desk.entries().values()
    assert isinstance(entry, Choose)
    assert [each.text for each in entry.right.values()] == ["two"]
    assert sorted(each.text for each in entry.wrong.values()) == ["one", "three"]


def test_columns_can_be_named_by_heading_or_number(desk):
    desk.put("odd.csv", "Nr,Vorne,Hinten\n1,Why a?,Because.\n")
    report = desk.imports("odd.csv", mapping="question=vorne,answer=3")
    (entry,) = desk.entries().values()
    assert (entry.recall, entry.answer) == ("Why a?", "Because.")
    assert report.notices == ["odd.csv: 'Vorne' is question; 'Hinten' is answer; 'Nr' is not used"]


@pytest.mark.parametrize("mapping", ["question", "nothing=1", "question=Other", "question=9"])
def test_a_map_that_does_not_fit_is_wrong_usage(desk, mapping):
    desk.put("odd.csv", "Nr,Vorne,Hinten\n1,Why a?,Because.\n")
    with pytest.raises(UsageError) as wrong:
        desk.imports("odd.csv", mapping=mapping)
    assert wrong.value.option == "--map"


@pytest.mark.parametrize(
    "cell",
    [
        "__init__ and *args, **kwargs", "# of GPUs", "- 5", "1. no list", "a*b*c = d_e_f", "C:\\_x",
        "$5 or $6", "std::vector<int>", "x < 3 & y", "`", "[a](b)", "&lt without semicolon", "> 3",
        "=SUM(A1)", "100%", "@property", "!important", "no", "12:30", "~", "{a: b}", "a: b: c",
    ],
)  # fmt: skip
def test_a_cell_shows_the_letters_that_were_typed(desk, cell):
    from flashcards.text.markdown import render_html
    from flashcards.text.plain_text import html_to_text

    quoted = cell.replace('"', '""')
    desk.put("cards.csv", f'question,answer\nWhat is shown here?,"{quoted}"\n')
    desk.imports("cards.csv")
    (entry,) = desk.entries().values()
    assert html_to_text(render_html(entry.answer)) == cell


def test_markup_that_somebody_meant_stays_markup(desk):
    meant = "Use `x_y`, **bold**, $x^2$ and ![a leaf](leaf.png)"
    desk.put("leaf.png", PNG)
    desk.put("cards.csv", f'question,answer\nWhat is shown here?,"{meant}"\n')
    desk.imports("cards.csv")
    (entry,) = desk.entries().values()
    assert entry.answer == meant


def test_every_row_that_cannot_come_in_is_told_with_its_reason(desk):
    desk.put("a.pdf", b"%PDF")
    desk.put(
        "cards.csv",
        "question,A,B,correct,image,stage\n"
        ",x,y,A,,\n"
        "Which one?,x,x,A,,\n"
        "Which two?,x,y,Q,,\n"
        "Which three?,x,y,A,a.pdf,\n"
        "Which four?,x,y,A,gone.png,77\n",
    )
    report = desk.imports("cards.csv")
    told = {each.place: (each.status, "; ".join(each.notes)) for each in report.outcomes}
    assert told["row 2"] == ("left out", "'choose' must not be empty")
    assert told["row 3"][0] == "left out"
    assert "says the same" in told["row 3"][1]
    reason = "the right answer 'Q' names none of its options; write A, or A, C for several"
    assert told["row 4"] == ("left out", reason)
    assert told["row 5"][0] == "left out"
    assert told["row 6"] == (
        "new",
        "stage '77' is not from 1 to 9; picture 'gone.png' does not lie beside the file",
    )


def test_terms_with_other_names_and_typed_code_can_be_typed(desk):
    desk.put("glossary.csv", 'term,definition,synonyms\n__init__,"It is called first",init|ctor\n')
    desk.imports("glossary.csv")
    (entry,) = desk.entries().values()
    assert isinstance(entry, Term)
    assert (entry.term, entry.aliases) == ("`__init__`", ("init", "ctor"))


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("empty.csv", b"", "is empty"),
        ("one.csv", b"only\none\ncolumn\n", "has only one column"),
        ("binary.csv", bytes(range(256)) * 9, "is not UTF-8 text"),
        ("nul.csv", b"a,b\0\n", "is not text"),
        ("cell.csv", b'question,answer\nq,"' + b"x" * 1_100_000 + b'"\n', "is no whole table"),
        pytest.param(
            "rows.csv",
            b"x,y\n" * 50_001,
            "has more than 50000 items",
            marks=pytest.mark.thorough,
        ),
    ],
)
def test_a_file_that_is_no_table_is_refused_in_one_line(desk, name, content, reason):
    desk.put(name, content)
    with pytest.raises(FlashcardsError) as refused:
        desk.imports(name)
    assert reason in str(refused.value)
    assert "\n" not in str(refused.value)
    assert not desk.course.exists()


def test_tags_in_other_alphabets_are_left_out_whole_and_told(desk):
    """What is left of a word without its letters would be another tag: `2` of `урок2`."""
    tags = "Über Straße,深度学习::pytorch,урок2,第3课,week::1"
    desk.put("cards.csv", f'question,answer,tags\nWhat is a?,b,"{tags}"\n')
    report = desk.imports("cards.csv")
    (entry,) = desk.entries().values()
    assert entry.tags == ("uber-strasse", "week:1")
    (outcome,) = report.outcomes
    told = [note.partition(" is left out")[0] for note in outcome.notes]
    assert told == ["tag '深度学习::pytorch'", "tag 'урок2'", "tag '第3课'"]


def test_pictures_are_taken_from_the_folder_of_the_table_only(desk):
    desk.put("secret.png", PNG)
    desk.put(
        "in/cards.csv",
        "question,answer,image\nWhat is a?,b,../secret.png\nWhat is c?,d,/etc/x.png\n"
        "What is e?,f,link.png\n",
    )
    (desk.folder / "in/link.png").symlink_to(desk.folder / "secret.png")
    report = desk.imports("in/cards.csv")
    told = ["; ".join(each.notes) for each in report.outcomes]
    assert len(told) == 3
    assert all("lies outside" in notes for notes in told)
    assert not (desk.course / "decks/media").exists()


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_lost_picture_is_told_in_the_language_of_the_course_and_by_check(desk, lang):
    desk.put("cards.csv", "question,answer,picture\nWhat is it?,A map.,map.png\n")
    desk.imports("cards.csv", lang=lang)
    (entry,) = desk.entries().values()
    written = Words(lang).translate("picture_lost", name="map")
    assert entry.recall == f"What is it?\n\n{written}"
    told = [str(each.message) for each in check_course(desk.course).warnings]
    assert any(each.startswith(f"'{written}' is shown as it is") for each in told)


def test_a_folder_that_is_no_course_is_left_alone(desk):
    desk.put("cards.csv", "question,answer\nWhy?,Because.\n")
    desk.put("course/mine.txt", "mine")
    with pytest.raises(FlashcardsError, match="is there already"):
        import_material([desk.folder / "cards.csv"], desk.course)
    assert [path.name for path in desk.course.iterdir()] == ["mine.txt"]


def test_a_course_without_a_deck_yet_takes_its_first_in(desk):
    info = "id: threads\ntitle: Threads\nauthor: A\nlicence: CC BY 4.0\n"
    desk.put("course/decks/course.yaml", info)
    desk.put("cards.csv", "question,answer\nWhat is a thread?,A flow of control.\n")
    assert desk.imports("cards.csv").count() == {"new": 1}
    assert (desk.course / "decks/course.yaml").read_text("utf-8") == info
    assert (desk.course / "decks/cards.yaml").exists()


def test_a_dry_run_tells_the_same_and_writes_nothing(desk):
    desk.put("cards.csv", "question,answer\nWhy?,Because.\n")
    report = import_material([desk.folder / "cards.csv"], desk.course, dry_run=True)
    assert report.count() == {"new": 1}
    assert not desk.course.exists()
