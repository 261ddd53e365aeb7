"""Messages in the code: each is in the catalogue, with all the values that its words need."""

import ast
import re

from flashcards.errors import explain_system_error
from flashcards.words.catalog import HOLE, load_own_words
from tests.helpers.source_code import load_sources, walk

TELLING = {"Message", "say"}
"""What is called with the name of a message."""
LATER = {"file"}
"""What is filled in by who knows it: readers do not know which file they read."""


def list_messages():
    """Each message whose name can be read in the source, as (place, name, names of values)."""
    for path, source in load_sources().items():
        for node in walk(source):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Message":
                for name in list_names(node.args[0]):
                    given = {value.arg for value in node.keywords}
                    yield f"{path}:{node.lineno}", name, given


def list_names(argument):
    if isinstance(argument, ast.IfExp):
        return [*list_names(argument.body), *list_names(argument.orelse)]
    return [argument.value] if isinstance(argument, ast.Constant) else []


def test_every_message_is_in_the_catalogue_and_has_its_values():
    texts = load_own_words("en")
    found = [*list_messages()]
    assert found
    wrong = []
    for place, name, given in found:
        holes = {*HOLE.findall(texts.get(name, "{}{no}"))}
        free = LATER | ({"n"} if "|" in texts.get(name, "") else set())
        if name not in texts or (None not in given and holes - free != given - free):
            wrong.append((place, name))
    assert wrong == []


def test_every_message_of_the_catalogue_is_told_somewhere():
    nodes = [node for source in load_sources().values() for node in walk(source)]
    quoted = {node.value for node in nodes if isinstance(node, ast.Constant)}
    told = [
        node for node in nodes if isinstance(node, ast.Call) and find_name(node.func) in TELLING
    ]
    names = [call.args[0] for call in told if call.args]
    made = [make_pattern(name) for name in names if isinstance(name, ast.JoinedStr)]
    assert [
        name
        for name in load_own_words("en")
        if "-" in name
        and name not in quoted
        and not any(pattern.fullmatch(name) for pattern in made)
    ] == []


def find_name(function):
    """The last word of what is called."""
    return getattr(function, "attr", getattr(function, "id", ""))


def make_pattern(name):
    """The names that an f-string can become; what is filled in is one of a few words."""
    parts = [re.escape(part.value) if isinstance(part, ast.Constant) else r"[a-z]+(?:-[a-z]+)?"
             for part in name.values]  # fmt: skip
    return re.compile("".join(parts))


def test_an_error_of_the_system_is_told_in_plain_words():
    full = explain_system_error(OSError(28, "No space left on device"))
    assert str(full) == "No space left on device"
    assert str(explain_system_error(OSError(5, "Input/output error"))) == "Input/output error"
    assert str(explain_system_error(OSError("cannot go on"))) == "cannot go on"
