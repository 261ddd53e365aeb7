"""The fields of each note type, and how a note fills them.

Number, order and meaning of fields are frozen: one more would conflict with the note type that
learners have. The head of a card has stage, topic and kind, its foot key, release and where to
read on; both depend on the rest of the course. No version of the deck stands there: it would touch
every note at every release.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import date
from html import escape
from string import ascii_uppercase
from typing import Any, NamedTuple
from urllib.parse import quote

from flashcards.anki.cloze import normalize_html, render_cloze
from flashcards.anki.content import list_resources, note_name
from flashcards.cards import (
    Card,
    Note,
    describe_term,
    is_matched,
    list_names_of_term,
    name_term,
)
from flashcards.course.model import (
    MAX_ASKED_THINGS,
    Choose,
    Cloze,
    Code,
    Compare,
    Concept,
    Course,
    Kind,
    Order,
    Recall,
    Term,
    list_reasons,
)
from flashcards.errors import FlashcardsError
from flashcards.questions.build import list_forms, make_question
from flashcards.questions.comparison import explain_row, word_row_question
from flashcards.questions.question import Choice, shorten_title
from flashcards.seeding import reorder_names
from flashcards.text.answer_rules import list_readings
from flashcards.text.highlight import render_code_block, render_output_block
from flashcards.text.markdown import escape_prose, render_html, render_line
from flashcards.text.typed_answers import list_accepted, list_spellings

Fields = dict[str, str]
_MAX_SUMMARY = 100
_MAX_COLUMNS = 3
"""Items of a comparison that fit beside each other on a card."""
_MAX_ALIASES = 3
"""Other names of a term that its card shows; all of them are right when typed."""
_SILENT = re.compile(r"import |from .* import |using |#|//|@|torch\.manual_seed")
"""How lines begin that say nothing about what a program is about."""
_WEB = re.compile(r"https?://[^\s]+$|mailto:[^\s]+$", re.IGNORECASE)
_STATUS_WORDS = {"archived": "archived", "replaced": "card_replaced"}
"""What a resource that is not kept up any more says."""


class Stamp(NamedTuple):
    """When a note's text was released, and the PyTorch it was last verified on."""

    mod: int
    """Seconds since 1970; Anki compares it to decide which side is newer."""
    released: date | None = None
    """None until the text has been released."""
    verified: str | None = None


def render_head(note: Note, course: Course) -> str:
    """Return stage, if there are several, topic and kind, to fit on a line."""
    title = course.titles.get(note.lang, {}).get(f"decks/{note.deck.deck}", note.deck.title)
    parts = [shorten_title(title), note.words.translate(f"kind_{note.entry.kind}")]
    if len(course.info.stages) > 1:
        parts.insert(0, note.words.translate("card_stage", number=note.stage))
    return normalize_html(escape_prose(" · ".join(parts)))


def render_foot(note: Note, course: Course, stamp: Stamp) -> str:
    """Return key, release, verification and links; where to read on is folded away."""
    words = note.words
    parts = [f"<code>{escape(note.key)}</code>", words.translate("card_unreleased")]
    if stamp.released:
        parts[1] = words.translate("card_released", date=stamp.released)
    if note.entry.as_of:
        parts.append(words.translate("card_as_of", date=escape_prose(note.entry.as_of)))
    if stamp.verified:
        parts.append(words.translate("card_verified", version=escape_prose(stamp.verified)))
    elif isinstance(note.entry, Code) and note.entry.uses_pytorch:
        parts.append(words.translate("card_unverified"))
    if course.info.report:
        address = course.info.report.replace("{key}", quote(note.key, safe=""))
        parts.append(render_link(address, words.translate("card_report")))
    foot = " · ".join(parts)
    links = []
    for resource in list_resources(note, course):
        status = _STATUS_WORDS.get(resource.status)
        suffix = f" ({words.translate(status)})" if status else ""
        links.append(render_link(resource.address, resource.title) + suffix)
    if links:
        head = f'<summary class="tappable">{words.translate("read_on")}</summary>'
        foot += f'<details class="see">{head}{" · ".join(links)}</details>'
    return normalize_html(foot)


