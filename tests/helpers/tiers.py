"""How often something random is drawn: a little in the first tier, often in the second."""

from hypothesis import settings

FIRST, USUAL = 25, 60


def draw_often(count: int) -> settings:
    """Settings of a test that draws so many examples in the second tier."""
    is_first = settings.default.max_examples == FIRST
    return settings(max_examples=FIRST if is_first else count)
