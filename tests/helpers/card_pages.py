"""Cards as the engine renders them, on pages as Anki's reviewer makes them."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from typing import Any, NamedTuple

from tests.helpers.anki_engine import Learner
from tests.helpers.web_server import Quiet, running

CLIENT = """<style>
body { margin: 20px; overflow-wrap: break-word; }
body.nightMode { background-color: #2c2c2c; color: #fcfcfc; }
hr { background-color: #737373; margin: 1em 0; border: none; height: 1px; }
img { max-width: 100%; max-height: 95vh; }
button { font-size: 13px; font-weight: 500; padding: 8px 10px; margin: 0 4px; color: #888;
  outline: none !important; border: 1px solid #ccc; border-radius: 5px; background: #eee; }
.nightMode button { background: #454545; border-color: #202020; }
</style>"""
"""Rules with which Anki's desktop surrounds a card and that a card must hold its own against."""

EMPTY = (
    "<!doctype html><html><head><meta charset=utf-8><title>card</title>"
    f'<meta name="viewport" content="width=device-width, initial-scale=1">{CLIENT}</head>'
    '<body><div id="qa"></div></body></html>'
)
"""A page before its first card."""

SHOW = """
window.showCard = function (html, classes) {
  var place = document.getElementById('qa');
  document.body.className = classes;
  place.innerHTML = html;
  place.querySelectorAll('script').forEach(function (old) {
    var made = document.createElement('script');
    made.textContent = old.textContent;
    old.parentNode.replaceChild(made, old);
  });
};
"""
"""Shows a card in the page that is there, as the desktop does."""

_TYPED = re.compile(r"\[\[type:[^\]]+\]\]")
_FIELD = '<input type="text" id="typeans" autocomplete="off">'


class Page(NamedTuple):
    """One side of one card."""

    name: str
    kind: str
    side: str
    body: str
    ordinal: int

    def classes(self, night: bool) -> str:
        """The classes that Anki gives to the body."""
        return f"card card{self.ordinal + 1}" + (" nightMode night_mode" if night else "")

    def html(self, night: bool, head: str = "") -> str:
        return (
            "<!doctype html><html><head><meta charset=utf-8><title>card</title>"
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f"{CLIENT}{head}</head>"
            f'<body class="{self.classes(night)}"><div id="qa">{self.body}</div></body></html>'
        )


def pages_of(who: Learner) -> list[Page]:
    """Front and back of every card of a collection."""
    made = []
    for number in who.col.find_cards("", order="c.due, c.ord"):
        card = who.col.get_card(number)
        note = card.note()
        kind = note.note_type()["name"].split()[1]
        name = f"{note.fields[0].replace('/', '_')}-{card.ord}"
        front = _TYPED.sub(_FIELD, card.question())
        answer = note["Answer"] if kind == "term" else ""
        compared = who.col.compare_answer(answer, "gradient bukket") if answer else ""
        back = _TYPED.sub(lambda _, shown=compared: f"<div>{shown}</div>", card.answer())
        made.append(Page(name, kind, "front", front, card.ord))
        made.append(Page(name, kind, "back", back, card.ord))
    return made


class _Pages(Quiet, BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        data = self.server.pages.get(self.path)
        self.send_response(200 if data is not None else 404)
        kind = "image/svg+xml" if self.path.endswith(".svg") else "text/html"
        self.send_header("Content-Type", kind)
        self.end_headers()
        self.wfile.write(data or b"")


@contextmanager
def served() -> Iterator[Any]:
    """A server of the `pages` that are put into it, by their paths."""
    with running(_Pages) as server:
        server.pages = {}
        yield server


def read_options(chromium: Any) -> list[str]:
    """The texts of the options in their order, without marks."""
    return chromium.execute_script(
        "return [].map.call(document.querySelectorAll('.options > li'), function (item) {"
        " var text = item.cloneNode(true); text.querySelectorAll('.mark, .because').forEach("
        "  function (part) { part.remove(); }); return text.textContent.trim(); });"
    )


LOOK = """
function parse(text) {
  var found = text.match(/[\\d.]+/g).map(Number);
  return {r: found[0], g: found[1], b: found[2], a: found.length > 3 ? found[3] : 1};
}
function over(top, under) {
  function mix(name) { return top[name] * top.a + under[name] * (1 - top.a); }
  return {r: mix('r'), g: mix('g'), b: mix('b'), a: 1};
}
var known = new Map();
function background(element) {
  if (!element) { return {r: 255, g: 255, b: 255, a: 1}; }
  if (!known.has(element)) {
    var own = parse(getComputedStyle(element).backgroundColor);
    known.set(element, over(own, background(element.parentElement)));
  }
  return known.get(element);
}
function light(colour) {
  function part(value) {
    value /= 255;
    return value <= 0.03928 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4);
  }
  return 0.2126 * part(colour.r) + 0.7152 * part(colour.g) + 0.0722 * part(colour.b);
}
var poor = [], seen = 0, walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  var node = walker.currentNode, element = node.parentElement;
  if (!node.data.trim() || element.closest('script,style') || !element.getClientRects().length) {
    continue;
  }
  seen++;
  var style = getComputedStyle(element), under = background(element);
  var one = light(over(parse(style.color), under)), two = light(under);
  var contrast = (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
  var size = parseFloat(style.fontSize), bold = parseInt(style.fontWeight) >= 700;
  var least = size >= 24 || (bold && size >= 18.66) ? 3 : 4.5;
  if (contrast < least) { poor.push([node.data.trim().slice(0, 40), contrast.toFixed(2)]); }
}
var wide = document.documentElement.clientWidth, cut = [];
function told(element) { return element.textContent.trim().slice(0, 40); }
[].forEach.call(document.querySelectorAll('.pq *'), function (element) {
  var over = element.scrollWidth - element.clientWidth;
  if (element.closest('.aligned')) { return; }
  if (element.clientWidth && over > 0 && getComputedStyle(element).overflowX !== 'visible') {
    cut.push(['scrolls', element.tagName, element.className, told(element)]);
  }
});
[].forEach.call(document.querySelectorAll('button button'), function (inner) {
  cut.push(['a button in a button', told(inner)]);
});
function isOut(range) {
  return [].some.call(range.getClientRects(), function (box) {
    return box.width && (box.left < -0.5 || box.right > wide + 0.5);
  });
}
var texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
var range = document.createRange();
while (texts.nextNode()) {
  var text = texts.currentNode, holder = text.parentElement;
  if (!text.data.trim() || holder.closest('script,style,dialog,.aligned')) { continue; }
  range.selectNodeContents(text);
  for (var run = /[^\\s]+/g, found; isOut(range) && (found = run.exec(text.data));) {
    range.setStart(text, found.index);
    range.setEnd(text, found.index + found[0].length);
    if (isOut(range)) { cut.push(['out', found[0]]); }
    range.selectNodeContents(text);
  }
  var head = holder.closest('th');
  for (var word = /[A-Za-z0-9_.]+/g; head && (found = word.exec(text.data));) {
    range.setStart(text, found.index);
    range.setEnd(text, found.index + found[0].length);
    var parts = [].slice.call(range.getClientRects());
    var long = parts.reduce(function (sum, part) { return sum + part.width; }, 0);
    if (parts.length > 1 && long < head.clientWidth - 24) { cut.push(['broken', found[0]]); }
  }
}
var gaps = [].filter.call(document.querySelectorAll('.front .cloze'), function (gap) {
  var box = gap.getBoundingClientRect();
  return !box.width || box.left < 0 || box.right > wide;
}).length;
return {
  poor: poor, seen: seen, cut: cut, gaps: gaps,
  width: document.documentElement.scrollWidth, title: document.title
};
"""
"""Measures what a person would see: contrast of every text, what is cut off, the page's width.

What stands in columns, `.aligned` on a page, scrolls inside itself and must only fit as a whole.
"""
