"""Columns: the same answers as one by one, whatever the columns are."""

import json
import sys
import threading
import time

import pandas
import polars
import pyarrow
import pytest

import anyurl
from anyurl import batch

FUNCTIONS = (
    "valid scheme user host port effective_port hosts path query fragment components parse canonical masked error error_id warnings"
).split()

# They have no options, and are compared in `test_compare.py`.
COMPARISONS = ["verdict", "consensus_host", "consensus_error"]


def texts(testdata):
    lines = (testdata / "spec_cases.jsonl").read_text(encoding="utf-8").splitlines()
    cases = [json.loads(line) for line in lines]
    return [case["input"] for case in cases if "input" in case] + ["http://h/?", "http://h/é", "", "a" * 5000]


def one_by_one(function, text, options):
    """What a function gives for a row, by `anyurl.parse`."""
    try:
        url = anyurl.parse(text, **options)
    except anyurl.UrlError as error:
        start, end = (len(text[:at].encode()) for at in error.span)
        place = {"kind": error.kind, "rule": error.rule, "component": error.component, "start": start, "end": end}
        said = {"message": str(error), "id": error.id, "section": error.section}
        no_parts = dict.fromkeys(["scheme", "user", "host", "port", "path", "query", "fragment"])
        parsed = {"valid": False, **no_parts, "error": {**place, **said}}
        return {"valid": False, "error": str(error), "error_id": error.id, "parse": parsed}.get(function)
    parts = ["scheme", "user", "host", "port", "path", "query", "fragment"]
    values = {part: getattr(url, part) for part in parts}
    values["path"] = values["path"] or None
    whole = {
        **values,
        "valid": True,
        "error": None,
        "error_id": None,
        "effective_port": url.effective_port,
        "hosts": [{"host": one.host, "port": one.port, "effective_port": one.effective_port} for one in url.hosts],
        "components": url.components(),
        "masked": url.masked,
        "canonical": url.canonical,
        "warnings": list(dict.fromkeys(warning.id for warning in url.warnings)),
        "parse": {"valid": True, **values, "error": None},
    }
    return whole[function]


@pytest.mark.parametrize("options", [{}, {"lenient": True}, {"profile": "rfc1738"}])
@pytest.mark.parametrize("function", FUNCTIONS)
def test_rows_are_as_one_by_one(testdata, function, options):
    urls = texts(testdata)
    results = getattr(batch, function)(urls, **options)
    assert len(results) == len(urls)
    for text, result in zip(urls, results):
        expected = one_by_one(function, text, options)
        if function == "warnings" and expected is not None:
            result, expected = set(result), set(expected)
        if function == "masked" and expected is None:
            # Also where it is not valid; `test_all_hosts_and_masks` has what is hidden there.
            assert result is not None
            continue
        assert result == expected, (function, text)


URLS = ["gopher://h.dom/1/docs", "http://exa mple/", None, "http://user@host.example:8080/a/long/path?query=1#no"]


def arrow(type_):
    return pyarrow.array(URLS, type=type_)


INPUTS = {
    "list": URLS,
    "tuple": tuple(URLS),
    "bytes": [url.encode() if url else None for url in URLS],
    "string": arrow(pyarrow.string()),
    "large_string": arrow(pyarrow.large_string()),
    "string_view": arrow(pyarrow.string_view()),
    "binary": arrow(pyarrow.binary()),
    "large_binary": arrow(pyarrow.large_binary()),
    "binary_view": arrow(pyarrow.binary_view()),
    "slice": pyarrow.array(["x:y", *URLS, "x:y"]).slice(1, len(URLS)),
    "dictionary": arrow(pyarrow.string()).dictionary_encode(),
    "chunks": pyarrow.chunked_array([URLS[:1], [], URLS[1:]]),
    "polars": polars.Series("url", URLS),
    "polars chunks": polars.Series("url", URLS[:2]).append(polars.Series("url", URLS[2:])),
    "categories": polars.Series("url", URLS, dtype=polars.Categorical),
    "pandas": pandas.Series(URLS),
    "pandas object": pandas.Series(URLS, dtype=object),
}


