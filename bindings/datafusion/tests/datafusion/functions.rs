//! Each function in SQL, over columns of every type, compared with parsing each text by itself.

use std::sync::Arc;

use super::support::{rows, value};
use anyurl::declared::PortableRegistry;
use anyurl::declared::format::RegistryFile;
use anyurl::{AnyUrl, Options};
use anyurl_compare::{Comparer, ConsensusHost};
use anyurl_datafusion::Functions;
use datafusion::arrow::array::{
    ArrayRef, BinaryArray, BinaryViewArray, DictionaryArray, LargeBinaryArray, LargeStringArray, RecordBatch,
    StringArray, StringViewArray,
};
use datafusion::arrow::datatypes::Int32Type;
use datafusion::prelude::{SessionConfig, SessionContext};

/// URLs of several schemes, texts that are not valid, and NULL.
const TEXTS: [Option<&str>; 16] = [
    Some("http://www.Example.co.uk:8080/a/b?c=d#e"),
    Some("HTTPS://joe:pw@h.example"),
    Some("gopher://gopher.example.org/1/a/selector%09search"),
    Some("ftp://user@ftp.example.net/%2Fetc/motd;type=a"),
    Some("mailto:someone.with.a.long.name@mail.example.com"),
    Some("news:comp.infosystems.www.misc"),
    Some("telnet://host.example:23/"),
    Some("x-unregistered.name:anything-at-all"),
    Some("com.acme.artifact://h.example/tools/jq?1.7"),
    Some("com.acme.artifact://h.example/tools/"),
    None,
    Some(""),
    Some("no URL"),
    Some("http://exa mple/"),
    Some("ftp://joe:se cret@h/"),
    Some("http://192.0.2.1/"),
];

fn acme() -> PortableRegistry {
    let file = RegistryFile::from_text("acme.toml", include_str!("../../../../examples/acme.toml")).unwrap();
    PortableRegistry::new([file.load().unwrap()]).unwrap()
}

/// A context with the functions by the registry of Acme; one partition keeps the order of rows.
fn context() -> SessionContext {
    let mut context = SessionContext::new_with_config(SessionConfig::new().with_target_partitions(1));
    Functions::new(&acme()).register(&mut context).unwrap();
    context
}

fn with_urls(column: ArrayRef) -> SessionContext {
    let context = context();
    context.register_batch("urls", RecordBatch::try_from_iter_with_nullable([("u", column, true)]).unwrap()).unwrap();
    context
}

/// The texts as columns of every type.
fn columns() -> Vec<ArrayRef> {
    let bytes = || TEXTS.iter().map(|text| text.map(str::as_bytes));
    vec![
        Arc::new(StringArray::from_iter(TEXTS)),
        Arc::new(LargeStringArray::from_iter(TEXTS)),
        Arc::new(StringViewArray::from_iter(TEXTS)),
        Arc::new(BinaryArray::from_iter(bytes())),
        Arc::new(LargeBinaryArray::from_iter(bytes())),
        Arc::new(BinaryViewArray::from_iter(bytes())),
        Arc::new(TEXTS.into_iter().collect::<DictionaryArray<Int32Type>>()),
    ]
}

