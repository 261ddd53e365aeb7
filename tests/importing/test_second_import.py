"""Importing twice: what the source changed comes in, the author's edits stay, both are told."""

import random

import pytest

from flashcards import FlashcardsError
from flashcards.errors import UsageError
from flashcards.source.deck_file import read_deck_file

HEADING = "question,answer,why\n"


def statuses(report):
    return {each.key or each.place: each.status for each in report.outcomes}


def write_rows(desk, rows, name="cards.csv"):
    lines = (",".join(f'"{cell}"' for cell in row) for row in rows)
    desk.put(name, HEADING + "\n".join(lines) + "\n")


def test_nothing_new_changes_no_file(desk):
    write_rows(desk, [("Why p?", "Because a.", "")])
    desk.imports("cards.csv")
    before = {path: path.stat().st_mtime_ns for path in desk.course.rglob("*")}
    report = desk.imports("cards.csv")
    assert statuses(report) == {"p": "unchanged"}
    assert report.written == []
    assert {path: path.stat().st_mtime_ns for path in desk.course.rglob("*")} == before


def test_each_field_is_compared_by_itself(desk):
    write_rows(desk, [("Why p?", "Because a.", "Old reason.")])
    desk.imports("cards.csv")
    desk.edit("cards.yaml", "Old reason.", "My reason.")
    write_rows(desk, [("Why p?", "Because of a.", "Old reason.")])
    report = desk.imports("cards.csv")
    entry = desk.entries()["p"]
    assert (entry.answer, entry.why) == ("Because of a.", "My reason.")
    (outcome,) = report.outcomes
    assert outcome.status == "changed"
    assert outcome.notes == ("answer: new in the source", "why: edited by you, stays")


def test_where_both_changed_the_authors_text_stays_and_it_is_told_once(desk):
    write_rows(desk, [("Why p?", "Because a.", "")])
    desk.imports("cards.csv")
    desk.edit("cards.yaml", "Because a.", "Mine.")
    write_rows(desk, [("Why p?", "Theirs.", "")])
    report = desk.imports("cards.csv")
    assert desk.entries()["p"].answer == "Mine."
    assert report.outcomes[0].notes == ("answer: new in the source, but yours stays",)
    again = desk.imports("cards.csv")
    assert again.outcomes[0].notes == ("answer: edited by you, stays",)


def test_comments_other_lines_and_own_entries_of_the_author_stay(desk):
    write_rows(desk, [("Why p?", "Because a.", "R."), ("Why q?", "Because b.", "")])
    desk.imports("cards.csv")
    path = desk.course / "decks/cards.yaml"
    text = path.read_text().replace("  - recall: Why q?", "# about b\n\n  - recall: Why q?  # ?")
    path.write_text(text.replace("# ?", "") + "# mine\n  - {term: own, key: own, meaning: Mine.}\n")
    write_rows(desk, [("Why p?", "New a.", ""), ("Why q?", "New b.", "S."), ("Why r?", "C.", "")])
    desk.imports("cards.csv")
    after = path.read_text()
    assert after.startswith("# yaml-language-server: $schema=../schema.json\ndeck: cards\n")
    assert "# about b\n\n  - recall: Why q?" in after
    assert "# mine\n  - {term: own, key: own, meaning: Mine.}\n" in after
    entries = desk.entries()
    assert list(entries) == ["p", "q", "own", "r"]
    assert (entries["p"].answer, entries["p"].why) == ("New a.", None)
    assert (entries["q"].answer, entries["q"].why) == ("New b.", "S.")


def test_a_list_that_the_author_does_not_indent_stays_so(desk):
    write_rows(desk, [("Why p?", "Because a.", "R.")])
    desk.imports("cards.csv")
    path = desk.course / "decks/cards.yaml"
    path.write_text(path.read_text().replace("\n  ", "\n"))
    write_rows(desk, [("Why p?", "New a.", "R."), ("Why q?", "B.", "")])
    assert statuses(desk.imports("cards.csv")) == {"p": "changed", "q": "new"}
    assert "entries:\n- recall: Why p?\n  key: p\n  answer: New a.\n" in path.read_text()
    assert "\n- recall: Why q?\n  key: q\n  answer: B.\n" in path.read_text()


