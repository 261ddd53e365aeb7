"""XML from anywhere: without declarations of its own, and within limits."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

from flashcards.importing.item import Unreadable
from flashcards.words.message import Message

_DECLARES = re.compile(rb"<!(?:DOCTYPE|ENTITY)", re.IGNORECASE)


def read_xml(data: bytes) -> ET.Element:
    """The root of a document. Raises Unreadable, also if it declares entities."""
    if _DECLARES.search(data):
        raise Unreadable(Message("import-xml-entities"))
    try:
        return ET.fromstring(data)
    except (ET.ParseError, ValueError, LookupError, RecursionError) as error:
        raise Unreadable(Message("import-xml-broken", error=str(error))) from None


def drop_namespaces(root: ET.Element) -> ET.Element:
    """The same element with plain names."""
    for element in root.iter():
        if isinstance(element.tag, str):
            element.tag = element.tag.rpartition("}")[2]
    return root
