"""The floor: the least that any build in Python must do for rendered cards.

usage: build_floor.py FOLDER TARGET [bare]

C YAML events walked flat, markdown-it-py, Pygments, bare sqlite3 in memory with
the indexes last, deflate. No checks, no positions, no identities to keep. The bare
floor renders nothing and does not compress.
"""

import gc
import json
import os
import sqlite3
import struct
import sys
import zlib
from hashlib import sha1

gc.disable()

import yaml  # noqa: E402

BARE = sys.argv[3:] == ["bare"]
if not BARE:
    from markdown_it import MarkdownIt
    from pygments import highlight
    from pygments.formatters.html import HtmlFormatter
    from pygments.lexers.python import PythonLexer

TIME, TYPE, DECK = 1_700_000_000, 1_700_000_001_000, 1_700_000_002_000
TABLES = """
create table col(id integer primary key,crt integer not null,mod integer not null,
 scm integer not null,ver integer not null,dty integer not null,usn integer not null,
 ls integer not null,conf text not null,models text not null,decks text not null,
 dconf text not null,tags text not null);
create table notes(id integer primary key,guid text not null,mid integer not null,
 mod integer not null,usn integer not null,tags text not null,flds text not null,
 sfld integer not null,csum integer not null,flags integer not null,data text not null);
create table cards(id integer primary key,nid integer not null,did integer not null,
 ord integer not null,mod integer not null,usn integer not null,type integer not null,
 queue integer not null,due integer not null,ivl integer not null,factor integer not null,
 reps integer not null,lapses integer not null,left integer not null,odue integer not null,
 odid integer not null,flags integer not null,data text not null);
create table revlog(id integer primary key,cid integer not null,usn integer not null,
 ease integer not null,ivl integer not null,lastIvl integer not null,factor integer not null,
 time integer not null,type integer not null);
create table graves(usn integer not null,oid integer not null,type integer not null);
"""
INDEXES = """
create index ix_notes_usn on notes(usn); create index ix_cards_usn on cards(usn);
create index ix_revlog_usn on revlog(usn); create index ix_cards_nid on cards(nid);
create index ix_cards_sched on cards(did,queue,due); create index ix_revlog_cid on revlog(cid);
create index ix_notes_csum on notes(csum);
"""


def rows_of(folder):
    """The notes, from the events of the C parser."""
    rows = []
    scalar, mapping_end = yaml.ScalarEvent, yaml.MappingEndEvent
    sequence, sequence_end = yaml.SequenceStartEvent, yaml.SequenceEndEvent
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), "rb") as file:
            events = list(yaml.parse(file.read(), Loader=yaml.CSafeLoader))
        note, key, items = {}, None, None
        for event in events[3:]:
            kind = type(event)
            if kind is scalar:
                if items is not None:
                    items.append(event.value)
                elif key is None:
                    key = event.value
                else:
                    note[key], key = event.value, None
            elif kind is sequence:
                items = []
            elif kind is sequence_end:
                if items is not None:
                    note[key], key, items = items, None, None
            elif kind is mapping_end:
                rows.append(note)
                note = {}
    return rows


