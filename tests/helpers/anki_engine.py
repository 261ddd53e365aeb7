"""The real Anki, without its windows: a learner's collection."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import anki.lang
from anki.collection import Collection, ImportAnkiPackageRequest
from anki.consts import MODEL_CLOZE
from anki.notes import NoteFieldsCheckResult
from anki.scheduler.v3 import CardAnswer

anki.lang.set_lang("en_US")

BROKEN = ("template has a problem", "front of this card is blank")


class Learner:
    """Somebody with an Anki collection."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.col = Collection(str(folder / "collection.anki2"))

    def reopened(self) -> None:
        """Note types are cached by the Python side; this forgets them."""
        self.col.close()
        self.col = Collection(str(self.folder / "collection.anki2"))

    def imports(self, package: Path) -> dict[str, str]:
        """Import; what the log says of each note, by its first field."""
        request = ImportAnkiPackageRequest(package_path=str(package))
        log = self.col.import_anki_package(request).log
        outcomes = {
            note.fields[0]: outcome
            for outcome in ("new", "updated", "duplicate", "conflicting")
            for note in getattr(log, outcome)
        }
        assert log.found_notes == len(outcomes), "a note is missing in the log"
        assert not log.missing_notetype
        assert not log.missing_deck
        assert not log.first_field_match
        assert not log.empty_first_field
        return outcomes

    def notes(self) -> dict[str, dict[str, str]]:
        """First field to all fields by name."""
        found = (self.col.get_note(number) for number in self.col.find_notes(""))
        return {note.fields[0]: dict(note.items()) for note in found}

    def cards(self) -> set[tuple[str, int]]:
        """(GUID, ordinal) of every card."""
        rows = self.col.db.all("select n.guid, c.ord from cards c join notes n on n.id = c.nid")
        return {(guid, ordinal) for guid, ordinal in rows}

    def note(self, key: str) -> object:
        [number] = self.col.db.list("select id from notes where flds like ?", f"{key}\x1f%")
        return self.col.get_note(number)

    def reviews(self) -> list[tuple[int, ...]]:
        return [tuple(row) for row in self.col.db.all("select * from revlog order by id")]

    def review(self, count: int, rating: int = CardAnswer.GOOD) -> None:
        """Answer the next cards of the first course."""
        tops = [deck.id for deck in self.col.decks.all_names_and_ids() if "::" not in deck.name]
        self.col.decks.set_current(next(top for top in tops if top != 1))
        for _ in range(count):
            queued = self.col.sched.get_queued_cards(fetch_limit=1)
            if not queued.cards:
                return
            first = queued.cards[0]
            card = self.col.get_card(first.card.id)
            card.start_timer()
            answer = self.col.sched.build_answer(card=card, states=first.states, rating=rating)
            # Anki moves reviews of one millisecond apart; at the end of a second the card then says
            # another second than its review, and the check complains.
            last = self.col.db.scalar("select max(id) from revlog") or 0
            answer.answered_at_millis = max(answer.answered_at_millis, last + 1000)
            self.col.sched.answer_card(answer)

    def new_cards_of_today(self, limit: int) -> list[str]:
        """GUIDs of what the queue of the first course would ask, one card of a note a day."""
        for conf in self.col.decks.all_config():
            conf["new"]["perDay"] = limit
            conf["rev"]["perDay"] = limit
            conf["new"]["bury"] = True
            self.col.decks.update_config(conf)
        tops = [deck.id for deck in self.col.decks.all_names_and_ids() if "::" not in deck.name]
        self.col.decks.set_current(next(top for top in tops if top != 1))
        queued = self.col.sched.get_queued_cards(fetch_limit=limit).cards
        return [self.col.get_note(each.card.note_id).guid for each in queued]

    def check_everything(self) -> None:
        """All that Anki can find wrong with a collection."""
        self.reopened()
        for model in self.col.models.all():
            if model["name"].startswith("ptquiz"):
                self.col.models.update_dict(model)  # raises CardTypeError
        for number in self.col.find_notes(""):
            note = self.col.get_note(number)
            assert note.fields_check() == NoteFieldsCheckResult.NORMAL, note.fields[0]
            assert note.card_ids(), note.fields[0]
            if note.note_type()["type"] == MODEL_CLOZE:
                ordinals = sorted(card.ord + 1 for card in note.cards())
                assert sorted(note.cloze_numbers_in_fields()) == ordinals, note.fields[0]
        for number in self.col.find_cards(""):
            card = self.col.get_card(number)
            output = card.render_output()
            for text in (output.question_text, output.answer_text):
                assert not any(words in text for words in BROKEN), card.note().fields[0]
            assert not output.question_av_tags
            assert not output.answer_av_tags
        assert list(self.col.get_empty_cards().notes) == []
        before = self.col.card_count()
        report, sound = self.col.fix_integrity()
        assert sound, report
        assert self.col.card_count() == before
        assert list(self.col.media.check().missing) == []
        assert self.col.find_dupes("Name") == []


@contextmanager
def learner(folder: Path) -> Iterator[Learner]:
    made = Learner(folder)
    try:
        yield made
    finally:
        made.col.close()
