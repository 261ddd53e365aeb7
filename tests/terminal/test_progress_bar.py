"""A bar appears when something takes long, and only on a terminal."""

from flashcards.terminal import output


def test_a_bar_appears_if_it_takes_long(monkeypatch, capsys):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("FORCE_COLOR", "1")
    with output.show_progress("Rendering") as show:
        show(1, 3)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(output, "_PATIENCE", -1)
    with output.show_progress("Rendering") as show:
        for done in (1, 2, 3):
            show(done, 3)
    assert "Rendering" in capsys.readouterr().err


def test_without_a_terminal_nothing_is_printed(monkeypatch, capsys):
    monkeypatch.setattr(output, "_PATIENCE", -1)
    with output.show_progress("Rendering") as show:
        show(1, 3)
    assert capsys.readouterr().err == ""
