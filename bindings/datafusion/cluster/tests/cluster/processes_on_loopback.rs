//! Scheduler, executors and client as processes on loopback.

use super::data::{url, write};
use super::processes::{Cluster, answer};
use anyurl::declared::PortableRegistry;
use anyurl::declared::format::RegistryFile;
use anyurl_datafusion::Functions;
use datafusion::arrow::util::pretty::pretty_format_batches;
use datafusion::prelude::{ParquetReadOptions, SessionContext};

const ACME: &str = include_str!("../../../../../examples/acme.toml");

/// The same organization, as an older file knows it.
const OTHER: &str = r#"schema = 1
[registry]
id = "com.acme"
kind = "organization"
title = "URLs of Acme"
version = "0.9.0"
serial = 1
contact = ["urls@acme.example"]
change_controller = "Acme"
claims = ["com.acme.*"]
[[mask]]
name = "gopher"
reason = "not here"
"#;

/// The query whose answer depends on the registry.
const COUNT: &str = "select url_scheme(url) s, url_valid(url) v, count(*) n, count(distinct url_canonical(url)) c \
                     from urls group by 1, 2 order by 1, 2";

/// Queries with functions in the expressions of Ballista's own nodes: keys of groups, joins, windows and orders.
const QUERIES: [&str; 7] = [
    "select url_host(url) h, count(*) n from urls where url_valid(url) group by 1 order by 2 desc, 1 limit 5",
    "select url from urls where url_valid(url) order by url_host(url), url_port(url), url limit 5",
    "select url_host(url) h, url from urls where url_valid(url) order by 1 desc, 2 limit 5",
    "select count(*) from urls a join urls b on url_canonical(a.url) = url_canonical(b.url) where url_port(a.url) = 80",
    "select count(*) from (select row_number() over (partition by url_host(url) order by url_path(url)) r \
     from urls where url_scheme(url) = 'http') where r = 1",
    "select url_parse(url)['error']['kind'] k, url_components(url)['version'] is null v, count(*) from urls \
     group by 1, 2 order by 1, 2",
    "select min(url_registry()), url_part('gopher://h.example/1/docs', 'selector') p from urls group by 2",
];

fn registry(text: &str) -> PortableRegistry {
    PortableRegistry::new([RegistryFile::from_text("org.toml", text).unwrap().load().unwrap()]).unwrap()
}

/// What one process answers.
async fn local(registry: &PortableRegistry, folder: &str, sql: &str) -> String {
    let mut context = SessionContext::new();
    Functions::new(registry).register(&mut context).unwrap();
    context.register_parquet("urls", folder, ParquetReadOptions::default()).await.unwrap();
    let batches = context.sql(sql).await.unwrap().collect().await.unwrap();
    pretty_format_batches(&batches).unwrap().to_string() + "\n"
}

/// Two executors, of which one has another registry; then one of them is killed.
#[tokio::test]
async fn each_query_is_answered_by_its_own_registry() {
    let mut cluster = Cluster::new();
    let path = |name: &str| cluster.folder.path().join(name).to_str().unwrap().to_owned();
    let (acme, other, urls) = (path("acme.toml"), path("other.toml"), path("urls"));
    std::fs::write(&acme, ACME).unwrap();
    std::fs::write(&other, OTHER).unwrap();
    write(urls.as_ref(), 12, 3_000);
    cluster.executor("one", &[]);
    cluster.executor("two", &["--registry", &other]);

    let org = registry(ACME);
    let expect = local(&org, &urls, COUNT).await;
    // The other registry would answer otherwise, so the rest of this test says something.
    assert_ne!(expect, local(&registry(OTHER), &urls, COUNT).await);
    let is_invalid = |n: &usize| url(*n).is_some_and(|url| org.registry().parser().parse(&url).is_err());
    let invalid = (0..36_000).filter(is_invalid).count();
    assert!(expect.contains(&format!("| false | {invalid} | 0")), "{expect}");
    for _ in 0..20 {
        assert_eq!(cluster.query(&["--registry", &acme, &urls, COUNT]).unwrap(), expect);
    }
    for sql in QUERIES {
        let found = cluster.query(&["--registry", &acme, &urls, sql]);
        assert_eq!(found.unwrap(), local(&org, &urls, sql).await, "{sql}");
    }
    // The same cluster answers a client that has another registry.
    let found = cluster.query(&["--registry", &other, &urls, COUNT]).unwrap();
    assert_eq!(found, local(&registry(OTHER), &urls, COUNT).await);
    for executor in ["one", "two"] {
        assert!(cluster.count(executor, "Finished task") > 20, "both executors work");
        assert_eq!(cluster.count(executor, "loaded the registry"), 2, "once for each registry");
        assert_eq!(cluster.count(executor, &format!("loaded the registry {}", org.fingerprint())), 1);
    }

    let before = cluster.count("two", "Execute task");
    let client = cluster.client(&["--registry", &acme, &urls, COUNT]);
    cluster.wait("two", "Execute task", before + 1);
    cluster.kill("two");
    assert_eq!(answer(client.wait_with_output().unwrap()).unwrap(), expect);
    // The tasks of the lost executor ran again on the other one.
    assert!(cluster.count("scheduler", "executor two heartbeat timed out") > 0);
    assert!(cluster.count("scheduler", "on lost Executor two") > 0);
}

/// What a client sees of an executor that has Ballista's own codecs.
#[test]
fn an_executor_without_the_functions_fails_the_query() {
    let mut cluster = Cluster::new();
    let urls = cluster.folder.path().join("urls").to_str().unwrap().to_owned();
    write(urls.as_ref(), 1, 10);
    cluster.executor("bare", &["--without-functions"]);
    let error = cluster.query(&[&urls, COUNT]).unwrap_err();
    assert!(error.contains("task could not be prepared or was rejected by executor"), "{error}");
    cluster.wait("bare", "PhysicalExtensionCodec is not provided for scalar function url_", 1);
    let found = cluster.query(&[&urls, "select count(*) from urls"]).unwrap();
    assert!(found.contains("| 10 "), "{found}");
}
