"""Look up every `torch.…` name of the curriculum in a PyTorch: what is gone or deprecated?

    python -m tests.helpers.torch_names PYTHON

An entry or a deck that says so is left out.
"""

import json
import re
import subprocess
import sys

from flashcards.course.load import load_course
from flashcards.course.model import Cloze, Code
from flashcards.course.texts import collect_texts

NAME = re.compile(r"(?<![\w./-])torch(?:\.[A-Za-z_]\w*)+(?![\w/-]|\.\w)")
QUOTED = re.compile(r"```text\n.*?```", re.DOTALL)
"""A message that is quoted as it came: its names are those of its time and place."""
MADE_AT_RUN_TIME = ("torch.ops.", "torch.classes.", "torch.npu")
FILE_SUFFIXES = (".py", ".html", ".cpp", ".h", ".so", ".md", ".org")
ADMITS = re.compile(
    r"deprecat|supersed|legacy|renamed|removed|gone|no longer|replaced|not exist|never existed"
    r"|old name|historic",
    re.IGNORECASE,
)
"""What an entry says that knows that a name is gone or deprecated."""
LOOK_UP = """
import json, pkgutil, sys, warnings
warnings.simplefilter("ignore")
def find(name):
    try:
        value = pkgutil.resolve_name(name)
    except Exception:
        return "gone"
    is_old = ".. deprecated::" in str(getattr(value, "__doc__", ""))[:600].lower()
    return "deprecated" if is_old or hasattr(value, "__deprecated__") else ""
print(json.dumps({name: find(name) for name in json.load(sys.stdin)}))
"""


def find_names(entry):
    """The names that an entry uses, in its texts and its code."""
    texts = [str(text) for text in collect_texts(entry).values()]
    if isinstance(entry, Code) and entry.is_python:
        texts.append(entry.program)
    names = (name for text in texts for name in NAME.findall(QUOTED.sub("", text)))
    return {
        n for n in names if not n.startswith(MADE_AT_RUN_TIME) and not n.endswith(FILE_SUFFIXES)
    }


def main(python):
    taught = [(d, e) for d in load_course().decks for e in d.entries if not e.retired]
    names = sorted(set().union(*(find_names(entry) for _, entry in taught)))
    printed = subprocess.check_output([python, "-c", LOOK_UP], input=json.dumps(names), text=True)
    states, wrong = json.loads(printed.splitlines()[-1]), 0
    for deck, entry in taught:
        code = entry.cloze if isinstance(entry, Cloze) else ""
        said = " ".join([deck.title, code, *map(str, collect_texts(entry).values())])
        for name in sorted(find_names(entry)):
            if states[name] and not ADMITS.search(said):
                print(f"{entry.key}: {name} is {states[name]}, and the entry does not say so")
                wrong += 1
    print(f"{len(names)} names, {wrong} gone or deprecated and not said so")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
