"""The catalogue of resources: `decks/resources.yaml`."""

from __future__ import annotations

from flashcards.model import NAME_RULE, Resource
from flashcards.source.validate import validate
from flashcards.source.yaml_reader import Document


def read_resources(document: Document) -> dict[str, Resource]:
    """All sound resources by key; the document knows what is wrong with the others."""
    data = document.data
    if not isinstance(data, dict) or not isinstance(listed := data.get("resources"), dict):
        document.add_problem((), "missing key 'resources': a mapping of keys to resources")
        return {}
    for name in data.keys() - {"resources"}:
        document.add_problem((name,), f"unknown key '{name}'", of_key=True)
    found: dict[str, Resource] = {}
    for key, value in listed.items():
        path = ("resources", key)
        if not NAME_RULE.allows(key):
            document.add_problem(path, f"name '{key}' {NAME_RULE.says}", of_key=True)
        resource = validate(Resource, value, document, path)
        if resource is not None:
            found[key] = resource
            if resource.status != "alive" and resource.now is None:
                where = f"say where a resource that is '{resource.status}' can be found"
                document.add_problem(path, f"missing key 'now': {where}", "or what to read instead")
    return found
