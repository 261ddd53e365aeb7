"""What the learner reads: question, verdict and summary, on a rich console.

The same words serve the screen and line mode. Colour is never the only signal:
every verdict is a word. No colour is bold, because many terminals then take its
bright twin, and no text is yellow: neither can be read on white.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from rich.cells import cell_len
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from flashcards.i18n.terminal_words import say
from flashcards.model import Resource
from flashcards.questions import Choice, Question
from flashcards.reviews.memory import AGAIN
from flashcards.study.grading import Verdict
from flashcards.study.ui import Outcome, Place, Told
from flashcards.terminal.durations import ahead_in_words
from flashcards.terminal.rich_text import code, inline, literal, markdown, printable

MOST_TO_READ = 3
LONGEST_TOLD = 400
"""Letters of a typed answer that are told again."""


def tell_question(console: Console, question: Question, place: Place) -> None:
    """Where we are, what is asked, and the code it is about."""
    lang = question.card.note.lang
    console.print()
    console.print(Text(_head(question, place), "bright_black"))
    if place.changed:
        console.print(Text(say(lang, "changed_since"), "magenta"))
    console.print()
    if question.stem:
        console.print(markdown(question.stem))
    if question.code is not None:
        if question.stem:
            console.print()
        console.print(code(question.code, question.code_language))
    console.print()


def tell_options(console: Console, question: Question) -> None:
    """The options with their numbers; for matching, the things first."""
    for _, text, _ in question.things:
        tell_hanging(console, "   • ", inline(text))
    if question.things:
        console.print()
    for number, option in enumerate(question.options, 1):
        _tell_numbered(console, number, option)


def tell_chosen(console: Console, question: Question, names: Sequence[str]) -> None:
    """The options once more, with what was chosen marked; an order or a match as it was given."""
    texts = {option.name: inline(option.text) for option in question.options}
    if question.form == "order":
        for number, name in enumerate(names, 1):
            tell_hanging(console, f"{number:>3}  ", texts[name])
    elif question.form == "match":
        _tell_pairs(console, question, names)
    else:
        for number, option in enumerate(question.options, 1):
            _tell_numbered(console, number, option, "›" if option.name in names else " ")


def tell_written(console: Console, text: str) -> None:
    """What was typed, once more."""
    tell_hanging(console, "› ", written(text))
    console.print()


def shown(option: Choice) -> Text:
    """An option: Markdown, or the output of a program letter by letter."""
    return literal(option.text) if option.literal else inline(option.text)


def written(text: str) -> Text:
    """A typed answer; a pasted page is not told in full."""
    text = text.strip()
    return literal(text if len(text) <= LONGEST_TOLD else f"{text[:LONGEST_TOLD]}…")


def tell_answer(console: Console, question: Question) -> None:
    """The right answer in full: after revealing, and after a mistake."""
    if question.answer:
        page = Padding(markdown(question.answer), (0, 0, 0, 2), expand=False)
        if question.things and _is_cut(console, page, question.answer):
            _tell_pairs(console, question, [fits for _, _, fits in question.things])
        else:
            console.print(page)
    if question.answer_code is not None:
        console.print(code(question.answer_code, _output_language(question)))


def tell_points(console: Console, question: Question) -> None:
    for number, point in enumerate(question.options, 1):
        _tell_numbered(console, number, point)


def tell_explanation(console: Console, question: Question) -> None:
    lang = question.card.note.lang
    entry = question.card.entry
    if question.explanation:
        console.print(Text(say(lang, "because"), "bold"))
        console.print(Padding(markdown(question.explanation), (0, 0, 0, 2), expand=False))
    if entry.as_of:
        console.print(Text(say(lang, "as_of", as_of=printable(entry.as_of)), "bright_black"))


def tell_help(console: Console, lang: str) -> None:
    """The keys, and what each does beside it."""
    for line in say(lang, "help").splitlines():
        keys = re.match(r".*?\S {2,}", line)
        head = keys[0] if keys else ""
        tell_hanging(console, head, Text(line.removeprefix(head)))


def tell_verdict(console: Console, told: Told) -> None:
    """Right or wrong in words, what was chosen, the answer, why, where to read on."""
    question, lang = told.question, told.question.card.note.lang
    if told.reply.rating is None:
        console.print(_verdict_line(lang, told.verdict))
        _tell_mistake(console, told)
        tell_explanation(console, question)
    _tell_reading(console, lang, told.read_on)
    when = ahead_in_words(lang, told.memory.due - told.now)
    console.print(Text(say(lang, "next_time", when=when), "bright_black"))


def tell_correction(console: Console, told: Told) -> None:
    lang = told.question.card.note.lang
    when = ahead_in_words(lang, told.memory.due - told.now)
    key = "counts_wrong" if told.rating == AGAIN else "counts_right"
    console.print(Text(say(lang, key, when=when)))


def tell_summary(console: Console, lang: str, outcomes: Sequence[Outcome], days: int) -> None:
    """How it went, what to look at again and what to read."""
    console.print()
    if not outcomes:
        console.print(say(lang, "summary_none"))
        return
    right = sum(outcome.right for outcome in outcomes)
    parts = [say(lang, "summary", right=right, all=len(outcomes))]
    if days > 1:
        parts.append(say(lang, "days_in_a_row", n=days))
    console.print(Text(" · ".join(parts), "bold"))
    _tell_weakest(console, lang, outcomes)
    missed = [outcome.told for outcome in outcomes if not outcome.right]
    reading = {resource.title: resource for told in missed for resource in told.read_on}
    _tell_reading(console, lang, list(reading.values())[:MOST_TO_READ], "to_read")
    console.print(Text(say(lang, "saved"), "bright_black"))


def _tell_weakest(console: Console, lang: str, outcomes: Sequence[Outcome]) -> None:
    missed = {o.card.id: o.told.question for o in outcomes if not o.right}
    if missed:
        console.print(Text(say(lang, "weakest"), "bold"))
    for question in list(missed.values())[:5]:
        asked = f"{question.stem.strip().partition(chr(10))[0]} {question.code or ''}"
        console.print(Text("  • ") + inline(asked), overflow="ellipsis", no_wrap=True)


def _head(question: Question, place: Place) -> str:
    note, lang = question.card.note, question.card.note.lang
    parts = [
        f"{place.done + 1}/{place.total}",
        say(lang, "stage", n=note.stage),
        printable(place.deck or note.deck.title),
    ]
    if place.again:
        parts.append(say(lang, "once_more"))
    if place.points is not None:
        parts.append(say(lang, "worth", n=f"{place.points:g}"))
    if place.left is not None:
        parts.append(say(lang, "time_left", n=max(0, round(place.left / 60_000))))
    if place.streak > 1:
        parts.append(say(lang, "in_a_row", n=place.streak))
    return " · ".join(parts)


def tell_hanging(console: Console, head: str, text: Text) -> None:
    """A text after its head; further lines are set in under it."""
    indent = cell_len(head)
    for place, line in enumerate(text.wrap(console, max(10, console.width - indent))):
        line.rstrip()
        console.print(Text(" " * indent if place else head) + line)


def tell_resource(console: Console, lang: str, resource: Resource) -> None:
    """Title and address, or what to read instead."""
    title = inline(resource.title)
    instead = resource.now if resource.status not in ("alive", "moved") else None
    if instead:
        title.append(f" ({say(lang, resource.status.replace('-', '_'))})")
    tell_hanging(console, "  • ", title)
    for address in (resource.address, f"→ {instead}" if instead else ""):
        if address:
            _tell_address(console, address)


def _tell_address(console: Console, address: str) -> None:
    """An address is never broken, so that it can be clicked."""
    line = Text(f"    {printable(address)}", "bright_black")
    console.print(line, no_wrap=True, overflow="ignore", crop=False)


def _tell_pairs(console: Console, question: Question, names: Sequence[str]) -> None:
    """Each thing with a cell: as it was matched, or the table where that has no room."""
    texts = {option.name: inline(option.text) for option in question.options}
    for (_, thing, _), name in zip(question.things, names, strict=True):
        tell_hanging(console, "   • ", inline(thing) + Text(" → ") + texts[name])


def _is_cut(console: Console, page: Padding, text: str) -> bool:
    """Whether a table is too narrow for its words: rich then leaves their ends out."""
    told = "".join(segment.text for segment in console.render(page))
    return told.count("…") > text.count("…")


def _tell_numbered(console: Console, number: int, option: Choice, mark: str = " ") -> None:
    tell_hanging(console, f"{mark}{number:>2}  ", shown(option))


def _verdict_line(lang: str, verdict: Verdict) -> Text:
    if verdict.right:
        return Text(say(lang, "right"), "green")
    if verdict.near:
        return Text(say(lang, "nearly"), "magenta")
    if verdict.score > 0:
        return Text(say(lang, "partly", score=round(100 * verdict.score)), "magenta")
    return Text(say(lang, "wrong"), "red")


def _tell_mistake(console: Console, told: Told) -> None:
    question, verdict = told.question, told.verdict
    lang = question.card.note.lang
    if verdict.hint:
        console.print(Text(say(lang, verdict.hint)))
    if verdict.right:
        _tell_whys(console, question, question.right_names)
        return
    if question.form in ("type", "gap"):
        typed = written("".join(told.reply.answer)) or Text(say(lang, "nothing_written"))
        tell_hanging(console, say(lang, "you_wrote") + say(lang, "colon"), typed)
    _tell_named(console, question, verdict.false, "you_chose")
    console.print(Text(say(lang, "the_answer"), "bold"))
    tell_answer(console, question)
    _tell_whys(console, question, question.right_names)


def _tell_named(console: Console, question: Question, names: Iterable[str], word: str) -> None:
    lang = question.card.note.lang
    for option in question.options:
        if option.name in names:
            tell_hanging(console, say(lang, word) + say(lang, "colon"), shown(option))
            if option.why:
                console.print(Padding(markdown(option.why), (0, 0, 0, 2), expand=False))


def _tell_whys(console: Console, question: Question, names: Iterable[str]) -> None:
    if question.form not in ("single", "multiple"):
        return
    for option in question.options:
        if option.name in names and option.right and option.why:
            console.print(Padding(markdown(option.why), (0, 0, 0, 2), expand=False))


def _tell_reading(
    console: Console, lang: str, resources: Sequence[Resource], word: str = "read_on"
) -> None:
    if not resources:
        return
    console.print(Text(say(lang, word), "bold"))
    for resource in resources[:MOST_TO_READ]:
        tell_resource(console, lang, resource)


def _output_language(question: Question) -> str:
    return question.code_language if question.form == "gap" else "text"
