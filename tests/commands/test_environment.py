"""What commands read from the machine."""

import os
import signal

import pytest

from flashcards.commands.environment import sigterm_as_interrupt


def test_sigterm_ends_like_ctrl_c():
    before = signal.getsignal(signal.SIGTERM)
    with pytest.raises(KeyboardInterrupt), sigterm_as_interrupt():
        os.kill(os.getpid(), signal.SIGTERM)
    assert signal.getsignal(signal.SIGTERM) == before
