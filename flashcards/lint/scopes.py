"""Terms that cannot be answered without knowing where: the bare word means other things elsewhere.

Their cure is `scope`, which is shown with the term and with its meaning.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from flashcards.cards import normalize_text
from flashcards.errors import EntryProblem
from flashcards.lint.entry_view import EntryView
from flashcards.lint.word_sets import FUNCTION_WORDS, split_words
from flashcards.model import Entry, Term
from flashcards.text.plain_text import read_word_list
from flashcards.words.message import Message

ORDINARY_WORDS = read_word_list(
    "block boxing broadcast bubble bucket buffer calibration checkpoint collective context core "
    "decomposition delegate device dialect dispatcher driver event expand expert export fallback "
    "fallthrough field fragment frame fusion graph grid group guard handle head hook host "
    "interpreter kernel key layer layout lowering map mask mesh mmap module node observer "
    "occupancy operator parameter partition partitioner pass pipeline placeholder placement pool "
    "process proxy pruning queue rank record reducer region register rendezvous role sampler "
    "scale schedule scheduler schema scripting segment session shard slice specialization stage "
    "state storage store stream stride table tangent tangents target tile token tracing transform "
    "triton view warp weight worker"
) | {"process group", "ready queue", "shared memory"}
"""Words that are asked about as terms, and that mean something else in another part of computing
or in plain English."""


def find_missing_scopes(view: EntryView[Term]) -> Iterator[EntryProblem]:
    """Terms that are an ordinary word and do not say where it means this."""
    term = view.entry
    if not term.scope and normalize_text(term.term) in ORDINARY_WORDS:
        yield view.tell(("term",), Message("scope-ordinary", term=term.term), Message("hint-scope"))


def find_telling_scopes(view: EntryView[Term]) -> Iterator[EntryProblem]:
    """Scopes with a word of their term, which is asked for beside its scope."""
    term = view.entry
    shared = split_words(term.scope or "") & split_words(term.term) - FUNCTION_WORDS
    if shared:
        yield view.tell(("scope",), Message("scope-tells-term", word=min(shared)))


def find_shared_names(entries: Iterable[Entry]) -> Iterator[EntryProblem]:
    """Terms that another entry is called too, and whose scopes do not tell the two apart.

    Of the other's aliases only words count: an abbreviation that is accepted there, too, is one
    name of one thing.
    """
    terms = [entry for entry in entries if isinstance(entry, Term)]
    owners: dict[str, list[Term]] = {}
    for term in terms:
        words = filter(str.islower, term.aliases)
        for name in {normalize_text(each) for each in (term.term, *words)}:
            owners.setdefault(name, []).append(term)
    for term in terms:
        others = [each for each in owners[normalize_text(term.term)] if each is not term]
        alike = [each for each in others if not term.scope or _looks_like(term, each)]
        if alike:
            message = Message("scope-shared", term=term.term, other=alike[0].key)
            yield EntryProblem(term.key, ("term",), message, Message("hint-scope"))


def _looks_like(term: Term, other: Term) -> bool:
    """Whether the two are asked by the same name and scope."""
    names = [normalize_text(f"{each.term} {each.scope}") for each in (term, other)]
    return names[0] == names[1]
