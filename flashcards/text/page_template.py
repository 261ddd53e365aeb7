"""Templates of whole HTML pages; the one place that knows jinja2."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from jinja2 import Template


@cache
def load_template(path: Path) -> Template:
    """A template that escapes every value but those that it marks as safe HTML.

    A value that is not given is an error. Files beside it can be included.
    """
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(path.parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        keep_trailing_newline=True,
    )
    return environment.get_template(path.name)
