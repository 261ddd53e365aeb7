"""An author who does to the letter what the hint of a problem says, and nothing else.

Files are a mapping of names to texts (or bytes, where the encoding is the mistake).
"""

import re
from collections.abc import Callable

from flashcards.errors import Problem

Files = dict[str, str | bytes]


def follow_hints(files: Files, problems: list[Problem]) -> Files:
    """The files after every hint was followed, from the last line to the first."""
    files = dict(files)
    for problem in sorted(problems, reverse=True):
        follow_hint(files, problem)
    return files


def follow_hint(files: Files, problem: Problem) -> None:
    """Change the files as one hint says; AssertionError if it says nothing that can be done."""
    for pattern, act in ACTIONS.items():
        if found := re.fullmatch(pattern, problem.hint, re.DOTALL):
            act(files, problem, found)
            return
    raise AssertionError(f"nobody can follow this hint: {problem.hint!r} ({problem})")


def _edit(files: Files, problem: Problem) -> tuple[list[str], int, int]:
    text = files[problem.at.file]
    assert isinstance(text, str)
    return text.split("\n"), problem.at.line - 1, problem.at.column - 1


def _save(files: Files, problem: Problem, lines: list[str]) -> None:
    files[problem.at.file] = "\n".join(lines)


def _indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip(" \t"))]


def write_line(files: Files, problem: Problem, found: re.Match[str]) -> None:
    lines, at, _ = _edit(files, problem)
    lines[at] = _indent(lines[at]) + found[1]
    _save(files, problem, lines)


def begin_at(files: Files, problem: Problem, found: re.Match[str]) -> None:
    lines, at, _ = _edit(files, problem)
    lines[at] = " " * (int(found[1]) - 1) + lines[at].lstrip()
    _save(files, problem, lines)


def move_lines(files: Files, problem: Problem, found: re.Match[str]) -> None:
    lines, _, _ = _edit(files, problem)
    for at in range(int(found[1]) - 1, int(found[2])):
        if lines[at].strip():
            by = int(found[3])
            lines[at] = " " * by + lines[at] if found[4] == "right" else lines[at][by:]
    _save(files, problem, lines)


def remove_line(files: Files, problem: Problem, found: re.Match[str]) -> None:
    lines, at, _ = _edit(files, problem)
    del lines[at]
    _save(files, problem, lines)


def remove_lines(files: Files, problem: Problem, found: re.Match[str]) -> None:
    lines, at, _ = _edit(files, problem)
    del lines[int(found[1]) - 1 : int(found[2])]
    del lines[at]
    _save(files, problem, lines)


NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "six": 6, "eight": 8}


def replace_tabs(files: Files, problem: Problem, found: re.Match[str]) -> None:
    lines, _, _ = _edit(files, problem)
    for at, line in enumerate(lines):
        lead = _indent(line)
        lines[at] = lead.replace("\t", " " * NUMBERS[found[1]]) + line[len(lead) :]
    _save(files, problem, lines)


def replace_character(files: Files, problem: Problem, found: re.Match[str]) -> None:
    lines, at, column = _edit(files, problem)
    new = "" if found[0].startswith("remove") else " "
    lines[at] = lines[at].replace(lines[at][column], new)
    _save(files, problem, lines)


def close_quote(files: Files, problem: Problem, found: re.Match[str]) -> None:
    lines, _, _ = _edit(files, problem)
    lines[int(found[2]) - 1] += found[1]
    _save(files, problem, lines)


def quote_lines(files: Files, problem: Problem, found: re.Match[str]) -> None:
    lines, _, _ = _edit(files, problem)
    mark, first, last = found[1], int(found[2]) - 1, int(found[3]) - 1
    lines[first] = re.sub(r"(:\s+)(?=\S)", rf"\1{mark}", lines[first], count=1)
    lines[last] += mark
    _save(files, problem, lines)


def insert_above(files: Files, problem: Problem, found: re.Match[str]) -> None:
    lines, at, _ = _edit(files, problem)
    lines.insert(at, found[1])
    _save(files, problem, lines)


