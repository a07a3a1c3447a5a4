//! Types that `typed!` declares: for a scheme in code, and for one in a registry file.

use std::collections::{BTreeSet, HashSet};
use std::sync::LazyLock;

use anyurl::typed::TypedError;
use anyurl::{AddToml, AnyOwnedUrl, ErrorKind, Options, Registry};

const ACME: &str = r#"schema = 1
[registry]
id = "com.acme"
kind = "organization"
title = "Acme"
version = "1.0.0"
serial = 1
contact = ["urls@acme.example"]
change_controller = "Acme"
claims = ["com.acme.*"]
[[scheme]]
name = "com.acme.artifact"
status = "private"
description = "an artifact"
syntax = { grammar = "rfc1738", form = ["com.acme.artifact://<host>[:<port>]/<repo-name>/<type>[?<version>]"] }
access = { kind = "none", locates = "name", operations = [], algorithm = "Ask.", name_properties = "artifacts" }
"#;

fn acme() -> &'static Registry {
    static REGISTRY: LazyLock<Registry> = LazyLock::new(|| {
        let builder = anyurl::registry().to_builder().add_toml("acme.toml", ACME);
        builder.unwrap_or_else(|error| panic!("{error}")).build()
    });
    &REGISTRY
}

anyurl::typed! {
    /// An artifact.
    pub(crate) struct Artifact built by ArtifactBuilder in acme() for "com.acme.artifact" {
        host: &str,
        port: Option<u16>,
        /// `repo-name`
        repo_name: Text,
        r#type: Text,
        version: Option<Text>
    }
}

anyurl::typed! {
    struct Ftp built by FtpBuilder in anyurl::registry() for "ftp" {
        user: Option<&str>,
        host: &str,
        cwd: List,
        name: Option<Text>,
    }
}

fn lenient() -> &'static Registry {
    static REGISTRY: LazyLock<Registry> = LazyLock::new(|| anyurl::registry().with_options(Options::new().lenient()));
    &REGISTRY
}

anyurl::typed! {
    struct Lenient in lenient() for "ftp" { host: &str }
}

anyurl::typed! {
    struct PortOnly in anyurl::registry() for "http" { port: u16 }
}

anyurl::typed! {
    /// The connection string of a program, by the two names of the scheme.
    struct Db built by DbBuilder in anyurl::registry() for "postgres" | "postgresql" {
        user: Option<Text>,
        password: Option<Text>,
        hosts: Hosts,
        database: Option<Text>,
        options: Pairs,
    }
}

anyurl::typed! {
    struct Cache built by CacheBuilder in anyurl::registry() for "redis" { host: Option<&str>, db: Option<u32> }
}

anyurl::typed! {
    struct Search built by SearchBuilder in anyurl::registry() for "https" | "http" { host: &str, query: Pairs }
}

anyurl::typed! {
    struct NoSuchScheme in anyurl::registry() for "postgers" { host: &str }
}

anyurl::typed! {
    struct OptionsAsList in anyurl::registry() for "postgres" { options: List }
}

anyurl::typed! {
    struct OptionsAsText in anyurl::registry() for "postgres" { options: Option<Text> }
}

anyurl::typed! {
    struct HostAsNumber in anyurl::registry() for "http" { host: u16 }
}

anyurl::typed! {
    struct NoSuchComponent built by NoSuchBuilder in anyurl::registry() for "http" { colour: Text }
}

anyurl::typed! {
    struct NotAList in anyurl::registry() for "http" { host: List }
}

