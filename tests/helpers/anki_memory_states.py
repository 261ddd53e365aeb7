"""What the real Anki engine remembers after histories of answers; prints JSON.

Reads a list of histories: each a list of (UTC milliseconds, rating, kind), the kind as in
Anki's review log: 0 learning, 1 review, 2 relearning. Days are those of `TZ`, from four
to four, which is Anki's own setting.
"""

import json
import sys
import tempfile
from pathlib import Path

from anki.collection import Collection
from anki_histories import configure


def main(histories, parameters):
    with tempfile.TemporaryDirectory() as folder:
        col = Collection(str(Path(folder) / "c.anki2"))
        configure(col, parameters)
        json.dump([remember(col, history) for history in histories], sys.stdout)
        col.close()


def remember(col, history):
    """Stability and difficulty of one card after its history."""
    note = col.new_note(col.models.by_name("Basic"))
    note["Front"] = "q"
    col.add_note(note, 1)
    card_id = note.card_ids()[0]
    for at, rating, kind in history:
        while col.db.scalar("select 1 from revlog where id = ?", at):
            at += 1
        values = (at, card_id, -1, rating, 1, 1, 2500, 5000, kind)
        col.db.execute("insert into revlog values (?, ?, ?, ?, ?, ?, ?, ?, ?)", *values)
    state = col._backend.compute_memory_state(card_id).state
    return state.stability, state.difficulty


if __name__ == "__main__":
    main(*json.load(sys.stdin))
