//! URLs in a configuration: types of single schemes, a field that logs cannot leak, and errors that say what is wrong.
//!
//! ```sh
//! cargo run --example config --features serde
//! ```

use std::collections::{BTreeSet, HashMap};

use anyurl::{Host, MaskedUrl, OwnedHost, OwnedUrl};

anyurl::typed! {
    /// A database of PostgreSQL, by either name of the scheme.
    struct Database in anyurl::registry() for "postgres" | "postgresql" {
        user: Option<Text>,
        hosts: Hosts,
        database: Option<Text>,
        options: Pairs,
    }
}

anyurl::typed! {
    struct Cache in anyurl::registry() for "redis" | "rediss" { host: &str, db: Option<u32> }
}

#[derive(serde::Deserialize, Debug)]
struct Config {
    home: OwnedUrl,
    database: Database,
    cache: Cache,
    broker: MaskedUrl,
    trusted: Vec<OwnedHost>,
}

const CONFIG: &str = r#"
home = "https://me@[::1]:8443/a/b%2Fc/?q=a%26b&r=1#top"
database = "postgresql://joe:S3CRET@db1:5433,db2/shop?sslmode=require"
cache = "redis://cache/70000"
broker = "amqp://joe:S3CRET@mq/"
trusted = ["Example.com", "192.0.2.1"]
"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let config: Config = toml::from_str(CONFIG)?;
    assert!(!format!("{config:?} {}", config.broker).contains("S3CRET"));

    let hosts: Vec<_> =
        config.database.hosts().iter().map(|one| (one.host().to_string(), one.effective_port())).collect();
    assert_eq!(hosts, [("db1".to_owned(), Some(5433)), ("db2".to_owned(), Some(5432))]);
    assert_eq!((config.database.user().as_deref(), config.database.database().as_deref()), (Some("joe"), Some("shop")));
    assert_eq!(config.database.options(), [("sslmode".into(), "require".into())]);
    assert_eq!((config.cache.host(), config.cache.db()), ("cache", Some(70000)));
    assert!(config.trusted.contains(&"example.COM".parse()?));

    let url = &config.home;
    assert!(matches!(url.host_parsed(), Some(Host::Ipv6(ip)) if ip.is_loopback()));
    assert_eq!((url.path(), url.path_segments().map(Iterator::count)), ("/a/b%2Fc/", Some(3)));
    assert_eq!(url.query_pairs().map(|(k, v)| format!("{k}={v}")).collect::<Vec<_>>(), ["q=a&b", "r=1"]);
    assert_eq!(url.join("../x?y#z")?.as_str(), "https://me@[::1]:8443/a/x?y#z");
    assert_eq!(&serde_json::from_str::<OwnedUrl>(&serde_json::to_string(url)?)?, url);
    let set: BTreeSet<OwnedUrl> = [url.clone()].into();
    let map: HashMap<OwnedUrl, u8> = [(url.clone(), 1)].into();
    assert!(set.contains(url) && map.contains_key(url));

    // A mistake is an error with its place and what to do, and without the password.
    let mistaken = CONFIG.replace("db1:5433", "db1:54x33");
    let error = toml::from_str::<Config>(&mistaken).unwrap_err().message().to_owned();
    assert!(error.contains("port") && !error.contains("S3CRET"), "{error}");
    println!("{config:?}\n{error}");
    Ok(())
}

#[test]
fn the_types_fit_their_schemes() {
    Database::verify().unwrap();
    Cache::verify().unwrap();
}
