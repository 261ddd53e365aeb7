"""The files of courses: of a tiny one with every kind of entry in two languages, or of any."""

from pathlib import Path
from textwrap import dedent

_TINY = Path(__file__).parents[1] / "data" / "tiny"
COURSE = {
    path.relative_to(_TINY).as_posix(): path.read_text(encoding="utf-8")
    for path in sorted(_TINY.rglob("*.yaml"))
}


def write_course(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(dedent(text), encoding="utf-8")
    return folder