def escaped(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def model():
    def field(name, place):
        return {
            "name": name, "ord": place, "font": "Arial", "media": [], "rtl": False, "size": 20,
            "sticky": False, "id": 1000 + place,
        }  # fmt: skip

    def template(name, place, front, back):
        return {
            "name": name, "ord": place, "qfmt": front, "afmt": back, "bafmt": "", "bqfmt": "",
            "bfont": "", "bsize": 0, "did": None, "id": 2000 + place,
        }  # fmt: skip

    names = ("Key", "Term", "Meaning", "Code")
    back = "{{FrontSide}}<hr>%s<pre>{{Code}}</pre>"
    return {
        "id": TYPE, "name": "Glossary", "type": 0, "mod": TIME, "usn": -1, "sortf": 0, "did": DECK,
        "css": ".card{}", "latexPre": "", "latexPost": "", "latexsvg": False, "tags": [],
        "vers": [], "req": [[0, "any", [1]], [1, "any", [2]]],
        "flds": [field(name, place) for place, name in enumerate(names)],
        "tmpls": [
            template("Forward", 0, "{{Term}}", back % "{{Meaning}}"),
            template("Reverse", 1, "{{Meaning}}", back % "{{Term}}"),
        ],
    }  # fmt: skip


def deck(number, name):
    return {
        "id": number, "name": name, "conf": 1, "desc": "", "dyn": 0, "collapsed": False,
        "extendNew": 10, "extendRev": 50, "lrnToday": [0, 0], "newToday": [0, 0],
        "revToday": [0, 0], "timeToday": [0, 0], "mod": TIME, "usn": -1,
    }  # fmt: skip


def preset():
    return {
        "id": 1, "name": "Default", "autoplay": True, "maxTaken": 60, "mod": 0, "replayq": True,
        "timer": 0, "usn": 0,
        "lapse": {"delays": [10], "leechAction": 0, "leechFails": 8, "minInt": 1, "mult": 0},
        "new": {"bury": True, "delays": [1, 10], "initialFactor": 2500, "ints": [1, 4, 7],
                "order": 1, "perDay": 20, "separate": True},
        "rev": {"bury": True, "ease4": 1.3, "fuzz": 0.05, "ivlFct": 1, "maxIvl": 36500,
                "minSpace": 1, "perDay": 100},
    }  # fmt: skip


def database(notes, cards):
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.executescript("pragma journal_mode=off; pragma synchronous=off;" + TABLES + "begin")
    settings = {
        "nextPos": 1, "curDeck": 1, "activeDecks": [1], "sortType": "noteFld",
        "sortBackwards": False, "addToCur": True, "curModel": TYPE, "collapseTime": 1200,
        "timeLim": 0, "estTimes": True, "dueCounts": True, "newSpread": 0,
    }  # fmt: skip
    decks = {"1": deck(1, "Default"), str(DECK): deck(DECK, "PyTorch glossary")}
    parts = [settings, {str(TYPE): model()}, decks, {"1": preset()}]
    connection.execute(
        "insert into col values(1,?,?,?,11,0,0,0,?,?,?,?,'{}')",
        (TIME, TIME * 1000, TIME * 1000, *map(json.dumps, parts)),
    )
    connection.executemany("insert into notes values(?,?,?,?,?,?,?,?,?,?,?)", notes)
    connection.executemany(f"insert into cards values({','.join('?' * 18)})", cards)
    connection.execute("commit")
    connection.executescript(INDEXES)
    return connection.serialize()


def zipped(members):
    """A zip by hand, so that not even `zipfile` is imported."""
    parts, listing, offset = [], [], 0
    for name, data in members:
        press = zlib.compressobj(0 if BARE else 6, zlib.DEFLATED, -15)
        body = press.compress(data) + press.flush()
        sizes = (zlib.crc32(data), len(body), len(data), len(name), 0)
        head = struct.pack("<HHHHHIIIHH", 20, 0, 8, 0, 33, *sizes)
        parts += [b"PK\3\4", head, name, body]
        place = struct.pack("<HHHII", 0, 0, 0, 0, offset)
        listing.append(b"PK\1\2" + struct.pack("<H", 20) + head + place + name)
        offset += 30 + len(name) + len(body)
    index = b"".join(listing)
    end = struct.pack("<HHHHIIH", 0, 0, len(members), len(members), len(index), offset, 0)
    return b"".join([*parts, index, b"PK\5\6", end])


def main():
    folder, target = sys.argv[1:3]
    if not BARE:
        text, lexer, formatter = (
            MarkdownIt().renderInline,
            PythonLexer(),
            HtmlFormatter(nowrap=True),
        )
    notes, cards = [], []
    for number, note in enumerate(rows_of(folder)):
        code = note.get("code", "").rstrip("\n")
        digest = sha1(note["key"].encode()).hexdigest()
        shown = highlight(code, lexer, formatter) if code and not BARE else escaped(code)
        meaning = escaped(note["meaning"]) if BARE else text(note["meaning"])
        fields = (note["key"], escaped(note["term"]), meaning, shown)
        note_id = TYPE + number
        notes.append(
            (note_id, digest[:20], TYPE, TIME, -1, f" {' '.join(note['tags'])} ",
             "\x1f".join(fields), note["key"], int(digest[:8], 16), 0, "")
        )  # fmt: skip
        for ordinal in (0, 1):
            zeros = (0,) * 8
            cards.append(
                (note_id * 2 + ordinal, note_id, DECK, ordinal, TIME, -1, 0, 0, number + 1,
                 *zeros, "")
            )  # fmt: skip
    data = zipped([(b"collection.anki2", database(notes, cards)), (b"media", b"{}")])
    with open(target, "wb") as file:
        file.write(data)


main()
