"""Templates of pages: the one that is studied in, and the printed exam."""

from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template


@cache
def load_template(path: Path) -> Template:
    """Return a template that escapes every value but those that it marks as safe HTML.

    A value that is not given is an error. Files beside it can be included.
    """
    environment = Environment(
        loader=FileSystemLoader(path.parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        keep_trailing_newline=True,
    )
    return environment.get_template(path.name)
