"""The bytes of a SQLite database, without what depends on the SQLite that wrote them.

Two versions of SQLite write the same rows into the same pages, but leave different old
bytes where a page is not used, and each signs the header with its own number.
"""

from __future__ import annotations

PAGE_SIZE = 4096
_VERSION_AT, _VERSION = 96, 3_040_000
_FILE_HEADER = 100
_TREE_PAGES = {2: 12, 5: 12, 10: 8, 13: 8}
"""First byte of a page of a table or an index, and how long its header is.

Other pages begin with the number of the next page, whose first byte is 0 below 64 GB.
"""


def make_canonical(database: bytes) -> bytes:
    """The same database as every SQLite would have written it; its pages have PAGE_SIZE bytes."""
    made = bytearray(database)
    made[_VERSION_AT : _VERSION_AT + 4] = _VERSION.to_bytes(4, "big")
    for page in range(0, len(made), PAGE_SIZE):
        _blank_unused(made, page)
    return bytes(made)


def _blank_unused(database: bytearray, page: int) -> None:
    """Zeros between the list of a page's cells, which grows down, and the cells, which grow up."""
    header = page + (_FILE_HEADER if page == 0 else 0)
    length = _TREE_PAGES.get(database[header])
    if length is None:
        return
    cells = int.from_bytes(database[header + 3 : header + 5], "big")
    begin = header + length + 2 * cells
    end = page + int.from_bytes(database[header + 5 : header + 7], "big")
    database[begin:end] = bytes(end - begin)
