"""The table of TeX in `docs/tex.md`, made from what is allowed.

python -m tests.helpers.tex_table
"""

from flashcards.text.tex import COMMAND_GROUPS, ENVIRONMENTS


def make_tex_table() -> str:
    """Markdown: one row for each group of commands, one for the environments."""
    rows = [
        (name, [f"\\{each}" for each in names.split()]) for name, names in COMMAND_GROUPS.items()
    ]
    rows.append((r"`\begin{…}` … `\end{…}`", sorted(ENVIRONMENTS)))
    lines = [f"| {name} | `{' '.join(listed)}` |" for name, listed in rows]
    return "\n".join(["| what | commands |", "|---|---|", *lines])


if __name__ == "__main__":
    print(make_tex_table())
