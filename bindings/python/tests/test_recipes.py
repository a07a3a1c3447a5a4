"""The recipes of the README: pandas, Polars, DuckDB."""

import pandas
import polars
import pyarrow

import anyurl
from anyurl import batch

URLS = ["gopher://h.dom/1/docs", "http://exa mple/", None, "http://a.example/?q", "http://a.example/"]


def test_pandas():
    frame = pandas.DataFrame({"url": URLS})
    frame["host"] = batch.host(frame["url"])
    frame["why"] = batch.error(frame["url"])
    assert frame.groupby("host").size().to_dict() == {"a.example": 2, "h.dom": 1}
    assert frame["why"].notna().sum() == 1


def test_polars():
    frame = polars.DataFrame({"url": URLS}).lazy()
    frame = frame.with_columns(
        host=polars.col("url").map_batches(batch.host, return_dtype=polars.String),
        why=polars.col("url").map_batches(batch.error, return_dtype=polars.String),
    )
    result = frame.group_by("host").len().sort("host", nulls_last=True).collect()
    assert result.rows() == [("a.example", 2), ("h.dom", 1), (None, 2)]
    assert frame.filter(polars.col("why").is_not_null()).collect()["url"].to_list() == ["http://exa mple/"]


def test_polars_structs():
    frame = polars.DataFrame({"url": URLS})
    parsed = batch.parse(frame["url"]).struct.unnest()
    assert parsed["host"].to_list() == ["h.dom", None, None, "a.example", "a.example"]
    assert parsed["error"].struct.field("kind").to_list() == [None, "unexpected", None, None, None]


def test_polars_hosts_and_secrets():
    frame = polars.DataFrame({"url": ["postgres://joe:s3cret@h1:5433,h2/shop", "https://h.example/?q", "http://joe:s3cret@h/a b", None]})
    hosts = polars.List(polars.Struct({"host": polars.String, "port": polars.UInt16, "effective_port": polars.UInt16}))
    frame = frame.lazy().with_columns(
        host=polars.col("url").map_batches(batch.hosts, return_dtype=hosts),
        url=polars.col("url").map_batches(batch.masked, return_dtype=polars.String),
    )
    rows = frame.explode("host").unnest("host").drop_nulls("effective_port").collect().rows()
    assert rows == [
        ("postgres://joe:***@h1:5433,h2/shop", "h1", 5433, 5433),
        ("postgres://joe:***@h1:5433,h2/shop", "h2", None, 5432),
        ("https://h.example/?q", "h.example", None, 443),
    ]
    assert frame.collect()["url"].to_list()[2:] == ["http://joe:***@h/a b", None]


def test_duckdb(org):
    import duckdb
    from duckdb.sqltypes import VARCHAR

    connection = duckdb.connect()

    def url_host(urls: pyarrow.ChunkedArray) -> pyarrow.ChunkedArray:
        return batch.host(urls, registry=org)

    connection.create_function("url_host", url_host, [VARCHAR], VARCHAR, type="arrow", null_handling="special")
    connection.execute("create table urls (url varchar)")
    connection.executemany("insert into urls values (?)", [[url] for url in URLS])
    rows = connection.execute("select url_host(url), count(*) from urls group by 1 order by 1 nulls last").fetchall()
    assert rows == [("a.example", 2), ("h.dom", 1), (None, 2)]
    assert anyurl.is_valid(URLS[0])


def test_duckdb_hosts_and_secrets():
    import duckdb

    connection = duckdb.connect()
    hosts = "struct(host varchar, port usmallint, effective_port usmallint)[]"
    options = {"type": "arrow", "null_handling": "special"}
    connection.create_function("url_hosts", lambda urls: batch.hosts(urls), ["varchar"], hosts, **options)
    connection.create_function("url_masked", lambda urls: batch.masked(urls), ["varchar"], "varchar", **options)
    connection.execute("create table urls (url varchar)")
    connection.executemany("insert into urls values (?)", [["postgres://joe:s3cret@h1:5433,h2/shop"], ["http://h/a b"], [None]])
    query = "select url_masked(url), one.host, one.effective_port from (select url, unnest(url_hosts(url)) as one from urls)"
    masked = "postgres://joe:***@h1:5433,h2/shop"
    assert connection.execute(query).fetchall() == [(masked, "h1", 5433), (masked, "h2", 5432)]
