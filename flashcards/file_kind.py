"""What a file is, told by its first and last bytes: which kind of export, page or package."""

from __future__ import annotations

PART = 65_536
"""Bytes of the beginning and of the end that tell the kind of a file."""

_MARK = b"\xef\xbb\xbf"
_ARCHIVES = {b"collection.anki": "an Anki package", b"imsmanifest.xml": "a Canvas package"}
_BEGINNINGS = {
    b"<!doctype html": "a web page",
    b"<html": "a web page",
    b"{": "a JSON file",
    b"[": "a JSON file",
    b"//": "a GIFT file",
    b"$category": "a GIFT file",
}


def find_file_kind(data: bytes) -> str:
    """What bytes are, in words; empty if it is nothing that is made here, or not certain."""
    head, tail = data[:PART], data[-PART:]
    if head.startswith(b"PK\x03\x04"):
        named = (kind for name, kind in _ARCHIVES.items() if name in head or name in tail)
        return next(named, "a ZIP archive")
    text = head.removeprefix(_MARK).lstrip().lower()
    if text.startswith(b"<?xml"):
        return "a Moodle file" if b"<quiz" in text else "an XML file"
    if head.startswith(_MARK) and b"," in text.partition(b"\n")[0]:
        return "a table"
    return next((kind for begin, kind in _BEGINNINGS.items() if text.startswith(begin)), "")
