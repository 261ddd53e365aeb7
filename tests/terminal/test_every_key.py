"""Every key that a page lists does what its word says, and no other key does anything.

Each form of question in each of its states: the keys are read from the painted foot and
from the page that `?` shows, and each is pressed.
"""

import asyncio
import re
from io import StringIO

import pytest
from prompt_toolkit.application import create_app_session, get_app
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput
from prompt_toolkit.output.vt100 import Vt100_Output
from prompt_toolkit.renderer import CPR_Support, Renderer

from flashcards.study.ui import Answer, QuestionContext
from flashcards.terminal.key_table import REPORT, list_commands
from flashcards.terminal.prompts import (
    PromptInterrupted,
    ask_login,
    ask_text,
    ask_value,
    choose_setting,
)
from tests.helpers.changes import replace
from tests.helpers.key_probe import EVERY_KEY, Moment, list_foot, list_helped, name_option

CARDS = {
    "single": "clear-gradients#0",
    "code": "transpose-stride#0",
    "multiple": "share-memory#0",
    "order": "ddp-step#0",
    "match": "dp-ddp/process#0",
    "ask": "dp-ddp/process#1",
    "which": "dp-ddp/process#2",
    "reveal": "ddp-why#0",
    "points": "ddp-sync#0",
    "gap": "ddp-gap#0",
    "type": "ddp-bucket#1",
}
RIGHT = {
    "single": ("zero",), "code": ("right",), "multiple": ("view", "t"), "gap": ("all-reduce",),
    "order": ("fwd", "bwd", "red", "opt"), "match": ("dp", "ddp", "hogwild"), "type": ("bucket",),
}  # fmt: skip
WRONG = {
    "single": ("back",), "code": ("same",), "multiple": ("clone",), "gap": ("scatter",),
    "order": ("opt", "red", "bwd", "fwd"), "match": ("ddp", "hogwild", "dp"), "type": ("shard",),
}  # fmt: skip
POINT, FITTING = "point at an option; Enter chooses it", "what fits the one at ›"
CHOSEN = ("single", "code", "multiple", "order", "match", "ask", "which")
TYPED = ("gap", "type")


def list_moments():
    """Every form: asked, half answered, taken back, in an exam, judged, and rated."""
    for form, card in CARDS.items():
        moment = Moment(form, card)
        pointed = replace(moment, before=("down",) if form in CHOSEN else ())
        states = {"question": pointed, "taken back": replace(pointed, taken_back=True)}
        if form not in ("reveal", "points"):
            states["exam begins"] = replace(pointed, exam=0)
            states["exam"] = replace(pointed, exam=3)
            states["stopping"] = replace(moment, exam=3, stops=True)
        if form in ("order", "match", "multiple"):
            states["half"] = replace(moment, before=("1", "down"))
            states["exam half"] = replace(states["half"], exam=3)
        if form in RIGHT:
            states["right"] = replace(moment, answered=RIGHT[form])
            states["wrong"] = replace(moment, answered=WRONG[form])
        if form == "reveal":
            states["rated"] = replace(moment, before=(" ",))
        if form == "points":
            states["ticked"] = replace(moment, before=(" ", "down", "1"))
            states["rated"] = replace(moment, before=(" ", "1", "enter"))
        for name, found in states.items():
            yield pytest.param(found, id=f"{form}, {name}")


MOMENTS = list(list_moments())


@pytest.fixture
def probe(tiny_course, monkeypatch):
    def press(moment, *keys):
        return moment.press(tiny_course, *keys, monkeypatch=monkeypatch)

    return press


def options_of(page):
    """By number: the mark before an option and its text, and which one is pointed at."""
    found = re.findall(r"^([› ])([✓✗ ·]|\d\.| {2})( [●○])? (\d)  (.+)$", page, re.MULTILINE)
    options = {number: (mark + tick, text) for _, mark, tick, number, text in found}
    return options, next((number for point, _, _, number, _ in found if point == "›"), "")


