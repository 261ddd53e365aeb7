"""The note types as Anki sees them: fields and card templates of each kind.

Their number and order are frozen: a field or template more would conflict with
the note type that learners already have. One note type serves all languages:
the words around a text stand in the template in every language, and the style
sheet shows those of the note's own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flashcards.i18n.catalog import LANGUAGES, say
from flashcards.model import MAX_THINGS, Kind

_HEAD = ("Key", "Question", "Lang")
_TAIL = ("Why", "Retired", "Foot", "Spare 1", "Spare 2")
_THINGS = range(1, MAX_THINGS + 1)

FIELDS: Mapping[Kind, tuple[str, ...]] = {
    "concept": (*_HEAD, "Points", "Misconception", *_TAIL),
    "term": (*_HEAD, "Meaning", "Answer", "Aliases", *_TAIL),
    "compare": (
        *_HEAD, "Things", "Table",
        *(f"Cell {place}" for place in _THINGS), *(f"Thing {place}" for place in _THINGS),
        *_TAIL,
    ),
    "code": (*_HEAD, "Code", "Output", "Mistakes", *_TAIL),
    "choose": (*_HEAD, "Ask", "Options", *_TAIL),
    "order": (*_HEAD, "Shuffled", "Steps", *_TAIL),
    "cloze": (*_HEAD, *_TAIL),
    "recall": (*_HEAD, "Answer", *_TAIL),
}  # fmt: skip
SORT_FIELD = 1
"""The question: what Anki's browser shows and sorts by."""


@dataclass(frozen=True)
class Template:
    """One card: its front, its back, and the field without which there is no card."""

    name: str
    front: str
    back: str
    needs: str


def _say(word: str) -> str:
    """The words for a key in every language, of which the style sheet shows one."""
    return "".join(
        f'<span class="say" lang="{lang}">{say(lang, word)}</span>' for lang in LANGUAGES
    )


def _ask(word: str) -> str:
    return f'<div class="ask">{_say(word)}</div>\n'


def _part(name: str, field: str, label: str | None = None) -> str:
    """A field in an element of its own; nothing if the field is empty."""
    said = "" if label is None else f'<div class="label">{_say(label)}</div>'
    shown = f'<div class="{name}" dir="auto">{said}{{{{{field}}}}}</div>'
    return f"{{{{#{field}}}}}{shown}{{{{/{field}}}}}\n"


def _side(side: str, kind: Kind, inside: str) -> str:
    return (
        f'<div class="pq {side} kind-{kind}" lang="{{{{Lang}}}}">\n'
        f"{_part('retired', 'Retired', 'card_retired')}{inside}</div>"
    )


def _template(
    kind: Kind, name: str, asked: str, told: str, needs: str = "Question", again: str | None = None
) -> Template:
    """`asked` is the front; the back repeats it, or `again`, before what is `told`."""
    line = '<hr id="answer">\n' if told else ""
    told = f"{line}{told}{_part('why', 'Why', 'card_why')}{_part('foot', 'Foot')}"
    return Template(
        name,
        _side("front", kind, asked),
        _side("back", kind, (asked if again is None else again) + told),
        needs,
    )


_QUESTION = _part("question", "Question")


def _thing(place: int) -> Template:
    """Which thing has this cell; no card where the cell does not tell."""
    cell, thing = f"Cell {place}", f"Thing {place}"
    asked = (
        _QUESTION + _part("cell", cell)
        + _ask("which_thing") + _part("things", "Things")
    )  # fmt: skip
    made = _template(
        "compare", f"Which one {place}", asked, _part("answer", thing) + _part("grid", "Table")
    )
    return Template(made.name, f"{{{{#{cell}}}}}{made.front}{{{{/{cell}}}}}", made.back, needs=cell)


_TYPED = '<div class="typed">{{type:Answer}}</div>\n'
_TERM_FROM_MEANING = _template(
    "term",
    "Meaning to term",
    _part("meaning", "Meaning") + _ask("card_which_term") + _TYPED,
    _TYPED + _part("answer", "Question") + _part("aliases", "Aliases", "card_aliases"),
    needs="Meaning",
    again=_part("meaning", "Meaning"),
)

SHUFFLE = """<script>
(function () {
  var card = document.querySelector(".pq.kind-choose");
  var list = card && card.querySelector("ol.options");
  if (!list || !list.hasAttribute("data-shuffle")) { return; }
  var name = "ptquiz " + list.getAttribute("data-shuffle"), seed = new Date().toDateString();
  try {
    if (card.classList.contains("front")) { sessionStorage.setItem(name, String(Math.random())); }
    seed = sessionStorage.getItem(name) || seed;
  } catch (error) { /* no storage: one order a day */ }
  var state = 2166136261;
  for (var at = 0; at < seed.length; at++) {
    state = Math.imul(state ^ seed.charCodeAt(at), 16777619);
  }
  function next(below) {
    state = Math.imul(state ^ (state >>> 15), 2246822519) + 2654435769 | 0;
    return ((state ^ (state >>> 13)) >>> 0) % below;
  }
  var items = [].slice.call(list.children), free = [], order = items.slice();
  items.forEach(function (item, place) {
    if (!item.hasAttribute("data-lock")) { free.push(place); }
  });
  for (var i = free.length - 1; i > 0; i--) {
    var j = next(i + 1), kept = order[free[i]];
    order[free[i]] = order[free[j]];
    order[free[j]] = kept;
  }
  order.forEach(function (item) { list.appendChild(item); });
})();
</script>"""
"""Shuffles the options where scripts run; the back finds the order of the front."""

_GAPPED = '<div class="question text" dir="auto">{{cloze:Question}}</div>\n'
_CHOICE = _template("choose", "Choose", _QUESTION + _part("ask", "Ask") + "{{Options}}\n", "")

TEMPLATES: Mapping[Kind, tuple[Template, ...]] = {
    "concept": (
        _template(
            "concept", "Explain", _QUESTION + _ask("card_explain"),
            _part("points", "Points", "card_points")
            + _part("misconception", "Misconception", "misconception"),
        ),
    ),
    "term": (
        _template(
            "term", "Term to meaning", _QUESTION + _ask("what_means"),
            _part("answer", "Meaning") + _part("aliases", "Aliases", "card_aliases"),
        ),
        _TERM_FROM_MEANING,
    ),
    "compare": (
        _template(
            "compare", "All of them",
            _QUESTION + _ask("card_how_differ") + _part("things", "Things"), _part("grid", "Table"),
            again=_QUESTION,
        ),
        *map(_thing, _THINGS),
    ),
    "code": (
        _template(
            "code", "Output", _QUESTION + "{{Code}}\n",
            '<div class="answer">{{Output}}</div>\n'
            + _part("mistakes", "Mistakes", "card_mistakes"),
        ),
    ),
    "choose": (
        Template(
            _CHOICE.name, f"{_CHOICE.front}\n{SHUFFLE}", f"{_CHOICE.back}\n{SHUFFLE}", "Question"
        ),
    ),
    "order": (
        _template(
            "order", "In order", _QUESTION + _ask("card_order") + "{{Shuffled}}\n",
            '<div class="answer">{{Steps}}</div>\n', again=_QUESTION,
        ),
    ),
    "cloze": (
        _template(
            "cloze", "Gap",
            _GAPPED + _ask("gap"), "", again=_GAPPED,
        ),
    ),
    "recall": (_template("recall", "Answer", _QUESTION, _part("answer", "Answer")),),
}  # fmt: skip
