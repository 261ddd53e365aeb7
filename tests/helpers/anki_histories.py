"""What the real Anki engine makes of histories of answers; prints JSON.

Run in a process of its own: `ANKI_TEST_MODE` switches Anki's fuzz off and is
read once. Time passes by moving the past: the engine has no clock to set.
"""

import json
import sys
import tempfile
from pathlib import Path

from anki.collection import Collection

DAY = 86_400


def main(histories, parameters):
    with tempfile.TemporaryDirectory() as folder:
        col = Collection(str(Path(folder) / "c.anki2"))
        configure(col, parameters)
        json.dump([played(col, history) for history in histories], sys.stdout)
        col.close()


def configure(col, parameters):
    col.set_config("fsrs", True)
    config = col.decks.config_dict_for_deck_id(1)
    config["fsrsParams6"] = parameters
    config["desiredRetention"] = 0.9
    config["new"]["delays"] = [1.0, 10.0]
    config["lapse"]["delays"] = [10.0]
    config["lapse"]["leechAction"] = 1
    config["rev"]["maxIvl"] = 36500
    col.decks.update_config(config)


def played(col, history):
    """One card through a history of (days since the last answer, rating)."""
    note = col.new_note(col.models.by_name("Basic"))
    note["Front"] = "q"
    col.add_note(note, 1)
    card_id = note.card_ids()[0]
    rows = []
    for days, rating in history:
        pass_days(col, card_id, days)
        states = col._backend.get_scheduling_states(card_id)
        card = col.get_card(card_id)
        card.start_timer()
        answer = col.sched.build_answer(card=card, states=states, rating=rating - 1)
        col.sched.answer_card(answer)
        card = col.get_card(card_id)
        memory = card.memory_state
        rows.append(
            {
                "stability": memory.stability,
                "difficulty": memory.difficulty,
                "queue": card.queue,
                "interval": card.ivl,
            }
        )
    return rows


def pass_days(col, card_id, days):
    if not days:
        return
    card = col.get_card(card_id)
    seconds = days * DAY
    shift = days if card.queue == 2 or card.queue == 3 else seconds
    data = json.loads(col.db.scalar("select data from cards where id = ?", card_id) or "{}")
    if "lrt" in data:
        data["lrt"] -= seconds
    due = card.due - shift
    col.db.execute(
        "update cards set due = ?, data = ? where id = ?", due, json.dumps(data), card_id
    )
    col.db.execute("update revlog set id = id - ? where cid = ?", seconds * 1000, card_id)


if __name__ == "__main__":
    main(*json.load(sys.stdin))
