"""One course with every form of `question`, `ask`, `which`, `wrong` and `why`, through all of it.

What each card must ask was written down from the YAML by hand: the questions that the
author wrote, their options, which one is right, and the reason that belongs to it.
"""

import json
import re
import shutil
from pathlib import Path
from typing import NamedTuple

import jsonschema
import pytest
import yaml

from flashcards.cards import list_cards
from flashcards.cli import run
from flashcards.course.load import load_course
from flashcards.course.new_course import course_schema
from tests.helpers.anki_engine import learner
from tests.helpers.course_pages import load_page
from tests.helpers.export_readers import (
    read_canvas,
    read_csv,
    read_moodle,
    visible,
)

COURSE = Path(__file__).parent / "data" / "comparisons"
ALL = "All three train one model on many GPUs."
ALL_ZH = "三者都在多个 GPU 上训练一个模型。"


class Asked(NamedTuple):
    """A question that the author wrote, as people see it."""

    stem: str
    right: str
    wrong: dict[str, str]
    """The wrong options and what is told about each of them."""
    why: str

    @property
    def options(self):
        return {self.right: "", **self.wrong}


QUESTIONS = {
    "wrappers/process#1": Asked(
        "How many processes does DataParallel start on one machine?",
        "one for all GPUs",
        {
            "one per GPU": "That would be DistributedDataParallel or FSDP.",
            "one per machine": "",
            "one per layer": "Layers are not what is split here.",
        },
        f"Its replicas run in threads.\n{ALL}",
    ),
    "wrappers/process#2": Asked(
        "How many processes does DDP start on one machine?",
        "one per GPU",
        {
            "one for all GPUs": "That would be DataParallel. Its replicas run in threads.",
            "one per machine": "",
            "one per layer": "Layers are not what is split here.",
        },
        f"No interpreter lock is shared.\n{ALL}",
    ),
    "wrappers/weights#2": Asked(
        "What does DDP keep of the weights on each GPU?",
        "a copy for good",
        {
            "a copy for each batch": "That would be DataParallel.",
            "a shard": "That would be FSDP.",
            "some layers": "That is pipeline parallelism.",
        },
        f"Only shards save memory.\n{ALL}",
    ),
    "wrappers/weights#3": Asked(
        "Which wrapper fits a model that is larger than one GPU?",
        "FSDP",
        {
            "DataParallel": "Weights on each GPU: a copy for each batch",
            "DistributedDataParallel": "Weights on each GPU: a copy for good",
        },
        f"Only shards save memory.\n{ALL}",
    ),
    "copies/storage#1": Asked(
        "What storage does x.view(-1) have?",
        "shared",
        {"its own": "That would be clone.", "shared until the first write": ""},
        "",
    ),
}
CHINESE = {
    "wrappers/process#1": Asked(
        "在有 4 个 GPU 的机器上，数据并行启动几个进程？",
        "所有 GPU 共用一个",
        {
            "每个 GPU 一个": "那是分布式数据并行、全分片数据并行的情况。",
            "每台机器一个": "",
            "每层一个": "这里拆分的不是层。",
        },
        f"它的副本在线程中运行。\n{ALL_ZH}",
    ),
    "wrappers/process#2": Asked(
        "在有 4 个 GPU 的机器上，DDP 启动几个进程？",
        "每个 GPU 一个",
        {
            "所有 GPU 共用一个": "那是数据并行的情况。它的副本在线程中运行。",
            "每台机器一个": "",
            "每层一个": "这里拆分的不是层。",
        },
        f"不共享解释器锁。\n{ALL_ZH}",
    ),
    "wrappers/weights#2": Asked(
        "DDP 在每个 GPU 上保留权重的什么？",
        "一份长期副本",
        {
            "每个批次一份副本": "那是数据并行的情况。",
            "一个分片": "那是全分片数据并行的情况。",
            "其中几层": "那是流水线并行。",
        },
        f"只有分片才节省内存。\n{ALL_ZH}",
    ),
    "wrappers/weights#3": Asked(
        "哪种封装适合比单个 GPU 更大的模型？",
        "全分片数据并行",
        {
            "数据并行": "每个 GPU 上的权重：每个批次一份副本",
            "分布式数据并行": "每个 GPU 上的权重：一份长期副本",
        },
        f"只有分片才节省内存。\n{ALL_ZH}",
    ),
    "copies/storage#1": Asked(
        "x.view(-1) 的存储是什么样的？",
        "共享",
        {"独有": "那是 clone 的情况。", "首次写入前共享": ""},
        "",
    ),
}
ROWS = {
    "wrappers/process#0": f"DataParallel: Its replicas run in threads.\n"
    f"DistributedDataParallel: No interpreter lock is shared.\n{ALL}",
    "wrappers/weights#0": f"Only shards save memory.\n{ALL}",
    "wrappers/size#0": ALL,
    "copies/storage#0": "",
}
"""The cards of whole rows and what explains them."""
SENTENCES = {
    "wrappers/process#0": "How many processes does each wrapper start on one machine?",
    "wrappers/weights#0": "Weights on each GPU",
    "wrappers/size#0": "How large a model can each wrapper train?",
    "copies/storage#0": "What storage do the results of view and clone have?",
}
"""What asks them: the author's sentence, or what is compared if the row is matched without one."""
PAIRS = {
    "DataParallel": "a copy for each batch",
    "DistributedDataParallel": "a copy for good",
    "FSDP": "a shard",
}
"""The one row with three cells to choose from: it is matched, the others are recalled."""
SURPLUS = "some layers"
"""What is offered beside these cells and fits none of the things."""
IDS = sorted({*QUESTIONS, *ROWS})