def test_a_comment_inside_a_changed_field_is_never_lost(desk):
    write_rows(desk, [("Why p?", "Because a.", "")])
    desk.imports("cards.csv")
    desk.edit("cards.yaml", "answer: Because a.", "answer:\n      # see the book\n      Because a.")
    write_rows(desk, [("Why p?", "New.", "")])
    for _ in range(2):  # and it is told every time
        report = desk.imports("cards.csv")
        assert report.outcomes[0].status == "kept"
        assert report.outcomes[0].notes == (
            "answer: new in the source, but there is a comment in its 'answer'",
        )
    assert "# see the book" in (desk.course / "decks/cards.yaml").read_text()


def test_what_the_author_removed_or_moved_is_respected(desk):
    write_rows(desk, [("Why p?", "A.", ""), ("Why q?", "B.", ""), ("Why r?", "C.", "")])
    desk.imports("cards.csv")
    decks = desk.course / "decks"
    blocks = (decks / "cards.yaml").read_text().split("- recall")
    (decks / "cards.yaml").write_text(blocks[0] + "- recall" + blocks[1])
    (decks / "moved.yaml").write_text("deck: moved\ntitle: M\nentries:\n  - recall" + blocks[3])
    write_rows(desk, [("Why p?", "A.", ""), ("Why q?", "B2.", ""), ("Why r?", "C2.", "")])
    report = desk.imports("cards.csv")
    assert statuses(report) == {"p": "unchanged", "q": "kept", "r": "changed"}
    assert "you removed it" in report.outcomes[1].notes[0]
    assert desk.entries()["r"].answer == "C2."
    assert "C2." in (decks / "moved.yaml").read_text()


def test_rows_are_found_again_when_others_come_between_and_go(desk):
    rows = [(f"Why {n}?", f"Because of {n}.", "") for n in range(6)]
    write_rows(desk, rows)
    desk.imports("cards.csv")
    new = ("Why new?", "Because it is new.", "")
    changed = ("Why is it 3?", "Because of 3.", "")
    write_rows(desk, [new, rows[0], rows[1], changed, ("Why 4?", "Four.", ""), rows[5]])
    report = desk.imports("cards.csv")
    assert statuses(report) == {
        "new": "new", "cards-0": "unchanged", "cards-1": "unchanged", "cards-3": "changed",
        "cards-4": "changed", "cards-5": "unchanged", "cards-2": "gone",
    }  # fmt: skip
    assert desk.entries()["cards-3"].recall == "Why is it 3?"
    assert desk.entries()["cards-4"].answer == "Four."
    assert "cards-2" in desk.entries()


def test_an_answer_that_several_rows_have_finds_none_of_them_again(desk):
    """Nobody can tell which of the new questions is the old one in other words."""
    a, old, b = [(f"Why {n}?", f"Because of {n}.", "") for n in "aob"]
    write_rows(desk, [a, old, b])
    desk.imports("cards.csv")
    newer, newest = [(question, old[1], "") for question in ("Why newer?", "Why newest?")]
    write_rows(desk, [a, newer, b, newest])
    report = desk.imports("cards.csv")
    assert report.count() == {"new": 2, "unchanged": 2, "gone": 1}
    asked = {entry.recall for entry in desk.entries().values()}
    assert asked == {row[0] for row in (a, old, b, newer, newest)}


def test_options_keep_their_names_when_the_source_adds_and_shuffles_them(desk):
    desk.put("mc.csv", "question,A,B,C,correct\nWhich one?,one,two,three,B\n")
    desk.imports("mc.csv")
    desk.edit("mc.yaml", "a: one", "a:\n        text: one\n        why: Mine.")
    desk.put("mc.csv", "question,A,B,C,D,correct\nWhich one?,four,three,two,one,C\n")
    desk.imports("mc.csv")
    entry = desk.entries()["one"]
    assert {name: option.text for name, option in entry.options.items()} == {
        "b": "two", "a": "one", "c": "three", "d": "four",
    }  # fmt: skip
    assert entry.wrong["a"].why == "Mine."
    assert list(entry.right) == ["b"]


def test_a_change_that_does_not_fit_to_an_edit_is_told_and_not_made(desk):
    desk.put("t.csv", "key,question,A,B,C,correct\nk,Which one?,one,two,three,A\n")
    desk.imports("t.csv")
    desk.edit("t.yaml", "b: two", "b: four")
    desk.put("t.csv", "key,question,A,B,C,correct\nk,Which one?,one,two,four,A\n")
    report = desk.imports("t.csv")
    assert report.outcomes[0].status == "kept"
    assert "does not fit to your edits" in report.outcomes[0].notes[0]
    assert desk.entries()["k"].wrong["c"].text == "three"


