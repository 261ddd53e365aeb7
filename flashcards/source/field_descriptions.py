"""What every field of the YAML files is for, as editors show it, and snippets to begin with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_COMMON = {
    "key": "Names the entry for good: lower-case letters, digits, hyphens. It never changes.",
    "why": "The reason, shown after the answer. Markdown.",
    "stage": "The stage of the learning path, 1 to 9. Without it, the deck's.",
    "tags": "Words to choose by, such as [week3]. Those of the deck are added.",
    "difficulty": "easy: one fact. medium: one step of reasoning. hard: two steps, or a trap.",
    "about": "Keys of the concepts that it belongs to.",
    "see": "Keys of decks/resources.yaml: where to read on.",
    "as_of": "The version or date that the statement holds for: PyTorch 2.15, or 2026-11, a month.",
    "retired": "Why it is no longer taught. A released entry is retired, never deleted.",
}
KINDS: Mapping[str, str] = {
    "concept": "Explain it: the learner explains, then ticks the points. One card.",
    "term": "A word and its meaning, asked in both directions. Two cards.",
    "compare": "Two to eight things, {name: text}. One card a row, and one a question.",
    "code": "A program; the card asks what it prints.",
    "choose": "A question with options, three or more. One card.",
    "order": "What the steps are of. One card: put them in order.",
    "cloze": "A text with gaps; a gap is the exact text to hide, found once. One card a gap.",
    "recall": "A question that is answered in one's own words. One card.",
}
"""What the word that begins an entry means."""
_OWN_FIELDS: Mapping[str, Mapping[str, str]] = {
    "concept": {
        "points": "What a full answer says, {name: text}. Names stay for good.",
        "misconception": "What is true against a common belief; shown under 'Watch out'.",
    },
    "term": {
        "scope": "Where a word with other meanings means this: MLIR. Shown with it, never typed.",
        "meaning": "What it means, in one sentence that does not use the term.",
        "aliases": "Other names that are right when typed; cards show the first few that differ.",
        "confused_with": "Keys of terms it is confused with; three make a question with options.",
        "case": "true: upper and lower case count when the term is typed.",
    },
    "compare": {
        "rows": "Aspects, {name: row}; a row has a cell for each thing. Names stay for good.",
    },
    "code": {
        "prints": "What it prints, to the letter; 'ptquiz verify' runs it.",
        "prints_on": 'What other versions of PyTorch print: {"2.13": text}.',
        "language": "The programming language, if it is not Python. Only Python is run.",
        "setup": "Python that runs before the code and is folded away: what hides the point.",
        "question": "What is asked, if it is not what the program prints.",
        "wrong": "Wrong outputs, {name: text} or {name: {text, why}}; two or more make a choice.",
        "needs": "What a machine must have to run it: [cuda].",
    },
    "choose": {
        "right": "Right options, {name: text} or {name: {text, why}}; with 'options', their names.",
        "wrong": "Wrong options, written as the right ones.",
        "options": "All options in one list, in your own order; 'right' then names the right ones.",
        "shuffle": "false: the same order in every form, which gives nothing away.",
    },
    "order": {
        "steps": "The steps in the right order, {name: text}. Names stay for good.",
    },
    "cloze": {
        "gaps": "Number of each gap to the text that it hides: {1: grad}. Numbers stay for good.",
        "accept": "Other answers that fill a gap as well: {1: [.grad]}.",
        "why": "The reason: one text, or one for each gap, {1: text}.",
        "language": "The programming language, if the text is code and not Markdown.",
    },
    "recall": {
        "answer": "The answer to compare one's own with.",
    },
    "Option": {
        "text": "What the option says. Markdown; in code entries the output itself.",
        "why": "Why it is right or wrong; shown to who chose it.",
        "lock": "first or last: keeps its place when options are shuffled.",
    },
    "Row": {
        "aspect": "What is compared in this row, as a heading.",
        "question": "A sentence that asks for the whole row, answered by all its cells.",
        "wrong": "Cells that somebody who half knows it would give: {name: text}.",
        "ask": "Questions by thing whose answer is the cell: {thing: question}.",
        "which": "Questions by thing whose answer is the thing: {thing: question}.",
        "why": "The reason: one text for the row, or one for each thing, {thing: text}.",
    },
    "deck": {
        "deck": "The name of the deck for good: lower-case letters, digits, hyphens.",
        "title": "The title that learners see.",
        "stage": "The stage of all its entries, unless they say another.",
        "tags": "Tags of all its entries.",
        "see": "Resources of all its entries.",
        "about": "Concepts of all its entries.",
        "as_of": "The version or date that all its entries hold for.",
        "entries": "The entries in teaching order; each begins with one of eight words.",
    },
    "quiz": {
        "quiz": "The name of the quiz on the command line.",
        "title": "The title of the quiz or exam.",
        "purpose": "What it is for; told before an exam begins.",
        "author": "Printed on the paper.",
        "course": "Printed on the paper; without it, the title of the course.",
        "lang": "The language of the cards.",
        "select": "Which cards; an entry must pass every filter.",
        "picks": "Blocks, taken one after the other; no card is asked twice.",
        "count": "How many questions. Without it, all; with 'picks', each block has its own.",
        "points": "What each question is worth.",
        "shuffle": "false: the questions keep their teaching order.",
        "lock": "Keys of entries whose options have the same order in every form.",
        "pass_mark": "Percent of the points that pass.",
        "minutes": "The time limit.",
        "seed": "Any text; the same gives the same exam.",
    },
    "Pick": {
        "select": "Which cards this block chooses from.",
        "count": "How many of them. Without it, all.",
        "points": "What each question of the block is worth.",
        "title": "The title of the block.",
    },
    "Selection": {
        "stage": "Only these stages: [1, 2].",
        "kind": "Only these kinds of entry: [term, code].",
        "tag": "Only entries with one of these tags.",
        "deck": "Only these decks.",
        "key": "Only these entries, or rows of a comparison: [dp-ddp/process].",
        "about": "Only entries that belong to one of these concepts.",
        "difficulty": "Only these difficulties: [easy, medium].",
        "exclude": "Not these entries.",
    },
    "course": {
        "id": "The namespace of all keys. Never change it: learners would get every card again.",
        "title": "The title of the course.",
        "author": "Who wrote it; shown in Anki and on paper.",
        "licence": "What others may do with it, such as CC BY 4.0.",
        "name": "The top deck in Anki; without it, the title. It never changes after a release.",
        "source": "The language that the decks are written in; en if you do not say.",
        "languages": "The languages of the course; without it, the source alone.",
        "promises": "Kinds that are complete in a language: {zh: [concept, term]}.",
        "stages": "Number of each stage to its title, weeks and goal.",
        "report": "Where to report a card; {key} is replaced. At the foot of every card.",
        "home": "The page of the course.",
        "decks": "Names of decks in teaching order; others follow by stage and file name.",
        "uses": "Entries of the built-in curriculum taught here too: keys, or stage, deck and tag.",
    },
    "Uses": {
        "key": "Keys of entries.",
        "stage": "All entries of these stages: [1].",
        "deck": "All entries of these decks.",
        "tag": "All entries with one of these tags.",
    },
    "StageInfo": {
        "title": "The title of the stage.",
        "weeks": "When it is studied, such as Weeks 1–2.",
        "goal": "What a learner can do at its end.",
    },
    "resource": {
        "title": "The title of the page, book or video.",
        "url": "Its address, with https:// or http://.",
        "language": "The language it is written in.",
        "stage": "The stage at which 'ptquiz path' shows it.",
        "kind": "What it is.",
        "status": "alive, or what became of it; then 'now' says where it is.",
        "now": "Where it is today, or what to read instead.",
        "note": "A line about it for who edits the list; learners do not see it.",
    },
    "resources": {"resources": "Key of each resource to what it is; entries name them in 'see'."},
    "translation": {
        "lang": "The language, as the folder of this file says.",
        "course": "The title of the course in this language.",
        "stages": "Number of each stage to its title.",
        "weeks": "Number of each stage to its weeks.",
        "goals": "Number of each stage to its goal.",
        "quizzes": "Name of each quiz to its title.",
        "purposes": "Name of each quiz to what it is for.",
        "blocks": "English title of each block of a quiz to its title.",
        "resources": "Key of each resource to its title.",
        "decks": "Name of each deck to its title.",
        "pictures": "Name of each SVG file to its texts: English text to text.",
        "labels": "Words around the cards; 'ptquiz translate --template labels' lists them.",
        "words": "English term to the word for it; 'check' tells where a text says another.",
        "entries": "Key of each entry to its texts, named as in the English deck.",
    },
    "word": {
        "say": "The word, as it stands in the glossary.",
        "also": "Other words for it that are as good in some sentences.",
        "never": "Words that are wrong for it.",
        "meaning": "What it means, for the glossary; a card that teaches the term goes before it.",
    },
}
"""The fields of each type in the schema, without those that all entries have."""
FIELDS = {
    name: {**_COMMON, name: KINDS[name], **own} if name in KINDS else own
    for name, own in _OWN_FIELDS.items()
}
"""The fields of each type in the schema."""
FROM = "The English that it was made from; 'ptquiz translate --accept KEY' writes it."
CELL = "What holds for the thing of this name."

_OPTIONS = {
    "right": {"${3:name}": "${4:text}"},
    "wrong": {"${5:name}": "${6:text}", "${7:name}": "${8:text}"},
}
ENTRY_SNIPPETS: Mapping[str, Mapping[str, Any]] = {
    "concept": {"concept": "${1:Why …}", "key": "${2:key}", "points": {"${3:name}": "${4:text}"}},
    "term": {
        "term": "${1:word}",
        "key": "${2:key}",
        "meaning": "${3:meaning}",
        "why": "${4:example}",
    },
    "compare": {
        "compare": {"${1:a}": "${2:A}", "${3:b}": "${4:B}"},
        "key": "${5:key}",
        "rows": {
            "${6:row}": {"aspect": "${7:Aspect}", "${1:a}": "${8:cell}", "${3:b}": "${9:cell}"},
        },
    },
    "code": {
        "code": "|\n    ${1:print(1)}",
        "key": "${2:key}",
        "prints": "${3:1}",
        "why": "${4:why}",
    },
    "choose": {"choose": "${1:Which …?}", "key": "${2:key}", **_OPTIONS, "why": "${9:why}"},
    "order": {
        "order": "${1:what}",
        "key": "${2:key}",
        "steps": {"${3:a}": "${4:first}", "${5:b}": "${6:second}"},
    },
    "cloze": {
        "cloze": "${1:A text with a gap.}",
        "key": "${2:key}",
        "gaps": {"1": "${3:gap}"},
        "why": "${4:why}",
    },
    "recall": {"recall": "${1:Why …?}", "key": "${2:key}", "answer": "${3:answer}"},
}
"""An entry of each kind, with places to fill in."""
FILE_SNIPPETS: Mapping[str, Mapping[str, Any]] = {
    "deck": {"deck": "${1:name}", "title": "${2:Title}", "stage": "${3:1}", "entries": ""},
    "quiz": {
        "quiz": "${1:name}",
        "title": "${2:Title}",
        "select": {"deck": ["${3:deck}"]},
        "count": "${4:10}",
        "pass_mark": "${5:60}",
        "minutes": "${6:30}",
    },
    "translation": {"lang": "${1:zh}", "entries": {"${2:key}": {"${3:term}": "${4:text}"}}},
}
"""A file of each kind, with places to fill in."""
