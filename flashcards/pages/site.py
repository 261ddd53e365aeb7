"""The page itself: template, style, scripts and data as one file, or as a folder for a host.

Nothing but the page's own script and style runs or is loaded: a policy in the page says so, with
their hashes. No style and no script stands in an attribute.
"""

import base64
import gzip
import hashlib
import json
import re
from collections.abc import Container, Mapping, Sequence
from pathlib import Path

from flashcards.anki.note_types import strip_script
from flashcards.cards import Note
from flashcards.course.model import Course
from flashcards.pages.engine import ENGINE, render_rules_module
from flashcards.pages.page_data import PageData, load_page_data
from flashcards.pages.sides import render_card_scripts
from flashcards.text.highlight import load_card_style
from flashcards.text.images import make_data_url
from flashcards.text.page_template import load_template

_WEB = Path(__file__).with_name("web")
PAGE = (
    *("words", "dom", "store", "learner", "cards"),
    *("study", "today", "browse", "progress", "settings", "app"),
)
"""Modules of the page, each of which imports only those before it; the last begins it all."""
_IMPORT = re.compile(r"^import \{[^}]*\} from \"[^\"]*\";\n", re.MULTILINE)
_EXPORT = re.compile(r"^export ", re.MULTILINE)
_ICON = make_data_url("icon.svg", (_WEB / "icon.svg").read_bytes())
"""The icon as an address that holds it, which a single file needs."""
_PICTURE = "icon-512.png"
"""The same as a picture: iOS takes no other."""
_CLOSED = ("default-src 'none'", "base-uri 'none'", "form-action 'none'")


def preview_page(course: Course, notes: Sequence[Note], *, now: int) -> str:
    """Return one HTML page that shows these cards as Anki will, and needs no network.

    The notes are in one language, `now` are UTC seconds. Reads pictures, the lock and
    `verified.json` of the course. Raises ProblemsFound if the lock has some, FlashcardsError with
    the place of an entry that cannot be shown.
    """
    return render_file(load_page_data(course, notes, now, is_author=True))


def make_study_page(
    course: Course, notes: Sequence[Note], output: Path, *, now: int
) -> dict[Path, bytes]:
    """Return the files of a page for learners: `output` itself if it is named .html, or a folder.

    Notes, `now` and what is read and raised are as in `preview_page`.
    """
    data = load_page_data(course, notes, now)
    if output.suffix.lower() in (".html", ".htm") and not output.is_dir():
        return {output: render_file(data).encode()}
    return {output / name: content for name, content in make_folder(data).items()}


def remove_earlier_cards(folder: Path, files: Container[Path]) -> None:
    """Remove cards that an earlier export left in the folder of a page, where all are ours."""
    for path in folder.glob("cards/*.json"):
        if path not in files:
            path.unlink()


def render_file(data: PageData) -> str:
    """Return the page as one file that needs no network."""
    decks = {name: _pack(deck) for name, deck in data.make_decks().items()}
    return _render(data, ["img-src data:"], {}, decks)


def make_folder(data: PageData) -> dict[str, bytes]:
    """Return the page as files by their names, for any static host and any path there.

    The page names all other files with their versions, and the worker those and the page.
    """
    decks = data.make_decks().items()
    files = {
        _PICTURE: (_WEB / _PICTURE).read_bytes(),
        "manifest.webmanifest": _render_manifest(data).encode(),
        **{f"cards/{name}.json": _dump(deck).encode() for name, deck in decks},
    }
    addresses = {name: f"{name}?v={_name_version(text)}" for name, text in files.items()}
    own = [f"{name}-src 'self'" for name in ("connect", "manifest", "worker")]
    files["index.html"] = _render(data, ["img-src data: 'self'", *own], addresses, {}).encode()
    version = _name_version(b"".join(files[name] for name in sorted(files)))
    kept = ["./", *addresses.values()]
    head = f"const VERSION = {_dump(version)};\nconst FILES = {_dump(kept)};\n"
    return {**files, "worker.js": (head + load_module("worker")).encode()}


def _render(
    data: PageData, policy: list[str], files: Mapping[str, str], decks: Mapping[str, str]
) -> str:
    style = f"{load_card_style()}\n{(_WEB / 'page.css').read_text(encoding='utf-8')}"
    script = render_script(data)
    own = [f"style-src {_hash(style)}", f"script-src {_hash(script)}"]
    index = {**data.make_index(), "files": files}
    return load_template(_WEB / "index.html").render(
        lang=data.lang,
        title=f"{data.title}: preview" if data.is_author else data.title,
        policy="; ".join([*_CLOSED, *own, *policy]),
        style=style,
        script=script,
        icon=_ICON,
        no_script=data.words.translate("web_no_script"),
        loading=data.words.translate("web_loading"),
        not_loaded=data.words.translate("web_not_loaded"),
        try_again=data.words.translate("web_try_again"),
        index=_dump(index).replace("<", "\\u003c"),
        files=files,
        decks=decks,
    )


def render_script(data: PageData) -> str:
    """Return all modules one after the other, as one without comments and indentation."""
    modules = [
        render_rules_module(),
        *map(load_module, ENGINE[1:]),
        render_card_scripts(data.words),
        *map(load_module, PAGE),
    ]
    return strip_script("".join(_EXPORT.sub("", _IMPORT.sub("", text)) for text in modules))


def load_module(name: str) -> str:
    """Return the text of a module of the page."""
    return (_WEB / f"{name}.js").read_text(encoding="utf-8")


def _render_manifest(data: PageData) -> str:
    icon = {"type": "image/svg+xml", "sizes": "any", "purpose": "any maskable", "src": _ICON}
    picture = {"type": "image/png", "sizes": "512x512", "src": _PICTURE}
    return _dump(
        {
            "id": f"./?{data.course.info.id}-{data.lang}",
            "name": data.title,
            "short_name": data.title[:20],
            "lang": data.lang,
            "start_url": "./",
            "scope": "./",
            "display": "standalone",
            "background_color": "#f2f3f7",
            "theme_color": "#2456c8",
            "icons": [icon, picture],
        }
    )


def _name_version(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:10]


def _hash(text: str) -> str:
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    return f"'sha256-{digest}'"


def _pack(value: object) -> str:
    """Return a value as JSON, gzipped, in base64: the same value gives the same text.

    A browser that reads thousands of cards as HTML is busy for seconds; packed, they are one text
    of a tenth of the size, which the page unpacks when it needs it.
    """
    return base64.b64encode(gzip.compress(_dump(value).encode(), 6, mtime=0)).decode()


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