def test_an_import_that_was_killed_before_its_binding_makes_nothing_twice(desk):
    write_rows(desk, [("Why p?", "A.", ""), ("Why q?", "B.", "")])
    desk.imports("cards.csv")
    (desk.course / "decks/imported.json").unlink()
    assert statuses(desk.imports("cards.csv")) == {"p": "unchanged", "q": "unchanged"}
    assert list(desk.entries()) == ["p", "q"]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"format": 2}', "[" * 100_000])
def test_a_damaged_binding_is_told_and_nothing_is_written(desk, text):
    write_rows(desk, [("Why p?", "A.", "")])
    desk.imports("cards.csv")
    (desk.course / "decks/imported.json").write_text(text)
    write_rows(desk, [("Why p?", "B.", "")])
    with pytest.raises(FlashcardsError, match=r"imported\.json is damaged"):
        desk.imports("cards.csv")
    assert desk.entries()["p"].answer == "A."


FIELDS = ("recall", "answer", "why")


def play(desk, seed):
    """One case: both sides change something at random; what must be there afterwards."""
    rng = random.Random(seed)
    with_key = rng.random() < 0.5
    rows = {f"k{n}": [f"Why is {n} so?", f"Answer: {n} 'x'.", f"Reason # {n}"] for n in range(6)}

    def write(rows):
        heading = ("key,question,answer,why", "question,answer,why")[not with_key]
        lines = [",".join(f'"{c}"' for c in ([k] if with_key else []) + r) for k, r in rows.items()]
        desk.put("cards.csv", heading + "\n" + "\n".join(lines) + "\n")

    write(rows)
    keys = dict(zip(rows, (each.key for each in desk.imports("cards.csv").outcomes), strict=True))
    path = desk.course / "decks/cards.yaml"
    mine, theirs, comments = {}, {}, []
    for name, row in rows.items():
        for place, text in enumerate(row):
            if rng.random() < 0.25:
                mine[name, place] = f"Mine: {seed} {name} {place}"
            if place in (1, 2) and rng.random() < 0.3:
                theirs[name, place] = f"Theirs: {seed} {name} {place}"
            if (name, place) in mine:
                written = path.read_text()
                field, old = FIELDS[place], text.replace("'", "''")
                for quoted in (text, f'"{text}"', f"'{old}'"):
                    if f"{field}: {quoted}\n" in written:
                        path.write_text(
                            written.replace(
                                f"{field}: {quoted}\n", f'{field}: "{mine[name, place]}"\n'
                            )
                        )
    lines = path.read_text().splitlines(keepends=True)
    for at in sorted(rng.sample([n for n, line in enumerate(lines) if line.startswith("  - ")], 2))[
        ::-1
    ]:
        comments.append(f"# note {seed} {at}\n")
        lines.insert(at, comments[-1])
    path.write_text("".join(lines))
    order = list(rows)
    if rng.random() < 0.5:
        gone = order.pop(rng.randrange(len(order)))
        theirs = {at: text for at, text in theirs.items() if at[0] != gone}
    after = {name: [theirs.get((name, p), t) for p, t in enumerate(rows[name])] for name in order}
    if rng.random() < 0.5:
        after["new"] = ["Why is it new?", "New.", "Reason new"]
    if with_key:
        shuffled = list(after)
        rng.shuffle(shuffled)
        after = {name: after[name] for name in shuffled}
    write(after)
    return rows, keys, mine, theirs, comments, after, path


@pytest.mark.sampled(2)
@pytest.mark.parametrize("tens", range(10))
def test_nothing_of_the_authors_is_lost_and_every_change_of_the_source_is_told(desk, tens):
    for seed in range(tens * 10, tens * 10 + 10):
        here = type(desk)(desk.folder / str(seed))
        rows, keys, mine, theirs, comments, after, path = play(here, seed)
        report = here.imports("cards.csv")
        told = {each.key: "; ".join(each.notes) for each in report.outcomes}
        entries = here.entries()
        assert len(entries) == len(rows) + ("new" in after), f"seed {seed}"
        for name, row in rows.items():
            entry = entries[keys[name]]
            for place, text in enumerate(row):
                wanted = mine.get((name, place)) or theirs.get((name, place)) or text
                assert getattr(entry, FIELDS[place]) == wanted, f"seed {seed} {name} {place}"
                if (name, place) in theirs:
                    assert FIELDS[place] in told[keys[name]], f"seed {seed} {name}"
        written = path.read_text()
        assert all(comment in written for comment in comments), f"seed {seed}"
        assert read_deck_file(written, "").problems == []
        third = here.imports("cards.csv")
        assert third.written == [], f"seed {seed}: the third import has nothing to do"