def rows(result):
    if isinstance(result, list):
        return result
    if isinstance(result, pyarrow.Array | pyarrow.ChunkedArray):
        return result.to_pylist(maps_as_pydicts="strict")
    if isinstance(result, pandas.Series):
        return [None if value is None or value is pandas.NA or value != value else value for value in result]
    return result.to_list()


@pytest.mark.parametrize("function", [*FUNCTIONS, *COMPARISONS])
@pytest.mark.parametrize("kind", INPUTS)
def test_all_kinds_of_columns(kind, function):
    if kind.startswith("pandas") and function in ("parse", "components", "hosts", "warnings"):
        pytest.skip("pandas has no such type")
    if kind.startswith(("polars", "categories")) and function == "components":
        pytest.skip("Polars reads a map as a list")
    result = getattr(batch, function)(INPUTS[kind])
    assert rows(result) == getattr(batch, function)(URLS)


def test_results_are_of_the_kind_of_the_input():
    assert isinstance(batch.host(INPUTS["string"]), pyarrow.StringArray)
    assert isinstance(batch.host(INPUTS["large_string"]), pyarrow.LargeStringArray)
    assert isinstance(batch.host(INPUTS["chunks"]), pyarrow.ChunkedArray)
    series = batch.host(polars.Series("url", URLS))
    assert isinstance(series, polars.Series) and series.name == "url"
    series = batch.port(pandas.Series(URLS, index=[5, 6, 7, 8], name="url"))
    assert list(series.index) == [5, 6, 7, 8] and series.name == "url"


class Stream:
    """Arrow data of an unknown library."""

    def __init__(self, data):
        self.data = data

    def __arrow_c_stream__(self, requested_schema=None):
        return self.data.__arrow_c_stream__(requested_schema)


def test_any_arrow_data():
    result = batch.host(Stream(INPUTS["chunks"]))
    assert isinstance(result, batch.Column) and len(result) == len(URLS) and "Utf8View" in repr(result)
    assert result.to_list() == pyarrow.array(result).to_pylist() == batch.host(URLS)
    assert pyarrow.array(result, type=pyarrow.large_string()).type == pyarrow.large_string()
    assert pyarrow.chunked_array(result).num_chunks == 3
    assert batch.host(result).to_list() == [None] * len(URLS)


TEXT, LARGE, VIEW = pyarrow.string(), pyarrow.large_string(), pyarrow.string_view()


def host_type(text, number=pyarrow.uint16()):
    """The type of `batch.hosts`."""
    fields = [pyarrow.field("host", text, False), ("port", number), ("effective_port", number)]
    return pyarrow.list_(pyarrow.field("item", pyarrow.struct(fields)))


REQUESTS = [
    ("host", TEXT, TEXT),
    ("host", LARGE, LARGE),
    ("host", VIEW, VIEW),
    # A request is a hint.
    ("host", pyarrow.int8(), VIEW),
    ("valid", TEXT, pyarrow.bool_()),
    ("port", pyarrow.int32(), pyarrow.int32()),
    ("port", pyarrow.int64(), pyarrow.int64()),
    ("port", pyarrow.uint32(), pyarrow.uint32()),
    ("port", pyarrow.uint64(), pyarrow.uint64()),
    ("port", pyarrow.int8(), pyarrow.uint16()),
    ("hosts", host_type(LARGE, pyarrow.int64()), host_type(LARGE, pyarrow.int64())),
    ("hosts", host_type(pyarrow.int8()), host_type(VIEW)),
    ("components", pyarrow.map_(TEXT, TEXT), pyarrow.map_(TEXT, TEXT)),
    ("warnings", pyarrow.list_(pyarrow.int8()), pyarrow.list_(VIEW)),
]


@pytest.mark.parametrize(("function", "wanted", "given"), REQUESTS, ids=str)
def test_readers_ask_for_types(function, wanted, given):
    column = getattr(batch, function)(Stream(INPUTS["chunks"]))
    schema = wanted.__arrow_c_schema__()
    array = pyarrow.Array._import_from_c_capsule(*column.__arrow_c_array__(schema))
    chunks = pyarrow.ChunkedArray._import_from_c_capsule(column.__arrow_c_stream__(schema))
    assert array.type == chunks.type == given
    array.validate(full=True)
    chunks.validate(full=True)
    for found in (array, chunks):
        assert rows(found) == column.to_list()


