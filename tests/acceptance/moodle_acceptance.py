"""Imports into a real Moodle: what arrives is what the JSON export says, and is graded so.

    python -m tests.acceptance.moodle_acceptance MOODLE

MOODLE is the folder of an installed Moodle that nobody uses: every run makes new courses in it.
Needs `php` on the path. README.md beside this file says how to set one up.
"""

import hashlib
import json
import re
import subprocess
import sys
import tempfile
import unicodedata
from base64 import b64decode
from collections import Counter, defaultdict
from itertools import combinations, permutations
from pathlib import Path
from traceback import extract_tb

from flashcards.export.data_files import export_json
from flashcards.export.moodle import export_moodle
from tests.export.test_hostile_texts import make_hostile_plan
from tests.helpers.builtin import builtin_course
from tests.helpers.expected_moodle import compare_row, expect_row, show_cell, show_option, squeeze
from tests.helpers.export_readers import visible
from tests.helpers.quiz_plans import plan_course


class Moodle:
    """A real Moodle in a process of its own."""

    def __init__(self, folder):
        script = Path(__file__).with_name("moodle_answers.php")
        command = ["php", "-d", "memory_limit=4G", str(script), str(folder)]
        pipe = subprocess.PIPE
        self._php = subprocess.Popen(command, stdin=pipe, stdout=pipe, encoding="utf-8")

    def ask(self, function, *words):
        self._php.stdin.write(json.dumps([function, *words]) + "\n")
        self._php.stdin.flush()
        answer = self._php.stdout.readline()
        if not answer.startswith(("[", "{")):
            sys.exit(f"{function} failed: {answer}{self._php.communicate()[0]}")
        return json.loads(answer)


def main(moodle):
    course = builtin_course()
    plans = {f"curriculum, {lang}": plan_course(course, lang=lang) for lang in ("en", "zh")}
    wrong = check_import(moodle, "hostile texts", make_hostile_plan(417))
    wrong += sum(check_import(moodle, name, plan) for name, plan in plans.items())
    swapped = check_import(moodle, "keys swapped", plans["curriculum, en"], swap_keys)
    sys.exit(wrong > 0 or swapped < 100)


def swap_keys(xml):
    """The file with the right and the wrong options of each choice swapped: it must be seen."""
    signs = {'"0"': '"100"', '"100"': '"0"'}
    return re.sub(
        '<question type="multichoice">.*?</question>',
        lambda question: re.sub('(?<=fraction=)"(0|100)"', lambda s: signs[s[0]], question[0]),
        xml, flags=re.DOTALL,
    )  # fmt: skip


def check_import(moodle, name, plan, damage=str):
    """How many questions arrived otherwise than the JSON says, or are graded otherwise."""
    exported = export_moodle(plan)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "questions.xml")
        path.write_text(damage(exported.files[".xml"].decode()), encoding="utf-8")
        arrived = moodle.ask("import_file", "xml", str(path))
    whole = json.loads(export_json(plan).files[".json"])
    refused = {outcome.id for outcome in exported.outcomes if outcome.status == "refused"}
    told = [question for question in whole["questions"] if question["id"] not in refused]
    wrong, graded = defaultdict(list), Counter()
    if not arrived["done"] or [row["id"] for row in arrived["questions"]] != [
        q["id"] for q in told
    ]:
        wrong["the import"].append(arrived["said"][-500:])
    if {*arrived["pictures"]} != list_pictures(whole, told):
        wrong["the import"].append(f"pictures: {arrived['pictures']}")
    for row, question in zip(arrived["questions"], told, strict=False):
        try:
            compare_row(as_row(row), question)
            graded[question["form"]] += grade(moodle, arrived["context"], row, question)
        except AssertionError as fault:
            line = extract_tb(fault.__traceback__)[-1].line
            wrong[question["id"]].append(str(fault)[:600] or line)
    counted = ", ".join(f"{count} {what}" for what, count in sorted(graded.items()) if count)
    print(
        f"Moodle {arrived['release']}, {name}: {len(arrived['questions'])} of "
        f"{len(plan.questions)} questions, {sum(graded.values())} answers graded ({counted}), "
        f"{len(wrong)} wrong; filters: {', '.join(arrived['filters'])}"
    )
    for key, faults in [*wrong.items()][: 0 if damage is not str else 20]:
        print(f"  {key}: {'; '.join(faults)}")
    return len(wrong)


def list_pictures(whole, told):
    """Name and digest of every picture that a text shows."""
    texts = json.dumps(told, ensure_ascii=False)
    return {
        f"{name} {hashlib.sha1(b64decode(data)).hexdigest()}"
        for name, data in whole["pictures"].items()
        if f"]({name})" in texts
    }