GERMAN = "Nr,Karte,Rückseite,Grund\n1,Why p?,Because a.,R.\n"
MAPPING = "question=karte,answer=3,why=Grund"


def test_a_table_that_comes_again_without_a_map_keeps_the_first_one(desk):
    desk.put("cards.csv", GERMAN)
    desk.imports("cards.csv", mapping=MAPPING)
    desk.put("cards.csv", GERMAN.replace("Because a.", "Because b."))
    report = desk.imports("cards.csv")
    assert statuses(report) == {"p": "changed"}
    entry = desk.entries()["p"]
    assert (entry.answer, entry.why) == ("Because b.", "R.")
    assert report.notices == [
        "cards.csv: 'Karte' is question; 'Rückseite' is answer; 'Grund' is why; 'Nr' is not used",
        f"cards.csv: the columns are those of the last --map: {MAPPING}",
    ]
    assert statuses(desk.imports("cards.csv")) == {"p": "unchanged"}


def test_another_map_takes_the_place_of_the_first_and_other_files_have_their_own(desk):
    desk.put("cards.csv", GERMAN)
    desk.put("more.csv", "question,answer\nWhy q?,So.\n")
    desk.imports("cards.csv", mapping="question=Karte,answer=Grund")
    desk.imports("cards.csv", mapping=MAPPING)
    report = desk.imports("cards.csv", "more.csv")
    assert desk.entries()["p"].answer == "Because a."
    assert desk.entries()["q"].answer == "So."
    assert report.notices[2] == "more.csv: 'question' is question; 'answer' is answer"


def test_a_dry_run_remembers_no_map(desk):
    desk.put("cards.csv", GERMAN)
    desk.imports("cards.csv", mapping=MAPPING)
    before = (desk.course / "decks/imported.json").read_text()
    desk.imports("cards.csv", mapping="question=Karte,answer=Grund", dry_run=True)
    assert (desk.course / "decks/imported.json").read_text() == before


def test_a_remembered_map_that_no_longer_fits_is_told_and_nothing_is_changed(desk):
    desk.put("cards.csv", GERMAN)
    desk.imports("cards.csv", mapping=MAPPING)
    desk.put("cards.csv", GERMAN.replace("Grund", "Warum"))
    with pytest.raises(UsageError, match=r"was last imported with --map .* no column 'Grund'"):
        desk.imports("cards.csv")
    assert desk.entries()["p"].why == "R."


@pytest.mark.parametrize("maps", ['["x"]', '{"cards.csv": 5}', '{"cards.csv": "what=1"}'])
def test_a_damaged_map_is_a_damaged_binding(desk, maps):
    desk.put("cards.csv", GERMAN)
    desk.imports("cards.csv", mapping=MAPPING)
    path = desk.course / "decks/imported.json"
    text = path.read_text()
    path.write_text(text[: text.index('"maps"')] + f'"maps": {maps}}}\n')
    with pytest.raises(FlashcardsError, match="is damaged"):
        desk.imports("cards.csv")


def make_moodle(*names):
    """A question bank of short answers, each with an ID number."""
    made = (
        f'<question type="shortanswer"><idnumber>{name}</idnumber>'
        f"<questiontext><text>Why {name}?</text></questiontext>"
        f'<answer fraction="100"><text>So {name}.</text></answer></question>'
        for name in names
    )
    return f"<quiz>{''.join(made)}</quiz>"


def test_what_is_gone_is_told_also_under_another_name_of_the_file(desk):
    desk.put("bank.xml", make_moodle("p", "q", "r"))
    desk.imports("bank.xml")
    desk.put("bank-2.xml", make_moodle("p", "r", "s"))
    report = desk.imports("bank-2.xml")
    assert statuses(report) == {"p": "unchanged", "r": "unchanged", "s": "new", "q": "gone"}
    assert statuses(desk.imports("bank-2.xml"))["q"] == "gone"


def test_a_question_that_moved_to_another_bank_does_not_make_its_neighbors_gone(desk):
    desk.put("one.xml", make_moodle("p", "q", "r"))
    desk.put("two.xml", make_moodle("x", "y"))
    desk.imports("one.xml", "two.xml")
    desk.put("two.xml", make_moodle("x", "y", "p"))
    assert desk.imports("two.xml").count() == {"unchanged": 3}
    desk.put("one.xml", make_moodle("q"))
    assert statuses(desk.imports("one.xml")) == {"q": "unchanged", "r": "gone"}