def add_line(files: Files, problem: Problem, found: re.Match[str]) -> None:
    """A field for what begins at the problem's place: below its first line, in its column."""
    lines, at, column = _edit(files, problem)
    below = at + 1
    while below < len(lines) and lines[below].startswith(" " * (column + 1)):
        below += 1
    lines.insert(below, " " * column + found[1])
    _save(files, problem, lines)


def add_inside(files: Files, problem: Problem, found: re.Match[str]) -> None:
    lines, at, column = _edit(files, problem)
    assert lines[at][column] == "{"
    lines[at] = lines[at][: column + 1] + found[1] + ", " + lines[at][column + 1 :]
    _save(files, problem, lines)


SCALAR = re.compile(r'"(?:[^"\\]|\\.)*"|\'(?:[^\']|\'\')*\'|\[[^\]]*\]|\{[^}]*\}|[^,\]}:#]+(?<! )')


def replace_word(files: Files, problem: Problem, found: re.Match[str]) -> None:
    """Put other words where a name or a value begins."""
    lines, at, column = _edit(files, problem)
    plain = re.search(r"[\w-]+: $", lines[at][:column]) and not re.search(r"[\[{]", lines[at])
    old = (re.compile(r"[^#]+") if plain else SCALAR).match(lines[at], column)
    assert old, (problem, lines[at])
    lines[at] = lines[at][:column] + found[1] + lines[at][old.end() :]
    _save(files, problem, lines)


def replace_value(files: Files, problem: Problem, found: re.Match[str]) -> None:
    """Put other words in place of all that stands from here to the end of the line."""
    lines, at, column = _edit(files, problem)
    lines[at] = lines[at][:column] + found[1]
    _save(files, problem, lines)


def lengthen_gap(files: Files, problem: Problem, found: re.Match[str]) -> None:
    """Take more of the text for a gap in braces, and let what was hidden before be right."""
    lines, at, column = _edit(files, problem)
    old = SCALAR.match(lines[at], column)
    assert old
    longer = found[1].replace("'", "''")
    lines[at] = f"{lines[at][:column]}'{longer}'{lines[at][old.end() :]}"
    if found[2]:
        lines.insert(at + 1, _indent(lines[at]) + found[2])
    _save(files, problem, lines)


def remove_item(files: Files, problem: Problem, found: re.Match[str]) -> None:
    """Take an item out of a list in brackets, or the line of one with a dash."""
    lines, at, column = _edit(files, problem)
    old = SCALAR.match(lines[at], column)
    assert old
    before, after = lines[at][:column], lines[at][old.end() :]
    if name := re.search(r"[\w-]+: (?:\{text: )?$", before):  # an option, with its name
        before, after = before[: name.start()], after.removeprefix("}")
    if after.startswith(","):
        after = after[1:].lstrip()
    elif before.rstrip().endswith(","):
        before = before.rstrip()[:-1]
    lines[at] = before + after
    if not lines[at].strip(" -"):
        del lines[at]
    _save(files, problem, lines)


def name_items(files: Files, problem: Problem, found: re.Match[str]) -> None:
    lines, at, column = _edit(files, problem)
    for letter in "abcdefgh":
        if at < len(lines) and (mark := re.match(r"(?:-|\d+[.)]) ", lines[at][column:])):
            lines[at] = f"{lines[at][:column]} {letter}: {lines[at][column + mark.end() :]}"
            at += 1
    _save(files, problem, lines)


def write_text(files: Files, problem: Problem, found: re.Match[str]) -> None:
    lines, at, _ = _edit(files, problem)
    lines[at] = re.sub(rf"({found[1]}:).*", r"\1 …", lines[at])
    _save(files, problem, lines)


def add_bar(files: Files, problem: Problem, found: re.Match[str]) -> None:
    lines, at, _ = _edit(files, problem)
    while not lines[at].rstrip().endswith(f"{found[1]}:"):
        at -= 1
    lines[at] += " |"
    _save(files, problem, lines)


