"""The conformance cases of the repository."""

import json

import pytest

import anyurl


def read(testdata):
    for line in (testdata / "spec_cases.jsonl").read_text(encoding="utf-8").splitlines():
        yield json.loads(line)


def test_cases(testdata):
    count = 0
    for case in read(testdata):
        if "input" not in case or case.get("pass_if_access_refused") or is_newer(case["scheme"]):
            continue
        count += 1
        check(case)
    assert count > 200


def is_newer(scheme):
    """Whether a scheme has a syntax now that it does not have in RFC 1738, which the cases are about."""
    known = anyurl.Registry().scheme(scheme or "", profile="rfc1738")
    return known is not None and known.layer == "public"


def check(case):
    text = case["input"]
    assert anyurl.is_valid(text, profile="rfc1738") is case["valid"], case["id"]
    if not case["valid"]:
        with pytest.raises(anyurl.UrlError) as info:
            anyurl.parse(text, profile="rfc1738")
        start, end = info.value.span
        assert 0 <= start <= end <= len(text), case["id"]
        if "lenient" in case:
            assert anyurl.is_valid(text, lenient=True, profile="rfc1738") is case["lenient"], case["id"]
        return
    url = anyurl.parse(text, profile="rfc1738")
    assert (url.scheme, url.canonical) == (case["scheme"], case["canonical"]), case["id"]
    for name, expected in case["components"].items():
        check_component(url, name, expected, case["id"])
    for other in case.get("equivalent_to", []):
        assert url.same(anyurl.parse(other, profile="rfc1738")), (case["id"], other)
    for other in case.get("not_equivalent_to", []):
        assert not url.same(anyurl.parse(other, profile="rfc1738")), (case["id"], other)


def check_component(url, name, expected, case):
    def raw(value):
        return value.get("raw") if isinstance(value, dict) else value

    if name == "effective_port":
        assert url.effective_port == expected, case
    elif name in url and not isinstance(expected, (bool, type(None))):
        found = url.value(name)
        if isinstance(expected, list) and isinstance(found, list):
            pairs = [tuple(map(raw, one)) if isinstance(one, list) else raw(one) for one in expected]
            assert pairs == found, (case, name)
        elif isinstance(expected, (str, int)) or "raw" in expected:
            assert found == raw(expected), (case, name)
            if isinstance(expected, dict) and "decoded" in expected:
                assert url.decoded(name) == expected["decoded"].encode(), (case, name)


def test_each_character(testdata):
    for case in read(testdata):
        if "input_template" in case:
            for code in range(128):
                text = case["input_template"].replace("{c}", chr(code))
                valid = chr(code) in case["allowed"] + case["valid_but_delimits"]
                assert anyurl.is_valid(text, profile="rfc1738") is valid, (case["id"], text)
