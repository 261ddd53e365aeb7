"""Drawings with Chinese labels: nothing runs out of its box, its neighbor or the picture."""

import re

import pytest

from flashcards.course.pictures import load_pictures
from flashcards.text.images import list_svg_texts
from tests.helpers.builtin import builtin_course

COURSE = builtin_course()
ENGLISH, CHINESE = (load_pictures(COURSE, sorted(COURSE.media), lang) for lang in ("en", "zh"))
MEASURE = """
document.body.innerHTML = arguments[0];
var svg = document.querySelector("svg"), view = svg.viewBox.baseVal;
function box(each) {
  var found = each.getBBox();
  return [found.x, found.y, found.x + found.width, found.y + found.height];
}
return [[view.x, view.y, view.x + view.width, view.y + view.height],
  Array.from(svg.querySelectorAll("rect"), box),
  Array.from(svg.querySelectorAll("text"), function (one) { return [one.textContent, box(one)]; })];
"""
ROOM = 1.0
"""Units of the drawing by which a font of another machine may be wider."""


def measure(chromium, svg):
    chromium.get("data:text/html;charset=utf-8,<body></body>")
    return chromium.execute_script(MEASURE, svg.decode())


def lies_in(inner, outer):
    return inner[0] >= outer[0] - ROOM and inner[2] <= outer[2] + ROOM


def find_boxes(at, rects):
    """The rectangles around the middle of a text."""
    x, y = (at[0] + at[2]) / 2, (at[1] + at[3]) / 2
    return [place for place, (left, top, right, bottom) in enumerate(rects)
            if left <= x <= right and top <= y <= bottom]  # fmt: skip


def find_collisions(texts):
    """Pairs of texts that lie on each other by more than a hair."""
    return {
        (one, other)
        for one, (_, a) in enumerate(texts)
        for other, (_, b) in enumerate(texts[:one])
        if min(a[2], b[2]) - max(a[0], b[0]) > ROOM and min(a[3], b[3]) - max(a[1], b[1]) > 6
    }


@pytest.mark.parametrize("name", sorted(COURSE.media))
def test_chinese_labels_fit_where_the_english_ones_do(chromium, name):
    _, _, before = measure(chromium, ENGLISH[name])
    view, rects, after = measure(chromium, CHINESE[name])
    assert len(before) == len(after)
    for (english, was), (chinese, at) in zip(before, after, strict=True):
        assert lies_in(at, view), f"{chinese} runs out of the picture"
        for place in find_boxes(was, rects):
            if lies_in(was, rects[place]):
                assert lies_in(at, rects[place]), f"{chinese} ({english}) runs out of its box"
    assert find_collisions(after) <= find_collisions(before)


def test_every_label_that_is_not_a_name_or_code_is_chinese():
    kept = re.compile(
        r"[\W\d_]*|[A-Za-z]|.*[=()_·\[].*|blockIdx.*|all-reduce：|(?:GPU|rank|op|p|g|L|A|B|Y)\.?\s?\d*|[a-z]*\.(?:cpp|cu|py|onnx)"
        r"|(?:Auto(?:cast|grad)|ADInplaceOrView|Python|CPU(?: / CUDA …)?|DataParallel|DDP|Dynamo"
        r"|AOTAutograd|Inductor|Triton|C\+\+|nvcc|ctx|a \* b|exp|relu|Relu|silu|Gemm|linear"
        r"|Sigmoid \+ Mul|ExportedProgram|ONNX Runtime|nn\.Module|torch\.export|cudaMalloc|grad_fn"
        r"|Accumulate|\w+Backward0|float\d+|bfloat16|all-gather|reduce-scatter|uint8 q|Grad|loss"
        r"|    return x \* 2|return x - 1|if x.*|x \* 2|x - 1|a \+ b)"
    )
    english = {
        name: [
            text
            for text in list_svg_texts(data)
            if not re.search("[\u4e00-\u9fff]", text) and not kept.fullmatch(text)
        ]
        for name, data in CHINESE.items()
    }
    assert {name: texts for name, texts in english.items() if texts} == {}


def test_english_pictures_keep_their_bytes():
    for name, data in ENGLISH.items():
        with open(COURSE.media[name], "rb") as file:
            assert file.read() == data
        assert CHINESE[name] != data
