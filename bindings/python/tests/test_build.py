"""URLs that are built and changed."""

import copy
import pickle
import sys

import pytest

import anyurl
from anyurl import BuildError, Url

BUILT = [
    ("https", {"host": "h", "path": "/a b", "query": {"q": [1, 2], "r": "x&y"}, "fragment": "t"}, "https://h/a%20b?q=1&q=2&r=x%26y#t"),
    ("https", {"host": "h", "path_segments": ["a/b", b"c"]}, "https://h/a%2Fb/c"),
    ("https", {"host": "::1", "port": None, "query": "a=b c"}, "https://[::1]?a=b%20c"),
    ("postgres", {"user": "joe", "password": "p@ss", "host": "db", "port": 5433, "path": "/shop"}, "postgres://joe:p%40ss@db:5433/shop"),
    ("postgres", {"host": "db", "database": "shop", "options": {"sslmode": "require"}}, "postgres://db/shop?sslmode=require"),
    ("ftp", {"host": "h", "path": "/a/b"}, "ftp://h/a/b"),
    ("ftp", {"host": "h", "cwd": ["/etc", "a"], "name": "c", "typecode": "a"}, "ftp://h/%2Fetc/a/c;type=a"),
    ("mailto", {"path": "joe@h"}, "mailto:joe@h"),
    ("x-foo", {"path": "a"}, "x-foo:a"),
    ("x-foo", {"host": "h", "path": "/a"}, "x-foo://h/a"),
]


@pytest.mark.parametrize(("scheme", "parts", "expected"), BUILT)
def test_build(scheme, parts, expected):
    url = anyurl.build(scheme, **parts)
    assert str(url) == expected and url == Url(expected)
    assert anyurl.Registry().build(scheme, **parts) == url


REFUSED = [
    ("https", {"host": "evil.com/path"}, "host", 8),
    ("https", {"host": "a@b"}, "host", 1),
    ("https", {"hots": "h"}, "hots", None),
    ("https", {}, "host", None),
    ("https", {"host": "h", "path_segments": [".."]}, "path", None),
    ("no scheme", {}, "scheme", None),
]


@pytest.mark.parametrize(("scheme", "parts", "component", "offset"), REFUSED)
def test_what_is_no_part_is_refused(scheme, parts, component, offset):
    with pytest.raises(BuildError) as info:
        anyurl.build(scheme, **parts)
    assert (info.value.component, info.value.offset) == (component, offset)
    assert pickle.loads(pickle.dumps(info.value)).component == component


@pytest.mark.parametrize("parts", [{"host": ["h"]}, {"host": "h", "query": 1}, {"host": "h", "query": [1]}])
def test_values_have_types(parts):
    with pytest.raises(TypeError):
        anyurl.build("https", **parts)


URL = Url("https://joe:s3cret@h.example:8443/a/b?x=1&y=2&x=3#f")

CHANGED = [
    (URL.with_port(None), "https://joe:s3cret@h.example/a/b?x=1&y=2&x=3#f"),
    (URL.with_port(80), "https://joe:s3cret@h.example:80/a/b?x=1&y=2&x=3#f"),
    (URL.with_user(None), "https://h.example:8443/a/b?x=1&y=2&x=3#f"),
    (URL.with_user("a@b"), "https://a%40b:s3cret@h.example:8443/a/b?x=1&y=2&x=3#f"),
    (URL.with_password(None), "https://joe@h.example:8443/a/b?x=1&y=2&x=3#f"),
    (URL.with_host("i"), "https://joe:s3cret@i:8443/a/b?x=1&y=2&x=3#f"),
    (URL.with_path("c d"), "https://joe:s3cret@h.example:8443/c%20d?x=1&y=2&x=3#f"),
    (URL.with_path_segments(["c/d", 1]), "https://joe:s3cret@h.example:8443/c%2Fd/1?x=1&y=2&x=3#f"),
    (URL.with_query(None), "https://joe:s3cret@h.example:8443/a/b#f"),
    (URL.with_query({}), "https://joe:s3cret@h.example:8443/a/b#f"),
    (URL.with_query([("a", None), ("b", 1)]), "https://joe:s3cret@h.example:8443/a/b?a&b=1#f"),
    (URL % {"x": 9, "z": "w"}, "https://joe:s3cret@h.example:8443/a/b?x=9&y=2&z=w#f"),
    (URL % {"y": [5, 6]}, "https://joe:s3cret@h.example:8443/a/b?x=1&y=5&x=3&y=6#f"),
    (URL.extend_query({"x": 5}), "https://joe:s3cret@h.example:8443/a/b?x=1&y=2&x=3&x=5#f"),
    (URL.with_fragment(None), "https://joe:s3cret@h.example:8443/a/b?x=1&y=2&x=3"),
    (URL.with_scheme("http"), "http://joe:s3cret@h.example:8443/a/b?x=1&y=2&x=3#f"),
    (URL / "c/d e", "https://joe:s3cret@h.example:8443/a/b/c/d%20e?x=1&y=2&x=3#f"),
    (URL.joinpath("c", "d"), "https://joe:s3cret@h.example:8443/a/b/c/d?x=1&y=2&x=3#f"),
    (URL.replace(scheme="http", host="i", path="/", query=None), "http://joe:s3cret@i:8443/#f"),
    (Url("ftp://h/a").replace(typecode="i"), "ftp://h/a;type=i"),
    (Url("postgres://u:p@h1,h2/db").with_path("/x"), "postgres://u:p@h1,h2/x"),
]


@pytest.mark.parametrize(("url", "expected"), CHANGED)
def test_changes(url, expected):
    assert str(url) == expected


def test_copy_replace():
    assert URL.__replace__(port=None) == URL.with_port(None)
    if sys.version_info >= (3, 13):
        assert copy.replace(URL, port=None) == URL.with_port(None)


def test_changes_keep_the_registry(org):
    url = org.parse("com.example.shelf://h/3/7")
    changed = url.with_host("i")
    assert str(changed) == "com.example.shelf://i/3/7" and changed["book"] == "7"
    assert pickle.loads(pickle.dumps(changed))["book"] == "7"


RELATIVE = [
    ("https://h/a/b/c?q", "https://h/a/b/d", "d"),
    ("https://h/a/b/c", "https://h/a/e#top", "../e#top"),
    ("https://h/a", "https://i/", "//i/"),
    ("https://h/a", "ftp://h/a", None),
]


@pytest.mark.parametrize(("base", "target", "expected"), RELATIVE)
def test_relativize(base, target, expected):
    assert Url(base).relativize(target) == Url(base).relativize(Url(target)) == expected
    assert expected is None or Url(base).join(expected) == Url(target)


def test_messages_hide_secrets():
    for call in (lambda: URL.with_host("a b"), lambda: URL.with_scheme("ftp"), lambda: Url("ftp://h/a").replace(user="u", password="s3cret\n")):
        with pytest.raises(BuildError) as info:
            call()
        assert "s3cret" not in str(info.value)
