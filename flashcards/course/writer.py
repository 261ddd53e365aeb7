"""Plain values to YAML as an author would write it; `Source` gives the same values back."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import yaml

_QUOTED = re.compile(r"[^\x00-\x7f]|.*(?:，|\"$)", re.DOTALL)
"""What may be a curly quote, a comma or a forgotten quote to who reads it."""


class _Dumper(yaml.SafeDumper):
    """Writes texts of several lines as blocks, short lists in brackets, and never folds."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        super().increase_indent(flow, False)  # editors offer no fields in a list at the margin

    def ignore_aliases(self, data: object) -> bool:
        return True


def _represent_text(dumper: yaml.SafeDumper, text: str) -> yaml.Node:
    style = "|" if "\n" in text.strip("\n") else '"' if _QUOTED.match(text) else None
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)


def _represent_list(dumper: yaml.SafeDumper, values: list[Any]) -> yaml.Node:
    is_short = not any("\n" in str(each) or isinstance(each, Mapping) for each in values)
    return dumper.represent_sequence("tag:yaml.org,2002:seq", values, flow_style=is_short)


_Dumper.add_representer(str, _represent_text)
_Dumper.add_representer(list, _represent_list)


def write_yaml(values: Mapping[str, Any]) -> str:
    """Return a mapping as the text of a YAML file."""
    text: str = yaml.dump(
        dict(values),
        Dumper=_Dumper,
        allow_unicode=True,
        sort_keys=False,
        default_flow_style=False,
        width=float("inf"),
    )
    return text
