"""Moodle's XML reader, written from its source: what it makes of a file before it imports it.

`core\\xml_parser` hands the file to PHP's parser (libxml2) 4,096 bytes at a time and is given
text in pieces: cut at each entity, before the first letter outside ASCII, at both ends of CDATA,
and where a feed ends. A piece that PHP's `trim` makes empty is dropped, unless it is `0`.
`tests/acceptance` holds this model against the real reader.
"""

import re
import xml.etree.ElementTree as ET
from html import unescape

FEED = 4096
BIG = 300
"""libxml2 waits for the end of a text shorter than this, and hands CDATA over in such pieces."""
TRIMMED = " \t\n\r\0\x0b"
_TOKEN = re.compile(
    rb"<\?.*?\?>|<!\[CDATA\[(?P<cdata>.*?)\]\]>|<(?P<end>/)?(?P<tag>\w+)(?P<attributes>[^>]*?)"
    rb"(?P<empty>/)?>|(?P<entity>&#?\w+;)|(?P<text>[^<&]+)",
    re.DOTALL,
)
_ATTRIBUTE = re.compile(r"""(\w+)=(?:"([^"]*)"|'([^']*)')""")


def parse_as_moodle(data):
    """The tree that Moodle sees; texts are what is left of them, with both ends trimmed."""
    data = data.strip(TRIMMED.encode())
    root = ET.Element("document")
    open_elements = [root]
    at = 0
    while at < len(data):
        token = _TOKEN.match(data, at)
        assert token, data[at : at + 60]
        _take(token, open_elements)
        at = token.end()
    assert open_elements == [root]
    for element in root.iter():
        element.text = (element.text or "").strip(TRIMMED)
    return root[0]


def _take(token, open_elements):
    kind = token.lastgroup
    if token["tag"]:
        _take_tag(token, open_elements)
    elif token["cdata"] is not None:
        _add(open_elements[-1], _cut_cdata(token["cdata"], token.start("cdata")))
    elif kind == "entity":
        _add(open_elements[-1], [unescape(token["entity"].decode()).encode()])
    elif kind == "text":
        _add(open_elements[-1], _cut_text(token["text"], token.start("text")))


def _take_tag(token, open_elements):
    name = token["tag"].decode()
    if token["end"]:
        assert open_elements.pop().tag == name
        return
    found = _ATTRIBUTE.findall(token["attributes"].decode())
    attributes = {key: unescape(one or other) for key, one, other in found}
    element = ET.SubElement(open_elements[-1], name, attributes)
    if not token["empty"]:
        open_elements.append(element)


def _add(element, pieces):
    for piece in pieces:
        text = piece.decode()
        if text == "0" or text.strip(TRIMMED):
            element.text = (element.text or "") + text


def _cut_cdata(content, start):
    """One piece of 300 bytes for each feed that ends before the section does, then the rest."""
    pieces, at, end = [], 0, len(content) + len("]]>")
    fed = (start // FEED + 1) * FEED - start
    while fed < end:
        if fed - at >= BIG + 2:
            size = _whole_letters(content[at : at + BIG])
            pieces.append(content[at : at + size])
            at += size
        fed += FEED
    return [*pieces, content[at:]]


def _cut_text(content, start):
    """Cut where a feed ends, if that leaves a piece that is long enough to be handed over."""
    pieces, at = [], 0
    fed = (start // FEED + 1) * FEED - start
    while fed <= len(content):
        if fed - at >= BIG:
            size = at + _whole_letters(content[at:fed])
            pieces += _cut_letters(content[at:size])
            at = size
        fed += FEED
    return pieces + _cut_letters(content[at:])


def _cut_letters(content):
    """ASCII at the beginning, then pieces of 300 bytes or what it takes to end with a letter."""
    first = re.match(rb"[\x00-\x7f]*", content).end()
    pieces, piece = [content[:first]], b""
    for letter in content[first:].decode():
        piece += letter.encode()
        if len(piece) >= BIG:
            pieces.append(piece)
            piece = b""
    return [*pieces, piece]


def _whole_letters(data):
    """How many bytes at the beginning are whole letters of UTF-8."""
    return len(data.decode(errors="ignore").encode())
