"""What a type checker finds. Checked by mypy, not run: an `ignore` that is not needed is an error."""

from typing_extensions import assert_type

import anyurl


def types(url: anyurl.Url, registry: anyurl.Registry, error: anyurl.UrlError) -> None:
    assert_type(anyurl.parse("http://h/", profile="current"), anyurl.Url)
    assert_type(url.host, str | None)
    assert_type(url.port, int | None)
    assert_type(url["typecode"], str | None)
    assert_type(url.components(), dict[str, str])
    assert_type(error.span, tuple[int, int])
    assert_type(error.repaired, str | None)
    assert_type(error.repaired_exact, str | None)
    assert_type(registry.scheme("http"), anyurl.Scheme | None)
    comparison = anyurl.compare("../a", url, registry=registry)
    assert_type(comparison.verdict, str)
    assert_type(comparison.readings["whatwg"].get("host"), str | None)
    assert_type(comparison.differences[0].readings[0].value, str | None)
    found = anyurl.consensus_host("http://h/")
    assert_type(found, anyurl.ConsensusHost)
    assert_type((found.host, found.port, found.scheme), tuple[str, int | None, str])
    comparison.readings["ada"]  # type: ignore[index]
    anyurl.parse("http://h/", profile="whatwg")  # type: ignore[arg-type]
    anyurl.parse(3)  # type: ignore[arg-type]
    assert_type(anyurl.Url(b"http://h/").with_port(None) / "a" % {"q": 1}, anyurl.Url)
    assert_type(anyurl.build("https", host="h").hosts, list[anyurl.HostPort])
    assert_type(anyurl.scrub(b"a"), bytes)
    assert_type([one.url for one in anyurl.extract("a")], list[anyurl.Url | None])
    assert_type(anyurl.SchemeMap({"s3": 1})["s3://b/k"], int)
    assert_type(anyurl.Policy({"https": "allow"}, other="deny").judge("https://h/").scheme, anyurl.Verdict)
    anyurl.Policy({"https": "alow"})  # type: ignore[dict-item]
    url.host = "h"  # type: ignore[misc]
    anyurl.batch.host(["http://h/"], profile="2025")  # type: ignore[arg-type]
