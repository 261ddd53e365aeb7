"""One file per command.

Commands read the clock, the environment, the user's folders and the terminal,
and hand them down; everything below is testable without patching. A module
here imports light things at the top and heavy ones where they are used.
"""
