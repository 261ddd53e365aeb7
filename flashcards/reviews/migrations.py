"""The tables of the review log, version by version."""

from __future__ import annotations

APPLICATION = 0x70747131
"""Marks the file as ours: "ptq1"."""

MIGRATIONS = (
    """
    CREATE TABLE reviews (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        course TEXT NOT NULL, card TEXT NOT NULL, lang TEXT NOT NULL,
        fingerprint TEXT NOT NULL, at INTEGER NOT NULL, rating INTEGER NOT NULL,
        score REAL NOT NULL, form TEXT NOT NULL, answer TEXT NOT NULL,
        duration INTEGER NOT NULL, version TEXT NOT NULL,
        overruled INTEGER NOT NULL, undone INTEGER NOT NULL,
        uid TEXT NOT NULL UNIQUE, checked INTEGER NOT NULL);
    CREATE INDEX reviews_of_card ON reviews (course, lang, card, at);
    CREATE INDEX reviews_at ON reviews (at);
    """,
    """
    CREATE TABLE states (
        course TEXT NOT NULL, lang TEXT NOT NULL, card TEXT NOT NULL,
        state INTEGER NOT NULL, step INTEGER, stability REAL NOT NULL,
        difficulty REAL NOT NULL, due INTEGER NOT NULL, last INTEGER NOT NULL,
        first INTEGER NOT NULL, reviews INTEGER NOT NULL, lapses INTEGER NOT NULL,
        fingerprint TEXT NOT NULL, checked INTEGER NOT NULL,
        PRIMARY KEY (course, lang, card)) WITHOUT ROWID;
    """,
    """
    ALTER TABLE reviews ADD COLUMN day INTEGER;
    ALTER TABLE reviews ADD COLUMN due INTEGER;
    DROP TABLE states;
    CREATE TABLE states (
        course TEXT NOT NULL, lang TEXT NOT NULL, card TEXT NOT NULL,
        state INTEGER NOT NULL, step INTEGER, stability REAL NOT NULL,
        difficulty REAL NOT NULL, due INTEGER NOT NULL, last INTEGER NOT NULL,
        first INTEGER NOT NULL, reviews INTEGER NOT NULL, lapses INTEGER NOT NULL,
        fingerprint TEXT NOT NULL, day INTEGER NOT NULL, checked INTEGER NOT NULL,
        PRIMARY KEY (course, lang, card)) WITHOUT ROWID;
    CREATE INDEX states_due ON states (course, lang, due);
    """,
    """
    DROP TABLE states;
    CREATE TABLE states (
        course TEXT NOT NULL, lang TEXT NOT NULL, card TEXT NOT NULL,
        state INTEGER NOT NULL, step INTEGER, stability REAL NOT NULL,
        difficulty REAL NOT NULL, due INTEGER NOT NULL, last INTEGER NOT NULL,
        first INTEGER NOT NULL, reviews INTEGER NOT NULL, lapses INTEGER NOT NULL,
        fingerprint TEXT NOT NULL, day INTEGER NOT NULL, right_days INTEGER NOT NULL,
        checked INTEGER NOT NULL,
        PRIMARY KEY (course, lang, card)) WITHOUT ROWID;
    CREATE INDEX states_due ON states (course, lang, due);
    CREATE TABLE marks (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        course TEXT NOT NULL, card TEXT NOT NULL, lang TEXT NOT NULL, at INTEGER NOT NULL,
        name TEXT NOT NULL, value INTEGER NOT NULL,
        uid TEXT NOT NULL UNIQUE, checked INTEGER NOT NULL);
    """,
    """
    CREATE TABLE synced (
        uid TEXT NOT NULL PRIMARY KEY, revlog INTEGER NOT NULL, card INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX synced_revlog ON synced (revlog);
    CREATE TABLE shared_marks (
        course TEXT NOT NULL, lang TEXT NOT NULL, card TEXT NOT NULL, name TEXT NOT NULL,
        value INTEGER NOT NULL, PRIMARY KEY (course, lang, card, name)) WITHOUT ROWID;
    CREATE TABLE sync_state (name TEXT NOT NULL PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
    """,
)
"""Each brings a log of the version before it to its own; the version is their number."""
