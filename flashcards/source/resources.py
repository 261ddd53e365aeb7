"""The catalogue of resources: `decks/resources.yaml`."""

from __future__ import annotations

from flashcards.model import NAME_RULE, Resource
from flashcards.source.hints import suggest_known_key
from flashcards.source.validate import validate
from flashcards.source.yaml_reader import Document


def read_resources(document: Document) -> dict[str, Resource]:
    """All sound resources by key; the document knows what is wrong with the others."""
    data = document.data
    if isinstance(data, dict) and isinstance(data.get("resources"), list):
        hint = "write ' my-key:' on a line above each, and two spaces in place of '- '"
        document.add_problem(("resources",), "'resources' must be a mapping of keys", hint)
        return {}
    if not isinstance(data, dict) or not isinstance(listed := data.get("resources"), dict):
        message = "missing key 'resources': a mapping of keys to resources"
        document.add_problem((), message, "write 'resources:' above them and indent them")
        return {}
    for name in data.keys() - {"resources"}:
        hint = suggest_known_key(name, ("resources",))
        document.add_problem((name,), f"unknown key '{name}'", hint, of_key=True)
    found: dict[str, Resource] = {}
    for key, value in listed.items():
        path = ("resources", key)
        if not NAME_RULE.allows(key):
            _refuse_name(key, document, path)
        resource = validate(Resource, value, document, path)
        if resource is not None:
            found[key] = resource
            if resource.status != "alive" and resource.now is None:
                where = f"say where a resource that is '{resource.status}' can be found"
                document.add_problem(path, f"missing key 'now': {where}", "or what to read instead")
    return found


def _refuse_name(key: str, document: Document, path: tuple[str, str]) -> None:
    from flashcards.source.advice import advise_name

    hint = advise_name(key, NAME_RULE)
    document.add_problem(path, f"name '{key}' {NAME_RULE.says}", hint, of_key=True)
