"""Course folders on disk, for what only the whole program can show."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

COURSE = """\
id: tiny
title: A tiny course
author: somebody
licence: CC0
languages: [en, zh]
stages:
  1: {title: Start}
"""
DECK = """\
deck: tiny
title: Tiny
stage: 1
entries:
- term: leaf
  key: leaf
  meaning: A tensor without a history.
- compare: {x: X, y: Y}
  key: xy
  rows:
    size: {aspect: Size, question: How large are X and Y?, x: small, y: large}
- cloze: at::Tensor y = f({{1, 2}});
  key: call
  language: cpp
  gaps: {1: "at::Tensor", 2: "{{1, 2}}"}
- recall: Old?
  key: old
  answer: "Yes. ![a picture](big.svg)"
"""
CHINESE = """\
lang: zh
entries:
  leaf:
    term: 叶子
    meaning: 没有历史的张量。
"""


def make_course(root: Path, deck: str = DECK, picture: bytes = b"<svg/>") -> Path:
    """A folder with a course of five notes, one of them in Chinese too."""
    (root / "decks" / "media").mkdir(parents=True, exist_ok=True)
    (root / "decks" / "zh").mkdir(exist_ok=True)
    (root / "decks" / "course.yaml").write_text(COURSE, encoding="utf-8")
    (root / "decks" / "tiny.yaml").write_text(dedent(deck), encoding="utf-8")
    (root / "decks" / "zh" / "tiny.yaml").write_text(CHINESE, encoding="utf-8")
    (root / "decks" / "media" / "big.svg").write_bytes(picture)
    return root
