"""A marker in each secret of the schemes, one of which a registry file declares, is shown to no one, and data is exact."""

import json
import pathlib
import pickle

import pytest

import anyurl
from anyurl import batch

OURS = pathlib.Path(__file__).parents[3] / "cli" / "tests" / "data" / "secret.toml"

# What makes a URL invalid in most schemes.
WRONG = [" ", "%", "\x01", "~\U0001f511"]


@pytest.fixture(scope="module")
def ours():
    """The shipped schemes, and one with a secret component and a secret field."""
    return anyurl.Registry.from_files(OURS)


@pytest.fixture
def rows(testdata):
    lines = (testdata / "marked_urls.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    assert len(rows) > 50 and any(row["scheme"] == "x-me-doc" for row in rows)
    return rows


def assert_hidden(rows, shown):
    """No text has a marker in any case of letters."""
    markers = {row["marker"].lower() for row in rows}
    wrong = [text for text in shown if any(marker in text.lower() for marker in markers)]
    assert not wrong


def test_urls(rows, ours):
    for row in rows:
        url = ours.parse(row["url"], profile="current")
        plan = planned(url)
        shown = [repr(url), url.masked, repr(plan), *map(str, url.warnings), *map(repr, url.warnings)]
        if isinstance(plan, anyurl.Plan):
            shown += [message for _, message in plan.notes]
        assert_hidden(rows, shown)
        assert "***" in url.masked and "***" in repr(url)
        marker = row["marker"].lower()
        for exact in (str(url), url.canonical, json.dumps(url.components()), str(pickle.loads(pickle.dumps(url)))):
            assert marker in exact.lower()


def test_other_texts(rows, ours):
    policy = anyurl.Policy(other="deny")
    for row in rows:
        url = ours.parse(row["url"])
        text = f"see {row['url']} and\n<URL:{row['url']}>"
        shown = [anyurl.scrub(text, registry=ours), repr(policy.judge(url)), str(policy.judge(url))]
        found = list(anyurl.extract(text, registry=ours, suspects=True))
        assert found and any(row["marker"] in one.text for one in found)
        shown += map(repr, found)
        for change in ({"host": "a b/c"}, {"nonsense": "x"}, {"scheme": "no scheme"}, {"path": "\n"}, {"user": "\n"}):
            try:
                shown.append(repr(url.replace(**change)))
            except anyurl.BuildError as error:
                shown += [str(error), repr(error)]
        assert_hidden([row], shown)


def planned(url):
    try:
        return url.plan(email="me@h", password="p", news_server="h", own_name="h")
    except anyurl.PlanError as error:
        return error


def test_errors(rows, ours):
    count = 0
    for row in rows:
        for end in WRONG:
            try:
                ours.parse(row["url"] + end, profile="current")
            except anyurl.UrlError as error:
                count += 1
                shown = [str(error), repr(error), error.report(), error.help, error.expected or "", error.repaired or ""]
                assert_hidden(rows, shown)
                assert row["marker"] in error.text
                assert error.repaired_exact is None or row["marker"] in error.repaired_exact
    assert count > 2 * len(rows)


def test_references(rows, ours):
    for row in rows:
        base = ours.parse(row["url"], profile="current")
        for reference in ("http:// /", "a\x01b", row["url"] + "\x01"):
            try:
                base.join(reference)
            except anyurl.JoinError as error:
                assert_hidden(rows, [str(error), repr(error)])


def test_comparisons(rows, ours):
    for row in rows:
        comparison = anyurl.compare(row["url"], registry=ours)
        messages = [reading["message"] for reading in comparison.readings.values() if "message" in reading]
        assert_hidden(rows, [repr(comparison), repr(comparison.differences), *messages])
        try:
            anyurl.consensus_host(row["url"], registry=ours)
        except anyurl.ConsensusError as error:
            assert_hidden(rows, [str(error), repr(error)])


def test_columns(rows, ours):
    urls = [row["url"] for row in rows]
    assert not any(batch.error(urls, registry=ours, profile="current"))
    canonical = batch.canonical(urls, registry=ours, profile="current")
    assert all(row["marker"].lower() in text.lower() for row, text in zip(rows, canonical))
    wrong = [row["url"] + end for row in rows for end in WRONG]
    errors = batch.error(wrong, registry=ours, profile="current")
    parsed = [row["error"]["message"] for row in batch.parse(wrong, registry=ours, profile="current") if row["error"]]
    consensus = batch.consensus_error(wrong + urls, registry=ours)
    assert_hidden(rows, filter(None, [*errors, *parsed, *consensus]))


def test_registries(rows, ours):
    scheme = ours.scheme("x-me-doc")
    assert any("S3cr3tPin" in example for example in scheme.examples) and "S3cr3t" not in repr(scheme)
    # An example that the grammar rejects is named by lint.
    text = OURS.read_text(encoding="utf-8").replace("?badge=", "?badge=%")
    changed = anyurl.Registry.from_toml(text)
    shown = [str(finding) + repr(finding) for finding in changed.lint()]
    assert any("x-me-doc" in message for message in shown)
    assert not any("S3cr3tBadge" in message for message in shown)


def test_arguments_in_the_wrong_place():
    secret = "https://joe:s3cret@h/"
    url = anyurl.parse("http://h/")
    for call in (
        lambda: anyurl.Registry.from_toml(secret),
        lambda: url.plan(news_server=secret),
        lambda: anyurl.parse("http://h/", profile=secret),
        lambda: url[secret],
        lambda: batch.part(["http://h/"], secret),
    ):
        with pytest.raises((ValueError, KeyError)) as info:
            call()
        assert "s3cret" not in str(info.value) and "joe:***@h" in str(info.value)


def test_what_an_application_adds_counts():
    """The secrets of a registry are those of its schemes: without the file, the pin is no secret."""
    assert anyurl.Registry.from_files(OURS).parse("x-me-doc:12-34").masked == "x-me-doc:12-***"
    assert anyurl.parse("x-me-doc:12-34").masked == "x-me-doc:12-34"
