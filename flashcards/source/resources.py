"""The catalogue of resources: `decks/resources.yaml`."""

from __future__ import annotations

from flashcards.model import NAME_RULE, Resource
from flashcards.source.near_names import find_meant, suggest_name
from flashcards.source.validate import validate
from flashcards.source.yaml_reader import Document
from flashcards.words.message import Message


def read_resources(document: Document) -> dict[str, Resource]:
    """All sound resources by key; the document knows what is wrong with the others."""
    data = document.data
    if isinstance(data, dict) and isinstance(data.get("resources"), list):
        message, hint = Message("resources-not-keys"), Message("hint-key-above-each")
        document.add_problem(("resources",), message, hint)
        return {}
    if not isinstance(data, dict) or not isinstance(listed := data.get("resources"), dict):
        names = data if isinstance(data, dict) else ()
        meant = [name for name in names if find_meant(name, ("resources",))]
        if len(meant) == 1:
            message = Message("unknown-key", key=meant[0])
            document.add_problem((meant[0],), message, suggest_name("resources"), of_key=True)
            return {}
        document.add_problem((), Message("resources-missing"), Message("hint-write-resources"))
        return {}
    for name in data.keys() - {"resources"}:
        from flashcards.source.validation_errors import suggest_known_key

        hint = suggest_known_key(name, ("resources",))
        document.add_problem((name,), Message("unknown-key", key=name), hint, of_key=True)
    found: dict[str, Resource] = {}
    for key, value in listed.items():
        path = ("resources", key)
        if not NAME_RULE.allows(key):
            _refuse_name(key, document, path)
        resource = validate(Resource, value, document, path)
        if resource is not None:
            found[key] = resource
            if resource.status != "alive" and resource.now is None:
                message = Message("resource-now", status=resource.status)
                document.add_problem(path, message, Message("hint-read-instead"))
    return found


def _refuse_name(key: str, document: Document, path: tuple[str, str]) -> None:
    from flashcards.source.validation_errors import suggest_word

    subject = Message("of-name", name=key)
    message = Message("breaks-rule", subject=subject, rule=NAME_RULE.says)
    document.add_problem(path, message, suggest_word("", key, NAME_RULE), of_key=True)
