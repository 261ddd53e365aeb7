"""The quiz in a terminal: rich prints the cards, prompts ask for the answers.

`KeyPrompts` asks by single keys on a real terminal, one card a page; `LinePrompts` asks in
lines. What is said is the same.
"""

import sys
import tempfile
import webbrowser
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from html import escape
from pathlib import Path
from shutil import get_terminal_size

from rich.text import Text

from flashcards.cards import Card
from flashcards.course.model import Compare, Course
from flashcards.course.pictures import load_pictures
from flashcards.questions.question import Question
from flashcards.reviews.memory import AGAIN, EVERY_RATING, GOOD, Rating
from flashcards.reviews.review import make_encodable
from flashcards.study import ui
from flashcards.study.exam import Exam
from flashcards.study.grading import RIGHT, Answer, Verdict, suggest_rating
from flashcards.study.learner import LearnerState
from flashcards.study.plan import Today
from flashcards.study.ui import Action, Feedback, More
from flashcards.terminal import card_view as view
from flashcards.terminal import reports
from flashcards.terminal.comparison import print_comparison
from flashcards.terminal.output import make_visible
from flashcards.terminal.prompts import Asked, KeyPressed, KeyPrompts, LinePrompts, read_keys
from flashcards.terminal.rich_text import open_page, render_code
from flashcards.text.images import Picture, find_pictures, make_data_url
from flashcards.words import Words

MAX_ANSWER = 10_000
MAX_WIDTH = 100
"""Columns of text: longer lines are hard to read."""
UNKNOWN = "0"
RATINGS = tuple(ui.RATINGS)
ACTIONS: Mapping[str, Action] = {
    "": "next",
    "u": "undo",
    "q": "quit",
    "o": "good",
    "s": "suspend",
    "b": "bury",
    "c": "choices",
    "f": "flag",
    **{str(number): action for number, action in enumerate(RATINGS, 1)},
}
"""What a key asks of the session, where it is no answer."""