KEYS = [kind() for kind in (pyarrow.int8, pyarrow.int16, pyarrow.int32, pyarrow.int64)]
KEYS += [kind() for kind in (pyarrow.uint8, pyarrow.uint16, pyarrow.uint32, pyarrow.uint64)]


@pytest.mark.parametrize("keys", KEYS, ids=str)
@pytest.mark.parametrize("values", [TEXT, LARGE, VIEW, pyarrow.binary(), pyarrow.large_binary(), pyarrow.binary_view()], ids=str)
def test_dictionaries(keys, values):
    urls = pyarrow.array(["http://a/", None, "http://b.example/a/long/path"], values)
    column = pyarrow.DictionaryArray.from_arrays(pyarrow.array([9, 2, None, 1, 0, 2], keys).slice(1), urls.cast(values))
    assert batch.host(Stream(pyarrow.chunked_array([column]))).to_list() == ["b.example", None, None, "a", "b.example"]


def test_dictionaries_are_checked():
    keys = pyarrow.array([0, 7], pyarrow.int8())
    with pytest.raises(TypeError, match="row 1 has a key"):
        batch.host(pyarrow.DictionaryArray.from_arrays(keys, pyarrow.array(["http://a/"]), safe=False))
    with pytest.raises(TypeError, match="not Int64: cast it"):
        batch.host(pyarrow.DictionaryArray.from_arrays(pyarrow.array([0], pyarrow.int8()), pyarrow.array([5])))


class Once:
    """Arrow data that is given as it is."""

    def __init__(self, method, data):
        setattr(type(self), method, lambda self, requested_schema=None: data)


def failing():
    """A stream that fails."""

    def batches():
        raise OSError("the disk is full")
        yield

    return pyarrow.RecordBatchReader.from_batches(pyarrow.schema([("url", TEXT)]), batches())


def test_data_that_cannot_be_read():
    for data, method in [(INPUTS["string"], "__arrow_c_array__"), (INPUTS["chunks"], "__arrow_c_stream__")]:
        once = type("Given", (Once,), {})(method, getattr(data, method)())
        assert len(batch.host(once)) == len(URLS)
        with pytest.raises((TypeError, ValueError), match="was read before"):
            batch.host(once)
    with pytest.raises(TypeError, match="the disk is full"):
        batch.host(failing())
    for wrong in (5, (), INPUTS["string"].type.__arrow_c_schema__()):
        with pytest.raises((TypeError, ValueError)):
            batch.host(type("Given", (Once,), {})("__arrow_c_array__", wrong))


@pytest.mark.parametrize("empty", [[], (), pyarrow.array([], pyarrow.string()), pyarrow.chunked_array([], pyarrow.string())])
def test_empty_columns(empty):
    for function in [*FUNCTIONS, *COMPARISONS]:
        assert len(getattr(batch, function)(empty)) == 0


def test_nulls():
    assert batch.host([None, None]) == [None, None]
    assert batch.valid(pyarrow.nulls(2)).to_pylist() == [None, None]


def test_text_that_is_no_utf8():
    invalid = pyarrow.Array.from_buffers(pyarrow.string(), 1, [None, *pyarrow.array([b"http://h/\xff"]).buffers()[1:]])
    for urls in ([b"http://h/\xff"], ["http://h/\udcff"], invalid, pyarrow.array([b"http://h/\xff"])):
        assert rows(batch.valid(urls)) == [False]
        assert "US-ASCII" in rows(batch.error(urls))[0]


def test_same():
    ones, others = ["HTTP://H/", "http://h/a", "x", None], ["http://h:80/", "http://h/b", "http://h/", "http://h/"]
    assert batch.same(ones, others) == [True, False, None, None]
    result = batch.same(pyarrow.chunked_array([ones[:1], ones[1:]]), pyarrow.array(others))
    assert result.to_pylist() == [True, False, None, None]
    with pytest.raises(TypeError, match="columns of 4 and 1 rows"):
        batch.same(ones, ["http://h/"])


def test_registry_and_part(org):
    urls = ["com.example.shelf://h/3/7", "com.example.shelf://h/", "telnet://h/", None]
    assert batch.part(urls, "book", registry=org) == ["7", None, None, None]
    assert "use ssh" in batch.error(urls, registry=org)[2]


