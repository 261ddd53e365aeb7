"""What arrived in Moodle held against what the JSON export says of the same question."""

import re

from tests.helpers.export_readers import shown_markdown


def compare_with_json(row, told):
    """Assert that a question as Moodle holds it is the one that the JSON export tells."""
    assert row["id"] == told["id"]
    assert squeeze(row["feedback"]) == squeeze(shown_markdown(told.get("explanation", "")))
    expected = show_prompt(told)
    if row["type"] == "cloze":
        expected = expected.replace("[ … ]", squeeze(make_gap(told)))
    assert squeeze(row["text"]) == expected
    _check_code(row, told)
    _CHECKS[row["type"]](row, told)


def show_prompt(told):
    """Stem, code and instruction as a page shows them, on one line."""
    parts = [shown_markdown(told["question"])] if told.get("question") else []
    parts += [told["code"].rstrip()] if "code" in told else []
    parts += [told["instruction"]] if told.get("instruction") else []
    return squeeze("\n".join(part for part in parts if part.strip()))


def show_option(option, described=False):
    """An option as a page shows it, on one line."""
    text = option["text"]
    return squeeze(text if option["literal"] else shown_markdown(text, described))


def make_gap(told):
    """The gap of a cloze question, as Moodle's documentation writes one."""
    variants = "~".join(f"={answer}" for answer in told["accepted"])
    return f"{{{told['points']:g}:SHORTANSWER{'_C' if told.get('case') else ''}:{variants}}}"


def squeeze(words):
    """White space as a page shows it outside code."""
    return " ".join(words.replace("\u2060", "").split())


def _check_code(row, told):
    """Code and output keep every space and line break."""
    if "code" in told and told["form"] != "gap":
        assert told["code"].rstrip().replace("\u2060", "") in row["text"]
    for option in told.get("options", ()) if "answers" in row else ():
        if option["literal"]:
            assert option["text"].replace("\u2060", "") in [answer[0] for answer in row["answers"]]


def _check_choices(row, told):
    right = [option["right"] for option in told["options"]]
    share = 100 / sum(right)
    wrong = -share if told["form"] == "multiple" else 0
    assert row["single"] is (told["form"] == "single")
    assert row["grade"] == told["points"]
    arrived = [(squeeze(text), round(part, 3), squeeze(why)) for text, part, why in row["answers"]]
    assert arrived == [
        (show_option(option), round(share if option["right"] else wrong, 3),
         squeeze(shown_markdown(option["why"] or "")))
        for option in told["options"]
    ]  # fmt: skip


def _check_typed(row, told):
    answers = [answer[0] for answer in row["answers"]]
    assert all("*" not in answer.replace("\\*", "") for answer in answers)
    wanted = list(dict.fromkeys(answer.strip() for answer in told["accepted"]))
    assert [answer.replace("\\*", "*") for answer in answers] == wanted
    assert row["case"] is bool(told.get("case"))


def _check_pairs(row, told):
    cells = {
        option["name"]: write_formulas(show_option(option, described=True))
        for option in told["options"]
    }
    assert [(squeeze(thing), squeeze(cell)) for thing, cell in row["pairs"]] == [
        (squeeze(shown_markdown(thing["text"])), cells[thing["fits"]]) for thing in told["things"]
    ]


def write_formulas(shown):
    """A cell in a list, which holds no formulas: the one of the hostile texts is letters there."""
    return shown.replace(r"\(x^2\)", "x²")


def _check_steps(row, told):
    steps = {option["name"]: show_option(option) for option in told["options"]}
    assert [squeeze(step) for step in row["steps"]] == [steps[name] for name in told["sequence"]]


def _check_essay(row, told):
    assert told["form"] in ("reveal", "points") or any(
        "\n" in answer or not answer.strip() for answer in told["accepted"]
    )
    if told["form"] == "reveal" and told["kind"] != "compare":
        answer = shown_markdown(told.get("answer", "")) + "\n" + told.get("answer_code", "")
        assert squeeze(row["grader"]) == squeeze(answer)


def _check_gap(row, told):
    assert told["form"] == "gap"
    assert re.search(r"\{\d+:SHORTANSWER", row["text"])


_CHECKS = {
    "multichoice": _check_choices,
    "shortanswer": _check_typed,
    "matching": _check_pairs,
    "ordering": _check_steps,
    "essay": _check_essay,
    "cloze": _check_gap,
}