def as_row(row):
    """A question of Moodle's database in the words of the comparison."""
    shown = {**row, **{name: visible(row[name]) for name in ("name", "text", "feedback", "grader")}}
    answers = [
        [visible(text), round(share, 5), visible(why)] for text, share, why in row["answers"]
    ]
    if row["type"] == "multichoice":
        shown["answers"] = answers
    shown["steps"] = [text for text, *_ in sorted(answers, key=lambda answer: answer[1])]
    paired = [cell for _, cell in row["pairs"]]
    surplus = [["", cell] for cell in row["cells"] if cell not in paired]
    shown["pairs"] = [[visible(thing), visible(cell)] for thing, cell in [*row["pairs"], *surplus]]
    return shown


def grade(moodle, context, row, told):
    """How many answers were graded; raises AssertionError if Moodle gives one other points."""
    if row["type"] == "essay":
        return 0
    answers = [*_ANSWERS[row["type"]](row, told)]
    given = moodle.ask("grade_responses", row["question"], context, [each for each, _ in answers])
    for (response, share), got in zip(answers, given, strict=True):
        points = share * told["points"]
        assert abs(got - points) < 0.0001, f"{response} gets {got}, not {points}"
    return len(answers)


def answer_choices(row, told):
    """Every option, or every set of them: hits less false picks, of all right ones."""
    options = told["options"]
    places = find_places([text for text, *_ in row["answers"]], [*map(show_option, options)])
    most = len(options) if told["form"] == "multiple" else 1
    right = sum(option["right"] for option in options)
    for size in range(1, most + 1):
        for picked in combinations(range(len(options)), size):
            hits = sum(1 if options[n]["right"] else -1 for n in picked)
            yield [places[n] for n in picked], max(0, hits / right)


def answer_typed(row, told):
    """Every accepted answer, and what is nearly one."""
    case, accepted = told.get("case"), told["accepted"]
    right = {fold(answer, case) for answer in accepted}
    for answer in accepted:
        near = [answer[:-1], answer + "x", "x" + answer, answer[1:2] + answer[:1] + answer[2:]]
        near += [answer.replace("*", "xyz"), re.sub("[a-z]", lambda a: a[0].upper(), answer)]
        for text in filter(str.strip, dict.fromkeys([answer, *near])):
            yield text, float(fold(text, case) in right)


def fold(text, case):
    """What Moodle takes for the same answer."""
    text = unicodedata.normalize("NFC", text).strip()
    return text if case else text.casefold()


def answer_pairs(row, told):
    """Every thing with every cell, and all things with all cells, moved by none, one, two …"""
    cells = {option["name"]: show_cell(option) for option in told["options"]}
    shown = [squeeze(visible(cell)) for cell in row["cells"]]
    things = find_places(
        [t for t, _ in row["pairs"]], [t for t, _ in expect_row(told)["pairs"] if t]
    )
    fits = [shown.index(cells[thing["fits"]]) for thing in told["things"]]
    tried = [{n: shown.index(cell)} for n in range(len(fits)) for cell in cells.values()]
    tried += [dict(enumerate(fits[moved:] + fits[:moved])) for moved in range(len(fits))]
    for cell_of in tried:
        right = sum(fits[n] == cell for n, cell in cell_of.items())
        yield [[things[n], cell] for n, cell in cell_of.items()], right / len(fits)


def answer_orders(row, told):
    """Every order of up to five steps; of more, every one that a swap or a turn makes."""
    wanted = expect_row(told)["steps"]
    places = find_places([text for text, *_ in row["answers"]], wanted)
    count = len(wanted)
    orders = {tuple(range(count)), tuple(reversed(range(count)))}
    orders.update(permutations(range(count)) if count <= 5 else ())
    for a, b in combinations(range(count), 2):
        orders.add(tuple({a: b, b: a}.get(n, n) for n in range(count)))
        orders.add((*range(a, count), *range(a)))
    for order in sorted(orders):
        right = sum(n == place for place, n in enumerate(order))
        yield [places[n] for n in order], right / count


_ANSWERS = {
    "multichoice": answer_choices, "shortanswer": answer_typed, "matching": answer_pairs,
    "ordering": answer_orders,
}  # fmt: skip


def find_places(shown, wanted):
    """The place of each text among those that Moodle shows; equal ones are taken in turn."""
    left = [squeeze(visible(html)) for html in shown]
    places = []
    for text in wanted:
        assert text in left, f"Moodle does not show {text!r}"
        places.append(left.index(text))
        left[places[-1]] = None
    return places


if __name__ == "__main__":
    main(Moodle(Path(sys.argv[1]).resolve()))