ACTIONS = {
    "next": "next", "take the last answer or decision back": "undo",
    "back to the question before": "undo", "suspend the card": "suspend", "bury the card": "bury",
    "flag the card": "flag", "I was right": "overrule", "my last answer was right": "overrule",
    "stop; ": "quit", "I guessed": "again",
}  # fmt: skip
RATINGS = {"Again": 1, "Hard": 2, "Good": 3, "Easy": 4}


def find_broken_promise(moment, key, does, before, pressed):
    """What a key did other than its words say; nothing if it kept them."""
    page, outcome = pressed.page, pressed.outcome
    options, pointed = options_of(before)
    for words, action in ACTIONS.items():
        if does.startswith(words):
            return "" if outcome == action else f"gave {outcome}"
    for word, rating in RATINGS.items():
        if does.startswith(word):
            named = {2: "hard", 3: "next", 4: "easy"}.get(rating)
            return "" if outcome == named or getattr(outcome, "rating", None) == rating else "rate"
    if does.startswith("my last answer was: "):
        wanted = {":1": "again", ":2": "hard", ":3": "good", ":4": "easy"}[key]
        return "" if outcome == wanted else f"gave {outcome}"
    if does in ("choose", "tick", "move", POINT, "the step that comes next", FITTING):
        return _check_choice(moment, key, options, pointed, pressed)
    checks = {
        "done": lambda: isinstance(outcome, Answer) or "\n1 Again" in page,
        "I don't know": lambda: outcome == Answer(("",) if moment.form in TYPED else ()),
        "take the last one back": lambda: outcome is None and len(page) != len(before),
        "show the answer": lambda: "interpreter" in page or "Rank 0" in page,
        "yes": lambda: outcome is True,
        "no": lambda: outcome is False,
        "open the source in a browser": lambda: pressed.opened == ["https://example.org/ddp"]
        and "It is open in your browser:" in page and "\nhttps://example.org/ddp" in page,
        "say how to report the card": lambda: f"name it: {moment.card}" in page.replace("\n", " "),
        "paint the page anew": lambda: pressed.cleared == 2 and page == before,
        "leave it to the shell until fg": lambda: pressed.suspended == 1 and page == before,
        "stop at once; everything is kept": lambda: outcome in ("interrupted", "left")
        or (moment.stops and outcome is True),
        "help": lambda: "back to the question" in page,
    }  # fmt: skip
    return "" if checks[does]() else f"{outcome} and\n{page}"


def _check_choice(moment, key, options, pointed, pressed):
    """Whether a key chose, ticked or placed just its option, or moved the pointer to the next."""
    now, points = options_of(pressed.page)
    if key in ("up", "down", "k", "j", "home", "end"):
        wanted = find_next(key, list_open(moment, options), pointed)
        moved = points == wanted and pressed.outcome is None and now == options
        return "" if moved else f"the pointer is at {points}, not at {wanted}"
    number = pointed if key in ("enter", " ") else key
    if moment.form in ("single", "code", "ask", "which"):
        wanted = Answer((name_option(moment, number),))
        return "" if pressed.outcome == wanted else f"gave {pressed.outcome}, not {wanted}"
    changed = {each for each in now if now[each] != options[each]}
    if pressed.outcome is not None or changed != {number}:
        return f"gave {pressed.outcome}, and {changed} changed instead of {number}"
    if moment.form == "match":
        fits = f"→ {options[number][1]}\n" in pressed.page
        return "" if fits else f"{number} fits nothing:\n{pressed.page}"
    place = 1 + sum(mark.endswith(".") for mark, _ in options.values())
    turned = {" ○": " ●", " ●": " ○"}
    wanted = f"{place}." if moment.form == "order" else " " + turned[options[number][0][1:]]
    return "" if now[number][0] == wanted else f"{number} is marked {now[number][0]!r}"