type Part = fn(&AnyUrl<'_>) -> Option<String>;

/// The functions that return a part of each URL.
const PARTS: [(&str, Part); 11] = [
    ("url_scheme(u)", |url| Some(url.scheme().into_owned())),
    ("url_user(u)", |url| url.user().map(str::to_owned)),
    ("url_host(u)", |url| url.host().map(str::to_owned)),
    ("url_port(u)", |url| url.effective_port().map(|port| port.to_string())),
    ("url_part(u, 'port')", |url| part(url, "port")),
    ("url_path(u)", |url| Some(url.path()).filter(|path| !path.is_empty()).map(str::to_owned)),
    ("url_query(u)", |url| url.query().map(str::to_owned)),
    ("url_fragment(u)", |url| url.fragment().map(str::to_owned)),
    ("url_part(u, 'selector')", |url| part(url, "selector")),
    ("url_components(u)['version']", |url| part(url, "version")),
    ("url_canonical(u)", |url| Some(url.to_canonical())),
];

fn part(url: &AnyUrl<'_>, name: &str) -> Option<String> {
    url.component(name).filter(|part| part.span().is_some()).map(|part| part.text().to_owned())
}

#[tokio::test]
async fn parts_of_columns_of_every_type() {
    let registry = acme();
    let parser = registry.registry().parser();
    let null = || "NULL".to_owned();
    for column in columns() {
        let context = with_urls(column);
        for (function, part) in PARTS {
            let found = rows(&context, &format!("select {function} from urls")).await.unwrap().concat();
            let expect = TEXTS.map(|text| text.and_then(|text| part(&parser.parse(text).ok()?)).unwrap_or_else(null));
            assert_eq!(found, expect, "{function}");
        }
        let valid = rows(&context, "select url_valid(u), url_error(u) is null from urls").await.unwrap();
        for (text, row) in TEXTS.iter().zip(valid) {
            let is_valid = text.map(|text| parser.parse(text).is_ok());
            let expect = is_valid.map_or(null(), |is_valid| is_valid.to_string());
            assert_eq!(row, [expect, is_valid.unwrap_or(true).to_string()], "{text:?}");
        }
    }
}

#[tokio::test]
async fn parts_of_constants() {
    let registry = acme();
    let parser = registry.registry().parser();
    let context = context();
    for text in TEXTS {
        let literal = text.map_or("NULL".to_owned(), |text| format!("'{text}'"));
        let calls = PARTS.map(|(function, _)| function.replace("(u", &format!("({literal}")));
        let found = rows(&context, &format!("select {}", calls.join(", "))).await.unwrap().concat();
        let url = text.and_then(|text| parser.parse(text).ok());
        let expect = PARTS.map(|(_, part)| url.as_ref().and_then(part));
        assert_eq!(found, expect.map(|part| part.unwrap_or("NULL".to_owned())), "{text:?}");
    }
}

/// The example in the documentation of each function.
#[tokio::test]
async fn documented_examples() {
    let context = context();
    let functions = Functions::new(&acme());
    let mut count = 0;
    for function in functions.all() {
        let documentation = function.documentation().unwrap();
        assert!(documentation.syntax_example.starts_with(function.name()));
        let Some(example) = &documentation.sql_example else { continue };
        let [_, select, result, _] = example.lines().collect::<Vec<_>>()[..] else { panic!("{example}") };
        let found = value(&context, select.trim_start_matches("> ").trim_end_matches(';')).await.unwrap();
        assert!(found == result || function.name() == "url_error" && found.starts_with(result), "{example}: {found}");
        count += 1;
        // NULL in, NULL out.
        let (_, arguments) = select.split_once('(').unwrap();
        let nulls = if arguments.contains("', '") { "NULL, NULL" } else { "NULL" };
        let found = value(&context, &format!("select {}({nulls})", function.name())).await.unwrap();
        assert!(found == "NULL" && function.is_strict(), "{select}: {found}");
    }
    assert_eq!(count, if cfg!(feature = "psl") { 22 } else { 21 });
}

#[tokio::test]
async fn values_that_are_no_parts() {
    let registry = acme();
    let cases = [
        ("url_same('http://h/', 'HTTP://H:80/')", "true"),
        ("url_same('http://h/', 'http://i/')", "false"),
        ("url_same('http://h/', 'no URL')", "NULL"),
        ("url_same('http://h/', NULL)", "NULL"),
        ("url_part('http://h/', NULL)", "NULL"),
        ("url_warnings('http://h/')", "[]"),
        ("url_warnings('no URL')", "NULL"),
        ("array_length(url_warnings('x-a://joe:secret@h/'))", "2"),
        ("url_parse('http://h:81/')['port']", "81"),
        ("url_parse('http://h/')['port']", "NULL"),
        ("url_parse('http://a b/')['error']['component']", "host"),
        ("url_parse('http://a b/')['error']['start']", "8"),
        ("url_parse(NULL)", "NULL"),
        ("url_consensus_host('HTTPS://H.example:8443/')['host']", "h.example"),
        ("url_consensus_host('https://h.example/')['port']", "443"),
        ("url_consensus_host('https://h.example\\@i/') is null", "true"),
        ("url_registry()", &registry.fingerprint().to_string()),
        ("url_error('ftp://joe:se cret@h/') like '%cret%'", "false"),
        // Names of arguments.
        ("url_part(name => 'port', url => 'http://h:81/')", "81"),
    ];
    let context = context();
    for (expression, expect) in cases {
        assert_eq!(value(&context, &format!("select {expression}")).await.unwrap(), expect, "{expression}");
    }
}

/// A host as the engine prints it.
fn shown(found: &ConsensusHost) -> String {
    let port = found.port().map_or_else(|| "NULL".to_owned(), |port| port.to_string());
    format!("{{host: {}, port: {port}, scheme: {}}}", found.host(), found.scheme())
}

/// The corpus of texts that rulebooks read differently, by the registry of the functions and in both profiles.
#[tokio::test]
async fn texts_that_rulebooks_read_differently() {
    let cases = include_str!("../../../../testdata/confusion.jsonl").lines();
    let cases: Vec<serde_json::Value> = cases.map(|line| serde_json::from_str(line).unwrap()).collect();
    let texts: Vec<_> = cases.iter().map(|case| case["text"].as_str().unwrap()).collect();
    assert!(texts.len() > 300);
    let registry = acme();
    let comparer = Comparer::new(registry.registry());
    let null = || "NULL".to_owned();
    let expect: Vec<_> = texts
        .iter()
        .map(|text| {
            let (host, error) = match comparer.consensus_host(text) {
                Ok(host) => (shown(&host), null()),
                Err(error) => (null(), error.to_string()),
            };
            vec![comparer.compare(text).verdict().as_str().to_owned(), host, error]
        })
        .collect();
    let mut context = with_urls(Arc::new(StringArray::from(texts)));
    Functions::new(&registry).options(Options::new().rfc1738()).prefix("rfc1738_").register(&mut context).unwrap();
    for prefix in ["url_", "rfc1738_"] {
        let calls = ["compare", "consensus_host", "consensus_error"].map(|name| format!("{prefix}{name}(u)"));
        assert_eq!(rows(&context, &format!("select {} from urls", calls.join(", "))).await.unwrap(), expect);
    }
}

#[cfg(feature = "psl")]
#[tokio::test]
async fn registrable_domains() {
    let cases = [
        ("http://www.Shop.example.co.uk/", "example.co.uk"),
        ("http://example.co.uk./", "example.co.uk"),
        ("http://a.b.example.com:80/", "example.com"),
        ("ftp://joe@mail.example.org", "example.org"),
        ("http://co.uk/", "NULL"),
        ("http://localhost/", "NULL"),
        ("http://192.0.2.1/", "NULL"),
        ("http://[::1]/", "NULL"),
        ("http://a.b.kawasaki.jp/", "a.b.kawasaki.jp"),
        ("http://www.city.kawasaki.jp/", "city.kawasaki.jp"),
        ("http://h.xn--55qx5d.cn/", "h.xn--55qx5d.cn"),
        // A suffix that is not listed is one label.
        ("http://a.b.internal/", "b.internal"),
        ("news:a.example.com", "NULL"),
        ("no URL", "NULL"),
    ];
    let context = context();
    for (url, expect) in cases {
        assert_eq!(value(&context, &format!("select url_domain('{url}')")).await.unwrap(), expect, "{url}");
    }
}

#[tokio::test]
async fn groups_filters_and_views() {
    let context = with_urls(columns().remove(2));
    context.sql("create view hosts as select url_scheme(u) s, url_host(u) h from urls").await.unwrap();
    let sql = "select s, count(*), count(h) from hosts where s is not null group by s order by 2 desc, 1 limit 3";
    assert_eq!(
        rows(&context, sql).await.unwrap(),
        [["http", "2", "2"], ["com.acme.artifact", "1", "1"], ["ftp", "1", "1"]]
    );
    let sql = "select count(*) from urls where url_valid(u) and url_port(u) between 20 and 80";
    assert_eq!(value(&context, sql).await.unwrap(), "4");
    let sql = "select count(*) from urls a join urls b on url_canonical(a.u) = url_canonical(b.u)";
    assert_eq!(value(&context, sql).await.unwrap(), "10");
}

/// Options, registries and prefixes tell functions apart.
#[tokio::test]
async fn functions_of_two_registries() {
    let mut context = context();
    let default = Functions::new(&PortableRegistry::default()).prefix("default_");
    default.register(&mut context).unwrap();
    Functions::new(&acme()).options(Options::new().rfc1738()).prefix("rfc1738_").register(&mut context).unwrap();
    let cases = [
        ("http://h/~joe", ["true", "true", "false"]),
        ("com.acme.artifact://h.example/tools/", ["false", "true", "false"]),
        ("http://h/#fragment", ["true", "true", "false"]),
    ];
    for (url, expect) in cases {
        let calls = ["url_", "default_", "rfc1738_"].map(|prefix| format!("{prefix}valid('{url}')"));
        assert_eq!(rows(&context, &format!("select {}", calls.join(", "))).await.unwrap()[0], expect, "{url}");
    }
    let pairs =
        |one: &Functions, other: &Functions| one.all().zip(other.all()).filter(|(one, other)| one == other).count();
    let count = default.all().count();
    assert_eq!(pairs(&default, &Functions::new(&PortableRegistry::default()).prefix("default_")), count);
    assert_eq!(pairs(&default, &Functions::new(&acme()).prefix("default_")), 0);
    assert_eq!(pairs(&default, &default.clone().options(Options::new().rfc1738())), 0);
    assert_eq!(pairs(&default, &default.clone().prefix("x_")), 0);
}

#[tokio::test]
async fn errors_of_plans() {
    let cases = [
        ("url_host()", "url_host"),
        ("url_host(1)", "url_host"),
        ("url_host('a', 'b')", "url_host"),
        ("url_same('a')", "url_same"),
        ("url_registry('a')", "url_registry"),
        ("url_part(u, u)", "argument 2 of url_part is a constant, such as url_part(url, 'port')"),
        ("url_part(u, 1)", "url_part"),
        ("url_part(u)", "url_part"),
    ];
    let context = with_urls(columns().remove(0));
    for (expression, expect) in cases {
        let error = context.sql(&format!("select {expression} from urls")).await.unwrap_err().to_string();
        assert!(error.contains(expect) && error.contains("Error during planning"), "{expression}: {error}");
    }
}

/// Engines that list functions show these, with what they return.
#[tokio::test]
async fn listed_with_their_documentation() {
    let config = SessionConfig::new().with_information_schema(true);
    let mut context = SessionContext::new_with_config(config);
    Functions::new(&PortableRegistry::default()).register(&mut context).unwrap();
    let sql =
        "select distinct description, syntax_example from information_schema.routines where routine_name = 'url_same'";
    let found = rows(&context, sql).await.unwrap();
    assert!(
        found[0][0].starts_with("Whether two URLs are equivalent") && found[0][1] == "url_same(url, other)",
        "{found:?}"
    );
    assert!(!rows(&context, "show functions like 'url_%'").await.unwrap().is_empty());
}

/// Results hold their own texts, unless the column itself is of views.
#[tokio::test]
async fn memory_of_results() {
    let long = format!("http://a-host-with-a-long-name.example/{}", "a".repeat(1000));
    let texts = vec![long.as_str(); 1000];
    let columns: [(ArrayRef, bool); 2] =
        [(Arc::new(StringArray::from(texts.clone())), false), (Arc::new(StringViewArray::from(texts)), true)];
    for (column, is_view) in columns {
        let context = with_urls(column);
        for call in ["url_host(u)", "url_parse(u)['host']", "map_values(url_components(u))"] {
            let batches = context.sql(&format!("select {call} from urls")).await.unwrap().collect().await.unwrap();
            let size: usize = batches.iter().map(|batch| batch.get_array_memory_size()).sum();
            let has_long_parts = call.starts_with("map");
            assert_eq!(size > 1_000_000, is_view || has_long_parts, "{call}: {size} bytes");
        }
    }
}
