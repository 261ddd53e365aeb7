"""A note to the fields of its note type.

What depends on the rest of the course (head, foot, line) is added by `compose`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from html import escape
from string import ascii_uppercase
from typing import Any

from flashcards.anki.cloze import render_cloze
from flashcards.anki.guid import note_name
from flashcards.anki.templates import FIELDS
from flashcards.cards import (
    Card,
    Note,
    describe_term,
    is_matched,
    list_accepted_names,
    list_notable_aliases,
    name_term,
)
from flashcards.course.model import (
    Choose,
    Cloze,
    Code,
    Compare,
    Concept,
    Kind,
    Option,
    Order,
    OutputOption,
    Recall,
    Row,
    Term,
)
from flashcards.errors import FlashcardsError
from flashcards.questions.comparison import explain_row, find_surplus, make_thing_question
from flashcards.questions.question import RIGHT_OUTPUT
from flashcards.questions.shuffle import order_kept_options
from flashcards.seeding import hide_order, stable_digest
from flashcards.study.answer_rules import list_readings
from flashcards.text.highlight import render_code_block, render_output_block
from flashcards.text.markdown import escape_anki_markup, escape_prose, render_block, render_line
from flashcards.text.plain_text import html_to_text
from flashcards.text.typed_answers import list_typed_forms
from flashcards.words.catalog import Words
from flashcards.words.message import Message

Fields = dict[str, str]


def render_fields(note: Note) -> Fields:
    """All fields in the order of the note type; head, foot, check, source, spare ones are empty."""
    made = dict.fromkeys(FIELDS[note.entry.kind], "")
    made["Name"] = note_name(note)
    made["Key"] = note.key
    made["Lang"] = note.lang
    made["Why"] = _block(note.entry.why)
    try:
        made.update(_OF_KIND[note.entry.kind](note, note.entry))
    except FlashcardsError as error:
        faulty = Message("note-faulty", key=note.entry.key, error=error.message)
        raise FlashcardsError(faulty) from error
    return made


def _block(text: str | None) -> str:
    return "" if text is None else render_block(text)


def _items(texts: Iterable[str]) -> str:
    """A list; the spaces between its items keep them apart in Anki's browser."""
    return " ".join(f'<li dir="auto">{render_line(text)}</li>' for text in texts)


def _concept(note: Note, entry: Concept) -> Fields:
    return {
        "Question": render_line(entry.concept),
        "Points": f"<ul>{_items(entry.points.values())}</ul>",
        "Misconception": _block(entry.misconception),
    }


def _term(note: Note, entry: Term) -> Fields:
    return {
        "Question": render_line(name_term(entry, note.words)),
        "Meaning": render_block(describe_term(entry, note.words)),
        "Answer": _answer(entry.term, render_line(entry.term)),
        "Aliases": note.words.say("list_comma").join(map(render_line, list_notable_aliases(entry))),
        "Accepted": _accepted(entry, note.words),
    }


def _answer(term: str, shown: str) -> str:
    """What Anki compares with and shows in letters: the term, of a formula what is typed for it."""
    plain = list_typed_forms(term)[0] if "$" in term else html_to_text(shown)
    return escape_anki_markup(escape_prose(plain))


def _accepted(entry: Term, words: Words) -> str:
    """The names that a typed answer may have, as the script compares them."""
    plain = list_accepted_names(entry, words)
    names = dict.fromkeys(each for name in plain for each in list_readings(name, entry.case))
    items = "".join(f"<li>{escape_prose(name)}</li>" for name in names)
    return escape_anki_markup(f"<ul{' data-case' if entry.case else ''}>{items}</ul>")


