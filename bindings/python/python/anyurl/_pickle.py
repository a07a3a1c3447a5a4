"""What pickles of URLs call."""

from __future__ import annotations

from . import _anyurl
from ._types import Profile


def parse(text: str, registry: _anyurl.Registry | None, lenient: bool, profile: Profile) -> _anyurl.Url:
    """Parses a URL again."""
    if registry is None:
        return _anyurl.parse(text, lenient=lenient, profile=profile)
    return registry.parse(text, lenient=lenient, profile=profile)
