"""What commands do, where that is more than a few lines; `cli` has their options.

They read the clock, the environment, the user's folders and the terminal, and hand them down;
everything below is testable without patching.
"""
