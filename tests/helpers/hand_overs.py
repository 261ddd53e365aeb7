"""The ways in which a client of Anki goes from the question side to the answer side."""

from typing import Any

from tests.helpers.card_pages import EMPTY, SHOW, Page

_NOON = "<script>Date.now = function () { return 15e11; };</script>"
"""Where nothing is kept the order is that of the day, which must not end between two sides."""
NO_STORAGE = _NOON + (
    "<script>Object.defineProperty(window, 'sessionStorage', "
    "{get: function () { throw new Error('no storage'); }});</script>"
)


class SameDocument:
    """The desktop and AnkiMobile: the page stays, its contents change."""

    def __init__(self, chromium: Any, server: Any) -> None:
        self.chromium, self.server = chromium, server

    def begin(self) -> None:
        """A session begins: nothing is remembered."""
        self.server.pages["/empty"] = EMPTY.encode()
        self.chromium.get(f"{self.server.url}/empty")
        self.chromium.execute_script("sessionStorage.clear()")

    def show(self, page: Page, night: bool = False) -> None:
        """Shows one side of a card in place of the one before."""
        self.chromium.execute_script(
            SHOW + "showCard(arguments[0], arguments[1])", page.body, page.classes(night)
        )


class NewDocument(SameDocument):
    """AnkiDroid: a page for each side, with the storage of the session."""

    head = ""

    def show(self, page: Page, night: bool = False) -> None:
        self.server.pages["/side"] = page.html(night, self.head).encode()
        self.chromium.get(f"{self.server.url}/side")


class NoStorage(NewDocument):
    """A page for each side, and nothing is kept between them."""

    head = NO_STORAGE


class LostStorage(NewDocument):
    """Storage that can be written and is gone with the page."""

    head = _NOON

    def show(self, page: Page, night: bool = False) -> None:
        self.begin()
        super().show(page, night)


KEEPING = (SameDocument, NewDocument)
FORGETTING = (NoStorage, LostStorage)
