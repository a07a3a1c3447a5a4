"""The layers that installed packages bring."""

from __future__ import annotations

import importlib.metadata
from typing import Any

from ._anyurl import Registry


def registry(cls: type[Registry], group: str, texts: tuple[str, ...]) -> Registry:
    """A registry with the layers of the entry points of a group, and texts above them."""
    points = sorted(importlib.metadata.entry_points(group=group), key=lambda point: point.name)
    names = [point.name for point in points]
    return cls.from_toml(*(_text(point.load()) for point in points), *texts, names=names)


def _text(layer: Any) -> str:
    """The text of a layer: it is one, or a file, or a function that returns one of these."""
    if callable(layer):
        layer = layer()
    return layer if isinstance(layer, str) else str(layer.read_text(encoding="utf-8"))
