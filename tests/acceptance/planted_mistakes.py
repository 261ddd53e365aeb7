"""Mistakes that the acceptance must see, and where it must see them.

Each is made once, in the first question of a file that has a place for it: its name, what must
show it (nothing, if none was made), what is searched for, what stands there then.
"""

import re


def _inside(kind, pattern, repl, count=1):
    """A change in the XML of the first question of a kind."""
    where = f'<question type="{kind}">(?:(?!</question>).)*</question>'
    return where, lambda found: re.sub(pattern, repl, found[0], count=count, flags=re.DOTALL)


_ANY = '<answer fraction="100" format="moodle_auto_format"><text>*</text></answer><tags>'
_LAST = "(?<=</answer>)<answer [^>]*auto_format(?:(?!<answer).)*</answer>(?=<tags>)"
_PAIR = "(<answer><text>.*?</text></answer>)"
_SURPLUS = '<subquestion format="html"><text />.*?</subquestion>'
_STEP = "(<answer format=.*?</answer>)"
_SWAP = r"\3\2\1"
_EMPTY = (" format=.html.><text>)<!.*?</text>", r"\1</text>")
_OPTION = (r'(fraction="[\d.-]+"><text>).*?</text>', r"\1nonsense</text>")

MISTAKES = [
    ("no mistake", "", "$", ""),
    ("keys swapped", "grades", *_inside("multichoice", '("0")(.*?)("100")', _SWAP)),
    ("options nonsense", "grades", *_inside("multichoice", *_OPTION, count=9)),
    ("a wrong option is right too", "grades", *_inside("multichoice", 'n="0"', 'n="100"')),
    ("a false pick costs nothing", "grades", r'fraction="-[\d.]+"', 'fraction="0"'),
    ("several right ones are one", "grades", "<single>false", "<single>true"),
    ("options are not shuffled", "texts", "<shuffleanswers>true", "<shuffleanswers>false"),
    ("why of an option dropped", "texts", f"(<feedback{_EMPTY[0]}", _EMPTY[1]),
    ("pairs rotated", "grades", *_inside("matching", f"{_PAIR}(.*?){_PAIR}", _SWAP)),
    ("cell that fits nothing dropped", "texts", _SURPLUS, ""),
    ("steps reversed", "grades", *_inside("ordering", f"{_STEP}(.*){_STEP}", _SWAP)),
    ("order all or nothing", "grades", "ABSOLUTE_POSITION", "ALL_OR_NOTHING"),
    ("alias dropped", "grades", _LAST, ""),
    ("anything accepted", "grades", *_inside("shortanswer", "<tags>", _ANY)),
    ("case forgotten", "grades", "<usecase>1<(?=[^]]*CDATA.[a-z])", "<usecase>0<"),
    ("points doubled", "grades", *_inside("multichoice", "grade>1<", "grade>2<", count=2)),
    ("model answer dropped", "texts", f"(<graderinfo{_EMPTY[0]}", _EMPTY[1]),
    ("explanation dropped", "texts", f"(<generalfeedback{_EMPTY[0]}", _EMPTY[1]),
    ("name destroyed", "texts", "(<name><text>).*?</text>", r"\1Question</text>"),
    ("tag dropped", "texts", "<tag>.*?</tag>", ""),
    ("line break of code lost", "texts", "(<pre[^>]*>(?:(?!</pre>).)*?)\n", r"\1 "),
    ("picture changed", "pictures", "(<file [^>]*>)", r"\1AAAA"),
    ("question lost", "number", *_inside("essay", ".*", "")),
]
