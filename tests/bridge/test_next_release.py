"""A later release of the program takes nothing from learners but a style older than its own."""

import time

import pytest
from anki.collection import ImportAnkiPackageOptions, ImportAnkiPackageRequest

from flashcards import BuildRequest, build_package, load_course
from tests.helpers.anki_devices import Device
from tests.helpers.course_files import write_course
from tests.helpers.pseudo_language import LANG, make_package, run_pseudo, wrap_all

COURSE = {
    "decks/course.yaml": """\
        id: trees
        title: Trees
        author: A teacher
        licence: CC0-1.0
        languages: [en]
        stages: {1: {title: Start}}
        """,
    "decks/a.yaml": """\
        deck: a
        title: Letters
        entries:
        - {term: tree, key: tree, meaning: A plant with leaves., why: As in a wood.}
        - {recall: Why is the sky dark?, key: dark, answer: The sun is away., why: So it is.}
        - {order: A day, key: day, steps: {m: Morning, n: Noon, e: Evening}, why: The sun moves.}
        """,
}
TRANSLATED = {
    "decks/course.yaml": COURSE["decks/course.yaml"].replace("[en]", f"[en, {LANG}]"),
    f"decks/{LANG}/a.yaml": f"""\
        lang: {LANG}
        entries:
          tree: {{term: Ηη, meaning: Θθ., why: Ιι.}}
          dark: {{recall: Ρρ, answer: Σσ., why: Ττ.}}
          day: {{order: Ωω, steps: {{m: αβ, n: αγ, e: αδ}}, why: αε.}}
        """,
}
NORMAL = 0
"""What a sync says that was neither a whole upload nor a whole download."""
MINE, THEIRS = "\n.question { font-family: serif; }", "\n.question { font-family: fantasy; }"


def import_package(device, package):
    """What Anki's log says of each note, by its key."""
    options = ImportAnkiPackageOptions()
    request = ImportAnkiPackageRequest(package_path=str(package), options=options)
    log = device.col.import_anki_package(request).log
    outcomes = ("new", "updated", "duplicate", "conflicting")
    return {note.fields[3]: name for name in outcomes for note in getattr(log, name)}


def find_note(device, name):
    [number] = device.col.find_notes(f"Name:{name}")
    return device.col.get_note(number)


def name_types(device):
    return {each.id: each.name for each in device.col.models.all_names_and_ids()}


def study(device):
    """Three answers, an edit and a tag, and a style of the learner's own for terms."""
    for card in list(device.col.find_cards(""))[:3]:
        device.answer(card, 3)
    note = find_note(device, "trees/en/tree")
    note["Why"] += " Mine."
    note.tags.append("mine")
    device.col.update_note(note)
    kind = device.col.models.by_name("ptquiz term")
    kind["css"] += MINE
    device.col.models.update_dict(kind)


@pytest.fixture
def devices(tmp_path, server):
    """A desktop and a phone that have a release of an hour ago, studied it and are in sync."""
    folder, path = write_course(tmp_path / "course", COURSE), tmp_path / "first.apkg"
    request = BuildRequest(path, release=True)
    build_package(load_course(folder), request, now=int(time.time()) - 3600)
    desktop, phone = (Device(tmp_path / name, server) for name in ("desktop", "phone"))
    assert set(import_package(desktop, path).values()) == {"new"}
    desktop.upload()
    phone.sync()
    study(desktop)
    assert (desktop.sync(), phone.sync()) == (NORMAL, NORMAL)
    yield desktop, phone
    desktop.close()
    phone.close()


def restyle(program):
    """What may change after the freeze: the styling, and what templates and their scripts say."""
    with (program / "flashcards" / "text" / "card.css").open("a") as style:
        style.write(THEIRS)
    english = program / "flashcards" / "words" / "en.json"
    english.write_text(english.read_text().replace('"card_note": "Note"', '"card_note": "Remark"'))


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("lang", "outcome", "styled", "remark"),
    [("en", "duplicate", THEIRS, "Remark"), (LANG, "new", MINE, "«Note»")],
    ids=["another look", "a language more"],
)
def test_the_next_release_needs_no_full_sync(
    devices, tmp_path, monkeypatch, lang, outcome, styled, remark
):
    """Another look costs an own style that is older; a language more costs nothing."""
    desktop, phone = devices
    history, types = desktop.rows(), name_types(desktop)
    program, path = make_package(tmp_path / "program", wrap_all()), tmp_path / "second.apkg"
    if lang == LANG:
        write_course(tmp_path / "course", TRANSLATED)
    else:
        restyle(program)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", str(int(time.time()) + 3600))
    line = ["build", tmp_path / "course", "--release", "--lang", lang, "-o", path]
    said = run_pseudo(program, tmp_path / "home", *line)
    assert path.is_file(), said
    assert set(import_package(desktop, path).values()) == {outcome}
    assert (desktop.sync(), phone.sync()) == (NORMAL, NORMAL)
    more = {f"ptquiz {kind} ({LANG})" for kind in ("term", "recall", "order") if lang == LANG}
    for device in (desktop, phone):
        note, names = find_note(device, "trees/en/tree"), name_types(device)
        assert (device.rows(), names.items() >= types.items()) == (history, True)
        assert {names[number] for number in names.keys() - types.keys()} == more
        assert (note["Why"].endswith(" Mine."), "mine" in note.tags) == (True, True)
    assert phone.col.models.by_name("ptquiz term")["css"].endswith(styled)
    [card] = phone.col.find_cards(f"Name:trees/{lang}/dark")
    assert f">{remark}</summary>" in phone.col.get_card(card).answer()
