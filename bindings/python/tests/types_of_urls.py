"""What a type checker finds. Checked by mypy, not run: an `ignore` that is not needed is an error."""

from typing_extensions import assert_type

import locator


def types(url: locator.Url, registry: locator.Registry, error: locator.UrlError) -> None:
    assert_type(locator.parse("http://h/", profile="current"), locator.Url)
    assert_type(url.host, str | None)
    assert_type(url.port, int | None)
    assert_type(url["typecode"], str | None)
    assert_type(url.components(), dict[str, str])
    assert_type(error.span, tuple[int, int])
    assert_type(error.repaired, str | None)
    assert_type(error.repaired_exact, str | None)
    assert_type(registry.scheme("http"), locator.Scheme | None)
    comparison = locator.compare("../a", url, registry=registry)
    assert_type(comparison.verdict, str)
    assert_type(comparison.readings["whatwg"].get("host"), str | None)
    assert_type(comparison.differences[0].readings[0].value, str | None)
    found = locator.consensus_host("http://h/")
    assert_type(found, locator.ConsensusHost)
    assert_type((found.host, found.port, found.scheme), tuple[str, int | None, str])
    comparison.readings["ada"]  # type: ignore[index]
    locator.parse("http://h/", profile="whatwg")  # type: ignore[arg-type]
    locator.parse(b"http://h/")  # type: ignore[arg-type]
    url.host = "h"  # type: ignore[misc]
    locator.batch.host(["http://h/"], profile="2025")  # type: ignore[arg-type]