@pytest.fixture
def ptquiz(tmp_path, monkeypatch, capsys):
    """Runs a command line beside a copy of the course."""
    shutil.copytree(COURSE, tmp_path / "course")
    monkeypatch.chdir(tmp_path)

    def call(*words):
        code = run(list(words))
        said = capsys.readouterr()
        return code, said.out, said.err

    return call


def change(path, old, new):
    text = Path(path).read_text(encoding="utf-8")
    assert text.count(old) == 1
    Path(path).write_text(text.replace(old, new), encoding="utf-8")


def find_line(path, start):
    """The number of the one line that begins so, white space apart."""
    lines = Path(path).read_text(encoding="utf-8").splitlines()
    (found,) = (number for number, line in enumerate(lines, 1) if line.strip() == start.strip())
    return found


UNEXPLAINED = (
    "course/decks/wrappers.yaml:50:19: warning: has no explanation; "
    "add 'why': the reason in one line, or 'why: {view: …}' [missing-why]"
)
"""One row has no 'why', to show what becomes of it."""


def test_check_finds_only_the_row_without_a_why(ptquiz):
    code, out, err = ptquiz("check", "course")
    assert (code, out.splitlines(), err) == (
        0,
        [UNEXPLAINED, "0 problems, 1 warning in Side by side"],
        "",
    )


def test_there_is_a_card_for_each_row_and_each_question_that_was_written(ptquiz):
    course = load_course(COURSE)
    for lang in ("en", "zh"):
        assert sorted(card.id for card in list_cards(course, lang)) == IDS
    assert json.loads(ptquiz("list", "course", "--json")[1])["cards"] == len(IDS)


def test_after_a_release_check_tells_what_became_of_a_question(ptquiz):
    shutil.rmtree("course/decks/zh")
    change("course/decks/course.yaml", "languages: [en, zh]\npromises:\n  zh: [compare]\n", "")
    assert ptquiz("build", "course", "--release", "-o", "deck.apkg")[0] == 0
    deck = "course/decks/wrappers.yaml"
    change(deck, "What does DDP keep of the weights", "Which weights does DDP keep")
    change(deck, "Only shards save memory.", "Shards alone save memory.")
    change(deck, "node: one per machine", "node: one per host")
    change(deck, "How large a model can each wrapper train?", "How large may a model be?")
    assert ptquiz("check", "course")[1].splitlines() == [
        UNEXPLAINED,
        "0 problems, 1 warning in Side by side",
    ]
    change(deck, "ask: {ddp: Which weights does DDP keep on each GPU?}", "")
    change(deck, "which: {fsdp: Which wrapper fits", "ask: {fsdp: Which wrapper fits")
    change(deck, "      question: How many processes does each wrapper start on one machine?\n", "")
    code, out, _ = ptquiz("check", "course")
    assert (code, out.splitlines()) == (
        1,
        [
            f"{deck}:5:3: 'wrappers/process' was released with a card about all its things, "
            "which has vanished: write its 'question:'; with more than three things, "
            "give three of them different cells",
            f"{deck}:5:3: 'wrappers/weights' was released with dp, ddp (ask), fsdp (which) "
            "in this order: keep these and how they are asked about, "
            "and append new ones at the end",
            UNEXPLAINED.replace(":50:", ":49:"),
            "2 problems, 1 warning in Side by side",
        ],
    )


