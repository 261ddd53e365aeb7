"""The texts of drawings in an overlay: `pictures`, by the name of the file and the English text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from flashcards.errors import FlashcardsError
from flashcards.source.near_names import suggest_nearest
from flashcards.source.yaml_reader import Document
from flashcards.text.images import load_picture
from flashcards.text.svg import list_svg_texts
from flashcards.words.message import Message


def read_pictures(data: Any, document: Document) -> Iterator[tuple[str, dict[str, str]]]:
    """Each drawing with its texts in the language; the document knows what is wrong."""
    if not isinstance(data, dict):
        message, hint = Message("pictures-not-files"), Message("hint-pictures")
        document.add_problem(("pictures",), message, hint)
        return
    for name, texts in data.items():
        path = ("pictures", name)
        if document.is_given_up(path):
            return
        if not isinstance(texts, dict) or not all(isinstance(text, str) for text in texts.values()):
            message = Message("picture-not-texts", name=name)
            document.add_problem(path, message, Message("hint-picture-texts"))
        else:
            yield name, texts


def check_picture_texts(
    document: Document, pictures: Mapping[str, Mapping[str, str]], media: Mapping[str, str]
) -> None:
    """Tell every text that translates nothing in its drawing."""
    for name, texts in pictures.items():
        path = ("pictures", name)
        if name not in media or PurePosixPath(name).suffix.lower() != ".svg":
            drawings = [each for each in media if each.lower().endswith(".svg")]
            hint = suggest_nearest(name, drawings) or Message("hint-name-drawing")
            document.add_problem(path, Message("no-drawing", name=name), hint, of_key=True)
            continue
        try:
            known = list_svg_texts(load_picture(Path(media[name]), name))
        except FlashcardsError:
            continue  # told where it is shown
        for text in texts:
            if text not in known:
                hint = suggest_nearest(text, known) or Message("hint-remove")
                message = Message("drawing-no-text", name=name, text=text)
                document.add_problem((*path, text), message, hint, of_key=True)