def render_link(address: str, title: str) -> str:
    """Return a link to the web or a mail address; anything else is only its title."""
    if not _WEB.match(address):
        return escape_prose(title)
    return f'<a href="{escape(address)}">{escape_prose(title)}</a>'


def render_complete(note: Note, course: Course, stamp: Stamp) -> Fields:
    """Return all fields of a note, head and foot too."""
    head, foot = render_head(note, course), render_foot(note, course, stamp)
    return {**render_fields(note), "Head": head, "Foot": foot}


def render_fields(note: Note) -> Fields:
    """Return all fields in the order of the note type; head and foot are empty.

    They show the first variant; `Variants` has the others, of which scripts show one.
    """
    fields = _render_variant(note)
    for number in range(1, len(note.variants)):
        other = _render_variant(note.choose_variant(number))
        parts = "".join(
            f'<div data-field="{name}">{html}</div>'
            for name, html in other.items()
            if html != fields[name] and name not in HELPER_FIELDS
        )
        fields["Variants"] += f'<div class="variant">{parts}</div>'
    return fields


def _render_variant(note: Note) -> Fields:
    """Return all fields of the note as it is, without its other variants."""
    kind, entry = note.entry.kind, note.entry
    fields = dict.fromkeys(FIELDS[kind], "")
    fields |= {"Name": note_name(note), "Key": note.key, "Lang": note.lang}
    try:
        why = render_html(entry.why) if isinstance(entry.why, str) else ""
        _, render = _KINDS[kind]
        rendered = {"Why": why, **render(note, entry)}
    except FlashcardsError as error:
        raise FlashcardsError(f"{entry.key}: {error}") from error
    for name, html in rendered.items():
        is_gapped = kind == "cloze" and name == "Question"
        fields[name] = html if is_gapped else normalize_html(html)
    return fields


def _list(texts: Iterable[str]) -> str:
    """Return a list; the spaces between its items keep them apart in Anki's browser."""
    items = " ".join(f'<li dir="auto">{render_line(text)}</li>' for text in texts)
    return f"<ul>{items}</ul>"


def _flag(value: bool) -> str:
    """Return the text of a field that only tells a template yes or no."""
    return "1" if value else ""


def _concept(note: Note, entry: Concept) -> Fields:
    return {
        "Question": render_line(entry.ask),
        "Concept": render_line(entry.concept),
        "Points": _list(entry.points.values()),
        "Misconception": render_html(entry.misconception or ""),
    }


def _term(note: Note, entry: Term) -> Fields:
    names = dict.fromkeys(
        reading
        for name in list_accepted(list_names_of_term(entry, note.words), note.words)
        for reading in list_readings(name, entry.case)
    )
    items = "".join(f"<li>{escape_prose(name)}</li>" for name in names)
    case = ' data-case=""' if entry.case else ""
    return {
        "Question": render_line(name_term(entry, note.words)),
        "Meaning": render_html(describe_term(entry, note.words)),
        "Answer": escape_prose(list_spellings(entry.term)[0]),
        "Aliases": note.words.translate("list_comma").join(
            map(render_line, entry.aliases[:_MAX_ALIASES])
        ),
        "Accepted": f"<ul{case}>{items}</ul>",
        # Not the other way round: a note that a learner edited has a new field empty after an
        # update, and must keep its card.
        "One way": _flag(not entry.both),
    }


