"""Rules about answers that are found without knowing them: in the question, or by the options."""

import re
from collections.abc import Iterator

from flashcards.course.checks import Finding
from flashcards.course.model import MIN_OPTIONS, Choose, Code, Compare, Entry, Term
from flashcards.course.texts import TextPath
from flashcards.lint.entry_view import EntryView, rule
from flashcards.text.plain_text import normalize_output, normalize_text, strip_targets

MIN_ANSWER = 4
"""Characters; a shorter answer stands in many questions by chance …"""
MIN_TERM = 3
"""… but not a term in its own meaning."""
MAX_OPTIONS = 6
MAX_RATIO = 1.6
"""How many times longer than every other option the right ones may be …"""
MAX_DIFFERENCE = 12
"""… and by how many characters."""

_SUMMARY = re.compile(
    r"\b(?:all|none|both|any|neither|either) of "
    r"(?:the (?:above|(?:other )?(?:options|answers))|these|them)\b"
    r"|\ball the above\b"
    r"|(?:以上|上述|其他)(?:选项|答案|说法)?(?:所有|任何|全|都|皆|均)"
    r"|\b(?:alle[sr]?|kein\w*|nichts)(?: der)?(?: anderen)? "
    r"(?:oben|obigen|genannten|antworten|davon)\b"
    r"|\b(?:tod[ao]s|ningun[ao] de) l[ao]s (?:otr[ao]s )?(?:anteriores|opciones|respuestas)\b"
    r"|\b(?:toutes|tous|aucune?) (?:de )?(?:ces|les|des) (?:autres )?"
    r"(?:réponses|propositions|précédent)"
    r"|\bci-dessus\b|\btout ce qui précède\b"
    r"|\b(?:вс[её]|ничего из|ни один из|ни одно из) (?:выше)?(?:перечисленн|указанн)"
    r"|\b(?:ни один из (?:других )?(?:вариантов|ответов)|все (?:другие )?(?:варианты|ответы))\b"
    r"|\bнет (?:правильн|верн)\w+ ответа\b",
    re.IGNORECASE,
)
"""Options that sum the others up, in English, Chinese, German, Spanish, French and Russian."""
_OPTIONS_NAMED = re.compile(
    r"\bwhich (?:one )?of (?:these|those)\b|\bof the following\b|\bwhat is true\b|下列|以下哪",
    re.IGNORECASE,
)
"""How a question speaks of its options, in English and Chinese."""
_LETTER = r"\(?(?-i:[A-FА-Е])\)?"
"""The letter of an option, Latin or Cyrillic, perhaps in brackets; never a small one."""
_LETTERED = re.compile(
    r"(?:[^\W\d_]+,?\s){0,3}?(?:只有|仅|既不?是?|选项)?"
    rf"(?P<first>{_LETTER})(?:,?\s?(?:and|or|nor|&|,|und|oder|als auch|noch|y|o|como|ni|et|ou|"
    rf"так и|и|или|ни|和|与|及|或|、|也不?是?)\s?{_LETTER})+"
    r"(?:(?:\s[^\W\d_]+){0,3}|\s?(?:都|皆|均)\w+)[.。]?",
    re.IGNORECASE,
)
"""Letters of other options among a few words, as in "both A and B are right"."""


@rule("answer-in-question", translations=True)
def check_answers_in_questions(view: EntryView) -> Iterator[Finding]:
    """The answer stands in the question, or in the text around a gap."""
    shortest = MIN_TERM if isinstance(view.entry, Term) else MIN_ANSWER
    for prompt in view.prompts:
        text = normalize_text(strip_targets(prompt.text))
        if any(_has_words(text, option, MIN_ANSWER) for option in prompt.wrong):
            continue  # it lists what to choose from
        for answer in prompt.answers:
            if _has_words(text, answer, shortest):
                sentence = f"the question holds its answer '{answer}'; say it in other words"
                yield Finding(prompt.path, sentence)
                break


