"""Questionary prompts with the keys that Anki users expect.

Each prompt is erased when it is done; what was chosen is printed again by the
screen, in the language of the cards. A digit answers at once; `u`, `q`, `o`
and `?` interrupt the prompt; what is pasted into a list is ignored.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from shutil import get_terminal_size
from typing import Any

import questionary
from prompt_toolkit.filters import to_filter
from prompt_toolkit.formatted_text import AnyFormattedText
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent, merge_key_bindings
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout.containers import Window
from questionary.prompts.common import InquirerControl

from flashcards.terminal.wrap import Title, fold

STYLE = questionary.Style(
    [
        ("qmark", "noinherit"),
        ("question", "bold"),
        ("instruction", "fg:ansibrightblack"),
        ("answer", "noinherit"),
        ("pointer", "bold"),
        ("selected", "bold noreverse"),
        ("highlighted", "bold"),
        ("code", "fg:ansicyan"),
    ]
)
_POINTER, _INDENT = 3, 6
"""Columns of the pointer before an option, and of what goes on in its next line."""
_WIDE_DIGITS = dict(zip("１２３４５６７８９", "123456789", strict=True))
RESIZED, BACK = "resized", "back"


_LIST: dict[str, Any] = {
    "qmark": "", "pointer": "›", "style": STYLE, "use_jk_keys": False, "use_emacs_keys": True,
    "erase_when_done": True,
}  # fmt: skip
"""How every list of choices looks and moves."""


class PromptInterrupted(Exception):
    """A prompt ended without an answer: by the key of a command, `?`, `BACK`, or by `RESIZED`."""

    def __init__(self, key: str) -> None:
        self.key = key
        self.kept: Any = None
        """What was pointed at, ticked or typed so far, to go on from there."""


def choose(
    message: str, hint: str, titles: Sequence[Title], commands: str, default: int = 0
) -> int:
    """One of several, by arrow and Enter or by its number; its index."""
    choices = _make_choices(titles)
    message, hint = _fold_head(message, hint)
    question = questionary.select(
        message,
        choices=choices,
        default=choices[default],
        instruction=hint,
        **_LIST,
    )
    control = _find_control(question)
    keys = {str(n + 1): _exit_with(n) for n in range(min(9, len(titles)))}
    return int(_run_with_keys(question, keys, commands, lambda: control.pointed_at))


def tick(
    message: str, hint: str, titles: Sequence[Title], commands: str, ticked: Sequence[int] = ()
) -> list[int]:
    """Any of several, by Space or their numbers; their indexes in the order shown."""
    message, hint = _fold_head(message, hint)
    question = questionary.checkbox(
        message,
        choices=_make_choices(titles, marks=2, ticked=ticked),
        instruction=hint,
        **_LIST,
    )
    control = _find_control(question)
    keys = {str(n + 1): _toggle(control, n) for n in range(min(9, len(titles)))}
    found: list[int] = _run_with_keys(
        question, keys, commands, lambda: list(control.selected_options)
    )
    return found


def write(message: str, hint: str, several: bool, text: str = "") -> str:
    """A typed text; of several lines if need be."""
    message, hint = _fold_head(message, hint)
    question = questionary.text(
        message,
        default=text,
        qmark="",
        instruction=hint,
        multiline=several,
        style=STYLE,
        erase_when_done=True,
        enable_history_search=False,
    )
    buffer = question.application.current_buffer
    return str(_run_with_keys(question, {}, "", lambda: buffer.text))


def press(message: str, keys: str) -> str:
    """One of the keys; Space and Enter are the same. Anything else is ignored."""
    message, _ = _fold_head(message, "")
    question = questionary.press_any_key_to_continue(message, style=STYLE, erase_when_done=True)
    bindings = KeyBindings()
    for ignored in (Keys.Any, Keys.BracketedPaste):
        bindings.add(ignored)(_ignore)
    for key in keys:
        bindings.add(key, eager=True)(_exit_with(key))
        if key in _WIDE_DIGITS.values():
            wide = next(w for w, digit in _WIDE_DIGITS.items() if digit == key)
            bindings.add(wide, eager=True)(_exit_with(key))
    for key in (" ", "enter", "\u3000"):
        bindings.add(key, eager=True)(_exit_with(" "))
    question.application.key_bindings = merge_key_bindings([bindings, _make_leaving_keys()])
    return str(_run(question, lambda: None))


def _run_with_keys(
    question: Any,
    keys: Mapping[str, Callable[[KeyPressEvent], None]],
    commands: str,
    kept: Callable[[], object],
) -> Any:
    """Runs a prompt with more keys."""
    bindings = KeyBindings()
    for key, handler in keys.items():
        bindings.add(key, eager=True)(handler)
    for wide, digit in _WIDE_DIGITS.items():
        if digit in keys:
            bindings.add(wide, eager=True)(keys[digit])
    for key in commands:
        bindings.add(key, eager=True)(_exit_with(PromptInterrupted(key)))
    if commands:
        bindings.add("？", eager=True)(_exit_with(PromptInterrupted("?")))
        bindings.add("backspace", eager=True)(_exit_with(PromptInterrupted(BACK)))
        bindings.add(Keys.BracketedPaste, eager=True)(_ignore)
    app = question.application
    app.key_bindings = merge_key_bindings([app.key_bindings, bindings, _make_leaving_keys()])
    _wrap_options(app)
    return _run(question, kept)


def _run(question: Any, kept: Callable[[], object]) -> Any:
    """The answer to a prompt; an interruption is raised with what was done so far.

    When the window changes its size, everything on it must be drawn anew: terminals
    fold the lines that are there, and prompt_toolkit would erase the wrong ones. There
    is no public hook for that: with a prompt_toolkit that has no `_on_resize`, the
    prompt alone is drawn anew.
    """
    app = question.application

    def resized() -> None:
        if not app.is_done:
            app.exit(result=PromptInterrupted(RESIZED))

    app._on_resize = resized
    app.renderer.cpr_not_supported_callback = None  # else a warning amid the question
    result = question.unsafe_ask()
    if isinstance(result, PromptInterrupted):
        result.kept = kept()
        raise result
    return result


def _make_leaving_keys() -> KeyBindings:
    """Ctrl-D leaves, Ctrl-C or the signal interrupts, Ctrl-Z suspends."""
    bindings = KeyBindings()

    @bindings.add("c-c", eager=True)
    @bindings.add("<sigint>", eager=True)
    def interrupt(event: KeyPressEvent) -> None:
        event.app.exit(exception=KeyboardInterrupt)

    @bindings.add("c-d", eager=True)
    def leave(event: KeyPressEvent) -> None:
        event.app.exit(exception=EOFError)

    @bindings.add("c-z", eager=True)
    def suspend(event: KeyPressEvent) -> None:
        event.app.suspend_to_background()

    return bindings


def _exit_with(result: object) -> Callable[[KeyPressEvent], None]:
    def handler(event: KeyPressEvent) -> None:
        event.app.exit(result=result)

    return handler


def _toggle(control: InquirerControl, index: int) -> Callable[[KeyPressEvent], None]:
    def handler(event: KeyPressEvent) -> None:
        control.pointed_at = index
        if index in control.selected_options:
            control.selected_options.remove(index)
        else:
            control.selected_options.append(index)

    return handler


def _ignore(event: KeyPressEvent) -> None:
    """Pasted text and stray keys are no answer to a list."""


def _fold_head(message: str, hint: str) -> tuple[str, str]:
    """Message and hint, fold at words as one text that begins after one column."""
    width = get_terminal_size().columns - 1
    (_, message), (_, hint) = fold([("", f"{message} "), ("", hint)], width, 1, 1)
    return message.rstrip(" "), hint


def _make_choices(
    titles: Sequence[Title], marks: int = 0, ticked: Sequence[int] = ()
) -> list[questionary.Choice]:
    """Choices fold at words; `marks` columns of each line are taken by a box to tick."""
    width = get_terminal_size().columns - 1
    start, indent = _POINTER + marks, _INDENT + marks
    return [
        questionary.Choice(fold(title, width, indent, start), value=n, checked=n in ticked)
        for n, title in enumerate(titles)
    ]


def _find_control(question: Any) -> InquirerControl:
    for window in question.application.layout.find_all_windows():
        if isinstance(window.content, InquirerControl):
            return window.content
    raise AssertionError("a questionary list has its control")


def _wrap_options(app: Any) -> None:
    """Long options go on in the next line instead of being cut off."""
    for window in app.layout.find_all_windows():
        if isinstance(window, Window) and isinstance(window.content, InquirerControl):
            window.wrap_lines = to_filter(True)
            window.get_line_prefix = _indent_wrapped


def _indent_wrapped(line: int, wrapped: int) -> AnyFormattedText:
    return " " * _INDENT if wrapped else ""
