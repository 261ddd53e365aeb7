"""What Moodle must show of a question, out of what the JSON export says of it."""

from tests.helpers.export_readers import shown_markdown, shown_without_pictures

TYPES = {"single": "multichoice", "multiple": "multichoice", "type": "shortanswer",
         "gap": "shortanswer", "match": "matching", "order": "ordering"}  # fmt: skip


def squeeze(value):
    """White space as a page shows it outside code, in every text of a value."""
    if isinstance(value, str):
        return " ".join(value.replace("\u2060", "").split())
    if isinstance(value, dict):
        return {name: squeeze(part) for name, part in value.items()}
    return [squeeze(part) for part in value] if isinstance(value, list) else value


def show_prompt(told):
    """Stem, code and instruction as a page shows them, on one line."""
    code, instruction = told.get("code", ""), told.get("instruction", "")
    return squeeze("\n".join([shown_markdown(told.get("question", "")), code, instruction]))


def show_option(option, described=False):
    """An option as a page shows it, on one line."""
    text = option["text"]
    return squeeze(text if option["literal"] else shown_markdown(text, described))


def show_cell(option):
    """An option in a list: the formula of the hostile texts is letters there."""
    return show_option(option, described=True).replace(r"\(x^2\)", "x^2")


def expect_row(told):
    """The question as `read_moodle` reads it, without differences of white space."""
    asked, card = told.get("question") or told["instruction"], told["id"].partition("@")[0]
    stem = squeeze(shown_without_pictures(asked))
    row = {
        "id": told["id"],
        "name": squeeze(f"{card}: {stem if len(stem) <= 60 else stem[:59].rstrip() + '…'}"),
        "type": TYPES.get(told["form"], "essay"),
        "text": show_prompt(told),
        "feedback": squeeze(shown_markdown(told.get("explanation", ""))),
        "grade": told["points"],
    }
    if any("\n" in answer or not answer.strip() for answer in told.get("accepted", ())):
        row["type"] = "essay"
    options = {option["name"]: option for option in told.get("options", ())}
    match row["type"]:
        case "multichoice":
            share = round(100 / sum(option["right"] for option in options.values()), 5)
            wrong = -share if told["form"] == "multiple" else 0
            row |= {"single": told["form"] == "single", "shuffle": not told["keeps_order"]}
            row["answers"] = [
                [show_option(o), share if o["right"] else wrong,
                 squeeze(shown_markdown(o["why"] or ""))]
                for o in options.values()
            ]  # fmt: skip
        case "shortanswer":
            accepted = dict.fromkeys(answer.strip() for answer in told["accepted"])
            row["case"] = bool(told.get("case"))
            row["answers"] = [[squeeze(a.replace("*", r"\*")), 100, ""] for a in accepted]
        case "matching":
            things = {thing["fits"] for thing in told["things"]}
            row["pairs"] = [
                [squeeze(shown_markdown(thing["text"])), show_cell(options[thing["fits"]])]
                for thing in told["things"]
            ]
            row["pairs"] += [["", show_cell(o)] for n, o in options.items() if n not in things]
        case "ordering":
            row["steps"] = [show_option(options[name]) for name in told["sequence"]]
    return row


def compare_row(row, told):
    """Assert that a question as Moodle holds it is the one that the JSON export tells."""
    expected = expect_row(told)
    assert squeeze({name: row[name] for name in expected}) == expected
    tags = {*told.get("tags", ()), f"stage-{told['stage']}", told["kind"], told["difficulty"]}
    assert {*row["tags"]} == tags
    if "code" in told and told["form"] != "gap":  # every space and line break
        assert told["code"].rstrip().replace("\u2060", "") in row["text"]
    if row["type"] == "essay":  # cells of a table and paragraphs stand apart in many ways
        assert "".join(row["grader"].split()) == "".join(show_answer(told).split())


def show_answer(told):
    """The model answer as a page shows it."""
    return squeeze(shown_markdown(told.get("answer", "")) + "\n" + told.get("answer_code", ""))
