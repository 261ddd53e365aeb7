"""One file per command.

Commands read the clock, the environment, the user's folders and the terminal,
and hand them down; everything below is testable without patching. A module
here is imported when its command is called, so it imports what that needs at
its top; late is only what most calls do without and would wait for.
"""