@rule("word-of-term")
def check_words_of_terms(view: EntryView) -> Iterator[Finding]:
    """A meaning has a word of its term; the last one, which names a kind of thing, is allowed."""
    if isinstance(view.entry, Term):
        meaning = normalize_text(view.entry.meaning)
        for word in normalize_text(view.entry.term).split()[:-1]:
            if _has_words(meaning, word, MIN_TERM):
                sentence = f"the meaning has '{word}', a word of its term; say it in other words"
                yield Finding(("meaning",), sentence)


@rule("leans-on-options", translations=True)
def check_bare_questions(view: EntryView) -> Iterator[Finding]:
    """A question speaks of its options, but is also asked without them."""
    for prompt in view.prompts:
        found = _OPTIONS_NAMED.search(prompt.text)
        if found and not _needs_options(view.entry, prompt.path):
            hint = "name what is wanted, or add 'needs_options: true'"
            yield Finding(prompt.path, f"'{found[0]}' means nothing without options; {hint}")


def _needs_options(entry: Entry, path: TextPath) -> bool:
    """Return whether what is asked there is never asked without its options."""
    match entry:
        case Choose() as choose:
            return choose.needs_options or len(choose.right) > 1
        case Compare() as compare:
            return compare.rows[path[1]].needs_options
        case Code() as code:
            return code.needs_options
        case _:  # it never has options
            return True


@rule("number-of-options")
def check_number_of_options(view: EntryView) -> Iterator[Finding]:
    """A question has fewer than three options, or more than six."""
    if isinstance(view.entry, Choose):
        count = len(view.entry.options)
        if count < MIN_OPTIONS:
            hint = "add what somebody who half knows it would say"
            yield Finding(("wrong",), f"has {count} options, which is soon guessed; {hint}")
        if count > MAX_OPTIONS:
            yield Finding(("wrong",), f"has {count} options; nobody weighs more than {MAX_OPTIONS}")


@rule("length-of-options")
def check_lengths_of_options(view: EntryView) -> Iterator[Finding]:
    """The right option is by far the longest or the shortest."""
    match view.entry:
        case Choose() as entry:
            right = [len(option.text) for option in entry.right.values()]
            wrong = [len(option.text) for option in entry.wrong.values()]
            path: TextPath = (
                ("right", next(iter(entry.right)), "text") if len(right) == 1 else ("right",)
            )
        case Code() as entry:
            right = [len(normalize_output(entry.prints))]
            wrong = [len(normalize_output(option.text)) for option in entry.wrong.values()]
            path = ("prints",)
        case _:
            return
    if wrong and (_exceeds(min(right), max(wrong)) or _exceeds(min(wrong), max(right))):
        hint = "make a wrong option as precise and as long"
        yield Finding(path, f"the right option gives itself away by its length; {hint}")


@rule("lock-last")
def check_summaries(view: EntryView) -> Iterator[Finding]:
    """An option such as "none of the above" or "both A and B" moves when options are shuffled."""
    asked = str(getattr(view.entry, view.entry.kind))
    for path, option in view.options.items():
        text = option.text.strip()
        letters = _LETTERED.fullmatch(text)
        if letters and re.search(rf"\b{letters['first'].strip('()')}\b", asked):
            letters = None  # the question itself has something of that name
        if option.lock is None and (letters or _SUMMARY.search(text)):
            hint = " and name the others by their words: letters change" if letters else ""
            sentence = f"'{text}' moves when the options are shuffled; add 'lock: last'{hint}"
            yield Finding((*path, "text"), sentence)


def _has_words(text: str, words: str, shortest: int) -> bool:
    """Return whether a normalised text has these words, in the singular or plural."""
    wanted = normalize_text(words).rstrip(".。")
    if re.search("[\u3040-\u9fff]", wanted):  # Chinese has shorter words, and no spaces
        return len(wanted) >= shortest - 1 and wanted in text
    if len(wanted) < shortest or wanted not in text:
        return False
    return re.search(rf"(?<![\w.]){re.escape(wanted)}(?:e?s)?(?!\w)", text) is not None


def _exceeds(more: int, less: int) -> bool:
    return more > max(MAX_RATIO * less, less + MAX_DIFFERENCE)