def remove_dash(files: Files, problem: Problem, found: re.Match[str]) -> None:
    lines, at, _ = _edit(files, problem)
    lines[at] = lines[at].replace("- ", "  ", 1)
    _save(files, problem, lines)


def insert_lines(files: Files, problem: Problem, found: re.Match[str]) -> None:
    lines, at, _ = _edit(files, problem)
    lines[at:at] = re.findall("'(.*?)'", found[1])
    _save(files, problem, lines)


def add_picture(files: Files, problem: Problem, found: re.Match[str]) -> None:
    files[f"decks/media/{found[1]}"] = '<svg xmlns="http://www.w3.org/2000/svg"/>'


def add_language(files: Files, problem: Problem, found: re.Match[str]) -> None:
    course = str(files["decks/course.yaml"])
    files["decks/course.yaml"] = course.replace("languages: [", f"languages: [{found[1]}, ")


def remove_character(files: Files, problem: Problem, found: re.Match[str]) -> None:
    lines, at, column = _edit(files, problem)
    lines[at] = lines[at][:column] + lines[at][column + 1 :]
    _save(files, problem, lines)


def write_dash(files: Files, problem: Problem, found: re.Match[str]) -> None:
    lines, at, column = _edit(files, problem)
    lines[at] = f"{lines[at][: column - 2]}- {lines[at][column:]}"
    _save(files, problem, lines)


def name_above(files: Files, problem: Problem, found: re.Match[str]) -> None:
    lines, at, _ = _edit(files, problem)
    lines[at : at + 1] = [_indent(lines[at]) + found[1], lines[at].replace("- ", "  ", 1)]
    _save(files, problem, lines)


def remove_magic(files: Files, problem: Problem, found: re.Match[str]) -> None:
    lines, at, _ = _edit(files, problem)
    assert lines[at].lstrip().startswith(found[1])
    del lines[at]
    _save(files, problem, lines)


def remove_prompts(files: Files, problem: Problem, found: re.Match[str]) -> None:
    lines, at, column = _edit(files, problem)
    while lines[at].startswith(" " * column):
        if lines[at].lstrip().startswith(">>> "):
            lines[at] = lines[at].replace(">>> ", "", 1)
            at += 1
        else:
            del lines[at]
    _save(files, problem, lines)


def add_below(files: Files, problem: Problem, found: re.Match[str]) -> None:
    lines, at, column = _edit(files, problem)
    lines.insert(at + 1, " " * (column + 2) + found[1])
    _save(files, problem, lines)


def break_line(files: Files, problem: Problem, found: re.Match[str]) -> None:
    lines, at, column = _edit(files, problem)
    below = _indent(lines[at + 1])
    lines[at : at + 1] = [lines[at][:column].rstrip(), below + lines[at][column:]]
    _save(files, problem, lines)


def replace_fences(files: Files, problem: Problem, found: re.Match[str]) -> None:
    lines, at, _ = _edit(files, problem)
    del lines[int(found[2]) - 1]
    lines[at] = lines[at].replace(found[1], "|", 1)
    _save(files, problem, lines)


def double_backslash(files: Files, problem: Problem, found: re.Match[str]) -> None:
    lines, at, column = _edit(files, problem)
    assert lines[at][column] == "\\"
    lines[at] = lines[at][:column] + "\\" + lines[at][column:]
    _save(files, problem, lines)


def replace_formula(files: Files, problem: Problem, found: re.Match[str]) -> None:
    lines, at, _ = _edit(files, problem)
    old = re.search(r"'(\$.*\$|\\.*(?=' stands))'", problem.message)
    assert old, problem
    assert old[1] in lines[at], (problem, lines[at])
    lines[at] = lines[at].replace(old[1], found[1])
    _save(files, problem, lines)


