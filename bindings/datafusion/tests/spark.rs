//! `parse_url` and `try_parse_url`, compared with what Spark documents and tests, and with Java.

mod support;

use std::sync::Arc;

use datafusion::arrow::array::{ArrayRef, LargeStringArray, RecordBatch, StringArray, StringViewArray};
use datafusion::prelude::{SessionConfig, SessionContext};
use support::{rows, value};

const PARTS: [&str; 8] = ["PROTOCOL", "AUTHORITY", "USERINFO", "HOST", "PATH", "QUERY", "REF", "FILE"];

/// The examples of `url-functions` in Spark's SQL reference 4.3, and the cases of `UrlFunctionsSuite.scala` and of
/// `StringExpressionsSuite.scala` ("`ParseUrl`"): the arguments after the URL, and the result.
type Cases = &'static [(&'static str, &'static str)];

const SPARK: &[(&str, Cases)] = &[
    (
        "http://spark.apache.org/path?query=1",
        &[
            ("'HOST'", "spark.apache.org"),
            ("'PATH'", "/path"),
            ("'QUERY'", "query=1"),
            ("'REF'", "NULL"),
            ("'PROTOCOL'", "http"),
            ("'FILE'", "/path?query=1"),
            ("'USERINFO'", "NULL"),
            ("'NO'", "NULL"),
            ("'host'", "NULL"),
            ("NULL", "NULL"),
            ("'QUERY', 'query'", "1"),
            ("'QUERY', 'quer'", "NULL"),
            ("'QUERY', ''", "NULL"),
            ("'QUERY', NULL", "NULL"),
            ("'HOST', 'query'", "NULL"),
        ],
    ),
    ("http://spark.apache.org:8080/path?query=1", &[("'AUTHORITY'", "spark.apache.org:8080")]),
    (
        "http://userinfo@spark.apache.org/path?query=1#Ref",
        &[
            ("'HOST'", "spark.apache.org"),
            ("'REF'", "Ref"),
            ("'AUTHORITY'", "userinfo@spark.apache.org"),
            ("'USERINFO'", "userinfo"),
        ],
    ),
    (
        "https://use%20r:pas%20s@example.com/dir%20/pa%20th.HTML?query=x%20y&q2=2#Ref%20two",
        &[
            ("'HOST'", "example.com"),
            ("'PATH'", "/dir%20/pa%20th.HTML"),
            ("'QUERY'", "query=x%20y&q2=2"),
            ("'REF'", "Ref%20two"),
            ("'PROTOCOL'", "https"),
            ("'FILE'", "/dir%20/pa%20th.HTML?query=x%20y&q2=2"),
            ("'AUTHORITY'", "use%20r:pas%20s@example.com"),
            ("'USERINFO'", "use%20r:pas%20s"),
            ("'QUERY', 'query'", "x%20y"),
            ("'QUERY', 'q2'", "2"),
            // A key is a regular expression, and the second group counts.
            ("'QUERY', 'q.'", "2"),
            ("'QUERY', 'q(2|3)'", "2"),
        ],
    ),
    (
        "http://user:pass@host",
        &[("'HOST'", "host"), ("'PATH'", ""), ("'QUERY'", "NULL"), ("'FILE'", ""), ("'QUERY', 'query'", "NULL")],
    ),
    ("http://user:pass@host/", &[("'PATH'", "/"), ("'FILE'", "/"), ("'AUTHORITY'", "user:pass@host")]),
    (
        "http://user:pass@host/?#",
        &[("'PATH'", "/"), ("'QUERY'", ""), ("'REF'", ""), ("'FILE'", "/?"), ("'USERINFO'", "user:pass")],
    ),
    (
        "http://user:pass@host/file;param?query;p2",
        &[("'PATH'", "/file;param"), ("'QUERY'", "query;p2"), ("'FILE'", "/file;param?query;p2")],
    ),
    ("test", &[("'HOST'", "NULL"), ("'PATH'", "test")]),
    // Where other engines differ from Spark: apache/datafusion#21943, apache/datafusion-comet#4156 and #4413.
    ("", &[("'PATH'", ""), ("'FILE'", ""), ("'HOST'", "NULL")]),
    ("http://example.com?foo=bar", &[("'FILE'", "?foo=bar"), ("'PATH'", "")]),
    ("http://example.com#fragment", &[("'FILE'", "")]),
    ("http://example.com/?a=b=c", &[("'QUERY', 'a'", "b=c")]),
];

