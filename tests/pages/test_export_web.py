"""`ptquiz export web`: a folder or one file for learners, and the modules that it is made of."""

import json
import re
import struct
from pathlib import Path

from tests.helpers.course_pages import read_decks, read_index

COURSE = str(Path(__file__).parent / "data" / "every-kind")


def read_all(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes()
            for path in Path(folder).rglob("*") if path.is_file()}  # fmt: skip


def test_a_folder_has_the_page_its_worker_and_a_file_for_each_deck(ptquiz):
    assert ptquiz("export", "web", COURSE, "-o", "site") == (
        0, "Wrote site: 20 cards of Every kind.\n", "",
    )  # fmt: skip
    files = read_all("site")
    assert set(files) == {
        "index.html", "worker.js", "manifest.webmanifest",
        "cards/kinds.json", "cards/more.json",
        "icon-512.png",
    }  # fmt: skip
    named = read_index(files["index.html"].decode())["files"]
    assert {address.partition("?")[0] for address in named.values()} == set(files) - {
        "index.html", "worker.js",
    }  # fmt: skip
    assert all(
        json.dumps(address)[1:-1] in files["worker.js"].decode() for address in named.values()
    )


def test_phones_find_icons_of_the_size_that_is_told(ptquiz):
    assert ptquiz("export", "web", COURSE, "-o", "site")[0] == 0
    files = read_all("site")
    touch = re.search(r'rel="apple-touch-icon" href="([^"?]+)', files["index.html"].decode())[1]
    icons = json.loads(files["manifest.webmanifest"])["icons"]
    (picture,) = (icon for icon in icons if icon["type"] == "image/png")
    assert picture["src"] == touch
    width, height = struct.unpack(">II", files[touch][16:24])  # of a PNG's head
    assert f"{width}x{height}" == picture["sizes"] == "512x512"


def test_exported_again_it_has_the_same_bytes_and_no_card_of_an_earlier_export_stays(ptquiz):
    assert ptquiz("export", "web", COURSE, "-o", "site")[0] == 0
    before = read_all("site")
    assert ptquiz("export", "web", COURSE, "-o", "site", "--force")[0] == 0
    assert read_all("site") == before
    Path("site/mine.json").write_text("mine")
    assert ptquiz("export", "web", COURSE, "--deck", "more", "-o", "site", "--force")[0] == 0
    cards = {name for name in read_all("site") if name.endswith(".json")}
    assert cards == {"cards/more.json", "mine.json"}


def test_what_lay_there_before_the_first_export_stays(ptquiz):
    Path("site/cards").mkdir(parents=True)
    Path("site/cards/mine.json").write_text("mine")
    assert ptquiz("export", "web", COURSE, "-o", "site")[0] == 0
    assert Path("site/cards/mine.json").exists()


def test_a_page_that_is_not_ours_is_never_replaced(ptquiz):
    Path("site").mkdir()
    Path("site/index.html").write_text("mine")
    code, _, err = ptquiz("export", "web", COURSE, "-o", "site")
    assert code == 1
    assert "site/index.html" in err
    assert read_all("site") == {"index.html": b"mine"}


def test_one_file_holds_everything_and_may_ask_for_nothing(ptquiz):
    assert ptquiz("export", "web", COURSE, "--lang", "zh", "-o", "one.html")[0] == 0
    text = Path("one.html").read_text(encoding="utf-8")
    assert set(read_decks(text)) == {"kinds"}
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', text)[1]
    assert "connect-src" not in policy
    assert "unsafe" not in policy


def test_the_policy_of_a_folder_allows_its_own_files_alone(ptquiz):
    ptquiz("export", "web", COURSE, "-o", "site")
    text = Path("site/index.html").read_text(encoding="utf-8")
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', text)[1]
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    assert rules.pop("style-src").startswith("'sha256-")
    assert rules.pop("script-src").startswith("'sha256-")
    assert rules == {
        "default-src": "'none'", "base-uri": "'none'", "form-action": "'none'",
        "img-src": "data: 'self'", "connect-src": "'self'",
        "manifest-src": "'self'", "worker-src": "'self'",
    }  # fmt: skip


def test_learners_are_told_no_places_warnings_or_facts(ptquiz):
    ptquiz("export", "web", COURSE, "-o", "site")
    cards = json.loads(Path("site/cards/kinds.json").read_text(encoding="utf-8"))
    assert {name for card in cards.values() for name in card} == {
        "front", "back", "script", "question",
    }  # fmt: skip