def list_open(moment, options):
    """The numbers at which the pointer may be: of steps and cells those that are left."""
    placed = moment.form in ("order", "match")
    return [number for number, (mark, _) in options.items() if not (placed and mark.strip())]


def find_next(key, numbers, pointed):
    """Where a key that moves leads to; from the last one it is on to the first."""
    at = numbers.index(pointed)
    to = {"up": at - 1, "k": at - 1, "down": at + 1, "j": at + 1, "home": 0, "end": -1}[key]
    return numbers[to % len(numbers)]


@pytest.mark.parametrize("form", ["order", "match"])
def test_u_takes_placed_steps_back_one_by_one_and_only_then_the_answer_before(probe, form):
    moment = Moment(form, CARDS[form])
    one, back = (probe(moment, *keys).page for keys in (("1",), ("1", "2", "u")))
    assert options_of(one)[0] == options_of(back)[0] != options_of(probe(moment).page)[0]
    assert probe(moment, "1", "2", "u", "u").outcome is None
    assert probe(moment, "1", "2", "u", "u", "u").outcome == "undo"


@pytest.mark.parametrize("form", CHOSEN)
def test_who_does_not_know_sees_the_answer_and_nothing_that_was_chosen(probe, form):
    unknown = probe(Moment(form, CARDS[form]), "0").outcome
    assert unknown == Answer(())
    if form in WRONG:
        page = probe(Moment(form, CARDS[form], answered=())).page
        assert "Not known." in page
        for words in ("Wrong.", "✗", "I was right", "you put", "you chose", "●", "\n›"):
            assert words not in page


@pytest.mark.sampled(6)
@pytest.mark.parametrize("rows", [5, 7])
@pytest.mark.parametrize("form", CHOSEN)
@pytest.mark.parametrize("scrolled", [("pageup",) * 9, ("pagedown",) * 9, ("down",)])
def test_arrows_never_leave_the_pointer_out_of_view(probe, form, rows, scrolled):
    whole = probe(Moment(form, CARDS[form])).page
    numbers = list(options_of(whole)[0])
    for keys in (("down",), ("up",), ("end", "home"), ("down", "up"), ("home",)):
        pointed = "1"
        for key in (*scrolled, *keys):
            pointed = pointed if key.startswith("page") else find_next(key, numbers, pointed)
        page = probe(Moment(form, CARDS[form], rows=rows), *scrolled, *keys).page
        assert options_of(page)[1] == pointed, f"{keys}:\n{page}"


@pytest.mark.parametrize("key", ["pageup", "pagedown"])
def test_a_scrolled_page_stays_where_it_is_until_the_pointer_moves(probe, key):
    moment = Moment("single", CARDS["single"], rows=6, before=("end",))
    top, bottom = (probe(moment, *[each] * 9).page for each in ("pageup", "pagedown"))
    assert "Which call clears" in top
    assert "Which call clears" not in bottom
    assert options_of(probe(moment, *[key] * 9, "end", "up", "down").page)[1] == "3"


@pytest.mark.sampled(12)
@pytest.mark.parametrize("moment", MOMENTS)
def test_every_key_of_the_help_does_what_it_says_and_no_other_does_anything(probe, moment):
    typing = moment.form in TYPED and moment.answered is None and not moment.stops
    before = probe(moment).page
    listed = list_helped(probe(moment, "?").page)
    broken = {}
    for key, does in listed.items():
        typed = "some words" if typing and key == "enter" else key
        wrong = find_broken_promise(moment, key, does, before, probe(moment, typed))
        if wrong:
            broken[key] = f"{does}: {wrong}"
    assert broken == {}
    if not typing:
        pressed = probe(moment, *(key for key in EVERY_KEY if key not in listed))
        assert pressed.outcome is None
        assert list_told(pressed.page) == list_told(before)
        assert "does nothing here: " in pressed.page