def test_a_row_that_nothing_asks_is_a_warning_with_its_line_and_no_card(ptquiz):
    deck, overlay = "course/decks/wrappers.yaml", "course/decks/zh/wrappers.yaml"
    change(deck, "      question: How large a model can each wrapper train?\n", "")
    change(overlay, "        question: 每种封装能训练多大的模型？\n", "")
    code, out, _ = ptquiz("check", "course")
    told = [line for line in out.splitlines() if line.endswith("[row-without-card]")]
    assert code == 0
    assert [line.partition(" warning: ")[0] for line in told] == [
        f"{deck}:{find_line(deck, '    size:') + 1}:7:"  # where what the row holds begins
    ]
    left = [card.id for card in list_cards(load_course(Path("course")))]
    assert sorted([*left, "wrappers/size#0"]) == IDS


# The terminal


def number_of(terminal, option):
    line = rf"^[ ›]*(\d)  {re.escape(option)}\s*$"
    return re.findall(line, terminal.text(), re.MULTILINE)[-1]


def start(sit, key, *form):
    return sit("--key", key, *form, course=COURSE, columns=100)


def test_a_row_of_three_cells_is_matched_on_the_terminal(sit, answers):
    terminal = start(sit, "wrappers/weights")
    terminal.wait_for("1–4 ↑ ↓ place")
    assert number_of(terminal, SURPLUS) in "1234"
    matched = "DataParallel → a copy for each batch"
    terminal.answer(number_of(terminal, "a copy for each batch"), then=matched)
    matched = "DistributedDataParallel → a copy for good"
    terminal.answer(number_of(terminal, "a copy for good"), then=matched)
    terminal.answer(number_of(terminal, "a shard"), then="Asked again")
    assert "Right." in terminal.text()
    assert "Only shards save memory." in terminal.text()
    assert [(each.card, each.form) for each in answers()] == [("wrappers/weights#0", "match")]


def test_a_row_of_two_cells_is_recalled_on_the_terminal(sit, answers):
    terminal = start(sit, "wrappers/process")
    terminal.wait_for("show the answer")
    assert SENTENCES["wrappers/process#0"] in terminal.text()
    assert "FSDP" not in terminal.text()
    terminal.answer(" ", then="1 Again")
    shown = terminal.text()
    assert "Processes" not in shown
    assert re.search(r"FSDP +one per GPU", shown)
    assert "DataParallel: Its replicas run in threads." in shown
    terminal.press("3")
    terminal.wait_until(lambda text: "1 Again" not in text, "the rating stays")
    terminal.wait_until_keys_count()
    assert [(each.card, each.form) for each in answers()] == [("wrappers/process#0", "reveal")]


def test_a_question_is_asked_on_the_terminal_and_a_mistake_is_explained(sit, answers):
    make_a_mistake(sit, answers, "wrappers/process#1")


def test_each_question_about_a_row_is_asked_on_the_terminal_in_its_turn(sit, answers):
    terminal = start(sit, "wrappers/weights", "--form", "single", "--cram")
    terminal.wait_for("What does DDP keep of the weights on each GPU?")
    terminal.answer(number_of(terminal, "a copy for good"), then="Right.")
    terminal.press(" ")
    terminal.wait_for("Which wrapper fits a model that is larger than one GPU?")
    terminal.press("q")
    assert terminal.finish() == 0
    make_a_mistake(sit, answers, "wrappers/weights#2")


