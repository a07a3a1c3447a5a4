"""Secrets and URLs in other texts, and a program's own decisions about URLs."""

import logging

import pytest

import anyurl
from anyurl.logs import ScrubFilter

SCRUBBED = [
    ("see postgres://u:p@h/x", {}, "see postgres://u:***@h/x"),
    (b"see postgres://u:p@h/x", {}, b"see postgres://u:***@h/x"),
    ("https://h/?order=17", {}, "https://h/?order=17"),
    ("https://h/?order=17", {"fields": ["order"]}, "https://h/?order=***"),
    ("\ud800 https://u:p@h/", {}, "\ud800 https://u:***@h/"),
    ("nothing", {}, "nothing"),
]


@pytest.mark.parametrize(("text", "options", "expected"), SCRUBBED)
def test_scrub(text, options, expected):
    assert anyurl.scrub(text, **options) == expected
    assert anyurl.scrub(text, registry=anyurl.Registry(), **options) == expected


def test_the_log_has_no_secrets(caplog):
    handler = caplog.handler
    secret = "postgres://joe:s3cret@db/shop"
    scrub = ScrubFilter(fields=["order"])
    handler.addFilter(scrub)
    try:
        logging.getLogger("app.db").warning("connect to %s, %d", secret, 3)
        try:
            raise RuntimeError(f"cannot connect to {secret}")
        except RuntimeError:
            logging.getLogger("app.db").exception("https://h/?order=17", stack_info=True)
    finally:
        handler.removeFilter(scrub)
    assert "connect to postgres://joe:***@db/shop, 3" in caplog.text
    assert "RuntimeError: cannot connect to postgres://joe:***@db/shop" in caplog.text
    assert "s3cret" not in caplog.text and "order=17" not in caplog.text


def test_extract():
    text = "é see https://h/a. and <URL:ftp://u:p@h/a\n b#top>, postgres://u:p@h/%zz"
    found = list(anyurl.extract(text, suspects=True))
    assert [text[slice(*one.span)] for one in found] == ["https://h/a", "ftp://u:p@h/a\n b#top", "postgres://u:p@h/%zz"]
    assert [one.text for one in found[:2]] == ["https://h/a", "ftp://u:p@h/ab#top"]
    assert found[0].url == anyurl.Url("https://h/a") and found[1].fragment == "top"
    assert found[2].url is None and found[2].error.kind == "bad-escape"
    assert ":p@" not in repr(found)
    (inside,) = anyurl.extract(text.encode(), lenient=False)
    assert text.encode()[slice(*inside.span)].startswith(b"ftp://u:p@h/a")
    with pytest.raises(TypeError, match="a text is a str or bytes, not int"):
        anyurl.extract(3)


JUDGED = [
    ({"https": "allow"}, "deny", {}, "https://h/", "allow"),
    ({"https": "allow"}, "deny", {}, "ftp://h/", "deny"),
    ({"https": "allow"}, "deny", {}, "https://u:p@h/", "ask"),
    ({"https": "allow"}, "deny", {"password-in-url": "deny"}, "https://u:p@h/", "deny"),
    ({"https": "allow"}, "deny", {("https", "password-in-url"): "allow"}, "https://u:p@h/", "allow"),
    ({"https": "allow"}, None, {("https", None): "allow"}, "https://u:p@h/", "allow"),
    ({}, None, {}, "https://h/", "allow"),
]


@pytest.mark.parametrize(("schemes", "other", "warnings", "url", "verdict"), JUDGED)
def test_policies(schemes, other, warnings, url, verdict):
    policy = anyurl.Policy(schemes, other=other, warnings=warnings)
    judgement = policy.judge(url)
    assert judgement.verdict == verdict == policy.judge(anyurl.Url(url)).verdict and str(judgement).startswith(verdict)
    assert policy.allows(url) == policy.allows(anyurl.Url(url)) == (verdict == "allow")
    assert "u:p@" not in repr(judgement) + str(judgement)


def test_policies_refuse_what_is_wrong(org):
    policy = anyurl.Policy({"htps": "allow", "com.example.shelf": "ask"}, warnings={"pasword": "deny"})
    assert len(policy.unused()) == 3 and len(policy.unused(registry=org)) == 2
    assert "did you mean `https`?" in policy.unused()[1]
    assert not policy.allows("no url") and not policy.allows("telnet://h/", registry=org)
    for wrong in ({"https": "alow"}, {"https:": "allow"}):
        with pytest.raises(ValueError):
            anyurl.Policy(wrong)
    with pytest.raises(anyurl.UrlError):
        policy.judge("no url")


def test_scheme_maps(org):
    openers = anyurl.SchemeMap({"https": 1, ("http", "^2"): 2, "com.example.shelf": 3}, aliases={"x-web": "https"})
    assert (openers["https://h/"], openers["http://h/"], openers["x-web://h/"]) == (1, 2, 1)
    assert openers[org.parse("com.example.shelf://h/3/7")] == 3 and "https://h/" in openers and "s3://b/k" not in openers
    assert openers.get("s3://bucket/k") is None and openers.get("s3://bucket/k", 7) == 7
    with pytest.raises(KeyError, match="did you mean"):
        openers["htps://h/"]
    assert openers.names == ["com.example.shelf", "http", "https", "x-web"]
    assert anyurl.SchemeMap({"htps": 1}, default=2).unused() == ["the scheme `htps` is not registered: did you mean `https`?"]
    assert anyurl.SchemeMap({}, default=2)["anything:"] == 2
    for values in ({"https:": 1}, {("https", "two"): 1}):
        with pytest.raises(ValueError):
            anyurl.SchemeMap(values)