def list_told(page):
    """The lines of a page, without what it says about a key that does nothing."""
    return [line for line in page.splitlines() if line and "does nothing here" not in line]


@pytest.mark.parametrize(("columns", "rows"), [(80, 9), (40, 12), (20, 14), (80, 26)])
def test_the_address_of_a_source_is_told_whole_where_it_is_seen(probe, columns, rows):
    moment = Moment("single", CARDS["single"], answered=WRONG["single"], columns=columns, rows=rows)
    page = probe(moment, "w").page
    assert page.count("\n") < rows
    told = "".join(line.strip() for line in page.splitlines())
    assert "browser:https://example.org/ddp" in told
    assert page.endswith("? help")


@pytest.mark.sampled(6)
@pytest.mark.parametrize("rows", [8, 10, 14, 26])
@pytest.mark.parametrize("form", CARDS)
def test_a_page_says_that_it_scrolls_if_it_does_and_only_then(probe, form, rows):
    for answered in (None, WRONG.get(form)):
        moment = Moment(form, CARDS[form], answered=answered, rows=rows)
        before = probe(moment).page
        scrolls = any(before != probe(moment, key).page for key in ("pagedown", "pageup"))
        assert ("PgUp PgDn scroll" in before.splitlines()[-1]) == scrolls
        helped = list_helped(read_help(probe, moment)).values()
        assert any(does.startswith("scroll") for does in helped) == scrolls


def read_help(probe, moment):
    """All of the help, page after page where the window is small."""
    pages = probe(moment, "?", *["pagedown"] * 5).pictures[-6:]
    return "\n".join(["", "", *pages])


def test_code_that_had_no_room_is_shown_and_hidden_by_its_key(probe):
    moment = Moment("code", CARDS["code"], answered=WRONG["code"], rows=12)
    before = probe(moment).page
    assert "c show the code" in before
    assert list_helped(read_help(probe, moment))["c"] == "show the code"
    assert "c hide" in probe(moment, "c").page.splitlines()[-1]
    shown = probe(moment, "c", "pageup", "pageup").page
    assert "print(x.t().stride())" in shown
    assert "print(x.t().stride())" not in before
    assert probe(moment, "c", "c").page == before


@pytest.mark.sampled(12)
@pytest.mark.parametrize("moment", MOMENTS)
def test_the_foot_tells_as_many_keys_as_fit_and_always_how_to_leave(probe, moment):
    listed = list_helped(probe(moment, "?").page)
    for columns in (40, 50, 80, 120):
        page = probe(moment.wide(columns)).page
        foot = page.splitlines()[-1]
        assert len(foot) <= columns
        found = list_foot(page)
        assert set(found) <= set(listed)
        if moment.stops:
            assert "y yes · n no · ? help" in foot
        elif moment.form in TYPED and moment.answered is None:
            assert foot.endswith(":q quit · ? help")
        else:
            assert foot.endswith("q quit · ? help")


def test_an_exam_offers_nothing_that_looks_up_or_decides(probe):
    for form in ("single", "order", "match", "gap"):
        listed = list_helped(probe(Moment(form, CARDS[form], exam=3), "?").page)
        assert {key.removeprefix(":") for key in listed}.isdisjoint("sbfwro")


@pytest.mark.parametrize("command", [":s", ":b", ":f", ":o", ":w", ":r", ":1", ":4"])
def test_a_command_that_an_exam_does_not_have_is_no_answer_and_says_so(probe, command):
    pressed = probe(Moment("gap", CARDS["gap"], exam=3), command)
    assert pressed.outcome is None
    assert f"'{command}' does nothing here. What does: :u :q ?" in pressed.page


@pytest.mark.parametrize("command", [":wq", ":q!", ":x", ":help", ":undo"])
def test_an_unknown_word_after_a_colon_is_not_graded_and_what_it_could_be_is_said(probe, command):
    pressed = probe(Moment("gap", CARDS["gap"]), command)
    assert pressed.outcome is None
    assert f"'{command}' does nothing here. What does: :u :s :b :f " in pressed.page


