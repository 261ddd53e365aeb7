"""All that learners are shown is said by messages: in a language of «marked» ones nothing else is.

The course is Greek, so that a Latin letter outside of marks is neither said nor the author's.
"""

import html
import re
import shlex

import pytest

from tests.helpers.anki_engine import learner
from tests.helpers.course_files import write_course
from tests.helpers.course_pages import load_page
from tests.helpers.pseudo_language import LANG, make_package, run_pseudo, strip_marked, wrap_all

COURSE = {
    "decks/course.yaml": """\
        id: kkk
        title: Αα
        author: Ββ
        licence: CC0-1.0
        source: xx
        stages: {1: {title: Γγ, goal: Δδ, weeks: 1-2}}
        """,
    "decks/resources.yaml": "resources: {rrr: {title: Εε, url: 'https://e.org/', stage: 1}}\n",
    "decks/d.yaml": """\
        deck: ddd
        title: Ζζ
        entries:
        - {term: Ηη, key: k1, meaning: Θθ., why: Ιι., see: [rrr]}
        - {term: Κκ, key: k2, meaning: Λλ., why: Μμ., as_of: 2026-11}
        - {concept: Νν, key: k3, points: {p: Ξξ, q: Οο}, misconception: Ππ., why: Ππ.}
        - {recall: Ρρ, key: k4, answer: Σσ., why: Ττ.}
        - {cloze: Υυ Φφ Χχ., key: k5, gaps: {1: Φφ}, why: Ψψ.}
        - {order: Ωω, key: k6, steps: {a: αβ, b: αγ, c: αδ}, why: αε.}
        - choose: αζ
          key: k7
          right: {r: αη}
          wrong: {w: {text: αθ, why: αι.}, v: {text: ακ, why: αλ.}}
          why: αμ.
        - compare: {m: αν, n: αξ, o: αξξ}
          key: k8
          rows: {row: {aspect: αο, m: απ, n: αρ, o: αρρ, ask: {m: ας, n: ατ}, why: αυ.}}
        - {code: '1 + 1', key: k9, prints: '2', why: αφ.}
        """,
    "quizzes/q.yaml": (
        "quiz: qqq\ntitle: Ψω\nminutes: 5\npass_mark: 50\nselect: {kind: [choose, order]}\n"
    ),
}
NAMES = re.compile(
    r"ptquiz exam [^\n]*|https://e\.org/|[\w./-]*/(?:course|made|decks)\b[\w./:-]*"
    r"|\bk\d(?:/row)?(?:#\d)?(?:@xx)?\b|\b(?:kkk|ddd|qqq|rrr|xx)\b"  # keys that the author gave
    r"|Enter|y/N|(?<=\s):?[a-z](?=\s)|\b[A-H]\b"  # keys to press, letters of options on paper
    r"|-[A-Z](?=\s)|\w+(?:\|\w+)+"  # the end of Ctrl-L, values to choose from
)
"""What is a name and no word: commands, places, keys."""


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    return make_package(tmp_path_factory.mktemp("package"), wrap_all())


@pytest.fixture
def hear(package, tmp_path, own_home):
    """Runs a command line for the course; gives all that was said, and what no message said."""
    write_course(tmp_path / "course", COURSE)

    def call(line, keys="", package=package):
        said = run_pseudo(package, own_home, *shlex.split(line), keys=keys, cwd=tmp_path)
        assert "Traceback" not in said, said
        return said

    return call


def find_letters(said, *names):
    """The lines with a Latin letter that neither a message nor a name has."""
    rest = NAMES.sub("", strip_marked(said))
    for name in names:
        rest = re.sub(rf"(?<![\w-]){re.escape(name)}(?![\w-])", "", rest)
    return [line for line in rest.splitlines() if re.search("[A-Za-z]", line)]


SITTING = "?\n1\n\n2\n\n:s\n:b\n:f\n:w\n:r\n:u\n1\n\n3\n1\n2\n\n1\n\n:q\n"
LINES = {
    "--plain --course course": SITTING,
    "--plain --cram --course course": "1\n\n2\n\n1\n3\n1\n2 1\n\n" * 6,
    "exam qqq --plain --result r.json --name Ψ --course course": "\n2\n3 1 2\ny\ny\n",
    "stats --course course": "",
    "path --course course": "",
    "checklist --course course": "",
    "glossary --course course": "",
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("line", LINES)
def test_a_command_of_learners_says_nothing_but_messages(hear, line):
    said = hear(line, LINES[line])
    assert said.strip()
    assert find_letters(said) == []


def read_page(text):
    """What a page shows and says to a screen reader."""
    seen = re.sub(r"<script.*?</script>|<style.*?</style>|<meta[^>]*>", "", text, flags=re.DOTALL)
    named = re.findall(r'(?:aria-label|title|placeholder|alt)="([^"]*)"', seen)
    return html.unescape("\n".join([re.sub("<[^>]*>", "\n", seen), *named]))


def test_the_page_and_a_printed_exam_show_nothing_but_messages(hear, tmp_path):
    hear("export web course -o made/web.html")
    hear("export sheet course --quiz qqq -o made")
    pages = {path.name: path for path in (tmp_path / "made").glob("*.html")}
    assert "web.html" in pages
    assert len(pages) >= 2
    for name, path in pages.items():
        text = load_page(path) if name == "web.html" else path.read_text(encoding="utf-8")
        assert find_letters(read_page(text)) == []
        assert f'lang="{LANG}"' in text


def test_cards_in_anki_show_the_marked_words_and_no_others(hear, tmp_path):
    hear("build course -o made/a.apkg")
    with learner(tmp_path / "anki") as somebody:
        somebody.imports(tmp_path / "made" / "a.apkg")
        types = [each for each in somebody.col.models.all() if each["name"].startswith("ptquiz ")]
    assert types
    for kind in types:
        assert kind["name"].endswith(f" ({LANG})")
        for side in (one[side] for one in kind["tmpls"] for side in ("qfmt", "afmt")):
            assert find_letters(read_page(re.sub(r"\{\{[^{}]*\}\}", "", side))) == []
