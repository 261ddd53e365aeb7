"""What the program itself says to a learner, in English and in Chinese: one table.

Card texts come from the decks; these are the words around them. Chinese is used
for cards whose language is Chinese, English for all others.
"""

from __future__ import annotations

from collections.abc import Mapping

_HELP = (
    "Space, Enter   show the answer, go on\n"
    "1 – 4          choose an option; rate: 1 again, 2 hard, 3 good, 4 easy\n"
    "u              take the last answer back\n"
    "o              I was right (after a verdict)\n"
    "q, Ctrl-D      stop; everything is kept\n"
    "?              this help\n"
    "While typing, and in line mode, write :u :o :q :2 :4 instead."
)
_HELP_ZH = (
    "空格、回车     显示答案，继续\n"
    "1 – 4          选择选项；评分：1 重来，2 困难，3 良好，4 简单\n"
    "u              撤销上一个回答\n"
    "o              我答对了（判定之后）\n"
    "q、Ctrl-D      结束；所有回答都已保存\n"
    "?              本帮助\n"
    "输入文字时和行模式下，请写 :u :o :q :2 :4。"
)

WORDS: Mapping[str, tuple[str, str]] = {
    # questions
    "explain": ("Explain it in your own words.", "用自己的话解释。"),
    "what_prints": ("What does this print?", "这段代码输出什么？"),
    "choose_one": ("Choose one.", "单选。"),
    "choose_several": ("Choose all that apply.", "多选，选出所有正确项。"),
    "recall": ("Answer in your own words.", "用自己的话回答。"),
    "what_means": ("What does it mean?", "它是什么意思？"),
    "which_term": ("Which term is meant?", "这说的是哪个术语？"),
    "which_thing": ("Which one is it?", "说的是哪一个？"),
    "match": ("Match each with what fits it.", "将每一项与对应内容配对。"),
    "order": ("Put the steps in order.", "将步骤按顺序排列。"),
    "gap": ("Fill the gap.", "填空。"),
    "prints_nothing": ("It prints nothing.", "没有任何输出。"),
    "misconception": ("A common mistake", "常见误解"),
    "colon": (": ", "："),
    # verdicts
    "right": ("Right.", "正确。"),
    "wrong": ("Wrong.", "错误。"),
    "nearly": ("Nearly right, counted as wrong.", "差一点，按错误计。"),
    "partly": ("Partly right ({score} %), counted as wrong.", "部分正确（{score} %），按错误计。"),
    "you_chose": ("You chose", "你选了"),
    "you_wrote": ("You wrote", "你写的是"),
    "the_answer": ("Answer", "答案"),
    "missed": ("Missed", "漏选"),
    "nothing_written": ("(nothing)", "（空）"),
    "decimal_point": ("Write a decimal point, not a comma.", "小数请用点号，不要用逗号。"),
    "other_term": ("That is another term.", "那是另一个术语。"),
    "points_had": ("You had {had} of {all} points.", "你答到了 {all} 点中的 {had} 点。"),
    "because": ("Why", "解释"),
    "read_on": ("Read on", "延伸阅读"),
    "as_of": ("As of {as_of}.", "截至 {as_of}。"),
    "next_time": ("Asked again {when}.", "{when}再问。"),
    "counts_right": ("Counted as right. Asked again {when}.", "已按正确计。{when}再问。"),
    "counts_wrong": ("Counted as wrong. Asked again {when}.", "已按错误计。{when}再问。"),
    "undone": ("Taken back: {card}.", "已撤销：{card}。"),
    "nothing_to_undo": ("There is no answer to take back.", "没有可撤销的回答。"),
    "changed_since": ("The text was changed since you last saw it.", "自上次以来内容已修改。"),
    "once_more": ("once more", "再来一次"),
    "in_a_row": ("{n} in a row", "连对 {n} 题"),
    "stage": ("Stage {n}", "第 {n} 阶段"),
    # prompts
    "prompt_one": ("Number, or ? for help", "输入编号，? 查看帮助"),
    "prompt_several": ("Numbers, such as 1 3", "输入编号，如 1 3"),
    "prompt_order": ("All numbers in order, such as 2 1 3", "按顺序输入全部编号，如 2 1 3"),
    "prompt_match": ("One number for each, in this order", "依次为每一项输入一个编号"),
    "prompt_type": ("Your answer", "你的答案"),
    "prompt_lines": ("Your answer, then an empty line", "你的答案，空行结束"),
    "prompt_reveal": ("Think, then press Enter", "先想一想，然后按回车"),
    "prompt_points": ("Points you had, such as 1 3", "你答到的要点，如 1 3"),
    "prompt_rate": (
        "How was it? 1 Again, 2 Hard, 3 Good, 4 Easy (Enter: {n})",
        "掌握得如何？1 重来，2 困难，3 良好，4 简单（回车：{n}）",
    ),
    "not_a_number": ("Answer with {allowed}.", "请输入 {allowed}。"),
    "so_many": ("{n} numbers from {allowed}", "{allowed} 中的 {n} 个编号"),
    "rate_question": ("How was it?", "掌握得如何？"),
    "again": ("Again", "重来"),
    "hard": ("Hard", "困难"),
    "good": ("Good", "良好"),
    "easy": ("Easy", "简单"),
    "show_answer": ("Space: show the answer", "空格：显示答案"),
    "tick_points": ("Tick the points you had", "勾选你答到的要点"),
    "keys_one": ("1–{n}, Enter", "1–{n}，回车"),
    "keys_several": ("Space or 1–{n}: tick, Enter: done", "空格或 1–{n}：勾选，回车：完成"),
    "keys_type": ("Enter: done", "回车：完成"),
    "keys_lines": ("Esc Enter: done", "Esc 回车：完成"),
    "keys_more": ("? help", "? 帮助"),
    "place_step": ("Step {n} of {all}", "第 {n} 步，共 {all} 步"),
    "keys_right": (
        "Space: next · 2 hard · 4 easy · u undo · q quit · ? help",
        "空格：下一题 · 2 困难 · 4 简单 · u 撤销 · q 退出 · ? 帮助",
    ),
    "keys_wrong": (
        "Space: next · o I was right · u undo · q quit · ? help",
        "空格：下一题 · o 我答对了 · u 撤销 · q 退出 · ? 帮助",
    ),
    "keys_narrow": ("Space: next · ? help", "空格：下一题 · ? 帮助"),
    "help": (_HELP, _HELP_ZH),
    # time
    "now": ("now", "马上"),
    "in_minutes": ("in {n} min", "{n} 分钟后"),
    "in_hours": ("in {n} h", "{n} 小时后"),
    "tomorrow": ("tomorrow", "明天"),
    "in_days": ("in {n} days", "{n} 天后"),
    "in_months": ("in {n} months", "{n} 个月后"),
    "in_years": ("in {n} years", "{n} 年后"),
    # summary
    "summary": ("{right} of {all} right", "答对 {right}/{all}"),
    "summary_none": ("No answers this time.", "本次没有作答。"),
    "days_in_a_row": ("{n} days in a row", "已连续 {n} 天"),
    "archived": ("archived", "已归档"),
    "replaced": ("replaced", "已被取代"),
    "gone": ("gone", "已不存在"),
    "never_existed": ("it never existed", "从未存在"),
    "to_read": ("To read next", "接下来阅读"),
    "weakest": ("Look at again", "需要再看"),
    "still_due": (
        "{n} more cards are due: start again for them.",
        "还有 {n} 张卡片到期：再次启动即可继续。",
    ),
    "nothing_due": ("Nothing is due.", "目前没有到期的卡片。"),
    "next_due": ("The next card is due {when}.", "下一张卡片{when}到期。"),
    "new_tomorrow": ("New cards come tomorrow ({n} left).", "新卡片明天再来（还剩 {n} 张）。"),
    "study_ahead": ("Study ahead?", "提前学习吗？"),
    "yes_no": ("y/N", "y/N"),
    # exam
    "time_left": ("{n} min left", "剩余 {n} 分钟"),
    "exam_begins": (
        "{title}: {n} questions, {points} points. No feedback until the end.",
        "{title}：{n} 题，共 {points} 分。结束前不显示反馈。",
    ),
    "worth": ("points: {n}", "{n} 分"),
    "exam_minutes": ("You have {n} minutes.", "限时 {n} 分钟。"),
    "exam_practice": (
        "This is unproctored practice: the answers are in the deck files.",
        "这是无人监考的练习：答案就在卡片文件里。",
    ),
    "out_of_time": ("Time is up.", "时间到。"),
    "exam_score": (
        "{points} of {total} points ({percent} %)",
        "得分 {points}/{total}（{percent} %）",
    ),
    "block_score": (
        "{title}: {points} of {total} points ({percent} %)",
        "{title}：得分 {points}/{total}（{percent} %）",
    ),
    "begin_with": (
        "Begin with stage {n}: ptquiz --stage {n}",
        "从第 {n} 阶段开始：ptquiz --stage {n}",
    ),
    "begin_anywhere": (
        "Every stage is above the mark: review what is due with ptquiz",
        "每个阶段都过了及格线：用 ptquiz 复习到期的卡片",
    ),
    "passed": ("Passed.", "通过。"),
    "passed_unfinished": ("Passed, but not finished.", "已通过，但未答完。"),
    "left_out": (
        "Left out (for a person to grade, or not in this language): {titles}",
        "以下部分需要人工评分或没有中文，已略去：{titles}",
    ),
    "failed": ("Not passed.", "未通过。"),
    "unanswered": ("{n} questions were not answered.", "有 {n} 题未作答。"),
    "written_to": ("The result is in {file}.", "结果已写入 {file}。"),
    # checklist, stats, path
    "known": ("known", "已掌握"),
    "begun": ("begun", "学习中"),
    "new": ("new", "未开始"),
    "of_concepts": ("{known} of {all} concepts known", "已掌握 {known}/{all} 个概念"),
    "no_concepts": ("There are no concepts to tick here.", "这里没有可勾选的概念。"),
    "cards_seen": ("{seen} of {all} cards seen", "已学 {seen}/{all} 张卡片"),
    "stats_today": ("Today", "今天"),
    "stats_today_line": (
        "{n} answers, {right} right, {minutes} min",
        "{n} 次回答，{right} 次正确，{minutes} 分钟",
    ),
    "stats_all": (
        "{n} answers so far, {seen} of {all} cards seen",
        "累计 {n} 次回答，已学 {seen}/{all} 张卡片",
    ),
    "stats_calendar": ("Calendar", "日历"),
    "stats_forecast": ("Due", "到期预测"),
    "stats_retention": ("Remembered after a day or more", "隔天后仍记得"),
    "stats_leeches": ("Forgotten most often", "最常忘记"),
    "stats_weakest": ("Weakest concepts", "最薄弱的概念"),
    "stats_none": (
        "No answers yet: 'ptquiz' asks the first questions.",
        "还没有回答：运行 ptquiz 开始答题。",
    ),
    "times": ("{n} times", "{n} 次"),
    "day_today": ("today", "今天"),
    "weekdays": ("Mon Tue Wed Thu Fri Sat Sun", "一 二 三 四 五 六 日"),
    "less_more": ("less {marks} more", "少 {marks} 多"),
    "you_are_here": ("you are here", "你在这里"),
    "path_done": ("done", "已完成"),
    "saved": ("Your answers are saved.", "你的回答已保存。"),
}


def say(lang: str, key: str, /, **values: object) -> str:
    """The words for `key` in the language of the cards."""
    english, chinese = WORDS[key]
    text = chinese if lang.startswith("zh") else english
    return text.format(**values) if values else text