def test_help_of_an_exam_says_how_to_order_and_to_match(probe):
    order = probe(Moment("order", CARDS["order"], exam=0), "?").page
    assert re.search(r"1–4 +the step that comes next", order)
    match = probe(Moment("match", CARDS["match"], exam=0), "?").page
    assert re.search(r"1–4 +what fits the one at ›", match)  # three things, and a cell more


@pytest.mark.parametrize("form", CARDS)
def test_help_closes_by_each_key_that_it_names_and_by_no_other(probe, form):
    moment = Moment(form, CARDS[form])
    before = probe(moment).page
    closing = ("escape", "enter", "q", "?")
    for key in closing:
        assert probe(moment, "?", key).page == before
    helped = probe(moment, "?").page
    others = [key for key in EVERY_KEY if key not in (*closing, "c-c", "c-d")]
    assert probe(moment, "?", *others).page == helped


@pytest.mark.parametrize(
    ("pressed", "comes"),
    [
        ("\x0c", "c-l"),
        ("\x1a", "c-z"),
        ("\x1b[5~", "pageup"),
        ("\x1b[6~", "pagedown"),
        ("\x03", KeyboardInterrupt),
        ("\x04", EOFError),
    ],
)
def test_a_prompt_leaves_the_keys_of_the_page_to_it_and_keeps_what_was_typed(pressed, comes):
    with create_pipe_input() as source:
        source.send_text(f"half{pressed}")
        wanted = PromptInterrupted if isinstance(comes, str) else comes
        with pytest.raises(wanted) as caught:
            ask_text(lambda: "", False, source=source, output=DummyOutput())
    if isinstance(comes, str):
        assert (caught.value.reason, caught.value.kept) == (comes, "half")


@pytest.mark.parametrize(("several", "typed"), [(True, "a\nb"), (False, "a")])
def test_ctrl_j_begins_a_line_where_an_answer_has_several(several, typed):
    with create_pipe_input() as source:
        source.send_text("a\nb\r")
        assert ask_text(lambda: "", several, source=source, output=DummyOutput()) == typed


class SilentTerminal(Vt100_Output):
    """Never says where its cursor is; Enter is pressed when a prompt no longer waits for that."""

    responds_to_cpr = True

    def __init__(self, source):
        super().__init__(StringIO(), lambda: Size(rows=24, columns=80))
        self.source = source

    def ask_for_cpr(self):
        self.press_in_time()

    def press_in_time(self):
        if get_app().renderer.cpr_support == CPR_Support.NOT_SUPPORTED:
            self.source.send_text("\r")
        else:
            asyncio.get_running_loop().call_soon(self.press_in_time)


@pytest.mark.parametrize(
    "ask",
    [
        lambda: ask_text(lambda: "", False),
        lambda: choose_setting({"new": "new 10"}, "new"),
        lambda: ask_value("new", "10", str),
        lambda: ask_login("Name", "Password"),
    ],
    ids=["answer", "menu", "value", "login"],
)
def test_a_prompt_has_no_warning_amid_it_on_a_terminal_that_does_not_say_where_it_is(
    ask, monkeypatch
):
    monkeypatch.setattr(Renderer, "CPR_TIMEOUT", 0)
    with create_pipe_input() as source:
        output = SilentTerminal(source)
        with create_app_session(source, output):
            ask()
        assert "WARNING" not in output.stdout.getvalue()


def test_a_card_can_be_reported_only_where_the_course_names_an_address():
    nowhere = QuestionContext(3, 12, 2)
    known = QuestionContext(3, 12, 2, report="https://example.org/report")
    for answered in (False, True):
        assert REPORT in list_commands(known, answered)
        assert REPORT not in list_commands(nowhere, answered)