def _compare(note: Note, entry: Compare) -> Fields:
    row, words = entry.rows[str(note.row)], note.words
    rows = " ".join(
        f'<tr><th scope="row" dir="auto">{render_line(name)}</th> '
        f'<td dir="auto">{render_line(row.cells[item])}</td></tr>'
        for item, name in entry.compare.items()
    )
    caption = f'<caption dir="auto">{render_line(row.aspect)}</caption>'
    why = [explain_row(entry, row, words)]
    attributes = ""
    if is_matched(row):
        for distractor in make_question(note.cards[0], seed=note.key).distractors:
            # Escaped twice: browsers differ in how they write `<` in an attribute.
            html = escape(normalize_html(render_line(distractor.text)), quote=False)
            attributes = f' data-surplus="{escape(html)}"'
            if distractor.why:
                why.append(f"✗ {distractor.text}{words.translate('colon')}{distractor.why}")
    is_asked = 0 in note.ordinals
    fields = {
        "Question": render_line(word_row_question(entry, row, words)),
        "Items": _list(entry.compare.values()) if is_asked else "",
        "Row": f'<table class="compare"{attributes}>{caption} <tbody>{rows}</tbody></table>',
        "Comparison": _render_comparison(entry) if is_asked else "",
        "Why": render_html("\n\n".join(filter(None, why))),
        "Needs options": _flag(row.needs_options),
    }
    for card in (card for card in note.cards if card.ordinal):
        question = make_question(card, seed=note.key)
        fields |= {
            f"Ask {card.ordinal}": render_line(question.stem),
            f"Options {card.ordinal}": _options(card),
            f"Why {card.ordinal}": render_html(question.explanation),
        }
    return fields


def _render_comparison(entry: Compare) -> str:
    """Return the whole comparison as a table: a row for each aspect, a column for each item.

    Each cell names its item in `data-item`, for the layout in which the cells of a row stand below
    each other: on a phone, and always if there are more items than fit beside each other.
    """
    head = " ".join(f'<th scope="col">{render_line(name)}</th>' for name in entry.compare.values())
    rows = []
    for row in entry.rows.values():
        cells = "".join(
            f'<td dir="auto" data-item="{escape(name.replace("`", ""))}">'
            f"{render_line(row.cells[item])}</td> "
            for item, name in entry.compare.items()
        )
        rows.append(f'<tr><th scope="row" dir="auto">{render_line(row.aspect)}</th> {cells}</tr>')
    layout = "aspects" if len(entry.compare) <= _MAX_COLUMNS else "aspects stacked"
    return (
        f'<table class="{layout}"><thead><tr><td></td>{head}</tr></thead>'
        f" <tbody>{' '.join(rows)}</tbody></table>"
    )


def list_options(card: Card) -> tuple[Choice, ...]:
    """Return the options of a card in the order of its HTML, shown as it is without scripts."""
    form = next((form for form in list_forms(card) if form in ("single", "multiple")), None)
    return make_question(card, seed=card.note.key, form=form).options if form else ()


def _options(card: Card, shuffle: bool = True, render: Callable[[str], str] = render_line) -> str:
    """Return the options with their reasons; where scripts run they are shuffled, if they may be.

    Which are right is a class, and not said: a search for "right" would find every note.
    """
    items = ""
    shuffled = ' data-shuffle=""' if shuffle else ""
    for option in list_options(card):
        verdict = "ok" if option.right else "no"
        lock = f' data-lock="{option.lock}"' if option.lock else ""
        because = f'<div class="because">{render_line(option.why)}</div>' if option.why else ""
        items += f'<li class="{verdict}" dir="auto"{lock}>{render(option.text)} '
        items += f'<span class="mark"></span>{because}</li>'
    return f'<ol class="options"{shuffled}>{items}</ol>'


