"""Which form of a message fits a number: the rules of Unicode's CLDR, as a language file has them.

`one: i = 1 and v = 0` reads: the form `one`, if the integer part is 1 and no digits follow it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

_TERM = re.compile(r"([nivft])(?: % (\d+))? (!?=) ([\d., ]+)")


def find_category(rules: Mapping[str, str], number: object) -> str:
    """The name of the first rule that the number fits, `other` if none."""
    operands = _find_operands(str(number))
    for name, rule in rules.items():
        if any(_fits_all(part, operands) for part in rule.split(" or ")):
            return name
    return "other"


def _find_operands(number: str) -> Mapping[str, float]:
    whole, _, fraction = number.lstrip("-−–").partition(".")
    if not (whole + fraction).isdigit():
        return {}
    shown = fraction.rstrip("0")
    return {
        "n": float(f"{whole}.{fraction or 0}"), "i": int(whole), "v": len(fraction),
        "f": int(fraction or 0), "t": int(shown or 0),
    }  # fmt: skip


def _fits_all(rule: str, operands: Mapping[str, float]) -> bool:
    return bool(operands) and all(_fits(term, operands) for term in rule.split(" and "))


def _fits(term: str, operands: Mapping[str, float]) -> bool:
    read = _TERM.fullmatch(term.strip())
    if not read:
        raise ValueError(f"not a rule of CLDR: {term}")
    value = operands[read[1]]
    value = value % int(read[2]) if read[2] else value
    bounds = [each.strip().split("..") for each in read[4].split(",")]
    found = any(
        int(low) <= value <= int(high[0] if high else low) and value == int(value)
        for low, *high in bounds
    )
    return found == (read[3] == "=")
