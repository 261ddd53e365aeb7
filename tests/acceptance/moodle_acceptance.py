"""Imports into a real Moodle: what arrives is what the JSON export says, and is graded right.

    python tests/acceptance/moodle_acceptance.py MOODLE

MOODLE is the folder of an installed Moodle 4.4 or newer that nobody uses: every run makes new
courses in it. Needs `php` on the path. README.md beside this file says how to set one up.
"""

import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path
from xml.sax.saxutils import escape

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT))

from flashcards.cards import list_notes  # noqa: E402
from flashcards.export.gift import export_gift  # noqa: E402
from flashcards.export.json_file import export_json  # noqa: E402
from flashcards.export.moodle import export_moodle  # noqa: E402
from flashcards.export.quiz_plan import QuizPlan  # noqa: E402
from flashcards.model import Quiz  # noqa: E402
from flashcards.questions.draw import draw_quiz  # noqa: E402
from flashcards.source import load_course  # noqa: E402
from flashcards.text.images import load_pictures  # noqa: E402
from tests.export.test_hostile_texts import make_hostile_plan  # noqa: E402
from tests.helpers.export_readers import visible  # noqa: E402
from tests.helpers.moodle_comparison import compare_with_json  # noqa: E402
from tests.helpers.moodle_parser import parse_as_moodle  # noqa: E402

HERE = Path(__file__).parent
TYPES = {"match": "matching", "multianswer": "cloze"}


def main(moodle):
    with tempfile.TemporaryDirectory() as folder:
        check_model(moodle, Path(folder))
        plans = {
            "hostile texts": make_hostile_plan(417),
            "curriculum, en": make_plan("en"),
            "curriculum, zh": make_plan("zh"),
        }
        wrong = 0
        for name, plan in plans.items():
            wrong += check_import(moodle, Path(folder), name, plan, "xml")
            if name != "hostile texts":
                wrong += check_import(moodle, Path(folder), name, plan, "gift")
    sys.exit(wrong > 0)


def make_plan(lang):
    course = load_course()
    quiz = Quiz(quiz="all", title="Everything", shuffle=False)
    return QuizPlan(
        title="Everything", course=course.info.title, seed="all", version="1", lang=lang,
        questions=draw_quiz(quiz, list_notes(course, lang), "all").questions,
        pictures=load_pictures(course, course.media),
    )  # fmt: skip


def php(script, *words):
    command = ["php", "-d", "memory_limit=4G", str(HERE / script), *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{script} failed: {done.stdout[-2000:]}{done.stderr[-2000:]}")
    return json.loads(done.stdout)


def check_model(moodle, folder):
    """The tests' model of Moodle's reader gives what the reader gives."""
    chance, compared = random.Random(1), 0
    pieces = [
        " ",
        "\n",
        "  ",
        "<",
        ">",
        "&",
        "a",
        "bc",
        "0",
        "é",
        "梯度",
        "😀",
        " " * 150,
        "x" * 200,
    ]
    for _ in range(30):
        texts = ["".join(chance.choices(pieces, k=chance.randint(0, 40))) for _ in range(120)]
        written = [f"<text>{mark(chance, text)}</text>" for text in texts]
        path = folder / "texts.xml"
        path.write_text(f"<quiz>{''.join(written)}</quiz>", encoding="utf-8")
        model = [text.text for text in parse_as_moodle(path.read_bytes())]
        assert php("moodle_reader.php", moodle, path) == model
        compared += len(texts)
    print(f"model of the reader: {compared} texts, all as the reader gives them")


def mark(chance, text):
    return escape(text) if chance.random() < 0.5 else f"<![CDATA[{text}]]>"


def check_import(moodle, folder, name, plan, form):
    """How many questions arrived otherwise than the JSON says, or are graded wrong."""
    exported = (export_moodle if form == "xml" else export_gift)(plan)
    (data,) = exported.files.values()
    path = folder / f"questions.{form}"
    path.write_bytes(data)
    arrived = php("moodle_import.php", moodle, form, path)
    told = {each["id"]: each for each in json.loads(export_json(plan).files[".json"])["questions"]}
    refused = {outcome.id for outcome in exported.outcomes if outcome.status == "refused"}
    rows = arrived["questions"]
    assert arrived["done"], arrived["said"][-2000:]
    assert [row["id"] for row in rows] == [q.id for q in plan.questions if q.id not in refused]
    wrong = [row["id"] for row in rows if not is_right(row, told[row["id"]], form)]
    graded = [row for row in rows if row.get("right") is not None]
    print(
        f"Moodle {arrived['release']}, {form}, {name}: {len(rows)} questions arrived "
        f"({len(refused)} were refused by the export), {len(graded)} graded, "
        f"{len(wrong)} wrong {wrong[:20]}; filters: {', '.join(arrived['filters'])}"
    )
    return len(wrong)


def is_right(row, told, form):
    if row.get("right") is not None and (row["right"] < 0.99999 or row["wrong"] > worst(row)):
        print(f"{row['id']}: the right answer gets {row['right']}, a wrong one {row['wrong']}")
        return False
    if form == "gift":
        shown = visible(row["text"])
        return told["form"] == "gap" or told.get("code", "").rstrip() in shown
    try:
        compare_with_json(as_row(row), told)
    except AssertionError as difference:
        print(f"{row['id']}: {str(difference)[:600]}")
        return False
    return True


def worst(row):
    """What no answer gets, or steps the other way round: the middle one of an odd number fits."""
    steps = len(row["answers"]) if row["type"] == "ordering" else 0
    return 1 / steps + 0.00001 if steps % 2 else 0


def as_row(row):
    """A question of Moodle's database in the words of the comparison."""
    kind = TYPES.get(row["type"], row["type"])
    shown = {
        **row,
        "type": kind,
        "text": visible(row["text"]),
        "feedback": visible(row["feedback"]),
    }
    if kind == "cloze":
        variants = "~".join(f"={text}" for text, *_ in row["answers"])
        mark = f"{{{row['grade']:g}:SHORTANSWER{'_C' if row['case'] else ''}:{variants}}}"
        shown["text"] = shown["text"].replace("{#1}", mark)
        del shown["answers"]
    elif kind == "ordering":
        steps = sorted(row["answers"], key=lambda answer: answer[1])
        shown["steps"] = [visible(text) for text, *_ in steps]
        del shown["answers"]
    elif kind == "multichoice":
        shown["answers"] = [[visible(t), share, visible(why)] for t, share, why in row["answers"]]
    elif kind == "matching":
        shown["pairs"] = [[visible(thing), visible(cell)] for thing, cell in row["pairs"]]
    elif kind == "essay":
        shown["grader"] = visible(row["grader"])
    return shown


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
