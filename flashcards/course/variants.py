"""Entries whose numbers change: what each variant says.

`${name}` in a text stands for a value, and `$${` for `${`. The values of a variant are those of its
row in `vary`, and what `compute` makes of them by arithmetic; nothing else is evaluated. Prose has
numbers as people write them in the language of the card, code has them as Python does. An entry
without `vary` has no placeholders: in its texts these characters stand for themselves.
"""

import ast
import operator
import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, TypeAlias, TypeVar

from flashcards.course.model import Code, Entry, Varied
from flashcards.errors import FlashcardsError
from flashcards.text.plain_text import NOT_PROSE
from flashcards.words import Words

PRINTS = "prints"
"""What a row of a program has beside its values: the output of this variant."""
_MARKED_NAME = re.compile(r"\0(\w+)\0")
_VALUE_NAME = re.compile(r"(?<![\w.])[a-z_]\w*")
_PLACEHOLDER = re.compile(r"\$\$\{|\$\{(?P<name>\w+)\}")
_CODE_FIELDS = ("setup", "code")
_FIELDS = ("setup", "code", "question", "choose", "right", "wrong", "why")
"""Where placeholders may stand; of an option in its text and its reason."""
_OPERATORS: Mapping[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
}
_FUNCTIONS: Mapping[str, Callable[..., Any]] = {"round": round, "min": min, "max": max}
_DIGITS = range(3, 18)
"""Significant digits of a computed number: three, or as many as tell it from the others."""
_MAX_EXPONENT = 64
_MAX_NUMBER = 10**18

AnyEntry = TypeVar("AnyEntry", bound=Entry)
Number: TypeAlias = int | float


def list_variants(entry: AnyEntry, lang: str = "en") -> tuple[AnyEntry, ...]:
    """Return an entry with the values of each variant in its texts; itself if it has no `vary`.

    Each is an entry without `vary`; its texts are in the language `lang`. Raises FlashcardsError
    if a value cannot be computed.
    """
    if not isinstance(entry, Varied) or not entry.vary:
        return (entry,)
    return tuple(_fill_entry(entry, row, lang) for row in entry.vary)


def list_values(entry: Varied, row: Mapping[str, str]) -> dict[str, str]:
    """Return the values of one variant as code has them, the computed ones last.

    Raises FlashcardsError.
    """
    values = dict(row)
    for name, expression in entry.compute.items():
        try:
            values[name] = str(_evaluate(ast.parse(expression.strip(), mode="eval").body, values))
        except SyntaxError:
            raise FlashcardsError(f"'{name}' cannot be computed: it is no arithmetic") from None
        except (ArithmeticError, TypeError, FlashcardsError) as error:
            raise FlashcardsError(f"'{name}' cannot be computed: {error}") from None
    return values


def list_shown_values(entry: Varied, row: Mapping[str, str], lang: str) -> dict[str, str]:
    """Return the values of one variant as prose in a language has them. Raises FlashcardsError.

    Numbers that differ look different. A given value is a number if `compute` uses it; a computed
    one that the author rounds with `round(x, 2)` has all its digits.
    """
    words, shown = Words(lang), list_values(entry, row)
    used = {*_VALUE_NAME.findall(" ".join(entry.compute.values()))}
    numbers = {n: _read_number(n, shown) for n in shown if n in entry.compute or n in used}
    for name in numbers.keys() - entry.compute.keys():
        whole = shown[name].strip().removesuffix(".0")
        shown[name] = whole.replace(".", words.translate("decimal"))
    for digits in _DIGITS:
        for name, expression in entry.compute.items():
            wanted = max(_DIGITS) if _is_rounded(expression) else digits
            shown[name] = words.format_number(numbers[name], wanted)
        if len({shown[name] for name in numbers}) >= len({*numbers.values()}):
            break
    return shown


def _is_rounded(expression: str) -> bool:
    """Return whether an expression is `round(…)` as a whole."""
    body = ast.parse(expression.strip(), mode="eval").body
    return isinstance(body, ast.Call) and ast.unparse(body.func) == "round"


