"""One URL."""

import copy
import pickle

import pytest

import anyurl

FTP = "ftp://me:secret@h.dom:2121/%2Fetc/motd;type=a"

PARTS = ("scheme", "user", "password", "host", "port", "effective_port", "path", "query", "fragment", "profile")

TABLE = [
    (FTP, {}, ("ftp", "me", "secret", "h.dom", 2121, 2121, "/%2Fetc/motd;type=a", None, None, "current")),
    ("http://h/?", {}, ("http", None, None, "h", None, 80, "/", "", None, "current")),
    ("HTTP://H", {}, ("http", None, None, "H", None, 80, "", None, None, "current")),
    (
        "http://h/a?",
        {"profile": "rfc1738"},
        ("http", None, None, "h", None, 80, "/a", "", None, "rfc1738"),
    ),
    (
        "http://h/~a#b",
        {},
        ("http", None, None, "h", None, 80, "/~a", None, "b", "current"),
    ),
    ("mailto:joe@h.dom", {}, ("mailto", None, None, None, None, None, "joe@h.dom", None, None, "current")),
    ("x-foo:bar", {}, ("x-foo", None, None, None, None, None, "bar", None, None, "current")),
]


@pytest.mark.parametrize(("text", "options", "expected"), TABLE)
def test_parts(text, options, expected):
    url = anyurl.parse(text, **options)
    assert tuple(getattr(url, part) for part in PARTS) == expected
    assert str(url) == text
    assert anyurl.is_valid(text, **options)


def test_components():
    url = anyurl.parse(FTP)
    assert list(url.components()) == ["user", "password", "host", "port", "path", "cwd", "name", "typecode"]
    assert url["typecode"] == "a" and "typecode" in url
    assert url.value("cwd") == ["%2Fetc"] and url.value("port") == 2121
    assert url.decoded("name") == b"motd"
    plain = anyurl.parse("ftp://h/a")
    assert plain["typecode"] is None and "typecode" not in plain and plain.value("typecode") is None
    assert plain.decoded("typecode") is None and "nonsense" not in plain
    with pytest.raises(KeyError, match='ftp has no component "typcode": did you mean "typecode"'):
        url["typcode"]
    with pytest.raises(KeyError, match="it has user, "):
        url.value("zzzzzz")
    assert anyurl.parse("http://h/?a=%20&b").query_pairs == [("a", " "), ("b", "")]


def test_equality():
    one, other = anyurl.parse("http://H/"), anyurl.parse("http://h:80/")
    assert one != other and one.same(other) and one.canonical == other.canonical == "http://h/"
    assert one == anyurl.parse("http://H/") and hash(one) == hash(anyurl.parse("http://H/"))
    assert one != "http://H/"
    assert sorted([anyurl.parse("x-b:"), anyurl.parse("x-a:")])[0].scheme == "x-a"
    assert len({one, other, anyurl.parse("http://H/")}) == 2


def test_a_url_does_not_change():
    url = anyurl.parse(FTP)
    with pytest.raises(AttributeError):
        url.host = "other"
    with pytest.raises(AttributeError):
        url.other = 1


@pytest.mark.parametrize("options", [{}, {"lenient": True}, {"profile": "rfc1738"}, {"lenient": True, "profile": "rfc1738"}])
def test_pickles(options):
    url = anyurl.parse("http://h/a", **options)
    for again in (pickle.loads(pickle.dumps(url)), copy.deepcopy(url)):
        assert again == url
        assert (again.lenient, again.profile) == (url.lenient, url.profile)


def test_lenient():
    text = "  http://h/{a}  "
    assert not anyurl.is_valid(text)
    url = anyurl.parse(text, lenient=True)
    assert url.lenient and url.host == "h"
    assert [text[slice(*warning.span)] for warning in url.warnings if warning.id == "A-44"] == ["  ", "  "]
    assert pickle.loads(pickle.dumps(url)) == url


def test_join():
    assert str(anyurl.parse("http://h/a/b").join("../c?d")) == "http://h/c?d"
    with pytest.raises(anyurl.JoinError):
        anyurl.parse("mailto:a@b").join("../c")


def test_passwords_are_hidden():
    url = anyurl.parse(FTP)
    assert "secret" not in repr(url) and "secret" in str(url)
    with pytest.raises(anyurl.UrlError) as info:
        anyurl.parse("ftp://me:secret@h/a;type=x")
    assert "secret" not in str(info.value) + info.value.report() + (info.value.repaired or "")


def test_plan():
    plan = anyurl.parse("gopher://h.dom/1/docs").plan()
    assert plan.steps[0] == {"op": "connect", "transport": "tcp", "host": "h.dom", "port": 70}
    assert plan.steps[1]["data"] == b"/docs\r\n" == plan.wire()
    assert plan.needs == [] and isinstance(plan.notes, list)
    needs_email = anyurl.parse("ftp://h/a").plan()
    assert needs_email.needs and needs_email.needs[0].strip("{}")
    with pytest.raises(anyurl.PlanError):
        needs_email.wire()
    assert b"me@h" in anyurl.parse("ftp://h/a").plan(email="me@h").wire()
    news = anyurl.parse("news:comp.infosystems").plan(news_server="news.h:1119")
    assert news.steps[0]["port"] == 1119
    with pytest.raises(ValueError, match="HOST:PORT"):
        anyurl.parse("news:comp.infosystems").plan(news_server="news.h:x")
    with pytest.raises(anyurl.PlanError) as info:
        anyurl.parse("ftp://h/a%0D%0Ab").plan()
    assert pickle.loads(pickle.dumps(info.value)).kind == info.value.kind


