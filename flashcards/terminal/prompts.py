"""Prompts by questionary: typed answers below a painted page, settings, and a login.

The prompt of an answer is erased when it is done; the page then shows what was typed. A
window of another size, Ctrl-L or the end of an exam's time interrupt it; what was typed so
far is kept.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import questionary
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent, merge_key_bindings

from flashcards.terminal.keys import ESCAPE_SECONDS, REPAINT

if TYPE_CHECKING:
    from prompt_toolkit.input import Input
    from prompt_toolkit.output import Output

STYLE = questionary.Style(
    [
        ("qmark", "noinherit"),
        ("question", "noinherit"),
        ("answer", "noinherit"),
        ("bottom-toolbar", "noreverse"),
        ("bottom-toolbar.text", "noreverse"),
    ]
)
TIME_UP = "time_up"
_KEYS_OF_PAGE = ("c-z", "c-l", "pageup", "pagedown")
_MARK = "›"
_LOOK: dict[str, Any] = {"qmark": _MARK, "style": STYLE}
_LEAVING = ("escape", "q", "c-d")
"""Keys that leave a prompt of settings."""


class PromptInterrupted(Exception):
    """A prompt ended without an answer: because of `REPAINT`, `TIME_UP` or a key of the page."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        self.kept = ""
        """What was typed so far, to go on from there."""


def ask_text(
    keys: Callable[[], str],
    several: bool,
    text: str = "",
    *,
    seconds: float | None = None,
    tick: Callable[[], None] = lambda: None,
    is_outdated: Callable[[], bool] = lambda: False,
    source: Input | None = None,
    output: Output | None = None,
) -> str:
    """A typed text; of several lines if need be.

    `keys` gives the line at the bottom of the screen. After `seconds` the time is up; until
    then `tick` is called every second. `is_outdated` says at the beginning whether the page
    around it must be painted anew. Without `source` and `output` it is the terminal's own.
    Raises PromptInterrupted, EOFError and KeyboardInterrupt.
    """
    question = _make_question(keys, several, text, input=source, output=output)
    app = _get_quiet_app(question)
    app.pre_run_callables.append(
        lambda: app.create_background_task(_watch(app, seconds, tick, is_outdated))
    )
    buffer = app.current_buffer
    result = question.unsafe_ask()
    if isinstance(result, PromptInterrupted):
        result.kept = buffer.text
        raise result
    return str(result)


def _make_question(
    keys: Callable[[], str], several: bool, text: str, **streams: Any
) -> questionary.Question:
    """A prompt with the keys of the page, which a window of another size interrupts."""
    question = questionary.text(
        "",
        default=text,
        **_LOOK,
        multiline=several,
        instruction="",  # else it says keys that are not those of the page
        erase_when_done=True,
        enable_history_search=False,
        bottom_toolbar=keys,
        **streams,
    )
    app = _get_quiet_app(question)
    app.key_bindings = merge_key_bindings([app.key_bindings, _make_keys(several)])
    app._on_resize = lambda: None if app.is_done else _interrupt(app, REPAINT)
    return question


def _get_quiet_app(question: questionary.Question) -> Any:
    """What runs a prompt; a terminal that is slow to tell where its cursor is gets no warning.

    The warning would stand amid the question, and an Enter beside it would be lost.
    """
    app: Any = question.application
    app.renderer.cpr_not_supported_callback = None
    return app


async def _watch(
    app: Any, seconds: float | None, tick: Callable[[], None], is_outdated: Callable[[], bool]
) -> None:
    """Interrupts a prompt whose page is outdated when it begins, or when its time is up.

    It begins when the prompt already hears of every change of the window's size.
    """
    if is_outdated() and not app.is_done:
        _interrupt(app, REPAINT)
    if seconds is None:
        return
    end = time.monotonic() + seconds
    while not app.is_done and (left := end - time.monotonic()) > 0:
        tick()
        await asyncio.sleep(left % 1 or 1.0)
    if not app.is_done:
        _interrupt(app, TIME_UP)