def replace_quoted(files: Files, problem: Problem, found: re.Match[str]) -> None:
    """Put other words in the place of those that the message quotes."""
    lines, at, _ = _edit(files, problem)
    old = re.search(r"'([^ ].*?)'(?: |$)", problem.message)
    assert old, problem
    assert old[1] in lines[at], (problem, lines[at])
    lines[at] = lines[at].replace(old[1], found[1], 1)
    _save(files, problem, lines)


def replace_with_braces(files: Files, problem: Problem, found: re.Match[str]) -> None:
    """Put a command in the place of the one that the message quotes and of its braces."""
    lines, at, _ = _edit(files, problem)
    old = re.search(r"'(\\\w+)'", problem.message)
    assert old, problem
    command = re.escape(old[1]) + r"\{[^}]*\}"
    lines[at] = re.sub(command, lambda _: found[1] + " ", lines[at], count=1)
    _save(files, problem, lines)


def replace_gap(files: Files, problem: Problem, found: re.Match[str]) -> None:
    lines, at, _ = _edit(files, problem)
    lines[at] = re.sub(r"\{1: .*\}", lambda _: f"{{1: {found[1]}}}", lines[at])
    _save(files, problem, lines)


def add_field(files: Files, problem: Problem, found: re.Match[str]) -> None:
    """A field of the entry, below the line of the problem."""
    lines, at, _ = _edit(files, problem)
    indent = len(_indent(lines[at])) + 2 * lines[at].lstrip().startswith("- ")
    lines.insert(at + 1, " " * indent + found[1])
    _save(files, problem, lines)


def display_formula(files: Files, problem: Problem, found: re.Match[str]) -> None:
    lines, at, _ = _edit(files, problem)
    lines[at : at + 1] = [_indent(lines[at]) + "$$", lines[at], _indent(lines[at]) + "$$"]
    _save(files, problem, lines)


def insert_empty_line(files: Files, problem: Problem, found: re.Match[str]) -> None:
    lines, at, _ = _edit(files, problem)
    lines.insert(at, "")
    _save(files, problem, lines)


def name_options(files: Files, problem: Problem, found: re.Match[str]) -> None:
    """Write options in braces in place of a list with dashes, and the name of the right one."""
    lines, at, column = _edit(files, problem)
    below = at + 1
    while lines[below].lstrip().startswith("- "):
        del lines[below]
    lines[at] = " " * column + found[1]
    for number, line in enumerate(lines[below:], below):
        if line.startswith(" " * column + "right:"):
            lines[number] = " " * column + found[2]
            break
    _save(files, problem, lines)


def quote_in_place(files: Files, problem: Problem, found: re.Match[str]) -> None:
    lines, at, _ = _edit(files, problem)
    assert found[2] in lines[at], (problem, lines[at])
    lines[at] = lines[at].replace(found[2], found[1] + found[2] + found[1])
    _save(files, problem, lines)


def remove_cloze_marks(files: Files, problem: Problem, found: re.Match[str]) -> None:
    lines, at, _ = _edit(files, problem)
    while "{{c1::" not in lines[at]:
        at -= 1
    lines[at] = lines[at].replace("{{c1::", "").replace("}}", "")
    _save(files, problem, lines)


def move_file(files: Files, problem: Problem, found: re.Match[str]) -> None:
    folder, _, name = problem.at.file.rpartition("/")
    target = found[1] + name if found[1].endswith("/") else f"{folder}/{found[1]}"
    files[target.lstrip("/")] = files.pop(problem.at.file)


def remove_file(files: Files, problem: Problem, found: re.Match[str]) -> None:
    del files[problem.at.file]


def save_as_utf8(files: Files, problem: Problem, found: re.Match[str]) -> None:
    raw = files[problem.at.file]
    assert isinstance(raw, bytes)
    marked = raw.startswith((b"\xff\xfe", b"\xfe\xff"))
    files[problem.at.file] = raw.decode("utf-16" if marked else "cp1252")


