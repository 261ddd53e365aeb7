"""Sittings as SVG pictures to look at: each form before and after an answer, light and dark.

python -m tests.helpers.recorded_sittings         # or: make sittings
"""

import re
from pathlib import Path

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

from tests.helpers.painted_pages import FORMS, PICTURES, paint_form

FOLDER = PICTURES.with_name("sittings")
COLUMNS = 80
THEMES = {
    "light": TerminalTheme(
        (255, 255, 255), (36, 41, 47),
        [(36, 41, 47), (207, 34, 46), (17, 99, 41), (77, 45, 0),
         (9, 105, 218), (130, 80, 223), (27, 124, 131), (110, 119, 129)],
    ),
    "dark": TerminalTheme(
        (13, 17, 23), (230, 237, 243),
        [(72, 79, 88), (255, 123, 114), (63, 185, 80), (210, 153, 34),
         (88, 166, 255), (188, 140, 255), (57, 197, 207), (177, 186, 196)],
    ),
}  # fmt: skip
_NO_FONTS = re.sub(r"@font-face \{\{.*?\}\}\s*|<!--.*?-->\s*", "", CONSOLE_SVG_FORMAT, flags=re.S)
"""The reader's own font: nothing is fetched from anywhere."""


def list_pages(course, form):
    """The pages of a sitting with their colors: the question, and what follows its answer."""
    return paint_form(course, form, "en", COLUMNS, in_color=True)


def draw_svg(course, form, theme):
    """One picture of both pages."""
    console = Console(
        record=True, width=COLUMNS, file=open("/dev/null", "w"), force_terminal=True,  # noqa: SIM115
        color_system="standard",
    )  # fmt: skip
    first, second = list_pages(course, form)
    for page in (first, "─" * COLUMNS, second):
        console.print(Text.from_ansi(page), no_wrap=True, crop=True)
    console.file.close()
    return console.export_svg(
        title="ptquiz", theme=THEMES[theme], code_format=_NO_FONTS, unique_id=f"{form}-{theme}"
    )


def picture_file(form, theme):
    return FOLDER / f"{form}-{theme}.svg"


def main():
    import tempfile

    from flashcards.course.load import load_course
    from tests.helpers.course_files import COURSE, write_course

    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        course = load_course(write_course(Path(folder), COURSE), label="")
        for form in FORMS:
            for theme in THEMES:
                picture_file(form, theme).write_text(draw_svg(course, form, theme), "utf-8")


if __name__ == "__main__":
    main()