def _compare(note: Note, entry: Compare) -> Fields:
    row = entry.rows[str(note.row)]
    is_asked_whole = 0 in note.ordinals
    made = {
        "Question": render_line(row.question or row.aspect),
        "Things": f"<ul>{_items(entry.compare.values())}</ul>" if is_asked_whole else "",
        "Table": _table(note, entry, row),
        "Why": _block(_explain_row(note, entry, row) or None),
    }
    for card in (card for card in note.cards if card.ordinal):
        question = make_thing_question(card, entry, note.key)
        made |= {
            f"Ask {card.ordinal}": render_line(question.stem),
            f"Options {card.ordinal}": render_option_list(
                note,
                [
                    (row.wrong.get(each.name) or Option(text=each.text, why=each.why), each.right)
                    for each in question.options
                ],
            ),
            f"Why {card.ordinal}": _block(question.explanation or None),
        }
    return made


def _table(note: Note, entry: Compare, row: Row) -> str:
    """Things beside their cells; a cell that fits none of them is for the script alone."""
    rows = " ".join(
        f'<tr><th scope="row" dir="auto">{render_line(name)}</th> '
        f'<td dir="auto">{render_line(row.cells[thing])}</td></tr>'
        for thing, name in entry.compare.items()
    )
    more = "".join(
        f' data-surplus="{escape(render_line(each.text))}"' for each in _list_surplus(note, row)
    )
    return f'<table class="compare"{more}><tbody>{rows}</tbody></table>'


def _list_surplus(note: Note, row: Row) -> list[Option]:
    """The cell that fits none of the things of a row which is matched; none if it has none."""
    names = find_surplus(row, note.key, f"{note.key}#0") if is_matched(row) else ()
    return [row.wrong[name] for name in names]


def _explain_row(note: Note, entry: Compare, row: Row) -> str:
    """Why the row is as it is, and why the cell that fits nothing does not."""
    told = [
        f"✗ {each.text}{note.words.say('colon')}{each.why}"
        for each in _list_surplus(note, row)
        if each.why
    ]
    return "\n\n".join(filter(None, [explain_row(entry, row, note.words), *told]))


def render_option_list(
    note: Note,
    options: Iterable[tuple[Option, bool]],
    shuffle: bool = True,
    show: Callable[[str], str] = render_line,
) -> str:
    """Options with their marks and reasons; each comes with whether it is right.

    Where scripts run they are shuffled again, if they may be.
    """
    items = "".join(_option(note, option, right, show) for option, right in options)
    return f'<ol class="options"{" data-shuffle" if shuffle else ""}>{items}</ol>'


def _option(note: Note, option: Option, right: bool, show: Callable[[str], str]) -> str:
    lock = f' data-lock="{option.lock}"' if option.lock else ""
    mark, sign = ("right", "✓") if right else ("wrong", "✗")
    said = f"{sign} {note.words.say('card_right' if right else 'card_wrong')}"
    because = f'<div class="because">{render_line(option.why)}</div>' if option.why else ""
    return (
        f'<li class="{mark}" dir="auto"{lock}>{show(option.text)} '
        f'<span class="mark">{said}</span>{because}</li>'
    )


def _code(note: Note, entry: Code) -> Fields:
    return {
        "Question": render_line(entry.question)
        if entry.question
        else note.words.say("what_prints"),
        "Code": escape_anki_markup(
            render_code_block(entry.code, entry.language) + _folded_setup(note, entry)
        ),
        "Output": escape_anki_markup(_output(note, entry.prints)),
        "Choices": _outputs(note, entry),
    }


def _folded_setup(note: Note, entry: Code) -> str:
    """The setup behind a fold that says how long it is; nothing without one."""
    if not entry.setup:
        return ""
    head = note.words.say("card_setup", n=entry.count_setup())
    shown = render_code_block(entry.setup, entry.language)
    return (
        '<details class="setup" dir="auto"><summary class="label tappable">'
        f"{head}</summary>{shown}</details>"
    )


def _output(note: Note, text: str) -> str:
    if not text.strip():
        return f"<p>{note.words.say('card_prints_nothing')}</p>"
    return render_output_block(text)


def _outputs(note: Note, entry: Code) -> str:
    """What it prints among what it does not; empty if no wrong output is known."""
    if not entry.wrong:
        return ""
    return render_option_list(
        note,
        [(option, name == RIGHT_OUTPUT) for name, option in _order_outputs(note, entry)],
        show=lambda text: escape_anki_markup(_output(note, text)),
    )