@pytest.mark.parametrize("urls", [5, "http://h/", {"a": 1}, [5], ["http://h/", object()], pyarrow.array([1, 2])])
def test_wrong_types(urls):
    with pytest.raises(TypeError):
        batch.host(urls)


def test_wrong_arguments():
    with pytest.raises(ValueError, match="profile"):
        batch.host([], profile="whatwg")
    with pytest.raises(TypeError):
        batch.host(["http://h/"], None)


def test_arrow_data_is_read_without_the_global_interpreter_lock():
    urls = pyarrow.array(["http://host.example/a/path?query"] * 300_000)
    counted, stop = [0], threading.Event()

    def count():
        while not stop.is_set():
            counted[0] += 1
            time.sleep(0)  # gives the lock back

    def advanced(call):
        before = counted[0]
        call()
        return counted[0] - before

    interval = sys.getswitchinterval()
    # So long that no thread is asked for the lock: the other one runs only if a call gives it back.
    sys.setswitchinterval(1_000)
    thread = threading.Thread(target=count)
    thread.start()
    try:
        assert advanced(lambda: sorted(range(100_000))) == 0
        assert advanced(lambda: batch.parse(urls)) > 100
    finally:
        stop.set()
        sys.setswitchinterval(interval)
        thread.join()


def test_columns_without_a_type():
    for function in FUNCTIONS:
        for rows in ([None, None], []):
            assert getattr(batch, function)(polars.Series("u", rows, dtype=polars.Null)).to_list() == rows
            assert getattr(batch, function)(pyarrow.nulls(len(rows))).to_pylist() == rows


@pytest.mark.parametrize("function", FUNCTIONS)
def test_pandas_has_the_rows_of_a_list(testdata, function):
    urls = [*texts(testdata), "ftp://joe:secret@h/", None]
    rows = getattr(batch, function)(urls)
    for dtype in (object, "str"):
        series = pandas.Series(urls, dtype=dtype, index=range(100, 100 + len(urls)), name="url")
        found = getattr(batch, function)(series)
        assert found.name == "url" and found.index.equals(series.index)
        plain = [list(value) if hasattr(value, "tolist") else value for value in found.tolist()]
        assert [None if value is pandas.NA or value != value else value for value in plain] == rows
    if function == "valid":
        assert series[found].tolist() == [url for url, valid in zip(urls, rows) if valid]


def test_objects_that_are_not_texts():
    with pytest.raises(TypeError, match="row 1 is int"):
        batch.host(pandas.Series(["http://h/", 3], dtype=object))
    with pytest.raises(TypeError, match="map_batches"):
        batch.host(polars.col("url"))
    with pytest.raises(TypeError, match="tolist"):
        batch.host(pandas.Index(["http://h/"]))
    assert batch.host(pandas.Series(["http://h/", float("nan")], dtype=object)).tolist()[0] == "h"


def test_components_that_no_scheme_has(org):
    for name in ("nosuch", "Host", ""):
        with pytest.raises(ValueError, match=f'no scheme of the registry has a component "{name}"'):
            batch.part(["http://h/", None], name)
    with pytest.raises(ValueError, match='did you mean "selector"'):
        batch.part(["http://h/"], "selectr")
    assert batch.part(["http://h/"], "selector") == [None] and batch.part(["x-a://u@h/"], "user") == ["u"]
    assert batch.part(["http://h/"], "book", registry=org) == [None]
    with pytest.raises(ValueError, match="book"):
        batch.part(["http://h/"], "book")


def test_all_hosts_and_masks():
    urls = ["postgres://joe:s3cret@h1:5433,h2/shop", "https://joe:s3cret@h/a b", "mailto:joe@h", None, b"\xff"]
    hosts = [{"host": "h1", "port": 5433, "effective_port": 5433}, {"host": "h2", "port": None, "effective_port": 5432}]
    assert batch.hosts(urls) == [hosts, None, [], None, None]
    assert batch.masked(urls) == ["postgres://joe:***@h1:5433,h2/shop", "https://joe:***@h/a b", "mailto:joe@h", None, None]
    assert batch.hosts(pyarrow.array(urls[:1])).to_pylist() == [hosts]