ACTIONS: dict[str, Callable[[Files, Problem, re.Match[str]], None]] = {
    r"write: (.*)": write_line,
    r"begin this line at column (\d+)(?:: .*)?": begin_at,
    r"move what follows '.*' to a line of its own below": break_line,
    r"write '\|' in place of '(.*)', and remove line (\d+)": replace_fences,
    r"move lines (\d+) to (\d+) (\d+) columns? to the (left|right)": move_lines,
    r"remove this line": remove_line,
    r"remove this line and lines (\d+) to (\d+), or keep the other version": remove_lines,
    r"use spaces: in the whole file, replace each tab that begins a line with (\w+) spaces?": (
        replace_tabs
    ),
    r"(replace|remove) every such character .*": replace_character,
    r"write (\S+) at the end of line (\d+)": close_quote,
    r"write (.) before the text in line (\d+) and . at the end of line (\d+)": quote_lines,
    r"write '(.*)' on a line of its own above this one": insert_above,
    r"did you mean '(\\.*)'\?": replace_quoted,
    r"write '(\\quad)' in place of it and of the braces behind it": replace_with_braces,
    r"rewrite the text .*, or write '(.*?)' here(?: and add the line '(.*)')?": lengthen_gap,
    r"did you mean '(.*)'\?": replace_word,
    r"the key is '(.*)'": replace_word,
    r".*, such as '(.*)'": replace_word,
    r"write '(true)' or 'false'": replace_word,
    r"an invisible character .*; type it anew: (.*)": replace_word,
    r"write '(options: .*)' and '(right: .*)'": name_options,
    r"take '\{\{c1::' and '\}\}' out of the text: .*": remove_cloze_marks,
    r"put it in quotes: ([\"'])(.*)\1": quote_in_place,
    r"write ([\[{].*)": replace_value,
    r"write (\$.*\$), or \\\$ for a dollar sign": replace_quoted,
    r"write it as code, (`.*`), or .*": replace_quoted,
    r"write (!\[.*\]\(.*\)), or give the file .*": replace_quoted,
    r"take the whole (?:formula|of it): ('.*?'); or .*": replace_gap,
    r"add what a student would type: '(.*)'": add_field,
    r"write \$\$ on the lines before and behind it": display_formula,
    r"put an empty line between them": insert_empty_line,
    r"write (\$.*\$) there": replace_quoted,
    r"write (\$.*\$)": replace_formula,
    r"write several with commas between them: (.*)": replace_word,
    r"add the line '(.*?)'(?:, with the name of what is right)?": add_line,
    r"add '(.*)' inside the braces": add_inside,
    r"write '( .*:)' on a line above each, and two spaces in place of '- '": name_above,
    r"remove this character": remove_character,
    r"write '- ' in place of the two spaces before .*": write_dash,
    r"remove one of the two lines": remove_line,
    r"remove it(?:, or .*|; .*)?": remove_item,
    r"remove '\w+'": remove_line,
    r"write its text after '(\w+):', or remove '.*'": write_text,
    r"replace each (?:'-'|number) with a space, a name and a colon: .*": name_items,
    r"make it one text: put '\|' after '(\w+):'": add_bar,
    r"put '\|' after '(code):', and each line of the program on a line of its own": add_bar,
    r"leave out the lines that begin with '(%)' or '!'": remove_magic,
    r"leave out '>>> ' and what was printed": remove_prompts,
    r"write (\d+), or select more; .*": replace_word,
    r"write '(.*)', or remove decks/deck.lock if it is a new course": replace_word,
    r"add '(\d: .*)' below it": add_below,
    r"it belongs to the entry above: write two spaces in place of '- '": remove_dash,
    r"write these lines above it: (.*)": insert_lines,
    r"put (.+) into decks/media": add_picture,
    r"add '(\w+)' to 'languages' in decks/course.yaml": add_language,
    r"move the file to (\S+)": move_file,
    r"call the file (\S+)": move_file,
    r"remove the file(?:, or .*)": remove_file,
    r"save it as UTF-8": save_as_utf8,
    r"double this backslash, or write the text in single quotes": double_backslash,
}
