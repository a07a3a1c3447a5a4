"""What pydantic asks a ``Url`` for. It is imported by pydantic only."""

from __future__ import annotations

from typing import Any

from pydantic_core import core_schema

from ._anyurl import Registry, Url


def schema(registry: Registry | None) -> core_schema.CoreSchema:
    """A URL: read from a text with a registry, and written as its exact text."""

    def read(value: Any) -> Url:
        if isinstance(value, Url):
            return value
        if not isinstance(value, (str, bytes)):
            raise ValueError("a URL is a text")
        return Url(value, registry=registry)

    def json_schema(_: Any, handler: Any) -> dict[str, Any]:
        found: dict[str, Any] = handler(core_schema.str_schema())
        return {**found, "format": "uri"}

    return core_schema.no_info_plain_validator_function(
        read,
        serialization=core_schema.to_string_ser_schema(when_used="json"),
        metadata={"pydantic_js_functions": [json_schema]},
    )
