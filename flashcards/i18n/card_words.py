"""The words that a card says by itself, in each language: one table.

A language that is not here speaks English; `zh-TW` falls back to `zh`.
"""

from __future__ import annotations

from collections.abc import Mapping

WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "aliases": "Also called",
        "all_things": "How do they differ?",
        "archived": "archived",
        "as_of": "As of {date}",
        "ask_code": "What does this print?",
        "ask_concept": "Explain it.",
        "ask_meaning": "What does it mean?",
        "ask_order": "Put these in order.",
        "ask_term": "Which term is this?",
        "ask_thing": "Which one is it?",
        "aspect": "Aspect",
        "choose_one": "Choose one.",
        "choose_some": "Choose all that are right.",
        "fill_gap": "Fill the gap.",
        "misconception": "A common mistake",
        "mistakes": "Wrong answers",
        "nothing": "(nothing)",
        "points": "A full answer says",
        "released": "Text of {date}",
        "report": "Report this card",
        "replaced": "replaced by something newer",
        "retired": "Retired: this card is no longer taught. You may suspend or delete it.",
        "right": "right",
        "see": "Read on",
        "stage": "Stage {number}",
        "unreleased": "Not released yet",
        "unverified": "Not verified on PyTorch",
        "verified": "Verified on PyTorch {version}",
        "why": "Why",
        "wrong": "wrong",
    },
    "zh": {
        "aliases": "又称",
        "all_things": "它们有什么不同？",
        "archived": "已归档",
        "as_of": "截至 {date}",
        "ask_code": "这段代码输出什么？",
        "ask_concept": "请解释。",
        "ask_meaning": "它是什么意思？",
        "ask_order": "请按顺序排列。",
        "ask_term": "这是哪个术语？",
        "ask_thing": "这说的是哪一个？",
        "aspect": "方面",
        "choose_one": "请选出一项。",
        "choose_some": "请选出所有正确的选项。",
        "fill_gap": "请填空。",
        "misconception": "常见误解",
        "mistakes": "错误答案",
        "nothing": "（无输出）",
        "points": "完整的回答应包括",
        "released": "文本日期 {date}",
        "report": "报告此卡片的问题",
        "replaced": "已有更新的替代",
        "retired": "已停用：此卡片不再讲授，可以暂停或删除。",
        "right": "正确",
        "see": "延伸阅读",
        "stage": "阶段 {number}",
        "unreleased": "尚未发布",
        "unverified": "未在 PyTorch 上验证",
        "verified": "已在 PyTorch {version} 上验证",
        "why": "为什么",
        "wrong": "错误",
    },
}


def words(lang: str) -> Mapping[str, str]:
    """The table of one language."""
    return WORDS.get(lang) or WORDS.get(lang.partition("-")[0]) or WORDS["en"]
