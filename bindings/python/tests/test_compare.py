"""What other rulebooks read: the corpus `testdata/confusion.jsonl`, one by one and in columns."""

import json
import pickle

import pytest

import anyurl
from anyurl import batch

RULEBOOKS = ["rfc1738", "rfc1738-lenient", "rfc3986", "whatwg", "split"]
COMPONENTS = {"scheme", "userinfo", "host", "port", "path", "query", "fragment"}


def rows(testdata):
    lines = (testdata / "confusion.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def test_the_corpus_is_read_as_it_says(testdata):
    cases = rows(testdata)
    assert len(cases) > 300
    for case in cases:
        comparison = anyurl.compare(case["text"], case.get("base"))
        assert comparison.verdict == case["verdict"], case
        assert list(comparison.readings) == RULEBOOKS
        for rulebook, reading in comparison.readings.items():
            expected = case[rulebook]
            status = {"rejected": "rejected", "not-covered": "not-covered"}
            kind = next(iter(expected)) if isinstance(expected, dict) else None
            assert reading["status"] == status.get(kind, "accepted"), case
            if reading["status"] == "accepted":
                assert reading.keys() == {"status"} | COMPONENTS
            if reading["status"] == "rejected":
                assert reading["message"] and reading["section"]
                if reading["span"]:
                    assert 0 <= reading["span"][0] <= reading["span"][1] <= len(case["text"])
        has_difference = comparison.verdict not in ("same", "validity-differs")
        assert bool(comparison.differences) == has_difference
        assert pickle.loads(pickle.dumps(comparison)) == comparison


def test_columns_are_as_one_by_one(testdata):
    texts = [case["text"] for case in rows(testdata)] + [None]
    verdicts = [None if text is None else anyurl.compare(text).verdict for text in texts]
    assert batch.verdict(texts) == verdicts
    hosts, errors = batch.consensus_host(texts), batch.consensus_error(texts)
    for text, host, error in zip(texts, hosts, errors):
        if text is None:
            assert host is None and error is None
            continue
        try:
            assert (anyurl.consensus_host(text)._asdict(), None) == (host, error)
        except anyurl.ConsensusError as raised:
            assert (None, str(raised)) == (host, error)
    assert sum(host is not None for host in hosts) > 50


def test_a_comparison():
    comparison = anyurl.compare("https://example.com\\@evil.com/")
    assert (comparison.verdict, comparison.severity) == ("host-differs", "critical")
    assert comparison.readings["whatwg"] == {
        "status": "accepted",
        "scheme": "https",
        "userinfo": None,
        "host": "example.com",
        "port": 443,
        "path": "/@evil.com/",
        "query": None,
        "fragment": None,
    }
    assert comparison.readings["rfc1738"] == {"status": "not-covered"}
    host = next(difference for difference in comparison.differences if difference.component == "host")
    assert [(one.rulebook, one.value) for one in host.readings] == [("whatwg", "example.com"), ("split", "evil.com")]
    assert host.readings[0].section == "URL Standard, authority state" and "counts as `/`" in host.readings[0].rule
    assert str(host).startswith("the host is `example.com` to WHATWG: ")
    assert str(comparison).splitlines()[0] == "host-differs (critical)" and str(host) in str(comparison)
    assert repr(comparison) == "<anyurl.Comparison host-differs (critical): userinfo, host, path>"
    assert repr(anyurl.compare("https://h/")) == "<anyurl.Comparison same (none): no component>"
    # A place counts characters.
    rejected = anyurl.compare("http://h/\U0001f600~ ").readings["rfc1738"]
    assert rejected["span"] == (9, 10)


def test_a_base():
    base = anyurl.parse("https://example.com/")
    for given in (base, str(base)):
        comparison = anyurl.compare("\t//evil.com", given)
        assert comparison.readings["whatwg"]["host"] == "evil.com"
        assert comparison.readings["split"]["host"] == "example.com"
    assert anyurl.compare("a", base="no URL").readings["rfc3986"]["message"].startswith("the base is not valid")


HOSTS = [
    ("https://0x7f.1/", "differs", "`0x7f.1` to RFC 3986, `127.0.0.1` to WHATWG"),
    ("https://h/ ", "rejected", "RFC 3986 rejects the URL: "),
    ("http://127.0.0.1%2egood.com/", "unusual", "is neither an IP address nor a name"),
    ("file:///etc", "no-host", "the URL names no host"),
]


@pytest.mark.parametrize(("text", "kind", "message"), HOSTS)
def test_no_consensus(text, kind, message):
    with pytest.raises(anyurl.ConsensusError) as info:
        anyurl.consensus_host(text)
    error = info.value
    assert isinstance(error, ValueError) and error.kind == kind and message in str(error)
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.kind) == (str(error), kind)


def test_consensus():
    found = anyurl.consensus_host("https://joe@EXAMPLE.com:8443/")
    assert isinstance(found, anyurl.ConsensusHost) and found == ("example.com", 8443, "https")
    assert (found.host, found.port, found.scheme, str(found)) == ("example.com", 8443, "https", "example.com")
    assert pickle.loads(pickle.dumps(found)) == found
    assert anyurl.consensus_host("http://[2001:DB8::1]/").host == "[2001:db8::1]"
    assert anyurl.consensus_host("WSS://h/") == ("h", 443, "wss")
    assert anyurl.consensus_host("file://h/a").port is None


def test_a_registry(org):
    assert anyurl.compare("telnet://h/").readings["rfc3986"]["status"] == "accepted"
    reading = anyurl.compare("telnet://h/", registry=org).readings["rfc3986"]
    assert reading["status"] == "rejected" and "masked by com.example" in reading["message"]
    assert batch.verdict(["telnet://h/"], registry=org) == [anyurl.compare("telnet://h/", registry=org).verdict]
    assert anyurl.consensus_host("http://h/", registry=org).host == "h"


def test_passwords_are_hidden():
    text = "ftp://me:se\U0001f511cret@h/"
    assert "\U0001f511" not in str(anyurl.compare(text).readings["rfc3986"])
    with pytest.raises(anyurl.ConsensusError) as info:
        anyurl.consensus_host(text)
    assert "\U0001f511" not in str(info.value) and "cret" not in str(info.value)
    comparison = anyurl.compare("http://me:secret@h\\@i/")
    assert comparison.differences and "secret" not in repr(comparison) + repr(comparison.differences)


def test_text_that_is_no_utf8():
    for function in (anyurl.compare, anyurl.consensus_host):
        with pytest.raises(anyurl.UrlError) as info:
            function("http://h/\udcff")
        assert info.value.span == (9, 10)
    with pytest.raises(anyurl.UrlError):
        anyurl.compare("a", "http://h/\udcff")
    assert batch.verdict(["http://h/\udcff"]) == [None] == batch.consensus_host([b"http://h/\xff"])
    assert "US-ASCII" in batch.consensus_error([b"http://h/\xff"])[0]
