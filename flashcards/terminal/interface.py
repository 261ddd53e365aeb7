"""The quiz in a terminal: rich prints the cards, prompts ask for the answers.

`KeyPrompts` asks by single keys on a real terminal, one card a page; `LinePrompts` asks in
lines. What is said is the same.
"""

from __future__ import annotations

import tempfile
import webbrowser
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from html import escape
from pathlib import Path
from shutil import get_terminal_size
from typing import TypeAlias

from rich.control import Control
from rich.text import Text

from flashcards import __version__
from flashcards.cards import Card
from flashcards.questions import Question
from flashcards.reviews.memory import AGAIN, EASY, EVERY_RATING, GOOD, HARD
from flashcards.reviews.review import make_encodable
from flashcards.study import ui
from flashcards.study.grading import RIGHT, Answer, Verdict, suggest_rating
from flashcards.study.plan import Today
from flashcards.study.ui import Action, Feedback
from flashcards.terminal import card_view as view
from flashcards.terminal import reports
from flashcards.terminal.output import make_visible
from flashcards.terminal.prompts import KeyPressed, KeyPrompts, LinePrompts, Task, read_keys
from flashcards.terminal.rich_text import make_console, render_code, render_inline
from flashcards.text.images import Picture, find_pictures, make_data_url
from flashcards.words import Words

LoadPicture: TypeAlias = Callable[[str], bytes]
MAX_ANSWER = 10_000
MAX_WIDTH = 100
"""Columns of text: longer lines are hard to read."""
UNKNOWN = "0"
RATINGS: tuple[Action, ...] = ("again", "hard", "good", "easy")
ACTIONS: Mapping[str, Action] = {
    "": "next",
    "u": "undo",
    "q": "quit",
    "o": "overrule",
    "s": "suspend",
    "b": "bury",
    "f": "flag",
    **{str(number): action for number, action in enumerate(RATINGS, 1)},
}
"""What a key asks of the session, where it is no answer."""
CORRECTIONS = {AGAIN: "counts_guessed", HARD: "counts_hard", EASY: "counts_easy"}
"""What is said when a right answer was rated otherwise."""