def _interrupt(app: Any, reason: str) -> None:
    """Ends a prompt.

    When the window changes its size, everything on it must be painted anew: terminals
    fold the lines that are there, and prompt_toolkit would erase the wrong ones. There
    is no public hook for that: with a prompt_toolkit that has no `_on_resize`, the
    prompt alone is drawn anew.
    """
    app.exit(result=PromptInterrupted(reason))


def _leave_to_page(reason: str) -> Callable[[KeyPressEvent], None]:
    return lambda event: _interrupt(event.app, reason)


def _make_keys(several: bool) -> KeyBindings:
    """Enter is done, Ctrl-J begins a line; Ctrl-D leaves, Ctrl-C or the signal interrupts."""
    bindings = KeyBindings()

    @bindings.add("c-c", eager=True)
    @bindings.add("<sigint>", eager=True)
    def interrupt(event: KeyPressEvent) -> None:
        event.app.exit(exception=KeyboardInterrupt)

    @bindings.add("c-d", eager=True)
    def leave(event: KeyPressEvent) -> None:
        event.app.exit(exception=EOFError)

    for reason in _KEYS_OF_PAGE:
        bindings.add(reason, eager=True)(_leave_to_page(reason))

    @bindings.add("enter", eager=True)
    def done(event: KeyPressEvent) -> None:
        event.current_buffer.validate_and_handle()

    @bindings.add("c-j", eager=True)
    def new_line(event: KeyPressEvent) -> None:
        if several:
            event.current_buffer.insert_text("\n")
        else:
            event.current_buffer.validate_and_handle()

    return bindings


def choose_setting(rows: Mapping[str, str], pointed: str) -> str | None:
    """The name of the setting to change, of `rows` by name; None for who leaves.

    The row of the one that is `pointed` at comes first under the cursor.
    """
    keys = "↑ ↓ Enter change · Esc or q done"
    return _choose("Which setting?", {**rows, "": "Done"}, pointed, keys)


def choose_value(title: str, values: Mapping[str, str], held: str) -> str | None:
    """One of the values, which are told by their words; None for who leaves."""
    return _choose(title, values, held, "↑ ↓ Enter choose · Esc or q back")


def _choose(title: str, rows: Mapping[str, str], pointed: str, keys: str) -> str | None:
    choices = [
        *(questionary.Choice(row, name) for name, row in rows.items()),
        questionary.Separator(f"\n{keys}"),
    ]
    prompt = questionary.select(
        title,
        choices,
        default=pointed if pointed in rows else None,
        **_LOOK,
        pointer=_MARK,
        instruction=" ",
        erase_when_done=True,
    )
    return _ask(prompt) or None


def ask_value(title: str, held: str, find_mistake: Callable[[str], str]) -> str | None:
    """What is typed into an empty field; None for who leaves, or keeps what is `held`.

    What `find_mistake` says about a text is told, and asked until it says nothing.
    """

    def validate(text: str) -> str | bool:
        return not text.strip() or find_mistake(text.strip()) or True

    prompt = questionary.text(
        title,
        **_LOOK,
        instruction=f"· now {held} ›",
        validate=validate,
        bottom_toolbar="Enter done · empty Enter keeps it · default takes it back · Esc or q back",
        erase_when_done=True,
    )
    return (_ask(prompt) or "").strip() or None


def _ask(prompt: questionary.Question) -> str | None:
    """What a prompt is answered with; None for who leaves it by Esc, q, Ctrl-D or Ctrl-C."""
    app = _get_quiet_app(prompt)
    bindings = KeyBindings()

    def leave(event: KeyPressEvent) -> None:
        event.app.exit(result=None)

    for key in _LEAVING:
        bindings.add(key, eager=True)(leave)
    app.key_bindings = merge_key_bindings([app.key_bindings, bindings])
    app.ttimeoutlen = ESCAPE_SECONDS
    try:
        found: str | None = prompt.unsafe_ask()
    except (KeyboardInterrupt, EOFError):
        return None
    return found


def ask_login(name: str, password: str) -> tuple[str, str]:
    """What somebody writes to these two questions; the second is hidden. Raises EOFError."""
    said, hidden = questionary.text(name, **_LOOK), questionary.password(password, **_LOOK)
    return _get_quiet_app(said).run().strip(), _get_quiet_app(hidden).run()