def _code(note: Note, entry: Code) -> Fields:
    def render_output(text: str) -> str:
        nothing = f"<p>{note.words.translate('card_prints_nothing')}</p>"
        return render_output_block(text) if text.strip() else nothing

    setup = ""
    if entry.setup:
        head = note.words.translate("card_setup", n=entry.count_setup())
        setup = (
            f'<details class="setup" dir="auto"><summary class="label tappable">{head}</summary>'
            f"{render_code_block(entry.setup, entry.language)}</details>"
        )
    asked = render_line(entry.question) if entry.question else note.words.translate("what_prints")
    lines = [line.strip() for line in entry.code.splitlines() if line.strip()]
    telling = " ".join([line for line in lines if not _SILENT.match(line)] or lines)
    return {
        "Question": asked,
        "Line": f"{asked} · {escape(telling[:_MAX_SUMMARY], quote=False)}",
        "Code": render_code_block(entry.code, entry.language) + setup,
        "Output": render_output(entry.prints),
        "Choices": _options(note.cards[0], render=render_output) if len(entry.wrong) > 1 else "",
        "Needs options": _flag(entry.needs_options),
    }


def _choose(note: Note, entry: Choose) -> Fields:
    several = len(entry.right) > 1
    return {
        "Question": render_line(entry.choose),
        "Ask": note.words.translate("card_choose_several" if several else "choose_one"),
        "Options": _options(note.cards[0], entry.shuffle),
        "Answer": "<br>".join(render_line(option.text) for option in entry.right.values()),
        "Needs options": _flag(entry.needs_options or several),
    }


def _order(note: Note, entry: Order) -> Fields:
    names, shown = list(entry.steps), reorder_names(entry.steps, note.key)
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
    """Return the text with its gaps; the field of reasons serves the cards of all gaps."""
    fields = {"Question": render_cloze(entry.cloze, entry.gaps, entry.language)}
    reasons, colon = "", note.words.translate("colon")
    for number, gap in entry.gaps.items():
        if reason := list_reasons(entry.why).get(number):
            hidden = render_line(gap)
            if entry.language is not None:
                hidden = f"<code>{escape(gap, quote=False)}</code>"
            reasons += f'<li dir="auto">{hidden}{colon}{render_line(reason)}</li>'
    return {**fields, "Why": f"<ul>{reasons}</ul>"} if reasons else fields


def _recall(note: Note, entry: Recall) -> Fields:
    return {"Question": render_line(entry.recall), "Answer": render_html(entry.answer)}


_ASKED = tuple(
    f"{name} {place}"
    for name in ("Ask", "Options", "Why")
    for place in range(1, MAX_ASKED_THINGS + 1)
)
_KINDS: Mapping[Kind, tuple[tuple[str, ...], Callable[[Note, Any], Fields]]] = {
    "concept": (("Concept", "Points", "Misconception"), _concept),
    "term": (("Meaning", "Answer", "Aliases", "Accepted", "One way"), _term),
    "compare": (("Items", "Row", "Comparison", *_ASKED, "Needs options"), _compare),
    "code": (("Line", "Code", "Output", "Choices", "Needs options", "Variants"), _code),
    "choose": (("Ask", "Options", "Answer", "Needs options", "Variants"), _choose),
    "order": (("Shuffled", "Steps"), _order),
    "cloze": ((), _cloze),
    "recall": (("Answer",), _recall),
}
"""The fields that a kind has of its own, and what a note writes into them."""
_HEAD = ("Name", "Question", "Lang", "Key")
_TAIL = ("Why", "Head", "Foot", "Spare 1", "Spare 2")
FIELDS: Mapping[Kind, tuple[str, ...]] = {
    kind: (*_HEAD, *own, *_TAIL) for kind, (own, _) in _KINDS.items()
}
"""The names of all fields of each note type, in their frozen order."""
HELPER_FIELDS = frozenset(
    {"Name", "Lang", "Line", "Shuffled", "Comparison", "Head", "Foot"}
    | {"One way", "Needs options", "Variants", "Spare 1", "Spare 2"}
)
"""Made from other fields, or not for readers: folded in the editor, and left out of searches."""
FOLDED_FIELDS = HELPER_FIELDS | {"Accepted"}
"""A search by any accepted name finds a term, so `Accepted` is only folded."""