ERRORS = [
    ("http://exa mple/", "unexpected", "host", " "),
    ("http://é mple/", "unexpected", "host", "é"),
    ("x-é:\U0001f600 b", "unexpected", "scheme", "é"),
    ("ftp://h/a;type=x", "unexpected", "typecode", "x"),
    ("http://h/%zz", "bad-escape", "path", "%"),
    ("http", "missing", "scheme", ""),
    ("", "missing", "scheme", ""),
]


@pytest.mark.parametrize(("text", "kind", "component", "place"), ERRORS)
def test_errors(text, kind, component, place):
    with pytest.raises(anyurl.UrlError) as info:
        anyurl.parse(text)
    error = info.value
    found = (error.kind, error.component, text[slice(*error.span)])
    assert found == (kind, component, place)
    assert error.text == text and error.rule and error.section and error.help
    assert error.report().startswith("error: ")
    assert not anyurl.is_valid(text)
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.span, again.report()) == (str(error), error.span, error.report())


def test_errors_tell_what_accepts_the_text():
    with pytest.raises(anyurl.UrlError) as info:
        anyurl.parse("http://h/~a", profile="rfc1738")
    assert info.value.accepted_by == ("lenient", "current") and info.value.repaired == "http://h/%7Ea"
    assert anyurl.is_valid("http://h/~a") and anyurl.is_valid(info.value.repaired)


def test_a_surrogate_is_no_character():
    with pytest.raises(anyurl.UrlError) as info:
        anyurl.parse("http://h\ud800/")
    error = info.value
    assert error.text[slice(*error.span)] == "\ud800" and error.report() == str(error) and error.repaired is None
    assert not anyurl.is_valid("http://h\ud800/")


def test_bytes_are_utf_8():
    assert anyurl.Url(b"http://h/") == anyurl.Url("http://h/")
    with pytest.raises(anyurl.UrlError) as info:
        anyurl.Url("http://é".encode() + b"\xff/")
    assert info.value.span == (8, 9) and not anyurl.is_valid(b"http://h\xff/")


FAMILIAR = [
    ("http://Joe@[2001:DB8::1]:80/", ("Joe", "2001:db8::1", "Joe@[2001:DB8::1]:80", "http://[2001:db8::1]")),
    ("https://H:8443/", (None, "h", "H:8443", "https://h:8443")),
    ("mailto:joe@h", (None, None, None, None)),
]


@pytest.mark.parametrize(("text", "expected"), FAMILIAR)
def test_names_of_other_packages(text, expected):
    url = anyurl.Url(text)
    assert (url.username, url.hostname, url.authority, url.origin) == expected


def test_hosts():
    url = anyurl.Url("postgres://u:p@h1:5433,h2/db")
    assert url.hosts == [("h1", 5433, 5433), ("h2", None, 5432)] and url.hosts[1].host == "h2"
    assert anyurl.Url("mailto:joe@h").hosts == []


def test_match():
    match anyurl.Url("s3://bucket/key"):
        case anyurl.Url("https", host):
            found = host
        case anyurl.Url("s3", None, path):
            found = path
    assert found == "/key"


def test_file_paths(tmp_path):
    url = anyurl.Url.from_file_path(tmp_path / "a b")
    assert str(url).endswith("/a%20b") and url.to_file_path() == tmp_path / "a b"
    with pytest.raises(ValueError, match="absolute"):
        anyurl.Url.from_file_path("a")
    with pytest.raises(ValueError):
        anyurl.Url("http://h/").to_file_path()


@pytest.mark.parametrize("call", [anyurl.Url, anyurl.parse, anyurl.is_valid, anyurl.Registry().parse, anyurl.Registry().is_valid])
def test_arguments(call):
    with pytest.raises(TypeError, match="a URL is a str, bytes or anyurl.Url, not int"):
        call(3)
    assert call(b"http://h/") and call(anyurl.Url("http://h/"))
    with pytest.raises(TypeError):
        call("http://h/", True)
    with pytest.raises(ValueError, match='"current" or "rfc1738", not "whatwg"'):
        call("http://h/", profile="whatwg")


def test_a_url_is_a_mapping_of_its_components():
    url = anyurl.parse("gopher://h.dom/1/docs")
    assert dict(url) == url.components() and list(url) == url.keys() == list(url.components())


def test_other_urls_are_texts_or_urls():
    url = anyurl.parse("http://h/a/b")
    assert url.same("HTTP://H:80/a/b") and not url.same("http://h/")
    assert url.join(anyurl.parse("ftp://h/c")).canonical == "ftp://h/c" and url.join("c").path == "/a/c"
    with pytest.raises(anyurl.UrlError):
        url.same("http://h/<joe")
    assert anyurl.parse("http://h/%7Ejoe").same("http://h/~joe")


def test_errors_have_the_id_of_a_requirement():
    for text, id, section in [("http://h/<joe", "A-42", "RFC 3986 §2"), ("http://exa mple/", "R-3.1-5", "RFC 3986 §3.2.2")]:
        with pytest.raises(anyurl.UrlError) as info:
            anyurl.parse(text)
        assert (info.value.id, info.value.section) == (id, section) and id in info.value.report()
        assert pickle.loads(pickle.dumps(info.value)).id == id


def test_the_version():
    assert anyurl.__version__.count(".") == 2


def test_hosts_outside_ascii():
    assert anyurl.parse("http://b%C3%BCcher.example/").plan().steps[0]["host"] == "xn--bcher-kva.example"
    with pytest.raises(anyurl.UrlError) as info:
        anyurl.parse("http://bücher.example/")
    assert info.value.repaired == "http://xn--bcher-kva.example/"