class QuizInterface(ui.UserInterface):
    """A `UserInterface` that prints to a page and asks by prompts."""

    def __init__(self, lines: bool, words: Words, course: Course, command: str = "ptquiz") -> None:
        """Ask in lines or by keys, in the language of the words; pictures are the course's.

        `command` starts the quiz with the same course and language.
        """
        self.page = open_page(lines, words)
        self.translate = self.page.translate
        self._prompts = (LinePrompts if lines else KeyPrompts)(self.page)
        self._course, self._command = course, command
        self._notices: list[str] = []
        """What was done, for the next page."""

    def show_question(self, question: Question, context: ui.QuestionContext) -> None:
        self._asked = Asked(question, context)
        self.begin_page()
        view.print_head(self.page, question, context)
        view.print_question(self.page, question)

    def ask(self, question: Question) -> Answer | Action:
        self.print_notices()
        self._asked.question = question
        while True:
            try:
                return self._read_answer(question)
            except KeyPressed as pressed:
                if pressed.key == UNKNOWN:
                    return Answer(())
                if pressed.key in ACTIONS:
                    return ACTIONS[pressed.key]
                self._look_up(pressed.key)

    def _read_answer(self, question: Question) -> Answer | Action:
        keys, instruction = self._list_keys(), question.instruction
        match question.form:
            case "type" | "gap":
                typed = self._prompts.type(self._asked, keys)
                if not typed.strip() and self._asked.may_reveal:
                    self._reveal(question)
                    return "reveal"
                return Answer((make_encodable(typed[:MAX_ANSWER]),))
            case "reveal" | "points":
                return self._read_rating(question, keys)
            case "order":
                instruction = self.translate("card_order")
        keys = {UNKNOWN: self.translate("does_not_know"), **keys}
        return Answer(self._choose(instruction, keys))

    def _read_rating(self, question: Question, keys: Mapping[str, str]) -> Answer:
        """Reveal the answer; return how the learner rates what came to mind."""
        if not self._asked.is_revealed:
            between, hint = self.translate("between_sentences"), self.translate("not_typed")
            said = f"{question.instruction}{between}{hint}"
            if pressed := self._prompts.pause(said, keys, "does_show"):
                raise KeyPressed(pressed)
            self._reveal(question)
        names: tuple[str, ...] = ()
        suggested = GOOD
        if question.form == "points":
            names = self._choose(self.translate("tick_points"), self._list_keys())
            suggested = suggest_rating(question, names)
            view.print_marked(self.page, question, names, RIGHT)
            self._print_reasons(question, RIGHT)
        keys = {**self._list_ratings("again"), **self._list_keys()}
        key = self._prompts.pause("", keys, str(suggested))
        if key and key not in "1234":
            raise KeyPressed(key)
        return Answer(names, EVERY_RATING[int(key) - 1] if key else suggested)

    def _reveal(self, question: Question) -> None:
        """Print the answer and why; points are only ticked yet."""
        self._asked.is_revealed = True
        if question.form != "points":
            view.print_answer(self.page, question)
            self._print_reasons(question, RIGHT)

    def _choose(self, instruction: str, keys: Mapping[str, str]) -> tuple[str, ...]:
        """Return the names of the options that are chosen, ticked or placed."""
        chosen = self._prompts.choose(self._asked, instruction, keys)
        return tuple(self._asked.question.options[number].name for number in chosen)

    def _list_ratings(self, first: str, offered: Sequence[Rating] = EVERY_RATING) -> dict[str, str]:
        """Return the keys of the ratings, each with the time after which the card comes back.

        `first` is what 1 is called: again, or after a right answer that it was guessed.
        """
        ratings = {}
        for rating in sorted(offered):
            word = first if rating == AGAIN else RATINGS[rating - 1]
            wait = view.format_time(self.page.words, self._asked.context.waits[rating], "span")
            ratings[str(rating)] = f"{self.translate(word)} {wait}"
        return ratings

    def _list_keys(self, is_answered: bool = False, is_long: bool = False) -> dict[str, str]:
        """Return what works beside the answer, what is needed most first, for a list `is_long`.

        An exam lets nobody look anything up or decide about a card.
        """
        context, is_exam = self._asked.context, self._asked.context.points is not None
        entry, is_revealed = self._asked.question.card.entry, self._asked.is_revealed
        does = "does" if self.page.is_terminal and not is_long else "means"
        words = {
            "q": ("does_quit", True),
            "c": ("does_choices", self._asked.may_choose),
            "e": ("does_setup", bool(self._asked.question.setup)),
            "t": ("does_compare", (is_answered or is_revealed) and isinstance(entry, Compare)),
            "u": ("does_undo", is_answered or context.can_undo),
            "p": ("does_picture", self._find_picture() is not None),
            "w": ("does_open", any(resource.address for resource in context.read_on)),
            "s": (f"{does}_suspend", not is_exam),
            "b": (f"{does}_bury", not is_exam),
            "f": (f"{does}_flag", not is_exam),
            "r": ("does_report", bool(context.report)),
            "?": ("does_help", does == "does"),
        }
        return {key: self.translate(word) for key, (word, works) in words.items() if works}

    def show_feedback(self, feedback: Feedback) -> Action:
        question, verdict, translate = feedback.question, feedback.verdict, self.translate
        self.print_notices()
        if feedback.answer.rating is not None:
            return "next"
        if feedback is not self._asked.feedback:
            self._asked.feedback = feedback
            view.print_marked(self.page, question, feedback.answer.given, verdict)
            self.page.print()
            view.print_verdict(self.page, feedback)
            self._print_reasons(question, verdict)
        keys, does = self._list_keys(True), "does_next"
        if len(feedback.ratings) > 1:
            first = "does_guessed" if verdict.right else "again"
            keys = {**self._list_ratings(first, feedback.ratings), **keys}
            does = str(feedback.ratings[0])
        elif not verdict.right and not verdict.unknown and not feedback.helped:
            keys = {"o": translate("does_overrule"), **keys}
        while (pressed := self._prompts.pause("", keys, does, True)) not in ACTIONS:
            self._look_up(pressed)
        return ACTIONS[pressed]

    def _print_reasons(self, question: Question, verdict: Verdict) -> None:
        """Print why it is so, after an answer from memory what is wrong, and where to read on."""
        view.print_reasons(self.page, question, verdict)
        if question.form == "reveal":
            view.print_wrong(self.page, question)
        head = self.translate("read_on") + self.translate("colon")
        view.print_reading(self.page, head, self._asked.context.read_on[:1])

    def _look_up(self, key: str) -> None:
        """Show what keys do, the setup or the whole comparison; or open a page in the browser.

        That page has a source, the picture, or a form for reports.
        """
        asked, address = self._asked, ""
        match key:
            case "e":
                self.page.print(render_code(asked.question.setup, asked.question.code_language))
                return
            case "t":
                assert isinstance(asked.question.card.entry, Compare)
                print_comparison(self.page, asked.question.card.entry)
                return
            case "?":
                self.page.print()
                for each, does in self._list_keys(asked.feedback is not None, True).items():
                    self.page.print_hanging(f"  {each}  ", Text(does))
                return
            case "w":
                address = next(each.address for each in asked.context.read_on if each.address)
            case "r":
                address = asked.context.report
            case "p":
                address = self._write_picture()
        self.tell(self.translate("opened" if open_address(address) else "not_opened"))
        self.tell(make_visible(address))
        self.print_notices()

    def _write_picture(self) -> str:
        """Return the address of a page with the picture: in a page no script of it runs."""
        picture = self._find_picture()
        assert picture is not None
        pictures = load_pictures(self._course, [picture.name], self.page.words.lang)
        source = make_data_url(picture.name, pictures[picture.name])
        image = f'<img src="{source}" alt="{escape(picture.alt)}" style="max-width: 100%">'
        with tempfile.NamedTemporaryFile("wb", suffix=".html", delete=False) as file:
            file.write(f'<!doctype html><meta charset="utf-8">{image}\n'.encode())
        return Path(file.name).as_uri()

    def _find_picture(self) -> Picture | None:
        """Return the first picture of what can be seen of the card now."""
        question = self._asked.question
        texts = [question.stem]
        if self._asked.feedback or self._asked.is_revealed:
            texts += [question.answer, question.explanation]
        return next((picture for text in texts for picture in find_pictures(text)), None)

    def tell(self, message: str) -> None:
        """Say something with the next page, or when the terminal is given back."""
        self._notices.append(message)

    def confirm(self, question: str) -> bool:
        """Return whether the learner says yes, and not no, and does not leave."""
        try:
            return self._prompts.confirm(f"{question} ({self.translate('yes_no')})")
        except EOFError:
            return False

    def show_notice(self, word: str, card: Card) -> None:
        self.tell(self.translate(word, key=card.id))

    def show_today(self, learner: LearnerState, today: Today, limit: int | None) -> None:
        self.begin_page()
        reports.print_welcome(self.page, learner, today)
        reports.print_today(self.page, today, limit)
        self.print_notices()
        if self._prompts.pause("", {"q": self.translate("does_quit")}, "does_begin", True):
            raise EOFError

    def show_rules(self, exam: Exam, now: int) -> bool:
        """Return whether the candidate begins an exam after reading its rules."""
        self.begin_page()
        reports.print_rules(self.page, exam, now)
        leave = {"q": self.translate("does_not_begin")}
        try:
            return not self._prompts.pause("", leave, "does_begin", True)
        except EOFError:
            return False

    def choose_more(self, today: Today, offers: Mapping[More, int]) -> More | None:
        reports.print_today_done(self.page, today)
        if not sys.stdin.isatty():
            reports.print_commands(self.page, offers, self._command)
            return None
        names = reports.name_offers(self.page.words, offers)
        keys = {str(number): more for number, more in enumerate(names, 1)}
        options = {key: names[more] for key, more in keys.items()}
        try:
            key = self._prompts.select(
                self.translate("more_what"), {**options, "q": self.translate("more_stop")}
            )
        except EOFError:
            return None
        return keys.get(key)

    def offer_more(self, waiting: int) -> bool:
        used = self.translate("minutes_used", n=waiting)
        return self.confirm(f"{used}{self.translate('between_sentences')}{self.translate('go_on')}")

    def show_summary(
        self, answers: Sequence[Feedback], learner: LearnerState, today: Today | None
    ) -> None:
        self.begin_page()
        self.print_notices()
        reports.print_summary(self.page, answers, learner, today)

    def begin_page(self) -> None:
        """Begin a new page on a terminal; what was there goes into its scrollback."""
        if self.page.is_terminal:
            self.page.width = min(MAX_WIDTH, get_terminal_size().columns)
            self.page.print("\n" * self.page.height, end="")
            self.page.clear()

    def print_notices(self) -> None:
        """Print what was not said yet, below an empty line."""
        if self._notices:
            self.page.print()
        for line in self._notices:  # an address is never broken, so that it can be clicked
            self.page.print(Text(line, "magenta"), soft_wrap="://" in line)
        self._notices.clear()


def open_address(address: str) -> bool:
    """Return whether a browser was asked to show the address; one in the terminal is not."""
    try:
        browser = webbrowser.get()
        return type(browser) is not webbrowser.GenericBrowser and browser.open(address)
    except (webbrowser.Error, OSError):
        return False


@contextmanager
def open_terminal(
    lines: bool, words: Words, course: Course, command: str = "ptquiz"
) -> Iterator[QuizInterface]:
    """Yield a quiz in lines, or else by keys; in the end the terminal is as it was."""
    with nullcontext() if lines else read_keys():
        quiz = QuizInterface(lines, words, course, command)
        yield quiz
        quiz.print_notices()