/// Not URIs: an error, or NULL. From `UrlFunctionsSuite.scala`, SPARK-33468 and the SQL reference.
const INVALID: [&str; 3] = [
    "inva lid://user:pass@host/file;param?query;p2",
    "https://a.b.c/index.php?params1=a|b&params2=x",
    "inva lid://spark.apache.org/path?query=1",
];

fn context() -> SessionContext {
    // One partition keeps the order of rows.
    let mut context = SessionContext::new_with_config(SessionConfig::new().with_target_partitions(1));
    locator_datafusion::compat::spark::register(&mut context).unwrap();
    context
}

#[tokio::test]
async fn cases_of_spark() {
    let context = context();
    for (url, cases) in SPARK {
        for (arguments, expect) in *cases {
            for function in ["parse_url", "try_parse_url"] {
                let sql = format!("select {function}('{url}', {arguments})");
                assert_eq!(value(&context, &sql).await.unwrap(), *expect, "{sql}");
            }
        }
    }
    for url in INVALID {
        assert_eq!(value(&context, &format!("select try_parse_url('{url}', 'HOST')")).await.unwrap(), "NULL");
        let error = value(&context, &format!("select parse_url('{url}', 'HOST')")).await.unwrap_err().to_string();
        assert!(error.contains("[INVALID_URL]") && !error.contains("pass@"), "{error}");
        // A key without QUERY is NULL before the URL is read.
        assert_eq!(value(&context, &format!("select parse_url('{url}', 'HOST', 'a')")).await.unwrap(), "NULL");
    }
    assert_eq!(value(&context, "select parse_url(NULL, 'HOST')").await.unwrap(), "NULL");
}

#[tokio::test]
async fn arguments_that_are_refused() {
    let cases = [
        ("'a'", "parse_url"),
        ("'a', 'b', 'c', 'd'", "parse_url"),
        ("'a', 2", "parse_url"),
        ("1, 'a'", "parse_url"),
        ("'a', 'b', 3", "parse_url"),
        // Spark's own case is `???`, which the crate `regex` takes for an expression.
        ("'http://spark.apache.org/path?', 'QUERY', '('", "regular expression"),
    ];
    let context = context();
    for (arguments, expect) in cases {
        let result = rows(&context, &format!("select parse_url({arguments})")).await;
        let error = result.map_or_else(|error| error.to_string(), |rows| format!("{rows:?}"));
        assert!(error.contains(expect), "{arguments}: {error}");
    }
}

/// Each text of a table that Java wrote: `java tests/data/JavaUri.java 500 > tests/data/java_uri.tsv`.
/// `JAVA_URI_CASES` names another one.
#[tokio::test]
async fn as_java_splits() {
    let shipped = include_str!("data/java_uri.tsv").to_owned();
    let table = std::env::var("JAVA_URI_CASES").map_or(shipped, |file| std::fs::read_to_string(file).unwrap());
    let cases: Vec<Vec<&str>> = table.split_terminator('\n').map(|line| line.split('\t').collect()).collect();
    assert!(cases.len() > 600);
    let context = context();
    let urls: ArrayRef = Arc::new(StringArray::from_iter_values(cases.iter().map(|case| case[0])));
    context.register_batch("urls", RecordBatch::try_from_iter([("u", urls)]).unwrap()).unwrap();
    let parts: Vec<_> = PARTS[..7].iter().map(|part| format!("try_parse_url(u, '{part}')")).collect();
    let found = rows(&context, &format!("select u, {} from urls", parts.join(", "))).await.unwrap();
    assert_eq!(found.len(), cases.len());
    for (found, case) in found.iter().zip(&cases) {
        let null = |part: &&str| if *part == "␀" { "NULL".to_owned() } else { (*part).to_owned() };
        let mut expect: Vec<_> = case.iter().map(null).collect();
        expect.resize(8, "NULL".to_owned());
        assert_eq!(*found, expect);
    }
}

#[tokio::test]
async fn columns_of_every_type_of_text() {
    let texts = [Some("http://h/a"), None, Some("a b")];
    let columns: [ArrayRef; 3] = [
        Arc::new(StringArray::from_iter(texts)),
        Arc::new(LargeStringArray::from_iter(texts)),
        Arc::new(StringViewArray::from_iter(texts)),
    ];
    for column in columns {
        let context = context();
        let parts: ArrayRef = Arc::new(StringArray::from_iter_values(["PATH", "PATH", "PATH"]));
        let batch = RecordBatch::try_from_iter([("u", column), ("part", parts)]).unwrap();
        context.register_batch("urls", batch).unwrap();
        let found = rows(&context, "select try_parse_url(u, part) from urls").await.unwrap().concat();
        assert_eq!(found, ["/a", "NULL", "NULL"]);
    }
}
