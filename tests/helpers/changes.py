"""A copy of a frozen value with some fields changed, be it a model or a dataclass."""

import dataclasses

from pydantic import BaseModel


def replace(value, **changes):
    if isinstance(value, BaseModel):
        return value.model_copy(update=changes)
    return dataclasses.replace(value, **changes)