def list_texts(entry: Varied) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield each text in which placeholders may stand, with its path."""
    for name in _FIELDS:
        value = getattr(entry, name, None)
        if isinstance(value, str):
            yield (name,), value
        for key, option in value.items() if isinstance(value, dict) else ():
            yield (name, key, "text"), option.text
            if option.why:
                yield (name, key, "why"), option.why


def find_placeholders(text: str) -> set[str]:
    """Return the names that stand in a text for values."""
    return {name for found in _PLACEHOLDER.finditer(text) if (name := found["name"])}


def find_unprinted(entry: Entry) -> list[int]:
    """Return the variants, from 1, of which nobody wrote what they print; 0 is the entry itself."""
    if not isinstance(entry, Code):
        return []
    if not entry.vary:
        return [] if PRINTS in entry.model_fields_set else [0]
    return [number for number, row in enumerate(entry.vary, 1) if PRINTS not in row]


def _fill_entry(entry: AnyEntry, row: Mapping[str, str], lang: str) -> AnyEntry:
    assert isinstance(entry, Varied)
    values, shown = list_values(entry, row), list_shown_values(entry, row, lang)
    fill_prose = partial(_fill_prose, values=values, shown=shown)
    fill_code = partial(_fill_code, values=values)
    fill_option = fill_code if isinstance(entry, Code) else fill_prose
    filled: dict[str, Any] = {}
    for name in _FIELDS:
        match getattr(entry, name, None):
            case str() as text:
                filled[name] = (fill_code if name in _CODE_FIELDS else fill_prose)(text)
            case dict() as options:
                filled[name] = {
                    key: option.model_copy(
                        update={
                            "text": fill_option(option.text),
                            "why": option.why and fill_prose(option.why),
                        }
                    )
                    for key, option in options.items()
                }
            case _:
                pass
    if isinstance(entry, Code):
        filled[PRINTS] = row.get(PRINTS, "")
    return entry.model_copy(update={**filled, "vary": (), "compute": {}})


def _fill_code(text: str, values: Mapping[str, str]) -> str:
    """Return a text with values in the places of their names."""
    return _PLACEHOLDER.sub(
        lambda found: values.get(found["name"], "") if found["name"] else "${", text
    )


def _fill_prose(text: str, values: Mapping[str, str], shown: Mapping[str, str]) -> str:
    """Return a Markdown text with shown values in its prose, and `values` in code within it."""
    # A placeholder has a dollar, as a formula has; first it becomes a name between null characters,
    # which no file has.
    marked = _PLACEHOLDER.sub(lambda found: f"\0{found['name']}\0" if found["name"] else "${", text)
    formula_values = {name: value.replace(",", "{,}") for name, value in shown.items()}
    parts, end = [], 0
    for found in NOT_PROSE.finditer(marked):
        inside = formula_values if found["formula"] else values
        parts += [_set_values(marked[end : found.start()], shown), _set_values(found[0], inside)]
        end = found.end()
    return "".join([*parts, _set_values(marked[end:], shown)])


def _set_values(marked: str, values: Mapping[str, str]) -> str:
    return _MARKED_NAME.sub(lambda found: values.get(found[1], ""), marked)


def _evaluate(node: ast.expr, values: Mapping[str, str]) -> Number:
    """Return what an expression comes to. Raises FlashcardsError or ArithmeticError."""
    result: Any = None
    match node:
        case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
            result = number
        case ast.Name(id=name):
            result = _read_number(name, values)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            result = -_evaluate(operand, values)
        case ast.BinOp(left=left, op=sign, right=right) if type(sign) in _OPERATORS:
            one, other = _evaluate(left, values), _evaluate(right, values)
            if isinstance(sign, ast.Pow) and abs(other) > _MAX_EXPONENT:
                raise FlashcardsError(f"an exponent may be at most {_MAX_EXPONENT}")
            result = _OPERATORS[type(sign)](one, other)
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if name in _FUNCTIONS:
            operands = [_evaluate(arg, values) for arg in args]
            if name == "round" and any(abs(digits) > _MAX_EXPONENT for digits in operands[1:]):
                raise FlashcardsError(f"at most {_MAX_EXPONENT} digits can be rounded to")
            result = _FUNCTIONS[name](*operands)
        case _:
            names = ", ".join(_FUNCTIONS)
            raise FlashcardsError(f"only numbers, values, + - * / // % **, {names} are allowed")
    if isinstance(result, complex) or not abs(result) <= _MAX_NUMBER:
        raise FlashcardsError("a number is too large, or is none")
    return result  # type: ignore[no-any-return]


def _read_number(name: str, values: Mapping[str, str]) -> Number:
    if name not in values:
        raise FlashcardsError(f"there is no value '{name}' before it")
    try:
        is_whole = values[name].strip().removeprefix("-").isdecimal()
        return int(values[name]) if is_whole else float(values[name])
    except ValueError:
        raise FlashcardsError(f"'{name}' is no number but '{values[name]}'") from None
