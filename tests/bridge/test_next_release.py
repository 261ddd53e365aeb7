"""A later release of the program takes nothing from learners but a style older than its own."""

import time

import pytest
from anki.collection import ImportAnkiPackageOptions, ImportAnkiPackageRequest

from flashcards import BuildRequest, build_package, load_course
from tests.helpers.anki_devices import Device
from tests.helpers.course_files import write_course
from tests.helpers.pseudo_language import LANG, make_package, run_pseudo, wrap_all

FIRST = {
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
        - {term: leaf, key: leaf, meaning: It grows on a tree., why: As in autumn.}
        - {recall: Why is the sky dark?, key: dark, answer: The sun is away., why: So it is.}
        - {order: A day, key: day, steps: {m: Morning, n: Noon, e: Evening}, why: The sun moves.}
        """,
}
SECOND = {
    "decks/course.yaml": FIRST["decks/course.yaml"].replace("[en]", f"[en, {LANG}]"),
    "decks/a.yaml": FIRST["decks/a.yaml"].replace("It grows on a tree.", "It falls in autumn."),
    f"decks/{LANG}/a.yaml": f"""\
        lang: {LANG}
        entries:
          tree: {{term: Ηη, meaning: Θθ., why: Ιι.}}
          leaf: {{term: Κκ, meaning: Λλ., why: Μμ.}}
          dark: {{recall: Ρρ, answer: Σσ., why: Ττ.}}
          day: {{order: Ωω, steps: {{m: αβ, n: αγ, e: αδ}}, why: αε.}}
        """,
}
NORMAL = 0
"""What a sync says that was neither a whole upload nor a whole download."""
MINE, THEIRS = "\n.question { font-family: serif; }", "\n.question { font-family: fantasy; }"


@pytest.fixture
def folder(tmp_path):
    return write_course(tmp_path / "course", FIRST)


@pytest.fixture
def program(tmp_path):
    """The program as it will be: it speaks one language more."""
    return make_package(tmp_path / "program", wrap_all())


@pytest.fixture
def first(tmp_path, folder):
    """The package of a release an hour ago, by the program as it is."""
    path, now = tmp_path / "first.apkg", int(time.time())
    build_package(load_course(folder), BuildRequest(path, release=True), now=now - 3600)
    return path


@pytest.fixture
def release(tmp_path, folder, program, monkeypatch):
    """Releases the course an hour from now, by the program as it will be; the package."""
    later = int(time.time()) + 3600

    def release(lang):
        monkeypatch.setenv("SOURCE_DATE_EPOCH", str(later))
        path = tmp_path / f"{lang}.apkg"
        line = ["build", folder, "--release", "--lang", lang, "-o", path]
        said = run_pseudo(program, tmp_path / "home", *line)
        assert path.is_file(), said
        return path

    return release


@pytest.fixture
def start(tmp_path, server):
    """Starts a device of the learner."""
    made = []

    def start(name):
        made.append(Device(tmp_path / name, server))
        return made[-1]

    yield start
    for device in made:
        device.close()


def _import(device, package):
    """What Anki's log says of each note, by its key."""
    request = ImportAnkiPackageRequest(
        package_path=str(package), options=ImportAnkiPackageOptions()
    )
    log = device.col.import_anki_package(request).log
    outcomes = ("new", "updated", "duplicate", "conflicting")
    return {note.fields[3]: name for name in outcomes for note in getattr(log, name)}


def _note(device, name):
    [number] = device.col.find_notes(f"Name:{name}")
    return device.col.get_note(number)


def _name_types(device):
    return {each.id: each.name for each in device.col.models.all_names_and_ids()}


def _study(device):
    """Three answers, an edit and a tag, and a style of the learner's own for terms."""
    for card in list(device.col.find_cards(""))[:3]:
        device.answer(card, 3)
    note = _note(device, "trees/en/tree")
    note["Why"] += " Mine."
    note.tags.append("mine")
    device.col.update_note(note)
    kind = device.col.models.by_name("ptquiz term")
    kind["css"] += MINE
    device.col.models.update_dict(kind)


@pytest.fixture
def devices(start, first):
    """A desktop and a phone that have the first release, studied it and are in sync."""
    desktop, phone = start("desktop"), start("phone")
    assert set(_import(desktop, first).values()) == {"new"}
    desktop.upload()
    phone.sync()
    _study(desktop)
    assert (desktop.sync(), phone.sync()) == (NORMAL, NORMAL)
    return desktop, phone


def _check_kept(device, history):
    """The answers, and the note that the learner edited."""
    assert device.rows() == history
    note = _note(device, "trees/en/tree")
    assert note["Why"].endswith(" Mine.")
    assert "mine" in note.tags


@pytest.mark.thorough
def test_a_language_more_keeps_an_own_style_too_and_needs_no_full_sync(devices, folder, release):
    desktop, phone = devices
    history, types = desktop.rows(), _name_types(desktop)
    write_course(folder, SECOND)
    assert _import(desktop, release("en")) == {
        "leaf": "updated", "tree": "duplicate", "dark": "duplicate", "day": "duplicate",
    }  # fmt: skip
    assert set(_import(desktop, release(LANG)).values()) == {"new"}
    assert (desktop.sync(), phone.sync()) == (NORMAL, NORMAL)
    for device in (desktop, phone):
        _check_kept(device, history)
        assert "falls in autumn" in _note(device, "trees/en/leaf")["Meaning"]
        names = _name_types(device)
        assert types.items() <= names.items()
        assert {names[each] for each in names.keys() - types.keys()} == {
            f"ptquiz {kind} ({LANG})" for kind in ("term", "recall", "order")
        }
    assert phone.col.models.by_name("ptquiz term")["css"].endswith(MINE)
    assert not phone.col.models.by_name(f"ptquiz term ({LANG})")["css"].endswith(MINE)
    [card] = phone.col.find_cards(f"Name:trees/{LANG}/dark")
    assert ">«Note»</summary>" in phone.col.get_card(card).answer()


@pytest.mark.thorough
def test_another_look_costs_an_older_style_and_needs_no_full_sync(devices, program, release):
    """What may change after the freeze: the styling, and what templates and their scripts say."""
    desktop, phone = devices
    history, types = desktop.rows(), _name_types(desktop)
    with (program / "flashcards" / "text" / "card.css").open("a") as style:
        style.write(THEIRS)
    english = program / "flashcards" / "words" / "en.json"
    english.write_text(english.read_text().replace('"card_note": "Note"', '"card_note": "Remark"'))
    assert set(_import(desktop, release("en")).values()) == {"duplicate"}
    assert (desktop.sync(), phone.sync()) == (NORMAL, NORMAL)
    for device in (desktop, phone):
        _check_kept(device, history)
        assert _name_types(device) == types
    assert phone.col.models.by_name("ptquiz term")["css"].endswith(THEIRS)
    [card] = phone.col.find_cards("Name:trees/en/dark")
    assert ">Remark</summary>" in phone.col.get_card(card).answer()
