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
from contextlib import contextmanager
from itertools import combinations, permutations
from pathlib import Path
from traceback import extract_tb

from flashcards.export.data_files import export_json
from flashcards.export.moodle import export_moodle
from flashcards.questions.question import FORMS
from tests.acceptance.planted_mistakes import MISTAKES
from tests.export.test_hostile_texts import make_hostile_plan
from tests.export.test_whole_curriculum import plan_curriculum
from tests.helpers.changes import replace
from tests.helpers.export_readers import shown_markdown, visible
from tests.helpers.moodle_comparison import (
    compare_with_json,
    show_cell,
    show_option,
    squeeze,
)


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
    english = plan_curriculum("en")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "questions"
        wrong = check_mistakes(moodle, path, choose_few(english))
        wrong += check_import(moodle, path, "hostile texts", make_hostile_plan(417))
        wrong += check_import(moodle, path, "curriculum, en", english)
        wrong += check_import(moodle, path, "curriculum, zh", plan_curriculum("zh"))
    sys.exit(wrong > 0)


def choose_few(plan):
    """Six questions of each form, those with the most aliases."""
    ordered = sorted(plan.questions, key=lambda drawn: -len(drawn.question.accepted))
    chosen = {d.id for form in FORMS for d in [d for d in ordered if d.question.form == form][:6]}
    return replace(plan, questions=tuple(drawn for drawn in plan.questions if drawn.id in chosen))


def check_mistakes(moodle, path, plan):
    """How many planted mistakes are not seen where they must be."""
    (data,) = export_moodle(plan).files.values()
    missed = 0
    for name, must_see, pattern, repl in MISTAKES:
        damaged, found = re.subn(pattern, repl, data.decode(), count=1, flags=re.DOTALL)
        assert found, f"no place for '{name}'"
        path.write_text(damaged, encoding="utf-8")
        _, wrong, _ = compare_import(moodle, path, plan)
        seen = {fault.partition(":")[0] for faults in wrong.values() for fault in faults}
        missed += must_see not in seen if must_see else len(seen)
        told = f"seen in {' and '.join(sorted(seen))} of {', '.join(wrong)}" if seen else "not seen"
        print(f"planted, {name}: {told}")
    return missed


def check_import(moodle, path, name, plan):
    """How many questions arrived otherwise than the JSON says, or are graded otherwise."""
    (data,) = export_moodle(plan).files.values()
    path.write_bytes(data)
    arrived, wrong, graded = compare_import(moodle, path, plan)
    counted = ", ".join(f"{count} {what}" for what, count in sorted(graded.items()) if count)
    print(
        f"Moodle {arrived['release']}, {name}: {len(arrived['questions'])} of "
        f"{len(plan.questions)} questions, {sum(graded.values())} answers graded ({counted}), "
        f"{len(wrong)} wrong; filters: {', '.join(arrived['filters'])}"
    )
    for key, faults in list(wrong.items())[:20]:
        print(f"  {key}: {'; '.join(faults)[:600]}")
    return len(wrong)


def compare_import(moodle, path, plan):
    """What an import made, what is wrong with which question, how many answers were graded."""
    arrived = moodle.ask("import_file", "xml", str(path))
    whole = json.loads(export_json(plan).files[".json"])
    refused = {o.id for o in export_moodle(plan).outcomes if o.status == "refused"}
    told = {each["id"]: each for each in whole["questions"] if each["id"] not in refused}
    wrong, graded = defaultdict(list), Counter()
    rows = {row["id"]: row for row in arrived["questions"]}
    if not arrived["done"] or list(rows) != list(told) or len(rows) != len(arrived["questions"]):
        wrong["the import"].append(f"number: {arrived['said'][-500:]}")
    if set(arrived["pictures"]) != list_pictures(whole, told):
        wrong["the import"].append(f"pictures: {arrived['pictures']}")
    for key in (key for key in told if key in rows):
        row, question = rows[key], told[key]
        with faults_in("texts", wrong[key]):
            compare_with_json(as_row(row), question)
        with faults_in("grades", wrong[key]):
            graded[question["form"]] += grade(moodle, arrived["context"], row, question)
    return arrived, {key: faults for key, faults in wrong.items() if faults}, graded


@contextmanager
def faults_in(what, faults):
    """Add to the faults what does not hold."""
    try:
        yield
    except AssertionError as fault:
        faults.append(f"{what}: {str(fault) or extract_tb(fault.__traceback__)[-1].line}")


def list_pictures(whole, told):
    """Name and digest of every picture that a text shows."""
    texts = json.dumps(list(told.values()), ensure_ascii=False)
    return {
        f"{name} {hashlib.sha1(b64decode(data)).hexdigest()}"
        for name, data in whole["pictures"].items()
        if f"]({name})" in texts
    }


def as_row(row):
    """A question of Moodle's database in the words of the comparison."""
    shown = {**row, **{name: visible(row[name]) for name in ("name", "text", "feedback", "grader")}}
    answers = [[visible(text), share, visible(why)] for text, share, why in row["answers"]]
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
    answers = list(_ANSWERS[told["form"]](row, told))
    responses = [response for response, _ in answers]
    given = moodle.ask("grade_responses", row["question"], context, responses)
    points = told["points"]
    for (response, share), got in zip(answers, given, strict=True):
        assert abs(got - share * points) < 0.0001, f"{response} gets {got}, not {share * points}"
    return len(answers)


def answer_choices(row, told):
    """Every option, or every set of them: hits less false picks, of all right ones."""
    options = told["options"]
    shown = [text for text, *_ in row["answers"]]
    places = find_places(shown, [show_option(option) for option in options])
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
    assert set(cells.values()) <= set(shown), f"Moodle shows {shown}, not {cells}"
    wanted = [squeeze(shown_markdown(thing["text"])) for thing in told["things"]]
    things = find_places([thing for thing, _ in row["pairs"]], wanted)
    fits = [shown.index(cells[thing["fits"]]) for thing in told["things"]]
    tried = [{n: shown.index(cell)} for n in range(len(fits)) for cell in cells.values()]
    tried += [dict(enumerate(fits[moved:] + fits[:moved])) for moved in range(len(fits))]
    for cell_of in tried:
        right = sum(fits[n] == cell for n, cell in cell_of.items())
        yield [[things[n], cell] for n, cell in cell_of.items()], right / len(fits)


def answer_orders(row, told):
    """Every order of up to five steps; of more, every one that a swap or a turn makes."""
    steps = {option["name"]: show_option(option) for option in told["options"]}
    wanted = [steps[name] for name in told["sequence"]]
    places = find_places([text for text, *_ in row["answers"]], wanted)
    count = len(wanted)
    orders = {tuple(range(count)), tuple(reversed(range(count)))}
    orders.update(permutations(range(count)) if count <= 5 else ())
    for a, b in combinations(range(count), 2):
        orders.add(tuple({a: b, b: a}.get(n, n) for n in range(count)))
        orders.add((*range(a, count), *range(a)))
    for order in sorted(orders):
        right = sum(wanted[n] == wanted[place] for place, n in enumerate(order))
        yield [places[n] for n in order], right / count


_ANSWERS = {
    "single": answer_choices, "multiple": answer_choices, "type": answer_typed,
    "gap": answer_typed, "match": answer_pairs, "order": answer_orders,
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