class QuizInterface(ui.UserInterface):
    """A `UserInterface` that prints to a console and asks by prompts."""

    def __init__(self, lines: bool, words: Words, load_picture: LoadPicture) -> None:
        """Ask in lines or by keys, in the language of the words."""
        self.console, self.words = make_console(lines), words
        self._prompts = (LinePrompts if lines else KeyPrompts)(self.console, words)
        self._load_picture = load_picture
        self._notices: list[str] = []
        """What was done, for the next page."""
        self._names: dict[str, str] = {}
        """What cards asked, in a few words, by their ids."""
        self._has_left = False

    def show_question(self, question: Question, context: ui.QuestionContext) -> None:
        if self._has_left:
            raise EOFError
        self._question, self._context = question, context
        self._names[question.id] = view.shorten_question(question)
        places = {option.name: place for place, option in enumerate(question.options)}
        self._draft = [places[name] for name in context.given or () if name in places]
        """Options that are ticked or placed so far."""
        self._is_revealed = False
        self._feedback: Feedback | None = None
        if context.changed:
            self.tell(self.words.translate("changed_since"))
        if context.given:
            self.tell(self.words.translate("exam_earlier"))
        self.begin_page()
        view.print_head(self.console, question, context)
        view.print_question(self.console, question)

    def ask(self, question: Question) -> Answer | Action:
        self.print_notices()  # near the prompt, where they are in view
        while True:
            try:
                return self._read_answer(question)
            except KeyPressed as pressed:
                if pressed.key == UNKNOWN:
                    return Answer(())
                if pressed.key in ACTIONS:
                    return ACTIONS[pressed.key]
                self._look_up(pressed.key)

    def _read_answer(self, question: Question) -> Answer:
        keys, translate = self._list_keys(), self.words.translate
        if question.form in ("reveal", "points"):
            return self._read_self_rated(question, keys)
        if question.form in ("type", "gap"):
            has_lines = any("\n" in answer for answer in question.accepted)
            before = "".join(self._context.given or ())
            typed = self._prompts.type(question.instruction, keys, has_lines, before)
            return Answer((make_encodable(typed[:MAX_ANSWER]),))
        instruction, heads = question.instruction, []
        if question.form == "order":
            instruction = translate("card_order")
            heads = [f"{number}. " for number in range(1, len(question.sequence) + 1)]
        elif question.form == "match":
            heads = [f"{render_inline(thing).plain} → " for _, thing, _ in question.things]
        keys = {UNKNOWN: translate("does_not_know"), **keys}
        return Answer(self._choose(instruction, keys, heads))

    def _choose(
        self, instruction: str, keys: Mapping[str, str], heads: Sequence[str] = ()
    ) -> tuple[str, ...]:
        """Return the names of the options that are chosen, ticked or placed."""
        question = self._question
        task = Task(
            question.form,
            instruction,
            keys,
            [view.render_option(option) for option in question.options],
            heads,
            repeats=question.shares_options,
            is_exam=self._context.points is not None,
        )
        chosen = self._prompts.choose(task, self._draft)
        return tuple(question.options[number].name for number in chosen)

    def _read_self_rated(self, question: Question, keys: Mapping[str, str]) -> Answer:
        if not self._is_revealed:
            if pressed := self._prompts.pause(question.instruction, keys, "does_show"):
                raise KeyPressed(pressed)
            self._is_revealed = True
            if question.form == "reveal":
                view.print_answer(self.console, question)
                self._print_reasons(question, RIGHT)
        names: tuple[str, ...] = ()
        suggested = GOOD
        if question.form == "points":
            names = self._choose(self.words.translate("tick_points"), keys)
            suggested = suggest_rating(question, names)
            view.print_marked(self.console, question, names, RIGHT)
            self._print_reasons(question, RIGHT)
        keys = {**self._list_ratings(self._context.find_waits(), "again"), **self._list_keys()}
        key = self._prompts.pause("", keys, RATINGS[suggested - 1])
        if key and key not in "1234":
            raise KeyPressed(key)
        return Answer(names, EVERY_RATING[int(key) - 1] if key else suggested)

    def _list_ratings(self, waits: ui.Waits, first: str) -> dict[str, str]:
        """Return the keys of the ratings, each with the time after which the card comes back."""
        ratings = {}
        for rating, word in zip(EVERY_RATING, (first, *RATINGS[1:]), strict=True):
            wait = view.format_time(self.words, waits[rating], "span") if rating in waits else ""
            ratings[str(rating)] = f"{self.words.translate(word)} {wait}".strip()
        return ratings

    def _list_keys(self, is_answered: bool = False) -> dict[str, str]:
        """Return what works beside the answer; an exam lets nobody look anything up or decide."""
        context = self._context
        is_exam, has_answer = context.points is not None, is_answered or self._is_revealed
        can_undo = context.done > 0 if is_exam else is_answered or context.can_undo
        words = {
            "u": ("does_exam_back" if is_exam else "does_undo", can_undo),
            "o": ("does_overrule_last", context.can_overrule and not has_answer),
            "c": ("does_setup", bool(self._question.setup)),
            "p": ("does_picture", not is_exam and self._find_picture() is not None),
            "w": ("does_open", any(resource.address for resource in context.read_on)),
            "s": ("does_suspend", not is_exam),
            "b": ("does_bury", not is_exam),
            "f": ("does_flag", not is_exam),
            "r": ("does_report", bool(context.report)),
            "q": ("does_quit", True),
        }
        return {key: self.words.translate(word) for key, (word, works) in words.items() if works}

    def show_feedback(self, feedback: Feedback) -> Action:
        verdict, translate = feedback.verdict, self.words.translate
        self.print_notices()
        if feedback.answer.rating is not None:
            asked = f"{translate('leech', n=feedback.leech)} {translate('suspend_leech')}"
            return "suspend" if feedback.leech and self.confirm(asked) else "next"
        if feedback is not self._feedback:
            self._feedback = feedback
            view.print_marked(self.console, feedback.question, feedback.answer.given, verdict)
            self.console.print()
            view.print_verdict(self.console, feedback)
            self._print_reasons(feedback.question, verdict)
            if feedback.leech:
                self.console.print(Text(translate("leech", n=feedback.leech), "magenta"))
        keys, does = self._list_keys(True), "does_next"
        if verdict.right and feedback.kept:
            keys, does = {**self._list_ratings(feedback.waits, "does_guessed"), **keys}, "good"
        elif not verdict.right and not verdict.unknown:
            keys = {"o": translate("does_overrule"), **keys}
        while (pressed := self._prompts.pause("", keys, does, True)) not in ACTIONS:
            self._look_up(pressed)
        return "next" if pressed == "3" else ACTIONS[pressed]

    def _print_reasons(self, question: Question, verdict: Verdict) -> None:
        """Print why it is so, and where to read about it."""
        view.print_reasons(self.console, question, verdict)
        head = self.words.translate("read_on") + self.words.translate("colon")
        view.print_reading(self.console, head, self.words, self._context.read_on[:1])

    def _look_up(self, key: str) -> None:
        """Show the setup, open a source or a picture, or say how to report the card."""
        question, translate = self._question, self.words.translate
        if key == "c":
            self.console.print(render_code(question.setup, question.code_language))
        elif key == "r":
            course = question.card.note.course
            self.tell(translate("report", card=question.id, course=course, version=__version__))
            self.tell(translate("report_to", address=make_visible(self._context.report)))
        else:
            picture = self._find_picture() if key == "p" else None
            sources = (each.address for each in self._context.read_on if each.address)
            address = self._write_picture(picture) if picture else next(sources)
            self.tell(translate("opened" if open_address(address) else "not_opened"))
            self.tell(make_visible(address))
        self.print_notices()

    def _find_picture(self) -> Picture | None:
        """Return the first picture of what can be seen of the card now."""
        question = self._question
        texts = [question.stem]
        if self._feedback or self._is_revealed:
            texts += [question.answer, question.explanation]
        return next((picture for text in texts for picture in find_pictures(text)), None)

    def _write_picture(self, picture: Picture) -> str:
        """Return the address of a page with a picture; inside of `<img>` no script of it runs."""
        source = make_data_url(picture.name, self._load_picture(picture.name))
        image = f'<img src="{source}" alt="{escape(picture.alt)}" style="max-width: 100%">'
        with tempfile.NamedTemporaryFile("w", suffix=".html", encoding="utf-8", delete=False) as to:
            to.write(f'<!doctype html><meta charset="utf-8">{image}\n')
        return Path(to.name).as_uri()

    def tell(self, message: str) -> None:
        """Say something with the next page, or when the terminal is given back."""
        self._notices.append(message)

    def _tell_of(self, word: str, card: Card | None) -> None:
        """Say something of a card, which is named by what it asked."""
        key = card.id if card else ""
        self.tell(self.words.translate(word, card=self._names.get(key, key), key=key))

    def confirm(self, question: str, who_leaves: bool = False) -> bool:
        """Return whether the learner says yes, and what leaving means."""
        try:
            return self._prompts.confirm(question)
        except EOFError:
            return who_leaves

    def show_correction(self, feedback: Feedback) -> None:
        usual = "counts_wrong" if feedback.rating == AGAIN else "counts_right"
        word = CORRECTIONS.get(feedback.rating, usual) if feedback.verdict.right else usual
        self._tell_of(word, feedback.question.card)
        if feedback.kept:
            self._notices[-1] += self.words.translate("between_sentences")
            self._notices[-1] += view.describe_turn(feedback)

    def show_final(self) -> None:
        self.tell(self.words.translate("answer_is_final"))

    def show_undo(self, card: Card) -> None:
        self._tell_of("undone", card)

    def show_decision(self, decision: ui.Decision) -> None:
        self._tell_of(f"now_{decision.name}" if decision.on else "now_unflagged", decision.card)

    def show_cram(self, cards: int) -> None:
        self.tell(self.words.translate("cram", n=cards))

    def show_welcome(self, welcome: ui.Welcome) -> None:
        self.begin_page()
        reports.print_welcome(self.console, self.words, welcome)

    def show_today(self, today: Today) -> None:
        reports.print_today(self.console, self.words, today)
        self._has_left = not self._begins("does_quit")

    def show_rules(self, lines: Sequence[str]) -> bool:
        """Return whether the candidate begins an exam after reading its rules."""
        self.begin_page()
        for place, line in enumerate(lines):
            self.console.print(Text(line, "" if place else "bold"))
        return self._begins("does_not_begin")

    def _begins(self, leaves: str) -> bool:
        """Return whether the page that was printed is left by Enter, and not by q."""
        keys = {"q": self.words.translate(leaves)}
        try:
            return not self._prompts.pause("", keys, "does_begin", True)
        except EOFError:
            return False

    def show_nothing_due(self, today: Today, now: int) -> None:
        reports.print_nothing_due(self.console, self.words, today, now)

    def offer_more(self, waiting: int) -> bool:
        return self.confirm(self.words.translate("go_on", n=waiting))

    def offer_stop(self) -> bool:
        return self.confirm(self.words.translate("stop_exam"), who_leaves=True)

    def offer_hand_in(self, unknown: int) -> Action:
        word = "unanswered" if unknown else "all_answered"
        said = self.words.translate("hand_in", told=self.words.translate(word, n=unknown))
        return "hand_in" if self._prompts.confirm(said) else "undo"

    def show_summary(self, summary: ui.SessionSummary) -> None:
        self.begin_page()
        self.print_notices()
        reports.print_summary(self.console, self.words, summary)

    def begin_page(self) -> None:
        """Begin a new page on a terminal; what was there goes into its scrollback."""
        if self.console.is_terminal:
            self.console.width = min(MAX_WIDTH, get_terminal_size().columns)
            self.console.control(Control.move_to(0, self.console.height - 1))
            self.console.print("\n" * self.console.height, end="")
            self.console.clear()

    def print_notices(self) -> None:
        """Print what was not said yet, below an empty line."""
        if self._notices:
            self.console.print()
        for line in self._notices:  # an address is never broken, so that it can be clicked
            self.console.print(Text(line, "magenta"), soft_wrap="://" in line)
        self._notices.clear()


def open_address(address: str) -> bool:
    """Return whether a browser was asked to show the address; one in the terminal is not."""
    try:
        browser = webbrowser.get()
        return type(browser) is not webbrowser.GenericBrowser and browser.open(address)
    except (webbrowser.Error, OSError):
        return False


@contextmanager
def open_terminal(lines: bool, words: Words, load_picture: LoadPicture) -> Iterator[QuizInterface]:
    """Yield a quiz in lines, or else by keys; in the end the terminal is as it was."""
    with nullcontext() if lines else read_keys():
        quiz = QuizInterface(lines, words, load_picture)
        yield quiz
        quiz.print_notices()
