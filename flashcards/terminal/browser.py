"""Opening an address in the learner's browser."""

from __future__ import annotations


def open_address(address: str) -> bool:
    """Whether a browser with a window of its own was asked to show the address.

    A browser inside the terminal would paint over the page: it is not started.
    """
    import webbrowser

    if not address.startswith(("https://", "http://")):
        return False
    try:
        found = webbrowser.get()
        inside = type(found) is webbrowser.GenericBrowser
        return not inside and found.open(address)
    except (webbrowser.Error, OSError):
        return False
