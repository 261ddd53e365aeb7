"""The note types as Anki sees them: fields and card templates of each kind.

Their number and order are frozen: a field or template more would conflict with
the note type that learners already have. One note type serves all languages:
the words around a text stand in the template in every language, and the style
sheet shows those of the note's own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from flashcards.i18n.catalog import LANGUAGES, say
from flashcards.model import MAX_THINGS, Kind

_HEAD = ("Name", "Question", "Lang", "Key")
_TAIL = ("Why", "Retired", "Foot", "Check", "Spare 1", "Spare 2")
_THINGS = range(1, MAX_THINGS + 1)

FIELDS: Mapping[Kind, tuple[str, ...]] = {
    "concept": (*_HEAD, "Points", "Misconception", *_TAIL),
    "term": (*_HEAD, "Meaning", "Answer", "Aliases", *_TAIL),
    "compare": (
        *_HEAD, "Things", "Table",
        *(f"{name} {place}" for name in ("Ask", "Options", "Why") for place in _THINGS),
        *_TAIL,
    ),
    "code": (*_HEAD, "Line", "Code", "Output", "Mistakes", *_TAIL),
    "choose": (*_HEAD, "Ask", "Options", "Answer", *_TAIL),
    "order": (*_HEAD, "Shuffled", "Steps", *_TAIL),
    "cloze": (*_HEAD, *_TAIL),
    "recall": (*_HEAD, "Answer", *_TAIL),
}  # fmt: skip


@dataclass(frozen=True)
class Template:
    """One card: its front, its back, and the field without which there is no card."""

    name: str
    front: str
    back: str
    needs: str


def _render_words(word: str) -> str:
    """The words for a key in every language, of which the style sheet shows one."""
    return "".join(
        f'<span class="say" lang="{lang}">{say(lang, word)}</span>' for lang in LANGUAGES
    )


def _render_ask(word: str) -> str:
    return f'<div class="ask">{_render_words(word)}</div>\n'


def _render_part(name: str, field: str, label: str | None = None) -> str:
    """A field in an element of its own; nothing if the field is empty."""
    said = "" if label is None else f'<div class="label">{_render_words(label)}</div>'
    shown = f'<div class="{name}" dir="auto">{said}{{{{{field}}}}}</div>'
    return f"{{{{#{field}}}}}{shown}{{{{/{field}}}}}\n"


def _render_side(side: str, kind: Kind, inside: str) -> str:
    return (
        f'<div class="pq {side} kind-{kind}" lang="{{{{Lang}}}}">\n'
        f"{_render_part('retired', 'Retired', 'card_retired')}{inside}</div>"
    )


def _make_template(
    kind: Kind,
    name: str,
    front: str,
    answer: str,
    needs: str = "Question",
    repeated: str | None = None,
    why: str = "Why",
) -> Template:
    """A card; its back shows the `front`, or `repeated` in its place, before the `answer`."""
    line = '<hr id="answer">\n' if answer else ""
    answer = f"{line}{answer}{_render_part('why', why, 'card_why')}{_render_part('foot', 'Foot')}"
    return Template(
        name,
        _render_side("front", kind, front),
        _render_side("back", kind, (front if repeated is None else repeated) + answer),
        needs,
    )


_QUESTION = _render_part("question", "Question")


SHUFFLE = """<script>
(function () {
  var card = document.querySelector(".pq");
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


def _make_thing_template(place: int) -> Template:
    """The authored question about one thing; no card where there is none."""
    ask, options = f"Ask {place}", f"Options {place}"
    front = _render_part("question", ask) + _render_ask("choose_one") + f"{{{{{options}}}}}\n"
    made = _make_template("compare", f"Question {place}", front, "", ask, why=f"Why {place}")
    shown = f"{{{{#{ask}}}}}{made.front}\n{SHUFFLE}{{{{/{ask}}}}}"
    return replace(made, front=shown, back=f"{made.back}\n{SHUFFLE}")


_TYPED = '<div class="typed">{{type:Answer}}</div>\n'
_TERM_FROM_MEANING = _make_template(
    "term",
    "Meaning to term",
    _render_part("meaning", "Meaning") + _render_ask("card_which_term") + _TYPED,
    _TYPED
    + _render_part("answer", "Question")
    + _render_part("aliases", "Aliases", "card_aliases"),
    needs="Meaning",
    repeated=_render_part("meaning", "Meaning"),
)


_GAPPED = '<div class="question text" dir="auto">{{cloze:Question}}</div>\n'
_CHOICE = _make_template(
    "choose", "Choose", _QUESTION + _render_part("ask", "Ask") + "{{Options}}\n", ""
)

TEMPLATES: Mapping[Kind, tuple[Template, ...]] = {
    "concept": (
        _make_template(
            "concept", "Explain", _QUESTION + _render_ask("card_explain"),
            _render_part("points", "Points", "card_points")
            + _render_part("misconception", "Misconception", "misconception"),
        ),
    ),
    "term": (
        _make_template(
            "term", "Term to meaning", _QUESTION + _render_ask("what_means"),
            _render_part("answer", "Meaning") + _render_part("aliases", "Aliases", "card_aliases"),
        ),
        _TERM_FROM_MEANING,
    ),
    "compare": (
        _make_template(
            "compare", "All of them",
            _QUESTION + _render_ask("card_how_differ") + _render_part("things", "Things"),
            _render_part("grid", "Table"),
            repeated=_QUESTION,
        ),
        *map(_make_thing_template, _THINGS),
    ),
    "code": (
        _make_template(
            "code", "Output", _QUESTION + "{{Code}}\n",
            '<div class="answer">{{Output}}</div>\n'
            + _render_part("mistakes", "Mistakes", "card_mistakes"),
        ),
    ),
    "choose": (
        Template(
            _CHOICE.name, f"{_CHOICE.front}\n{SHUFFLE}", f"{_CHOICE.back}\n{SHUFFLE}", "Question"
        ),
    ),
    "order": (
        _make_template(
            "order", "In order", _QUESTION + _render_ask("card_order") + "{{Shuffled}}\n",
            '<div class="answer">{{Steps}}</div>\n', repeated=_QUESTION,
        ),
    ),
    "cloze": (
        _make_template(
            "cloze", "Gap",
            _GAPPED + _render_ask("gap"), "", repeated=_GAPPED,
        ),
    ),
    "recall": (_make_template("recall", "Answer", _QUESTION, _render_part("answer", "Answer")),),
}  # fmt: skip
