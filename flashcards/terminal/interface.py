"""What the screen and line mode say in the same words: the base of both interfaces."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from rich.console import Console

from flashcards import __version__
from flashcards.study.ui import (
    Action,
    CommandEntered,
    Decision,
    Feedback,
    QuestionContext,
    Refusal,
    SessionSummary,
    UserInterface,
)
from flashcards.terminal.feedback_view import describe_correction
from flashcards.terminal.key_table import EXAM_BACK, Key
from flashcards.terminal.output import make_visible
from flashcards.terminal.question_view import shorten_question
from flashcards.words.catalog import Words

if TYPE_CHECKING:
    from flashcards.cards import Card
    from flashcards.questions import Question
    from flashcards.reviews.review import MarkName
    from flashcards.study.today import Today

_DECIDED = {"suspended": "now_suspended", "buried": "now_buried", "flagged": "now_flagged"}
_UNDONE = {
    "suspended": "undone_suspended",
    "buried": "undone_buried",
    "flagged": "undone_flagged",
}


class ConsoleInterface(UserInterface):
    """What screen and line mode share."""

    def __init__(self, console: Console, words: Words) -> None:
        self.console = console
        """Where it prints what stays."""
        self.words = words
        """What it says, in the language of the cards."""
        self._shown: dict[str, Question] = {}
        """What the cards of this sitting asked, by their ids."""

    def name_card(self, card: Card) -> str:
        """What a card asked, in a few words; its id if it was not shown."""
        shown = self._shown.get(card.id)
        return shorten_question(shown) if shown else card.id

    @abstractmethod
    def _ask_whether(self, question: str, undo: Key | None = None) -> bool:
        """Whether the learner says yes. Raises CommandEntered for what is neither yes nor no,
        such as `undo` where there is such a key, and EOFError for who leaves.
        """

    def confirm(self, question: str) -> bool:
        """Whether the learner says yes; leaving and any command are no."""
        try:
            return self._ask_whether(question)
        except (EOFError, CommandEntered):
            return False

    @abstractmethod
    def tell(self, words: str) -> None:
        """Says something that was done, before the next question at the latest."""

    @abstractmethod
    def close(self) -> None:
        """Gives the terminal back."""

    def show_correction(self, feedback: Feedback) -> None:
        self.tell(describe_correction(feedback, self.name_card(feedback.question.card)))

    def show_refusal(self, why: Refusal, card: Card | None = None) -> None:
        self.tell(self.words.say(why, card=self.name_card(card) if card else ""))

    def show_undo(self, card: Card, decided: MarkName | None = None) -> None:
        word = _UNDONE[decided] if decided else "undone"
        self.tell(self.words.say(word, card=self.name_card(card)))

    def show_decision(self, decision: Decision) -> None:
        word = _DECIDED[decision.name] if decision.on else "now_unflagged"
        card = decision.card
        self.tell(self.words.say(word, card=self.name_card(card), key=card.id))

    def show_cram(self, cards: int) -> None:
        self.tell(self.words.say("cram", n=cards))

    def offer_suspension(self, feedback: Feedback) -> Action:
        """What follows an answer after which no key is waited for: a leech is asked about."""
        if feedback.leech and self.confirm(self.words.say("suspend_leech")):
            return "suspend"
        return "next"

    def offer_stop(self) -> bool:
        """Whether to stop an exam; who leaves by Ctrl-D, or at the end of the input, stops it."""
        try:
            return self._ask_whether(self.words.say("stop_exam"))
        except CommandEntered:  # also that the time is up, which is told by the exam
            return False
        except EOFError:
            return True

    def offer_hand_in(self, unknown: int) -> Action:
        words = self.words
        told = words.say("unanswered", n=unknown) if unknown else words.say("all_answered")
        try:
            asked = words.say("hand_in", told=told)
            return "hand_in" if self._ask_whether(asked, EXAM_BACK) else "undo"
        except CommandEntered as command:
            return command.action

    @abstractmethod
    def show_rules(self, lines: Sequence[str]) -> bool:
        """Whether the candidate begins an exam after reading its rules, for as long as it takes."""

    @abstractmethod
    def show_pages(self, draw: Callable[[Console], None], mark: str = "") -> None:
        """Shows a long text, page by page from the line with `mark` on where there is a screen."""

    def show_nothing_due(self, today: Today, now: int) -> None:
        from flashcards.terminal.session_view import print_nothing_due

        print_nothing_due(self.console, self.words, today, now)

    def show_summary(self, summary: SessionSummary) -> None:
        from flashcards.terminal.session_view import print_summary

        print_summary(self.console, self.words, summary)

    def carry_out(self, key: str, question: Question, context: QuestionContext) -> list[str]:
        """Open the first source of a card that has an address, or tell how to report the card.

        Returns what to say of it: an address that could not be opened can still be copied.
        """
        words = self.words
        if key == "r":
            course = question.card.note.course
            told = words.say("report", card=question.id, course=course, version=__version__)
            return [told, words.say("report_to", address=make_visible(context.report))]
        address = next((each.address for each in context.read_on if each.address), "")
        if not address:
            return [words.say("no_source")]
        word = "opened" if open_address(address) else "not_opened"
        return [words.say(word), make_visible(address)]


def open_address(address: str) -> bool:
    """Whether a browser with a window of its own was asked to show the address.

    A browser inside the terminal would paint over the page: it is not started.
    """
    import webbrowser

    if not address.startswith(("https://", "http://")):
        return False
    try:
        found = webbrowser.get()
        inside = type(found) is webbrowser.GenericBrowser
        return not inside and found.open(address)
    except (webbrowser.Error, OSError):
        return False