def make_a_mistake(sit, answers, card):
    """Chooses a wrong option of a card: what is told belongs to that option and that card."""
    asked = QUESTIONS[card]
    terminal = start(sit, card.partition("#")[0], "--form", "single")
    terminal.wait_for(asked.stem)
    terminal.wait_for(f"1–{len(asked.options)} ↑ ↓ choose")
    for option in asked.options:
        terminal.wait_for(f"  {option}")
    option, told = next((option, told) for option, told in asked.wrong.items() if told)
    terminal.answer(number_of(terminal, option), then="Asked again")
    shown = " ".join(terminal.text().split())
    assert re.search(rf"›✗ \d {re.escape(option)}", shown)
    assert told in shown
    assert re.search(rf" ✓ \d {re.escape(asked.right)}", shown)
    assert asked.why.replace("\n", " ") in shown
    assert [(each.card, each.form, each.score) for each in answers()][-1] == (card, "single", 0.0)


# The real Anki


@pytest.fixture(params=["en", "zh"])
def anki(request, ptquiz, tmp_path):
    """A learner who imported the course in one language, and what the cards must ask."""
    code, _, err = ptquiz("build", "course", "--lang", request.param, "-o", "deck.apkg")
    assert code == 0, err
    with learner(tmp_path / "who") as who:
        who.imports(tmp_path / "deck.apkg")
        yield who, QUESTIONS if request.param == "en" else CHINESE, request.param


def cards_in(who, lang):
    found = (who.col.get_card(number) for number in who.col.find_cards(""))
    start = f"comparisons/{lang}/"
    return {f"{card.note().fields[0].removeprefix(start)}#{card.ord}": card for card in found}


def read_options(html):
    """Text of each option to its mark and reason, in a card that Anki rendered."""
    found = re.findall(r'<li class="(ok|no)" dir="auto">(.*?) <span class="mark">(.*?)</span>'
                       r'(?:<div class="because">(.*?)</div>)?</li>', html)  # fmt: skip
    return {visible(text): (mark, visible(why)) for mark, text, _, why in found}


def read_part(html, name):
    """What an element of a card shows, without its label."""
    found = re.search(
        rf'<(div|details) class="{name}" dir="auto"[^>]*>(.*?)</\1>\n', html, re.DOTALL
    )
    label = r'^<(div|summary) class="label[^>]*>.*?</\1>'
    return visible(re.sub(label, "", found[2])) if found else ""


def test_anki_has_cards_exactly_where_a_question_was_written(anki):
    who, _, lang = anki
    who.check_everything()
    assert sorted(cards_in(who, lang)) == IDS


def test_anki_asks_each_question_with_its_options_and_explains_its_answer(anki):
    who, questions, lang = anki
    cards = cards_in(who, lang)
    for name, asked in questions.items():
        front, back = cards[name].question(), cards[name].answer()
        assert read_part(front, "question") == asked.stem
        assert read_part(front, "why") == ""
        marked = {
            asked.right: ("ok", ""),
            **{option: ("no", told) for option, told in asked.wrong.items()},
        }
        assert read_options(front) == read_options(back) == marked, name
        assert read_part(back, "why") == asked.why, name


def test_anki_explains_the_whole_row_with_the_reasons_of_all_its_things(anki):
    who, _, lang = anki
    if lang == "en":
        cards = cards_in(who, lang)
        told = f"{ROWS['wrappers/weights#0']}\n✗ {SURPLUS}: That is pipeline parallelism."
        expected = ROWS | {"wrappers/weights#0": told}
        assert {name: read_part(cards[name].answer(), "why") for name in ROWS} == expected
        asked = {name: read_part(cards[name].question(), "question") for name in ROWS}
        assert asked == SENTENCES
        assert f'data-surplus="{SURPLUS}"' in cards["wrappers/weights#0"].question()
    else:
        why = read_part(cards_in(who, lang)["wrappers/process#0"].answer(), "why")
        assert why.splitlines() == [
            "数据并行：它的副本在线程中运行。",
            "分布式数据并行：不共享解释器锁。",
            ALL_ZH,
        ]


# Exports


