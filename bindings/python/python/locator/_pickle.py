"""What pickles of URLs call."""

from __future__ import annotations

from . import _locator
from ._types import Profile


def parse(text: str, registry: _locator.Registry | None, lenient: bool, profile: Profile) -> _locator.Url:
    """Parses a URL again."""
    if registry is None:
        return _locator.parse(text, lenient=lenient, profile=profile)
    return registry.parse(text, lenient=lenient, profile=profile)
