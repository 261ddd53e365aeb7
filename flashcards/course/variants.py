"""Entries whose numbers change: what each variant says.

`${name}` in a text stands for a value, and `$${` for `${`. The values of a variant are those of its
row in `vary`, and what `compute` makes of them by arithmetic; nothing else is evaluated. An entry
without `vary` has no placeholders: in its texts these characters stand for themselves.
"""

import ast
import operator
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias, TypeVar

from flashcards.course.model import Code, Entry, Option, Varied
from flashcards.errors import FlashcardsError

PRINTS = "prints"
"""What a row of a program has beside its values: the output of this variant."""
_PLACEHOLDER = re.compile(r"\$\$\{|\$\{(?P<name>\w+)\}")
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
_MAX_EXPONENT = 64
_MAX_NUMBER = 10**18

AnyEntry = TypeVar("AnyEntry", bound=Entry)
Number: TypeAlias = int | float


def list_variants(entry: AnyEntry) -> tuple[AnyEntry, ...]:
    """Return an entry with the values of each variant in its texts; itself if it has no `vary`.

    Each is an entry without `vary`. Raises FlashcardsError if a value cannot be computed.
    """
    if not isinstance(entry, Varied) or not entry.vary:
        return (entry,)
    return tuple(_fill_entry(entry, row) for row in entry.vary)


def list_values(entry: Varied, row: Mapping[str, str]) -> dict[str, str]:
    """Return the values of one variant, the computed ones last. Raises FlashcardsError."""
    values = dict(row)
    for name, expression in entry.compute.items():
        try:
            values[name] = str(_evaluate(ast.parse(expression.strip(), mode="eval").body, values))
        except SyntaxError:
            raise FlashcardsError(f"'{name}' cannot be computed: it is no arithmetic") from None
        except (ArithmeticError, TypeError, FlashcardsError) as error:
            raise FlashcardsError(f"'{name}' cannot be computed: {error}") from None
    return values


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


def _fill_entry(entry: AnyEntry, row: Mapping[str, str]) -> AnyEntry:
    assert isinstance(entry, Varied)
    values = list_values(entry, row)
    filled = {
        name: _fill(value, values) for name in _FIELDS if (value := getattr(entry, name, None))
    }
    if isinstance(entry, Code):
        filled[PRINTS] = row.get(PRINTS, "")
    return entry.model_copy(update={**filled, "vary": (), "compute": {}})


def _fill(value: Any, values: Mapping[str, str]) -> Any:
    """Return a text, an option or a mapping of options with the values in place."""
    match value:
        case str():
            return _PLACEHOLDER.sub(
                lambda found: values.get(found["name"], "") if found["name"] else "${", value
            )
        case Option():
            why = _fill(value.why, values)
            return value.model_copy(update={"text": _fill(value.text, values), "why": why})
        case dict():
            return {name: _fill(option, values) for name, option in value.items()}
        case _:
            return value


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