@pytest.fixture
def export(ptquiz):
    def read(name, suffix, *more):
        code, out, err = ptquiz("export", name, "course", *more, "-o", f"out{suffix}")
        assert code == 0, err
        assert not re.search(r"^refused", out, re.MULTILINE), out
        return Path(f"out{suffix}").read_bytes()

    return read


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_moodle_asks_the_same(export, lang):
    read = {
        row["id"].removesuffix("@zh"): row
        for row in read_moodle(export("moodle", ".xml", "--lang", lang))
    }
    assert sorted(read) == IDS
    for name, asked in (QUESTIONS if lang == "en" else CHINESE).items():
        row = read[name]
        assert row["text"].splitlines()[0] == asked.stem
        assert {text: why for text, _, why in row["answers"]} == asked.options
        assert {text: share for text, share, _ in row["answers"] if share} == {asked.right: 100}
        assert row["feedback"] == asked.why
    forms = {"wrappers/weights#0": "matching"}
    assert {name: read[name]["type"] for name in ROWS} == {**dict.fromkeys(ROWS, "essay"), **forms}
    if lang == "en":
        assert dict(read["wrappers/weights#0"]["pairs"]) == {**PAIRS, "": SURPLUS}
        assert {name: read[name]["text"].splitlines()[0] for name in ROWS} == SENTENCES
        assert {name: read[name]["feedback"] for name in ROWS} == ROWS


def test_canvas_asks_the_same(export):
    read = {row["id"]: row for row in read_canvas(export("canvas", ".zip"))}
    assert sorted(read) == IDS
    for name, asked in QUESTIONS.items():
        row = read[name]
        assert row["text"].splitlines()[0] == asked.stem
        assert (row["options"], row["right"]) == (asked.options, [asked.right])
        assert row["feedback"] == asked.why
    assert read["wrappers/weights#0"]["stems"] == PAIRS
    assert sorted(read["wrappers/weights#0"]["labels"]) == sorted([*PAIRS.values(), SURPLUS])
    assert {name: read[name]["text"].splitlines()[0] for name in ROWS} == SENTENCES


def plain(markdown):
    """A text of CSV and JSON, which keep the author's Markdown, as people see it."""
    return markdown.replace("`", "").replace("\n\n", "\n").replace("- ", "")


def test_csv_and_json_hold_the_same(export):
    table = {row["id"]: row for row in read_csv(export("csv", ".csv"))}
    asked_in_json = json.loads(export("json", ".json"))["questions"]
    values = {question["id"]: question for question in asked_in_json}
    assert sorted(table) == sorted(values) == IDS
    for name, asked in QUESTIONS.items():
        row, value = table[name], values[name]
        assert plain(row["question"]) == plain(value["question"]) == asked.stem
        wrong = {text for column, text in row.items() if re.fullmatch(r"wrong_\d", column) and text}
        assert (row["right_1"], wrong) == (asked.right, set(asked.wrong))
        told = {plain(each["text"]): plain(each.get("why") or "") for each in value["options"]}
        assert told == asked.options
        assert [each["text"] for each in value["options"] if each["right"]] == [asked.right]
        assert plain(row["explanation"]) == plain(value.get("explanation", "")) == asked.why
    assert {name: plain(table[name]["question"]) for name in ROWS} == SENTENCES
    assert {name: plain(values[name]["question"]) for name in ROWS} == SENTENCES
    matched = values["wrappers/weights#0"]
    assert table["wrappers/weights#0"]["wrong_1"] == SURPLUS
    used = {thing["fits"] for thing in matched["things"]}
    assert [each["text"] for each in matched["options"] if each["name"] not in used] == [SURPLUS]


def test_the_sheet_prints_each_question_and_its_key_has_the_letter_of_the_answer(export):
    paper = visible(export("sheet", ".html").decode())
    letters = {
        row["question_id"]: row["answer"] for row in read_csv(Path("out-key.csv").read_bytes())
    }
    key = visible(Path("out-key.html").read_bytes().decode())
    assert sorted(letters) == IDS
    for name, asked in QUESTIONS.items():
        below = paper.partition(f"{asked.stem}\nChoose one.\n")[2]
        printed = re.findall(r"^([A-D])\n(.+)$", below, re.MULTILINE)[: len(asked.options)]
        assert sorted(text for _, text in printed) == sorted(asked.options)
        assert dict(printed)[letters[name]] == asked.right
        told = "\n".join(part for part in (asked.right, asked.why) if part)
        assert f"{letters[name]}\n{told}\n1{name}" in key
    assert "Its replicas run in threads." not in paper
    below = paper.partition(f"{SENTENCES['wrappers/weights#0']}\n")[2]
    printed = dict(re.findall(r"^([A-D1-3])\n(.+)$", below, re.MULTILINE)[:7])
    pairs = letters["wrappers/weights#0"].split()
    assert {printed[number]: printed[letter] for number, letter in pairs} == PAIRS
    assert SURPLUS in printed.values()