def _order_outputs(note: Note, entry: Code) -> list[tuple[str, Option]]:
    options = {RIGHT_OUTPUT: OutputOption(text=entry.prints), **entry.wrong}
    return _in_hidden_order(note.key, options) if entry.wrong else []


def list_option_names(card: Card) -> list[tuple[str, bool]]:
    """The options of a card in the order of its HTML: their names, and whether each is right."""
    note, entry = card.note, card.entry
    if isinstance(entry, Code):
        return [(name, name == RIGHT_OUTPUT) for name, _ in _order_outputs(note, entry)]
    if isinstance(entry, Choose):
        return [(name, name in entry.right) for name, _ in order_options(note.key, entry)]
    if isinstance(entry, Compare) and card.ordinal:
        question = make_thing_question(card, entry, note.key)
        return [(each.name, each.right) for each in question.options]
    return []


def _choose(note: Note, entry: Choose) -> Fields:
    several = len(entry.right) > 1
    return {
        "Question": render_line(entry.choose),
        "Ask": note.words.say("card_choose_several" if several else "choose_one"),
        "Options": render_option_list(
            note,
            [(option, name in entry.right) for name, option in order_options(note.key, entry)],
            entry.shuffle,
        ),
        "Answer": "<br>".join(render_line(option.text) for option in entry.right.values()),
    }


def order_options(key: str, entry: Choose) -> list[tuple[str, Option]]:
    """The options as a page without scripts shows them: shuffled by key, locked in place.

    The order gives nothing away.
    """
    options = entry.options
    if entry.shuffle:
        return _in_hidden_order(key, options)
    return [(name, options[name]) for name in order_kept_options(entry.key, entry)]


def _in_hidden_order(key: str, options: Mapping[str, Option]) -> list[tuple[str, Option]]:
    place = {"first": 0, None: 1, "last": 2}
    return sorted(
        options.items(), key=lambda item: (place[item[1].lock], stable_digest(key, item[0]))
    )


def _order(note: Note, entry: Order) -> Fields:
    names, shown = list(entry.steps), hide_order(entry.steps, note.key)
    shuffled = "".join(
        f'<li dir="auto" data-step="{names.index(name)}">{render_line(entry.steps[name])}</li>'
        for name in shown
    )
    steps = " ".join(
        f'<li dir="auto" data-letter="{ascii_uppercase[shown.index(name) % 26]}">'
        f"{render_line(text)}</li>"
        for name, text in entry.steps.items()
    )
    return {
        "Question": render_line(entry.order),
        "Shuffled": f'<ol class="steps">{shuffled}</ol>',
        "Steps": f'<ol class="steps">{steps}</ol>',
    }


def _cloze(note: Note, entry: Cloze) -> Fields:
    made = {"Question": render_cloze(entry.cloze, entry.gaps, entry.language)}
    return {**made, "Why": _gap_reasons(note, entry)} if entry.reasons else made


def _gap_reasons(note: Note, entry: Cloze) -> str:
    """The reason of each gap beside its text: one field serves the cards of all gaps."""
    items = ""
    for number, gap in entry.gaps.items():
        if number in entry.reasons:
            shown = render_line(gap)
            if entry.language is not None:
                shown = f"<code>{escape_anki_markup(escape(gap, quote=False))}</code>"
            reason = f"{note.words.say('colon')}{render_line(entry.reasons[number])}"
            items += f'<li dir="auto">{shown}{reason}</li>'
    return f"<ul>{items}</ul>"


def _recall(note: Note, entry: Recall) -> Fields:
    return {"Question": render_line(entry.recall), "Answer": render_block(entry.answer)}


_OF_KIND: Mapping[Kind, Callable[[Note, Any], Fields]] = {
    "concept": _concept,
    "term": _term,
    "compare": _compare,
    "code": _code,
    "choose": _choose,
    "order": _order,
    "cloze": _cloze,
    "recall": _recall,
}
