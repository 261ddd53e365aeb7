"""What arrived in Moodle held against what the JSON export says of the same question."""

import re

from tests.helpers.export_readers import shown_markdown, shown_without_pictures


def compare_with_json(row, told, tables=True):
    """Assert that a question as Moodle holds it is the one that the JSON export tells.

    Without `tables` model answers of comparisons are left out: the JSON has each cell on one
    line.
    """
    assert row["id"] == told["id"]
    assert squeeze(row["name"]) == name_question(told)
    assert set(row["tags"]) == list_tags(told)
    assert row["grade"] == told["points"]
    assert squeeze(row["text"]) == show_prompt(told)
    feedback = squeeze(shown_markdown(told.get("explanation", "")))
    if row["type"] == "essay":
        if tables or told["kind"] != "compare":
            _check_essay(row, told)
    else:
        assert squeeze(row["feedback"]) == feedback
        _check_code(row, told)
        _CHECKS[row["type"]](row, told)


def name_question(told):
    """The id of the card and the beginning of what is asked, without pictures."""
    asked = told.get("question") or told["instruction"]
    stem, card = squeeze(shown_without_pictures(asked)), told["id"].partition("@")[0]
    return squeeze(f"{card}: {stem if len(stem) <= 60 else stem[:59].rstrip() + '…'}")


def list_tags(told):
    """Tags, stage, kind and difficulty, by which a teacher finds questions."""
    return {*told.get("tags", ()), f"stage-{told['stage']}", told["kind"], told["difficulty"]}


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


def show_cell(option):
    """An option in a list: the formula of the hostile texts is letters there."""
    return show_option(option, described=True).replace(r"\(x^2\)", "x²")


def show_answer(told):
    """The model answer as a page shows it, on one line; of a comparison things and cells."""
    answer = told.get("answer", "")
    if told["kind"] == "compare" and answer.startswith("| |"):
        rows = [re.split(r"(?<!\\)\|", line)[1:-1] for line in answer.splitlines()[2:]]
        cells = [cell.strip().replace("\\|", "|") for row in rows for cell in row]
        return "".join(squeeze(shown_markdown(cell)) for cell in cells)
    return squeeze(shown_markdown(answer) + "\n" + told.get("answer_code", ""))


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
    assert row["shuffle"] is not told["keeps_order"]
    arrived = [(squeeze(text), round(part, 3), squeeze(why)) for text, part, why in row["answers"]]
    assert arrived == [
        (show_option(option), round(share if option["right"] else wrong, 3),
         squeeze(shown_markdown(option["why"] or "")))
        for option in told["options"]
    ]  # fmt: skip


def _check_typed(row, told):
    answers = [answer[0] for answer in row["answers"]]
    assert all("*" not in answer.replace("\\*", "") for answer in answers)
    wanted = dict.fromkeys(answer.strip() for answer in told["accepted"])
    assert [answer.replace("\\*", "*") for answer in answers] == list(wanted)
    assert row["case"] is bool(told.get("case"))


def _check_pairs(row, told):
    cells = {option["name"]: show_cell(option) for option in told["options"]}
    surplus = cells.keys() - {thing["fits"] for thing in told["things"]}
    pairs = [
        (squeeze(shown_markdown(thing["text"])), cells[thing["fits"]]) for thing in told["things"]
    ]
    assert [(squeeze(thing), squeeze(cell)) for thing, cell in row["pairs"]] == [
        *pairs,
        *(("", cells[name]) for name in surplus),
    ]


def _check_steps(row, told):
    steps = {option["name"]: show_option(option) for option in told["options"]}
    assert [squeeze(step) for step in row["steps"]] == [steps[name] for name in told["sequence"]]


def _check_essay(row, told):
    assert told["form"] in ("reveal", "points") or any(
        "\n" in answer or not answer.strip() for answer in told["accepted"]
    )
    answer, why = show_answer(told), shown_markdown(told.get("explanation", ""))
    assert _close(row["grader"]) == _close(answer)
    assert _close(row["feedback"]) == _close(why)


def _close(text):
    """Without any space: cells of a table and paragraphs stand apart in many ways."""
    return "".join(squeeze(text).split())


_CHECKS = {
    "multichoice": _check_choices,
    "shortanswer": _check_typed,
    "matching": _check_pairs,
    "ordering": _check_steps,
}