#[test]
fn a_declared_scheme() {
    let text = "com.acme.artifact://h.example:70/a%2Fb/jar?1%3F2";
    let artifact: Artifact = text.parse().unwrap();
    assert_eq!((artifact.host(), artifact.port()), ("h.example", Some(70)));
    assert_eq!((&*artifact.repo_name(), &*artifact.r#type()), ("a/b", "jar"));
    assert_eq!(artifact.version().as_deref(), Some("1?2"));
    let builder = Artifact::builder().host("h.example").port(70).repo_name("a/b").r#type("jar").version("1?2");
    assert_eq!(builder.build().unwrap(), artifact);
    let short = Artifact::builder().host("h").repo_name("r").r#type("t").build().unwrap();
    assert_eq!(short.to_string(), "com.acme.artifact://h/r/t");
    assert_eq!((short.port(), short.version()), (None, None));
}

#[test]
fn a_scheme_in_code() {
    let ftp = Ftp::parse("ftp://joe@h/a%20b/%C3%A9/motd").unwrap();
    assert_eq!((ftp.user(), ftp.host(), ftp.name().as_deref()), (Some("joe"), "h", Some("motd")));
    assert_eq!(ftp.cwd(), ["a b", "é"]);
    let built = Ftp::builder().user("joe").host("h").cwd(["a b", "é"]).name("motd").build().unwrap();
    assert_eq!(built, ftp);
    assert!(Ftp::parse("ftp://h/").unwrap().cwd().is_empty());
    assert_eq!(PortOnly::parse("http://h:8080/").unwrap().port(), 8080);
}

#[test]
fn errors_name_the_component() {
    let text = |error: TypedError| error.to_string();
    let build = |builder: ArtifactBuilder| text(builder.build().unwrap_err());
    let builder = || Artifact::builder().host("h").r#type("t");
    assert!(build(builder()).contains("`repo_name` is missing"));
    assert!(build(builder().repo_name("r").host("a b")).contains("invalid value for the `host` (offset 1)"));
    for (error, expect) in [
        (
            Artifact::parse("com.acme.artifcat://h/r/t").unwrap_err(),
            "must be `com.acme.artifact`, and is `com.acme.artifcat`",
        ),
        (Artifact::parse("com.acme.artifact://h:1:2/r/t").unwrap_err(), "port"),
        (Ftp::parse("ftp://h/%FF/a").unwrap_err(), "the component `cwd` is not a list of texts in UTF-8"),
        (Ftp::parse("ftp://h/%FF").unwrap_err(), "the component `name` is not text in UTF-8"),
        (PortOnly::parse("http://h/").unwrap_err(), "the component `port` is missing"),
        (
            NoSuchComponent::parse("http://h/").unwrap_err(),
            "`NoSuchComponent`: http has no component `colour`: it has ",
        ),
        (NoSuchComponent::builder().colour("red").build().unwrap_err(), "http has no component `colour`"),
        (NotAList::parse("http://h/").unwrap_err(), "the component `host` of http has another kind: write `Text`"),
        (Db::parse("mysql://h/").unwrap_err(), "the scheme must be `postgresql`, and is `mysql`"),
        (Db::builder_for("mysql").build().unwrap_err(), "a `Db` is a URL of postgres or postgresql, not of `mysql`"),
        (Cache::parse("redis://h/4294967296").unwrap_err(), "the number must be from 0 to 4294967295"),
    ] {
        assert!(text(error.clone()).contains(expect), "{error}");
    }
    let TypedError::Parse(error) = Artifact::parse("com.acme.artifcat://h/r/t").unwrap_err() else { panic!() };
    assert_eq!((error.kind(), error.span().range()), (ErrorKind::OtherScheme, 0..17));
}

/// A mistake in a declaration is an error of `verify`, and not a value that is always absent.
#[test]
fn declarations_are_verified() {
    for (verified, expect) in [
        (Artifact::verify(), None),
        (Ftp::verify(), None),
        (Db::verify(), None),
        (Cache::verify(), None),
        (Search::verify(), None),
        (NoSuchComponent::verify(), Some("no component `colour`")),
        (NoSuchScheme::verify(), Some("the scheme `postgers` is not registered: did you mean `postgres`")),
        (OptionsAsList::verify(), Some("the component `options` of postgresql has another kind: write `Pairs`")),
        (OptionsAsText::verify(), Some("write `Pairs`")),
        (HostAsNumber::verify(), Some("write `Text`")),
        (NotAList::verify(), Some("write `Text`")),
    ] {
        match expect {
            None => assert_eq!(verified, Ok(())),
            Some(expect) => assert!(verified.clone().unwrap_err().to_string().contains(expect), "{verified:?}"),
        }
    }
}

#[test]
fn a_connection_string() {
    let text = "postgresql://joe:p%40w@db1:5433,[::1]/shop?sslmode=require&application_name=a%20b";
    let db: Db = text.parse().unwrap();
    let hosts: Vec<_> = db.hosts().iter().map(|one| (one.host().to_string(), one.effective_port())).collect();
    assert_eq!(hosts, [("db1".to_owned(), Some(5433)), ("[::1]".to_owned(), Some(5432))]);
    assert_eq!((db.user().as_deref(), db.password().as_deref()), (Some("joe"), Some("p@w")));
    assert_eq!(db.database().as_deref(), Some("shop"));
    assert_eq!(db.options(), [("sslmode".into(), "require".into()), ("application_name".into(), "a b".into())]);
    let built = Db::builder_for("postgresql").user("joe").password("p@w").hosts("db1:5433,[::1]").database("shop");
    let built = built.options([("sslmode", "require"), ("application_name", "a b")]).build().unwrap();
    assert_eq!(built, db);
    let one: Db = "postgres://h/d".parse().unwrap();
    assert_eq!((one.hosts().len(), one.options().len()), (1, 0));
    assert_eq!(Db::builder_for("postgres").hosts("h").database("d").build().unwrap(), one);

    let cache: Cache = "redis://h/70000".parse().unwrap();
    assert_eq!((cache.host(), cache.db()), (Some("h"), Some(70000)));
    assert_eq!(Cache::builder().host("h").db(70000).build().unwrap(), cache);
    let search = Search::builder_for("https").host("h").query([("q", "a&b c")]).build().unwrap();
    assert_eq!(search.query(), [("q".into(), "a&b c".into())]);
    assert_eq!(search.host(), "h");
}

#[test]
fn the_usual_traits() {
    let texts = ["ftp://h/b", "ftp://h/a", "FTP://h/a"];
    let all: Vec<_> = texts.iter().map(|text| Ftp::try_from(*text).unwrap()).collect();
    assert_eq!(all.iter().cloned().collect::<HashSet<_>>().len(), 3, "by text");
    let sorted: Vec<_> = all.iter().cloned().collect::<BTreeSet<_>>().into_iter().map(|one| one.to_string()).collect();
    assert_eq!(sorted, ["FTP://h/a", "ftp://h/a", "ftp://h/b"]);
    assert_eq!(all[0].as_ref(), "ftp://h/b");
    let url = AnyOwnedUrl::from(all[0].clone());
    assert_eq!(Ftp::try_from(url).unwrap(), all[0]);
    assert!(Ftp::try_from(anyurl::registry().parser().parse_owned("http://h/").unwrap()).is_err());
    let secret = Lenient::parse(" ftp://u:secret@h/ ").unwrap();
    assert_eq!(format!("{secret:?}"), "Lenient(\"ftp://u:***@h/\")");
    assert_eq!(secret.as_url().host(), Some("h"));
    assert_eq!(secret.into_url().as_str(), "ftp://u:secret@h/");
}

#[cfg(feature = "serde")]
#[test]
fn serde_reads_and_writes_text() {
    let artifact = Artifact::parse("com.acme.artifact://h/r/t").unwrap();
    let json = serde_json::to_string(&artifact).unwrap();
    assert_eq!(json, "\"com.acme.artifact://h/r/t\"");
    assert_eq!(serde_json::from_str::<Artifact>(&json).unwrap(), artifact);
    let error = serde_json::from_str::<Artifact>("\"http://h/\"").unwrap_err().to_string();
    assert!(error.contains("must be `com.acme.artifact`, and is `http`"), "{error}");
}