# Preview, translation, schema


def test_the_preview_page_shows_both_sides_of_each_question(ptquiz):
    assert ptquiz("preview", "course", "--lang", "all", "-o", "page.html")[0] == 0
    page = load_page("page.html")
    labels = re.findall(r'aria-label="([^"]+#\d+)"', page)
    assert sorted(labels) == sorted(IDS * 2)
    shown = visible(page)
    for questions in (QUESTIONS, CHINESE):
        for asked in questions.values():
            assert shown.count(asked.stem) == 2, "on the front and on the back"
            assert asked.why in shown


def test_missing_and_misspelled_translations_are_named_by_their_path(ptquiz):
    overlay = "course/decks/zh/wrappers.yaml"
    change(overlay, '        ask: {view: "`x.view(-1)` 的存储是什么样的？"}\n', "")
    change(overlay, "wrong: {half: 首次写入前共享}", "wrong: {haf: 首次写入前共享}")
    change(overlay, "ddp: 不共享解释器锁。", "fsdp: 不共享解释器锁。")
    code, out, _ = ptquiz("check", "course")
    assert code == 1
    assert out.splitlines() == [
        f"{overlay}:19:32: entry 'wrappers' has no text 'rows/process/why/fsdp'; "
        "did you mean 'dp'?",
        f"{overlay}:45:17: entry 'copies' has no text 'rows/storage/wrong/haf/text'; remove it",
        UNEXPLAINED,
        f"{overlay}:3:3: warning: 'wrappers' is not translated whole: "
        "rows/process/why/ddp missing [incomplete-translation]",
        f"{overlay}:36:3: warning: 'copies' is not translated whole: rows/storage/wrong/half/text, "
        "rows/storage/ask/view missing [incomplete-translation]",
        "2 problems, 3 warnings in Side by side",
    ]


def test_a_changed_question_makes_its_translation_stale(ptquiz):
    deck = "course/decks/wrappers.yaml"
    change(deck, "What storage does", "Which storage does")
    stale = (
        "course/decks/zh/wrappers.yaml:36:3: warning: "
        "'copies' was translated from an older English text"
    )
    assert stale in ptquiz("check", "course")[1]
    assert "copies" in ptquiz("translate", "course")[1]
    assert ptquiz("translate", "course", "--accept", "copies")[0] == 0
    assert stale not in ptquiz("check", "course")[1]


def deck_with(change_row):
    """The deck of the course with one row changed, as an editor sees it."""
    text = (COURSE / "decks" / "wrappers.yaml").read_text(encoding="utf-8")
    deck = yaml.load(text, yaml.CSafeLoader)
    change_row(deck["entries"][0]["rows"]["process"])
    return deck


@pytest.mark.parametrize(
    "change_row",
    [
        lambda row: None,
        lambda row: row.update(why="One text for the row."),
        lambda row: row.update(wrong={"node": "a text", "rank": {"text": "with", "why": "a why"}}),
        lambda row: row.update(which={"fsdp": "Which one?"}),
        lambda row: [row.pop(word) for word in ("question", "wrong", "ask", "why")],
        lambda row: row.update(dp=1, ddp=True),
    ],
    ids=["as it is", "why", "wrong", "which", "only cells", "numbers"],
)
def test_the_schema_accepts_every_form_of_a_row(change_row):
    jsonschema.Draft202012Validator(course_schema()).validate(deck_with(change_row))


@pytest.mark.parametrize(
    "change_row",
    [
        lambda row: row.pop("aspect"),
        lambda row: row.update(question={"dp": "How many?"}),
        lambda row: row.update(ask="How many?"),
        lambda row: row.update(which=["How many?"]),
        lambda row: row.update(wrong=["one per machine"]),
        lambda row: row.update(wrong={"node": ["one"]}),
        lambda row: row.update(wrong={"node": {"txt": "one"}}),
        lambda row: row.update(why=["Because."]),
        lambda row: row.update(dp=["one"]),
        lambda row: row.update(reasons={"dp": "Because."}),
        lambda row: row.update({"Not a name": "one"}),
    ],
)
def test_the_schema_refuses_every_wrong_form_of_a_row(change_row):
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft202012Validator(course_schema()).validate(deck_with(change_row))
