"""Runs a command in the foreground of its terminal and goes on with it when it was stopped.

It does for jobs what a shell does, but leaves the modes of the terminal alone: what the
command leaves behind when it is stopped can be looked at.

python plain_parent.py COMMAND …      # Enter goes on with a stopped command
"""

import os
import signal
import sys

STOPPED = "[stopped]"


def start(command: list[str]) -> int:
    """Starts it in a process group of its own, which the terminal belongs to; its id."""
    pid = os.fork()
    if pid == 0:
        os.setpgid(0, 0)
        os.tcsetpgrp(0, os.getpid())
        signal.signal(signal.SIGTTOU, signal.SIG_DFL)
        os.execvp(command[0], command)
    return pid


def main(command: list[str]) -> int:
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)  # it may take the terminal back
    pid = start(command)
    while os.WIFSTOPPED(status := os.waitpid(pid, os.WUNTRACED)[1]):
        os.tcsetpgrp(0, os.getpgrp())
        print(STOPPED, flush=True)
        os.read(0, 100)
        os.tcsetpgrp(0, pid)
        os.kill(-pid, signal.SIGCONT)
    return os.waitstatus_to_exitcode(status)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
